"""Visible faces with polygon, cell and color, (F,) each, in; one atlas (H, W) and an offset (P, 2) a polygon out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..errors import LimitError
from .packing import pack
from .ragged import batches
from .tiles import MAX_TEXELS, Tiles, cut_tiles, remove_repeats


@dataclass(frozen=True)
class Texture:
    """The colours of all faces of a model, one texel a face."""

    atlas: npt.NDArray[np.uint8]
    """(H, W) uint8 palette indices; row 0 is the bottom row."""
    polygon_offset: npt.NDArray[np.int32]
    """(P, 2) int32 (column, row): what to add to a polygon's lattice points (u, v) to get its texels; for a flat
    polygon the texel itself at which all of it points."""
    polygon_is_flat: npt.NDArray[np.bool_]
    """(P,) bool: the polygon has one colour only and shares a single texel with all others of that colour."""
    texels_used: int
    """Texels of the atlas that some tile covers, borders included."""
    tiles: int
    """Different tiles in the atlas, the single texels of one colour included."""


def bake(
    polygon: npt.NDArray[np.int32],
    column: npt.NDArray[np.int32],
    row: npt.NDArray[np.int32],
    color: npt.NDArray[np.uint8],
    polygon_count: int,
    border: int = 1,
    power_of_two: bool = False,
) -> Texture:
    """Bake the colours of polygons into one atlas.

    A polygon of several colours gets a tile, the bounding box of its faces; texels of the box outside the polygon take
    the colour of the nearest face. Equal tiles are stored once. A polygon of one colour points at one texel.

    Parameters
    ----------
    polygon : (F,) int32
        The polygon of each face, 0 to P - 1, in any order; each polygon has at least one face.
    column, row : (F,) int32
        The cell (u, v) of each face in its polygon's plane; no two faces of a polygon share a cell.
    color : (F,) uint8
        Palette index of each face.
    polygon_count : int
        P.
    border : int
        How often a tile's outermost texels are repeated around it, 0 or more.
    power_of_two : bool
        Round the sides of the atlas up to powers of two.

    Returns
    -------
    texture : Texture
        For no polygons an atlas of one texel that no tile covers.

    Raises
    ------
    LimitError
        If the tiles hold more than 2^28 texels.
    """
    if not polygon_count:
        return Texture(
            np.zeros((1, 1), np.uint8),
            np.zeros((0, 2), np.int32),
            np.zeros(0, np.bool_),
            0,
            0,
        )
    some_color = np.zeros(polygon_count, np.uint8)
    some_color[polygon] = color
    is_flat = np.ones(polygon_count, np.bool_)
    is_flat[polygon[color != some_color[polygon]]] = False

    # A flat polygon shares a tile of one cell at (0, 0) with its colour; these tiles come before those of the others.
    flat_colors = np.unique(some_color[is_flat])
    tile = np.where(
        is_flat,
        np.searchsorted(flat_colors, some_color),
        len(flat_colors) - 1 + np.cumsum(~is_flat),
    ).astype(np.int32)
    face = np.flatnonzero(~is_flat[polygon])
    cell = np.zeros(len(flat_colors), np.int32)
    tiles, corner = cut_tiles(
        np.concatenate((np.arange(len(flat_colors), dtype=np.int32), tile[polygon[face]])),
        np.concatenate((cell, column[face])),
        np.concatenate((cell, row[face])),
        np.concatenate((flat_colors, color[face])),
    )
    tiles, index = remove_repeats(tiles)
    atlas, origin, used = _draw(tiles, border, power_of_two)
    offset = (origin[index] - corner)[tile].astype(np.int32)
    return Texture(atlas, offset, is_flat, used, len(tiles.width))


def _draw(tiles: Tiles, border: int, power_of_two: bool) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64], int]:
    """Pack the tiles with their borders; returns the atlas, each tile's origin (T, 2) in it and the texels used."""
    widths, heights = tiles.width + 2 * border, tiles.height + 2 * border
    used = int((widths * heights).sum())
    if used > MAX_TEXELS:
        raise LimitError(
            f"the tiles and their borders need {used:,} texels, more than {MAX_TEXELS:,}; "
            "choose a smaller border or split the model into parts"
        )
    position, width, height = pack(widths, heights, power_of_two)
    atlas = np.zeros(width * height, np.uint8)
    first = position[:, 1] * width + position[:, 0]
    # Tiles of one size are drawn together: one index array for the texels inside serves them all.
    order = np.lexsort((widths, heights))
    changes = np.flatnonzero(np.diff(widths[order]) | np.diff(heights[order])) + 1
    for group in np.split(order, changes):
        source, target = _copies(int(tiles.width[group[0]]), int(tiles.height[group[0]]), border, width)
        for part in batches(np.full(len(group), len(source))):
            some = group[part]
            atlas[first[some][:, None] + target] = tiles.texels[tiles.start[some][:, None] + source]
    return atlas.reshape(height, width), position + border, used


def _copies(
    width: int, height: int, border: int, atlas_width: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Which texel of a tile goes where, counted from its first texel and from the block's first texel in the atlas."""
    column, row = np.arange(width + 2 * border), np.arange(height + 2 * border)[:, None]
    source = np.clip(row - border, 0, height - 1) * width + np.clip(column - border, 0, width - 1)
    return source.reshape(-1), (row * atlas_width + column).reshape(-1)
