"""Shapes edit models: dense grids edited cell by cell say what must come out, wherever the shapes reach."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trivox.core.errors import LimitError, OptionError
from trivox.core.voxels import Model, shapes
from trivox.core.voxels.shapes import Edited, Shape, add, around_pivot, carve, paint
from trivox.core.voxels.window import window_of

SIDE, ROOM = 9, 12
"""Of models, and how far around them grids reach."""


def random_model(seed: int, *, far: bool = False) -> Model:
    rng = np.random.default_rng(seed)
    size = rng.integers(1, SIDE, 3)
    grid = np.where(rng.random(size) < rng.choice([0.2, 0.6, 0.95]), rng.integers(1, 5, size), 0).astype(np.uint8)
    model = Model.from_grid(grid)
    return Model(model.size, model.positions.astype(np.int32), model.indices) if far else model


def random_shape(seed: int) -> Shape:
    rng = np.random.default_rng(seed)
    kinds = [shapes.sphere(3.1), shapes.box(2, 3, 1), shapes.cone(3, 2), shapes.torus(3, 1), shapes.cylinder(1, 4)]
    matrix = np.eye(4)
    matrix[:3, :3] = np.linalg.qr(rng.normal(size=(3, 3)))[0] * rng.uniform(0.4, 1.6, 3)
    matrix[:3, 3] = rng.uniform(-4, SIDE + 4, 3)
    return kinds[rng.integers(len(kinds))].transformed(matrix)


def wide(model: Model, moved: tuple[int, ...] = (0, 0, 0)) -> np.ndarray:
    """The cells of a model in a grid with room around, where they were before it grew."""
    grid = np.zeros((SIDE + 2 * ROOM,) * 3, np.uint8)
    x, y, z = (model.positions.astype(int) - moved + ROOM).T
    grid[x, y, z] = model.indices
    return grid


def inside(shape: Shape) -> np.ndarray:
    cells = np.stack(np.meshgrid(*[np.arange(SIDE + 2 * ROOM)] * 3, indexing="ij"), axis=-1).reshape(-1, 3)
    return (shape.distance(cells - ROOM + 0.5) <= 0).reshape((SIDE + 2 * ROOM,) * 3)


def assert_sound(edited: Edited, before: np.ndarray, after: np.ndarray) -> None:
    model = edited.model
    assert np.array_equal(wide(model, edited.moved), after)
    positions = model.positions.astype(np.int64)
    key = (positions[:, 0] * 100 + positions[:, 1]) * 100 + positions[:, 2]
    assert (np.diff(key) > 0).all()
    assert (positions >= 0).all() and (positions < model.size).all()
    changed = np.argwhere(before != after) - ROOM + edited.moved
    if len(changed):
        assert edited.touched.tolist() == [changed.min(axis=0).tolist(), (changed.max(axis=0) + 1).tolist()]
    else:
        assert edited.touched is None


@settings(max_examples=200)
@given(st.integers(0, 2**32 - 1), st.booleans())
def test_edits_are_those_of_a_dense_grid(seed: int, far: bool) -> None:
    model, shape = random_model(seed, far=far), random_shape(seed + 1)
    before, within = wide(model), inside(shape)
    assert_sound(add(model, shape, 7), before, np.where(within & (before == 0), 7, before))
    assert_sound(carve(model, shape), before, np.where(within, 0, before))
    assert_sound(paint(model, shape, 7), before, np.where(within & (before > 0), 7, before))
    assert carve(model, shape).model.size == model.size == paint(model, shape, 7).model.size
    for edited in (add(model, shape, 7), carve(model, shape), paint(model, shape, 7)):
        assert edited.model.positions.dtype == (np.int32 if far else np.uint8)


@settings(max_examples=100)
@given(st.integers(0, 2**32 - 1))
def test_set_algebra(seed: int) -> None:
    model, one, other = random_model(seed), random_shape(seed + 1), random_shape(seed + 2)
    grown = add(model, one, 7)
    there = one.moved(*grown.moved)
    back = carve(grown.model, there)
    assert np.array_equal(wide(back.model, grown.moved), wide(carve(model, one).model))
    assert add(grown.model, there, 9).touched is None
    assert carve(back.model, there).touched is None
    first, second = add(model, one, 7), add(model, other, 7)
    both = add(first.model, other.moved(*first.moved), 7)
    turned = add(second.model, one.moved(*second.moved), 7)
    away = [np.array(first.moved) + both.moved, np.array(second.moved) + turned.moved]
    assert np.array_equal(wide(both.model, away[0]), wide(turned.model, away[1]))
    assert both.model.size == turned.model.size
    union = add(model, one.union(other), 7)
    assert np.array_equal(wide(union.model, union.moved), wide(both.model, away[0]))


@settings(max_examples=100)
@given(st.integers(0, 2**32 - 1))
def test_paint_changes_no_cell_and_leaves_the_model_it_was_given(seed: int) -> None:
    model, shape = random_model(seed), random_shape(seed + 1)
    kept = model.positions.copy(), model.indices.copy()
    for edited in (paint(model, shape, 9), carve(model, shape), add(model, shape, 9)):
        assert edited is not None
    assert np.array_equal(paint(model, shape, 9).model.positions, kept[0])
    assert np.array_equal(model.positions, kept[0]) and np.array_equal(model.indices, kept[1])


@settings(max_examples=60)
@given(st.integers(0, 2**32 - 1))
def test_turned_models_and_shapes(seed: int) -> None:
    model, shape = random_model(seed), random_shape(seed + 1)
    plain = carve(model, shape).model.colors
    for axes in itertools.permutations(range(3)):
        matrix = np.zeros((4, 4))
        matrix[3, 3] = 1
        matrix[range(3), axes] = 1
        turned = Model.from_grid(np.ascontiguousarray(model.colors.transpose(axes)))
        assert np.array_equal(carve(turned, shape.transformed(matrix)).model.colors, plain.transpose(axes))


@settings(max_examples=100)
@given(st.integers(0, 2**32 - 1))
def test_a_model_grows_around_its_pivot(seed: int) -> None:
    model, shape = random_model(seed), random_shape(seed + 1)
    edited = add(model, shape, 7)
    grown = around_pivot(edited, model)
    assert np.array_equal(grown.model.pivot, np.array(model.pivot) + grown.moved)
    assert_sound(grown, wide(model), wide(edited.model, edited.moved))
    # No smaller size has this pivot and holds all cells.
    for axis in range(3):
        if grown.moved[axis] > edited.moved[axis]:
            end = edited.model.size[axis] - edited.moved[axis]
            assert end + grown.moved[axis] == grown.model.size[axis] == 2 * grown.model.pivot[axis] + 1


def test_smooth_unions_fill_the_corner_between() -> None:
    model = Model.from_grid(np.full((24, 24, 4), 1, np.uint8))
    post = shapes.box(3, 3, 8).moved(12, 12, 12)
    plain, smooth = add(model, post, 2), add(model, post, 2, smooth=6)
    more = wide_cells(smooth) - wide_cells(plain)
    assert wide_cells(plain) <= wide_cells(smooth) and len(more) > 40
    corners = np.array(sorted(more))
    assert corners[:, 2].min() == 4 and corners[:, 2].max() < 4 + 6
    assert np.array_equal(smooth.model.colors[:, :, 4], smooth.model.colors[::-1, :, 4])
    assert np.array_equal(smooth.model.colors[:, :, 4], smooth.model.colors[:, :, 4].T)
    # By the formula, cell by cell: how far the nearest filled middle is, less half a voxel, and the box.
    cells = np.stack(np.meshgrid(range(24), range(24), range(4, 24), indexing="ij"), axis=-1).reshape(-1, 3) + 0.5
    below, box = cells[:, 2] - 3.5 - 0.5, post.distance(cells)
    near = np.maximum(6 - np.abs(below - box), 0)
    wanted = cells[np.minimum(below, box) - near**2 / 24 <= 0]
    assert {tuple(cell) for cell in (wanted - 0.5).astype(int).tolist()} == {c for c in wide_cells(smooth) if c[2] > 3}


def wide_cells(edited: Edited) -> set[tuple[int, ...]]:
    return set(map(tuple, (edited.model.positions.astype(int) - edited.moved).tolist()))


def test_half_spaces_end_with_the_model() -> None:
    model = Model((4, 5, 6), np.array([[1, 1, 1]], np.uint8), np.array([3], np.uint8))
    below = shapes.half_space().moved(0, 0, 2)
    assert add(model, below, 2).model.voxels == 4 * 5 * 2
    assert carve(model, below).model.voxels == 0
    assert paint(model, below, 9).model.indices.tolist() == [9]


def test_models_beyond_a_byte() -> None:
    model = Model.from_grid(np.ones((256, 1, 1), np.uint8))
    edited = add(model, shapes.box(1, 1, 1).moved(257, 0, 0), 2)
    assert edited.model.positions.dtype == np.int32 and edited.model.size == (258, 2, 2)
    assert edited.moved == (0, 1, 1) and edited.model.positions[-1].tolist() == [257, 1, 1]
    far = Model((1 << 19, 3, 3), np.array([[0, 0, 0], [(1 << 19) - 1, 2, 2]], np.int32), np.array([1, 2], np.uint8))
    assert carve(far, shapes.sphere(2).moved(1 << 19, 2, 2)).model.indices.tolist() == [1]
    with pytest.raises(LimitError, match="bring the shape nearer"):
        add(far, shapes.sphere(2).moved(1 << 21, 0, 0), 1)


def test_blocked_cells_move_along() -> None:
    blocked = np.array([[2, 0, 0]], np.int32)
    model = Model((2, 1, 1), np.array([[0, 0, 0]], np.uint8), np.array([1], np.uint8), blocked)
    edited = add(model, shapes.box(1, 0.5, 0.5).moved(-1, 0.5, 0.5), 2)
    assert edited.moved == (2, 0, 0) and edited.model.blocked.tolist() == [[4, 0, 0]]
    assert around_pivot(edited, model).model.blocked.tolist() == [[2 + around_pivot(edited, model).moved[0], 0, 0]]


def test_windows_reach_beyond() -> None:
    model = random_model(5)
    box = np.array([[-3, -2, -1], [SIDE, SIDE, SIDE]])
    window = window_of(model, box)
    assert np.array_equal(window.grid[3:, 2:, 1:][tuple(map(slice, model.size))], model.colors)
    assert np.count_nonzero(window.grid) == model.voxels == len(window.inside) == window.end - window.first
    assert not window_of(model, box - 100).grid.any() and not window_of(model, box + 300).grid.any()


@pytest.mark.parametrize("call", [add, paint])
@pytest.mark.parametrize("index", [0, 256, True, 1.0])
def test_indices(call, index: object) -> None:
    with pytest.raises(OptionError, match="it must be a palette index"):
        call(random_model(1), shapes.sphere(1), index)


def test_limits() -> None:
    model = random_model(1)
    with pytest.raises(OptionError, match="64 voxels at most"):
        add(model, shapes.sphere(1), 1, 65)
    with pytest.raises(LimitError, match="smaller radius"):
        add(model, shapes.sphere(100), 1, 64)
    with pytest.raises(LimitError, match="make it smaller"):
        add(model, shapes.sphere(300), 1)
    assert carve(model, shapes.sphere(300)).model.voxels == 0
