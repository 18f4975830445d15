"""Smooth surfaces: closed and right on all small cases, symmetric, like other programs', and as their blur says."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from helpers_smooth import (
    ambiguous,
    apart,
    area,
    assert_closed,
    euler,
    euler_of,
    model_of,
    rows,
    volume,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from trivox.core.checks.smooth import check_smooth
from trivox.core.errors import LimitError, OptionError
from trivox.core.smooth import METHODS, SmoothOptions, build_smooth, cells
from trivox.core.voxels import Model

EVERY = [
    SmoothOptions(method, blur, "blend", joined) for method in METHODS for blur in (0, 2) for joined in (False, True)
]
PLAIN = [options for options in EVERY if not options.blur]
GRIDS = hnp.arrays(np.uint8, hnp.array_shapes(min_dims=3, max_dims=3, max_side=5), elements=st.integers(0, 3))


def by_name(options: SmoothOptions) -> str:
    return f"{options.method}-{options.blur}-{'joined' if options.joined else 'apart'}"


def corners(case: int) -> np.ndarray:
    return np.array([case >> k & 1 for k in range(8)], np.uint8).reshape(2, 2, 2)


@pytest.mark.parametrize("options", EVERY, ids=by_name)
def test_all_256_cubes(options: SmoothOptions) -> None:
    cases = np.array([corners(case) for case in range(1, 256)])
    for grid in (apart(cases), np.pad(1 - apart(cases), 1, constant_values=1)):
        mesh = build_smooth(model_of(grid), options)
        assert check_smooth(mesh) == []
        assert_closed(mesh)


@pytest.mark.parametrize("options", PLAIN, ids=by_name)
def test_euler_characteristic_of_each_cube(options: SmoothOptions) -> None:
    for case in range(1, 256):
        mesh = build_smooth(model_of(corners(case)), options)
        assert euler_of(mesh) == euler(corners(case), joined=options.joined)


@pytest.mark.parametrize("options", EVERY, ids=by_name)
def test_all_4096_pairs_of_cubes(options: SmoothOptions) -> None:
    """Whatever is around a face between two cubes, and around an edge on it."""
    bits = np.arange(1, 4096)[:, None] >> np.arange(12) & 1
    grid = apart(bits.reshape(-1, 3, 2, 2).astype(np.uint8))
    assert check_smooth(build_smooth(model_of(grid), options)) == []
    around = np.pad(1 - grid, 1, constant_values=1)
    assert check_smooth(build_smooth(model_of(around), options)) == []


@settings(max_examples=60, deadline=None)
@given(GRIDS, st.sampled_from(EVERY))
def test_random_grids_are_closed(grid: np.ndarray, options: SmoothOptions) -> None:
    mesh = build_smooth(model_of(grid), options)
    assert check_smooth(mesh) == []
    assert euler_of(mesh) == euler(grid, joined=options.joined)
    if grid.any():
        assert_closed(mesh)


def test_nothing_in_nothing_out() -> None:
    mesh = build_smooth(model_of(np.zeros((2, 3, 4), np.uint8)))
    assert mesh.counts == {"vertices": 0, "triangles": 0} and check_smooth(mesh) == []


def test_one_voxel() -> None:
    grid = np.ones((1, 1, 1), np.uint8)
    cubes = build_smooth(model_of(grid), SmoothOptions("cubes", 0))
    middles = np.array([(0, 0.5, 0.5), (1, 0.5, 0.5), (0.5, 0, 0.5), (0.5, 1, 0.5), (0.5, 0.5, 0), (0.5, 0.5, 1)])
    assert rows(cubes.vertices) == rows(middles) and len(cubes.triangles) == 8
    nets = build_smooth(model_of(grid), SmoothOptions("nets", 0))
    assert rows(nets.vertices) == rows(0.5 + np.array(list(itertools.product((-1, 1), repeat=3))) / 6)
    assert len(nets.triangles) == 12 and volume(nets.vertices, nets.triangles) == pytest.approx(1 / 27)


def test_normals_look_outward() -> None:
    for options in EVERY:
        mesh = build_smooth(model_of(np.ones((6, 6, 6), np.uint8)), options)
        away = mesh.vertices - 3
        assert ((away * mesh.normals).sum(axis=1) > 0.5 * np.linalg.norm(away, axis=1)).all()
        far = np.abs(away).max(axis=1) - np.sort(np.abs(away), axis=1)[:, 1] > 1.1
        assert np.abs(mesh.normals[far]).max(axis=1) == pytest.approx(1, abs=0.02)


@pytest.mark.parametrize("options", EVERY, ids=by_name)
def test_48_symmetries(options: SmoothOptions) -> None:
    grid = (np.random.default_rng(5).random((4, 4, 4)) < 0.5).astype(np.uint8)
    mesh = build_smooth(model_of(grid), options)
    for order in itertools.permutations(range(3)):
        for flips in itertools.chain.from_iterable(itertools.combinations(range(3), size) for size in range(4)):
            turned = build_smooth(model_of(np.flip(grid.transpose(order), flips)), options)
            points = mesh.vertices.astype(float)[:, order]
            points[:, flips] = 4 - points[:, flips]
            assert rows(points) == rows(turned.vertices) and len(turned.triangles) == len(mesh.triangles)
            if options in PLAIN and options.method == "cubes":
                # The triangles of a case are those of its mirror images.
                found = area(turned.vertices, turned.triangles)
                assert found == pytest.approx(area(mesh.vertices, mesh.triangles), 1e-6)
            assert check_smooth(turned) == []


def unambiguous(seed: int) -> np.ndarray:
    """A random grid in which no four cells around an edge are filled by turns: where they were, all are filled."""
    grid = (np.random.default_rng(seed).random((9, 8, 7)) < 0.2).astype(np.uint8)
    while ambiguous(grid):
        for axis in range(3):
            turned = np.moveaxis(grid, axis, 0)
            parts = turned[:, :-1, :-1], turned[:, 1:, :-1], turned[:, 1:, 1:], turned[:, :-1, 1:]
            a, b, c, d = parts
            wrong = (a == c) & (b == d) & (a != b)
            for part in parts:
                part[wrong] = 1
    return grid


def marched(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    measure = pytest.importorskip("skimage.measure")
    points, triangles, _normals, _values = measure.marching_cubes(
        values.astype(np.float32), 0.5, gradient_direction="ascent"
    )
    return points, triangles


def test_each_unambiguous_cube_is_that_of_scikit_image() -> None:
    for case in range(1, 256):
        if not ambiguous(corners(case)):
            same_as_scikit_image(corners(case))


@pytest.mark.parametrize("seed", range(6))
def test_unambiguous_grids_are_those_of_scikit_image(seed: int) -> None:
    grid = unambiguous(seed)
    assert 0.05 < grid.mean() < 0.95
    same_as_scikit_image(grid)


def same_as_scikit_image(grid: np.ndarray) -> None:
    points, triangles = marched(np.pad(grid != 0, 1))
    points = points - 0.5
    mesh = build_smooth(model_of(grid), SmoothOptions("cubes", 0))
    assert rows(points) == rows(mesh.vertices) and len(triangles) == len(mesh.triangles)
    assert volume(points, triangles) == pytest.approx(volume(mesh.vertices, mesh.triangles), abs=1e-3)
    assert area(points, triangles) == pytest.approx(area(mesh.vertices, mesh.triangles), abs=1e-2)


def blurred(grid: np.ndarray, steps: int) -> np.ndarray:
    """Cell by cell, with a margin of 5."""
    values = np.pad((grid != 0).astype(float), 5)
    for _step in range(steps):
        for axis in range(3):
            values = (np.roll(values, 1, axis) + 2 * values + np.roll(values, -1, axis)) / 4
    return values


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_blur_moves_crossings_to_where_occupancy_is_one_half(steps: int) -> None:
    grid = (np.random.default_rng(steps).random((5, 6, 4)) < 0.6).astype(np.uint8)
    values, expected = blurred(grid, steps), []
    filled = np.pad(grid != 0, 5)
    for cell in np.argwhere(filled):
        for axis, side in itertools.product(range(3), (-1, 1)):
            other = cell.copy()
            other[axis] += side
            if not filled[tuple(other)]:
                inner, outer = values[tuple(cell)], values[tuple(other)]
                way = (inner - 0.5) / (inner - outer) if inner > outer else 0.5
                way = 0.5 if inner <= 0.5 <= outer else 1 / 4 if inner <= 0.5 else 3 / 4 if outer >= 0.5 else way
                point = cell - 4.5
                point[axis] += side * min(max(way, 1 / 4), 3 / 4)
                expected.append(point)
    mesh = build_smooth(model_of(grid), SmoothOptions("cubes", steps))
    assert rows(mesh.vertices) == rows(np.array(expected))


def test_a_blurred_ball_is_that_of_scikit_image() -> None:
    at = np.indices((17, 17, 17)) - 8
    grid = ((at**2).sum(axis=0) < 60).astype(np.uint8)
    points, _triangles = marched(blurred(grid, 1))
    mesh = build_smooth(model_of(grid), SmoothOptions("cubes", 1))
    way = np.abs(points - np.round(points)).max(axis=1)
    # Crossings do not come nearer to the center of a cell than a quarter.
    between = rows(points[way > 0.2501] - 4.5)
    assert len(between) > 200 and between <= rows(mesh.vertices)


def test_blur_makes_a_ball_rounder() -> None:
    at = np.indices((21, 21, 21)) - 10
    grid = ((at**2).sum(axis=0) < 80).astype(np.uint8)
    for method in METHODS:
        off = []
        for blur in range(4):
            mesh = build_smooth(model_of(grid), SmoothOptions(method, blur))
            off.append(np.linalg.norm(mesh.vertices - 10.5, axis=1).std())
        assert off[0] > 1.2 * off[1] and off[0] > 1.2 * off[3]


@pytest.mark.parametrize("blur", [0, 1, 3])
def test_nothing_thin_vanishes(blur: int) -> None:
    for shape in ((1, 1, 1), (1, 1, 8), (1, 8, 8)):
        for method in METHODS:
            mesh = build_smooth(model_of(np.ones(shape, np.uint8)), SmoothOptions(method, blur))
            assert euler_of(mesh) == 2 and volume(mesh.vertices, mesh.triangles) > 0.004 * np.prod(shape)


@pytest.mark.parametrize("options", EVERY, ids=by_name)
def test_cells_far_apart_are_as_cells_in_a_grid(options: SmoothOptions, monkeypatch: pytest.MonkeyPatch) -> None:
    grid = np.random.default_rng(1).integers(0, 4, (6, 5, 7)) * (np.random.default_rng(2).random((6, 5, 7)) < 0.4)
    dense = build_smooth(model_of(grid), options)
    monkeypatch.setattr(cells, "DENSE", 0)
    monkeypatch.setattr(cells, "SMALL", 0)
    sparse = build_smooth(model_of(grid), options)
    for name in ("vertices", "triangles", "corners", "colors", "blend_indices", "blend_weights"):
        assert np.array_equal(getattr(dense, name), getattr(sparse, name)), name


@pytest.mark.parametrize("options", EVERY, ids=by_name)
def test_time_and_memory_follow_the_cells(options: SmoothOptions) -> None:
    """Two clumps so far apart that a grid would have 10 ** 27 cells are as each of them alone."""
    clump = np.argwhere(np.random.default_rng(3).random((4, 4, 4)) < 0.6)
    far = np.array([10**9, 10**9, 7])
    positions = np.concatenate([clump, clump + far]).astype(np.int32)
    order = np.lexsort(positions.T[::-1])
    model = Model((2**30, 2**30, 2**30), positions[order], np.ones(len(order), np.uint8))
    mesh = build_smooth(model, options)
    assert check_smooth(mesh) == []
    alone = build_smooth(Model((4, 4, 4), clump.astype(np.uint8), np.ones(len(clump), np.uint8)), options)
    near = mesh.vertices[:, 0] < 100
    assert rows(mesh.vertices[near]) == rows(mesh.vertices[~near] - far) == rows(alone.vertices)
    assert len(mesh.triangles) == 2 * len(alone.triangles)


def test_a_few_empty_cells_between_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cells, "DENSE", 0)
    monkeypatch.setattr(cells, "SMALL", 0)
    for gap in range(1, 14):
        grid = np.zeros((gap + 5, 3, 3), np.uint8)
        grid[:2], grid[-3:] = 1, 1
        mesh = build_smooth(model_of(grid), SmoothOptions("cubes", 3))
        monkeypatch.undo()
        assert rows(mesh.vertices) == rows(build_smooth(model_of(grid), SmoothOptions("cubes", 3)).vertices)
        monkeypatch.setattr(cells, "DENSE", 0)
        monkeypatch.setattr(cells, "SMALL", 0)


def test_a_grid_that_would_be_too_large_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cells are kept as keys then, of which there may be fewer."""
    grid = np.ones((3, 3, 3), np.uint8)
    wanted = build_smooth(model_of(grid))
    monkeypatch.setattr(cells, "MAX_CELLS", 26)
    monkeypatch.setattr(cells, "MAX_GRID", 7**3)
    assert np.array_equal(build_smooth(model_of(grid)).vertices, wanted.vertices)
    monkeypatch.setattr(cells, "MAX_GRID", 7**3 - 1)
    with pytest.raises(LimitError, match="27 cells that lie so far apart"):
        build_smooth(model_of(grid))


def test_cells_that_reach_too_far_are_refused() -> None:
    """A diagonal of cells, each with a margin of its own along all three axes."""
    cells_apart = np.arange(300_000, dtype=np.int32)[:, None] * np.full(3, 100, np.int32)
    model = Model((30_000_000,) * 3, cells_apart, np.ones(len(cells_apart), np.uint8))
    with pytest.raises(LimitError, match="reach too far to be made smooth as one; keep the objects apart"):
        build_smooth(model)


def test_far_away_vertices_are_told_more_finely() -> None:
    for low, kind in ((4095, np.float32), (4096, np.float64)):
        cell = np.array([[low, 0, 0]], np.int32)
        mesh = build_smooth(Model((low + 1, 1, 1), cell, np.ones(1, np.uint8)), SmoothOptions("cubes", 0))
        assert mesh.vertices.dtype == kind and mesh.vertices[:, 0].max() == low + 1


@pytest.mark.parametrize("blur", [0, 1])
def test_the_smaller_half_of_a_quad_is_as_large_as_can_be(blur: int) -> None:
    at = np.indices((9, 9, 9)) - 4
    mesh = build_smooth(model_of((at**2).sum(axis=0) < 19), SmoothOptions("nets", blur))
    # Of a ball no side is doubled, so each quad is two triangles.
    pairs = mesh.vertices.astype(float)[mesh.triangles].reshape(-1, 2, 3, 3)
    a, b, c, d = pairs[:, 0, 0], pairs[:, 0, 1], pairs[:, 0, 2], pairs[:, 1, 2]
    assert np.array_equal(pairs[:, 1, :2], np.stack([a, c], axis=1))

    def doubled(p: np.ndarray, q: np.ndarray, r: np.ndarray) -> np.ndarray:
        return np.linalg.norm(np.cross(q - p, r - p), axis=1)

    taken, other = (np.minimum(doubled(p, q, r), doubled(p, r, s)) for p, q, r, s in ((a, b, c, d), (b, c, d, a)))
    assert (taken >= other - 1e-6).all() and (taken > other + 0.01).any()


def test_progress_goes_up_to_one() -> None:
    heard: list[float] = []
    build_smooth(model_of(np.ones((2, 2, 2), np.uint8)), progress=heard.append)
    assert heard == sorted(heard) and len(heard) >= 3 and 0 < heard[0] < 1 and heard[-1] == 1

    def stop(_share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_smooth(model_of(np.ones((2, 2, 2), np.uint8)), progress=stop)


def test_too_many_cells_are_refused_before_memory_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cells, "MAX_CELLS", 10)
    monkeypatch.setattr(cells, "DENSE", 0)
    monkeypatch.setattr(cells, "SMALL", 0)
    with pytest.raises(LimitError, match="11 cells"):
        build_smooth(model_of(np.ones((11, 1, 1), np.uint8)))
    monkeypatch.setattr(cells, "MAX_CELLS", 11)
    assert build_smooth(model_of(np.ones((11, 1, 1), np.uint8))).counts["triangles"]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"method": "dual"}, "method is 'dual'; it must be one of nets, cubes"),
        ({"colors": "none"}, "colors is 'none'"),
        ({"blur": 4}, "blur is 4; it must be a whole number from 0 to 3"),
        ({"blur": -1}, "blur is -1"),
        ({"blur": True}, "blur is True"),
        ({"blur": 1.0}, "blur is 1.0"),
        ({"joined": 1}, "joined is 1; it must be True or False"),
    ],
)
def test_options(wrong: dict[str, object], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        SmoothOptions(**wrong)


def test_arguments() -> None:
    with pytest.raises(OptionError, match="the model is a list; it must be a Model"):
        build_smooth([])
    with pytest.raises(OptionError, match="the options are a str; they must be SmoothOptions"):
        build_smooth(model_of(np.ones((1, 1, 1), np.uint8)), "nets")
