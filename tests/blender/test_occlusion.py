"""Ambient occlusion in Blender: in an image that exporters know, or in the colors, in all modes and after paint."""

from __future__ import annotations

import importlib
import itertools
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import bpy
import helpers_vox as hv
import numpy as np
import pytest
from helpers_glb import Glb
from helpers_scene import Placed, image_pixels, seen_on, texture_of, told

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")

MODES = ["faces", "polygons", "watertight", "rectangles", "fewest"]
RNG = np.random.default_rng(5)
GRID = np.where(RNG.random((5, 4, 4)) < 0.6, RNG.integers(1, 5, (5, 4, 4)), 0).astype(np.uint8)
FACES = Placed(GRID, np.eye(3, dtype=int), np.zeros(3, int)).faces()
DISTANCE = 4
METAL = 3


def import_grid(write: Write, *chunks: bytes, **options: object) -> bpy.types.Object:
    nodes = [hv.ntrn(0, 1), hv.ngrp(1, 2), hv.ntrn(2, 3, {"t": "0 0 0"}), hv.nshp(3, 0)]
    data = hv.vox(hv.dense_model(GRID), *nodes, *chunks, hv.rgba(hv.colors()))
    bpy.ops.import_scene.trivox(filepath=write("castle.vox", data), **{"occlusion": DISTANCE, **options})
    bpy.context.view_layer.update()
    return next(obj for obj in bpy.context.selected_objects if obj.type == "MESH")


def use(mode: str, **options: object) -> None:
    assert bpy.ops.trivox.use_mode("EXEC_DEFAULT", True, mode=mode, **options) == {"FINISHED"}
    bpy.context.view_layer.update()


@pytest.fixture
def shares(extension: str) -> np.ndarray:
    """(F, 2, 2) of the faces, in the order of `FACES`, for two texels a face: the core's, which has its own tests."""
    core = importlib.import_module(f"{extension}.core.mesh.exposure")
    volume = importlib.import_module(f"{extension}.core.mesh.volume").volume_of_grid(GRID)
    faces = core.visible_faces(volume, "remove")
    normal = importlib.import_module(f"{extension}.core.directions").NORMAL[faces.planes.direction[faces.plane]]
    twice = 2 * (faces.cells(np.arange(len(faces))).T - np.array(GRID.shape) // 2) + 1 + normal
    seen = importlib.import_module(f"{extension}.core.mesh.occlusion").visible_shares(faces, None, 2, DISTANCE)
    known = {(*place, *way): share for place, way, share in zip(twice.tolist(), normal.tolist(), seen, strict=True)}
    return np.array([known[face] for face in FACES])


def shown(obj: bpy.types.Object, image: bpy.types.Image | None = None) -> np.ndarray:
    """(F, 2, 2, 3) what the four parts of each face show in an image laid out like that of the colors."""
    nodes = [node for node in obj.data.materials[0].node_tree.nodes if getattr(node, "image", None) == texture_of(obj)]
    own = texture_of(obj)
    for node in nodes:
        node.image = image or own
    seen = np.zeros((len(FACES), 2, 2, 3), int)
    for steps in itertools.product((-0.24, 0.26), repeat=3):
        colors = seen_on(obj, list(FACES), 0.1, (steps[0], steps[1] + 0.005, steps[2] - 0.004))
        for number, ((*_, x, y, z), (color,)) in enumerate(zip(FACES, colors, strict=True)):
            axis = (abs(x), abs(y), abs(z)).index(1)
            # Columns run along the axis that turns into the next one, with the normal; see the table of directions.
            u, v = ((axis + 1) % 3, (axis + 2) % 3) if x + y + z > 0 else ((axis + 2) % 3, (axis + 1) % 3)
            seen[number, int(steps[v] > 0), int(steps[u] > 0)] = color
    for node in nodes:
        node.image = own
    return seen


def surface_of(obj: bpy.types.Object) -> bpy.types.Image:
    key = told(texture_of(obj))["maps"]["surface"]
    return next(image for image in bpy.data.images if image.get("trivox") and told(image)["key"] == key)


def group_of(material: bpy.types.Material) -> bpy.types.Node | None:
    return next((node for node in material.node_tree.nodes if node.type == "GROUP"), None)


def darkened(shares: np.ndarray, strength: float) -> np.ndarray:
    """(F, 2, 2, 3) the colors of the faces as the formula of glTF darkens them, 0 to 255."""
    colors = np.array([hv.colors()[color - 1][:3] for color in FACES.values()]) / 255
    light = np.where(colors > 0.04045, ((colors + 0.055) / 1.055) ** 2.4, colors / 12.92)
    light = light[:, None, None] * (1 + strength * (shares / 255 - 1))[..., None]
    return np.where(light > 0.0031308, 1.055 * light ** (1 / 2.4) - 0.055, light * 12.92) * 255


def exported(folder: Path) -> Glb:
    path = folder / "scene.glb"
    bpy.ops.export_scene.gltf(filepath=str(path), export_format="GLB", use_selection=True)
    return Glb(path)


def picture(glb: Glb, texture: dict[str, Any]) -> np.ndarray:
    """(H, W, 3) uint8 of a texture, rows from the bottom."""
    view = glb.json["bufferViews"][glb.json["images"][glb.json["textures"][texture["index"]]["source"]]["bufferView"]]
    data = glb._bytes[view.get("byteOffset", 0) :][: view["byteLength"]]
    width, height = struct.unpack(">II", data[16:24])
    path = Path(bpy.app.tempdir, "picture.png")
    path.write_bytes(data)
    image = bpy.data.images.load(str(path))
    image.colorspace_settings.name = "Non-Color"
    pixels = image_pixels(image)
    bpy.data.images.remove(image)
    assert pixels.shape[:2] == (height, width)
    return pixels[..., :3]


@pytest.mark.parametrize("mode", MODES)
def test_a_map_tells_the_share_of_each_part_in_every_mode(write: Write, shares: np.ndarray, mode: str) -> None:
    obj = import_grid(write, mode=mode, texel_scale=2)
    assert np.array_equal(shown(obj, surface_of(obj))[..., 0], shares)
    assert group_of(obj.data.materials[0]).inputs["Occlusion"].is_linked
    colors = [hv.colors()[color - 1][:3] for color in FACES.values()]
    assert (shown(obj) == np.array(colors)[:, None, None]).all()
    use("faces" if mode == "fewest" else "fewest")
    assert told(obj.data)["options"]["occlusion"] == DISTANCE
    assert np.array_equal(shown(obj, surface_of(obj))[..., 0], shares)


@pytest.mark.parametrize("mixed", [False, True])
@pytest.mark.parametrize("strength", [1.0, 0.25])
def test_exporters_write_the_map(
    write: Write, shares: np.ndarray, tmp_path: Path, mixed: bool, strength: float
) -> None:
    kinds = [hv.matl(METAL, type="_metal", metal=0.8, rough=0.4)] if mixed else []
    obj = import_grid(write, *kinds, texel_scale=2, occlusion_strength=strength)
    glb = exported(tmp_path)
    (material,) = glb.json["materials"]
    occlusion = material["occlusionTexture"]
    assert occlusion.get("strength", 1) == pytest.approx(strength)
    rough = material["pbrMetallicRoughness"].get("metallicRoughnessTexture")
    assert rough is None or rough["index"] == occlusion["index"]
    assert (rough is not None) == mixed
    assert np.array_equal(picture(glb, occlusion)[..., 0], image_pixels(surface_of(obj))[..., 0])


def test_materials_share_one_group(write: Write) -> None:
    first, second = import_grid(write), import_grid(write, again="new")
    assert first.data.materials[0] != second.data.materials[0]
    assert group_of(first.data.materials[0]).node_tree == group_of(second.data.materials[0]).node_tree


def test_a_group_of_the_name_that_is_another_stays(write: Write) -> None:
    other = bpy.data.node_groups.new("glTF Material Output", "ShaderNodeTree")
    node = group_of(import_grid(write).data.materials[0])
    assert node.node_tree != other and node.inputs["Occlusion"].is_linked
    bpy.data.node_groups.remove(node.node_tree)
    bpy.data.node_groups.remove(other)


@pytest.mark.parametrize("strength", [1.0, 0.5])
def test_colors_are_darkened_in_every_mode(write: Write, shares: np.ndarray, strength: float, tmp_path: Path) -> None:
    obj = import_grid(write, mode="polygons", texel_scale=2, occlusion_in="colors", occlusion_strength=strength)
    assert np.abs(shown(obj) - darkened(shares, strength)).max() <= 0.5 + 1e-6
    assert "surface" not in told(texture_of(obj))["maps"] and group_of(obj.data.materials[0]) is None
    before = shown(obj)
    for mode in MODES:
        use(mode)
        assert np.array_equal(shown(obj), before)
    (material,) = exported(tmp_path).json["materials"]
    assert "occlusionTexture" not in material


@pytest.mark.parametrize("where", ["map", "colors"])
def test_paint_and_occlusion_stay_in_other_modes(write: Write, where: str) -> None:
    obj = import_grid(write, mode="faces", texel_scale=2, occlusion_in=where)
    pixels = image_pixels(texture_of(obj))
    pixels[::3, ::2, :3] = (9, 200, 31)
    texture_of(obj).pixels.foreach_set((pixels / 255).astype(np.float32).ravel())
    texture_of(obj).pack()
    before = [shown(obj), *([shown(obj, surface_of(obj))] if where == "map" else [])]
    for mode in ("polygons", "rectangles", "faces"):
        use(mode)
        after = [shown(obj), *([shown(obj, surface_of(obj))] if where == "map" else [])]
        assert all(np.array_equal(one, other) for one, other in zip(after, before, strict=True))


@pytest.mark.parametrize("colors", ["strip", "palette", "attribute", "materials"])
def test_numbers_and_one_color_a_face_have_none(write: Write, colors: str) -> None:
    obj = import_grid(write, colors=colors)
    assert told(obj.data)["options"]["occlusion"] == 0
    groups = filter(None, map(group_of, obj.data.materials))
    assert not any("Occlusion" in group.inputs for group in groups)
