"""Solid cells (x, y, z) bool in, disjoint boxes that fill them, (n, 6) int64 low and high corners, out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

ORDERS: tuple[tuple[int, int, int], ...] = tuple((a, b, c) for a, b, c in permutations(range(3)))


def best_greedy(solid: Flags, orders: Sequence[tuple[int, int, int]] = ORDERS) -> Ints:
    """Fill cells in several orders, and keep the fewest boxes; of equally many those of the first order."""
    return min((greedy_boxes(solid, order) for order in orders), key=len)


def greedy_boxes(solid: Flags, order: tuple[int, int, int]) -> Ints:
    """Put a box at the first free cell, as long as it can be, then as wide, then as high, until all are filled.

    Parameters
    ----------
    solid : (x, y, z) bool
    order : (int, int, int)
        The axes: cells are taken in lexicographic order of these, and boxes grow along the last one first.

    Returns
    -------
    (n, 6) int64
    """
    free = solid.transpose(order).copy()
    flat = free.reshape(-1)
    _, rows, columns = free.shape
    found: list[tuple[int, ...]] = []
    at = _next(flat, 0)
    while at >= 0:
        x, rest = divmod(at, rows * columns)
        y, z = divmod(rest, columns)
        wide = _length(free[x, y, z:])
        deep = _length(free[x, y:, z : z + wide].all(axis=1)) if wide else 0
        tall = _tall(free, x, slice(y, y + deep), slice(z, z + wide))
        free[x : x + tall, y : y + deep, z : z + wide] = False
        found.append((x, y, z, x + tall, y + deep, z + wide))
        at = _next(flat, at + wide)
    corners = np.array(found, np.int64).reshape(-1, 6)
    back = np.argsort(order)
    return corners[:, np.concatenate([back, back + 3])]


def _tall(free: Flags, x: int, rows: slice, columns: slice) -> int:
    """How many layers from x on are free there; looked for in steps, for most boxes are low."""
    tall, step = 1, 4
    while x + tall < len(free):
        ahead = free[x + tall : x + tall + step, rows, columns]
        more = _length(ahead.reshape(len(ahead), -1).all(axis=1))
        tall += more
        if more < len(ahead):
            break
        step *= 4
    return tall


def _length(values: Flags) -> int:
    """How many are true before the first that is not."""
    end = int(values.argmin())
    return end if not values[end] else len(values)


def _next(flat: Flags, start: int) -> int:
    """The first true one from a place on, -1 if there is none."""
    step = 1 << 10
    while start < len(flat):
        ahead = flat[start : start + step]
        place = int(ahead.argmax())
        if ahead[place]:
            return start + place
        start += len(ahead)
        step <<= 1
    return -1
