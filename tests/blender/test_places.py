"""Where files land: several side by side, and what is dropped where it was dropped; exports keep it in whole voxels."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import bpy
import helpers_vox as hv
import numpy as np
import pytest
from mathutils import Matrix, Vector

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")


def bar(long: int) -> bytes:
    return hv.vox(hv.dense_model(np.full((long, 2, 3), 5, np.uint8)), hv.rgba(hv.colors()))


def placed(long: int, move: str = "40 50 60") -> bytes:
    grid = np.full((long, 2, 4), 5, np.uint8)
    return hv.vox(hv.dense_model(grid), hv.ntrn(0, 1), hv.ngrp(1, 2), hv.ntrn(2, 3, {"t": move}), hv.nshp(3, 0))


def box(name: str) -> np.ndarray:
    """(2, 3): lowest and highest corner in the world."""
    bpy.context.view_layer.update()
    obj = bpy.data.objects[name]
    points = np.array([obj.matrix_world @ Vector(corner) for corner in obj.bound_box])
    return np.array([points.min(axis=0), points.max(axis=0)])


def load(tmp_path: Path, files: dict[str, bytes], **options: object) -> None:
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    names = [{"name": name} for name in files]
    assert bpy.ops.import_scene.trivox(directory=str(tmp_path), files=names, **options) == {"FINISHED"}


def test_several_files_stand_side_by_side_by_name(tmp_path: Path) -> None:
    load(tmp_path, {"a10.vox": bar(4), "a9.vox": bar(8), "B.vox": bar(2)}, voxel_size=1)
    boxes = [box(name) for name in ("a9", "a10", "B")]
    assert [one[0, 2] for one in boxes] == [0, 0, 0]
    # Two in the first row, with a gap of two voxels, for an eighth of the widest is less; the third behind them.
    assert boxes[1][0, 0] > boxes[0][1, 0] and boxes[2][0, 1] > boxes[0][1, 1]
    assert boxes[1][0, 0] - boxes[0][1, 0] == pytest.approx(2, abs=1.01)
    assert boxes[2][0, 1] - max(boxes[0][1, 1], boxes[1][1, 1]) == pytest.approx(2, abs=1.01)
    assert np.allclose(np.concatenate(boxes), np.rint(np.concatenate(boxes)), atol=1e-5)


def test_as_saved(tmp_path: Path) -> None:
    load(tmp_path, {"a.vox": bar(4), "b.vox": bar(4)}, voxel_size=1, places="file")
    assert np.allclose(box("a"), box("b"))


def test_a_scene_alone_keeps_its_places_and_among_others_its_height(tmp_path: Path) -> None:
    load(tmp_path, {"a.vox": placed(4)}, voxel_size=1)
    assert np.allclose(box("a"), [[38, 49, 58], [42, 51, 62]])
    load(tmp_path, {"b.vox": placed(4), "c.vox": placed(6)}, voxel_size=1)
    assert box("b")[0, 2] == pytest.approx(58) and abs(box("b")[:, :2]).max() < 10
    assert box("c")[0, 0] > box("b")[1, 0]


@pytest.mark.parametrize("data", [bar(4), placed(4)], ids=["loose", "placed"])
@pytest.mark.parametrize("scale", [1.0, 0.01])
def test_what_is_dropped_stands_there(write: Write, data: bytes, scale: float) -> None:
    bpy.context.scene.unit_settings.scale_length = scale
    place = Vector((3.02, -7.96, 2.05)) / scale
    bpy.ops.import_scene.trivox(filepath=write("a.vox", data), location=place)
    found = box("a")
    foot = np.array([*found.mean(axis=0)[:2], found[0, 2]])
    assert np.allclose(foot * scale, (3.0, -8.0, 2.0), atol=0.0501)


def test_at_origin_is_stronger(write: Write) -> None:
    bpy.ops.import_scene.trivox(filepath=write("a.vox", placed(4)), location=(5, 5, 5), at_origin=True, voxel_size=1)
    assert np.allclose(box("a"), [[-2, -1, 0], [2, 1, 4]])


def test_several_are_dropped_around_a_point(tmp_path: Path) -> None:
    load(tmp_path, {"a.vox": placed(4), "b.vox": bar(4)}, voxel_size=1, location=(100, 0, 7))
    both = np.array([box("a"), box("b")])
    assert np.allclose(both[:, 0, 2], 7)
    assert np.allclose((both[:, 0].min(axis=0) + both[:, 1].max(axis=0))[:2] / 2, (100, 0), atol=1)


def test_what_moves_moves_there(write: Write) -> None:
    frames = ({"f": 0, "t": "0 0 0"}, {"f": 3, "t": "4 0 0"})
    data = hv.vox(hv.cube(), hv.ntrn(0, 1), hv.ngrp(1, 2), hv.ntrn(2, 3, *frames), hv.nshp(3, 0))
    bpy.ops.import_scene.trivox(
        filepath=write("a.vox", data), animation="animate", rate=bpy.context.scene.render.fps, voxel_size=1,
        location=(50, 0, 0),
    )  # fmt: skip
    start = bpy.context.scene.frame_current
    xs = []
    for frame in (0, 3):
        bpy.context.scene.frame_set(start + frame)
        xs.append(box("a")[0, 0])
    assert xs == pytest.approx([49, 53])


def test_exports_keep_what_stands_side_by_side(extension: str, tmp_path: Path) -> None:
    load(tmp_path, {"a.vox": placed(4), "b.vox": placed(6)}, voxel_size=1)
    boxes = [box("a"), box("b")]
    bpy.ops.export_scene.trivox(filepath=str(tmp_path / "both.tvx"), what="all")
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    bpy.ops.import_scene.trivox(filepath=str(tmp_path / "both.tvx"))
    assert np.allclose(box("a"), boxes[0]) and np.allclose(box("b"), boxes[1])


def viewport(matrix: Matrix, **fields: object) -> SimpleNamespace:
    """An orthographic 3D viewport of 200 by 100 pixels at (1000, 500), 10 units high, that looks along its -z."""
    window = Matrix.Diagonal((1 / 10, 1 / 5, -1 / 100, 1))
    view = SimpleNamespace(
        is_perspective=False, view_matrix=matrix.inverted(), window_matrix=window,
        perspective_matrix=window @ matrix.inverted(), view_perspective="ORTHO",
    )  # fmt: skip
    region = SimpleNamespace(type="WINDOW", width=200, height=100, x=1000, y=500, data=view)
    active = SimpleNamespace(clip_end=1000.0, region_3d=view)
    area = SimpleNamespace(type="VIEW_3D", regions=[region], spaces=SimpleNamespace(active=active))
    names = ("scene", "evaluated_depsgraph_get")
    context = {name: getattr(bpy.context, name) for name in names} | {"area": area, "region": region}
    return SimpleNamespace(**{**context, **fields})


ABOVE = Matrix.Translation((0, 0, 50))
AHEAD = Matrix.Rotation(np.pi / 2, 4, "X")


def test_the_mouse_points_to_ground_or_surface(extension: str, write: Write) -> None:
    dropping = importlib.import_module(f"{extension}.operators.dropping")
    scene = bpy.context.scene
    scene.cursor.location = (1, 2, 3)
    mouse = SimpleNamespace(mouse_x=1150, mouse_y=525)
    assert np.allclose(dropping.drop_point(viewport(ABOVE), mouse), (5, -2.5, 0), atol=1e-4)
    bpy.ops.import_scene.trivox(filepath=write("a.vox", bar(4)), location=(5, -2.5, 0), voxel_size=1)
    bpy.context.view_layer.update()
    assert np.allclose(dropping.drop_point(viewport(ABOVE), mouse), (5, -2.5, 3), atol=1e-4)
    sidebar = SimpleNamespace(type="UI")
    assert np.allclose(dropping.drop_point(viewport(ABOVE, region=sidebar), mouse), (5, -2.5, 3), atol=1e-4)
    away = SimpleNamespace(mouse_x=1050, mouse_y=590)
    assert tuple(dropping.drop_point(viewport(AHEAD), away)) == (1, 2, 3)
    for area in (None, SimpleNamespace(type="OUTLINER")):
        assert tuple(dropping.drop_point(viewport(ABOVE, area=area), mouse)) == (1, 2, 3)
