"""Reliefs of heights against slow loops over cells, and reliefs of models against what rays along the axes meet."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from helpers_vox import shared_folder
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hn
from trivox.core import MeshOptions, build_model, read_vox
from trivox.core.directions import AXIS, NORMAL, SIGN, U_AXIS, V_AXIS
from trivox.core.errors import LimitError, OptionError
from trivox.core.relief import (
    Relief,
    ReliefOptions,
    bake,
    brightness,
    hull,
    levels_of,
    normal_texels,
    relief_model,
    rows_of,
    runs_of_rows,
    surface_cells,
    values_of,
)
from trivox.core.relief import bake as bake_function
from trivox.core.relief.heights import filled, shares_of
from trivox.core.relief.normals import normals_of
from trivox.core.voxels import Model

HEIGHTS = hn.arrays(np.int32, hn.array_shapes(min_dims=2, max_dims=2, max_side=5), elements=st.integers(0, 4))
GRIDS = hn.arrays(np.uint8, hn.array_shapes(min_dims=3, max_dims=3, max_side=4), elements=st.integers(0, 3))


def colors_of(heights: np.ndarray, first: int = 1) -> np.ndarray:
    """A different palette index for each pixel, as far as they reach."""
    return (first + np.arange(heights.size) % 100).astype(np.uint8).reshape(heights.shape)


def slow_solid(top: np.ndarray, bottom: np.ndarray) -> dict[tuple[int, int, int], int]:
    """All cells of a relief that lies, by pixel and level, with their colours; the middle plane is at 0."""
    rows, columns = top.shape
    cells = {}
    for row, column in itertools.product(range(rows), range(columns)):
        x, y = column, rows - 1 - row
        for level in range(top[row, column]):
            cells[x, y, level] = int(colors_of(top)[row, column])
        # From behind it is turned over, so that its first column is the last one here.
        for level in range(bottom[row, columns - 1 - column]):
            cells[x, y, -1 - level] = int(colors_of(bottom, 101)[row, columns - 1 - column])
    return cells


def slow_skin(cells: dict[tuple[int, int, int], int]) -> dict[tuple[int, int, int], int]:
    """Those of which a side can be seen."""
    found = {}
    for cell, color in cells.items():
        if any(tuple(np.add(cell, normal)) not in cells for normal in NORMAL.tolist()):
            found[cell] = color
    return found


def cells_of(model: Model, down: int = 0) -> dict[tuple[int, int, int], int]:
    positions = model.positions.astype(int) - (0, 0, down)
    return dict(zip(map(tuple, positions.tolist()), model.indices.tolist(), strict=True))


@given(HEIGHTS)
def test_a_closed_relief_is_the_skin_of_all_its_columns(heights: np.ndarray) -> None:
    model = relief_model(heights, colors_of(heights))
    assert cells_of(model) == slow_skin(slow_solid(heights, np.zeros_like(heights)))
    assert model.size == (heights.shape[1], heights.shape[0], max(heights.max(), 1))


@given(HEIGHTS)
def test_a_solid_relief_is_all_its_columns(heights: np.ndarray) -> None:
    model = relief_model(heights, colors_of(heights), shell="solid")
    assert cells_of(model) == slow_solid(heights, np.zeros_like(heights))


@given(HEIGHTS)
def test_an_open_relief_lacks_only_what_is_seen_from_below(heights: np.ndarray) -> None:
    cells = slow_solid(heights, np.zeros_like(heights))
    wanted = {
        cell: color
        for cell, color in cells.items()
        if any(tuple(np.add(cell, normal)) not in cells for normal in NORMAL[:5].tolist())
    }
    assert cells_of(relief_model(heights, colors_of(heights), shell="open")) == wanted


@given(HEIGHTS, st.integers(0, 1000), st.sampled_from(["closed", "open"]))
def test_two_sides_are_the_skin_of_both(heights: np.ndarray, seed: int, shell: str) -> None:
    back = np.random.default_rng(seed).integers(0, 4, heights.shape)
    model = relief_model(heights, colors_of(heights), (back, colors_of(back, 101)), shell=shell)
    assert cells_of(model, int(back.max())) == slow_skin(slow_solid(heights, back))
    whole = relief_model(heights, colors_of(heights), (back, colors_of(back, 101)), shell="solid")
    assert cells_of(whole, int(back.max())) == slow_solid(heights, back)


@given(HEIGHTS, st.booleans())
def test_cells_are_distinct_in_order_and_inside(heights: np.ndarray, upright: bool) -> None:
    model = relief_model(heights, colors_of(heights), (heights, colors_of(heights)), upright=upright)
    rows = [tuple(row) for row in model.positions.tolist()]
    assert rows == sorted(set(rows))
    assert (model.positions < model.size).all()
    assert model.indices.all()


@given(HEIGHTS)
def test_what_stands_is_what_lies_turned_to_the_front(heights: np.ndarray) -> None:
    lying, standing = (relief_model(heights, colors_of(heights), upright=upright) for upright in (False, True))
    deep = lying.size[2]
    wanted = {(x, deep - 1 - z, y): color for (x, y, z), color in cells_of(lying).items()}
    assert cells_of(standing) == wanted
    assert standing.size == (lying.size[0], deep, lying.size[1])


def faces(model: Model) -> set[tuple[int, ...]]:
    """Direction and corners of each side in the mesh of single sides; sealed hollows have none."""
    mesh = build_model(model, MeshOptions(mode="faces"))
    corners = mesh.vertices[mesh.triangles].reshape(-1, 6, 3)
    box = np.concatenate((corners.min(axis=1), corners.max(axis=1)), axis=1)
    return {(int(side), *own) for side, own in zip(mesh.polygon_direction, box.tolist(), strict=True)}


@given(HEIGHTS.filter(lambda heights: heights.any()), st.integers(0, 1000))
def test_meshes_of_skin_and_solid_have_the_same_faces(heights: np.ndarray, seed: int) -> None:
    back = np.random.default_rng(seed).integers(0, 4, heights.shape)
    for behind in (None, (back, colors_of(back))):
        skin, solid = (relief_model(heights, colors_of(heights), behind, shell=shell) for shell in ("closed", "solid"))
        assert faces(skin) == faces(solid)


@pytest.mark.parametrize("radius", [3, 8, 12.5])
def test_two_half_spheres_are_a_sphere(radius: float) -> None:
    half = int(np.ceil(radius))
    place = np.arange(2 * half) - half + 0.5
    x, y, z = np.meshgrid(place, place, place, indexing="ij")
    sphere = x**2 + y**2 + z**2 <= radius**2
    # Cells above the middle plane, by pixel; the picture's first row is the one with the largest y.
    heights = sphere[:, :, half:].sum(axis=2).T[::-1]
    colors = (heights > 0).astype(np.uint8)
    solid = relief_model(heights, colors, (heights, colors), shell="solid")
    shift = half - int(heights.max())
    wanted = np.argwhere(sphere) - (0, 0, shift)
    assert sorted(map(tuple, solid.positions.tolist())) == sorted(map(tuple, wanted.tolist()))


def test_limits_and_borders() -> None:
    with pytest.raises(LimitError, match=r"^the relief would have .* choose less depth"):
        relief_model(np.full((4000, 4000), 900), np.ones((4000, 4000), np.uint8), shell="solid")
    with pytest.raises(OptionError, match="the colours"):
        relief_model(np.ones((2, 2), int), np.ones((2, 3), np.uint8))
    with pytest.raises(OptionError, match="the back's heights"):
        relief_model(np.ones((2, 2), int), np.ones((2, 2), np.uint8), (np.ones((2, 3), int), np.ones((2, 3), np.uint8)))
    with pytest.raises(OptionError, match="at least 0"):
        relief_model(np.full((2, 2), -1), np.ones((2, 2), np.uint8))
    for wrong in ({"depth": 0}, {"depth": 1025}, {"steps": -1}, {"heights": "blue"}, {"shell": "half"}):
        with pytest.raises(OptionError):
            ReliefOptions(**wrong)
    nothing = relief_model(np.zeros((3, 2), int), np.zeros((3, 2), np.uint8))
    assert (nothing.size, nothing.voxels) == ((2, 3, 1), 0)


def test_models_beyond_a_byte_have_wide_cells() -> None:
    for side, kind in ((256, np.uint8), (257, np.int32)):
        model = relief_model(np.ones((1, side), int), np.ones((1, side), np.uint8))
        assert model.positions.dtype == kind
        assert model.positions[-1].tolist() == [side - 1, 0, 0]


def test_heights_of_pixels() -> None:
    grey = np.arange(256, dtype=np.uint8)[:, None, None].repeat(4, axis=2)
    assert np.array_equal(brightness(grey)[:, 0], np.arange(256) / 255)
    colors = np.array([[[255, 0, 0, 9], [0, 255, 0, 255], [0, 0, 255, 0]]], np.uint8)
    assert np.allclose(brightness(colors), [[0.2126, 0.7152, 0.0722]])
    assert np.allclose(values_of(colors, "alpha"), [[9 / 255, 1, 0]])
    assert values_of(colors, "flat").tolist() == [[1, 1, 1]]
    assert filled(colors, "flat").tolist() == [[False, True, False]]
    assert filled(colors, "alpha").tolist() == [[True, True, False]]
    alphas = np.zeros((1, 2, 4), np.uint8)
    alphas[0, :, 3] = 127, 128
    assert filled(alphas, "brightness").tolist() == [[False, True]]


def test_whole_numbers_and_floats_are_shares() -> None:
    assert shares_of(np.array([[0, 51, 255]], np.uint8)).tolist() == [[0, 0.2, 1]]
    assert shares_of(np.array([[0, 13107, 65535]], np.uint16)).tolist() == [[0, 0.2, 1]]
    assert shares_of(np.array([[-1, 0.25, 7, np.nan, np.inf]], np.float32)).tolist() == [[0, 0.25, 1, 0, 1]]
    with pytest.raises(OptionError):
        shares_of(np.zeros((1, 2), np.int64))
    with pytest.raises(OptionError):
        shares_of(np.zeros((1, 2, 3), np.uint8))


@given(st.integers(1, 300), st.integers(0, 40))
def test_levels_are_spread_evenly(depth: int, steps: int) -> None:
    values = np.linspace(0, 1, 2001)
    levels = levels_of(values[None], depth, steps)[0]
    assert (levels[0] if steps != 1 else 1, levels[-1]) == (1, depth)
    assert (np.diff(levels) >= 0).all()
    count = len(np.unique(levels))
    assert count == (steps if 0 < steps < depth else depth)
    if not steps:
        assert np.abs(levels - 1 - values * (depth - 1)).max() <= 0.5


def slow_look(model: Model, side: int) -> dict[tuple[int, int], tuple[int, int]]:
    """By (v, u): the first voxel's coordinate on the plane axis, and its colour, in the lattice of the model."""
    found: dict[tuple[int, int], tuple[int, int]] = {}
    for cell, color in zip(model.positions.tolist(), model.indices.tolist(), strict=True):
        key, place = (cell[V_AXIS[side]], cell[U_AXIS[side]]), cell[AXIS[side]]
        if key not in found or (place - found[key][0]) * SIGN[side] > 0:
            found[key] = place, color
    return found


@given(GRIDS.filter(lambda grid: grid.any()), st.integers(0, 5))
def test_a_baked_side_shows_what_rays_meet_first(grid: np.ndarray, side: int) -> None:
    model = Model.from_grid(grid)
    relief = bake(model, side)
    cells, indices = surface_cells(relief)
    shown = {
        (cell[V_AXIS[side]], cell[U_AXIS[side]]): (cell[AXIS[side]], color)
        for cell, color in zip(cells.tolist(), indices.tolist(), strict=True)
    }
    assert shown == slow_look(model, side)
    assert len(cells) == len(shown)
    assert ((relief.heights > 0) == (relief.indices > 0)).all()
    assert (relief.size == np.diff(model.box, axis=0)[0]).all()
    assert relief.heights.max() <= relief.depth


@given(HEIGHTS.filter(lambda heights: heights.any()))
def test_a_relief_baked_from_above_has_its_heights(heights: np.ndarray) -> None:
    model = relief_model(heights, colors_of(heights))
    relief = bake(model, 4)
    rows, columns = np.nonzero(heights)
    inside = heights[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    assert np.array_equal(relief.heights[::-1], inside)
    again = relief_model(relief.heights[::-1], relief.indices[::-1])
    moved = model.positions - model.positions.min(axis=0)
    assert np.array_equal(again.positions, moved)
    assert np.array_equal(again.indices, model.indices)


@given(GRIDS.filter(lambda grid: grid.any()), st.sets(st.integers(0, 5), min_size=1))
def test_the_hull_is_what_no_side_sees_past(grid: np.ndarray, sides: set[int]) -> None:
    model = Model.from_grid(grid)
    solid = hull([bake(model, side) for side in sorted(sides)])
    low, high = model.box.tolist()
    box = grid[tuple(slice(a, b) for a, b in zip(low, high, strict=True))] > 0
    for cell in np.ndindex(box.shape):
        seen_past = False
        for side in sides:
            line = list(cell)
            line[AXIS[side]] = slice(None)
            along = np.flatnonzero(box[tuple(line)])
            before = along >= cell[AXIS[side]] if SIGN[side] > 0 else along <= cell[AXIS[side]]
            seen_past |= not before.any()
        assert solid[cell] == (not seen_past)


def test_a_model_too_large_for_pictures_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    far = np.array([(0, 0, 0), (20_000, 20_000, 0)], np.int32)
    model = Model((20_001, 20_001, 1), far, np.ones(2, np.uint8))
    with pytest.raises(LimitError, match="20,001 x 20,001 texels"):
        bake(model, 4)
    deep = Model((70_000, 1, 1), np.array([(0, 0, 0), (69_999, 0, 0)], np.int32), np.ones(2, np.uint8))
    with pytest.raises(LimitError, match="70,000 deep"):
        bake_function(deep, 0)


def test_a_relief_of_a_scale_reaches_further() -> None:
    relief = Relief(2, (0, 0, 0), 3, np.ones((4, 5), np.uint16), np.ones((4, 5), np.uint8), scale=2)
    assert relief.size == (8, 6, 10)


@given(HEIGHTS)
def test_normals_are_finite_differences(heights: np.ndarray) -> None:
    found = normals_of(heights)
    rows, columns = heights.shape

    def height(row: int, column: int, own: int) -> int:
        inside = 0 <= row < rows and 0 <= column < columns
        return int(heights[row, column]) if inside and own and heights[row, column] else own

    for row, column in np.ndindex(heights.shape):
        own = int(heights[row, column])
        across = (height(row, column + 1, own) - height(row, column - 1, own)) / 2
        along = (height(row + 1, column, own) - height(row - 1, column, own)) / 2
        wanted = np.array([-across, -along, 1]) / np.sqrt(across**2 + along**2 + 1)
        assert np.allclose(found[row, column], wanted)
    assert np.abs(normal_texels(heights) / 127.5 - 1 - found).max() <= 0.5 / 127.5 + 1e-9


def test_a_flat_side_has_normals_outward() -> None:
    assert (normal_texels(np.full((2, 3), 7)) == (128, 128, 255)).all()


ROWS = st.tuples(st.integers(1, 4), st.integers(1, 700), st.integers(0, 2**32 - 1), st.integers(1, 300)).map(
    lambda made: np.repeat(
        np.random.default_rng(made[2]).integers(0, 5, (made[0], made[1] // made[3] + 1)), made[3], axis=1
    )[:, : made[1]].astype(np.uint16)
)


@given(ROWS)
def test_runs_come_back_and_are_fewest(rows: np.ndarray) -> None:
    lengths, values = runs_of_rows(rows)
    assert lengths.dtype == np.uint8
    back = rows_of(lengths, values, rows.shape)
    assert back is not None
    assert back.dtype == rows.dtype
    assert np.array_equal(back, rows)
    fewest = sum(-(-len(list(run)) // 256) for row in rows.tolist() for _value, run in itertools.groupby(row))
    assert len(lengths) == fewest


@given(ROWS, st.data())
def test_runs_that_do_not_fill_rows_are_refused(rows: np.ndarray, data: st.DataObject) -> None:
    lengths, values = runs_of_rows(rows)
    number = data.draw(st.integers(0, len(lengths) - 1))
    changed = lengths.copy()
    changed[number] += 1
    height, width = rows.shape
    assert rows_of(changed, values, (height, width)) is None
    assert rows_of(lengths[:0], values[:0], (height, width)) is None
    if height > 1:
        # As many cells, but a run that goes on in the next row.
        ones = np.full((height, width), 3, np.uint16)
        pieces = np.array([width * height], np.int64)
        if pieces[0] <= 256:
            assert rows_of((pieces - 1).astype(np.uint8), ones[0, :1], (height, width)) is None


@pytest.mark.parametrize("name", ["chr_knight", "dragon", "monu1"])
def test_real_models_from_all_sides(name: str) -> None:
    folder = shared_folder("models")
    if folder is None or not (folder / f"{name}.vox").exists():
        pytest.skip("no shared models")
    model = read_vox(folder / f"{name}.vox").models[0]
    grid = model.colors
    for side in range(6):
        relief = bake(model, side)
        order = (V_AXIS[side], U_AXIS[side], AXIS[side])
        view = grid.transpose(*order)
        view = view if SIGN[side] > 0 else view[..., ::-1]
        first = view.shape[2] - 1 - (view[..., ::-1] > 0).argmax(axis=2)
        there = (view > 0).any(axis=2)
        wanted = np.where(there, np.take_along_axis(view, first[..., None], 2)[..., 0], 0)
        rows, columns = np.nonzero(there)
        box = slice(rows.min(), rows.max() + 1), slice(columns.min(), columns.max() + 1)
        assert np.array_equal(relief.indices, wanted[box])
