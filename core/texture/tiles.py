"""Faces of polygons (polygon, column, row, color, each (F,)) in, different rectangular tiles of palette indices out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..arrays import grouped
from ..errors import LimitError
from .filling import MAX_SIDE, fill
from .ragged import batches, spread

MAX_TEXELS = 1 << 28
"""Texels of all tiles before repeats are removed: the area of the largest texture that graphics cards take."""


@dataclass(frozen=True)
class Tiles:
    """Rectangles of palette indices of different sizes, one after another in one array, rows from the bottom."""

    width: npt.NDArray[np.int64]
    """(T,) int64, texels."""
    height: npt.NDArray[np.int64]
    """(T,) int64, texels."""
    start: npt.NDArray[np.int64]
    """(T,) int64: where in `texels` the tile begins."""
    texels: npt.NDArray[np.uint8]
    """(N,) uint8 palette indices; texel (u, v) of a tile is at start + v * width + u."""


def cut_tiles(
    polygon: npt.NDArray[np.int32],
    column: npt.NDArray[np.int32],
    row: npt.NDArray[np.int32],
    color: npt.NDArray[np.uint8],
) -> tuple[Tiles, npt.NDArray[np.int32]]:
    """Cut each polygon's bounding box of faces out of its plane and give the texels outside it their nearest colour.

    Parameters
    ----------
    polygon, column, row : (F,) int32
        The polygon of each face, 0 to P - 1 with none left out, and its cell in the polygon's plane.
    color : (F,) uint8
        Palette index of each face.

    Returns
    -------
    tiles : Tiles
        One tile for each polygon, in their order.
    corner : (P, 2) int32
        (column, row) of each box's lowest cell.

    Raises
    ------
    LimitError
        If the boxes hold more than `MAX_TEXELS` texels or one has a side of `MAX_SIDE` or more.
    """
    if np.any(polygon[1:] < polygon[:-1]):
        order = np.argsort(polygon, kind="stable")
        polygon, column, row, color = (
            polygon[order],
            column[order],
            row[order],
            color[order],
        )
    count = np.bincount(polygon)
    first = np.cumsum(count) - count
    left, low = np.minimum.reduceat(column, first), np.minimum.reduceat(row, first)
    width = np.maximum.reduceat(column, first).astype(np.int64) - left + 1
    height = np.maximum.reduceat(row, first).astype(np.int64) - low + 1
    area = width * height
    total = int(area.sum())
    if total > MAX_TEXELS:
        raise LimitError(f"the colours need {total:,} texels, more than {MAX_TEXELS:,}; split the model into parts")
    side = max(int(width.max()), int(height.max()))
    if side >= MAX_SIDE:
        raise LimitError(f"a polygon is {side:,} cells long, more than {MAX_SIDE - 1:,}; split the model into parts")
    tiles = Tiles(width, height, np.cumsum(area) - area, np.zeros(total, np.uint8))
    texel = (tiles.start - left - low * width)[polygon] + row * width[polygon] + column
    tiles.texels[texel] = color
    if total > len(polygon):
        known = np.zeros(total, np.bool_)
        known[texel] = True
        gaps = np.flatnonzero(count < area)
        fill(tiles.texels, known, tiles.start[gaps], width[gaps], height[gaps])
    return tiles, np.column_stack((left, low))


def remove_repeats(tiles: Tiles) -> tuple[Tiles, npt.NDArray[np.intp]]:
    """Keep the first of equal tiles (same size, same texels).

    Parameters
    ----------
    tiles : Tiles
        T tiles.

    Returns
    -------
    different : Tiles
        D of them, in the order in which they came.
    index : (T,) intp
        Which of the D each tile equals.
    """
    same_as = np.arange(len(tiles.width))
    open_tiles, seed = same_as, 0
    while len(open_tiles):
        # The first tile of each hash stands for those equal to it; tiles that only share the hash go another round.
        groups = grouped(_hashes(tiles, open_tiles, seed))
        leader = open_tiles[groups.first[groups.number]]
        equal = _equal(tiles, open_tiles, leader)
        same_as[open_tiles[equal]] = leader[equal]
        open_tiles, seed = open_tiles[~equal], seed + 1
    is_leader = same_as == np.arange(len(same_as))
    different = Tiles(tiles.width[is_leader], tiles.height[is_leader], tiles.start[is_leader], tiles.texels)
    return different, (np.cumsum(is_leader) - 1)[same_as]


def _hashes(tiles: Tiles, which: npt.NDArray[np.intp], seed: int) -> npt.NDArray[np.uint64]:
    """(K,) uint64 sums over each tile's texels, each times a number that scatters its place; sizes mixed in."""
    start, width, height = tiles.start[which], tiles.width[which], tiles.height[which]
    area = width * height
    factor = _scatter(np.arange(int(area.max()), dtype=np.uint64) + np.uint64(seed << 32))
    hashes = _scatter((width << 32 | height).astype(np.uint64))
    for part in batches(area):
        tile, place = spread(area[part])
        first = np.cumsum(area[part]) - area[part]
        hashes[part] ^= np.add.reduceat(factor[place] * tiles.texels[start[part][tile] + place], first)
    return hashes


def _scatter(number: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Spread neighbouring numbers over all 64 bits (the finaliser of splitmix64)."""
    number = (number + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    number = (number ^ number >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    number = (number ^ number >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return number ^ number >> np.uint64(31)


def _equal(tiles: Tiles, one: npt.NDArray[np.intp], other: npt.NDArray[np.intp]) -> npt.NDArray[np.bool_]:
    """(K,) bool: whether two tiles have the same size and texels."""
    equal: npt.NDArray[np.bool_] = tiles.width[one] == tiles.width[other]
    equal &= tiles.height[one] == tiles.height[other]
    pair = np.flatnonzero(equal & (one != other))
    area = (tiles.width * tiles.height)[one[pair]]
    here, there = tiles.start[one[pair]], tiles.start[other[pair]]
    for part in batches(area):
        tile, place = spread(area[part])
        differs = tiles.texels[here[part][tile] + place] != tiles.texels[there[part][tile] + place]
        equal[pair[part][tile[differs]]] = False
    return equal
