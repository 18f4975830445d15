"""The presets of the extension: Blender finds and shows them, and each sets what an import takes."""

from __future__ import annotations

import ast
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import bpy
import helpers_vox as hv
import numpy as np
import pytest

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "presets" / "operator" / "import_scene.trivox"
PRESETS = sorted(FOLDER.glob("*.py"))
NAMES = ["3D Print", "Game", "Godot", "Many Small Props", "Render", "Rig / Edit", "Unity", "Unreal", "three.js"]
FILES = {"rna_type", "location", "filepath", "filter_glob", "directory", "files", "voxel_length"}


def shown_name(path: Path) -> str:
    """As menus show it."""
    return bpy.path.display_name(str(path), title_case=False)


def options_of(operator: bpy.types.Operator) -> dict[str, Any]:
    """Every option that is not the default."""
    properties = operator.properties.bl_rna.properties
    values = {prop.identifier: (getattr(operator, prop.identifier), prop.default) for prop in properties
              if prop.identifier not in FILES}  # fmt: skip
    return {name: value for name, (value, default) in values.items() if value != default}


def apply(path: Path, operator: bpy.types.Operator) -> dict[str, Any]:
    """What Blender's menu does."""
    with bpy.context.temp_override(active_operator=operator):
        done = bpy.ops.script.execute_preset(filepath=str(path), menu_idname="WM_MT_operator_presets")
    assert done == {"FINISHED"}
    return options_of(operator)


@pytest.fixture
def operator(write: Write) -> bpy.types.Operator:
    """An import that was done, with options that no preset has."""
    path = write("a.vox", model())
    bpy.ops.import_scene.trivox(
        "EXEC_DEFAULT", True, filepath=path, mode="rectangles", effort=9, frame=7, unplaced="frames", rate=5
    )
    return bpy.context.window_manager.operators[-1]


def model() -> bytes:
    """Two boxes that touch, one hollow, on a layer and in a group, and one that is hidden."""
    hollow = np.full((5, 5, 5), 3, np.uint8)
    hollow[1:4, 1:4, 1:4] = 0
    return hv.vox(
        hv.dense_model(hollow) + hv.cube(),
        hv.ntrn(0, 1),
        hv.ngrp(1, 2, 8),
        hv.ntrn(2, 3, {"t": "30 40 50"}, name="group", layer=1),
        hv.ngrp(3, 4, 6),
        hv.ntrn(4, 5, name="hollow"),
        hv.nshp(5, 0),
        hv.ntrn(6, 7, {"t": "4 0 0"}, {"f": 3, "t": "5 0 0"}, name="cube"),
        hv.nshp(7, 1),
        hv.ntrn(8, 9, {"t": "0 0 90"}, name="secret", hidden=1),
        hv.nshp(9, 1),
        hv.layr(1, name="stage"),
        hv.rgba(hv.colors()),
        hv.rcam(0, mode="pers", focus="0 0 0", angle="0 0 0", radius=70, frustum=0.4, fov=45),
        hv.robj(type="_inf", i=0.5),
    )


def test_a_print_is_in_millimetres_and_closed(write: Write, tmp_path: Path, operator: bpy.types.Operator) -> None:
    chosen = apply(FOLDER / "3D_Print.py", operator)
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    bpy.context.scene.unit_settings.scale_length = 0.001
    bpy.ops.import_scene.trivox(filepath=write("a.vox", model()), **chosen)
    bpy.ops.wm.stl_export(filepath=str(tmp_path / "a.stl"))
    data = (tmp_path / "a.stl").read_bytes()[84:]
    record = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("rest", "<u2")])
    corners = np.frombuffer(data, record)["corners"].astype(float)
    assert np.abs(2 * corners - np.rint(2 * corners)).max() < 1e-4
    assert np.ptp(corners.reshape(-1, 3), axis=0) == pytest.approx([7, 5, 5], abs=1e-4)
    # Each edge is there once from each side.
    points = np.unique(np.rint(2 * corners).astype(int).reshape(-1, 3), axis=0, return_inverse=True)[1].reshape(-1, 3)
    edges = np.concatenate([points[:, [0, 1]], points[:, [1, 2]], points[:, [2, 0]]])
    assert len(np.unique(edges, axis=0)) == len(edges)
    assert {tuple(edge) for edge in edges.tolist()} == {tuple(edge) for edge in edges[:, ::-1].tolist()}


def test_blender_shows_them() -> None:
    folders = [os.path.realpath(folder) for folder in bpy.utils.preset_paths("operator/import_scene.trivox")]
    assert folders.count(str(FOLDER.resolve())) == 1
    assert sorted(map(shown_name, PRESETS)) == NAMES


@pytest.mark.parametrize("path", PRESETS, ids=shown_name)
def test_each_sets_options_that_there_are(path: Path, operator: bpy.types.Operator) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assigned = [(node.targets[0].attr, ast.literal_eval(node.value)) for node in tree.body
                if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute)]  # fmt: skip
    names = [name for name, _value in assigned]
    assert len(names) == len(set(names)) and not set(names) & FILES
    found = apply(path, operator)
    assert found == {name: pytest.approx(value) if isinstance(value, float) else value for name, value in assigned}
    assert Path(operator.filepath).name == "a.vox"
    # Whatever was chosen before.
    for other in PRESETS:
        apply(other, operator)
        assert apply(path, operator) == found


def test_they_differ(operator: bpy.types.Operator) -> None:
    chosen = [repr(sorted(apply(path, operator).items())) for path in PRESETS]
    assert len(set(chosen)) == len(PRESETS) and repr([]) not in chosen


def test_textures_survive_engines(operator: bpy.types.Operator) -> None:
    """As docs/bleeding.md measured: blocks of one color where textures are compressed, wide borders for mip-maps."""
    chosen = {shown_name(path): apply(path, operator) for path in PRESETS}
    assert all(options.get("border", 1) >= 1 for options in chosen.values())
    for name, border in (("Unity", 8), ("Unreal", 8), ("Godot", 4)):
        assert (chosen[name]["texel_scale"], chosen[name]["align"], chosen[name]["border"]) == (4, True, border)
    assert chosen["Game"]["border"] == 4 and chosen["Game"]["power_of_two"]


@pytest.mark.parametrize("path", PRESETS, ids=shown_name)
def test_each_imports(path: Path, operator: bpy.types.Operator, write: Write) -> None:
    chosen = apply(path, operator)
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    assert bpy.ops.import_scene.trivox(filepath=write("a.vox", model()), **chosen) == {"FINISHED"}
    meshes = [obj for obj in bpy.data.objects if obj.type == "MESH"]
    assert meshes and not any(obj.data.validate() for obj in meshes)
    assert [json.loads(obj.data["trivox"])["options"]["mode"] for obj in meshes] == [
        chosen.get("mode", "watertight")
    ] * len(meshes)
    if shown_name(path) == "3D Print":
        (obj,) = bpy.data.objects
        corners = np.array([obj.matrix_world @ vertex.co for vertex in obj.data.vertices])
        assert np.ptp(corners, axis=0) == pytest.approx([0.007, 0.005, 0.005], abs=1e-6)
        assert corners[:, 2].min() == pytest.approx(0, abs=1e-7)
        assert len(obj.data.polygons) < 60 and all(len(face.vertices) == 3 for face in obj.data.polygons)
    if shown_name(path) == "Render":
        assert bpy.data.cameras and bpy.data.lights and bpy.data.actions
