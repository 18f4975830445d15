"""Shapes for physics in Blender: names, places to the lattice point, what is replaced, and what engines get."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path

import bpy
import helpers_vox as hv
import numpy as np
import pytest
from helpers_scene import data_counts

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")


def random_grid(seed: int, shape: tuple[int, int, int] = (5, 4, 6)) -> np.ndarray:
    """Without sealed cavities: each column is filled from below."""
    heights = np.random.default_rng(seed).integers(1, shape[2] + 1, shape[:2])
    return (np.arange(shape[2]) < heights[..., None]).astype(np.uint8)


def import_one(write: Write, grid: np.ndarray, **options: object) -> bpy.types.Object:
    nodes = hv.ntrn(0, 1), hv.ngrp(1, 2), hv.ntrn(2, 3), hv.nshp(3, 0)
    data = hv.vox(hv.dense_model(grid), *nodes, hv.rgba(hv.colors()))
    bpy.ops.import_scene.trivox(filepath=write("castle.vox", data), **options)
    return bpy.context.object


def make(**options: object) -> set[str]:
    return bpy.ops.trivox.make_collision("EXEC_DEFAULT", True, **{"most": 0, "effort": 10, **options})


def shapes() -> list[bpy.types.Object]:
    bpy.context.view_layer.update()
    return [obj for obj in bpy.data.objects if "trivox_collision" in obj]


def filled_by(boxes: list[bpy.types.Object], size: tuple[int, ...], middle: np.ndarray, edge: float) -> np.ndarray:
    """How often boxes in the world fill each cell of a grid around a point."""
    count = np.zeros(size, int)
    for box in boxes:
        points = np.array([box.matrix_world @ vertex.co for vertex in box.data.vertices])
        cells = (points - middle) / edge + np.array(size) // 2
        assert np.abs(cells - cells.round()).max() < 1e-3
        low, high = cells.round().astype(int).min(axis=0), cells.round().astype(int).max(axis=0)
        assert len(points) == 8
        count[tuple(map(slice, low, high))] += 1
    return count


def outward(obj: bpy.types.Object) -> bool:
    """Whether all faces of a convex mesh look away from its middle in its own space."""
    middle = sum((vertex.co for vertex in obj.data.vertices), obj.data.vertices[0].co * 0) / len(obj.data.vertices)
    return all(polygon.normal.dot(polygon.center - middle) > 0 for polygon in obj.data.polygons)


@pytest.mark.parametrize("mirror", [1, -1])
def test_boxes_fill_the_model_exactly(write: Write, mirror: int) -> None:
    """Each solid cell is in one box, where the object shows it; names, wires, a collection, and no render."""
    grid = random_grid(1)
    obj = import_one(write, grid)
    obj.location, obj.scale = (1, 2, 3), (mirror, 1, 1)
    bpy.ops.object.transform_apply(location=False, rotation=False, scale=True)
    assert make() == {"FINISHED"}
    assert bpy.context.object == obj
    boxes = shapes()
    assert [box.name for box in boxes] == [f"UBX_castle_{number:02}" for number in range(len(boxes))]
    for box in boxes:
        assert (box.parent, box.display_type, box.hide_render, box.visible_get()) == (obj, "WIRE", True, True)
        assert [one.name for one in box.users_collection] == ["Collision"]
        assert box.data.name == box.name
        assert outward(box)
    expected = grid if mirror > 0 else grid[::-1]
    middle = np.array([1 + (0.1 if mirror < 0 else 0), 2, 3])
    if mirror < 0:
        # The pivot of five cells is two from one end and three from the other.
        assert (filled_by(boxes, grid.shape, middle - [0.2, 0, 0], 0.1) == expected).all()
    else:
        assert (filled_by(boxes, grid.shape, middle, 0.1) == expected).all()


@pytest.mark.parametrize("fit", ["outside", "inside"])
def test_fewer_boxes(write: Write, capfd: pytest.CaptureFixture[str], fit: str) -> None:
    """No more than asked for, around the model or inside it, and the report tells what an exact filling takes."""
    grid = random_grid(2)
    import_one(write, grid)
    make(most=5, fit=fit)
    boxes = shapes()
    assert 1 < len(boxes) <= 5
    count = filled_by(boxes, grid.shape, np.zeros(3), 0.1)
    assert ((count > 0) >= (grid > 0)).all() if fit == "outside" else ((count > 0) <= (grid > 0)).all()
    assert f"castle: {len(boxes)} boxes; to fill it exactly takes" in capfd.readouterr().out


def test_the_bound_is_told(extension: str, write: Write, capfd: pytest.CaptureFixture[str]) -> None:
    """The core's number, and the number of objects."""
    collision = importlib.import_module(f"{extension}.core.collision")
    record = importlib.import_module(f"{extension}.blender.record")
    obj = import_one(write, random_grid(3))
    make()
    model, _look = record.voxels_of(obj.data[record.VOXELS])
    made = collision.collision_of(model, collision.CollisionOptions(effort=10))
    line = f"castle: {len(made.boxes)} boxes, which fill it exactly; no fewer than {made.bound} can"
    assert line in capfd.readouterr().out
    assert len(shapes()) == len(made.boxes)


@pytest.mark.parametrize("names", ["unreal", "godot"])
def test_hull(extension: str, write: Write, names: str) -> None:
    """One convex mesh with the core's corners, under the engine's name."""
    collision = importlib.import_module(f"{extension}.core.collision")
    record = importlib.import_module(f"{extension}.blender.record")
    obj = import_one(write, random_grid(4))
    make(shape="hull", names=names)
    (hull,) = shapes()
    assert hull.name == {"unreal": "UCX_castle_00", "godot": "castle_00-convcolonly"}[names]
    model, _look = record.voxels_of(obj.data[record.VOXELS])
    made = collision.collision_of(model, collision.CollisionOptions(shape="hull")).hull
    points = np.array([vertex.co for vertex in hull.data.vertices])
    assert np.abs(points - 0.1 * (made.vertices - model.pivot)).max() < 1e-6
    assert outward(hull)


def test_shapes_are_replaced_and_follow_names(write: Write) -> None:
    """Made again there is nothing left over; levels of detail rename the object and its shapes."""
    import_one(write, random_grid(5))
    make(most=3)
    counts = data_counts()
    make(most=3)
    assert data_counts() == counts
    make(shape="hull")
    assert [shape.name for shape in shapes()] == ["UCX_castle_00"]
    bpy.ops.trivox.make_levels("EXEC_DEFAULT", True, levels=1, rule="any")
    assert [shape.name for shape in shapes()] == ["UCX_castle_LOD0_00"]


def test_undo_takes_all_back(write: Write) -> None:
    """One step."""
    import_one(write, random_grid(6))
    bpy.ops.ed.undo_push(message="before")
    before = data_counts()
    make(most=3)
    bpy.ops.ed.undo()
    assert data_counts() == before


def test_instances_share_meshes(write: Write) -> None:
    """Each object has shapes below it; meshes are made once."""
    obj = import_one(write, random_grid(7))
    other = obj.copy()
    obj.users_collection[0].objects.link(other)
    other.location.x += 3
    other.select_set(True)
    make(most=3, fit="inside")
    assert [len([one for one in shapes() if one.parent == each]) for each in (obj, other)] == [3, 3]
    assert len({one.data for one in shapes()}) == 3
    assert {one.name for one in shapes()} == {
        f"UBX_{each.name}_{number:02}" for each in (obj, other) for number in range(3)
    }


def test_too_many_boxes_are_refused(extension: str, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence, and nothing is made."""
    monkeypatch.setattr(importlib.import_module(f"{extension}.operators.collision"), "MOST_OBJECTS", 4)
    import_one(write, random_grid(8))
    with pytest.raises(RuntimeError, match="boxes to fill the model, too many objects; limit their number"):
        make()
    assert not shapes()


def test_exports(write: Write, tmp_path: Path) -> None:
    """Shapes are no voxels and no loss for .vox files; .glb files have their names."""
    import_one(write, random_grid(9))
    plain, path, glb = tmp_path / "plain.vox", tmp_path / "shapes.vox", tmp_path / "shapes.glb"
    bpy.ops.export_scene.trivox_vox(filepath=str(plain), what="all")
    make(most=2, names="godot", fit="inside")
    bpy.ops.export_scene.trivox_vox(filepath=str(path), what="all")
    assert path.read_bytes() == plain.read_bytes()
    bpy.ops.export_scene.gltf(filepath=str(glb))
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    bpy.ops.import_scene.gltf(filepath=str(glb))
    names = {obj.name for obj in bpy.data.objects if obj.parent}
    assert names == {"castle_00-convcolonly", "castle_01-convcolonly"}
