"""A length in metres stays that length in scenes of other units: what arrives, what is rebuilt, and what is written."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable
from pathlib import Path

import bpy
import helpers_vox as hv
import numpy as np
import pytest

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")

SCALES = (0.01, 0.001, 1.0, 0.3048, 1000.0)
"""Scenes of centimetres, millimetres, metres, feet and kilometres."""
BAR = np.array([1, 2, 2], np.uint8).reshape(3, 1, 1)


def units(scale: float, system: str = "METRIC") -> None:
    """Let the scene have other units."""
    settings = bpy.context.scene.unit_settings
    settings.system, settings.scale_length = system, scale


def metres(scale: float, *lengths: float) -> list[float]:
    """Blender's lengths as the scene means them."""
    return [length * scale for length in lengths]


def file() -> bytes:
    """A bar that moves in a moved and turned group, and two cameras."""
    frames = ({"f": 0, "t": "1 2 3"}, {"f": 5, "t": "11 2 3"})
    return hv.vox(
        hv.dense_model(BAR),
        hv.ntrn(0, 1),
        hv.ngrp(1, 2),
        hv.ntrn(2, 3, {"r": 17, "t": "10 20 30"}, name="group"),
        hv.ngrp(3, 4),
        hv.ntrn(4, 5, *frames, name="bar"),
        hv.nshp(5, 0),
        hv.rgba(hv.colors()),
        hv.rcam(0, mode="orth", focus="0 0 0", angle="0 0 0", radius=7, frustum=0.5, fov=60),
        hv.rcam(1, mode="pers", focus="0 0 0", angle="90 0 0", radius=500_000, frustum=0.4, fov=45),
    )


def sides(obj: bpy.types.Object) -> list[float]:
    """How long a mesh is along each axis, the shortest first."""
    points = np.array([vertex.co for vertex in obj.data.vertices])
    return sorted(np.ptp(points, axis=0).tolist())


def load(path: str | Path, **options: object) -> None:
    assert bpy.ops.import_scene.trivox(filepath=str(path), **options) == {"FINISHED"}


def save(path: Path) -> bytes:
    assert bpy.ops.export_scene.trivox(filepath=str(path), what="all") == {"FINISHED"}
    return path.read_bytes()


def convert(extension: str, source: str, target: Path, **options: object) -> bytes:
    module = importlib.import_module(f"{extension}.core.convert")
    assert module.convert_file(source, str(target), module.ConvertOptions(**options)).error is None
    return target.read_bytes()


def voxel_size_of(extension: str, data: bytes) -> float:
    return importlib.import_module(f"{extension}.core.formats.tvx").read_tvx(data).voxel_size


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", [0.1, 0.02])
def test_all_that_arrives(write: Write, scale: float, size: float) -> None:
    units(scale)
    load(write("a.vox", file()), cameras=True, animation="animate", voxel_size=size)
    group, bar = bpy.data.objects["group"], bpy.data.objects["bar"]
    assert metres(scale, *group.location) == pytest.approx([10 * size, 20 * size, 30 * size])
    # Blender shows no empty smaller than 0.0001 units.
    assert metres(scale, group.empty_display_size) == pytest.approx([max(size, 0.0001 * scale)])
    assert sorted(metres(scale, *bar.dimensions)) == pytest.approx([size, size, 3 * size])
    assert tuple(bar.scale) == (1, 1, 1)
    places = []
    for frame in (1, 30):
        bpy.context.scene.frame_set(frame)
        places += metres(scale, *bar.location)
    assert places == pytest.approx([1 * size, 2 * size, 3 * size, 11 * size, 2 * size, 3 * size])
    flat, far = (bpy.data.objects[f"Camera {number}"] for number in range(2))
    assert metres(scale, flat.data.ortho_scale, *flat.location) == pytest.approx([7 * size, 0, -7 * size, 0], abs=1e-6)
    assert metres(scale, flat.data.clip_start, flat.data.clip_end) == pytest.approx([0.1, 1000])
    assert metres(scale, far.data.clip_end) == pytest.approx([max(1000, 5_000_000 * size)])
    assert flat.data.sensor_width == far.data.sensor_width == bpy.data.cameras.new("plain").sensor_width


def test_a_scene_without_units_is_in_metres(write: Write) -> None:
    units(0.01, "NONE")
    load(write("a.vox", file()))
    assert tuple(bpy.data.objects["group"].location) == pytest.approx((1, 2, 3))


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("later", [None, 0.05])
@pytest.mark.parametrize("moved", [False, True])
def test_another_mode_keeps_the_lengths(write: Write, scale: float, later: float | None, moved: bool) -> None:
    units(scale)
    load(write("a.vox", file()))
    bar = bpy.data.objects["bar"]
    if moved:
        for vertex in bar.data.vertices:
            vertex.co = 2 * vertex.co
    before = sides(bar)
    for mode in ("faces", "fewest"):
        if later:
            units(later)
        bpy.context.view_layer.objects.active = bar
        assert bpy.ops.trivox.use_mode("EXEC_DEFAULT", True, mode=mode) == {"FINISHED"}
        assert sides(bar) == pytest.approx(before)


def test_an_edited_mesh_keeps_the_units_in_which_it_was_made(write: Write, tmp_path: Path, extension: str) -> None:
    units(0.01)
    load(write("a.vox", file()))
    bar = bpy.context.object
    before = sides(bar)
    assert bpy.ops.trivox.use_mode("EXEC_DEFAULT", True, mode="fewest") == {"FINISHED"}
    bar.data.vertices.add(1)
    bar.data.vertices[-1].co = (999, 999, 999)
    assert voxel_size_of(extension, save(tmp_path / "a.tvx")) == pytest.approx(0.1)
    units(1)
    assert bpy.ops.trivox.use_mode("EXEC_DEFAULT", True, mode="faces") == {"FINISHED"}
    assert sides(bar) == pytest.approx(before)


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", [0.1, 0.001, 3.7])
def test_the_same_compact_file_as_without_blender(
    write: Write, tmp_path: Path, extension: str, scale: float, size: float
) -> None:
    path = write("a.vox", file())
    expected = convert(extension, path, tmp_path / "a.tvx", voxel_size=size)
    units(scale)
    load(path, animation="animate", voxel_size=size)
    assert save(tmp_path / "a.tvx") == expected
    bpy.data.batch_remove(list(bpy.data.objects))
    load(tmp_path / "a.tvx", animation="animate")
    assert metres(scale, *bpy.data.objects["group"].location) == pytest.approx([10 * size, 20 * size, 30 * size])
    assert voxel_size_of(extension, expected) == pytest.approx(size)


@pytest.mark.parametrize(("factor", "expected", "off"), [(1, 0.001, 0), (100, 0.1, 0), (7, 0.007, 1e-8)])
def test_a_scene_that_changes_its_units_says_how_long_things_are(
    write: Write, tmp_path: Path, extension: str, factor: float, expected: float, off: float
) -> None:
    load(write("a.vox", hv.vox(hv.dense_model(BAR), hv.rgba(hv.colors()))))
    units(0.01)
    bpy.context.object.scale *= factor
    data = save(tmp_path / "b.tvx")
    assert abs(voxel_size_of(extension, data) - expected) <= off


@pytest.mark.parametrize("scale", [0.01, 1000.0])
def test_a_glb_of_the_command_is_in_metres(write: Write, tmp_path: Path, extension: str, scale: float) -> None:
    units(scale)
    data = convert(extension, write("a.vox", hv.vox(hv.dense_model(BAR))), tmp_path / "a.glb", voxel_size=0.25)
    length = int.from_bytes(data[12:16], "little")
    tree = json.loads(data[20 : 20 + length])
    corners = next(one for one in tree["accessors"] if one["type"] == "VEC3" and "min" in one)
    assert sorted(np.subtract(corners["max"], corners["min"])) == pytest.approx([0.25, 0.25, 0.75])
    assert not [node for node in tree["nodes"] if "scale" in node]


@pytest.mark.parametrize("scale", SCALES)
def test_the_field_is_a_length_and_scripts_say_metres(scale: float) -> None:
    units(scale)
    options = bpy.context.window_manager.operator_properties_last("import_scene.trivox")
    options.voxel_size = 0.1
    assert metres(scale, options.voxel_length) == pytest.approx([0.1])
    for typed in (0.5, 0.03, 0.1):
        options.voxel_length = typed / scale
        assert options.voxel_size == np.float32(typed)
    field = options.bl_rna.properties["voxel_length"]
    assert (field.unit, field.subtype, field.is_skip_save) == ("LENGTH", "DISTANCE", True)
    assert options.bl_rna.properties["voxel_size"].unit == "NONE"
    options.property_unset("voxel_size")


@pytest.mark.parametrize("length", [0, -1, 1e30])
def test_a_length_that_cannot_be_becomes_the_nearest_that_can(length: float) -> None:
    options = bpy.context.window_manager.operator_properties_last("import_scene.trivox")
    options.voxel_length = length
    assert options.voxel_size == (2.0**20 if length > 0 else 2.0**-20)
    options.property_unset("voxel_size")
