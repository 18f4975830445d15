"""Places rotated, mirrored, grouped and hidden models and compares their faces and colors with the world's cells."""

from __future__ import annotations

from collections.abc import Callable

import bpy
import helpers_vox as hv
import numpy as np
import pytest
from helpers_scene import Placed, meshes_of, orientations, rotation_byte, sampled, world_faces

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")

RNG = np.random.default_rng(11)
ODD = np.where(RNG.random((2, 3, 5)) < 0.6, RNG.integers(1, 256, (2, 3, 5)), 0).astype(np.uint8)
"""A model of odd sides without any symmetry."""
ORIENTATIONS = orientations()


def all_orientations() -> tuple[bytes, list[Placed]]:
    """A file with the model in each of the 48 orientations, ten voxels apart, and what it should show."""
    places = [Placed(ODD, turn, np.array((10 * i, -3 * i, i))) for i, turn in enumerate(ORIENTATIONS)]
    shapes = [transform(2 + 2 * i, place, name=f"{i:02}") + hv.nshp(3 + 2 * i, 0) for i, place in enumerate(places)]
    graph = hv.ntrn(0, 1) + hv.ngrp(1, *range(2, 98, 2)) + b"".join(shapes)
    return hv.vox(hv.dense_model(ODD), graph, hv.rgba(hv.colors())), places


def transform(node: int, place: Placed, **attributes: object) -> bytes:
    move = " ".join(map(str, place.translation.tolist()))
    return hv.ntrn(node, node + 1, {"r": rotation_byte(place.rotation), "t": move}, **attributes)


def evaluated() -> list[bpy.types.Object]:
    """All objects with a mesh, their world matrices up to date, by name."""
    bpy.context.view_layer.update()
    return sorted(meshes_of(bpy.data.objects), key=lambda obj: obj.name)


@pytest.mark.parametrize("hierarchy", ["parents", "flat"])
def test_each_face_is_where_its_cell_is(write: Write, hierarchy: str) -> None:
    data, places = all_orientations()
    bpy.ops.import_scene.trivox(filepath=write("a.vox", data), mode="faces", hierarchy=hierarchy)
    objects = evaluated()
    assert len(objects) == 48 and len(bpy.data.meshes) == 2
    for obj, place in zip(objects, places, strict=True):
        faces = world_faces(obj, 0.1)
        assert len(faces) == len(set(faces)) and set(faces) == set(place.faces())
        assert tuple(obj.matrix_world.to_scale()) == pytest.approx((1, 1, 1)) and obj.matrix_world.determinant() > 0


@pytest.mark.parametrize("mode", ["faces", "polygons", "watertight"])
@pytest.mark.parametrize("faces", ["quads", "triangles"])
def test_each_point_has_its_color(write: Write, mode: str, faces: str) -> None:
    data, places = all_orientations()
    bpy.ops.import_scene.trivox(filepath=write("a.vox", data), mode=mode, faces=faces)
    for obj, place in list(zip(evaluated(), places, strict=True))[::5]:
        expected = place.faces()
        found = sampled(obj, 0.1)
        assert {face for face, _color in found} <= set(expected)
        colors = hv.colors()
        assert all(color == colors[expected[face] - 1][:3] for face, color in found)


@pytest.mark.parametrize("border", [0, 3])
def test_models_share_a_texture(write: Write, border: int) -> None:
    shapes, places = [], []
    for i, side in enumerate((2, 5, 3, 7)):
        grid = RNG.integers(1, 256, (side, side + 1, 2)).astype(np.uint8)
        places.append(Placed(grid, ORIENTATIONS[11 * i], np.array((20 * i, 0, 0))))
        shapes.append(transform(2 + 2 * i, places[-1], name=f"{i}") + hv.nshp(3 + 2 * i, i))
    graph = hv.ntrn(0, 1) + hv.ngrp(1, 2, 4, 6, 8) + b"".join(shapes)
    models = b"".join(hv.dense_model(place.grid) for place in places)
    path = write("a.vox", hv.vox(models, graph, hv.rgba(hv.colors())))
    bpy.ops.import_scene.trivox(filepath=path, border=border)
    assert len(bpy.data.images) == len(bpy.data.materials) == 1
    for obj, place in zip(evaluated(), places, strict=True):
        expected = place.faces()
        found = sampled(obj, 0.1, points=40)
        assert {face for face, _color in found} <= set(expected)
        assert all(color == hv.colors()[expected[face] - 1][:3] for face, color in found)


def nested() -> tuple[bytes, list[Placed]]:
    """Groups in groups, turned and mirrored, with a model in each; and what it should show."""
    turns = [ORIENTATIONS[i] for i in (7, 18, 29, 40)]
    moves = [np.array(move) for move in ((3, 0, -7), (11, 2, 5), (0, -9, 4), (1, 1, 1))]
    chunks, places = [hv.ntrn(0, 1), hv.ngrp(1, 2)], []
    rotation, translation = np.eye(3, dtype=int), np.zeros(3, int)
    for depth, (turn, move) in enumerate(zip(turns, moves, strict=True)):
        node, last = 2 + 10 * depth, depth == len(turns) - 1
        chunks.append(transform(node, Placed(ODD, turn, move), name=f"group {depth}"))
        chunks.append(hv.ngrp(node + 1, node + 2, *([] if last else [node + 10])))
        rotation, translation = rotation @ turn, rotation @ move + translation
        inner, step = ORIENTATIONS[5 * depth + 1], np.array((2, 3, 4))
        chunks.append(transform(node + 2, Placed(ODD, inner, step), name=f"shape {depth}"))
        chunks.append(hv.nshp(node + 3, 0))
        places.append(Placed(ODD, rotation @ inner, rotation @ step + translation))
    return hv.vox(hv.dense_model(ODD), *chunks, hv.rgba(hv.colors())), places


def test_groups_become_parents(write: Write) -> None:
    data, places = nested()
    bpy.ops.import_scene.trivox(filepath=write("a.vox", data), mode="faces")
    objects = evaluated()
    for depth, (obj, place) in enumerate(zip(objects, places, strict=True)):
        assert set(world_faces(obj, 0.1)) == set(place.faces())
        assert obj.parent.type == "EMPTY" and obj.parent.name == f"group {depth}"
        assert obj.parent.parent == (bpy.data.objects[f"group {depth - 1}"] if depth else None)
    assert len(bpy.data.objects) == 8
    assert all(tuple(obj.scale) == (1, 1, 1) for obj in bpy.data.objects)
    assert len(bpy.context.selected_objects) == 8


def test_flat_has_no_parents(write: Write) -> None:
    data, places = nested()
    bpy.ops.import_scene.trivox(filepath=write("a.vox", data), mode="faces", hierarchy="flat")
    assert len(bpy.data.objects) == 4 and not any(obj.parent for obj in bpy.data.objects)
    for obj, place in zip(evaluated(), places, strict=True):
        assert set(world_faces(obj, 0.1)) == set(place.faces())


def test_root_that_moves_is_kept(write: Write) -> None:
    data = hv.vox(hv.cube(), hv.ntrn(0, 1, {"t": "5 0 0"}), hv.ngrp(1, 2), hv.ntrn(2, 3), hv.nshp(3, 0))
    bpy.ops.import_scene.trivox(filepath=write("castle.vox", data))
    (obj,) = evaluated()
    assert obj.parent.name == "castle" and tuple(obj.matrix_world.translation) == (0.5, 0, 0)


def test_shape_without_group(write: Write) -> None:
    data = hv.vox(hv.cube(), hv.ntrn(0, 1, {"t": "3 4 5"}, name="alone"), hv.nshp(1, 0))
    bpy.ops.import_scene.trivox(filepath=write("a.vox", data))
    (obj,) = bpy.data.objects
    assert obj.name == "alone" and np.allclose(obj.location, (0.3, 0.4, 0.5))


def test_file_without_graph(write: Write) -> None:
    bpy.ops.import_scene.trivox(filepath=write("a.vox", hv.vox(hv.cube(), hv.cube(), version=150)))
    first, second = evaluated()
    assert first.location.x != second.location.x and first.data == second.data


def test_empty_models_are_left_out(write: Write) -> None:
    data = hv.vox(
        hv.model((2, 2, 2), []), hv.cube(), hv.ntrn(0, 1), hv.ngrp(1, 2, 4),
        hv.ntrn(2, 3, name="nothing"), hv.nshp(3, 0), hv.ntrn(4, 5, name="cube"), hv.nshp(5, 1),
    )  # fmt: skip
    bpy.ops.import_scene.trivox(filepath=write("a.vox", data))
    assert [obj.name for obj in bpy.data.objects] == ["cube"]


def test_hidden_nodes_layers_and_groups(write: Write) -> None:
    data = hv.vox(
        hv.cube(),
        hv.ntrn(0, 1),
        hv.ngrp(1, 2, 4, 6, 8),
        hv.ntrn(2, 3, name="node", hidden=1),
        hv.nshp(3, 0),
        hv.ntrn(4, 5, name="layer", layer=3),
        hv.nshp(5, 0),
        hv.ntrn(6, 7, name="shown", layer=0),
        hv.nshp(7, 0),
        hv.ntrn(8, 9, name="group", hidden=1),
        hv.ngrp(9, 10),
        hv.ntrn(10, 11, name="inner"),
        hv.nshp(11, 0),
        hv.layr(0),
        hv.layr(3, hidden=1),
    )
    bpy.ops.import_scene.trivox(filepath=write("a.vox", data))
    hidden = {obj.name for obj in bpy.data.objects if obj.hide_get() and obj.hide_render}
    assert hidden == {"node", "group", "inner"} and bpy.data.collections["Layer 3"].hide_render
    assert [obj.name for obj in bpy.data.objects if obj.visible_get()] == ["shown"]
    assert [obj.name for obj in bpy.context.selected_objects] == ["shown"]


def test_deep_and_wide_graphs(write: Write) -> None:
    deep = [hv.ntrn(2 * i, 2 * i + 1, {"t": "1 0 0"}) + hv.ngrp(2 * i + 1, 2 * i + 2) for i in range(300)]
    data = hv.vox(hv.cube(), *deep, hv.ntrn(600, 601), hv.nshp(601, 0))
    bpy.ops.import_scene.trivox(filepath=write("deep.vox", data))
    (obj,) = evaluated()
    assert np.allclose(obj.matrix_world.translation, (30, 0, 0), atol=1e-3)
    wide = [hv.ntrn(2 + i, 1_000_000, {"t": f"{3 * i} 0 0"}) for i in range(2000)]
    data = hv.vox(hv.cube(), hv.ntrn(0, 1), hv.ngrp(1, *range(2, 2002)), *wide, hv.nshp(1_000_000, 0))
    bpy.ops.import_scene.trivox(filepath=write("wide.vox", data))
    places = sorted(round(obj.location.x * 10) for obj in bpy.data.collections["wide"].objects)
    assert places == [3 * i for i in range(2000)] and len(bpy.data.meshes) == 2


def test_groups_without_names_are_called_groups(write: Write) -> None:
    data = hv.vox(
        hv.cube(), hv.ntrn(0, 1, {"t": "5 0 0"}), hv.ngrp(1, 2, 6),
        hv.ntrn(2, 3), hv.ngrp(3, 4), hv.ntrn(4, 5, name="gate"), hv.nshp(5, 0),
        hv.ntrn(6, 7, name="yard"), hv.ngrp(7, 8), hv.ntrn(8, 9), hv.nshp(9, 0),
    )  # fmt: skip
    bpy.ops.import_scene.trivox(filepath=write("castle.vox", data))
    assert {obj.name for obj in bpy.data.objects} == {"castle", "Group", "gate", "yard", "castle.001"}
