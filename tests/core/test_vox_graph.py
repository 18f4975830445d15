"""The scene graph: orientations, nesting, sharing, and graphs that are circular, bottomless or endless."""

from __future__ import annotations

import itertools

import helpers_vox as hv
import numpy as np
import pytest
from call_count import counted_calls
from hypothesis import given, settings
from hypothesis import strategies as st
from trivox.core.errors import LimitError
from trivox.core.formats.vox import VoxScene, read_vox
from trivox.core.scene.world import placed_shapes, world_cells, world_transform, world_transforms


def orientation_byte(columns: tuple[int, ...], signs: tuple[int, ...]) -> int:
    return columns[0] | columns[1] << 2 | sum((sign < 0) << 4 + row for row, sign in enumerate(signs))


ORIENTATIONS = [
    (orientation_byte(columns, signs), columns, signs)
    for columns in itertools.permutations(range(3))
    for signs in itertools.product((1, -1), repeat=3)
]


@pytest.mark.parametrize(("byte", "columns", "signs"), ORIENTATIONS)
def test_orientation(byte: int, columns: tuple[int, ...], signs: tuple[int, ...]) -> None:
    voxels = [(0, 0, 0, 1), (2, 1, 4, 2), (1, 3, 2, 3)]
    size = (3, 4, 5)
    scene = read_vox(hv.vox(hv.model(size, voxels), hv.ntrn(0, 1, {"r": byte, "t": "7 -8 9"}), hv.nshp(1, 0)))
    assert scene.warnings == ()
    # Half voxels in floating point, one number at a time.
    expected = []
    for *cell, index in voxels:
        centre = [c + 0.5 - side // 2 for c, side in zip(cell, size, strict=True)]
        moved = [signs[row] * centre[columns[row]] + (7, -8, 9)[row] for row in range(3)]
        expected.append((*(int(np.floor(part)) for part in moved), index))
    assert placed(scene) == sorted(expected)


def placed(scene: VoxScene) -> list[tuple[int, ...]]:
    """All world cells with their colours."""
    cells: list[tuple[int, ...]] = []
    for node in placed_shapes(scene):
        model = scene.models[scene.nodes[node].model or 0]
        rows = np.column_stack((world_cells(scene, node), model.indices)).tolist()
        cells += [tuple(row) for row in rows]
    return sorted(cells)


@pytest.mark.parametrize("text", ["0", "5", "10", "3", "128", "-1", "x", "", "4.0", "99999999999"])
def test_what_is_no_orientation_turns_nothing(text: str) -> None:
    scene = read_vox(hv.vox(hv.cube(), hv.ntrn(0, 1, {"r": text}), hv.nshp(1, 0)))
    assert scene.nodes[0].rotation.tolist() == np.eye(3, dtype=int).tolist()
    assert "for a rotation" in scene.warnings[0]


TRANSFORMS = st.tuples(st.sampled_from([byte for byte, _, _ in ORIENTATIONS]), *[st.integers(-99, 99)] * 3)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(TRANSFORMS, st.integers(0, 5)), min_size=1, max_size=12))
def test_world_transforms_are_products_along_the_way_to_the_root(entries: list[tuple[tuple[int, ...], int]]) -> None:
    """Groups and shapes in a random tree: node i hangs below an earlier group."""
    children: dict[int, list[int]] = {-1: []}
    for index, (_, parent) in enumerate(entries):
        above = min(parent, index - 1) if index else -1
        children.setdefault(above, []).append(index)
        children.setdefault(index, [])
    chunks = [hv.cube()]
    for index, ((byte, x, y, z), _) in enumerate(entries):
        chunks.append(hv.ntrn(2 * index, 2 * index + 1, {"r": byte, "t": f"{x} {y} {z}"}, name=index))
        below = [2 * child for child in children[index]]
        chunks.append(hv.ngrp(2 * index + 1, *below) if below else hv.nshp(2 * index + 1, 0))
    scene = read_vox(hv.vox(*chunks))
    rotations, translations = world_transforms(scene)
    for number, node in enumerate(scene.nodes):
        matrix, up = np.eye(4), number
        while up >= 0:
            step = np.eye(4)
            step[:3, :3], step[:3, 3] = scene.nodes[up].rotation, scene.nodes[up].translation
            matrix, up = step @ matrix, scene.nodes[up].parent
        rotation, translation = world_transform(scene, number)
        assert (rotation == matrix[:3, :3]).all() and (translation == matrix[:3, 3]).all()
        assert (rotations[number] == rotation).all() and (translations[number] == translation).all()
        assert node.parent < number


def test_a_shared_node_appears_at_every_place() -> None:
    chunks = [
        hv.cube(),
        hv.ntrn(0, 1),
        hv.ngrp(1, 2, 4),
        hv.ntrn(2, 3, {"t": "10 0 0"}),
        hv.ntrn(4, 3, {"t": "0 10 0"}),
    ]
    scene = read_vox(hv.vox(*chunks, hv.ngrp(3, 5, 6), hv.ntrn(5, 7), hv.ntrn(6, 7, {"t": "0 0 5"}), hv.nshp(7, 0)))
    assert [world_transform(scene, node)[1].tolist() for node in placed_shapes(scene)] == [
        [10, 0, 0],
        [10, 0, 5],
        [0, 10, 0],
        [0, 10, 5],
    ]
    assert scene.warnings == ()


def test_a_transform_below_a_transform_is_not_lost() -> None:
    scene = read_vox(hv.vox(hv.cube(), hv.ntrn(0, 1, {"t": "1 0 0"}), hv.ntrn(1, 2, {"t": "0 2 0"}), hv.nshp(2, 0)))
    (node,) = placed_shapes(scene)
    assert world_transform(scene, node)[1].tolist() == [1, 2, 0]
    assert [entry.kind for entry in scene.nodes] == ["group", "shape"]


def test_no_graph_puts_models_side_by_side() -> None:
    sizes = [(2, 3, 4), (5, 1, 1), (3, 3, 3)]
    scene = read_vox(hv.vox(*(hv.model(size, [(0, 0, 0, 1), (size[0] - 1, 0, 0, 2)]) for size in sizes)))
    assert not scene.placed and scene.warnings == ()
    spans = [world_cells(scene, node)[:, 0].tolist() for node in placed_shapes(scene)]
    assert spans == [[-1, 0], [2, 6], [8, 10]]


def test_a_graph_that_places_nothing_is_told() -> None:
    scene = read_vox(hv.vox(hv.cube(), hv.cube(), hv.ntrn(0, 1), hv.ngrp(1)))
    assert not scene.placed and len(placed_shapes(scene)) == 2
    assert any("places no model" in warning for warning in scene.warnings)


def test_deep_graph() -> None:
    depth = 20_000
    chunks = [hv.ntrn(2 * i, 2 * i + 1, {"t": "1 0 0"}) + hv.ngrp(2 * i + 1, 2 * i + 2) for i in range(depth)]
    data = hv.vox(hv.cube(), *chunks, hv.ntrn(2 * depth, 2 * depth + 1), hv.nshp(2 * depth + 1, 0))
    with counted_calls(hv.read_limit(len(data))):
        scene = read_vox(data)
    assert world_transform(scene, depth)[1].tolist() == [depth, 0, 0]
    assert world_transforms(scene)[1][:, 0].tolist() == [*range(1, depth + 1), depth]


def test_every_cycle_is_cut() -> None:
    chunks = [hv.cube(), hv.ntrn(0, 1), hv.ngrp(1, 0, 2, 3, 1), hv.ntrn(2, 1), hv.ntrn(3, 4), hv.nshp(4, 0)]
    scene = read_vox(hv.vox(*chunks))
    assert len(placed_shapes(scene)) == 1
    assert "cycle" in scene.warnings[0] and "2 more" in scene.warnings[0]


@pytest.mark.parametrize("width", [2, 100, 5000])
def test_endless_sharing_is_refused_at_once(width: int) -> None:
    levels = 4000 // width + 2
    groups = [hv.ngrp(i, *[i + 1] * width) for i in range(1, levels + 1)]
    data = hv.vox(hv.cube(), hv.ntrn(0, 1), *groups, hv.nshp(levels + 1, 0))
    with pytest.raises(LimitError, match="250,000"), counted_calls(hv.read_limit(len(data))):
        read_vox(data)


def test_endless_sharing_of_nothing_is_refused_too() -> None:
    data = hv.vox(hv.cube(), hv.ntrn(0, 1), hv.ngrp(1, *[2] * 5000), hv.ngrp(2, *[3] * 5000), hv.ntrn(3, 99))
    with pytest.raises(LimitError), counted_calls(hv.read_limit(len(data))):
        read_vox(data)


@pytest.mark.parametrize("count", [1000, 10_000])
def test_instances_take_work_in_proportion_to_their_number(count: int) -> None:
    below = [2 + i for i in range(count)]
    transforms = [hv.ntrn(node, count + 2, {"t": f"{node} 0 0"}) for node in below]
    data = hv.vox(hv.cube(), hv.ntrn(0, 1), hv.ngrp(1, *below), *transforms, hv.nshp(count + 2, 0))
    with counted_calls(hv.read_limit(len(data))):
        scene = read_vox(data)
    with counted_calls(4 * count):
        assert len(placed_shapes(scene)) == len(world_transforms(scene)[0]) - 1 == count
    assert scene.warnings == ()
