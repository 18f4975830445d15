"""Collision shapes: boxes and hulls of random and real models, held against slow counting and scipy's hulls."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from helpers_vox import shared_folder
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy.spatial import ConvexHull
from trivox.core import LimitError, OptionError, read_vox
from trivox.core.checks.collision import check_boxes_fill, check_hull
from trivox.core.collision import CollisionOptions, collision_of, convex_hull, solid_cells
from trivox.core.collision.bound import fewest_boxes
from trivox.core.collision.boxes import grid_of
from trivox.core.collision.greedy import ORDERS, greedy_boxes
from trivox.core.collision.hull import LONGEST, extreme_points
from trivox.core.collision.search import fewer_boxes
from trivox.core.mesh import bits
from trivox.core.voxels import Model

GRIDS = hnp.arrays(np.uint8, st.tuples(*[st.integers(1, 7)] * 3), elements=st.integers(0, 1))
FEW = 200


def naive(solid: np.ndarray) -> list[tuple[int, ...]]:
    """Greedy boxes of one order, cell by cell."""
    free = solid.copy()
    found = []
    for x, y, z in product(*map(range, solid.shape)):
        if not free[x, y, z]:
            continue
        x1, y1, z1 = x + 1, y + 1, z + 1
        while z1 < solid.shape[2] and free[x, y, z1]:
            z1 += 1
        while y1 < solid.shape[1] and all(free[x, y1, k] for k in range(z, z1)):
            y1 += 1
        while x1 < solid.shape[0] and all(free[x1, j, k] for j in range(y, y1) for k in range(z, z1)):
            x1 += 1
        free[x:x1, y:y1, z:z1] = False
        found.append((x, y, z, x1, y1, z1))
    return found


def fewest(cells: frozenset[tuple[int, ...]], best: int) -> int:
    """The fewest boxes that fill cells, by trying all boxes at the first cell."""
    if not cells:
        return 0
    if best <= 0:
        return 1
    first = min(cells)
    for sizes in product(range(1, 4), repeat=3):
        box = {tuple(f + k for f, k in zip(first, step, strict=True)) for step in product(*map(range, sizes))}
        if box <= cells:
            best = min(best, 1 + fewest(cells - box, best - 1))
    return best


@given(GRIDS, st.sampled_from(ORDERS))
@settings(max_examples=60)
def test_greedy_boxes_are_those_of_the_loop(grid: np.ndarray, order: tuple[int, int, int]) -> None:
    solid = grid > 0
    before = solid.copy()
    made = greedy_boxes(solid, order)
    assert (solid == before).all()
    back = np.argsort(order)
    turned = [tuple(np.array(box).reshape(2, 3)[:, back].reshape(-1)) for box in naive(solid.transpose(order))]
    assert sorted(map(tuple, made.tolist())) == sorted(turned)


@given(hnp.arrays(np.uint8, st.tuples(*[st.integers(1, 3)] * 3), elements=st.integers(0, 1)))
@settings(max_examples=80)
def test_no_filling_beats_the_bound_and_the_search_is_near(grid: np.ndarray) -> None:
    solid = grid > 0
    cells = frozenset(map(tuple, np.argwhere(solid).tolist()))
    least = fewest(cells, len(cells))
    assert fewest_boxes(solid) <= least
    collision = collision_of(Model.from_grid(grid), CollisionOptions(fill=False, effort=FEW)) if cells else None
    assert collision is None or least <= len(collision.boxes) <= least + 2


def test_the_bound_of_single_points() -> None:
    """All 256 ways in which eight cells meet: the bound is no higher than what the cells take."""
    for held in range(0, 256, 3):
        solid = np.array([held >> bit & 1 for bit in range(8)], np.bool_).reshape(2, 2, 2)
        cells = frozenset(map(tuple, np.argwhere(solid).tolist()))
        assert fewest_boxes(solid) <= fewest(cells, len(cells))
    steps = np.zeros((3, 3, 3), np.bool_)
    steps[0], steps[1, 0], steps[2, 0, 0] = True, True, True
    assert fewest_boxes(steps) == 2
    assert fewest_boxes(np.indices((4, 4, 4)).sum(axis=0) % 2 == 0) == 32
    assert fewest_boxes(np.ones((3, 2, 5), np.bool_)) == 1


@given(GRIDS, st.booleans())
@settings(max_examples=60)
def test_boxes_fill_the_solid(grid: np.ndarray, fill: bool) -> None:
    model = Model.from_grid(grid)
    collision = collision_of(model, CollisionOptions(fill=fill, effort=FEW))
    if not model.voxels:
        assert collision.boxes is None and collision.hull is None
        return
    solid = filled(model, fill=fill)
    assert (solid == (grid > 0)).all() or fill
    assert collision.fit == "exact" and len(collision.boxes) >= collision.bound
    assert check_boxes_fill(solid, collision.boxes.low, collision.boxes.high) == []
    low, high = collision.boxes.low, collision.boxes.high
    assert sorted(np.hstack([low, high]).tolist()) == np.hstack([low, high]).tolist()
    again = collision_of(model, CollisionOptions(fill=fill, effort=FEW))
    assert (again.boxes.low == low).all() and (again.boxes.high == high).all()


def filled(model: Model, *, fill: bool) -> np.ndarray:
    """The solid cells of a model as a grid of its size."""
    solid, _depth, corner = solid_cells(model, fill=fill)
    grid = np.zeros(model.size, np.bool_)
    grid[tuple(np.array(bits.positions(solid)) + corner[:, None])] = True
    return grid


@given(GRIDS, st.integers(1, 9), st.sampled_from(["outside", "inside"]))
@settings(max_examples=100)
def test_few_boxes_hold_all_or_lie_inside(grid: np.ndarray, most: int, fit: str) -> None:
    model = Model.from_grid(grid)
    if not model.voxels:
        return
    collision = collision_of(model, CollisionOptions(most=most, fit=fit, effort=FEW))
    assert 0 < len(collision.boxes) <= most
    assert collision.fit in (fit, "exact")
    solid = filled(model, fill=True)
    assert check_boxes_fill(solid, collision.boxes.low, collision.boxes.high, collision.fit) == []


def test_many_boxes_become_few() -> None:
    """More than the joining of pairs takes: the grid gets coarser first."""
    grid = (np.indices((24, 24, 24)).sum(axis=0) % 2 == 0).astype(np.uint8)
    for most in (1, 40):
        collision = collision_of(Model.from_grid(grid), CollisionOptions(most=most, fill=False))
        assert len(collision.boxes) <= most
        assert check_boxes_fill(grid > 0, collision.boxes.low, collision.boxes.high, "outside") == []
    assert collision.bound == 24**3 // 2
    inside = collision_of(Model.from_grid(grid), CollisionOptions(most=40, fit="inside", fill=False))
    assert len(inside.boxes) == 40 and (inside.boxes.volume == 1).all()


def test_inside_takes_the_largest_first() -> None:
    grid = np.zeros((9, 9, 9), np.uint8)
    grid[:, :4, :4], grid[0, 5, :] = 1, 1
    (one,) = zip(*_ends(collision_of(Model.from_grid(grid), CollisionOptions(most=1, fit="inside"))), strict=True)
    assert one == ([0, 0, 0], [9, 4, 4])
    cross = np.zeros((5, 5, 1), np.uint8)
    cross[2], cross[:, 2] = 1, 1
    both = collision_of(Model.from_grid(cross), CollisionOptions(most=2, fit="inside"))
    assert sorted(both.boxes.volume.tolist()) == [5, 5]


def _ends(collision: object) -> tuple[list[list[int]], list[list[int]]]:
    return collision.boxes.low.tolist(), collision.boxes.high.tolist()


def test_cavities_are_filled_if_asked_for() -> None:
    grid = np.ones((5, 5, 5), np.uint8)
    grid[2, 2, 2] = 0
    model = Model.from_grid(grid)
    assert len(collision_of(model).boxes) == 1
    kept = collision_of(model, CollisionOptions(fill=False))
    assert len(kept.boxes) == 6
    assert check_boxes_fill(grid > 0, kept.boxes.low, kept.boxes.high) == []


def test_the_search_finds_what_greedy_misses() -> None:
    """Two bars that cross a third: greedy in any order cuts more than it needs to."""
    random = np.random.default_rng(4)
    solid = np.zeros((12, 12, 12), np.bool_)
    for _ in range(14):
        low = random.integers(0, 9, 3)
        x, y, z = low
        a, b, c = low + random.integers(1, 6, 3)
        solid[x:a, y:b, z:c] = True
    start = min((greedy_boxes(solid, order) for order in ORDERS), key=len)
    found = fewer_boxes(start, solid.shape, 5000)
    assert len(found) < len(start)
    assert check_boxes_fill(solid, found[:, :3], found[:, 3:]) == []
    assert len(fewer_boxes(start, solid.shape, 0)) == len(start)


def test_squeezed_grids_stand_for_the_cells() -> None:
    grid = np.zeros((200, 3, 130), np.uint8)
    grid[10:150, 1, 5:129], grid[160:170] = 1, 1
    solid, depth, corner = solid_cells(Model.from_grid(grid), fill=False)
    squeezed = grid_of(solid, depth, corner)
    assert squeezed.solid.shape == (3, 3, 3)
    assert [planes.tolist() for planes in squeezed.planes] == [[10, 150, 160, 170], [0, 1, 2, 3], [0, 5, 129, 130]]
    assert int(squeezed.volumes[squeezed.solid].sum()) == np.count_nonzero(grid)


def test_far_cells() -> None:
    positions = np.array([(0, 0, 0), (70_000, 5, 0), (70_001, 5, 0)], np.int32)
    model = Model((70_002, 6, 1), positions, np.ones(3, np.uint8))
    boxes = collision_of(model).boxes
    assert boxes.low.tolist() == [[0, 0, 0], [70_000, 5, 0]] and boxes.high.tolist() == [[1, 1, 1], [70_002, 6, 1]]
    hull = collision_of(model, CollisionOptions(shape="hull")).hull
    points = (positions[:, None] + np.array(list(product((0, 1), repeat=3)))).reshape(-1, 3)
    assert check_hull(points, hull.vertices, hull.triangles) == []


def as_hull(points: np.ndarray) -> set[tuple[int, ...]]:
    found = ConvexHull(points)
    return set(map(tuple, points[found.vertices].tolist()))


@given(GRIDS)
@settings(max_examples=120)
def test_hulls_are_those_of_scipy(grid: np.ndarray) -> None:
    model = Model.from_grid(grid)
    if not model.voxels:
        return
    hull = collision_of(model, CollisionOptions(shape="hull")).hull
    corners = np.unique((np.argwhere(grid)[:, None] + np.array(list(product((0, 1), repeat=3)))).reshape(-1, 3), axis=0)
    assert check_hull(corners, hull.vertices, hull.triangles) == []
    assert set(map(tuple, hull.vertices.tolist())) == as_hull(corners)


@given(hnp.arrays(np.int64, st.tuples(st.integers(4, 60), st.just(3)), elements=st.integers(-6, 40)))
@settings(max_examples=150)
def test_hulls_of_any_points(points: np.ndarray) -> None:
    spans = np.linalg.matrix_rank(points - points[0]) == 3
    if not spans:
        with pytest.raises(OptionError, match="in one plane"):
            convex_hull(points)
        return
    hull = convex_hull(points)
    assert check_hull(points, hull.vertices, hull.triangles) == []
    assert set(map(tuple, hull.vertices.tolist())) == as_hull(np.unique(points, axis=0))
    left = set(map(tuple, (extreme_points(points - points.min(axis=0)) + points.min(axis=0)).tolist()))
    assert set(map(tuple, hull.vertices.tolist())) <= left


def test_hulls_at_the_limit() -> None:
    """A ball-like cloud as large as 64 bits allow, beside the same small."""
    small = np.array([p for p in product(range(-8, 9), repeat=3) if sum(k * k for k in p) <= 64])
    scale = LONGEST // 16
    one, other = convex_hull(small), convex_hull(small * scale)
    assert (one.vertices * scale == other.vertices).all() and (one.triangles == other.triangles).all()
    assert check_hull(small * scale, other.vertices, other.triangles) == []
    with pytest.raises(LimitError, match="along an axis"):
        convex_hull(small * scale * 2)
    with pytest.raises(OptionError):
        convex_hull(np.zeros((0, 3), np.int64))


def test_the_proofs_see_faults() -> None:
    solid = np.ones((3, 3, 3), np.bool_)
    low, high = np.array([(0, 0, 0), (1, 0, 0)]), np.array([(1, 3, 3), (3, 3, 3)])
    assert check_boxes_fill(solid, low, high) == []
    assert "in no box" in check_boxes_fill(solid, low[:1], high[:1])[0]
    assert check_boxes_fill(solid, low[:1], high[:1], "inside") == []
    assert "not solid" in check_boxes_fill(solid, low - 1, high)[0]
    assert check_boxes_fill(solid, low - 1, high, "outside") == []
    assert "several boxes" in check_boxes_fill(solid, low * 0, high)[0]
    assert "no cell" in check_boxes_fill(solid, low, low)[0]
    assert "not solid" in check_boxes_fill(solid, low, high + 1, "inside")[0]
    cube = np.array(list(product((0, 2), repeat=3)))
    hull = convex_hull(cube)
    assert check_hull(cube, hull.vertices, hull.triangles) == []
    assert "points before" in check_hull(np.vstack([cube, [(1, 1, 3)]]), hull.vertices, hull.triangles)[0]
    assert "opposite ways" in check_hull(cube, hull.vertices, hull.triangles[1:])[0]
    assert any("points before" in one for one in check_hull(cube, hull.vertices, hull.triangles[:, ::-1]))
    assert "none of the points" in check_hull(cube[1:], hull.vertices, hull.triangles)[-1]
    assert "not there" in check_hull(cube, hull.vertices, hull.triangles + 1)[0]
    assert "closed ball" in check_hull(cube, np.vstack([hull.vertices, cube[:1]]), hull.triangles)[0]


@pytest.mark.parametrize("wrong", [{"shape": "ball"}, {"fit": "near"}, {"most": -1}, {"effort": -1}])
def test_wrong_options(wrong: dict[str, object]) -> None:
    with pytest.raises(OptionError, match=next(iter(wrong))):
        CollisionOptions(**wrong)


@pytest.mark.parametrize("name", ["chr_knight", "deer", "monu10", "teapot"])
def test_real_models(name: str) -> None:
    folder = shared_folder("models")
    if folder is None:
        pytest.skip("the shared models are not here")
    model = max(read_vox(folder / f"{name}.vox").models, key=lambda one: one.voxels)
    solid = filled(model, fill=True)
    exact = collision_of(model, CollisionOptions(effort=300))
    assert check_boxes_fill(solid, exact.boxes.low, exact.boxes.high) == []
    greedy = naive_count(solid)
    assert exact.bound <= len(exact.boxes) <= greedy
    for fit in ("outside", "inside"):
        few = collision_of(model, CollisionOptions(most=20, fit=fit, effort=0))
        assert len(few.boxes) <= 20
        assert check_boxes_fill(solid, few.boxes.low, few.boxes.high, fit) == []
    hull = collision_of(model, CollisionOptions(shape="hull")).hull
    corners = np.unique(
        (np.argwhere(solid)[:, None] + np.array(list(product((0, 1), repeat=3)))).reshape(-1, 3), axis=0
    )
    assert check_hull(corners, hull.vertices, hull.triangles) == []
    assert set(map(tuple, hull.vertices.tolist())) == as_hull(corners)


def naive_count(solid: np.ndarray) -> int:
    return len(greedy_boxes(solid, (0, 1, 2)))
