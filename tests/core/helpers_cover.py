"""Exact answers for small planes by trying everything: (u, v) bool images in, fewest rectangles out.

Cells are bits of whole numbers. Nothing here reduces, relaxes or matches; larger planes go to an integer program.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import helpers_mesh as oracle
import numpy as np
from scipy import optimize, sparse

Rectangle = tuple[int, int, int, int]
"""First column, first row, column and row after the last."""


@dataclass(frozen=True)
class Plane:
    """What a plane shows of one merging key, and where its rectangles may lie."""

    direction: int
    plane: int
    shown: np.ndarray
    """(u, v) bool: visible faces."""
    allowed: np.ndarray
    """(u, v) bool: these, and places with a solid cell on either side."""


def planes_of(grid: np.ndarray, interior: str, keys: np.ndarray | None = None) -> Iterator[Plane]:
    """All planes of a grid, once for each merging key on them."""
    solid = oracle.solid_cells(grid, interior)
    for direction, plane, shown in oracle.visible_planes(grid, interior, keys):
        buried = solid & oracle.shifted(np.pad(solid, 1), direction)
        layer = oracle.layers(buried, direction)[plane - (direction % 2 == 0)]
        yield Plane(direction, plane, shown, shown | layer)


def rectangles_in(allowed: np.ndarray) -> list[Rectangle]:
    """All rectangles of allowed cells."""
    found = []
    for u, v in np.argwhere(allowed).tolist():
        top = allowed.shape[1]
        for right in range(u, allowed.shape[0]):
            row = allowed[right, v:top]
            top = v + (len(row) if row.all() else int(row.argmin()))
            if top == v:
                break
            found += [(u, v, right + 1, end) for end in range(v + 1, top + 1)]
    return found


def bits(image: np.ndarray, rectangle: Rectangle) -> int:
    """The cells of an image that lie in a rectangle, as a number."""
    u0, v0, u1, v1 = rectangle
    width = image.shape[1]
    return sum(1 << (u * width + v) for u in range(u0, u1) for v in range(v0, v1) if image[u, v])


def everything(image: np.ndarray) -> int:
    """All cells of an image, as a number."""
    return bits(image, (0, 0, *image.shape))


def smallest_partition(shown: np.ndarray) -> list[Rectangle]:
    """A smallest set of rectangles without overlap: the first free cell is the first corner of one of them."""
    starting: dict[int, list[tuple[int, Rectangle]]] = {}
    for rectangle in rectangles_in(shown):
        mask = bits(shown, rectangle)
        starting.setdefault(mask & -mask, []).append((mask, rectangle))
    largest = max((mask.bit_count() for pairs in starting.values() for mask, _ in pairs), default=0)

    @cache
    def found(rest: int, left: int) -> tuple[Rectangle, ...] | None:
        if rest.bit_count() > left * largest:
            return None
        if not rest:
            return ()
        for mask, rectangle in starting[rest & -rest]:
            if mask & ~rest == 0:
                more = found(rest & ~mask, left - 1)
                if more is not None:
                    return (rectangle, *more)
        return None

    return next(list(answer) for k in itertools.count() if (answer := found(everything(shown), k)) is not None)


def smallest_cover(shown: np.ndarray, allowed: np.ndarray) -> list[Rectangle]:
    """A smallest set of allowed rectangles that covers what is shown: all sets of one, of two, of three and so on."""
    by_mask = {bits(shown, r): r for r in rectangles_in(allowed)}
    masks = sorted(by_mask, key=int.bit_count, reverse=True)
    largest: list[int] = []
    for mask in masks:
        if mask and not any(mask & ~other == 0 for other in largest):
            largest.append(mask)
    chosen = smallest_hitting(everything(shown), tuple(largest))
    return [by_mask[mask] for mask in chosen]


def smallest_hitting(wanted: int, masks: tuple[int, ...]) -> list[int]:
    """A smallest choice of masks whose union has all wanted bits, by iterative deepening."""

    @cache
    def found(rest: int, left: int) -> tuple[int, ...] | None:
        if not rest:
            return ()
        if left * max((mask & rest).bit_count() for mask in masks) < rest.bit_count():
            return None
        bit = min(_bits(rest), key=lambda b: sum(mask & b != 0 for mask in masks))
        for mask in masks:
            if mask & bit:
                more = found(rest & ~mask, left - 1)
                if more is not None:
                    return (mask, *more)
        return None

    return next(list(answer) for k in itertools.count() if (answer := found(wanted, k)) is not None)


def _bits(number: int) -> Iterator[int]:
    while number:
        yield number & -number
        number &= number - 1


def cover_size_by_program(shown: np.ndarray, allowed: np.ndarray) -> int:
    """The size of a smallest cover, from an integer program over all rectangles that cannot grow."""
    every = set(rectangles_in(allowed))
    maximal = [
        (u0, v0, u1, v1)
        for u0, v0, u1, v1 in every
        if not every & {(u0 - 1, v0, u1, v1), (u0, v0 - 1, u1, v1), (u0, v0, u1 + 1, v1), (u0, v0, u1, v1 + 1)}
    ]
    covers = np.zeros((len(maximal), *shown.shape), bool)
    for number, (u0, v0, u1, v1) in enumerate(maximal):
        covers[number, u0:u1, v0:v1] = True
    return smallest_by_program(covers[:, shown])


def smallest_by_program(covers: np.ndarray) -> int:
    """The size of a smallest cover of all columns by rows, (sets, elements) bool, from an integer program."""
    if not covers.size:
        return 0
    at_least_one = optimize.LinearConstraint(sparse.csr_array(covers.T.astype(float)), lb=1)
    solved = optimize.milp(
        np.ones(len(covers)), integrality=np.ones(len(covers)), bounds=optimize.Bounds(0, 1), constraints=at_least_one
    )
    assert solved.success
    return round(solved.fun)
