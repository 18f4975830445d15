"""Materials of files in Blender, and what an independent reader finds of them in an exported .glb file."""

from __future__ import annotations

import io
import json
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import bpy
import helpers_vox as hv
import numpy as np
import pytest
from helpers_scene import image_pixels

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")

PLAIN = {"metallic": 0.0, "roughness": 1.0, "emission": 0.0, "transmission": 0.0}
VALUES = {
    1: PLAIN,
    2: PLAIN | {"metallic": 0.8, "roughness": 0.25},
    3: PLAIN | {"metallic": 0.4, "roughness": 0.5},
    4: PLAIN | {"emission": 5.0},
    5: PLAIN | {"emission": 2.0},
    6: PLAIN | {"transmission": 0.75, "roughness": 0.0},
    7: PLAIN | {"transmission": 0.5, "roughness": 0.25},
}
"""What voxels of each palette index should do with light."""
MATERIALS = [
    hv.matl(1, type="_diffuse", metal=0.5),
    hv.matl(2, type="_metal", metal=0.8, rough=0.25),
    hv.matl(3, type="_metal", metal=0.4, rough=0.5),
    hv.matl(4, type="_emit", emit=0.5, flux=1),
    hv.matl(5, type="_emit", emit=0.2, flux=1),
    hv.matl(6, type="_glass", trans=0.75, rough=0, ri=1.6),
    hv.matl(7, type="_glass", trans=0.5, rough=0.25, ri=1.6),
]
INPUTS = {
    "metallic": "Metallic",
    "roughness": "Roughness",
    "emission": "Emission Strength",
    "transmission": "Transmission Weight",
}


def grid_of(indices: list[int], seed: int = 4) -> np.ndarray:
    """A block of voxels of some palette indices, with holes."""
    rng = np.random.default_rng(seed)
    return rng.choice(np.array([0, *indices], np.uint8), (5, 4, 3))


def file_of(indices: list[int]) -> bytes:
    return hv.vox(hv.dense_model(grid_of(indices)), *MATERIALS, hv.rgba(hv.colors()))


def shader_input(material: bpy.types.Material, identifier: str) -> bpy.types.NodeSocket:
    shader = next(node for node in material.node_tree.nodes if node.type == "BSDF_PRINCIPLED")
    return next(socket for socket in shader.inputs if socket.identifier == identifier)


def strength_of(socket: bpy.types.NodeSocket) -> float:
    """The number of a socket, or the one by which what is linked to it is multiplied."""
    if not socket.is_linked:
        return socket.default_value
    node = socket.links[0].from_node
    assert node.operation == "MULTIPLY" and not node.inputs[0].is_linked and node.inputs[1].is_linked
    # Exporters that follow no nodes never read more than a display can show.
    assert socket.default_value == pytest.approx(min(node.inputs[0].default_value, 1))
    return node.inputs[0].default_value


class Glb:
    """A .glb file as any reader sees it."""

    def __init__(self, path: Path) -> None:
        data = path.read_bytes()
        length = struct.unpack_from("<I", data, 12)[0]
        self.json = json.loads(data[20 : 20 + length])
        self._binary = data[28 + length :]

    def array(self, number: int) -> np.ndarray:
        accessor = self.json["accessors"][number]
        view = self.json["bufferViews"][accessor["bufferView"]]
        kind = {5126: "<f4", 5125: "<u4", 5123: "<u2", 5121: "u1"}[accessor["componentType"]]
        width = {"SCALAR": 1, "VEC2": 2, "VEC3": 3}[accessor["type"]]
        start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        return np.frombuffer(self._binary, kind, accessor["count"] * width, start).reshape(-1, width)

    def texture(self, info: dict[str, Any]) -> np.ndarray:
        """(H, W, 4) 0 to 255; row 0 is the top row."""
        from PIL import Image

        assert info.get("texCoord", 0) == 0
        texture = self.json["textures"][info["index"]]
        assert self.json["samplers"][texture["sampler"]]["magFilter"] == 9728
        view = self.json["bufferViews"][self.json["images"][texture["source"]]["bufferView"]]
        start = view.get("byteOffset", 0)
        return np.array(Image.open(io.BytesIO(self._binary[start : start + view["byteLength"]])).convert("RGBA"))


def exported(tmp_path: Path) -> Glb:
    path = tmp_path / "scene.glb"
    bpy.ops.export_scene.gltf(filepath=str(path), export_format="GLB")
    return Glb(path)


def look_up(glb: Glb, info: dict[str, Any] | None, uv: np.ndarray) -> np.ndarray:
    """(n, 4) of a texture, 0 to 1; ones where there is none."""
    if info is None:
        return np.ones((len(uv), 4))
    image = glb.texture(info)
    column, row = np.floor(uv * np.array(image.shape[1::-1])).astype(int).T
    return image[row, column] / 255


def linear(srgb: np.ndarray) -> np.ndarray:
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)


def read_material(glb: Glb, material: dict[str, Any], uv: np.ndarray) -> dict[str, np.ndarray]:
    """What a renderer makes of a material at some texture coordinates, by the rules of glTF."""
    pbr, extensions = material["pbrMetallicRoughness"], material.get("extensions", {})
    surface = look_up(glb, pbr.get("metallicRoughnessTexture"), uv)
    base = linear(look_up(glb, pbr.get("baseColorTexture"), uv)[:, :3]) * pbr.get("baseColorFactor", [1] * 4)[:3]
    light = linear(look_up(glb, material.get("emissiveTexture"), uv)[:, :3]) * material.get("emissiveFactor", [0] * 3)
    light = light * extensions.get("KHR_materials_emissive_strength", {}).get("emissiveStrength", 1)
    through = extensions.get("KHR_materials_transmission", {})
    red = look_up(glb, through.get("transmissionTexture"), uv)[:, 0]
    return {
        "base": base,
        "light": light,
        "metallic": surface[:, 2] * pbr.get("metallicFactor", 1),
        "roughness": surface[:, 1] * pbr.get("roughnessFactor", 1),
        "transmission": red * through.get("transmissionFactor", 0),
        "ior": np.full(len(uv), extensions.get("KHR_materials_ior", {}).get("ior", 1.5)),
    }


def samples(glb: Glb, primitive: dict[str, Any]) -> tuple[np.ndarray, np.ndarray]:
    """Cells (n, 3) of the model, and texture coordinates (n, 2), of points in a primitive's triangles."""
    corners = glb.array(primitive["indices"]).ravel().reshape(-1, 3)
    x, y, z = glb.array(primitive["attributes"]["POSITION"]).T.astype(float)
    positions = np.stack([x, -z, y], axis=1)[corners]
    uv = glb.array(primitive["attributes"]["TEXCOORD_0"]).astype(float)[corners]
    normal = np.cross(positions[:, 1] - positions[:, 0], positions[:, 2] - positions[:, 0])
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    weights = np.random.default_rng(8).dirichlet((1.5, 1.5, 1.5), (12, len(corners)))
    points = np.einsum("knc,ncx->knx", weights, positions) - normal / 2
    cells = np.floor(points + np.array([2, 2, 1])).astype(int).reshape(-1, 3)
    return cells, np.einsum("knc,ncx->knx", weights, uv).reshape(-1, 2)


@pytest.mark.parametrize("colors", ["texture", "palette", "materials"])
@pytest.mark.parametrize(
    "indices", [[1], [2], [4], [6], [1, 2, 3], [1, 4], [4, 5], [6, 7], [1, 2, 3, 4, 5, 6, 7]], ids=str
)
def test_exported_values(write: Write, tmp_path: Path, colors: str, indices: list[int]) -> None:
    grid = grid_of(indices)
    options = {"voxel_size": 1, "interior": "keep", "colors": colors}
    bpy.ops.import_scene.trivox(filepath=write("a.vox", file_of(indices)), **options)
    glb = exported(tmp_path)
    seen = set()
    for primitive in glb.json["meshes"][0]["primitives"]:
        cells, uv = samples(glb, primitive)
        index = grid[tuple(cells.T)]
        found = read_material(glb, glb.json["materials"][primitive["material"]], uv)
        for name in ("metallic", "roughness", "transmission"):
            assert found[name] == pytest.approx(np.array([VALUES[i][name] for i in index.tolist()]), abs=1 / 250), name
        color = linear(np.array([hv.colors()[i - 1][:3] for i in index.tolist()]) / 255)
        assert found["base"] == pytest.approx(color, abs=1e-3)
        strength = np.array([VALUES[i]["emission"] for i in index.tolist()])[:, None]
        assert found["light"] == pytest.approx(color * strength, abs=0.03 * strength.max() + 1e-6)
        glass = found["transmission"] > 0
        assert (found["ior"][glass] == pytest.approx(1.6)) and len(set(glass.tolist())) == 1
        seen |= set(index.tolist())
    assert seen == set(indices)


@pytest.mark.parametrize(
    ("indices", "images"),
    [
        ([1], ["a"]),
        ([2], ["a"]),
        ([4], ["a"]),
        ([1, 6], ["a"]),
        ([1, 2], ["a", "a_surface"]),
        ([1, 4], ["a", "a_glow"]),
        ([6, 7], ["a", "a_surface"]),
        ([1, 2, 4], ["a", "a_glow", "a_surface"]),
    ],
    ids=str,
)
@pytest.mark.parametrize("colors", ["texture", "palette"])
def test_images_are_made_only_if_needed(write: Write, indices: list[int], images: list[str], colors: str) -> None:
    bpy.ops.import_scene.trivox(filepath=write("a.vox", file_of(indices)), colors=colors)
    assert sorted(image.name for image in bpy.data.images) == images
    for image in bpy.data.images:
        assert image.colorspace_settings.name == ("Non-Color" if "surface" in image.name else "sRGB")
        assert image.packed_file and len({tuple(other.size) for other in bpy.data.images}) == 1
    nodes = [node for material in bpy.data.materials for node in material.node_tree.nodes if node.type == "TEX_IMAGE"]
    assert {node.interpolation for node in nodes} == {"Closest"}
    assert all(material.node_tree.nodes.active.image == bpy.data.images["a"] for material in bpy.data.materials)


@pytest.mark.parametrize("mode", ["faces", "polygons", "watertight", "rectangles", "fewest"])
@pytest.mark.parametrize("colors", ["texture", "palette", "attribute", "materials"])
def test_transparent_faces_have_their_own_slot(write: Write, mode: str, colors: str) -> None:
    """A bar of glass in a block of stone: its ends are seen, and so is the stone behind it."""
    grid = np.full((4, 3, 3), 1, np.uint8)
    grid[:, 1, 1] = 6
    path = write("a.vox", hv.vox(hv.dense_model(grid), *MATERIALS, hv.rgba(hv.colors())))
    bpy.ops.import_scene.trivox(filepath=path, voxel_size=1, mode=mode, colors=colors)
    obj = bpy.context.object
    assert not obj.data.validate(verbose=True)
    clear = [shader_input(material, "Transmission Weight").default_value for material in obj.data.materials]
    assert clear == pytest.approx([0, 0.75])
    assert shader_input(obj.data.materials[1], "IOR").default_value == pytest.approx(1.6)
    areas = [0.0, 0.0]
    for polygon in obj.data.polygons:
        areas[polygon.material_index] += polygon.area
    # The outside but the two ends, and the four walls of the bar; the ends.
    assert areas == pytest.approx([4 * 12 + 2 * 8 + 4 * 4, 2])


def test_different_glass_keeps_both_faces(write: Write) -> None:
    grid = np.array([6, 7, 6, 6], np.uint8).reshape(4, 1, 1)
    path = write("a.vox", hv.vox(hv.dense_model(grid), *MATERIALS, hv.rgba(hv.colors())))
    for mode in ("faces", "polygons", "fewest"):
        for faces in ("quads", "triangles", "ngons"):
            bpy.ops.import_scene.trivox(filepath=path, voxel_size=1, mode=mode, faces=faces)
            mesh = bpy.context.object.data
            assert not mesh.validate(verbose=True)
            assert sum(polygon.area for polygon in mesh.polygons) == pytest.approx(4 * 4 + 2 + 2 * 2)
            assert bpy.ops.trivox.use_mode(mode="watertight") == {"FINISHED"}
            assert not mesh.validate(verbose=True)


@pytest.mark.parametrize("colors", ["attribute", "materials"])
def test_values_without_images(write: Write, colors: str) -> None:
    bpy.ops.import_scene.trivox(filepath=write("a.vox", file_of(list(VALUES))), colors=colors, mode="faces")
    mesh = bpy.context.object.data
    assert not bpy.data.images and len(mesh.materials) == 7
    uv = mesh.uv_layers.active.uv
    for polygon in mesh.polygons:
        index = int(uv[polygon.loop_start].vector[0] * 256) + 1
        material = mesh.materials[polygon.material_index]
        for name, identifier in INPUTS.items():
            assert strength_of(shader_input(material, identifier)) == pytest.approx(VALUES[index][name]), name
        light = shader_input(material, "Emission Color").default_value
        if VALUES[index]["emission"]:
            assert light[:3] == pytest.approx(linear(np.array(hv.colors()[index - 1][:3]) / 255).tolist(), abs=1e-6)
        assert shader_input(material, "Base Color").is_linked == (colors == "attribute")


def test_values_survive_another_mode(write: Write) -> None:
    """The images beside the colors follow when a mesh is made anew; those of other meshes stay."""
    grids = [grid_of(list(VALUES), seed) for seed in (1, 2)]
    nodes = [hv.ntrn(0, 1), hv.ngrp(1, 2, 4), hv.ntrn(2, 3, name="one"), hv.nshp(3, 0)]
    nodes += [hv.ntrn(4, 5, {"t": "20 0 0"}, name="two"), hv.nshp(5, 1)]
    data = hv.vox(*map(hv.dense_model, grids), *nodes, *MATERIALS, hv.rgba(hv.colors()))
    bpy.ops.import_scene.trivox(filepath=write("a.vox", data), voxel_size=1, interior="keep")
    names = sorted(image.name for image in bpy.data.images)
    for mode in ("faces", "watertight", "rectangles"):
        bpy.context.view_layer.objects.active = bpy.data.objects["one"]
        assert bpy.ops.trivox.use_mode(mode=mode) == {"FINISHED"}
        assert sorted(image.name for image in bpy.data.images) == names
        for name, grid in zip(("one", "two"), grids, strict=True):
            shows_values(bpy.data.objects[name].data, grid)


def shows_values(mesh: bpy.types.Mesh, grid: np.ndarray) -> None:
    """Compare the texels at a point of each triangle, on no edge of texels, with the voxel there."""
    weights = np.array([0.31, 0.42, 0.27])
    surface, glow = (image_pixels(bpy.data.images[f"a_{kind}"]) / 255 for kind in ("surface", "glow"))
    mesh.calc_loop_triangles()
    uv = np.array([entry.vector for entry in mesh.uv_layers.active.uv])
    for triangle in mesh.loop_triangles:
        point = weights @ np.array([mesh.vertices[index].co for index in triangle.vertices])
        cell = np.floor(point - np.array(triangle.normal) / 2 + np.array([2, 2, 1])).astype(int)
        values = VALUES[int(grid[tuple(cell)])]
        column, row = np.floor(weights @ uv[list(triangle.loops)] * surface.shape[1::-1]).astype(int)
        clear = values["transmission"]
        assert surface[row, column, :3] == pytest.approx(
            [clear or 1, values["roughness"], values["metallic"]], abs=0.003
        )
        assert bool(glow[row, column, :3].any()) == (values["emission"] > 0)
        assert triangle.material_index == (clear > 0)


def test_names_of_colors_are_kept(write: Write) -> None:
    names = hv.note("skin", "", "wood")
    path = write("a.vox", hv.vox(hv.dense_model(grid_of([1, 2, 17])), hv.rgba(hv.colors()), names))
    bpy.ops.import_scene.trivox(filepath=path)
    (image,), (material,) = bpy.data.images, bpy.data.materials
    kept = json.loads(image["trivox_palette_names"])
    assert kept == {str(index): "skin" for index in range(1, 9)} | {str(index): "wood" for index in range(17, 25)}
    assert json.loads(material["trivox_palette_names"]) == kept
    bpy.ops.import_scene.trivox(filepath=path, colors="materials")
    assert json.loads(bpy.data.materials["a 017"]["trivox_palette_names"]) == {"17": "wood"}


@pytest.mark.parametrize("colors", ["texture", "palette"])
@pytest.mark.parametrize("rebuild", [False, True])
def test_weak_light_beside_strong(
    write: Callable[[str, bytes], str], colors: str, rebuild: bool, tmp_path: Path
) -> None:
    """Of 0.2, 2 and 10,000 each is right within a tenth, also in the file that is opened again."""
    lights = {1: (0.2, 0), 2: (0.2, 1), 3: (1, 4)}
    kinds = (hv.matl(index, type="_emit", emit=emit, flux=flux) for index, (emit, flux) in lights.items())
    grid = np.array([1, 2, 3], np.uint8).reshape(3, 1, 1)
    white = hv.rgba([(255, 128, 64, 255)] * 256)
    bpy.ops.import_scene.trivox(filepath=write("a.vox", hv.vox(hv.dense_model(grid), white, *kinds)), colors=colors)
    if rebuild:
        bpy.ops.trivox.use_mode(mode="faces")
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "a.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "a.blend"))
    glow, power = bpy.data.images["a_glow"], bpy.data.images["a_power"]
    assert (glow.colorspace_settings.name, power.colorspace_settings.name) == ("sRGB", "Non-Color")
    assert not glow.is_float and power.is_float
    strength = strength_of(shader_input(bpy.data.materials["a"], "Emission Strength"))
    times = np.empty(4 * power.size[0] * power.size[1], np.float32)
    power.pixels.foreach_get(times)
    colors = linear(image_pixels(glow).reshape(-1, 4)[:, :3] / 255)
    sent = colors * strength * times.reshape(-1, 4)[:, :1]
    for emit, flux in lights.values():
        expected = linear(np.array([255, 128, 64]) / 255) * emit * 10**flux
        error = np.abs(sent - expected).max(axis=1) / expected.max()
        assert error.min() < 0.05, (sent, expected)
