"""Shape tools: empties and meshes edit the voxels of an object, which shows what a dense grid says, where it was."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path

import bpy
import helpers_vox as hv
import numpy as np
import pytest
from helpers_scene import Placed, assert_shows, data_counts, told
from mathutils import Euler, Matrix, Vector

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")

MODES = ["faces", "polygons", "watertight", "rectangles", "fewest", "cutout"]
COLORS = ["texture", "strip", "palette", "attribute", "materials"]
TURN = np.eye(3, dtype=int)
EDGE = 0.1
SHAPE = (12, 10, 7)


def block() -> np.ndarray:
    grid = np.random.default_rng(3).integers(1, 6, SHAPE).astype(np.uint8)
    grid[:, :, 5:] = 0
    grid[0, 0, 6] = 1
    return grid


def load(write: Write, grid: np.ndarray | None = None, **options: object) -> bpy.types.Object:
    data = hv.vox(
        hv.dense_model(block() if grid is None else grid), hv.ntrn(0, 1), hv.ngrp(1, 2), hv.ntrn(2, 3),
        hv.nshp(3, 0), hv.rgba(hv.colors()),
    )  # fmt: skip
    bpy.ops.import_scene.trivox(filepath=write("world.vox", data), **options)
    return bpy.context.object


def to_world(obj: bpy.types.Object, point: tuple[float, ...], pivot: tuple[int, ...] = (6, 5, 3)) -> Vector:
    """Where a lattice point of the model is; its pivot is at the object's origin in these files."""
    return obj.matrix_world @ (EDGE * (Vector(point) - Vector(pivot)))


def empty(kind: str, obj: bpy.types.Object, point: tuple[float, ...], size: float) -> bpy.types.Object:
    made = bpy.data.objects.new(kind, None)
    made.empty_display_type = kind
    made.location, made.scale = to_world(obj, point), (size * EDGE,) * 3
    bpy.context.collection.objects.link(made)
    return made


def edit(obj: bpy.types.Object, *tools: bpy.types.Object, **options: object) -> set[str]:
    bpy.ops.object.select_all(action="DESELECT")
    for one in (*tools, obj):
        one.select_set(True)
    bpy.context.view_layer.objects.active = obj
    bpy.context.view_layer.update()
    return bpy.ops.trivox.edit_with_objects("EXEC_DEFAULT", True, **{"index": 9, **options})


def middles(pad: int) -> np.ndarray:
    return np.stack(np.meshgrid(*[np.arange(-pad, side + pad) for side in SHAPE], indexing="ij"), axis=-1) + 0.5


def edited(action: str, inside: np.ndarray, pad: int, grid: np.ndarray | None = None) -> np.ndarray:
    grid = np.pad(block() if grid is None else grid, pad)
    if action == "CARVE":
        return np.where(inside, 0, grid)
    return np.where(inside & ((grid == 0) == (action == "ADD")), 9, grid)


def shows(obj: bpy.types.Object, grid: np.ndarray, pad: int) -> None:
    """The padded grid's pivot is where the model's was if the padding is even on all sides."""
    bpy.context.view_layer.update()
    assert not obj.data.validate(verbose=True)
    moved = np.array(grid.shape) // 2 - np.array(SHAPE) // 2 - pad
    assert_shows(obj, Placed(grid, TURN, moved), hv.colors())


@pytest.mark.parametrize("action", ["ADD", "CARVE", "PAINT"])
@pytest.mark.parametrize("mode", MODES)
def test_a_sphere_edits_as_on_a_dense_grid(write: Write, mode: str, action: str) -> None:
    obj = load(write, mode=mode)
    assert edit(obj, empty("SPHERE", obj, (11.2, 9.1, 4.4), 3.3), action=action) == {"FINISHED"}
    inside = np.linalg.norm(middles(4) - (11.2, 9.1, 4.4), axis=-1) <= 3.3
    shows(obj, edited(action, inside, 4), 4)


@pytest.mark.parametrize("colors", COLORS)
def test_colors_wherever_they_are(write: Write, colors: str) -> None:
    obj = load(write, colors=colors)
    tool = empty("CUBE", obj, (12, 5, 3), 2.4)
    assert edit(obj, tool, action="ADD", index=0, color=[part / 255 for part in hv.colors()[3 - 1][:3]]) == {"FINISHED"}
    away = np.abs(middles(4) - (12, 5, 3)).max(axis=-1)
    grid = np.pad(block(), 4)
    shows(obj, np.where((away <= 2.4) & (grid == 0), 3, grid), 4)


@pytest.mark.parametrize(
    ("kind", "inside"),
    [
        ("CUBE", lambda p: np.abs(p).max(axis=-1) <= 1),
        ("CONE", lambda p: (np.hypot(p[..., 0], p[..., 2]) <= 1 - p[..., 1] / 2) & (p[..., 1] >= 0)),
        ("CIRCLE", lambda p: (np.hypot(p[..., 0], p[..., 2]) <= 1) & (np.abs(p[..., 1]) <= 1)),
        ("SINGLE_ARROW", lambda p: np.linalg.norm(p - np.clip(p, [0, 0, 0], [0, 0, 1]), axis=-1) <= 0.25),
        ("TORUS", lambda p: np.hypot(np.hypot(p[..., 0], p[..., 1]) - 1, p[..., 2]) <= 0.25),
        ("PLANE", lambda p: p[..., 2] <= 0),
    ],
)
def test_shapes_in_any_place(write: Write, kind: str, inside: Callable[[np.ndarray], np.ndarray]) -> None:
    """Below a parent, turned, mirrored, and of another scale along each axis."""
    obj = load(write)
    obj.matrix_world = Matrix.LocRotScale((3, -1, 2), Euler((0.4, 1, -0.3)), (2, 2, 2))
    bpy.context.view_layer.update()
    shown = {"TORUS": "PLAIN_AXES", "PLANE": "ARROWS"}.get(kind, kind)
    tool, parent = empty(shown, obj, (6, 5, 3), 1), empty("CUBE", obj, (1, 2, 3), 4)
    tool.trivox_shape = kind if shown != kind else "AUTO"
    tool.empty_display_size = 1.5
    tool.parent = parent
    local = Matrix.LocRotScale(
        EDGE * Vector((1.3, 0.4, -0.2)), Euler((0.3, 0.2, 0.9)), 3 * EDGE * Vector((1, -1.4, 0.8))
    )
    bpy.context.view_layer.update()
    tool.matrix_basis = parent.matrix_world.inverted() @ obj.matrix_world @ local
    bpy.context.view_layer.update()
    assert edit(obj, tool, action="CARVE") == {"FINISHED"}
    back = np.array((obj.matrix_world.inverted() @ tool.matrix_world).inverted())
    points = EDGE * (middles(0) - (6, 5, 3))
    own = (points @ back[:3, :3].T + back[:3, 3]) / (1 if kind == "PLANE" else 1.5)
    assert np.array_equal(model_of(obj), edited("CARVE", inside(own), 0))


def model_of(obj: bpy.types.Object) -> np.ndarray:
    record = importlib.import_module("bl_ext.user_default.trivox.blender.record")
    return record.voxels_of(obj.data[record.VOXELS])[0].colors


def test_meshes_are_tools_by_their_inside(write: Write) -> None:
    obj = load(write)
    bpy.ops.mesh.primitive_uv_sphere_add(segments=64, ring_count=32, radius=3 * EDGE, location=to_world(obj, (6, 5, 5)))
    ball = bpy.context.object
    assert edit(obj, ball, action="CARVE") == {"FINISHED"}
    carved = (model_of(obj) == 0) & (block() > 0)
    distance = np.linalg.norm(middles(0) - (6, 5, 5), axis=-1)
    assert carved[(distance < 2.97) & (block() > 0)].all() and not carved[distance > 3].any()
    bpy.ops.object.modifier_add(type="ARRAY")
    assert edit(obj, ball, action="ADD", smooth=2) == {"FINISHED"}


def test_users_stay_in_place_and_follow(write: Write) -> None:
    obj = load(write)
    other = obj.copy()
    other.location.x += 5
    bpy.context.collection.objects.link(other)
    bpy.context.view_layer.update()
    places, mesh, slots = (obj.matrix_world.copy(), other.matrix_world.copy()), obj.data, list(obj.data.materials)
    corner = to_world(obj, (0, 0, 0))
    tool = empty("CUBE", obj, (-3, 5, 2), 2)
    assert edit(obj, tool, action="ADD") == {"FINISHED"}
    assert obj.data == mesh == other.data and list(mesh.materials) == slots
    assert (obj.matrix_world, other.matrix_world) == places
    vertices = [obj.matrix_world @ vertex.co for vertex in mesh.vertices]
    assert min((vertex - corner).length for vertex in vertices) < 1e-5
    assert min(vertex.x for vertex in vertices) == pytest.approx(corner.x - 5 * EDGE, abs=1e-5)
    inside = np.abs(middles(6) - (-3, 5, 2)).max(axis=-1) <= 2
    shows(obj, edited("ADD", inside, 6), 6)


def test_what_was_put_on_the_mesh_stays(write: Write) -> None:
    obj = load(write, mode="faces")
    group = obj.vertex_groups.new(name="low")
    low = [vertex.index for vertex in obj.data.vertices if vertex.co.x < -0.4]
    group.add(low, 1.0, "REPLACE")
    edit(obj, empty("SPHERE", obj, (11, 9, 5), 2.5), action="CARVE")
    weights = {vertex.index: entry.weight for vertex in obj.data.vertices for entry in vertex.groups}
    assert obj.vertex_groups[0].name == "low" and weights
    assert all(obj.data.vertices[index].co.x < -0.3 for index, weight in weights.items() if weight > 0)


def test_several_edits_and_files_of_them(write: Write, tmp_path: Path) -> None:
    """What is exported after edits is read as the same voxels, where they were."""
    obj = load(write)
    tools = [empty("SPHERE", obj, (-1, 2, 3), 2.6), empty("CUBE", obj, (13, 5, 8), 1.6)]
    assert edit(obj, *tools, action="ADD") == {"FINISHED"}
    assert edit(obj, empty("SPHERE", obj, (6, 5, 5), 2.2), action="CARVE") == {"FINISHED"}
    cells = middles(6)
    grid = np.pad(block(), 6)
    joined = (np.linalg.norm(cells - (-1, 2, 3), axis=-1) <= 2.6) | (np.abs(cells - (13, 5, 8)).max(axis=-1) <= 1.6)
    grid = np.where(joined & (grid == 0), 9, grid)
    grid = np.where(np.linalg.norm(cells - (6, 5, 5), axis=-1) <= 2.2, 0, grid)
    shows(obj, grid, 6)
    path = str(tmp_path / "edited.tvx")
    assert bpy.ops.export_scene.trivox(filepath=path) == {"FINISHED"}
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    bpy.ops.import_scene.trivox(filepath=path)
    shows(bpy.context.object, grid, 6)


def test_the_record_follows(write: Write) -> None:
    obj = load(write)
    before = told(obj.data)["counts"]
    edit(obj, empty("SPHERE", obj, (6, 5, 5), 3), action="CARVE")
    after = told(obj.data)["counts"]
    assert after["voxels"] == np.count_nonzero(model_of(obj)) < before["voxels"]
    assert after["triangles"] == sum(len(polygon.vertices) - 2 for polygon in obj.data.polygons)
    assert bpy.ops.trivox.use_mode(mode="faces") == {"FINISHED"}
    assert told(obj.data)["counts"]["voxels"] == after["voxels"]
    edits = importlib.import_module("bl_ext.user_default.trivox.blender.edits")
    assert edits.edits_of(obj.data).found == ()


def test_a_smooth_add_adds_more(write: Write) -> None:
    counts = []
    for smooth in (0, 4):
        bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
        obj = load(write)
        edit(obj, empty("SPHERE", obj, (6, 5, 7), 3), action="ADD", smooth=smooth)
        counts.append(np.count_nonzero(model_of(obj)))
    assert counts[0] < counts[1]


def test_the_same_edit_again_starts_from_what_is_known(write: Write, extension: str) -> None:
    """As the redo panel does: back to the mesh before, and an edit with another value."""
    module = importlib.import_module(f"{extension}.operators.edit_voxels")
    module._pieces.clear()
    obj = load(write)
    text = obj.data["trivox_voxels"]
    tool = empty("SPHERE", obj, (6, 5, 5), 3)
    edit(obj, tool, action="PAINT")
    pieces = list(module._pieces.values())
    assert [piece.rebuilt for piece in pieces] == [True, False]
    assert obj.data["trivox_voxels"] != text
    edit(obj, tool, action="CARVE")
    assert [piece.rebuilt for piece in module._pieces.values()] == [True, False, False]


@pytest.mark.parametrize("shape", ["SPHERE", "BOX", "TORUS", "PLANE"])
def test_shapes_are_added_as_large_as_asked(write: Write, shape: str) -> None:
    obj = load(write)
    bpy.context.scene.cursor.location = to_world(obj, (6, 5, 3))
    assert bpy.ops.trivox.add_shape(shape=shape, size=3) == {"FINISHED"}
    tool = next(one for one in bpy.context.selected_objects if one.type == "EMPTY")
    assert bpy.context.object == obj and tool.trivox_shape == shape
    assert np.allclose(tool.scale, 3 * EDGE)
    assert bpy.ops.trivox.edit_with_objects(action="CARVE") == {"FINISHED"}
    if shape == "BOX":
        assert np.count_nonzero(model_of(obj) != block()) == np.count_nonzero(block()[3:9, 2:8, :6])


def refused(obj: bpy.types.Object, *tools: bpy.types.Object, **options: object) -> str:
    text, before = obj.data.get("trivox_voxels"), data_counts()
    with pytest.raises(RuntimeError) as error:
        edit(obj, *tools, **options)
    assert obj.data.get("trivox_voxels") == text and data_counts() == before
    return str(error.value)


def test_what_is_refused(write: Write) -> None:
    obj = load(write)
    assert "Select empties or closed meshes" in refused(obj)
    bpy.ops.mesh.primitive_plane_add(size=EDGE * 4)
    assert "Plane is open" in refused(obj, bpy.context.object, action="CARVE")
    flat = empty("SPHERE", obj, (6, 5, 3), 3)
    flat.scale.z = 0
    assert "SPHERE is flat" in refused(obj, flat, action="CARVE")
    assert "Nothing would be left" in refused(obj, empty("SPHERE", obj, (6, 5, 3), 30), action="CARVE")
    bpy.ops.mesh.primitive_cube_add()
    cube = bpy.context.object
    assert "no mesh that Trivox imported" in refused(cube, flat)
    obj.shape_key_add(name="Basis")
    assert "shape keys" in refused(obj, empty("SPHERE", obj, (6, 5, 3), 2), action="CARVE")


def test_nothing_to_change_is_no_error(write: Write) -> None:
    obj = load(write)
    text = obj.data["trivox_voxels"]
    assert edit(obj, empty("SPHERE", obj, (50, 5, 3), 2), action="CARVE") == {"FINISHED"}
    assert obj.data["trivox_voxels"] == text


@pytest.mark.parametrize("action", ["ADD", "CARVE", "PAINT"])
def test_smooth_surfaces_stay_so_and_keep_their_colors(write: Write, action: str) -> None:
    obj = load(write)
    exact = obj.data.materials[0]
    assert bpy.ops.trivox.use_smooth("EXEC_DEFAULT", True, method="cubes", blur=0) == {"FINISHED"}
    assert edit(obj, empty("SPHERE", obj, (6, 5, 4), 3.2), action=action) == {"FINISHED"}
    expected = edited(action, np.linalg.norm(middles(4) - (6, 5, 4), axis=-1) <= 3.2, 4)
    shown = {value.value for value in obj.data.attributes["trivox_color"].data}
    assert shown <= set(np.unique(expected).tolist()) and (9 in shown) == (action != "CARVE")
    assert {len(polygon.vertices) for polygon in obj.data.polygons} == {3} and exact not in list(obj.data.materials)
    assert bpy.ops.trivox.use_mode("EXEC_DEFAULT", True, mode="watertight") == {"FINISHED"}
    assert list(obj.data.materials) == [exact]
    shows(obj, expected, 4)
