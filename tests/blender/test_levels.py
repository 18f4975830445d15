"""Levels of detail in Blender: names, places, what engines get, what is replaced, what else works with them."""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable
from pathlib import Path

import bpy
import helpers_vox as hv
import numpy as np
import pytest
from helpers_scene import Placed, assert_shows, data_counts

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")


def random_grid(seed: int, shape: tuple[int, int, int] = (9, 8, 7)) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return np.where(rng.random(shape) < 0.7, rng.integers(1, 256, shape), 0).astype(np.uint8)


def simple(grid: np.ndarray) -> bytes:
    nodes = hv.ntrn(0, 1), hv.ngrp(1, 2), hv.ntrn(2, 3), hv.nshp(3, 0)
    return hv.vox(hv.dense_model(grid), *nodes, hv.rgba(hv.colors()))


def twice(grid: np.ndarray) -> bytes:
    """Two objects of one model."""
    nodes = hv.ntrn(0, 1), hv.ngrp(1, 2, 4), hv.ntrn(2, 3, t="-20 0 0"), hv.nshp(3, 0)
    nodes += (hv.ntrn(4, 5, t="20 3 1"), hv.nshp(5, 0))
    return hv.vox(hv.dense_model(grid), *nodes, hv.rgba(hv.colors()))


def import_one(write: Write, data: bytes, name: str = "castle.vox", **options: object) -> bpy.types.Object:
    bpy.ops.import_scene.trivox(filepath=write(name, data), **{"interior": "keep", **options})
    return bpy.context.object


def make(**options: object) -> set[str]:
    return bpy.ops.trivox.make_levels("EXEC_DEFAULT", True, **{"levels": 2, **options})


def any_grid(grid: np.ndarray, factor: int) -> np.ndarray:
    """Which cells of a level hold a voxel, counted from the pivot, by hand: (x, y, z) bool, pivot at half its shape."""
    low = -(np.array(grid.shape) // 2)
    cells = {tuple((cell + low) // factor) for cell in np.argwhere(grid)}
    reach = max(max(abs(side) for side in cell) for cell in cells) + 1
    filled = np.zeros((2 * reach,) * 3, bool)
    for cell in cells:
        filled[tuple(np.array(cell) + reach)] = True
    return filled


def corner_box(obj: bpy.types.Object) -> np.ndarray:
    """The lowest and highest corner in the world, by all vertices."""
    points = np.array([obj.matrix_world @ vertex.co for vertex in obj.data.vertices])
    return np.stack([points.min(axis=0), points.max(axis=0)])


def test_names_parents_and_places(write: Write) -> None:
    """The object gets its ending, the group its name; levels are hidden and lie where the core says."""
    grid = random_grid(1)
    obj = import_one(write, simple(grid))
    obj.location = (1, 2, 3)
    assert make(rule="any", mode="polygons") == {"FINISHED"}
    assert bpy.context.object == obj
    group = bpy.data.objects["castle"]
    assert (obj.name, obj.parent, group.type, group["fbx_type"]) == ("castle_LOD0", group, "EMPTY", "LodGroup")
    assert group.matrix_world.to_translation().length == 0
    assert group.name in obj.users_collection[0].objects
    bpy.context.view_layer.update()
    for number in (1, 2):
        level = bpy.data.objects[f"castle_LOD{number}"]
        assert level.parent == group
        assert level.data.name == level.name
        assert level.hide_render
        assert not level.visible_get()
        assert [one.name for one in level.users_collection] == ["Levels"]
        assert level.matrix_world == obj.matrix_world
        assert list(level.scale) == [1, 1, 1]
        filled = np.argwhere(any_grid(grid, 2**number))
        reach = len(any_grid(grid, 2**number)) // 2
        expected = 0.1 * 2**number * (np.stack([filled.min(axis=0), filled.max(axis=0) + 1]) - reach)
        assert np.abs(corner_box(level) - expected - (1, 2, 3)).max() < 1e-5


@pytest.mark.parametrize("mode", ["polygons", "watertight"])
@pytest.mark.parametrize("rule", ["any", "silhouette"])
def test_levels_show_the_core_s_voxels(extension: str, write: Write, mode: str, rule: str) -> None:
    """Each side of each cell has its color, at twice and four times the size; meshes are valid and can be rebuilt."""
    record = importlib.import_module(f"{extension}.blender.record")
    levels = importlib.import_module(f"{extension}.core.levels")
    obj = import_one(write, simple(random_grid(2)))
    make(rule=rule, mode=mode)
    model, look = record.voxels_of(obj.data[record.VOXELS])
    made = levels.levels_of(model, look, levels.LevelOptions(levels=2, rule=rule))
    assert [level.factor for level in made] == [2, 4]
    bpy.context.view_layer.update()
    for number, level in enumerate(made, 1):
        shown = bpy.data.objects[f"castle_LOD{number}"]
        assert not shown.data.validate(verbose=True)
        grid = np.zeros(level.model.size, np.uint8)
        grid[tuple(level.model.positions.T.astype(int))] = level.model.indices
        place = Placed(grid, np.eye(3, dtype=int), np.zeros(3, int))
        assert_shows(shown, place, hv.colors(), 0.1 * level.factor)
        told = record.read_record(shown.data)
        assert (told.options.mode, told.build.voxel_size) == (mode, pytest.approx(0.1 * level.factor))
        own, _look = record.voxels_of(shown.data[record.VOXELS])
        assert own.voxels == level.model.voxels


def test_a_level_is_rebuilt_in_its_place(write: Write) -> None:
    """Another mode changes triangles and no corner of the box."""
    obj = import_one(write, simple(random_grid(3)), origin="bottom")
    make(rule="any", mode="polygons")
    level = bpy.data.objects["castle_LOD1"]
    bpy.context.view_layer.update()
    before, polygons = corner_box(level), len(level.data.polygons)
    bpy.context.view_layer.layer_collection.children["Levels"].hide_viewport = False
    obj.select_set(False)
    level.select_set(True)
    bpy.context.view_layer.objects.active = level
    assert bpy.ops.trivox.use_mode("EXEC_DEFAULT", True, mode="faces") == {"FINISHED"}
    assert len(level.data.polygons) > polygons
    assert np.abs(corner_box(level) - before).max() < 1e-6


@pytest.mark.parametrize("origin", ["pivot", "bottom", "center"])
@pytest.mark.parametrize("scale", [(1, 1, 1), (-1, 1, 1), (2, 2, 2)])
def test_levels_lie_on_what_was_moved(write: Write, origin: str, scale: tuple[int, int, int]) -> None:
    """Applied transforms and other origins move levels too: one that keeps all holds the model, and hardly more."""
    obj = import_one(write, simple(np.ones((8, 6, 4), np.uint8)), origin=origin)
    obj.scale = scale
    bpy.ops.object.transform_apply(location=False, rotation=False, scale=True)
    bpy.ops.object.mode_set(mode="OBJECT")
    make(rule="any", levels=1)
    bpy.context.view_layer.update()
    level = bpy.data.objects["castle_LOD1"]
    # Half of each size is even or odd: 4, 3 and 2 cells on each side of the pivot.
    low, high = np.array([-4, -4, -2]), np.array([4, 4, 2])
    full = corner_box(obj)
    middle, edge = full.mean(axis=0), 0.1 * abs(scale[0])
    assert np.abs(corner_box(level) - middle - edge * np.stack([low, high])).max() < 1e-5
    normals = np.array([polygon.normal for polygon in level.data.polygons])
    centers = np.array([level.matrix_world @ polygon.center for polygon in level.data.polygons]) - middle
    assert ((normals * centers).sum(axis=1) > 0).all()


def test_levels_follow_and_are_replaced(write: Write) -> None:
    """Where the object goes they go; made again nothing is left over, whatever was renamed before."""
    obj = import_one(write, simple(random_grid(4)))
    make(levels=2)
    counts = data_counts()
    obj.location, obj.rotation_euler = (4, 5, 6), (0, 0, 1)
    bpy.context.view_layer.update()
    level = bpy.data.objects["castle_LOD2"]
    assert level.matrix_world == obj.matrix_world
    make(levels=2)
    assert data_counts() == counts
    obj.name = "tower"
    make(levels=1)
    names = {one.name for one in bpy.data.objects}
    assert names == {"tower", "tower_LOD0", "tower_LOD1"}
    assert len(bpy.data.meshes) == 2


def test_undo_takes_all_back(write: Write) -> None:
    """One step."""
    import_one(write, simple(random_grid(5)))
    bpy.ops.ed.undo_push(message="before")
    before = data_counts()
    make()
    bpy.ops.ed.undo()
    assert data_counts() == before
    assert bpy.data.objects["castle"].type == "MESH"
    assert bpy.data.objects["castle"].parent is None


def test_instances_share_meshes_and_have_groups_of_their_own(write: Write) -> None:
    """Two objects of a model: two levels each, of two meshes with one material and one image."""
    import_one(write, twice(random_grid(6)))
    objects = [obj for obj in bpy.data.objects if obj.type == "MESH"]
    assert len(objects) == 2
    for obj in objects:
        obj.select_set(True)
    make(levels=2)
    groups = [obj.parent for obj in objects]
    assert len(set(groups)) == 2
    assert len({obj.name for obj in objects}) == 2
    levels = [sorted(child.name for child in group.children if child not in objects) for group in groups]
    assert [len(one) for one in levels] == [2, 2]
    for obj, names in zip(objects, levels, strict=True):
        assert names == [obj.name.replace("_LOD0", f"_LOD{number}") for number in (1, 2)]
    assert len(bpy.data.meshes) == 3
    assert (len(bpy.data.materials), len(bpy.data.images)) == (2, 2)


def test_a_copy_gets_a_group_of_its_own(write: Write) -> None:
    """A copy of an object with levels is no level and has none; then it has its own."""
    obj = import_one(write, simple(random_grid(7)))
    make(levels=1)
    copied = obj.copy()
    obj.users_collection[0].objects.link(copied)
    obj.select_set(False)
    copied.select_set(True)
    bpy.context.view_layer.objects.active = copied
    make(levels=1)
    assert copied.parent != obj.parent
    assert obj.name == "castle_LOD0"
    assert copied.name == "castle.001_LOD0"
    assert {child.name for child in copied.parent.children} == {"castle.001_LOD0", "castle.001_LOD1"}
    assert {child.name for child in obj.parent.children} == {"castle_LOD0", "castle_LOD1"}


def test_distances(extension: str, write: Write) -> None:
    """A cell of a level looks a pixel large, at 1080 pixels and 50 degrees; a larger object is seen from farther."""
    obj = import_one(write, simple(random_grid(8)))
    obj.scale = (3, 3, 3)
    make(levels=2)
    each = [bpy.data.objects[f"castle_LOD{number}"]["trivox_level_distance"] for number in (1, 2)]
    pixel = 2 * math.tan(math.radians(25)) / 1080
    assert each == pytest.approx([2 * 0.3 / pixel, 4 * 0.3 / pixel], rel=1e-5)


def test_exports_of_voxels_leave_levels_out(write: Write, tmp_path: Path) -> None:
    """A file of all objects has the model once, under its name and in no group of ours."""
    grid = random_grid(9)
    import_one(write, simple(grid))
    plain, path = tmp_path / "plain.vox", tmp_path / "levels.vox"
    bpy.ops.export_scene.trivox_vox(filepath=str(plain), what="all")
    make()
    bpy.ops.export_scene.trivox_vox(filepath=str(path), what="all")
    assert path.read_bytes() == plain.read_bytes()


def test_fbx_has_a_group_of_levels(write: Write, tmp_path: Path) -> None:
    """Written and read by Blender: the hidden levels are there, below a node that is a group of levels."""
    import_one(write, simple(random_grid(10)))
    make(levels=2)
    path = tmp_path / "levels.fbx"
    bpy.ops.export_scene.fbx(filepath=str(path))
    assert b"LodGroup" in path.read_bytes()
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    bpy.ops.import_scene.fbx(filepath=str(path))
    names = {obj.name: obj.parent.name if obj.parent else "" for obj in bpy.data.objects}
    assert names == {"castle": "", **{f"castle_LOD{number}": "castle" for number in range(3)}}


def test_gltf_has_the_names(write: Write, tmp_path: Path) -> None:
    """Written and read by Blender."""
    import_one(write, simple(random_grid(11)))
    make(levels=2)
    path = tmp_path / "levels.glb"
    bpy.ops.export_scene.gltf(filepath=str(path))
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    bpy.ops.import_scene.gltf(filepath=str(path))
    names = {obj.name for obj in bpy.data.objects if obj.type == "MESH" and "LOD" in obj.name}
    assert names == {f"castle_LOD{number}" for number in range(3)}


def test_what_is_too_small_says_so(write: Write) -> None:
    """One voxel has no level, and is left as it is but for its name."""
    obj = import_one(write, simple(np.ones((1, 1, 1), np.uint8)))
    assert make() == {"FINISHED"}
    assert obj.name == "castle"
    assert len(bpy.data.objects) == 1


def test_tvx_has_levels_and_shapes(extension: str, write: Write, tmp_path: Path) -> None:
    """What the export dialog asks for is what the core reads back."""
    core = importlib.import_module(f"{extension}.core")
    import_one(write, simple(random_grid(12)))
    path = tmp_path / "game.tvx"
    bpy.ops.export_scene.trivox(filepath=str(path), levels=2, collision=True, most=4, fit="inside", effort=0)
    file = core.formats.read(path)
    assert [len(levels) for levels in file.levels] == [2]
    assert [level.factor for level in file.levels[0]] == [2, 4]
    assert [len(one.boxes) for one in file.collisions] == [4]
    assert file.collisions[0].fit == "inside"


def test_what_holds_the_object_still_holds_it(write: Write) -> None:
    """The group stands between an object and its parent; neither moves."""
    obj = import_one(write, simple(random_grid(14)))
    above = bpy.data.objects.new("above", None)
    bpy.context.scene.collection.objects.link(above)
    above.location = (1, 2, 3)
    bpy.context.view_layer.update()
    obj.parent, obj.matrix_parent_inverse = above, above.matrix_world.inverted()
    obj.location = (5, 0, 0)
    bpy.context.view_layer.update()
    before = obj.matrix_world.copy()
    make(levels=1)
    bpy.context.view_layer.update()
    assert (obj.parent.name, obj.parent.parent) == ("castle", above)
    assert obj.matrix_world == before == bpy.data.objects["castle_LOD1"].matrix_world


def test_what_the_records_say(extension: str, write: Write) -> None:
    """Origins of levels are where the model's is, in their own voxels; our ending is no name that a user gave."""
    record = importlib.import_module(f"{extension}.blender.record")
    provenance = importlib.import_module(f"{extension}.blender.provenance")
    obj = import_one(write, simple(random_grid(15)), origin="bottom")
    shift = np.array(record.read_record(obj.data).shift)
    assert shift.any()
    make(levels=2)
    for number in (1, 2):
        told = record.read_record(bpy.data.objects[f"castle_LOD{number}"].data)
        assert np.array(told.shift) * 2**number == pytest.approx(shift)
    assert not provenance.read_origin(obj).renamed
    obj.name = "tower"
    make(levels=1)
    assert provenance.read_origin(obj).renamed
