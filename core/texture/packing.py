"""Sizes of blocks (n,) in, places (n, 2) in one nearly square rectangle in which none overlap, and its sides, out."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ..arrays import grouped
from .limits import UpTo, lowest
from .ragged import spread

_GOAL, _SPARE = 0.01, 48
"""The search ends when no more texels are free than this share of all, or than so many: less is not worth the time."""

_STEPS, _AREA_STEPS, _MOST_STEPS = 100, 1 / 32, 2500
"""The search also ends when this many rows of equal blocks were laid, plus so many for each texel, but no more than
the last number. A step takes about 3 us; a small atlas is not worth many."""

_LEAST, _HARD_STEPS = 0.91, 6000
"""While less than this share is used the search goes on until so many rows were laid."""

_WIDTHS = 100
"""The search tries no more widths than this with the usual orders."""

_FEW, _USUAL = 32, 8
"""Where there are no more different sizes than the first number, after the second number of widths every other order
is drawn by chance: a few large blocks fit well in few ways."""

_RATIO, _STRETCH = 3, 1.25
"""The longer side is at most so many times the shorter one, or the longest block."""

_SMALL = 0.05
"""Blocks whose width and height together are less than this part of the square root of all area are small."""

_SEED = 1

_WALL = 1 << 40
"""Higher than any block: what bounds the skyline on both sides."""

_Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class _Order:
    """The different sizes of blocks, (S,) int64 each, those first that are to be laid first."""

    width: _Ints
    height: _Ints
    count: _Ints
    size: _Ints
    """The number of the size in `_packed`."""
    small: npt.NDArray[np.bool_]
    """Such blocks only fill what the large ones leave, as long as there are any of these."""
    exchanged: bool
    """Columns and rows of the result have changed places."""
    twin: _Ints | None = None
    """Where in the order the same size is the other way round, if it is there both ways."""
    stood: npt.NDArray[np.bool_] | None = None
    """Which entries are the other way round."""

    @property
    def longest(self) -> int:
        """The longest side of a block."""
        return max(int(self.width.max()), int(self.height.max()))

    @cached_property
    def narrow(self) -> UpTo:
        """The entries whose blocks are so wide at most."""
        return UpTo(self.width)

    @cached_property
    def sunk(self) -> UpTo:
        """The entries that do not stick out of a gap of some depth while large blocks are left."""
        return UpTo(np.where(self.small, self.height, 0))


@dataclass(frozen=True)
class _Layout:
    """Where an order's blocks lie, and how far they reach."""

    order: _Order
    runs: list[tuple[int, int, int, int]]
    """Rows of equal blocks side by side: their place in the order, first column, row, number of blocks."""
    right: int
    top: int

    @property
    def rank(self) -> tuple[bool, int, int]:
        """What the smallest of is best: longer than need be, texels, longer side."""
        short, long = sorted((self.right, self.top))
        return long > max(_RATIO * short, _STRETCH * self.order.longest), short * long, long


def pack(
    widths: npt.NDArray[np.int64],
    heights: npt.NDArray[np.int64],
    power_of_two: bool = False,
) -> tuple[npt.NDArray[np.int64], int, int]:
    """Place blocks in a small rectangle that is not much longer than wide, as long as no block is.

    If all sides are multiples of a number, so are all places and the sides of the rectangle.

    Parameters
    ----------
    widths, heights : (n,) int64
        Sides of the blocks in texels, at least 1. Blocks are not turned.
    power_of_two : bool
        Both sides of the rectangle shall be powers of two.

    Returns
    -------
    positions : (n, 2) int64
        (column, row) of each block's lowest texel.
    width, height : int
        Sides of the rectangle; 1 and 1 if there are no blocks.

    Notes
    -----
    Blocks go into the lowest gap of the skyline: of those that are narrow enough the first in some order, as many of
    the same size as the gap takes; a gap too narrow for all is given up. So the work follows the different sizes and
    the rows laid, not the blocks. While large blocks are left, small ones must not stick out of the gap: the edge has
    to stay smooth for the large ones. A few orders and many widths are tried until the waste is small.

    References
    ----------
    E. Burke, G. Kendall, G. Whitwell, "A new placement heuristic for the orthogonal stock-cutting problem", 2004.
    """
    positions, _stood, width, height = _packed(widths, heights, power_of_two, turnable=False)
    return positions, width, height


def pack_turned(
    widths: npt.NDArray[np.int64],
    heights: npt.NDArray[np.int64],
    power_of_two: bool = False,
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_], int, int]:
    """Place blocks as `pack` does, but turn those by a quarter that lie better so.

    Parameters
    ----------
    widths, heights : (n,) int64
    power_of_two : bool
        As for `pack`.

    Returns
    -------
    positions : (n, 2) int64
        (column, row) of each block's lowest texel.
    turned : (n,) bool
        The blocks whose width lies along the rows.
    width, height : int
    """
    positions, stood, width, height = _packed(
        np.maximum(widths, heights), np.minimum(widths, heights), power_of_two, turnable=True
    )
    return positions, stood ^ (heights > widths), width, height


def _packed(
    widths: _Ints, heights: _Ints, power_of_two: bool, *, turnable: bool
) -> tuple[_Ints, npt.NDArray[np.bool_], int, int]:
    """Place blocks; also which of them, (n,), are the other way round."""
    if not len(widths):
        return np.zeros((0, 2), np.int64), np.zeros(0, np.bool_), 1, 1
    unit = _unit(widths, heights, power_of_two)
    widths, heights = widths // unit, heights // unit
    groups = grouped(heights << 32 | widths)
    orders = _orders(groups.value & 0xFFFFFFFF, groups.value >> 32, groups.size.astype(np.int64))
    area = int((orders[0].width * orders[0].height * orders[0].count).sum())
    if power_of_two:
        layout, width, height = _fit_power_of_two(orders, area)
    else:
        layout = _fit_nearly_square(orders, area, _SPARE / unit**2, turnable=turnable)
        width, height = (layout.top, layout.right) if layout.order.exchanged else (layout.right, layout.top)
    positions, stood = _placed(layout, groups.number)
    return positions * unit, stood & (widths != heights), width * unit, height * unit


def _unit(widths: _Ints, heights: _Ints, power_of_two: bool) -> int:
    """What all sides, and so all places, are multiples of."""
    unit = math.gcd(int(np.gcd.reduce(widths)), int(np.gcd.reduce(heights)))
    return unit & -unit if power_of_two else unit


def pack_within(
    widths: npt.NDArray[np.int64], heights: npt.NDArray[np.int64], side: int
) -> npt.NDArray[np.int64] | None:
    """Place blocks in a square.

    Parameters
    ----------
    widths, heights : (n,) int64
        As for `pack`.
    side : int
        Of the square.

    Returns
    -------
    (n, 2) int64 or None
        (column, row) of each block's lowest texel; None if no way is found.
    """
    groups = grouped(np.asarray(heights, np.int64) << 32 | np.asarray(widths, np.int64))
    if max(widths.max(), heights.max()) > side or int((widths * heights).sum()) > side**2:
        return None
    for order in _orders(groups.value & 0xFFFFFFFF, groups.value >> 32, groups.size.astype(np.int64)):
        layout = _lay(order, side, side)
        if layout.top <= side:
            return _placed(layout, groups.number)[0]
    return None


def _orders(width: _Ints, height: _Ints, count: _Ints) -> list[_Order]:
    """Widest first, which lays many small blocks in few steps, then those of longest outline, in rows and columns."""
    outline = width + height
    small = outline < _SMALL * math.sqrt(int((width * height * count).sum()))
    orders = []
    for keys, exchanged in (((height, width), False), ((height, outline), False), ((width, outline), True)):
        size = np.lexsort(keys)[::-1]
        across, along = (height, width) if exchanged else (width, height)
        orders.append(_Order(across[size], along[size], count[size], size, small[size], exchanged))
    return orders


def _fit_nearly_square(orders: list[_Order], area: int, spare: float, *, turnable: bool) -> _Layout:
    """Try widths around the square root of the area and keep the smallest rectangle."""
    best = _lay(orders[0], _across(orders[0], area, 0), _WALL)
    steps, usual = len(best.runs), min(_STEPS + area * _AREA_STEPS, _MOST_STEPS)
    for order, across in _trials(orders, area, turnable=turnable):
        too_long, size, _ = best.rank
        if not too_long and size - area <= max(_GOAL * size, spare):
            break
        if steps >= (_HARD_STEPS if too_long or area < _LEAST * size else usual):
            break
        steps += 1
        limit = _WALL if too_long else size // across
        if across * limit < area:
            continue
        layout = _lay(order, across, limit)
        steps += len(layout.runs)
        if layout.top <= limit and layout.rank < best.rank:
            best = layout
    return best


def _trials(orders: list[_Order], area: int, *, turnable: bool) -> Iterator[tuple[_Order, int]]:
    """Orders and widths to try; without end where there are few different sizes."""
    few = len(orders[0].width) <= _FEW
    rng = None
    for number in itertools.count():
        for order in orders[1:]:
            yield order, _across(order, area, number)
        if number >= _USUAL and few:
            rng = rng or np.random.default_rng(_SEED)
            for _order in orders[1:]:
                yield _by_chance(orders[0], area, rng, turnable=turnable)
        elif number >= _WIDTHS:
            return


def _by_chance(order: _Order, area: int, rng: np.random.Generator, *, turnable: bool) -> tuple[_Order, int]:
    """An order in which about the larger blocks come first, both ways round if they may be turned; and a width."""
    sizes = len(order.width)
    width, height, entry, stood = order.width, order.height, np.arange(sizes), np.zeros(sizes, np.bool_)
    least = int(width.max())
    if turnable:
        width, height = np.concatenate([width, height]), np.concatenate([height, width])
        entry, stood = np.tile(entry, 2), np.repeat((False, True), sizes)
        least = int(height[:sizes].max())
    ranked = np.argsort(-(width + height) * rng.uniform(0.4, 1.6, len(width)))
    place = np.empty(len(ranked), np.int64)
    place[ranked] = np.arange(len(ranked))
    twin = place[(ranked + sizes) % len(ranked)] if turnable else None
    entry, stood = entry[ranked], stood[ranked]
    mixed = _Order(
        width[ranked], height[ranked], order.count[entry], order.size[entry], order.small[entry], False, twin, stood
    )
    low = max(math.isqrt(area // _RATIO), least)
    high = max(math.isqrt(_RATIO * area), int(_STRETCH * order.longest), low)
    return mixed, int(rng.integers(low, high + 1))


def _across(order: _Order, area: int, number: int) -> int:
    """The square root of the area, then widths from 1:2 to 2:1: golden section numbers spread them evenly.

    Where blocks are longer than that there may be something at their ends.
    """
    high = math.isqrt(2 * area)
    low = max(math.ceil(area / max(high, int(_STRETCH * int(order.height.max())))), int(order.width.max()))
    return low + int((max(high - low, 0) + 1) * ((math.sqrt(2) - 1 + number * (math.sqrt(5) - 1) / 2) % 1))


def _fit_power_of_two(orders: list[_Order], area: int) -> tuple[_Layout, int, int]:
    """Try the rectangles whose sides are powers of two, smallest first, until one holds all blocks."""
    steps = 0
    for width, height in _powers(orders[0], area):
        for order in orders:
            across, along = (height, width) if order.exchanged else (width, height)
            layout = _lay(order, across, along)
            if layout.top <= along:
                return layout, width, height
            steps += len(layout.runs)
            if steps > _MOST_STEPS:
                break
    raise AssertionError("there is always a larger power of two")


def _powers(order: _Order, area: int) -> Iterator[tuple[int, int]]:
    """Sides that are powers of two and hold the area and every single block, one at most twice the other if can be."""
    least_width, least_height = ((int(side.max()) - 1).bit_length() for side in (order.width, order.height))
    for bits in itertools.count(max((area - 1).bit_length(), least_width + least_height)):
        for width in range(least_width, bits - least_height + 1):
            height = bits - width
            if width <= max(height + 1, least_width) and height <= max(width + 1, least_height):
                yield 1 << width, 1 << height


def _lay(order: _Order, across: int, limit: int) -> _Layout:
    """Lay blocks between walls `across` texels apart until none is left or one ends above `limit`."""
    edges, tops = [0, 0, across, across], [_WALL, 0, _WALL]
    widths, heights, counts = (side.tolist() for side in (order.width, order.height, order.count))
    twins = [] if order.twin is None else order.twin.tolist()
    left, large = (1 << len(widths)) - 1, int((~order.small).sum())
    small, narrow, sunk = order.small.tolist(), order.narrow, order.sunk
    runs, right, top = [], 0, 0
    while left and top <= limit:
        row = min(tops)
        gap = tops.index(row)
        room = edges[gap + 1] - edges[gap]
        brim = min(tops[gap - 1], tops[gap + 1])
        fits = left & narrow[room]
        if large:
            fits &= sunk[brim - row]
        if not fits:
            tops[gap] = brim
            _join(edges, tops, gap)
            continue
        size = lowest(fits)
        blocks = min(counts[size], room // widths[size])
        counts[size] -= blocks
        if twins:
            counts[twins[size]] = counts[size]
        if not counts[size]:
            for entry in {size, twins[size] if twins else size}:
                left &= ~(1 << entry)
                large -= not small[entry]
        column = _raise(edges, tops, gap, blocks * widths[size], heights[size])
        runs.append((size, column, row, blocks))
        right, top = max(right, column + blocks * widths[size]), max(top, row + heights[size])
    return _Layout(order, runs, right, top)


def _raise(edges: list[int], tops: list[int], gap: int, width: int, height: int) -> int:
    """Raise part of a gap, beside its higher neighbour, and return the first column of that part."""
    top = tops[gap] + height
    if width == edges[gap + 1] - edges[gap]:
        column, tops[gap] = edges[gap], top
        _join(edges, tops, gap)
    elif tops[gap - 1] >= tops[gap + 1]:
        column = edges[gap]
        edges.insert(gap + 1, column + width)
        tops.insert(gap, top)
        _join(edges, tops, gap)
    else:
        column = edges[gap + 1] - width
        edges.insert(gap + 1, column)
        tops.insert(gap + 1, top)
        _join(edges, tops, gap + 1)
    return column


def _join(edges: list[int], tops: list[int], place: int) -> None:
    """Make one part of the skyline of this part and those beside it that are as high."""
    if tops[place] == tops[place + 1]:
        del tops[place + 1], edges[place + 1]
    if tops[place] == tops[place - 1]:
        del tops[place], edges[place]


def _placed(layout: _Layout, size: npt.NDArray[np.intp]) -> tuple[_Ints, npt.NDArray[np.bool_]]:
    """Give the blocks, whose sizes are `size` (n,), the places of the runs in turn; and tell which stand."""
    order = layout.order
    place, column, row, blocks = np.array(layout.runs, np.int64).T
    run, number = spread(blocks)
    entry = place[run]
    column, row = column[run] + number * order.width[entry], row[run]
    block = np.argsort(size, kind="stable")
    spot = np.argsort(order.size[entry], kind="stable")
    positions, stood = np.empty((len(size), 2), np.int64), np.zeros(len(size), np.bool_)
    positions[block, 0], positions[block, 1] = column[spot], row[spot]
    if order.stood is not None:
        stood[block] = order.stood[entry][spot]
    return positions[:, ::-1].copy() if order.exchanged else positions, stood
