"""Blender's scene in, what can be seen of it in voxels out; and what a scene of placed grids should show."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass

import bpy
import numpy as np

KINDS = ("objects", "meshes", "materials", "images", "collections")
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
        expected = {}
        pivot = np.array(self.grid.shape) // 2
        padded = np.pad(self.grid, 1)
        for cell in np.argwhere(self.grid):
            for normal in NORMALS:
                if padded[tuple(cell + 1 + normal)] == 0:
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


def sampled(obj: bpy.types.Object, voxel_size: float, points: int = 7) -> list[tuple[Face, tuple[int, ...]]]:
    """The voxel face and the image's RGB at random points inside every triangle of an object."""
    mesh = obj.data
    mesh.calc_loop_triangles()
    count = len(mesh.loop_triangles)
    loops = np.empty(3 * count, np.int32)
    mesh.loop_triangles.foreach_get("loops", loops)
    positions = np.array([mesh.vertices[loop.vertex_index].co for loop in mesh.loops], float)[loops].reshape(
        count, 3, 3
    )
    uvs = np.array([entry.vector for entry in mesh.uv_layers["UVMap"].uv], float)[loops].reshape(count, 3, 2)
    weights = np.random.default_rng(5).dirichlet((1.5, 1.5, 1.5), (points, count))
    matrix = np.array(obj.matrix_world)
    positions = (positions @ matrix[:3, :3].T + matrix[:3, 3]) / voxel_size
    normals = np.cross(positions[:, 1] - positions[:, 0], positions[:, 2] - positions[:, 0])
    normals = (normals / np.linalg.norm(normals, axis=1, keepdims=True)).round().astype(int)
    at = np.einsum("ptc,tcx->ptx", weights, positions)
    twice = 2 * np.floor(at - normals / 2) + 1 + normals
    pixels = image_pixels(texture_of(obj))
    uv = np.einsum("ptc,tcx->ptx", weights, uvs)
    colors = pixels[
        np.floor(uv[..., 1] * pixels.shape[0]).astype(int), np.floor(uv[..., 0] * pixels.shape[1]).astype(int), :3
    ]
    faces = np.concatenate([twice, np.broadcast_to(normals, twice.shape)], axis=2).astype(int).reshape(-1, 6)
    return list(zip(map(tuple, faces.tolist()), map(tuple, colors.reshape(-1, 3).tolist()), strict=True))


def texture_of(obj: bpy.types.Object) -> bpy.types.Image:
    """The image that feeds the color of the object's only material."""
    (material,) = obj.data.materials
    shader = next(node for node in material.node_tree.nodes if node.type == "BSDF_PRINCIPLED")
    (link,) = next(socket for socket in shader.inputs if socket.identifier == "Base Color").links
    assert link.from_node.type == "TEX_IMAGE" and link.from_node.interpolation == "Closest"
    return link.from_node.image


def image_pixels(image: bpy.types.Image) -> np.ndarray:
    """(H, W, 4) 0 to 255, row 0 at the bottom."""
    pixels = np.empty(4 * image.size[0] * image.size[1], np.float32)
    image.pixels.foreach_get(pixels)
    return (pixels * 255).round().astype(int).reshape(image.size[1], image.size[0], 4)


def triangle_area(obj: bpy.types.Object, voxel_size: float) -> float:
    """The surface in voxel faces."""
    return sum(polygon.area for polygon in obj.data.polygons) / voxel_size**2


def data_counts() -> dict[str, int]:
    """How many data-blocks of each kind there are."""
    return {kind: len(getattr(bpy.data, kind)) for kind in KINDS}


def meshes_of(objects: Iterable[bpy.types.Object]) -> list[bpy.types.Object]:
    """Those that show a mesh."""
    return [obj for obj in objects if obj.type == "MESH"]
