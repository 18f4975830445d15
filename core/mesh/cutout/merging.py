"""Boxes of planes in, fewer and larger ones out: the pair that saves most becomes one, in all planes at once."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ...arrays import concatenated_ranges
from .boxes import Boxes

Ints = npt.NDArray[np.int64]

_NONE = np.int64(-1)
_TIE_BITS = 32


def merged(boxes: Boxes, price: int) -> Boxes:
    """Merge pairs of boxes into the box around both as long as that costs no more cells than a box is worth.

    Parameters
    ----------
    boxes : Boxes
    price : int
        Cells that may be spent to save a box.

    Returns
    -------
    Boxes
        Sorted by plane, row and column.

    Notes
    -----
    What a pair saves is the price and both areas less that of the box around them. In every round those pairs are
    merged of which each is the other's best, in particular the best of every plane. A box keeps in mind only its best
    partner, and looks for another one when that is gone.
    """
    boxes, _ = boxes.in_order()
    best, partner = np.full(len(boxes), _NONE), np.full(len(boxes), _NONE)
    looking = np.arange(len(boxes))
    while True:
        _look(boxes, price, looking, best, partner)
        one = np.flatnonzero(partner >= 0)
        one = one[(partner[partner[one]] == one) & (one < partner[one])]
        if not len(one):
            return boxes
        boxes, best, partner, looking = _with_merged(boxes, best, partner, one)


def _with_merged(boxes: Boxes, best: Ints, partner: Ints, one: Ints) -> tuple[Boxes, Ints, Ints, Ints]:
    """Merge each of the boxes with its partner; also returns who has to look for a partner."""
    count, other = len(boxes), partner[one]
    gone = np.zeros(count, bool)
    gone[one] = gone[other] = True
    orphan = ~gone & (partner >= 0)
    orphan[orphan] = gone[partner[orphan]]
    best[orphan], partner[orphan] = _NONE, _NONE
    every = boxes.joined(boxes[one].around(boxes[other]))
    left = np.flatnonzero(np.concatenate([~gone, np.ones(len(one), bool)]))
    left = left[np.lexsort((every.left[left], every.bottom[left], every.plane[left]))]
    place = np.full(len(every), _NONE)
    place[left] = np.arange(len(left))
    none = np.full(len(one), _NONE)
    best, partner = np.concatenate([best, none])[left], np.concatenate([partner, none])[left]
    partner[partner >= 0] = place[partner[partner >= 0]]
    looking = place[np.concatenate([np.flatnonzero(orphan), np.arange(count, len(every))])]
    return every[left], best, partner, np.sort(looking)


def _look(boxes: Boxes, price: int, looking: Ints, best: Ints, partner: Ints) -> None:
    """Find the best partners of boxes, and tell the others of them; changes `best` and `partner`."""
    one, other, gain = _pairs(boxes, price, looking)
    here, there = np.concatenate([one, other]), np.concatenate([other, one])
    key = np.tile(gain << _TIE_BITS | _tie(one, other), 2)
    before = best.copy()
    np.maximum.at(best, here, key)
    better = (best[here] == key) & (best[here] > before[here])
    partner[here[better]] = there[better]


def _tie(one: Ints, other: Ints) -> Ints:
    """A scattered number of 32 bits, the same for both ends of a pair."""
    low, high = np.minimum(one, other).astype(np.uint64), np.maximum(one, other).astype(np.uint64)
    mixed = (low * np.uint64(0x9E3779B97F4A7C15) ^ high) * np.uint64(0xBF58476D1CE4E5B9)
    tie: Ints = (mixed >> np.uint64(64 - _TIE_BITS)).astype(np.int64)
    return tie


def _pairs(boxes: Boxes, price: int, looking: Ints) -> tuple[Ints, Ints, Ints]:
    """Pairs of the boxes that look, with all of their planes that may be worth it, and what they save."""
    pitch = int(boxes.top.max(initial=0)) + 1
    # A gap between two boxes wastes at least as many cells as it is wide.
    reach = min(price, pitch)
    line = boxes.plane * (3 * pitch) + pitch
    first = np.searchsorted(boxes.plane, boxes.plane[looking])
    last = np.searchsorted(line + boxes.bottom, line[looking] + boxes.top[looking] + reach, side="right")
    owner, other = concatenated_ranges(first, last - first)
    one = looking[owner]
    near = (other != one) & (boxes.top[other] + reach >= boxes.bottom[one])
    near &= (boxes.left[other] <= boxes.right[one] + reach) & (boxes.left[one] <= boxes.right[other] + reach)
    one, other = one[near], other[near]
    both = boxes[one].around(boxes[other])
    area = boxes.area
    gain = price + area[one] + area[other] - both.area
    worth = gain >= 0
    return one[worth], other[worth], gain[worth]
