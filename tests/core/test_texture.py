"""Baking against a plain brute force over small polygons: colours, free texels, borders, repeats, offsets, limits."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from trivox.core.errors import LimitError
from trivox.core.texture import AtlasLayout, Texture, paint, tiles
from trivox.core.texture.filling import fill
from trivox.core.texture.projection import QUARTER
from trivox.core.texture.ragged import batches

Polygon = dict[tuple[int, int], int]
"""The color of each cell (column, row)."""

RING = {(c, r): 1 + (c + 2 * r) % 3 for c in range(5) for r in range(6) if c in (0, 4) or r in (0, 5)}
STRIPES = {(c, r): 1 + c % 2 for c in range(4) for r in range(2)}
L_SHAPE = {(c, r): 1 + r for c in range(4) for r in range(4) if c == 0 or r == 0}

COLORS = st.integers(0, 255) | st.integers(1, 3)
CELLS = st.tuples(st.integers(0, 6), st.integers(0, 5))
SHAPES = st.dictionaries(CELLS, COLORS, min_size=1, max_size=20) | st.sampled_from(
    [RING, STRIPES, L_SHAPE, {(0, 0): 7}]
)


@st.composite
def polygon_lists(draw: st.DrawFn) -> list[Polygon]:
    """Polygons of a few shapes at many places, so that some repeat."""
    shapes = draw(st.lists(SHAPES, min_size=1, max_size=4))
    places = st.tuples(st.sampled_from(shapes), st.integers(-3, 300), st.integers(-3, 300))
    return [moved(*place) for place in draw(st.lists(places, min_size=1, max_size=12))]


def moved(shape: Polygon, column: int, row: int) -> Polygon:
    return {(c + column, r + row): color for (c, r), color in shape.items()}


def bake_polygons(polygons: list[Polygon], shuffle: int = 0, border: int = 1, power_of_two: bool = False) -> Texture:
    faces = [(p, c, r, color) for p, cells in enumerate(polygons) for (c, r), color in cells.items()]
    order = np.random.default_rng(shuffle).permutation(len(faces))
    polygon, column, row, color = np.array(faces, np.int32)[order].T
    return AtlasLayout(border, power_of_two).lay_out(paint(polygon, column, row, color.astype(np.uint8), len(polygons)))


def corner_of(polygon: Polygon) -> tuple[int, int]:
    return min(c for c, _ in polygon), min(r for _, r in polygon)


def expected_tile(polygon: Polygon) -> tuple[tuple[int, ...], ...]:
    """The rows of the polygon's box; a free texel has the color of the nearest cell, then the lowest, then leftmost."""
    left, low = corner_of(polygon)
    right, high = max(c for c, _ in polygon), max(r for _, r in polygon)

    def color(c: int, r: int) -> int:
        return min(((c - a) ** 2 + (r - b) ** 2, b, a, shade) for (a, b), shade in polygon.items())[3]

    return tuple(tuple(color(c, r) for c in range(left, right + 1)) for r in range(low, high + 1))


def expected_blocks(polygons: list[Polygon], texture: Texture) -> list[tuple[tuple[tuple[int, ...], ...], int, int]]:
    """Each polygon's tile and where its first texel has to be by the polygon's offset."""
    blocks = []
    projection = texture.projection
    for polygon, (column, row), way in zip(
        polygons, projection.offset.tolist(), projection.symmetry.tolist(), strict=True
    ):
        if len(set(polygon.values())) == 1:
            blocks.append((((next(iter(polygon.values())),),), column, row))
        elif way == QUARTER:
            left, high = min(c for c, _ in polygon), max(r for _, r in polygon)
            # Rows go to the left, columns up.
            tile = np.array(expected_tile(polygon))[::-1].T
            blocks.append((tuple(map(tuple, tile.tolist())), column - high - 1, row + left))
        else:
            assert way == 0
            left, low = corner_of(polygon)
            blocks.append((expected_tile(polygon), column + left, row + low))
    return blocks


@given(polygon_lists(), st.integers(0, 3), st.booleans())
@example([RING, moved(RING, 9, 100), STRIPES, L_SHAPE, {(3, 3): 9}, {(8, 1): 9, (8, 2): 9}], 1, False)
@settings(max_examples=150, deadline=None)
def test_atlas_equals_brute_force(polygons: list[Polygon], border: int, power_of_two: bool) -> None:
    texture = bake_polygons(polygons, border=border, power_of_two=power_of_two)
    assert texture.projection.is_flat.tolist() == [len(set(polygon.values())) == 1 for polygon in polygons]
    place_of = {}
    for tile, column, row in expected_blocks(polygons, texture):
        assert place_of.setdefault(tile, (column, row)) == (column, row), "equal tiles lie in different places"
    assert texture.tiles == len(place_of)

    expected = np.zeros_like(texture.atlas)
    covered = np.zeros(texture.atlas.shape, int)
    for tile, (column, row) in place_of.items():
        block = np.pad(np.array(tile, np.uint8), border, mode="edge")
        assert column >= border and row >= border
        where = (
            slice(row - border, row - border + len(block)),
            slice(column - border, column - border + len(block[0])),
        )
        expected[where] = block
        covered[where] += 1
    assert covered.max() == 1, "tiles overlap"
    assert covered.sum() == texture.texels_used
    np.testing.assert_array_equal(texture.atlas, expected)
    if power_of_two:
        assert all(side & (side - 1) == 0 for side in texture.atlas.shape)


@given(polygon_lists())
@settings(max_examples=50, deadline=None)
def test_each_face_has_its_texel(polygons: list[Polygon]) -> None:
    texture = bake_polygons(polygons)
    projection = texture.projection
    for number, polygon in enumerate(polygons):
        for (column, row), color in polygon.items():
            corners = np.array([[(column, row), (column + 1, row + 1)]])
            at = np.floor(projection.texels(np.array([number]), corners)[0].mean(axis=0)).astype(int)
            assert texture.atlas[at[1], at[0]] == color


@given(polygon_lists())
@settings(max_examples=30, deadline=None)
def test_order_of_faces_does_not_matter(polygons: list[Polygon]) -> None:
    one, other = bake_polygons(polygons, shuffle=1), bake_polygons(polygons, shuffle=2)
    assert one.atlas.tobytes() == other.atlas.tobytes()
    assert one.projection.offset.tobytes() == other.projection.offset.tobytes()


def test_types_and_shapes() -> None:
    texture = bake_polygons([RING, {(0, 0): 5}])
    assert (texture.atlas.dtype, texture.atlas.ndim, texture.atlas.flags.c_contiguous) == (np.uint8, 2, True)
    assert (texture.projection.offset.dtype, texture.projection.offset.shape) == (np.int32, (2, 2))
    assert (texture.projection.is_flat.dtype, texture.projection.is_flat.tolist()) == (np.bool_, [False, True])
    assert type(texture.texels_used) is int and type(texture.tiles) is int


@pytest.mark.parametrize("power_of_two", [False, True])
def test_no_polygons(power_of_two: bool) -> None:
    none = np.zeros(0, np.int32)
    painted = paint(none, none, none, np.zeros(0, np.uint8), 0)
    texture = AtlasLayout(power_of_two=power_of_two).lay_out(painted)
    assert texture.atlas.tolist() == [[0]]
    assert texture.projection.offset.shape == (0, 2)
    assert texture.projection.is_flat.shape == (0,)
    assert (texture.tiles, texture.texels_used) == (0, 0)


def test_a_color_of_flat_polygons_has_one_texel() -> None:
    texture = bake_polygons([{(c, r): 3 + c % 2 for r in range(1 + c)} for c in range(50)])
    assert texture.projection.is_flat.all()
    assert (texture.tiles, texture.texels_used) == (2, 18)
    assert len(np.unique(texture.projection.offset, axis=0)) == 2


def test_nearly_equal_tiles_are_both_kept() -> None:
    transposed = {(r, c): color for (c, r), color in L_SHAPE.items()}
    cut = {cell: color for cell, color in STRIPES.items() if cell[0] < 3}
    folded = {(c % 2, 2 * r + c // 2): color for (c, r), color in STRIPES.items()}
    assert [color for row in expected_tile(folded) for color in row] == [
        c for row in expected_tile(STRIPES) for c in row
    ]
    assert bake_polygons([L_SHAPE, transposed, STRIPES, cut, folded, {**STRIPES, (0, 0): 9}]).tiles == 6


def test_free_texels_that_agree_make_tiles_equal() -> None:
    whole = {(c, r): 1 + (r > 1) for c in range(3) for r in range(3)}
    holed = {cell: color for cell, color in whole.items() if cell != (1, 1)}
    assert bake_polygons([whole, moved(holed, 20, 30)]).tiles == 1


def test_tiles_that_share_a_hash_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    taller = {**STRIPES, **moved(STRIPES, 0, 2)}
    repeats = [moved(L_SHAPE, 7, 7), moved(RING, 1, 0), moved(STRIPES, 5, 5)]
    polygons = [RING, taller, L_SHAPE, STRIPES, {**RING, (0, 0): 9}, *repeats]
    expected = bake_polygons(polygons)
    monkeypatch.setattr(tiles, "_hashes", lambda _tiles, which, _seed: np.zeros(len(which), np.uint64))
    texture = bake_polygons(polygons)
    assert texture.tiles == 5
    assert texture.atlas.tobytes() == expected.atlas.tobytes()
    assert texture.projection.offset.tobytes() == expected.projection.offset.tobytes()


@pytest.mark.parametrize("density", [0.002, 0.05, 0.6])
@pytest.mark.parametrize("shape", [(64, 90), (131, 3), (2, 140), (77, 78)])
def test_large_tiles_are_filled_with_the_nearest(density: float, shape: tuple[int, int]) -> None:
    rng = np.random.default_rng(5)
    known = rng.random(shape) < density
    known[rng.integers(shape[0]), rng.integers(shape[1])] = True
    colors = rng.integers(1, 256, shape).astype(np.uint8)
    texels = np.where(known, colors, 0).reshape(-1)
    fill(texels, known.reshape(-1), *(np.array([number]) for number in (0, shape[1], shape[0])))
    rows, columns = np.nonzero(known)
    every_row, every_column = np.indices(shape).reshape(2, -1, 1)
    rank = (((every_row - rows) ** 2 + (every_column - columns) ** 2) * 1000 + rows) * 1000 + columns
    nearest = rank.argmin(axis=1)
    np.testing.assert_array_equal(texels, colors[rows, columns][nearest])


def test_a_wide_frame_is_filled_from_its_four_sides() -> None:
    size = 256
    sides = {0: (slice(0, 1), slice(None)), 1: (slice(-1, None), slice(None))}
    frame = np.zeros((size, size), np.uint8)
    frame[:, 0], frame[:, -1] = 3, 4
    for number, side in sides.items():
        frame[side] = 1 + number
    row, column = np.nonzero(frame)
    one = np.zeros(len(row), np.int32)
    painted = paint(one, column.astype(np.int32), row.astype(np.int32), frame[row, column], 1)
    texture = AtlasLayout(border=0).lay_out(painted)
    inner = slice(1, size - 1)
    rows, columns = np.indices((size, size))[:, inner, inner]
    depth = np.stack([rows, size - 1 - rows, columns, size - 1 - columns])
    sole = (depth == depth.min(axis=0)).sum(axis=0) == 1
    np.testing.assert_array_equal(texture.atlas[inner, inner][sole], 1 + depth.argmin(axis=0)[sole])


def test_tiles_that_fill_many_batches() -> None:
    rng = np.random.default_rng(7)
    grid = rng.integers(1, 256, (40, 300, 300)).astype(np.uint8)
    grid[:, 100:200, 50:60] = 0
    polygon, row, column = (index.astype(np.int32) for index in np.nonzero(grid))
    texture = AtlasLayout().lay_out(paint(polygon, column, row, grid[polygon, row, column], len(grid)))
    offset = texture.projection.offset[polygon]
    np.testing.assert_array_equal(texture.atlas[row + offset[:, 1], column + offset[:, 0]], grid[polygon, row, column])
    assert texture.texels_used == 40 * 302 * 302
    assert (texture.atlas > 0).sum() == texture.texels_used, "a free texel was left without a color"


@given(st.lists(st.integers(0, 12), max_size=40), st.integers(1, 20))
def test_batches_cover_all_groups(lengths: list[int], most: int) -> None:
    parts = batches(np.array(lengths, np.int64), most)
    assert [length for part in parts for length in lengths[part]] == lengths
    assert all(sum(lengths[part]) < most + max(lengths) for part in parts if lengths)


@pytest.mark.parametrize(
    ("cells", "border", "words"),
    [
        ([(0, 0), (20_000, 20_000)], 1, "400,040,001 texels"),
        ([(0, 0), (1 << 20, 0)], 1, "1,048,577 cells long"),
        ([(0, 0), (0, 1 << 20)], 1, "1,048,577 cells long"),
        ([(0, 0), (1, 0)], 10_000, "smaller border"),
    ],
)
def test_more_texels_than_any_texture_holds(cells: list[tuple[int, int]], border: int, words: str) -> None:
    column, row = np.array(cells, np.int32).T
    with pytest.raises(LimitError, match=words):
        AtlasLayout(border).lay_out(paint(np.zeros(2, np.int32), column, row, np.array([1, 2], np.uint8), 1))
