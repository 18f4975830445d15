"""Imports public models and odd or broken files, and compares with what is known of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import bpy
import helpers_vox as hv
import numpy as np
import pytest
from helpers_scene import data_counts, meshes_of, told, world_faces

MODELS, CASES = hv.shared_folder("models"), hv.shared_folder("cases")
TRUTH: list[dict[str, Any]] = json.loads((MODELS / "truth.json").read_text(encoding="utf-8")) if MODELS else []
FACTS: list[dict[str, Any]] = json.loads((CASES / "cases.json").read_text(encoding="utf-8")) if CASES else []

pytestmark = pytest.mark.usefixtures("empty")


@pytest.mark.skipif(CASES is None, reason="the folder of cases is not there")
@pytest.mark.parametrize("case", FACTS, ids=lambda case: case["id"])
def test_case(case: dict[str, Any]) -> None:
    assert CASES is not None
    before = data_counts()
    try:
        imported = bpy.ops.import_scene.trivox(filepath=str(CASES / case["file"]), voxel_size=1) == {"FINISHED"}
    except RuntimeError as error:
        imported = False
        assert str(error).startswith(f"Error: {case['file']}: ")
        assert data_counts() == before
    assert imported or case["expect"]["outcome"] in ("error", "either")
    assert not imported or case["expect"]["outcome"] != "error"
    for mesh in bpy.data.meshes:
        assert not mesh.validate(verbose=True)
    for obj in meshes_of(bpy.data.objects)[:3]:
        bpy.context.view_layer.objects.active = obj
        assert bpy.ops.trivox.use_mode(mode="fewest") == {"FINISHED"}
        assert not obj.data.validate(verbose=True)


# Blender raises what is too small to the least that is possible.
ANIMATED = {
    "mode": "fewest", "interior": "keep", "merge": "material", "border": 8, "power_of_two": True, "effort": 0,
    "faces": "triangles", "colors": "texture", "hierarchy": "flat", "voxel_size": 0, "origin": "center",
    "at_origin": True, "unplaced": "frames", "animation": "animate", "rate": 0, "scene_range": True,
    "layers": "property", "cameras": True, "lights": True, "show_colors": False,
}  # fmt: skip
JOINED = {
    "mode": "watertight", "border": 0, "effort": 9, "colors": "materials", "voxel_size": 1e6, "origin": "corner",
    "join": "one", "animation": "frame", "frame": 100_000, "rate": 240, "layers": "none", "hidden": "hide",
    "cameras": True, "lights": True, "scene_range": True,
}  # fmt: skip
APART = {"mode": "rectangles", "colors": "attribute", "join": "contacts", "origin": "bottom", "hidden": "skip"}
EXTREMES = pytest.mark.parametrize("options", [ANIMATED, JOINED, APART], ids=["animated", "joined", "apart"])


def refusal(path: Path, options: dict[str, Any]) -> str:
    """Import a file, or say why not; then nothing is left of the attempt, and the message names the file."""
    before = data_counts()
    try:
        bpy.ops.import_scene.trivox(filepath=str(path), **options)
    except RuntimeError as error:
        assert str(error).startswith(f"Error: {path.name}: ")
        assert data_counts() == before
        return str(error)
    for mesh in bpy.data.meshes:
        assert not mesh.validate(verbose=True)
        assert np.isfinite([vertex.co[:] for vertex in mesh.vertices]).all()
    return ""


@pytest.mark.skipif(CASES is None, reason="the folder of cases is not there")
@pytest.mark.parametrize("case", FACTS, ids=lambda case: case["id"])
@EXTREMES
def test_case_with_all_options(case: dict[str, Any], options: dict[str, Any]) -> None:
    assert CASES is not None
    refused, plain = refusal(CASES / case["file"], options), refusal(CASES / case["file"], {})
    # What an option cannot do with a file is said.
    if refused and not plain:
        assert "hidden" in refused or "too far apart" in refused
    else:
        assert bool(refused) == bool(plain)
    assert not plain or case["expect"]["outcome"] in ("error", "either")
    assert plain or case["expect"]["outcome"] != "error"


@pytest.mark.skipif(MODELS is None, reason="the folder of models is not there")
@pytest.mark.parametrize("name", sorted(path.name for path in MODELS.glob("*.vox")) if MODELS else [])
@EXTREMES
def test_model_with_all_options(name: str, options: dict[str, Any]) -> None:
    assert MODELS is not None
    # Some are of other formats.
    assert bool(refusal(MODELS / name, options)) == bool(refusal(MODELS / name, {}))


WORLDS = [case for case in FACTS if "world" in case["facts"] or "worlds" in case["facts"]]


@pytest.mark.skipif(CASES is None, reason="the folder of cases is not there")
@pytest.mark.parametrize("case", WORLDS, ids=lambda case: case["id"])
def test_world_cells(case: dict[str, Any]) -> None:
    assert CASES is not None
    options = {"voxel_size": 1, "mode": "faces", "interior": "keep"}
    bpy.ops.import_scene.trivox(filepath=str(CASES / case["file"]), **options)
    bpy.context.view_layer.update()
    found = sorted(sorted(cells_of(world_faces(obj, 1))) for obj in meshes_of(bpy.data.objects))
    facts = case["facts"]
    worlds = [place["cells"] for place in facts["worlds"]] if "worlds" in facts else [facts["world"]]
    expected = [np.array(cells)[:, :3] for cells in worlds]
    if b"nTRN" not in (CASES / case["file"]).read_bytes():
        # What no file places stands on the ground.
        low, high = np.concatenate(expected).min(axis=0), np.concatenate(expected).max(axis=0) + 1
        expected = [cells - [*((low + high) // 2)[:2], low[2]] for cells in expected]
    assert found == sorted(sorted(set(map(tuple, cells.tolist()))) for cells in expected)


def cells_of(faces: list[tuple[int, ...]]) -> set[tuple[int, ...]]:
    """The cells behind faces that are given by twice their centre and their normal."""
    rows = np.array(faces)
    return set(map(tuple, ((rows[:, :3] - rows[:, 3:] - 1) // 2).tolist()))


@pytest.mark.skipif(MODELS is None, reason="the folder of models is not there")
@pytest.mark.parametrize("name", ["chr_knight.vox", "monu10.vox", "T-Rex.vox", "chr_sword.vox"])
@pytest.mark.parametrize("mode", ["faces", "polygons", "watertight", "rectangles", "fewest"])
@pytest.mark.parametrize("interior", ["remove", "keep"])
def test_model_counts(name: str, mode: str, interior: str) -> None:
    assert MODELS is not None
    bpy.ops.import_scene.trivox(filepath=str(MODELS / name), mode=mode, interior=interior)
    found = sorted({told(obj.data)["counts"]["triangles"] for obj in meshes_of(bpy.data.objects)})
    for mesh in bpy.data.meshes:
        assert not mesh.validate(verbose=True)
        mesh.calc_loop_triangles()
        assert len(mesh.loop_triangles) == told(mesh)["counts"]["triangles"]
        assert len(mesh.vertices) == told(mesh)["counts"]["vertices"]
    known = [truth for truth in TRUTH if (truth["file"], truth["interior"]) == (name, interior)]
    assert found == sorted({truth["triangles"][mode] for truth in known})
