"""Layouts: painted polygons in, one atlas (H, W) of palette indices with the projection of each polygon out.

Tiles are cut once, whatever becomes of them; a layout says how often which of them is stored, and where.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from ..errors import LimitError
from .margins import Margins, TextureOptions
from .packing import pack
from .pages import pack_stack
from .painting import Painted
from .projection import Projection
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
    def own(self) -> bool:
        """Whether polygons of one colour shall have tiles too, see `paint`."""
        ...

    @property
    def longest(self) -> int | None:
        """Faces along a side of a polygon, so that its tile is no larger than it may be; None for any number."""
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
    scale: int = 1
    """Texels along the side of a face."""
    align: bool = False
    """Start and end tiles with their borders at multiples of 4 texels."""
    own: bool = False
    """Every polygon has a tile, and equal tiles are stored as often as they come."""
    largest: int | None = None
    """Texels of an image's longer side, 64 or more; a power of two if sides are, and a multiple of 4 if tiles are
    aligned. What needs more lies on pages, one on top of the other in the atlas; no tile lies on two of them."""

    @classmethod
    def of(cls, options: TextureOptions) -> AtlasLayout:
        """The layout that options ask for."""
        own = options.own_texels or options.occlusion > 0
        return cls(options.border, options.power_of_two, options.texel_scale, options.align, own, options.page_side)

    @property
    def longest(self) -> int | None:
        """See `Layout`."""
        return None if self.largest is None else Margins(self.border, self.align).longest(self.largest, self.scale)

    def lay_out(self, painted: Painted) -> Texture:
        """See `Layout`."""
        textured = painted.textured
        is_single = np.ones(len(painted.color), np.bool_)
        is_single[textured] = False
        single = painted.color[is_single]
        colors = np.flatnonzero(np.bincount(single, minlength=1)).astype(np.uint8)
        different, index = painted.tiles, np.arange(len(textured))
        if not self.own:
            different, index = remove_repeats(painted.tiles)
        # The single texels of colours come before the tiles.
        tiles = _with_colors(colors, different)
        scale = np.repeat((1, self.scale), (len(colors), len(different.width)))
        atlas, origin, used = _drawn(tiles, scale, self)
        place = np.empty((len(painted.color), 2), np.int64)
        place[is_single] = origin[np.searchsorted(colors, single)]
        place[textured] = origin[len(colors) + index] - self.scale * painted.corner.astype(np.int64)
        symmetry = np.zeros(len(painted.color), np.uint8)
        projection = Projection(painted.color, place.astype(np.int32), symmetry, self.scale, painted.own)
        return Texture(atlas, projection, used, len(tiles.width))


@dataclass(frozen=True)
class CompactLayout:
    """An atlas for texel fetches: no borders, no texels of single colours, turned and mirrored copies stored once.

    Fetches need neither more than one texel a face nor tiles of their own, so it has none whatever the options.
    """

    @property
    def own(self) -> bool:
        """See `Layout`."""
        return False

    longest: int | None = None
    """See `Layout`."""

    def lay_out(self, painted: Painted) -> Texture:
        """See `Layout`."""
        count = len(painted.color)
        offset, symmetry = np.zeros((count, 2), np.int64), np.zeros(count, np.uint8)
        tiles, index, turned, shift = canonical_tiles(painted.tiles)
        atlas, origin, used = _drawn(tiles, np.ones(len(tiles.width), np.int64), AtlasLayout(border=0))
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


def _drawn(tiles: Tiles, scale: Ints, layout: AtlasLayout) -> tuple[npt.NDArray[np.uint8], Ints, int]:
    """Pack the tiles with their borders, each face as wide as its tile's scale (T,).

    Returns the atlas, each tile's origin (T, 2) in it and the texels used.
    """
    if not len(tiles.width):
        return np.zeros((1, 1), np.uint8), np.zeros((0, 2), np.int64), 0
    margins = Margins(layout.border, layout.align)
    before = margins.before(scale)
    widths, heights = margins.padded(tiles.width * scale, before), margins.padded(tiles.height * scale, before)
    used = int((widths * heights).sum())
    if used > MAX_TEXELS:
        raise LimitError(
            f"the tiles and their borders need {used:,} texels, more than {MAX_TEXELS:,}; "
            "choose a smaller border, fewer texels per voxel or split the model into parts"
        )
    if layout.largest is None:
        position, width, height = pack(widths, heights, layout.power_of_two)
    else:
        position, width, height = pack_stack(widths, heights, layout.largest, layout.power_of_two)
    atlas = np.zeros(width * height, np.uint8)
    first = position[:, 1] * width + position[:, 0]
    # Tiles of one size are drawn together: one index array for the texels inside serves them all.
    order = np.lexsort((tiles.width, tiles.height, scale))
    columns, rows, step = tiles.width[order], tiles.height[order], scale[order]
    changes = np.flatnonzero(np.diff(columns) | np.diff(rows) | np.diff(step)) + 1
    for group in np.split(order, changes):
        one = group[0]
        column = margins.source(tiles.width[one], widths[one], scale[one])
        row = margins.source(tiles.height[one], heights[one], scale[one])
        source = (row[:, None] * tiles.width[one] + column).reshape(-1)
        target = (np.arange(heights[one])[:, None] * width + np.arange(widths[one])).reshape(-1)
        for part in batches(np.full(len(group), len(source))):
            some = group[part]
            atlas[first[some][:, None] + target] = tiles.texels[tiles.start[some][:, None] + source]
    return atlas.reshape(height, width), position + before[:, None], used
