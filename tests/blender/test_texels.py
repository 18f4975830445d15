"""Textures of several texels a face, aligned and of its own for each face, in Blender: rebuilt and painted."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import bpy
import helpers_vox as hv
import numpy as np
import pytest
from helpers_scene import Placed, assert_shows, image_pixels, seen_on, texture_of, told

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")

MODES = ["faces", "polygons", "watertight", "rectangles", "fewest", "cutout"]
GRID = np.where(
    np.random.default_rng(3).random((5, 4, 3)) < 0.7, np.random.default_rng(4).integers(1, 4, (5, 4, 3)), 0
).astype(np.uint8)
PLACE = Placed(GRID, np.eye(3, dtype=int), np.zeros(3, int))
FACES = PLACE.faces()


def import_grid(write: Write, **options: object) -> bpy.types.Object:
    nodes = [hv.ntrn(0, 1), hv.ngrp(1, 2), hv.ntrn(2, 3, {"t": "0 0 0"}), hv.nshp(3, 0)]
    data = hv.vox(hv.dense_model(GRID), *nodes, hv.rgba(hv.colors()))
    bpy.ops.import_scene.trivox(filepath=write("castle.vox", data), **options)
    bpy.context.view_layer.update()
    return next(obj for obj in bpy.context.selected_objects if obj.type == "MESH")


def use(mode: str, **options: object) -> None:
    assert bpy.ops.trivox.use_mode("EXEC_DEFAULT", True, mode=mode, **options) == {"FINISHED"}
    bpy.context.view_layer.update()


def parts_seen(obj: bpy.types.Object, scale: int) -> list[list[set[tuple[int, ...]]]]:
    """What each face shows in all its scale x scale parts."""
    step = [(number + 0.5) / scale - 0.5 + 0.011 for number in range(scale)]
    return [
        seen_on(obj, list(FACES), 0.1, (step[i], step[j] + 0.005, step[(i + j) % scale] - 0.004))
        for i, j in itertools.product(range(scale), repeat=2)
    ]


def paint_texels(image: bpy.types.Image, share: float = 1.0) -> None:
    rng = np.random.default_rng(2)
    pixels = image_pixels(image)
    some = rng.random(pixels.shape[:2]) < share
    pixels[some, :3] = rng.integers(0, 256, (some.sum(), 3))
    image.pixels.foreach_set((pixels / 255).astype(np.float32).ravel())
    image.pack()


def close(now: list[Any], before: list[Any]) -> bool:
    """Where faces lie over each other, what was painted differs, and one of them stays."""
    return all(
        len(one) == 1 and one <= other
        for a, b in zip(now, before, strict=True)
        for one, other in zip(a, b, strict=True)
    )


@pytest.mark.parametrize("scale", [2, 3, 4, 8])
@pytest.mark.parametrize("mode", MODES)
def test_each_face_shows_its_color(write: Write, mode: str, scale: int) -> None:
    for align, own in itertools.product((False, True), repeat=2):
        obj = import_grid(write, mode=mode, texel_scale=scale, align=align, own_texels=own)
        assert told(obj.data)["options"]["texel_scale"] == scale
        colors = [{hv.colors()[color - 1][:3]} for color in FACES.values()]
        assert all(part == colors for part in parts_seen(obj, scale))
        if align:
            assert not any(side % 4 for side in texture_of(obj).size)


@pytest.mark.parametrize(
    ("scale", "align", "own"), [(1, True, False), (2, False, True), (3, True, True), (4, True, False)]
)
@pytest.mark.parametrize("first", MODES)
def test_paint_stays_in_other_modes(write: Write, first: str, scale: int, align: bool, own: bool) -> None:
    obj = import_grid(write, mode=first, texel_scale=scale, align=align, own_texels=own)
    paint_texels(texture_of(obj), 0.5)
    before = parts_seen(obj, scale)
    assert len({color for part in before for seen in part for color in seen}) > (20 if own or first != "faces" else 2)
    for second in (*MODES, first):
        use(second)
        assert close(parts_seen(obj, scale), before), second
        assert not any(side % 4 for side in texture_of(obj).size) or not align


@pytest.mark.parametrize("scales", [(1, 4), (1, 3), (2, 4), (4, 8)])
def test_paint_stays_at_a_finer_scale_and_back(write: Write, scales: tuple[int, int]) -> None:
    obj = import_grid(write, mode="polygons", texel_scale=scales[0])
    paint_texels(texture_of(obj))
    before = parts_seen(obj, scales[0])
    for scale, mode in itertools.product(reversed(scales), ("faces", "watertight")):
        use(mode, texel_scale=scale, align="on" if scale == 4 else "off")
        assert told(obj.data)["options"]["texel_scale"] == scale
        assert close(parts_seen(obj, scales[0]), before)


def test_a_coarser_texture_shows_what_is_in_the_middle(write: Write) -> None:
    obj = import_grid(write, mode="faces", texel_scale=3, own_texels=True)
    paint_texels(texture_of(obj))
    before = seen_on(obj, list(FACES), 0.1, (0.1, -0.12, 0.14))
    use("polygons", texel_scale=1)
    assert parts_seen(obj, 2) == [before] * 4


@pytest.mark.parametrize("mode", ["polygons", "faces"])
def test_exported_glb_shows_every_color(write: Write, tmp_path: Path, mode: str) -> None:
    import_grid(write, mode=mode, texel_scale=4, align=True, own_texels=True)
    bpy.ops.export_scene.gltf(filepath=str(tmp_path / "castle.glb"), export_format="GLB", use_selection=True)
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    bpy.ops.import_scene.gltf(filepath=str(tmp_path / "castle.glb"))
    bpy.context.view_layer.update()
    obj = next(obj for obj in bpy.data.objects if obj.type == "MESH")
    colors = [{hv.colors()[color - 1][:3]} for color in FACES.values()]
    assert all(part == colors for part in parts_seen(obj, 4))
    assert not any(side % 4 for side in texture_of(obj).size)


def test_atlases_in_one_image_are_aligned_too(write: Write) -> None:
    """Each mesh has its own options, but blocks are those of the image."""
    grids = [np.where(np.random.default_rng(seed).random((4, 3, 2)) < 0.8, GRID[:4, :3, :2], 0) for seed in (1, 2, 3)]
    nodes = [
        chunk
        for number in range(3)
        for chunk in (
            hv.ntrn(2 + 2 * number, 3 + 2 * number, {"t": f"{20 * number} 0 0"}),
            hv.nshp(3 + 2 * number, number),
        )
    ]
    data = hv.vox(*map(hv.dense_model, grids), hv.ntrn(0, 1), hv.ngrp(1, 2, 4, 6), *nodes, hv.rgba(hv.colors()))
    bpy.ops.import_scene.trivox(filepath=write("three.vox", data), border=0)
    objects = sorted((obj for obj in bpy.data.objects if obj.type == "MESH"), key=lambda obj: obj.location.x)
    for obj, align in ((objects[1], "on"), (objects[0], "keep"), (objects[2], "keep"), (objects[1], "keep")):
        bpy.ops.object.select_all(action="DESELECT")
        obj.select_set(True)
        bpy.context.view_layer.objects.active = obj
        use("faces", align=align, own_texels="on", texel_scale=4)
        image = texture_of(obj)
        assert not any(side % 4 for side in image.size)
        uv = np.array([entry.vector for entry in objects[1].data.uv_layers[0].uv]) * np.array(image.size)
        np.testing.assert_allclose(uv / 4, (uv / 4).round(), atol=1e-3)
    for obj, grid, number in zip(objects, grids, range(3), strict=True):
        assert_shows(obj, Placed(grid, np.eye(3, dtype=int), np.array((20 * number, 0, 0))), hv.colors())


def test_meshes_from_before_these_options_are_known(write: Write) -> None:
    obj = import_grid(write)
    record = told(obj.data)
    for name in ("texel_scale", "align", "own_texels"):
        del record["options"][name]
    obj.data["trivox"] = json.dumps(record)
    use("faces")
    assert told(obj.data)["options"]["texel_scale"] == 1


def test_use_mode_leaves_what_it_is_not_told(write: Write) -> None:
    obj = import_grid(write, texel_scale=2, align=True)
    use("fewest")
    assert {name: told(obj.data)["options"][name] for name in ("texel_scale", "align", "own_texels")} == {
        "texel_scale": 2, "align": True, "own_texels": False,
    }  # fmt: skip
    use("fewest", texel_scale=1, align="off", own_texels="on")
    use("faces")
    options = told(obj.data)["options"]
    assert (options["texel_scale"], options["align"], options["own_texels"]) == (1, False, True)


def test_meshes_with_one_color_a_face_have_no_use_for_it(write: Write) -> None:
    obj = import_grid(write, colors="palette", texel_scale=4, align=True, own_texels=True)
    options = told(obj.data)["options"]
    assert (options["texel_scale"], options["align"], options["own_texels"]) == (1, False, False)
    use("faces", texel_scale=4)
    assert told(obj.data)["options"]["texel_scale"] == 1
    assert_shows(obj, PLACE, hv.colors())
