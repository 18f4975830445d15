"""Boxes and which of them are near in, fewer and larger boxes out: the pairs that cost least become one."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .boxes import Boxes, area, around
from .lines import Pairs

Ints = npt.NDArray[np.int64]

FAR = np.int64(1) << 60
"""More than any key of `ranked`."""
_TIE_BITS = 32
_MOST = 1 << 30


def ranked(cost: Ints) -> Ints:
    """Keys that order choices by what they cost, all different: equal ones are scattered, so that many fit together.

    Parameters
    ----------
    cost : (n,) int64

    Returns
    -------
    (n,) int64
    """
    tie = np.arange(len(cost)) * 0x9E3779B1 & (1 << _TIE_BITS) - 1
    keys: Ints = (cost.clip(-_MOST, _MOST) << _TIE_BITS) + tie
    return keys


def first_choices(count: int, key: Ints, *ends: Ints) -> Ints:
    """Choices that are the best of every box they touch.

    Parameters
    ----------
    count : int
        Number of boxes.
    key : (n,) int64
        All different; the lowest is the best.
    *ends : (n,) int64
        Boxes that each choice touches.

    Returns
    -------
    (m,) int64
        No box is touched by two of them.
    """
    best = np.full(count, FAR)
    for end in ends:
        np.minimum.at(best, end, key)
    chosen: Ints = np.flatnonzero(np.logical_and.reduce([best[end] == key for end in ends]))
    return chosen


def merged(boxes: Boxes, pairs: Pairs, price: int) -> tuple[Boxes, Ints]:
    """Merge pairs of boxes into the box around both as long as that costs no more cells than a box is worth.

    Parameters
    ----------
    boxes : Boxes
    pairs : (n,) int64 and (n,) int64
        Boxes that may be merged, and then what they are merged into.
    price : int
        Cells that may be spent to save a box.

    Returns
    -------
    boxes : Boxes
    number : (number of boxes before,) int64
        What each has become.

    Notes
    -----
    A pair costs the area of the box around both less their own. In every round those pairs are merged that are the
    cheapest of both their boxes, in particular the cheapest of every plane.
    """
    one, other = (end.copy() for end in pairs)
    sides, number = boxes.sides.copy(), np.arange(len(boxes))
    cost = _cost(sides, one, other)
    while True:
        cheap = np.flatnonzero(cost <= price)
        if not len(cheap):
            break
        best = cheap[first_choices(len(boxes), ranked(cost[cheap]), one[cheap], other[cheap])]
        kept, gone = one[best], other[best]
        sides[:, kept] = around(sides[:, kept], sides[:, gone])
        number[gone] = kept
        touched = np.zeros(len(boxes), bool)
        touched[kept] = touched[gone] = True
        anew = np.flatnonzero(touched[one] | touched[other])
        one[anew], other[anew] = number[one[anew]], number[other[anew]]
        cost[anew] = np.where(one[anew] == other[anew], FAR, _cost(sides, one[anew], other[anew]))
    while True:
        further = number[number]
        if np.array_equal(further, number):
            break
        number = further
    left = number == np.arange(len(boxes))
    return Boxes(boxes.plane[left], sides[:, left]), (np.cumsum(left) - 1)[number]


def _cost(sides: Ints, one: Ints, other: Ints) -> Ints:
    """Cells that the box around two boxes has more than they have."""
    first, second = np.take(sides, one, axis=1), np.take(sides, other, axis=1)
    return area(around(first, second)) - area(first) - area(second)
