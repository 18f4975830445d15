"""Levels of detail: which cells they have and in which colours, counted by hand; where they lie; exact meshes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from helpers_vox import shared_folder
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import ndimage
from trivox.core import LimitError, MeshOptions, OptionError, build_model, read_vox
from trivox.core.checks import check_mesh
from trivox.core.levels import LevelOptions, coverages, level_of, levels_of, switch_distance
from trivox.core.levels.options import RULES
from trivox.core.mesh.modes import MODES
from trivox.core.voxels import Look, Material, Model

GLASS = 3
PALETTE = np.zeros((256, 4), np.uint8)
LOOK = Look(PALETTE, tuple(Material(kind="glass") if index == GLASS else Material() for index in range(256)))
GRIDS = hnp.arrays(np.uint8, st.tuples(*[st.integers(1, 9)] * 3), elements=st.sampled_from([0, 0, 1, 2, 2, GLASS]))


def solid_of(grid: np.ndarray) -> np.ndarray:
    """Filled cells, and air that opaque cells enclose with all that is in it, by scipy."""
    opaque = np.pad((grid != 0) & (grid != GLASS), 1)
    label, _ = ndimage.label(~opaque)
    sealed = ~opaque & (label != label[0, 0, 0])
    return (grid != 0) | sealed[1:-1, 1:-1, 1:-1]


def blocks_of(grid: np.ndarray, factor: int) -> dict[tuple[int, ...], list[tuple[int, ...]]]:
    """The solid cells of each block, blocks numbered from the pivot."""
    pivot = np.array(grid.shape) // 2
    found: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for cell in np.argwhere(solid_of(grid)).tolist():
        found.setdefault(tuple(((np.array(cell) - pivot) // factor).tolist()), []).append(tuple(cell))
    return found


def cells_of(model: Model) -> set[tuple[int, ...]]:
    return set(map(tuple, (model.positions.astype(int) - np.array(model.pivot)).tolist()))


def seen_from(cells: set[tuple[int, ...]], axis: int) -> set[tuple[int, ...]]:
    return {cell[:axis] + cell[axis + 1 :] for cell in cells}


def half_seen(grid: np.ndarray, factor: int, axis: int) -> set[tuple[int, ...]]:
    """The pixels of a level that the fine cells cover by half or more."""
    pivot = np.delete(np.array(grid.shape) // 2, axis)
    counts: dict[tuple[int, ...], int] = {}
    for pixel in np.argwhere(solid_of(grid).any(axis=axis)).tolist():
        place = tuple(((np.array(pixel) - pivot) // factor).tolist())
        counts[place] = counts.get(place, 0) + 1
    return {pixel for pixel, count in counts.items() if 2 * count >= factor**2}


@given(GRIDS, st.sampled_from([2, 3, 4]), st.booleans())
@settings(max_examples=50)
def test_which_cells_are_filled(grid: np.ndarray, factor: int, keep_thin: bool) -> None:
    if not grid.any():
        return
    model, blocks = Model.from_grid(grid), blocks_of(grid, factor)
    made = {
        rule: cells_of(level_of(model, LOOK, factor, LevelOptions(rule=rule, keep_thin=keep_thin))) for rule in RULES
    }
    assert made["any"] == set(blocks)
    half = {block for block, cells in blocks.items() if 2 * len(cells) >= factor**3}
    assert half <= made["majority"] <= made["silhouette"] <= made["any"]
    if not keep_thin:
        assert made["majority"] == half
    for axis in range(3):
        wanted = half_seen(grid, factor, axis)
        assert wanted <= seen_from(made["silhouette"], axis)
        if not keep_thin:
            assert seen_from(half, axis) <= wanted


@given(GRIDS)
@settings(max_examples=60)
def test_walls_are_kept_where_there_is_nothing_else(grid: np.ndarray) -> None:
    """What goes through a block from side to side is in the block, or in one right before or behind it."""
    if not grid.any():
        return
    factor, blocks = 2, blocks_of(grid, 2)
    kept = cells_of(level_of(Model.from_grid(grid), LOOK, factor, LevelOptions(rule="majority")))
    half = {block for block, cells in blocks.items() if 2 * len(cells) >= factor**3}
    for axis in range(3):
        closed = {b for b, cells in blocks.items() if 2 * len(seen_from(set(cells), axis)) >= factor**2}
        step = np.eye(3, dtype=int)[axis]
        for block in closed - half:
            around = [tuple((np.array(block) + k * step).tolist()) for k in (-1, 0, 1)]
            chain = {tuple((np.array(block) + k * step).tolist()) for k in range(-9, 10)}
            assert kept & set(around) or (kept & chain), block
    for block in kept - half:
        cells = set(blocks[block])
        assert any(2 * len(seen_from(cells, axis)) >= factor**2 for axis in range(3))


def test_a_wall_two_cells_thick_between_blocks_stays_one() -> None:
    grid = np.zeros((16, 16, 16), np.uint8)
    grid[7:9] = 1
    assert level_of(Model.from_grid(grid), LOOK, 4, LevelOptions(rule="majority", keep_thin=False)).voxels == 0
    assert level_of(Model.from_grid(grid), LOOK, 4, LevelOptions(rule="majority")).voxels == 16


@pytest.mark.parametrize("axis", range(3))
@pytest.mark.parametrize("before", [True, False])
def test_what_lies_on_a_solid_is_no_wall(axis: int, before: bool) -> None:
    """A layer one voxel thick on a solid, on either side of it: outlines would grow for nothing."""
    grid = np.zeros((16, 16, 16), np.uint8)
    grid[4:12] = 1
    grid[3 if before else 12] = 2
    model = Model.from_grid(np.moveaxis(grid, 0, axis))
    level = level_of(model, LOOK, 4, LevelOptions(rule="majority"))
    assert cells_of(level) == cells_of(level_of(model, LOOK, 4, LevelOptions(rule="majority", keep_thin=False)))
    assert level.voxels == 2 * 16 and set(level.indices.tolist()) == {1, 2}


def test_a_thin_wall_a_pole_and_a_bump() -> None:
    grid = np.zeros((32, 32, 32), np.uint8)
    grid[:, :, :8] = 1
    grid[5, 4:28, 8:24] = 2
    grid[20:22, 20:22, 8:32] = 1
    grid[28, 28, 8] = 1
    model = Model.from_grid(grid)
    thick, kept, outlined = (
        level_of(model, LOOK, 4, options)
        for options in (
            LevelOptions(rule="majority", keep_thin=False),
            LevelOptions(rule="majority"),
            LevelOptions(rule="silhouette", keep_thin=False),
        )
    )
    assert thick.voxels == 8 * 8 * 2
    assert kept.voxels == 8 * 8 * 2 + 6 * 4 + 6
    added = cells_of(outlined) - cells_of(thick)
    # The wall covers its pixels along x, but for those before the pole; the pole half of its along x and y.
    wall = {(-3, y, z) for y in range(-3, 3) if y != 1 for z in range(-2, 2)}
    assert {cell for cell in added if cell[0] == -3} == wall
    assert {cell for cell in added if cell[0] != -3} == {(1, 1, z) for z in range(-2, 4)}


def exposed(grid: np.ndarray, cell: tuple[int, ...]) -> list[tuple[tuple[int, int, int], bool]]:
    """Directions of the visible faces of a cell, and whether air is before each."""
    found = []
    solid, sealed = grid != 0, solid_of(grid) & (grid == 0)
    for axis in range(3):
        for step in (-1, 1):
            normal = tuple(int(k) for k in step * np.eye(3, dtype=int)[axis])
            beside = tuple(k + n for k, n in zip(cell, normal, strict=True))
            inside = all(0 <= k < n for k, n in zip(beside, grid.shape, strict=True))
            if not inside or (not solid[beside] and not sealed[beside]):
                found.append((normal, True))
            elif solid[beside] and grid[beside] == GLASS != grid[cell]:
                found.append((normal, False))
    return found


@given(
    hnp.arrays(np.uint8, st.tuples(*[st.integers(1, 7)] * 3), elements=st.sampled_from([0, 0, 1, 2, GLASS])),
    st.sampled_from([2, 3]),
)
@settings(max_examples=60)
def test_colors_are_those_that_one_sees_most_of(grid: np.ndarray, factor: int) -> None:
    solid = solid_of(grid)
    if not grid.any() or (solid & ((grid == 0) | (grid == GLASS)) & (solid_of(np.where(grid == GLASS, 0, grid)))).any():
        return
    pivot = np.array(grid.shape) // 2
    level = level_of(Model.from_grid(grid), LOOK, factor, LevelOptions(rule="majority", keep_thin=False))
    filled = cells_of(level)
    votes: dict[tuple[int, ...], dict[int, int]] = {block: {} for block in filled}
    for cell in np.argwhere(grid).tolist():
        block = tuple(((np.array(cell) - pivot) // factor).tolist())
        for normal, air in exposed(grid, tuple(cell)):
            own = block if block in filled else tuple(b - n for b, n in zip(block, normal, strict=True))
            if own in filled:
                index = int(grid[tuple(cell)])
                votes[own][index] = votes[own].get(index, 0) + (65536 if air else 256)
    for cell, index in zip((level.positions.astype(int) - np.array(level.pivot)).tolist(), level.indices, strict=True):
        counts = votes[tuple(cell)]
        around = [tuple(np.array(cell) + step * np.eye(3, dtype=int)[axis]) for axis in range(3) for step in (-1, 1)]
        assert counts or filled.issuperset(around)
        if counts:
            assert index == min(counts, key=lambda one: (-counts[one], one))


def test_what_is_painted_on_top_stays() -> None:
    """Grass one voxel thick on earth, which the level drops, is what the earth below it shows."""
    grid = np.zeros((16, 16, 16), np.uint8)
    grid[:, :, :8], grid[:, :, 8] = 1, 2
    level = level_of(Model.from_grid(grid), LOOK, 4, LevelOptions(rule="majority", keep_thin=False))
    top = level.positions[:, 2] == 1
    assert level.voxels == 4 * 4 * 2
    assert (level.indices[top] == 2).sum() >= 4 and (level.indices[~top] == 1).all()


def test_cells_deep_inside_keep_their_colors() -> None:
    grid = np.full((12, 12, 12), 1, np.uint8)
    grid[2:10, 2:10, 2:10] = 2
    grid[4:8, 4:8, 4:8] = 4
    indices = level_of(Model.from_grid(grid), LOOK, 2).indices
    assert np.bincount(indices).tolist() == [0, 6**3 - 4**3, 4**3 - 2**3, 0, 2**3]


def test_glass_stays_glass_and_what_is_behind_does_not_show() -> None:
    grid = np.full((8, 8, 8), GLASS, np.uint8)
    grid[2:6, 2:6, 2:6] = 1
    level = level_of(Model.from_grid(grid), LOOK, 2)
    assert level.voxels == 64 and np.count_nonzero(level.indices == 1) == 8
    assert build_model(level, MeshOptions(), LOOK).polygon_is_transparent.any()


def test_sealed_cavities_are_filled_and_take_no_color_of_air() -> None:
    grid = np.full((17, 17, 17), 5, np.uint8)
    grid[1:-1, 1:-1, 1:-1] = 0
    for level in levels_of(Model.from_grid(grid), LOOK, LevelOptions(levels=4, rule="any")):
        assert level.model.voxels == len(np.unique(level.model.positions, axis=0))
        assert (level.model.indices == 5).all()
        span = np.ptp(level.model.positions.astype(int), axis=0) + 1
        assert level.model.voxels == span.prod()


@given(GRIDS, st.sampled_from(RULES), st.sampled_from(sorted(MODES)), st.booleans())
@settings(max_examples=40)
def test_meshes_of_levels_are_exact(grid: np.ndarray, rule: str, mode: str, keep_thin: bool) -> None:
    levels = levels_of(Model.from_grid(grid), LOOK, LevelOptions(rule=rule, keep_thin=keep_thin))
    for level in levels:
        mesh = build_model(level.model, MeshOptions(mode=mode), LOOK)
        assert check_mesh(level.model.colors, mesh, None, LOOK.transparent) == []


@pytest.mark.parametrize("shape", [(1, 1, 1), (2, 3, 4), (5, 8, 7), (9, 6, 11), (255, 1, 2), (300, 2, 1), (513, 1, 1)])
def test_levels_lie_on_the_model(shape: tuple[int, int, int]) -> None:
    model = Model.from_grid(np.ones(shape, np.uint8))
    for factor in (2, 4, 8):
        level = level_of(model, LOOK, factor, LevelOptions(rule="any"))
        low, high = (level.box - np.array(level.pivot)) * factor
        first, last = model.box - np.array(model.pivot)
        assert (low <= first).all() and (low > first - factor).all()
        assert (high >= last).all() and (high < last + factor).all()
        assert (level.positions < np.array(level.size)).all()
        assert level.positions.dtype == (np.uint8 if max(level.size) <= 256 else np.int32)
        assert (np.diff(np.lexsort(level.positions.T[::-1])) == 1).all()


@given(GRIDS)
@settings(max_examples=40)
def test_cells_of_a_level_are_two_by_two_by_two_of_the_one_before(grid: np.ndarray) -> None:
    if not grid.any():
        return
    model = Model.from_grid(grid)
    options = LevelOptions(rule="any")
    twice = level_of(level_of(model, LOOK, 2, options), LOOK, 2, options)
    assert cells_of(twice) == cells_of(level_of(model, LOOK, 4, options))


def test_far_cells_and_others_beside() -> None:
    positions = np.array([(0, 0, 2), (0, 0, 3), (90_000, 0, 2), (90_000, 0, 3)], np.int32)
    model = Model((90_001, 1, 4), positions, np.array([1, 1, 2, 2], np.uint8), np.array([(1, 0, 0)], np.int32))
    (level,) = levels_of(model, LOOK, LevelOptions(levels=1, rule="any"))
    assert level.model.blocked is None and level.model.indices.tolist() == [1, 2]
    apart = np.diff(level.model.positions[:, 0])
    assert apart == 45_000
    with pytest.raises(LimitError):
        levels_of(replace(model, size=(1 << 29,) * 3, positions=positions * 4_000), LOOK)
    square = np.array([(0, 0, 0), (0, 20_000, 20_000)], np.int32)
    with pytest.raises(LimitError, match="keep the objects apart"):
        levels_of(Model((1, 20_001, 20_001), square, np.ones(2, np.uint8)), LOOK)


def test_levels_end_where_there_is_nothing_left() -> None:
    grid = np.zeros((9, 9, 9), np.uint8)
    assert levels_of(Model.from_grid(grid), LOOK) == ()
    grid[2, 2, :] = 1
    thin = LevelOptions(rule="majority", keep_thin=False, levels=8)
    assert levels_of(Model.from_grid(grid), LOOK, thin) == ()
    factors = [level.factor for level in levels_of(Model.from_grid(grid), LOOK, LevelOptions(rule="any", levels=8))]
    assert factors == [2, 4, 8][: len(factors)] and len(factors) >= 2
    assert levels_of(Model.from_grid(np.ones((1, 1, 1), np.uint8)), LOOK) == ()


def test_distances() -> None:
    options = LevelOptions(view_angle=60, picture_height=600, pixels=2)
    away = switch_distance(4, 0.25, options)
    # A cell of 1 m at that distance.
    assert away == pytest.approx(600 / (2 * 2 * np.tan(np.radians(30))))
    assert switch_distance(8, 0.25, options) == pytest.approx(2 * away)
    assert coverages([2, 4], 30, options) == pytest.approx([30 * 2 / (2 * 600), 30 * 2 / (4 * 600), 0])
    assert coverages([1], 10_000, options) == [1, 0]


@pytest.mark.parametrize(
    "wrong", [{"rule": "most"}, {"levels": 0}, {"levels": 9}, {"pixels": 0}, {"view_angle": 180}, {"picture_height": 0}]
)
def test_wrong_options(wrong: dict[str, object]) -> None:
    with pytest.raises(OptionError, match=next(iter(wrong))):
        LevelOptions(**wrong)


@pytest.mark.parametrize("name", ["chr_knight", "deer", "teapot", "monu10"])
def test_real_models(name: str) -> None:
    folder = shared_folder("models")
    if folder is None:
        pytest.skip("the shared models are not here")
    scene = read_vox(folder / f"{name}.vox")
    model, look = max(scene.models, key=lambda one: one.voxels), scene.look
    for level in levels_of(model, look):
        mesh = build_model(level.model, MeshOptions(mode="rectangles"), look)
        assert check_mesh(level.model.colors, mesh, None, look.transparent) == []
        assert set(level.model.indices.tolist()) <= set(model.indices.tolist())
