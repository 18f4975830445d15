"""Disjoint boxes, (n, 6) int64, in, fewer of them that fill the same cells out, as far as an effort goes.

A try takes a few boxes that touch, and fills the cells of them anew in one of 48 ways: from one of the 8 corners, boxes
growing along the axes in one of 6 orders. What needs no more boxes stays, so that the search also moves between
fillings that are equally good. Cells are bits of a number in which all lies that matters of so few boxes: the layers
between their sides.
"""

from __future__ import annotations

import random
from itertools import permutations

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Box = tuple[int, int, int, int, int, int]

_FEW, _MANY = 2, 9
"""Boxes of a try."""
_WAYS = [(order, flips) for order in permutations(range(3)) for flips in range(8)]
_PAUSE = 60
"""Tries without any gain, for each box, after which there is little hope."""


def fewer_boxes(corners: Ints, shape: tuple[int, int, int], effort: int, bound: int = 1) -> Ints:
    """Look for fewer boxes.

    Parameters
    ----------
    corners : (n, 6) int64
        Low and high corners; disjoint.
    shape : (int, int, int)
        Of the grid.
    effort : int
        Tries.
    bound : int
        No fewer boxes can do.

    Returns
    -------
    (m, 6) int64
        The same for the same arguments.
    """
    search = _Search(corners, shape)
    # Its numbers are the same everywhere; nothing else of the module's is used.
    chance = random.Random(1)
    last = 0
    for number in range(effort):
        if search.count <= bound or number - last > _PAUSE * search.count:
            break
        if search.attempt(chance):
            last = number
    return search.corners


class _Search:
    """Boxes, and which cells they have."""

    def __init__(self, corners: Ints, shape: tuple[int, int, int]) -> None:
        self._boxes: dict[int, Box] = {}
        self._alive: list[int] = []
        """Numbers of boxes, in any order, to choose from."""
        self._place: dict[int, int] = {}
        self._owner = np.full([side + 2 for side in shape], -1, np.int32)
        self._next = 0
        for box in corners.tolist():
            self._add(tuple(box))

    @property
    def count(self) -> int:
        """Boxes that there are."""
        return len(self._alive)

    @property
    def corners(self) -> Ints:
        """(n, 6) int64."""
        return np.array(sorted(self._boxes.values()), np.int64).reshape(-1, 6)

    def attempt(self, chance: random.Random) -> bool:
        """Fill the cells of a few boxes anew; tell whether that took fewer."""
        most = _FEW + int(chance.random() * (_MANY - _FEW + 1))
        chosen = self._neighbours(self._alive[int(chance.random() * self.count)], most, chance)
        old = [self._boxes[number] for number in chosen]
        if len(old) < 2:
            return False
        order, flips = _WAYS[int(chance.random() * len(_WAYS))]
        new = _filled(old, order, flips)
        if new is None or set(new) == set(old):
            return False
        for number in chosen:
            self._remove(number)
        for box in new:
            self._add(box)
        return len(new) < len(old)

    def _neighbours(self, start: int, most: int, chance: random.Random) -> list[int]:
        """A box and others, each of which touches one of them."""
        chosen, near = [start], self._beside(start)
        while near and len(chosen) < most:
            one = near.pop(int(chance.random() * len(near)))
            chosen.append(one)
            if len(near) < most:
                near += [other for other in self._beside(one) if other not in chosen and other not in near]
        return chosen

    def _beside(self, number: int) -> list[int]:
        """The boxes that share a side, or a part of one, with a box."""
        x, y, z, x1, y1, z1 = self._boxes[number]
        # Cells of the grid are one further along each axis, for the room around it.
        rows, columns, files = slice(x + 1, x1 + 1), slice(y + 1, y1 + 1), slice(z + 1, z1 + 1)
        owner = self._owner
        found: set[int] = set()
        for side in (
            owner[x, columns, files],
            owner[x1 + 1, columns, files],
            owner[rows, y, files],
            owner[rows, y1 + 1, files],
            owner[rows, columns, z],
            owner[rows, columns, z1 + 1],
        ):
            found.update(side.ravel().tolist() if side.size < 64 else np.unique(side).tolist())
        found.discard(-1)
        return sorted(found)

    def _add(self, box: Box) -> None:
        number, self._next = self._next, self._next + 1
        self._boxes[number], self._place[number] = box, len(self._alive)
        self._alive.append(number)
        x, y, z, x1, y1, z1 = box
        self._owner[x + 1 : x1 + 1, y + 1 : y1 + 1, z + 1 : z1 + 1] = number

    def _remove(self, number: int) -> None:
        del self._boxes[number]
        place, last = self._place.pop(number), self._alive.pop()
        if last != number:
            self._alive[place], self._place[last] = last, place


def _filled(old: list[Box], order: tuple[int, ...], flips: int) -> list[Box] | None:
    """Fill the cells of boxes with no more boxes; None if it takes more."""
    sides: list[list[int]] = []
    local: list[list[tuple[int, int]]] = []
    for place, axis in enumerate(order):
        planes = sorted({box[axis] for box in old} | {box[axis + 3] for box in old}, reverse=bool(flips >> place & 1))
        number = {plane: index for index, plane in enumerate(planes)}
        sides.append(planes)
        ends = [(number[box[axis]], number[box[axis + 3]]) for box in old]
        local.append([(min(pair), max(pair)) for pair in ends])
    rows, columns = len(sides[1]) - 1, len(sides[2]) - 1
    lattice = _Bits(columns, rows * columns)
    free = 0
    for (x, x1), (y, y1), (z, z1) in zip(*local, strict=True):
        free |= lattice.box(x, y, z, x1 - x, y1 - y, z1 - z)
    new: list[Box] = []
    while free:
        if len(new) == len(old):
            return None
        first = (free & -free).bit_length() - 1
        corner, size, taken = lattice.largest(free, first, (len(sides[0]) - 1, rows, columns))
        free ^= taken
        new.append(_placed(corner, size, sides, order))
    return new


def _placed(
    corner: tuple[int, int, int], size: tuple[int, int, int], sides: list[list[int]], order: tuple[int, ...]
) -> Box:
    """A box of the small lattice in the grid."""
    ends = [0] * 6
    for place, axis in enumerate(order):
        one, other = sides[place][corner[place]], sides[place][corner[place] + size[place]]
        ends[axis], ends[axis + 3] = min(one, other), max(one, other)
    return ends[0], ends[1], ends[2], ends[3], ends[4], ends[5]


class _Bits:
    """A small lattice, whose cell (x, y, z) is the bit x * plane + y * row + z."""

    def __init__(self, row: int, plane: int) -> None:
        self._row, self._plane = row, plane

    def box(self, x: int, y: int, z: int, tall: int, deep: int, wide: int) -> int:
        """The bits of a box."""
        line = (1 << wide) - 1 << z + y * self._row + x * self._plane
        return line * _repeated(deep, self._row) * _repeated(tall, self._plane)

    def largest(
        self, free: int, first: int, shape: tuple[int, int, int]
    ) -> tuple[tuple[int, int, int], tuple[int, int, int], int]:
        """The box at the first free cell: as long as it can be along z, then along y, then along x, and its bits."""
        x, rest = divmod(first, self._plane)
        y, z = divmod(rest, self._row)
        wide, deep, tall = 1, 1, 1
        while z + wide < shape[2] and free >> first + wide & 1:
            wide += 1
        line = (1 << wide) - 1 << first
        layer = line
        while y + deep < shape[1] and not (step := line << deep * self._row) & ~free:
            layer |= step
            deep += 1
        taken = layer
        while x + tall < shape[0] and not (step := layer << tall * self._plane) & ~free:
            taken |= step
            tall += 1
        return (x, y, z), (tall, deep, wide), taken


def _repeated(count: int, stride: int) -> int:
    """A number with a bit at each of so many multiples of a stride."""
    return ((1 << count * stride) - 1) // ((1 << stride) - 1)
