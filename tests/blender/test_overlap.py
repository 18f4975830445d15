"""Overlap in Blender: where vertices are, and that such meshes are known again, moved, validated and made anew."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import bpy  # isort: skip  makes the others known
import helpers_vox as hv
import numpy as np
import pytest
from helpers_glb import Glb

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")

OVERLAP = 0.004
MODES = ["polygons", "rectangles", "fewest", "cutout"]
UNTOLD = {"cutout": 0.001}
"""What modes overlap by without being told to."""


def noise() -> np.ndarray:
    rng = np.random.default_rng(4)
    return np.where(rng.random((7, 6, 5)) < 0.6, rng.integers(1, 5, (7, 6, 5)), 0).astype(np.uint8)


def imported(write: Write, overlap: float = OVERLAP, **options: object) -> bpy.types.Object:
    data = hv.vox(hv.dense_model(noise()), hv.matl(4, type="_glass", trans=0.75, rough=0, ri=1.6), hv.rgba(hv.colors()))
    bpy.ops.import_scene.trivox(filepath=write("a.vox", data), overlap=overlap, voxel_size=0.5, **options)
    return bpy.context.object


def corners(mesh: bpy.types.Mesh) -> tuple[np.ndarray, np.ndarray]:
    """(L, 3) places in voxels and (L, 2) texels of each corner of each face."""
    places = np.array([mesh.vertices[loop.vertex_index].co for loop in mesh.loops]) / 0.5
    if not mesh.uv_layers:
        return places, np.zeros((len(places), 2))
    size = np.array(mesh.materials[0].node_tree.nodes["Image Texture"].image.size)
    return places, np.array([entry.vector for entry in mesh.uv_layers[0].uv]) * size


@pytest.fixture
def edits(extension: str) -> ModuleType:
    return importlib.import_module(f"{extension}.blender.edits")


@pytest.mark.parametrize("faces", ["quads", "triangles", "ngons"])
@pytest.mark.parametrize("mode", MODES)
def test_corners_move_by_the_overlap_and_texels_with_them(write: Write, mode: str, faces: str) -> None:
    plain, plain_uv = corners(imported(write, 0.0, mode=mode, faces=faces, again="new").data)
    moved = imported(write, mode=mode, faces=faces, again="new").data
    found, uv = corners(moved)
    away, step = found - plain, OVERLAP - UNTOLD.get(mode, 0)
    assert (np.isclose(np.abs(away), 0, atol=1e-5) | np.isclose(np.abs(away), step, atol=1e-5)).all()
    assert (np.abs(away) > 0.001).any()
    shift = np.abs(uv - plain_uv)
    assert (np.isclose(shift, 0, atol=1e-3) | np.isclose(shift, step, atol=1e-3)).all() and (shift > 0.002).any()
    # In their planes: as many sides as before look along each axis.
    normals = np.array([polygon.normal for polygon in moved.polygons])
    assert np.allclose(np.abs(normals).max(axis=1), 1) and not moved.validate()
    for polygon in moved.polygons:
        axis = int(np.abs(polygon.normal).argmax())
        own = slice(polygon.loop_start, polygon.loop_start + polygon.loop_total)
        assert np.allclose(away[own, axis], 0, atol=1e-6)


@pytest.mark.parametrize("mode", ["faces", "watertight"])
def test_modes_without_junctions_are_as_they_were(write: Write, mode: str) -> None:
    plain, plain_uv = corners(imported(write, 0.0, mode=mode, again="new").data)
    found, uv = corners(imported(write, mode=mode, again="new").data)
    assert np.array_equal(plain, found) and np.array_equal(plain_uv, uv)


@pytest.mark.parametrize("overlap", [0.001, OVERLAP, 0.1])
@pytest.mark.parametrize("colors", ["texture", "palette", "attribute", "materials"])
@pytest.mark.parametrize("mode", MODES)
def test_a_mesh_is_known_again(edits: ModuleType, write: Write, mode: str, colors: str, overlap: float) -> None:
    obj = imported(write, overlap, mode=mode, colors=colors)
    mesh = obj.data
    assert edits.edits_of(mesh).found == ()
    lattice, _most = edits.lattice_of(mesh)
    assert np.abs(lattice - lattice.round()).max() < 1e-4
    obj.scale, obj.rotation_euler = (2, 3, 0.5), (0.3, 0.2, 0.1)
    bpy.ops.object.transform_apply()
    assert edits.edits_of(mesh).found == ()
    lattice, _most = edits.lattice_of(mesh)
    assert np.abs(lattice - lattice.round()).max() < 1e-3
    mesh.vertices[3].co.x += 0.4
    assert edits.edits_of(mesh).found == ("moved vertices",)


@pytest.mark.parametrize("border", [0, 1])
@pytest.mark.parametrize("mode", MODES)
def test_it_holds_and_other_modes_keep_it(extension: str, write: Write, mode: str, border: int) -> None:
    validate = importlib.import_module(f"{extension}.operators.validate")
    obj = imported(write, 0.05, mode=mode, border=border)
    for other in [*MODES, "watertight", mode]:
        assert bpy.ops.trivox.validate() == {"FINISHED"}
        assert not validate.verdict_of(obj.data).faults
        assert bpy.ops.trivox.use_mode(mode=other) == {"FINISHED"}
        places, _uv = corners(obj.data)
        off = np.abs(2 * places - np.rint(2 * places)).max() / 2
        assert off == pytest.approx(0 if other == "watertight" else 0.05, abs=1e-5)
    assert json.loads(obj.data["trivox"])["options"]["overlap"] == 0.05


@pytest.mark.parametrize("mode", ["polygons", "watertight", "cutout"])
def test_cut_outs_have_a_little_without_being_told(extension: str, edits: ModuleType, write: Write, mode: str) -> None:
    validate = importlib.import_module(f"{extension}.operators.validate")
    obj = imported(write, 0.0, mode=mode)
    places, _uv = corners(obj.data)
    off = np.abs(2 * places - np.rint(2 * places)).max() / 2
    assert off == pytest.approx(UNTOLD.get(mode, 0), abs=1e-5)
    assert edits.edits_of(obj.data).found == ()
    assert bpy.ops.trivox.validate() == {"FINISHED"}
    assert not validate.verdict_of(obj.data).faults
    assert bpy.ops.trivox.use_mode(mode="faces") == {"FINISHED"}
    places, _uv = corners(obj.data)
    assert np.allclose(2 * places, np.rint(2 * places), atol=1e-5)


def test_records_of_before_have_none(extension: str, write: Write) -> None:
    record = importlib.import_module(f"{extension}.blender.record")
    mesh = imported(write, 0.0, mode="fewest").data
    told = json.loads(mesh["trivox"])
    del told["options"]["overlap"]
    mesh["trivox"] = json.dumps(told)
    assert record.read_record(mesh).build.overlap == 0


def test_the_command_writes_it(extension: str, write: Write, tmp_path: Path) -> None:
    command = importlib.import_module(f"{extension}.operators.command")
    run = command.command_of(importlib.import_module(f"{extension}.cli").main)
    source, target = write("a.vox", hv.vox(hv.dense_model(noise()), hv.rgba(hv.colors()))), tmp_path / "a.glb"
    for overlap in (0.0, 0.05):
        words = ["--mode", "rectangles", "--overlap", str(overlap), "--voxel-size", "1"]
        assert run(["convert", source, str(target), *words]) == 0
        file = Glb(target)
        (primitive,) = file.json["meshes"][0]["primitives"]
        places = file.floats(primitive["attributes"]["POSITION"])
        assert np.abs(places - np.rint(places)).max() == pytest.approx(overlap, abs=1e-5)
