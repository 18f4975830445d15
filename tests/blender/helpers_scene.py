"""Blender's scene in, what can be seen of it in voxels out; and what a scene of placed grids should show."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import bpy
import numpy as np

KINDS = ("objects", "meshes", "materials", "images", "collections", "cameras", "lights", "worlds", "actions")
NORMALS = np.array([(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)])

Face = tuple[int, ...]
"""Twice the centre, then the normal, in voxels of the world."""


def orientations() -> list[np.ndarray]:
    """The 48 signed permutation matrices."""
    found = []
    for order in itertools.permutations(range(3)):
        for signs in itertools.product((1, -1), repeat=3):
            matrix = np.zeros((3, 3), int)
            matrix[range(3), order] = signs
            found.append(matrix)
    return found


def rotation_byte(matrix: np.ndarray) -> int:
    """A rotation as .vox files write it: the columns of the first two rows, then the signs of the rows."""
    columns = np.abs(matrix).argmax(axis=1)
    signs = matrix.sum(axis=1) < 0
    return int(columns[0] | columns[1] << 2 | signs[0] << 4 | signs[1] << 5 | signs[2] << 6)


NOTHING = -2
"""In place of a color where a material is clear."""


@dataclass
class Placed:
    """A grid with its place in the world."""

    grid: np.ndarray
    """(x, y, z) palette indices, 0 = empty."""
    rotation: np.ndarray
    """(3, 3)"""
    translation: np.ndarray
    """(3,)"""

    def faces(self) -> dict[Face, int]:
        """The exposed faces in the world with the palette index of their cells."""
        return self._faces(buried=False)

    def buried(self) -> set[Face]:
        """The faces in the world between two filled cells, each from both sides."""
        return set(self._faces(buried=True))

    def _faces(self, *, buried: bool) -> dict[Face, int]:
        expected = {}
        pivot = np.array(self.grid.shape) // 2
        padded = np.pad(self.grid, 1)
        for cell in np.argwhere(self.grid):
            for normal in NORMALS:
                if (padded[tuple(cell + 1 + normal)] != 0) == buried:
                    twice = self.rotation @ (2 * (cell - pivot) + 1 + normal) + 2 * self.translation
                    expected[(*twice.tolist(), *(self.rotation @ normal).tolist())] = int(self.grid[tuple(cell)])
        return expected


def world_faces(obj: bpy.types.Object, voxel_size: float) -> list[Face]:
    """The polygons of an object whose every polygon is one face of a voxel."""
    mesh = obj.data
    centers = np.empty(3 * len(mesh.polygons), np.float32)
    normals = np.empty(3 * len(mesh.polygons), np.float32)
    mesh.polygons.foreach_get("center", centers)
    mesh.polygons.foreach_get("normal", normals)
    matrix = np.array(obj.matrix_world)
    twice = 2 * (centers.reshape(-1, 3) @ matrix[:3, :3].T + matrix[:3, 3]) / voxel_size
    turned = normals.reshape(-1, 3) @ matrix[:3, :3].T
    values = np.concatenate([twice, turned], axis=1)
    assert np.abs(values - values.round()).max(initial=0) < 1e-2
    return [tuple(row) for row in values.round().astype(int).tolist()]


@dataclass
class Triangles:
    """The triangles of an object in the world, in voxels."""

    positions: np.ndarray
    """(T, 3, 3)"""
    normals: np.ndarray
    """(T, 3) along an axis"""
    loops: np.ndarray
    """(T, 3) corners of the mesh"""
    slots: np.ndarray
    """(T,) material slots"""


def triangles_of(obj: bpy.types.Object, voxel_size: float) -> Triangles:
    mesh = obj.data
    mesh.calc_loop_triangles()
    count = len(mesh.loop_triangles)
    loops = np.empty(3 * count, np.int32)
    mesh.loop_triangles.foreach_get("loops", loops)
    # Blender cuts a face with corners within its sides into triangles some of which have no area.
    whole = [
        triangle.area > 1e-3 * voxel_size**2 or len(mesh.polygons[triangle.polygon_index].vertices) == 3
        for triangle in mesh.loop_triangles
    ]
    corners = np.array([mesh.vertices[loop.vertex_index].co for loop in mesh.loops], float)
    matrix = np.array(obj.matrix_world)
    loops = loops.reshape(count, 3)[whole]
    positions = (corners[loops] @ matrix[:3, :3].T + matrix[:3, 3]) / voxel_size
    normals = np.cross(positions[:, 1] - positions[:, 0], positions[:, 2] - positions[:, 0])
    normals = (normals / np.linalg.norm(normals, axis=1, keepdims=True)).round().astype(int)
    slots = np.array([mesh.polygons[triangle.polygon_index].material_index for triangle in mesh.loop_triangles], int)
    return Triangles(positions, normals, loops, slots[whole])


def sampled(obj: bpy.types.Object, voxel_size: float, points: int = 7) -> list[tuple[Face, tuple[int, ...]]]:
    """The voxel face and the material's RGB at random points inside every triangle of an object, where it shows one."""
    triangles = triangles_of(obj, voxel_size)
    every = np.tile(np.arange(len(triangles.loops)), points)
    weights = np.random.default_rng(5).dirichlet((1.5, 1.5, 1.5), len(every))
    at = np.einsum("nc,ncx->nx", weights, triangles.positions[every])
    normals = triangles.normals[every]
    twice = 2 * np.floor(at - normals / 2) + 1 + normals
    colors = shown_colors(obj.data, triangles, every, weights)
    shown = (colors != NOTHING).any(axis=1)
    faces = np.concatenate([twice, normals], axis=1).astype(int)[shown]
    return list(zip(map(tuple, faces.tolist()), map(tuple, colors[shown].tolist()), strict=True))


def seen_on(
    obj: bpy.types.Object,
    faces: list[Face],
    voxel_size: float,
    aside: tuple[float, float, float] = (0.137, -0.219, 0.301),
) -> list[set[tuple[int, ...]]]:
    """The RGB of all triangles that show a point of each face, aside from its middle and on no edge of a mesh."""
    triangles = triangles_of(obj, voxel_size)
    found: list[set[tuple[int, ...]]] = [set() for _ in faces]
    rows = np.array(faces)
    away = np.where(rows[:, 3:] == 0, np.array(aside), 0)
    face, triangle, weights = hits(triangles, rows[:, :3] / 2 + away, rows[:, 3:])
    for index, color in zip(face.tolist(), shown_colors(obj.data, triangles, triangle, weights).tolist(), strict=True):
        found[index] |= {tuple(color)} - {(NOTHING,) * 3}
    return found


def hits(triangles: Triangles, points: np.ndarray, normals: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Pairs of a point and a triangle of its normal that holds it, and the weights of the triangle's corners there."""
    a, b, c = triangles.positions.transpose(1, 0, 2)[:, None]
    double = np.cross(b - a, c - a) @ np.ones(3)
    parts = []
    for start, end in ((b, c), (c, a), (a, b)):
        parts.append(np.cross(end - start, points[:, None] - start) @ np.ones(3) / double)
    weights = np.stack(parts, axis=-1)
    at = np.einsum("ptc,tcx->ptx", weights, triangles.positions)
    holds = (weights > 0).all(axis=-1) & (np.abs(at - points[:, None]).max(axis=-1) < 1e-3)
    holds &= (triangles.normals == normals[:, None]).all(axis=-1)
    point, triangle = np.nonzero(holds)
    return point, triangle, weights[point, triangle]


def shown_colors(mesh: bpy.types.Mesh, triangles: Triangles, which: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """(n, 3) RGB, 0 to 255, that the materials show at one point each of n triangles, or `NOTHING`."""
    colors = np.full((len(which), 3), -1)
    for slot, material in enumerate(mesh.materials):
        at = np.flatnonzero(triangles.slots[which] == slot)
        if len(at):
            colors[at] = material_colors(mesh, material, triangles.loops[which[at]], weights[at])
    assert (colors != -1).all()
    return colors


def material_colors(
    mesh: bpy.types.Mesh, material: bpy.types.Material, loops: np.ndarray, weights: np.ndarray
) -> np.ndarray:
    """What one material shows: follows its nodes to an image, a color attribute or one color."""
    source = color_source(material)
    if isinstance(source, bpy.types.ShaderNodeTexImage):
        assert source.interpolation == "Closest"
        pixels = image_pixels(source.image)
        uvs = np.array([entry.vector for entry in mesh.uv_layers.active.uv], float)[loops]
        uv = np.einsum("nc,ncx->xn", weights, uvs)
        vector = next(socket for socket in source.inputs if socket.identifier == "Vector")
        if not vector.is_linked:
            column, row = np.floor(uv * np.array(source.image.size)[:, None]).astype(int)
            opacity = alpha_of(shader_input(material, "Alpha"), pixels[row, column, 3] / 255)
            return np.where(opacity[:, None] == 0, NOTHING, pixels[row, column, :3])
        # An image of numbers, and a palette whose first pixel is that of number 1.
        lookup = vector.links[0].from_node
        assert lookup.node_tree.name.startswith("Trivox Palette") and source.image.size[:] == (256, 1)
        numbers = lookup.inputs[0].links[0].from_node
        assert numbers.interpolation == "Closest" and numbers.image.colorspace_settings.name == "Non-Color"
        column, row = np.floor(uv * np.array(numbers.image.size)[:, None]).astype(int)
        number = image_pixels(numbers.image)[row, column, 0].astype(int)
        assert (number > 0).all()
        return pixels[0, number - 1, :3]
    if isinstance(source, bpy.types.ShaderNodeVertexColor):
        attribute = mesh.color_attributes[source.layer_name]
        values = np.array([entry.color_srgb for entry in attribute.data], float)[:, :3]
        if (attribute.domain, attribute.data_type) == ("POINT", "FLOAT_COLOR"):
            loops = np.array([loop.vertex_index for loop in mesh.loops])[loops]
        else:
            assert (attribute.domain, attribute.data_type) == ("CORNER", "BYTE_COLOR")
        values = values[loops]
        return (255 * np.einsum("nc,ncx->nx", weights, values)).round().astype(int)
    linear = np.array(source)[:3]
    srgb = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    return np.broadcast_to((255 * srgb).round().astype(int), (len(loops), 3))


def shader_input(material: bpy.types.Material, identifier: str) -> bpy.types.NodeSocket:
    """A socket of a material's shader."""
    shader = next(node for node in material.node_tree.nodes if node.type == "BSDF_PRINCIPLED")
    return next(socket for socket in shader.inputs if socket.identifier == identifier)


def alpha_of(socket: bpy.types.NodeSocket, texel: np.ndarray) -> np.ndarray:
    """What a socket gets where the image of colors has an alpha, (n,); the camera looks."""
    if not socket.is_linked:
        return np.full(len(texel), float(socket.default_value))
    node = socket.links[0].from_node
    if node.type == "TEX_IMAGE":
        return texel
    if node.type == "LIGHT_PATH":
        return np.ones(len(texel))
    first, second = (alpha_of(one, texel) for one in node.inputs[:2])
    calculated = {
        "ROUND": np.floor(first + 0.5),
        "CEIL": np.ceil(first),
        "MAXIMUM": np.maximum(first, second),
        "MULTIPLY": first * second,
    }
    return calculated[node.operation]


def color_source(material: bpy.types.Material) -> bpy.types.Node | tuple[float, ...]:
    """The node that feeds the color of a material, or its color where none does."""
    socket = shader_input(material, "Base Color")
    return socket.links[0].from_node if socket.is_linked else tuple(socket.default_value)


def texture_of(obj: bpy.types.Object) -> bpy.types.Image:
    """The image that feeds the color of the object's only material."""
    (material,) = obj.data.materials
    return color_source(material).image


def assert_shows(obj: bpy.types.Object, place: Placed, colors: list[tuple[int, ...]], voxel_size: float = 0.1) -> None:
    """Every visible face of a grid is shown in its color, and nothing else is except what is buried."""
    expected, buried = place.faces(), place.buried()
    for color, seen in zip(expected.values(), seen_on(obj, list(expected), voxel_size), strict=True):
        assert seen == {tuple(colors[color - 1][:3])}
    for face, color in sampled(obj, voxel_size):
        assert color == tuple(colors[expected[face] - 1][:3]) if face in expected else face in buried


def image_pixels(image: bpy.types.Image) -> np.ndarray:
    """(H, W, 4) 0 to 255, row 0 at the bottom."""
    pixels = np.empty(4 * image.size[0] * image.size[1], np.float32)
    image.pixels.foreach_get(pixels)
    return (pixels * 255).round().astype(int).reshape(image.size[1], image.size[0], 4)


def triangle_area(obj: bpy.types.Object, voxel_size: float) -> float:
    """The surface in voxel faces."""
    return sum(polygon.area for polygon in obj.data.polygons) / voxel_size**2


def told(block: bpy.types.ID) -> dict[str, Any]:
    """What a mesh or an image remembers of its making."""
    return json.loads(block["trivox"])


def data_counts() -> dict[str, int]:
    """How many data-blocks of each kind there are."""
    return {kind: len(getattr(bpy.data, kind)) for kind in KINDS}


def meshes_of(objects: Iterable[bpy.types.Object]) -> list[bpy.types.Object]:
    """Those that show a mesh."""
    return [obj for obj in objects if obj.type == "MESH"]
