"""Shapes: distances against sampled surfaces, volumes against formulas, cells against dense grids."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trivox.core.errors import LimitError, OptionError
from trivox.core.voxels import shapes
from trivox.core.voxels.shapes import Shape, cell_box, filled_cells

SOLIDS = {
    "sphere": (shapes.sphere(20.3), 4 / 3 * np.pi * 20.3**3),
    "box": (shapes.box(20.5, 10.25, 7.5), 8 * 20.5 * 10.25 * 7.5),
    "cylinder": (shapes.cylinder(15.2, 20.6), np.pi * 15.2**2 * 2 * 20.6),
    "capsule": (shapes.capsule(12.3, 15.1), np.pi * 12.3**2 * (2 * 15.1 + 4 / 3 * 12.3)),
    "cone": (shapes.cone(22.4, 20.3), np.pi * 22.4**2 * 2 * 20.3 / 3),
    "torus": (shapes.torus(20.3, 7.2), 2 * np.pi**2 * 20.3 * 7.2**2),
}
SMALL = [
    shapes.sphere(3.2),
    shapes.box(3.5, 1.2, 2.6),
    shapes.rounded_box(3.5, 2.2, 2.6, 1.1),
    shapes.cylinder(2.4, 3.1),
    shapes.capsule(1.7, 2.0),
    shapes.cone(3.3, 2.9),
    shapes.torus(3.1, 1.3),
]


def middles(box: np.ndarray) -> np.ndarray:
    x, y, z = (np.arange(*ends) + 0.5 for ends in box.T)
    return np.stack(np.meshgrid(x, y, z, indexing="ij"), axis=-1)


def brute(shape: Shape, box: np.ndarray) -> np.ndarray:
    points = middles(box)
    return shape.distance(points.reshape(-1, 3)).reshape(points.shape[:3]) <= 0


def within(low: int, high: int) -> np.ndarray:
    return np.array([[low] * 3, [high] * 3])


@pytest.mark.parametrize("name", SOLIDS)
def test_volumes(name: str) -> None:
    shape, volume = SOLIDS[name]
    # Turned, so that flat sides pass between the middles of cells evenly.
    turn, _ = np.linalg.qr(np.random.default_rng(6).normal(size=(3, 3)))
    matrix = np.eye(4)
    matrix[:3, :3] = turn * np.array([1.1, 1.2, 1.3])
    shape, volume = shape.transformed(matrix), volume * 1.1 * 1.2 * 1.3
    assert np.count_nonzero(filled_cells(shape, cell_box(shape))) == pytest.approx(volume, rel=0.01)


def test_a_rounded_box_lies_between_its_box_and_its_middle() -> None:
    half, radius = np.array([9.0, 7.0, 5.0]), 3.0
    inner = half - radius
    volume = 8 * inner.prod() + 8 * radius * (inner[0] * inner[1] + inner[1] * inner[2] + inner[0] * inner[2])
    volume += 2 * np.pi * radius**2 * inner.sum() + 4 / 3 * np.pi * radius**3
    shape = shapes.rounded_box(*half, radius).transformed(np.diag([4.0, 4, 4, 1]))
    assert np.count_nonzero(filled_cells(shape, cell_box(shape))) == pytest.approx(64 * volume, rel=0.01)
    ball = shapes.rounded_box(4.0, 4.0, 4.0, 99.0)
    points = np.random.default_rng(1).uniform(-6, 6, (500, 3))
    assert np.allclose(ball.distance(points), shapes.sphere(4.0).distance(points))


@pytest.mark.parametrize("shape", SMALL)
def test_distances_are_those_to_the_surface(shape: Shape) -> None:
    """Points on the surface, found by bisection along many rays, are never nearer than the distance says."""
    rng = np.random.default_rng(2)
    grid = middles(within(-6, 6)).reshape(-1, 3)
    inner, outer = grid[shape.distance(grid) < 0], grid[shape.distance(grid) > 0]
    one, other = inner[rng.integers(len(inner), size=40_000)], outer[rng.integers(len(outer), size=40_000)]
    for _ in range(40):
        middle = (one + other) / 2
        inside = (shape.distance(middle) < 0)[:, None]
        one, other = np.where(inside, middle, one), np.where(inside, other, middle)
    for point in rng.uniform(-5, 5, (60, 3)):
        nearest = np.sqrt(((one - point) ** 2).sum(axis=1)).min()
        assert abs(shape.distance(point[None])[0]) <= nearest + 1e-6
        assert abs(shape.distance(point[None])[0]) == pytest.approx(nearest, abs=0.35)


@pytest.mark.parametrize("shape", SMALL)
def test_blocks_give_what_every_cell_gives(shape: Shape) -> None:
    away = shape.moved(0.3, -11.7, 4.2)
    box = cell_box(away)
    every = Shape(away.distance, away.low, away.high)
    assert np.array_equal(filled_cells(away, box), brute(away, box))
    assert np.array_equal(filled_cells(every, box), brute(away, box))
    wide = box + np.array([[-3], [3]])
    assert np.count_nonzero(brute(away, wide)) == np.count_nonzero(filled_cells(away, box))


def test_large_shapes_are_asked_near_their_surface_only() -> None:
    asked = 0

    def distance(points: np.ndarray) -> np.ndarray:
        nonlocal asked
        asked += len(points)
        return np.linalg.norm(points, axis=1) - 60

    known = shapes.function(distance, [-60] * 3, [60] * 3, 1.0)
    box = cell_box(known)
    filled = filled_cells(known, box)
    few, asked = asked, 0
    assert np.array_equal(filled, filled_cells(shapes.function(distance, [-60] * 3, [60] * 3), box))
    assert few < asked / 2 and asked == filled.size


def test_a_cell_is_filled_if_its_middle_is_on_the_surface() -> None:
    shape = shapes.box(1.5, 1.5, 1.5)
    assert cell_box(shape).tolist() == [[-2] * 3, [2] * 3]
    assert np.count_nonzero(filled_cells(shape, cell_box(shape))) == 64
    less = shapes.box(1.499, 1.499, 1.499)
    assert np.count_nonzero(filled_cells(less, cell_box(less))) == 8


@settings(max_examples=60)
@given(st.sampled_from(SMALL), st.integers(0, 2**32 - 1))
def test_any_matrix_keeps_the_sign_and_bounds_the_distance(shape: Shape, seed: int) -> None:
    rng = np.random.default_rng(seed)
    matrix = np.eye(4)
    matrix[:3] = rng.normal(0, 1, (3, 4)) * rng.choice([0.3, 1, 3], (3, 1))
    stretch = np.linalg.svd(matrix[:3, :3], compute_uv=False)
    if stretch[2] < 0.05:
        return
    moved = shape.transformed(matrix)
    points = rng.uniform(-5, 5, (300, 3))
    there = points @ matrix[:3, :3].T + matrix[:3, 3]
    own, other = shape.distance(points), moved.distance(there)
    assert np.array_equal(own <= 1e-9, other <= 1e-9)
    assert np.allclose(other, own * stretch[2])
    inside = there[own < 0]
    assert (inside >= moved.low - 1e-9).all() and (inside <= moved.high + 1e-9).all()
    steps = np.linalg.norm(there[1:] - there[:-1], axis=1)
    assert (np.abs(np.diff(other)) <= moved.lipschitz * steps + 1e-9).all()


@pytest.mark.parametrize("shape", SMALL)
def test_the_48_symmetries(shape: Shape) -> None:
    box = within(-8, 8)
    plain = filled_cells(shape, box)
    for axes in itertools.permutations(range(3)):
        for signs in itertools.product((1, -1), repeat=3):
            matrix = np.zeros((4, 4))
            matrix[3, 3] = 1
            matrix[range(3), axes] = signs
            flips = tuple(slice(None, None, sign) for sign in signs)
            assert np.array_equal(filled_cells(shape.transformed(matrix), box), plain.transpose(axes)[flips])


def test_set_algebra() -> None:
    box = within(-9, 9)
    for one, other in itertools.combinations([shape.moved(n - 3, 1, -n / 2) for n, shape in enumerate(SMALL)], 2):
        a, b = brute(one, box), brute(other, box)
        assert np.array_equal(filled_cells(one.union(other), box), a | b)
        assert np.array_equal(filled_cells(one.common(other), box), a & b)
        # A middle exactly on the surface of both belongs to both.
        assert not (filled_cells(one.without(other), box) & ~a).any()
        assert np.array_equal(filled_cells(one.without(other), box) | (a & b), a)


def test_a_smooth_union_only_adds_and_only_near_both() -> None:
    box = within(-16, 16)
    one, other = shapes.sphere(5).moved(-5, 0, 0), shapes.sphere(5).moved(5, 0, 0)
    plain, smooth = brute(one.union(other), box), filled_cells(one.union(other, 6), box)
    assert smooth[plain].all() and np.count_nonzero(smooth) > np.count_nonzero(plain)
    points = middles(box)[smooth & ~plain]
    assert (np.abs(one.distance(points) - other.distance(points)) < 6).all()
    assert (np.minimum(one.distance(points), other.distance(points)) <= 6 / 4).all()
    joined = one.union(other, 6)
    assert (middles(box)[smooth] >= joined.low).all() and (middles(box)[smooth] <= joined.high).all()
    assert joined.distance(np.zeros((1, 3)))[0] == pytest.approx(0 - 6 / 4)


def test_a_half_space_has_no_end() -> None:
    shape = shapes.half_space().transformed(np.diag([1.0, 1, -1, 1])).moved(0, 0, 3)
    assert not shape.is_finite
    assert np.array_equal(filled_cells(shape, within(0, 7)), middles(within(0, 7))[..., 2] >= 3)
    with pytest.raises(LimitError, match="make it smaller"):
        cell_box(shape)


def test_cells_are_a_shape() -> None:
    filled = np.random.default_rng(3).random((5, 6, 7)) < 0.4
    low = np.array([-2, 3, 1])
    shape = shapes.of_cells(filled, low, 4)
    assert np.array_equal(filled_cells(shape, cell_box(shape)), filled)
    points = middles(np.stack([low - 3, low + filled.shape + 3])).reshape(-1, 3)
    there = np.argwhere(filled) + low + 0.5
    nearest = np.sqrt(((points[:, None] - there) ** 2).sum(axis=2)).min(axis=1)
    outside = nearest > 0
    assert np.allclose(shape.distance(points)[outside], nearest[outside] - 0.5)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: shapes.sphere(0), "radius is 0; it must be a number of voxels above 0"),
        (lambda: shapes.torus(3, float("nan")), "thickness is nan"),
        (lambda: shapes.capsule(1, -1), "half_height is -1"),
        (lambda: shapes.box(True, 1, 1), "x is True"),
        (lambda: shapes.sphere(1).transformed(np.diag([1, 0, 1, 1])), "flat"),
        (lambda: shapes.sphere(1).transformed(np.eye(3)), "4 x 4"),
        (lambda: shapes.sphere(1).transformed(np.full((4, 4), np.nan)), "finite"),
        (lambda: shapes.sphere(1).union(shapes.sphere(2), -1), "smooth is -1"),
        (lambda: shapes.function(len, [0, 0, 0], [-1, 0, 0]), "that is no box"),
        (lambda: shapes.function(len, [0, 0, 0], [1, 1, 1], 0), "lipschitz is 0"),
        (lambda: filled_cells(shapes.function(lambda p: p, [0] * 3, [1] * 3), within(0, 1)), "it must give"),
        (lambda: filled_cells(shapes.function(lambda p: p[:, 0] * np.nan, [0] * 3, [1] * 3), within(0, 1)), "not a n"),
    ],
)
def test_errors(call, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        call()
