"""Tiles with unknown texels (N,) in, the same tiles with each of these set to its nearest known texel out."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .ragged import batches, spread

_ROW_BITS = 20
"""Bits of a row number beside a squared distance in one int64."""

MAX_SIDE = 1 << _ROW_BITS
"""Sides of tiles in texels are shorter than this."""

_Ints = npt.NDArray[np.int64]


def fill(
    texels: npt.NDArray[np.uint8],
    known: npt.NDArray[np.bool_],
    start: _Ints,
    width: _Ints,
    height: _Ints,
) -> None:
    """Set the unknown texels of tiles to the nearest known texel of the same tile, in place.

    Nearest by Euclidean distance between texel middles; of equally near ones the lowest row, then the leftmost column.

    Parameters
    ----------
    texels : (N,) uint8
        Palette indices of all tiles; changed where `known` is False.
    known : (N,) bool
        Which texels have their colour; each tile has at least one.
    start, width, height : (T,) int64
        The tiles to look at: row-major rectangles that begin at `start`, each with a texel that is unknown.

    Notes
    -----
    The squared distance of a texel is the minimum, over the rows of its column, of (row difference)^2 + (distance to
    the nearest known texel in that row)^2. The row of that minimum rises with the texel's row, so a texel needs to
    look only between the answers of two others: known answers 2^k rows apart halve their distance in each round, and
    a round looks about once at each texel.

    References
    ----------
    A. Meijster et al., "A general algorithm for computing distance transforms in linear time", 2000: the two passes.
    """
    for part in batches(width * height):
        _fill_batch(texels, known, start[part], width[part], height[part])


def _fill_batch(
    texels: npt.NDArray[np.uint8],
    known: npt.NDArray[np.bool_],
    start: _Ints,
    width: _Ints,
    height: _Ints,
) -> None:
    """Do the work of `fill` for as many tiles as fit in memory at once."""
    tile, place = spread(width * height)
    texel = start[tile] + place
    row, column = np.divmod(place, width[tile])
    here = known[texel]
    source, gap = _nearest_in_row(here, column, width[tile])
    unknown = np.flatnonzero(~here)
    step = _nearest_row(gap, unknown, row, width[tile], height[tile]) - row[unknown]
    texels[texel[unknown]] = texels[texel[source[unknown + step * width[tile[unknown]]]]]


def _nearest_in_row(known: npt.NDArray[np.bool_], column: _Ints, width: _Ints) -> tuple[_Ints, _Ints]:
    """For each texel the nearest known texel of its row and its distance (if there is none: further than any other)."""
    texel = np.arange(len(known))
    left = np.maximum.accumulate(np.where(known, texel, -1))
    right = np.minimum.accumulate(np.where(known, texel, len(known))[::-1])[::-1]
    to_left = np.where(left >= texel - column, texel - left, MAX_SIDE)
    to_right = np.where(right < texel - column + width, right - texel, MAX_SIDE)
    return np.where(to_left <= to_right, left, right), np.minimum(to_left, to_right)


def _nearest_row(gap: _Ints, unknown: npt.NDArray[np.intp], row: _Ints, width: _Ints, height: _Ints) -> _Ints:
    """For each unknown texel the row in which its nearest known one lies; `gap` is the distance along each row."""
    answer = row.copy()
    level = row[unknown] + 1
    level &= -level
    stride = int(level.max())
    while stride:
        texel = unknown[level == stride]
        here, jump = row[texel], stride * width[texel]
        low = np.where(here >= stride, answer[np.maximum(texel - jump, 0)], 0)
        above = answer[np.minimum(texel + jump, len(answer) - 1)]
        high = np.where(here + stride < height[texel], above, height[texel] - 1)
        looker, place = spread(high - low + 1)
        rise = (low - here)[looker] + place
        distance = gap[texel[looker] + rise * width[texel[looker]]]
        rank = (rise * rise + distance * distance) << _ROW_BITS | low[looker] + place
        first = np.cumsum(high - low + 1) - (high - low + 1)
        answer[texel] = np.minimum.reduceat(rank, first) & (MAX_SIDE - 1)
        stride >>= 1
    return answer[unknown]
