"""The atlas as a mesh shows it: tiles with their borders, free texels, shared tiles, and what a filter would fetch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import helpers_mesh as oracle
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trivox.core import MeshOptions, build_mesh
from trivox.core.mesh.mesh import Mesh

SHAPES = oracle.shapes()
OPTIONS = st.builds(
    MeshOptions, mode=st.sampled_from(oracle.MODES), border=st.integers(0, 3), power_of_two=st.booleans()
)


@dataclass(frozen=True)
class Tile:
    """Where a polygon of the mesh lies in the atlas."""

    polygon: oracle.Polygon
    colours: dict[oracle.Cell, int]
    """Voxel colours of its faces, keyed (column, row) from the polygon's lowest."""
    corner: tuple[int, int]
    """Texel (column, row) of the lowest column and row."""
    shape: tuple[int, int]
    """(rows, columns) of texels."""
    flat: bool
    """Whether all its corners point at the middle of one texel."""
    turned: bool = False
    """Whether the polygon's rows go to the left and its columns up."""


def tiles(grid: np.ndarray, mesh: Mesh) -> Iterator[Tile]:
    """Tile of each polygon of the mesh, from the corner texels alone."""
    polygons = oracle.polygons_of(grid, mesh.options.interior)
    face_of = {(p.direction, p.plane, f): p for p in polygons for f in p.faces}
    for number, direction in enumerate(mesh.polygon_direction.tolist()):
        rows = mesh.triangle_polygon == number
        points, texels = mesh.vertices[mesh.triangles[rows]].reshape(-1, 3), mesh.corner_texels()[rows].reshape(-1, 2)
        u, v = (points[:, axis] for axis in oracle.FRAMES[direction])
        low = (int(u.min()), int(v.min()))
        faces = {(a, b) for a in range(low[0], int(u.max())) for b in range(low[1], int(v.max()))}
        polygon = oracle.Polygon(direction, int(points[0, direction // 2]), frozenset())
        if mesh.options.mode == "faces":
            polygon = oracle.Polygon(direction, polygon.plane, frozenset(faces))
        else:
            # A polygon is known by a face that lies inside its contour at its lowest, leftmost corner.
            at = min(zip(v.tolist(), u.tolist(), strict=True))
            polygon = face_of[direction, polygon.plane, (at[1], at[0])]
        colours = {(a - low[0], b - low[1]): int(grid[polygon.voxel((a, b))]) for a, b in polygon.faces}
        if (texels == texels[0]).all():
            yield Tile(polygon, colours, tuple(int(k) for k in np.floor(texels[0])), (1, 1), True)
        else:
            here = np.stack([u - low[0], v - low[1]], axis=1)
            shape = (int(v.max()) - low[1], int(u.max()) - low[0])
            turned = bool(((texels - here) != (texels - here)[0]).any())
            if turned:
                here, shape = np.stack([shape[0] - here[:, 1], here[:, 0]], axis=1), shape[::-1]
                colours = {(shape[1] - 1 - b, a): colour for (a, b), colour in colours.items()}
            offset = texels - here
            assert (offset == offset[0]).all(), (
                "texels are as large as faces, not mirrored, and turned by a quarter only"
            )
            yield Tile(polygon, colours, tuple(int(k) for k in offset[0]), shape, False, turned)


def window(atlas: np.ndarray, tile: Tile, border: int) -> np.ndarray:
    """A tile's texels with some around it; all of them must exist."""
    left, low = tile.corner[0] - border, tile.corner[1] - border
    assert left >= 0
    assert low >= 0
    part = atlas[low : low + tile.shape[0] + 2 * border, left : left + tile.shape[1] + 2 * border]
    assert part.shape == (tile.shape[0] + 2 * border, tile.shape[1] + 2 * border)
    return part


def near_colours(tile: Tile, texel: oracle.Cell) -> set[int]:
    """Colours of the faces nearest to a texel, by any of the three usual distances."""
    near: set[int] = set()
    for distance in (
        lambda du, dv: abs(du) + abs(dv),
        lambda du, dv: max(abs(du), abs(dv)),
        lambda du, dv: du * du + dv * dv,
    ):
        reach = {f: distance(f[0] - texel[0], f[1] - texel[1]) for f in tile.colours}
        least = min(reach.values())
        near |= {tile.colours[f] for f, r in reach.items() if r == least}
    return near


def check_tiles(grid: np.ndarray, mesh: Mesh) -> None:
    """Everything about the atlas that the mesh can show."""
    border = mesh.options.border
    used = np.zeros(mesh.atlas.shape, bool)
    seen: dict[tuple[int, int, int, int], bytes] = {}
    for tile in tiles(grid, mesh):
        part = window(mesh.atlas, tile, border)
        inner = window(mesh.atlas, tile, 0)
        assert np.array_equal(part, np.pad(inner, border, mode="edge"))
        assert tile.flat == (len(set(tile.colours.values())) == 1)
        if tile.flat:
            assert inner[0, 0] in tile.colours.values()
        else:
            for row, column in np.ndindex(tile.shape):
                colour = tile.colours.get((column, row))
                expected = {colour} if colour is not None else near_colours(tile, (column, row))
                assert int(inner[row, column]) in expected
        place = (*tile.corner, *tile.shape)
        left, low = tile.corner[0] - border, tile.corner[1] - border
        area = used[low : low + part.shape[0], left : left + part.shape[1]]
        assert place in seen or not area.any(), "tiles overlap"
        area[:] = True
        upright = inner.T[::-1] if tile.turned else inner
        seen[place] = repr(upright.shape).encode() + upright.tobytes()
    assert mesh.counts.tiles == len(seen)
    assert len(set(seen.values())) == len(seen), "equal tiles are stored once"
    assert mesh.counts.texels_used == np.count_nonzero(used)
    flat = (mesh.corner_texels() == mesh.corner_texels()[:, :1]).all(axis=(1, 2))
    assert (mesh.corner_texels()[flat] % 1 == 0.5).all(), "one-coloured polygons use the middle of a texel"
    if mesh.options.power_of_two:
        assert all(side & (side - 1) == 0 for side in mesh.atlas.shape)


@pytest.mark.parametrize("border", [0, 1, 2, 16])
@pytest.mark.parametrize("mode", oracle.MODES)
@pytest.mark.parametrize("name", SHAPES)
def test_tiles_of_shapes(name: str, mode: str, border: int) -> None:
    check_tiles(SHAPES[name], build_mesh(SHAPES[name], MeshOptions(mode, border=border)))


@settings(max_examples=200)
@given(oracle.grids(), OPTIONS)
def test_tiles_of_random_grids(grid: np.ndarray, options: MeshOptions) -> None:
    check_tiles(grid, build_mesh(grid, options))


@settings(max_examples=60)
@given(oracle.plates(), st.integers(0, 2))
def test_tiles_of_plates_with_holes(grid: np.ndarray, border: int) -> None:
    check_tiles(grid, build_mesh(grid, MeshOptions(border=border)))


def bilinear(image: np.ndarray, column: float, row: float) -> np.ndarray:
    """What a linear filter fetches from an image (H, W, channels) at a point in texels, clamped at the image's end."""
    column, row = column - 0.5, row - 0.5
    left, low = int(np.floor(column)), int(np.floor(row))
    image = np.pad(image, ((0, 1), (0, 1), (0, 0)), mode="edge")
    right, up = column - left, row - low
    return (
        image[low, left] * (1 - right) * (1 - up)
        + image[low, left + 1] * right * (1 - up)
        + image[low + 1, left] * (1 - right) * up
        + image[low + 1, left + 1] * right * up
    )


@pytest.mark.parametrize("border", [1, 2])
def test_a_linear_filter_half_a_texel_outside_fetches_the_edge_colour(border: int) -> None:
    """Boxes of random colours: every point over the edge mixes colours of the edge's own face and its neighbours."""
    grid = oracle.random_colours(oracle.solid(4, 5, 6), 9)
    mesh = build_mesh(grid, MeshOptions(border=border))
    one_hot = np.eye(256)[mesh.atlas]
    for tile in tiles(grid, mesh):
        height, width = tile.shape
        for column in range(width):
            for row, outside in ((0, -0.5), (height - 1, height + 0.5)):
                mixed = bilinear(one_hot, tile.corner[0] + column + 0.5, tile.corner[1] + outside)
                assert np.flatnonzero(mixed).tolist() == [tile.colours[column, row]]
        for row in range(height):
            for column, outside in ((0, -0.5), (width - 1, width + 0.5)):
                mixed = bilinear(one_hot, tile.corner[0] + outside, tile.corner[1] + row + 0.5)
                assert np.flatnonzero(mixed).tolist() == [tile.colours[column, row]]
    assert mesh.counts.texels_used >= sum(len(tile.colours) for tile in tiles(grid, mesh))


@pytest.mark.parametrize("border", [0, 1])
def test_one_colour_needs_one_tile(border: int) -> None:
    grid = SHAPES["stairs"] // SHAPES["stairs"].clip(1)
    mesh = build_mesh(grid, MeshOptions(border=border))
    assert (mesh.counts.tiles, mesh.counts.texels_used) == (1, (1 + 2 * border) ** 2)


def test_equal_walls_share_a_tile() -> None:
    """Two pillars with the same stripes: their walls have the same tiles, wherever they stand."""
    grid = np.zeros((5, 5, 6), np.uint8)
    for x, y in ((0, 0), (3, 1)):
        grid[x : x + 2, y : y + 2] = np.array([1, 2, 3, 1, 2, 3], np.uint8)
    one = build_mesh(np.ascontiguousarray(grid[:2, :2]))
    two = build_mesh(grid)
    assert one.counts.tiles == two.counts.tiles
    assert one.counts.texels_used == two.counts.texels_used


def test_faces_need_one_texel_for_each_colour() -> None:
    grid = oracle.random_colours(oracle.solid(6, 6, 6), 3, 40)
    mesh = build_mesh(grid, MeshOptions("faces", border=0))
    shown = np.unique(np.concatenate([grid[[0, -1]].ravel(), grid[:, [0, -1]].ravel(), grid[:, :, [0, -1]].ravel()]))
    assert mesh.counts.tiles == mesh.counts.texels_used == len(shown)


def test_little_of_a_larger_atlas_is_waste() -> None:
    rng = np.random.default_rng(8)
    grid = np.zeros((60, 60, 30), np.uint8)
    for _ in range(40):
        low, size = rng.integers(0, (50, 50, 20)), rng.integers(2, 12, 3)
        grid[tuple(slice(a, a + s) for a, s in zip(low, size, strict=True))] = 1
    mesh = build_mesh(oracle.random_colours(grid, 8, 5))
    height, width = mesh.atlas.shape
    assert mesh.counts.texels > 10_000
    assert mesh.counts.texels_used > 0.85 * mesh.counts.texels
    assert 1 / 2 <= width / height <= 2


def test_texels_of_some_triangles_are_those_of_all() -> None:
    grid = np.random.default_rng(3).integers(0, 3, (6, 5, 4)).astype(np.uint8)
    mesh = build_mesh(grid)
    chosen = np.arange(len(mesh.triangles))[::3][::-1]
    np.testing.assert_array_equal(mesh.corner_texels(chosen), mesh.corner_texels()[chosen])
