"""Layouts: painted polygons in, one atlas (H, W) of palette indices with the projection of each polygon out.

Tiles are cut once, whatever becomes of them; a layout says how often which of them is stored, and where.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from ..errors import LimitError
from .packing import pack
from .pages import pack_stack
from .painting import Painted
from .projection import TEXTURED, Projection
from .ragged import batches
from .symmetries import canonical_tiles
from .tiles import MAX_TEXELS, Tiles, remove_repeats

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Texture:
    """The colours of all polygons of a model where they are to be drawn from."""

    atlas: npt.NDArray[np.uint8]
    """(H, W) uint8 palette indices; row 0 is the bottom row."""
    projection: Projection
    texels_used: int
    """Texels of the atlas that some tile covers, borders included."""
    tiles: int
    """Different tiles in the atlas, the single texels of one colour included."""


class Layout(Protocol):
    """A way to lay tiles out."""

    @property
    def longest(self) -> int | None:
        """Texels that the sides of tiles may have; None for any number."""
        ...

    def lay_out(self, painted: Painted) -> Texture:
        """Give each polygon its texels.

        Parameters
        ----------
        painted : Painted

        Returns
        -------
        Texture

        Raises
        ------
        LimitError
            If there are too many texels.
        """
        ...


@dataclass(frozen=True)
class AtlasLayout:
    """An atlas for texture filters: borders around the tiles, and a texel for each colour that polygons share.

    Equal tiles are stored once. For no polygons the atlas is one texel that no tile covers.
    """

    border: int = 1
    """How often a tile's outermost texels are repeated around it, 0 or more."""
    power_of_two: bool = False
    """Round the sides of the atlas up to powers of two."""
    largest: int | None = None
    """Texels of an image's longer side, 64 or more; a power of two if sides are. What needs more lies on pages, one on
    top of the other in the atlas; no tile lies on two of them."""

    @property
    def longest(self) -> int | None:
        """See `Layout`."""
        return None if self.largest is None else self.largest - 2 * self.border

    def lay_out(self, painted: Painted) -> Texture:
        """See `Layout`."""
        flat = painted.color[painted.color != TEXTURED]
        colors = np.flatnonzero(np.bincount(flat, minlength=1)).astype(np.uint8) if len(flat) else flat.astype(np.uint8)
        # The single texels of colours come before the tiles.
        tiles, index = remove_repeats(_with_colors(colors, painted.tiles))
        atlas, origin, used = _drawn(tiles, self.border, self.power_of_two, self.largest)
        place = np.empty((len(painted.color), 2), np.int64)
        is_flat = painted.color != TEXTURED
        place[is_flat] = origin[index[np.searchsorted(colors, flat)]]
        place[~is_flat] = origin[index[len(colors) :]] - painted.corner
        symmetry = np.zeros(len(painted.color), np.uint8)
        projection = Projection(painted.color, place.astype(np.int32), symmetry)
        return Texture(atlas, projection, used, len(tiles.width))


@dataclass(frozen=True)
class CompactLayout:
    """An atlas for texel fetches: no borders, no texels of single colours, turned and mirrored copies stored once."""

    longest: int | None = None
    """See `Layout`."""

    def lay_out(self, painted: Painted) -> Texture:
        """See `Layout`."""
        count = len(painted.color)
        offset, symmetry = np.zeros((count, 2), np.int64), np.zeros(count, np.uint8)
        tiles, index, turned, shift = canonical_tiles(painted.tiles)
        atlas, origin, used = _drawn(tiles, 0, False)
        textured = painted.textured
        offset[textured] = origin[index] + shift(painted.corner.astype(np.int64))
        symmetry[textured] = turned
        projection = Projection(painted.color, offset.astype(np.int32), symmetry)
        return Texture(atlas, projection, used, len(tiles.width))


def _with_colors(colors: npt.NDArray[np.uint8], tiles: Tiles) -> Tiles:
    """Tiles of one texel for colours, then the others."""
    one = np.ones(len(colors), np.int64)
    return Tiles(
        np.concatenate((one, tiles.width)),
        np.concatenate((one, tiles.height)),
        np.concatenate((np.arange(len(colors)), tiles.start + len(colors))),
        np.concatenate((colors, tiles.texels)),
    )


def _drawn(
    tiles: Tiles, border: int, power_of_two: bool, largest: int | None = None
) -> tuple[npt.NDArray[np.uint8], Ints, int]:
    """Pack the tiles with their borders; returns the atlas, each tile's origin (T, 2) in it and the texels used."""
    if not len(tiles.width):
        return np.zeros((1, 1), np.uint8), np.zeros((0, 2), np.int64), 0
    widths, heights = tiles.width + 2 * border, tiles.height + 2 * border
    used = int((widths * heights).sum())
    if used > MAX_TEXELS:
        raise LimitError(
            f"the tiles and their borders need {used:,} texels, more than {MAX_TEXELS:,}; "
            "choose a smaller border or split the model into parts"
        )
    if largest is None:
        position, width, height = pack(widths, heights, power_of_two)
    else:
        position, width, height = pack_stack(widths, heights, largest, power_of_two)
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


def _copies(width: int, height: int, border: int, atlas_width: int) -> tuple[Ints, Ints]:
    """Which texel of a tile goes where, counted from its first texel and from the block's first texel in the atlas."""
    column, row = np.arange(width + 2 * border), np.arange(height + 2 * border)[:, None]
    source = np.clip(row - border, 0, height - 1) * width + np.clip(column - border, 0, width - 1)
    return source.reshape(-1), (row * atlas_width + column).reshape(-1)
