"""Layers, hidden objects, origins, joining, frames, cameras and light: what each option makes of small scenes."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import bpy
import helpers_vox as hv
import numpy as np
import pytest
from helpers_scene import Face, Placed, data_counts, meshes_of, orientations, rotation_byte, told, world_faces
from mathutils import Vector

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")

ORIENTATIONS = orientations()
RNG = np.random.default_rng(17)
ODD = np.where(RNG.random((2, 3, 5)) < 0.6, RNG.integers(1, 256, (2, 3, 5)), 0).astype(np.uint8)
ODD[0, 0, 0] = 0
STILL = np.eye(3, dtype=int)


def run(path: str, **options: object) -> None:
    assert bpy.ops.import_scene.trivox(filepath=path, voxel_size=1, **options) == {"FINISHED"}
    bpy.context.view_layer.update()


def scene_of(places: list[Placed], *chunks: bytes, **attributes: object) -> bytes:
    """A file with a model for each place; all are in one group, which is turned and moved."""
    models = [hv.dense_model(place.grid) for place in places]
    nodes = [hv.ntrn(0, 1), hv.ngrp(1, *range(2, 2 + 2 * len(places), 2))]
    for number, place in enumerate(places):
        frame = {"r": rotation_byte(place.rotation), "t": " ".join(map(str, place.translation.tolist()))}
        nodes += [hv.ntrn(2 + 2 * number, 3 + 2 * number, frame, name=f"{number}", **attributes)]
        nodes += [hv.nshp(3 + 2 * number, number)]
    return hv.vox(*models, *nodes, hv.rgba(hv.colors()), *chunks)


def all_faces(objects: Iterator[bpy.types.Object] | list[bpy.types.Object]) -> list[Face]:
    return sorted(face for obj in meshes_of(objects) for face in world_faces(obj, 1))


# Layers and what is hidden


def layered() -> bytes:
    return hv.vox(
        hv.cube(),
        hv.ntrn(0, 1),
        hv.ngrp(1, 2, 4, 6, 8),
        hv.ntrn(2, 3, name="a", layer=0),
        hv.nshp(3, 0),
        hv.ntrn(4, 5, name="b", layer=1),
        hv.ngrp(5, 10),
        hv.ntrn(6, 7, name="c", layer=2, hidden=1),
        hv.nshp(7, 0),
        hv.ntrn(8, 9, name="d"),
        hv.nshp(9, 0),
        hv.ntrn(10, 11, name="inner"),
        hv.nshp(11, 0),
        hv.layr(0, name="ground"),
        hv.layr(1, name="air", hidden=1),
        hv.layr(5, name="unused"),
    )


def test_layers_become_collections(write: Write) -> None:
    run(write("a.vox", layered()))
    outer = bpy.data.collections["a"]
    assert {inner.name: sorted(inner.objects.keys()) for inner in outer.children} == {
        "ground": ["a"], "air": ["b", "inner"], "Layer 2": ["c"],
    }  # fmt: skip
    assert outer.objects.keys() == ["d"]
    assert {obj.name for obj in bpy.data.objects if not obj.visible_get()} == {"b", "c", "inner"}
    assert {inner.name: inner.hide_render for inner in outer.children} == {
        "ground": False, "air": True, "Layer 2": False,
    }  # fmt: skip
    assert {obj.name for obj in bpy.data.objects if obj.hide_get() and obj.hide_render} == {"c"}
    assert not any(obj.hide_viewport for obj in bpy.data.objects)
    bpy.context.view_layer.layer_collection.children["a"].children["air"].hide_viewport = False
    assert {obj.name for obj in bpy.data.objects if not obj.visible_get()} == {"c"}


def test_layers_become_properties(write: Write) -> None:
    run(write("a.vox", layered()), layers="property")
    assert len(bpy.data.collections) == 1
    found = {obj.name: obj.get("trivox_layer") for obj in bpy.data.objects}
    assert found == {"a": "ground", "b": "air", "inner": "air", "c": "Layer 2", "d": None}


def test_layers_are_ignored(write: Write) -> None:
    run(write("a.vox", layered()), layers="none")
    assert len(bpy.data.collections) == 1 and not any(obj.get("trivox_layer") for obj in bpy.data.objects)


def test_one_layer_without_a_name_is_no_collection(write: Write) -> None:
    run(write("a.vox", scene_of([Placed(ODD, STILL, np.zeros(3, int))], hv.layr(0), layer=0)))
    assert not bpy.data.collections


def test_hidden_objects_are_skipped(write: Write) -> None:
    run(write("a.vox", layered()), hidden="skip")
    assert sorted(bpy.data.objects.keys()) == ["a", "d"]
    before = data_counts()
    alone = hv.vox(hv.cube(), hv.ntrn(0, 1, hidden=1), hv.nshp(1, 0))
    with pytest.raises(RuntimeError, match="hidden"):
        bpy.ops.import_scene.trivox(filepath=write("b.vox", alone), hidden="skip")
    assert data_counts() == before


# Origins


@pytest.mark.parametrize("origin", ["pivot", "center", "bottom", "corner"])
@pytest.mark.parametrize("hierarchy", ["parents", "flat"])
def test_origins_move_nothing_that_is_seen(write: Write, origin: str, hierarchy: str) -> None:
    places = [Placed(ODD, turn, np.array((10 * i, -3 * i, i))) for i, turn in enumerate(ORIENTATIONS)]
    run(write("a.vox", scene_of(places)), mode="faces", origin=origin, hierarchy=hierarchy)
    cells = np.argwhere(ODD)
    low, high = cells.min(axis=0), cells.max(axis=0) + 1
    middle = (low + high) / 2
    wanted = {"pivot": np.array(ODD.shape) // 2, "center": middle, "corner": low, "bottom": [*middle[:2], low[2]]}
    for number, place in enumerate(places):
        obj = bpy.data.objects[str(number)]
        assert set(world_faces(obj, 1)) == set(place.faces())
        there = place.rotation @ (wanted[origin] - np.array(ODD.shape) // 2) + place.translation
        assert tuple(obj.matrix_world.translation) == pytest.approx(tuple(there))
        assert bpy.context.view_layer.objects.active is not None


@pytest.mark.parametrize("origin", ["center", "corner"])
def test_another_mode_keeps_the_origin(write: Write, origin: str) -> None:
    place = Placed(ODD, ORIENTATIONS[9], np.array((5, 6, 7)))
    run(write("a.vox", scene_of([place])), origin=origin)
    obj = bpy.context.object
    where = obj.location.copy()
    assert bpy.ops.trivox.use_mode(mode="faces") == {"FINISHED"}
    assert obj.location == where and set(world_faces(obj, 1)) == set(place.faces())


@pytest.mark.parametrize("hierarchy", ["parents", "flat"])
@pytest.mark.parametrize("join", ["separate", "one"])
def test_at_world_origin(write: Write, hierarchy: str, join: str) -> None:
    places = [Placed(ODD, turn, np.array((40 + 9 * i, 70, 33))) for i, turn in enumerate(ORIENTATIONS[5:9])]
    options = {"hierarchy": hierarchy, "join": join, "origin": "bottom"}
    run(write("a.vox", scene_of(places)), at_origin=True, **options)
    corners = [obj.matrix_world @ Vector(corner) for obj in meshes_of(bpy.data.objects) for corner in obj.bound_box]
    low, high = np.min(corners, axis=0), np.max(corners, axis=0)
    assert low[2] == pytest.approx(0, abs=1e-5)
    assert np.abs(low[:2] + high[:2]).max() <= 1 + 1e-5 and np.allclose(low, low.round(), atol=1e-4)


# Joining


def touching() -> list[Placed]:
    """Boxes of odd sizes that overlap and touch, turned and mirrored."""
    grids = [np.full(size, color, np.uint8) for color, size in enumerate([(3, 2, 5), (2, 4, 3), (5, 3, 1)], 1)]
    moves = [(0, 0, 0), (2, 1, 0), (-3, 0, 2)]
    return [
        Placed(grid, ORIENTATIONS[turn], np.array(move))
        for grid, turn, move in zip(grids, (7, 30, 44), moves, strict=True)
    ]


def outside(places: list[Placed]) -> dict[Face, int]:
    """The faces of the union; a cell has the color of the first place that fills it."""
    cells: dict[tuple[int, ...], int] = {}
    for place in places[::-1]:
        for cell in np.argwhere(place.grid):
            twice = place.rotation @ (2 * (cell - np.array(place.grid.shape) // 2) + 1) + 2 * place.translation
            cells[tuple(((twice - 1) // 2).tolist())] = int(place.grid[tuple(cell)])
    found = {}
    for cell, color in cells.items():
        for axis in range(3):
            for sign in (1, -1):
                normal = tuple(sign * (number == axis) for number in range(3))
                if tuple(np.add(cell, normal).tolist()) not in cells:
                    found[(*(2 * np.array(cell) + 1 + normal).tolist(), *normal)] = color
    return found


@pytest.mark.parametrize("join", ["one", "contacts"])
@pytest.mark.parametrize("origin", ["pivot", "center"])
def test_joined_objects_show_the_outside_only(write: Write, join: str, origin: str) -> None:
    places = touching()
    run(write("a.vox", scene_of(places)), mode="faces", join=join, origin=origin)
    assert len(meshes_of(bpy.data.objects)) == (1 if join == "one" else 3)
    assert all_faces(bpy.data.objects) == sorted(outside(places))
    for obj in meshes_of(bpy.data.objects):
        bpy.context.view_layer.objects.active = obj
        assert bpy.ops.trivox.compare_modes() == {"FINISHED"}
        for mode in ("fewest", "faces"):
            assert bpy.ops.trivox.use_mode(mode=mode) == {"FINISHED"}
            assert not obj.data.validate(verbose=True)
    assert all_faces(bpy.data.objects) == sorted(outside(places))


def test_far_objects_join(write: Write) -> None:
    places = [Placed(ODD, STILL, np.array((0, 0, 0))), Placed(ODD, ORIENTATIONS[3], np.array((5000, -20000, 12)))]
    run(write("a.vox", scene_of(places)), mode="faces", join="one")
    (obj,) = bpy.data.objects
    assert len(obj.data.polygons) == len(places[0].faces()) + len(places[1].faces())


def test_objects_without_contact_share_their_mesh(write: Write) -> None:
    nodes = [hv.ntrn(0, 1), hv.ngrp(1, 2, 4, 6), hv.nshp(3, 0)]
    nodes += [hv.ntrn(number, 3, {"t": f"{10 * number} 0 0"}) for number in (2, 4, 6)]
    run(write("a.vox", hv.vox(hv.cube(), *nodes)), join="contacts")
    assert len(bpy.data.objects) == 3 and len(bpy.data.meshes) == 1


def test_hidden_objects_are_joined_apart(write: Write) -> None:
    run(write("a.vox", layered()), join="one")
    assert {obj.name: obj.hide_get() for obj in bpy.data.objects} == {"a": False, "a hidden": True}
    run(write("b.vox", layered()), join="one", hidden="skip")
    assert len(bpy.data.objects) == 3


# Frames


def animated(*chunks: bytes) -> bytes:
    """A shape with three models that moves at its own frames, in a group that moves too."""
    models = [hv.dense_model(np.full((1, 1, number), number, np.uint8)) for number in (1, 2, 3)]
    return hv.vox(
        *models,
        hv.ntrn(0, 1),
        hv.ngrp(1, 2),
        hv.ntrn(2, 3, {"f": 0, "t": "0 0 0"}, {"f": 6, "t": "0 7 0"}, name="group"),
        hv.ngrp(3, 4),
        hv.ntrn(4, 5, {"f": 0, "t": "1 0 0"}, {"f": 3, "t": "5 0 0", "r": 17}, name="shape"),
        hv.nshp(5, (0, 0), (1, 2), (2, 4)),
        hv.meta(anim_range="0 9"),
        *chunks,
    )


STATES = {0: (1, 0, 0), 2: (1, 0, 1), 3: (5, 0, 1), 4: (5, 0, 2), 6: (5, 7, 2), 9: (5, 7, 2)}
"""x, y and model of the shape by frame."""


def in_turn() -> list[bpy.types.Object]:
    """The shapes by size, which is that of the model's number."""
    return sorted(meshes_of(bpy.data.objects), key=lambda obj: told(obj.data)["counts"]["voxels"])


def drawn(obj: bpy.types.Object) -> bool:
    """Whether something of an object is to be seen now."""
    return obj.visible_get() and min(obj.matrix_world.to_scale()) == 1


@pytest.mark.parametrize("frame_keys", ["scale", "visibility", "both"])
@pytest.mark.parametrize("hierarchy", ["parents", "flat"])
def test_frames_are_keyed(write: Write, hierarchy: str, frame_keys: str) -> None:
    options = {"hierarchy": hierarchy, "frame_keys": frame_keys}
    run(write("a.vox", animated()), animation="animate", rate=8, scene_range=True, **options)
    scene = bpy.context.scene
    assert (scene.frame_start, scene.frame_end) == (1, 30)
    shapes, handle = in_turn(), bpy.data.objects["shape"]
    assert [obj.name for obj in shapes] == ["shape 0", "shape 2", "shape 4"]
    assert [obj.parent for obj in shapes] == [handle] * 3 and handle.type == "EMPTY"
    assert handle.parent == (bpy.data.objects["group"] if hierarchy == "parents" else None)
    for number, (x, y, model) in STATES.items():
        for frame in (1 + 3 * number, 3 + 3 * number):
            scene.frame_set(frame)
            assert [drawn(obj) for obj in shapes] == [index == model for index in range(3)], frame
            away = [frame_keys != "scale" and index != model for index in range(3)]
            assert [obj.hide_render for obj in shapes] == [obj.hide_viewport for obj in shapes] == away
            assert tuple(shapes[model].matrix_world.translation)[:2] == pytest.approx((x, y)), frame
            assert tuple(handle.matrix_world.translation)[:2] == pytest.approx((x, y)), frame
            assert min(handle.scale) == 1 and handle.visible_get()


def test_objects_that_show_one_model_have_no_handle(write: Write) -> None:
    frames = ({"f": 0, "t": "0 0 0"}, {"f": 3, "t": "4 0 0"})
    nodes = hv.ntrn(0, 1) + hv.ngrp(1, 2) + hv.ntrn(2, 3, *frames, name="mover") + hv.nshp(3, (0, 0), (1, 5))
    run(write("a.vox", hv.vox(hv.cube() + hv.cube(), nodes)), animation="animate", rate=24)
    (obj,) = bpy.data.objects
    assert obj.name == "mover" and {curve.data_path for curve in curves(obj)} == {"location"}


def test_objects_that_show_nothing_for_a_while_have_a_handle(write: Write) -> None:
    models = hv.model((2, 2, 2), []) + hv.cube()
    nodes = hv.ntrn(0, 1, name="blink") + hv.nshp(1, (0, 0), (1, 2), (0, 5), (1, 9))
    run(write("a.vox", hv.vox(models, nodes)), animation="animate", rate=24)
    assert [(obj.name, obj.parent and obj.parent.name) for obj in bpy.data.objects] == [
        ("blink", None), ("blink 2", "blink"),
    ]  # fmt: skip
    for number in range(12):
        bpy.context.scene.frame_set(1 + number)
        assert drawn(bpy.data.objects["blink 2"]) == (2 <= number < 5 or number >= 9)


def curves(obj: bpy.types.Object) -> list[bpy.types.FCurve]:
    action = obj.animation_data.action
    if bpy.app.version < (4, 4):
        return list(action.fcurves)
    bag = action.layers[0].strips[0].channelbag(obj.animation_data.action_slot)
    return list(bag.fcurves)


@pytest.mark.skipif(bpy.app.version < (4, 4), reason="an action moves one object only")
def test_a_file_has_one_action_that_lasts_as_long_as_the_animation(write: Write) -> None:
    run(write("a.vox", animated()), animation="animate", rate=8)
    (action,) = bpy.data.actions
    assert action.name == "a" and tuple(action.frame_range) == (1, 31)
    assert sorted(slot.name_display for slot in action.slots) == ["group", "shape", "shape 0", "shape 2", "shape 4"]


def test_hidden_frames_take_turns_too(write: Write) -> None:
    nodes = (hv.ntrn(0, 1), hv.ngrp(1, 2), hv.ntrn(2, 3, name="off", hidden=1), hv.nshp(3, (0, 0), (1, 2)))
    models = [hv.dense_model(np.full((1, 1, number), number, np.uint8)) for number in (1, 2)]
    run(write("a.vox", hv.vox(*models, *nodes)), animation="animate", rate=24, frame_keys="both")
    objects = [bpy.data.objects[name] for name in ("off", "off 0", "off 2")]
    assert all(obj.hide_get() and obj.hide_render for obj in objects)
    for obj in objects:
        obj.hide_set(False)
    for number in range(4):
        bpy.context.scene.frame_set(1 + number)
        assert [drawn(obj) for obj in in_turn()] == [number < 2, number >= 2]
        assert all(obj.hide_render for obj in objects)


def test_loops_begin_again(write: Write) -> None:
    models = [hv.dense_model(np.full((1, 1, number), number, np.uint8)) for number in (1, 2)]
    nodes = [hv.ntrn(0, 1, loop=1), hv.nshp(1, (0, 0), (1, 1), loop=1), hv.meta(anim_range="0 5")]
    run(write("a.vox", hv.vox(*models, *nodes)), animation="animate", rate=24)
    for number in range(6):
        bpy.context.scene.frame_set(1 + number)
        assert [drawn(obj) for obj in in_turn()] == [number % 2 == 0, number % 2 == 1]


def test_first_and_chosen_frame(write: Write) -> None:
    path = write("a.vox", animated())
    for number, (x, y, model) in STATES.items():
        bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
        run(path, **({"animation": "frame", "frame": number} if number else {}))
        (obj,) = meshes_of(bpy.data.objects)
        assert told(obj.data)["counts"]["voxels"] == model + 1 and not bpy.data.actions
        assert tuple(obj.matrix_world.translation)[:2] == pytest.approx((x, y))
        assert bpy.context.scene.frame_end == 250


def test_models_that_turn_into_mirrors(write: Write) -> None:
    """Frames that mirror show the mirrored mesh; no object has a negative scale."""
    mirror = next(turn for turn in ORIENTATIONS if np.linalg.det(turn) < 0)
    frames = [{"f": 0, "t": "0 0 0"}, {"f": 1, "t": "4 0 0", "r": rotation_byte(mirror)}]
    data = hv.vox(hv.dense_model(ODD), hv.ntrn(0, 1, *frames), hv.nshp(1, 0))
    run(write("a.vox", data), animation="animate", rate=24, mode="faces")
    places = [Placed(ODD, STILL, np.zeros(3, int)), Placed(ODD, mirror, np.array((4, 0, 0)))]
    for number, place in enumerate(places):
        bpy.context.scene.frame_set(1 + number)
        (obj,) = [obj for obj in in_turn() if drawn(obj)]
        assert set(world_faces(obj, 1)) == set(place.faces()) and obj.matrix_world.determinant() > 0


@pytest.mark.parametrize("animation", ["first", "animate"])
def test_loose_models_as_frames(write: Write, animation: str) -> None:
    models = [hv.dense_model(np.full((2, 2, number), number, np.uint8)) for number in (1, 2, 3)]
    path = write("a.vox", hv.vox(hv.chunk("PACK", hv.int32(3)), *models, version=150))
    run(path, unplaced="frames", animation=animation, rate=12, scene_range=True)
    scene = bpy.context.scene
    assert (scene.frame_start, scene.frame_end) == (1, 6)
    assert sorted(bpy.data.objects.keys()) == ["a", "a 0", "a 1", "a 2"]
    for frame in range(1, 7):
        scene.frame_set(frame)
        (obj,) = [obj for obj in in_turn() if drawn(obj)]
        assert told(obj.data)["counts"]["voxels"] == 4 * (1 + (frame - 1) // 2)
        assert tuple(obj.matrix_world.translation) == (0, 0, 0)


def test_joined_objects_do_not_move(write: Write) -> None:
    for join in ("one", "contacts"):
        bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
        run(write("a.vox", animated()), animation="animate", join=join)
        assert len(meshes_of(bpy.data.objects)) == 1 and not bpy.data.actions


# Cameras and light


def viewed() -> bytes:
    cameras = [
        hv.rcam(0, mode="pers", focus="10 20 30", angle="30 90 0", radius=100, frustum=0.414214, fov=45),
        hv.rcam(1, mode="orth", focus="1 2 3", angle="0 0 0", radius=7, frustum=0.5, fov=60),
        hv.rcam(2, mode="pers"),
    ]
    lights = [
        hv.robj(type="_inf", i=0.5, k="255 0 0", angle="90 0", area=0.1),
        hv.robj(type="_uni", i=0.25, k="0 255 0"),
        hv.robj(type="_ground", color="80 80 80", hor=0.1),
    ]
    return scene_of([Placed(ODD, STILL, np.zeros(3, int))], *cameras, *lights)


def test_cameras_and_lights_are_left_out(write: Write) -> None:
    world = bpy.context.scene.world
    run(write("a.vox", viewed()))
    assert not bpy.data.cameras and not bpy.data.lights and bpy.context.scene.world == world


def test_cameras(write: Write) -> None:
    run(write("a.vox", viewed()), cameras=True)
    first, second = (bpy.data.objects[f"Camera {number}"] for number in range(2))
    assert len(bpy.data.cameras) == 2
    view = first.matrix_world.to_3x3() @ Vector((0, 0, -1))
    assert tuple(first.location + 100 * view) == pytest.approx((10, 20, 30), abs=1e-4)
    assert tuple(view) == pytest.approx((np.cos(np.pi / 6), 0, -0.5), abs=1e-6)
    assert first.data.type == "PERSP" and first.data.angle == pytest.approx(np.pi / 4)
    assert second.data.type == "ORTHO" and second.data.ortho_scale == pytest.approx(7)
    assert tuple(second.location) == pytest.approx((1, -5, 3))
    assert bpy.context.view_layer.objects.active.type == "MESH"


def test_sun_and_sky(write: Write) -> None:
    run(write("a.vox", viewed()), lights=True)
    sun, world = bpy.data.objects["Sun"], bpy.context.scene.world
    assert tuple(sun.matrix_world.to_3x3() @ Vector((0, 0, -1))) == pytest.approx((0, 0, -1), abs=1e-6)
    assert sun.data.energy > 0 and tuple(sun.data.color) == pytest.approx((1, 0, 0))
    assert sun.data.angle == pytest.approx(np.radians(4.35))
    background = next(node for node in world.node_tree.nodes if node.type == "BACKGROUND")
    assert tuple(background.inputs[0].default_value) == pytest.approx((0, 1, 0, 1))
    assert background.inputs[1].default_value == pytest.approx(0.25)


# All together


def test_golden_scene_with_everything(write: Write) -> None:
    run(
        write("golden.vox", hv.golden()),
        animation="animate", scene_range=True, cameras=True, lights=True, origin="bottom", at_origin=True,
    )  # fmt: skip
    scene = bpy.context.scene
    assert (scene.frame_start, scene.frame_end) == (1 + 3 * 2, 3 * 31)
    assert sorted(obj.name for obj in bpy.data.objects) == [
        "Camera 0", "Sun", "again", "first", "group", "moving", "moving 3", "moving 6",
    ]  # fmt: skip
    assert {inner.name for inner in bpy.data.collections["golden"].children} == {
        "ground", "Layer 1", "Layer 2", "secret",
    }  # fmt: skip
    assert sorted(material.name for material in bpy.data.materials) == ["golden", "golden transparent"]
    assert sorted(image.name for image in bpy.data.images) == ["golden", "golden_glow", "golden_surface"]
    assert all(not mesh.validate(verbose=True) for mesh in bpy.data.meshes)
    assert bpy.data.materials["golden"]["trivox_palette_names"]


def test_layers_that_no_user_named_are_no_collections(write: Callable[[str, bytes], str]) -> None:
    nodes = (hv.ntrn(0, 1), hv.ngrp(1, 2, 4, 6), hv.ntrn(2, 3, layer=0), hv.nshp(3, 0), hv.ntrn(4, 5, layer=7))
    nodes += (hv.nshp(5, 0), hv.ntrn(6, 7, layer=3), hv.nshp(7, 0))
    layers = (hv.layr(0, name="0"), hv.layr(7, name="7"), hv.layr(3, name="trees"))
    bpy.ops.import_scene.trivox(filepath=write("a.vox", hv.vox(hv.cube(), *nodes, *layers)))
    assert {collection.name for collection in bpy.data.collections} == {"a", "trees"}


@pytest.mark.parametrize("mirror", [0b0000100, 0b0010100, 0b1110100])
def test_mirrored_objects_stand_on_the_world_origin(write: Callable[[str, bytes], str], mirror: int) -> None:
    grid = np.zeros((7, 4, 5), np.uint8)
    grid[:3, 1:, 1:] = 1
    nodes = (hv.ntrn(0, 1), hv.ngrp(1, 2), hv.ntrn(2, 3, {"r": mirror, "t": "31 -17 9"}), hv.nshp(3, 0))
    path = write("a.vox", hv.vox(hv.dense_model(grid), *nodes))
    bpy.ops.import_scene.trivox(filepath=path, at_origin=True)
    bpy.context.view_layer.update()
    (obj,) = bpy.data.objects
    corners = np.array([obj.matrix_world @ vertex.co for vertex in obj.data.vertices]) / 0.1
    low, high = corners.min(axis=0), corners.max(axis=0)
    assert low[2] == pytest.approx(0, abs=1e-4) and np.abs((low + high)[:2]).max() < 2.01


def test_a_scene_without_a_camera_gets_the_first(write: Write) -> None:
    view = {"mode": "pers", "focus": "0 0 0", "angle": "0 0 0", "radius": 70, "frustum": 0.4, "fov": 45}
    cameras = [hv.rcam(0, **view), hv.rcam(1, **view)]
    path = write("a.vox", hv.vox(hv.cube(), *cameras))
    run(path, cameras=True)
    assert bpy.context.scene.camera == next(obj for obj in bpy.data.objects if obj.type == "CAMERA")
    own = bpy.context.scene.camera
    run(path, cameras=True)
    assert bpy.context.scene.camera == own
