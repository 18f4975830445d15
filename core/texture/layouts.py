"""Layouts: painted polygons in, one atlas (H, W) of palette indices with the projection of each polygon out.

Tiles are cut once, whatever becomes of them; a layout says how often which of them is stored, and where.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from ..errors import LimitError
from .drawing import Blocks, draw
from .margins import Margins, TextureOptions
from .packing import pack, pack_turned
from .pages import pack_stack
from .painting import Painted
from .projection import QUARTER, Projection, texel_axes
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

    Equal tiles are stored once, and turned by a quarter where they lie better so. For no polygons the atlas is one
    texel that no tile covers.
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
        drawn = _drawn(tiles, scale, self)
        place = np.empty((len(painted.color), 2), np.int64)
        place[is_single] = drawn.origin[np.searchsorted(colors, single)]
        symmetry = np.zeros(len(painted.color), np.uint8)
        symmetry[textured] = np.where(drawn.turned[len(colors) + index], QUARTER, 0)
        lowest = _lowest(painted.tiles, painted.corner.astype(np.int64), symmetry[textured])
        place[textured] = drawn.origin[len(colors) + index] - self.scale * lowest
        projection = Projection(painted.color, place.astype(np.int32), symmetry, self.scale, painted.own)
        return Texture(drawn.atlas, projection, drawn.used, len(tiles.width))


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
        drawn = _drawn(tiles, np.ones(len(tiles.width), np.int64), None)
        textured = painted.textured
        offset[textured] = drawn.origin[index] + shift(painted.corner.astype(np.int64))
        symmetry[textured] = turned
        projection = Projection(painted.color, offset.astype(np.int32), symmetry)
        return Texture(drawn.atlas, projection, drawn.used, len(tiles.width))


@dataclass(frozen=True)
class _Drawn:
    """Tiles in an atlas."""

    atlas: npt.NDArray[np.uint8]
    origin: Ints
    """(T, 2) int64: the lowest texel of each."""
    turned: npt.NDArray[np.bool_]
    """(T,) bool: by a quarter."""
    used: int
    """Texels that they cover, with their borders."""


def _lowest(tiles: Tiles, corner: Ints, symmetry: npt.NDArray[np.uint8]) -> Ints:
    """(T, 2): the lowest point of each tile, which begins at `corner` (T, 2) of its plane, once it is turned."""
    axes = texel_axes()[symmetry].astype(np.int64)
    ends = corner, corner + np.stack((tiles.width, tiles.height), axis=1)
    one, other = (np.einsum("nij,nj->ni", axes, end) for end in ends)
    lowest: Ints = np.minimum(one, other)
    return lowest


def _with_colors(colors: npt.NDArray[np.uint8], tiles: Tiles) -> Tiles:
    """Tiles of one texel for colours, then the others."""
    one = np.ones(len(colors), np.int64)
    return Tiles(
        np.concatenate((one, tiles.width)),
        np.concatenate((one, tiles.height)),
        np.concatenate((np.arange(len(colors)), tiles.start + len(colors))),
        np.concatenate((colors, tiles.texels)),
    )


def _drawn(tiles: Tiles, scale: Ints, layout: AtlasLayout | None) -> _Drawn:
    """Pack the tiles with their borders, each face as wide as its tile's scale (T,); of no layout, as they are."""
    if not len(tiles.width):
        return _Drawn(np.zeros((1, 1), np.uint8), np.zeros((0, 2), np.int64), np.zeros(0, np.bool_), 0)
    margins = Margins(0, align=False) if layout is None else Margins(layout.border, layout.align)
    before = margins.before(scale)
    widths, heights = margins.padded(tiles.width * scale, before), margins.padded(tiles.height * scale, before)
    used = int((widths * heights).sum())
    if used > MAX_TEXELS:
        raise LimitError(
            f"the tiles and their borders need {used:,} texels, more than {MAX_TEXELS:,}; "
            "choose a smaller border, fewer texels per voxel or split the model into parts"
        )
    position, turned, width, height = _packed(widths, heights, layout)
    atlas = np.zeros((height, width), np.uint8)
    draw(tiles, Blocks(position, widths, heights, before, scale, turned), atlas)
    return _Drawn(atlas, position + before[:, None], turned, used)


def _packed(widths: Ints, heights: Ints, layout: AtlasLayout | None) -> tuple[Ints, npt.NDArray[np.bool_], int, int]:
    """Places of blocks, which of them are turned by a quarter, and the sides of what they lie in."""
    upright = np.zeros(len(widths), np.bool_)
    if layout is None:
        position, width, height = pack(widths, heights)
        return position, upright, width, height
    largest = layout.largest
    if largest is None or int((widths * heights).sum()) <= largest**2:
        position, turned, width, height = pack_turned(widths, heights, layout.power_of_two)
        if largest is None or max(width, height) <= largest:
            return position, turned, width, height
    position, width, height = pack_stack(widths, heights, largest, layout.power_of_two)
    return position, upright, width, height
