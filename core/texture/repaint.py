"""A texture that was laid out in, what was painted for it out, so that it can be laid out in another way."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .painting import Painted, no_tiles
from .projection import TEXTURED, Projection, texel_axes
from .ragged import batches, spread
from .tiles import Tiles

Ints = npt.NDArray[np.int64]


def painted_before(atlas: npt.NDArray[np.uint8], projection: Projection, low: Ints, high: Ints) -> Painted:
    """Read from an atlas the tiles of polygons of several colours, one texel a face, each tile once for each polygon.

    Parameters
    ----------
    atlas : (H, W) uint8
    projection : Projection
        Of P polygons.
    low, high : (P, 2) int64
        Lowest and highest lattice point (u, v) of each polygon in its plane.

    Returns
    -------
    Painted
        Polygons of one colour have no tiles, whatever they had.
    """
    textured = np.flatnonzero(projection.color == TEXTURED)
    if not len(textured):
        return Painted(projection.color, no_tiles(), np.zeros((0, 2), np.int32))
    corner = low[textured]
    width, height = (high[textured] - corner).T
    area = width * height
    axes = projection.scale * texel_axes()[projection.symmetry[textured]].astype(np.int64)
    # Of the four corners of a cell the lowest in the atlas: both ends of the diagonal, whichever way it is turned.
    offset = projection.offset[textured] + np.minimum(axes.sum(axis=2), 0)
    texels = np.empty(int(area.sum()), np.uint8)
    start = np.cumsum(area) - area
    for part in batches(area):
        tile, place = spread(area[part])
        first = start[part.start]
        tile += part.start
        row, column = np.divmod(place, width[tile])
        cell = corner[tile] + np.stack((column, row), axis=1)
        at = np.einsum("nij,nj->ni", axes[tile], cell) + offset[tile]
        texels[first : first + len(tile)] = atlas[at[:, 1], at[:, 0]]
    return Painted(projection.color, Tiles(width, height, start, texels), corner.astype(np.int32))
