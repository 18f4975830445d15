"""What data-blocks remember: text that every exporter can write, and what came back changed, damaged or foreign."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import bpy
import helpers_vox as hv
import numpy as np
import pytest
from helpers_scene import meshes_of, told

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")


@pytest.fixture
def obj(write: Write) -> bpy.types.Object:
    grid = np.arange(1, 13, dtype=np.uint8).reshape(2, 2, 3)
    data = hv.vox(hv.dense_model(grid), hv.matl(3, type="_metal", metal=1), hv.note("moss", "bark"))
    bpy.ops.import_scene.trivox(filepath=write("stump.vox", data))
    return bpy.context.object


FOR_RELOAD = {"trivox_source", "trivox_rows", "trivox_model", "trivox_slots", "trivox_material"}


def everything() -> list[bpy.types.ID]:
    kinds = (bpy.data.objects, bpy.data.meshes, bpy.data.images, bpy.data.materials, bpy.data.collections)
    return [block for kind in kinds for block in kind]


def test_all_that_is_stored_is_plain_text(obj: bpy.types.Object) -> None:
    stored = {key: block[key] for block in everything() for key in block.keys() if "trivox" in key}  # noqa: SIM118
    assert set(stored) == {"trivox", "trivox_voxels", "trivox_node", "trivox_file", "trivox_palette_names", *FOR_RELOAD}
    for text in stored.values():
        assert isinstance(text, str) and text.isascii() and text.isprintable()


@pytest.mark.parametrize("ending", [".usda", ".usdc", ".glb", ".gltf", ".fbx"])
def test_exported_and_imported_again(obj: bpy.types.Object, tmp_path: Path, ending: str, extension: str) -> None:
    """Custom properties go out and come back; what they say then is taken for what it is, or not at all."""
    path = str(tmp_path / f"out{ending}")
    gltf = {".glb": "GLB", ".gltf": "GLTF_SEPARATE"}
    if ending in gltf:
        bpy.ops.export_scene.gltf(filepath=path, export_format=gltf[ending], export_extras=True)
    elif ending == ".fbx":
        bpy.ops.export_scene.fbx(filepath=path, use_custom_props=True)
    else:
        bpy.ops.wm.usd_export(filepath=path)
    if ending == ".usda":
        assert "trivox_voxels" in Path(path).read_text(encoding="utf-8")
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    if ending in gltf:
        bpy.ops.import_scene.gltf(filepath=path)
    elif ending == ".fbx":
        bpy.ops.import_scene.fbx(filepath=path)
    else:
        assert bpy.ops.wm.usd_import(filepath=path) == {"FINISHED"}
    (found,) = meshes_of(bpy.data.objects)
    bpy.context.view_layer.objects.active = found
    panels = importlib.import_module(f"{extension}.ui.panels")
    for panel in panels.CLASSES:
        panel.poll(bpy.context)
    if bpy.ops.trivox.compare_modes.poll():
        assert bpy.ops.trivox.compare_modes() == {"FINISHED"}
        # Its texture is another image now, which does not say what it is.
        with pytest.raises(RuntimeError, match="texture of the mesh was removed"):
            bpy.ops.trivox.use_mode(mode="faces")
    found.select_set(True)
    try:
        assert bpy.ops.export_scene.trivox(filepath=str(tmp_path / "again.tvx"), what="all") == {"FINISHED"}
    except RuntimeError as error:
        assert "voxels" in str(error) or "quarter turns" in str(error)


def damaged(record: dict[str, Any]) -> list[object]:
    """A record as others would leave it."""
    without = [{key: value for key, value in record.items() if key != left_out} for left_out in record]
    wrong = [{**record, key: value} for key in record for value in (None, "x", [], {}, -(10**30), [[1]])]
    numbers = [text for text in map(json.dumps, (*without, *wrong)) if told_differs(text, record)]
    return [*numbers, "", "no JSON", "null", "[]", "7", json.dumps({**record, "version": 99}), "[" * 100_000]


def told_differs(text: str, record: dict[str, Any]) -> bool:
    return json.loads(text) != record


def test_foreign_records_are_no_meshes_of_ours(obj: bpy.types.Object, extension: str) -> None:
    """Whatever the property holds, panels draw, operators say so and nothing raises."""
    record = importlib.import_module(f"{extension}.blender.record")
    mesh, whole = obj.data, told(obj.data)
    lenient = 0
    for text in damaged(whole):
        mesh["trivox"] = text
        found = record.read_record(mesh)
        # Some fields may hold any text, number or flag; what is read is usable.
        if found is not None:
            lenient += 1
            assert found.options.mode and len(found.anchors) % 4 == 0
            record.edited(mesh), record.recorded_image(mesh)
            continue
        assert not record.has_voxels(obj) and not bpy.ops.trivox.use_mode.poll()
        assert importlib.import_module(f"{extension}.ui.stats").statistics([obj]).meshes == 0
    assert lenient < len(damaged(whole)) / 3
    for value in (b"bytes", 7, 0.5, [1, 2], {"options": {"mode": "faces"}}, obj):
        del mesh["trivox"]
        mesh["trivox"] = value
        assert record.read_record(mesh) is None and not bpy.ops.trivox.compare_modes.poll()


def test_foreign_images_hold_no_atlases(obj: bpy.types.Object, extension: str) -> None:
    record = importlib.import_module(f"{extension}.blender.record")
    images = importlib.import_module(f"{extension}.blender.image_record")
    image = record.recorded_image(obj.data)
    whole = told(image)
    for text in damaged(whole):
        image["trivox"] = text
        if images.read_image(image) is not None:
            images.holds_atlases(image), images.read_maps(image), images.read_strips(image)
    image["trivox"] = json.dumps({**whole, "atlases": [0, 0, image.size[0] + 1, 1, 1]})
    assert images.read_image(image) is None
    with pytest.raises(RuntimeError, match="texture of the mesh was removed"):
        bpy.ops.trivox.use_mode(mode="faces")


def test_an_image_is_found_under_another_name(obj: bpy.types.Object, extension: str) -> None:
    record = importlib.import_module(f"{extension}.blender.record")
    (image,) = (image for image in bpy.data.images if image.name == "stump")
    image.name = "moss and bark"
    assert record.recorded_image(obj.data) == image
    assert bpy.ops.trivox.use_mode(mode="faces") == {"FINISHED"}
    assert record.recorded_image(obj.data).name == "moss and bark"
