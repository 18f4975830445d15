"""Triangles of polygons in; trees that tell each by one side and one corner, and the triangles in their order, out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .records import TRIANGLE

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]
Bools = npt.NDArray[np.bool_]

Numbers = npt.NDArray[np.uint16]

NOTHING = -1
_NARROW = 16
"""Sides of a level that are taken one by one."""


@dataclass(frozen=True, eq=False)
class Trees:
    """Triangles as the coded form has them: each tree's first in full, the others by what they add."""

    first: npt.NDArray[np.void]
    """(N,) of dtype `TRIANGLE`."""
    bits: Bools
    """(N + 2 T,): whether there is a triangle behind each side of the queue."""
    corners: Bytes
    """(T - N, 2) uint8: the new corner of each, minus where its side begins, modulo 256."""


def grow(triangles: npt.NDArray[np.void]) -> tuple[Trees, npt.NDArray[np.void]]:
    """Find trees of neighbours among the triangles of each polygon.

    Parameters
    ----------
    triangles : (T,) of dtype TRIANGLE
        Sorted by polygon.

    Returns
    -------
    Trees
    (T,) of dtype TRIANGLE
        The same triangles as `found` gives them: in the order of the trees, and beginning with the side by which
        they were reached. What is in this order already stays so.
    """
    across = _across(triangles)
    first = _leading(triangles["polygon"])
    order, starts, bits = _wave(across, first)
    if len(order) < len(triangles):
        first = _roots(triangles["polygon"], across, first, order)
        order, starts, bits = _wave(across, first)
    corners = np.take_along_axis(triangles["corners"][order], (starts[:, None, None] + np.arange(3)[:, None]) % 3, 1)
    turned = triangles[order]
    turned["corners"] = corners
    # What is not first is (b, a, c): the new corner c is told from a.
    added = corners[len(first) :, 2] - corners[len(first) :, 1]
    by_polygon = np.argsort(turned["polygon"], kind="stable")
    return Trees(turned[: len(first)], bits, added), turned[by_polygon]


def _across(triangles: npt.NDArray[np.void]) -> Ints:
    """(3 T,) int64: the side 3 j + t of the neighbour at the side 3 i + s, or `NOTHING`."""
    points = triangles["corners"].astype(np.int64) @ np.array([256, 1])
    start, end = points.ravel(), np.roll(points, -1, axis=1).ravel()
    polygon = np.repeat(triangles["polygon"].astype(np.int64) << 32, 3)
    own, other = polygon | start << 16 | end, polygon | end << 16 | start
    order = np.argsort(own, kind="stable")
    place = np.minimum(np.searchsorted(own, other, sorter=order), max(len(own) - 1, 0))
    found: Ints = order[place] if len(own) else order
    return np.where(own[found] == other, found, NOTHING)


def _leading(polygon: npt.NDArray[np.uint16]) -> Ints:
    """The first triangle of each polygon."""
    return np.flatnonzero(np.append(True, polygon[1:] != polygon[:-1])[: len(polygon)])


def _roots(polygon: npt.NDArray[np.uint16], across: Ints, roots: Ints, order: Ints) -> Ints:
    """The first triangle of each connected piece of a polygon, in order, some of which and theirs are known."""
    reached = np.zeros(len(polygon), np.bool_)
    reached[order] = True
    found = [roots]
    while not reached.all():
        waiting = np.flatnonzero(~reached)
        found.append(waiting[_leading(polygon[waiting])])
        reached[_wave(across, found[-1], reached)[0]] = True
    return np.sort(np.concatenate(found))


def _wave(across: Ints, roots: Ints, reached: Bools | None = None) -> tuple[Ints, Ints, Bools]:
    """Go from the roots over all sides, level by level: triangles found, the corner where each begins, bits."""
    seen = np.zeros(len(across) // 3, np.bool_) if reached is None else reached.copy()
    seen[roots] = True
    stamp = np.zeros(len(seen), np.int64)
    order, starts, bits = [roots], [np.zeros(len(roots), np.int64)], []
    sides = (3 * roots[:, None] + np.arange(3)).ravel()
    while len(sides):
        there = across[sides]
        triangle, begin = np.divmod(there, 3)
        open_ = np.flatnonzero((there != NOTHING) & ~seen[triangle])
        # Of several sides of one triangle the first in the queue takes it.
        stamp[triangle[open_[::-1]]] = open_[::-1]
        taken = open_[stamp[triangle[open_]] == open_]
        bits.append(np.zeros(len(sides), np.bool_))
        bits[-1][taken] = True
        triangle, begin = triangle[taken], begin[taken]
        seen[triangle] = True
        order.append(triangle)
        starts.append(begin)
        sides = (3 * triangle[:, None] + (begin[:, None] + (1, 2)) % 3).ravel()
    nothing = [np.zeros(0, np.bool_)]
    return np.concatenate(order), np.concatenate(starts), np.concatenate(bits or nothing)


def found(trees: Trees) -> npt.NDArray[np.void] | None:
    """Undo `grow`.

    Parameters
    ----------
    trees : Trees
        As many bits are set as there are corners.

    Returns
    -------
    (T,) of dtype TRIANGLE, or None
        Sorted by polygon; None if the sides of the queue end before the bits do.
    """
    polygon, corners = trees.first["polygon"], trees.first["corners"]
    pieces, polygons = [corners], [polygon]
    start, end = corners.reshape(-1, 2), corners[:, (1, 2, 0)].reshape(-1, 2)
    polygon = np.repeat(polygon, 3)
    bit = used = 0
    while len(start):
        if len(start) < _NARROW:
            start, end, polygon, corners, owner, bit = _narrow(trees, (start, end, polygon), bit, used)
            pieces.append(corners)
            polygons.append(owner)
            used += len(corners)
            continue
        taken = np.flatnonzero(trees.bits[bit : bit + len(start)])
        bit += len(start)
        start, end, polygon = start[taken], end[taken], polygon[taken]
        corner = start + trees.corners[used : used + len(taken)]
        used += len(taken)
        pieces.append(np.stack((end, start, corner), axis=1))
        polygons.append(polygon)
        start, end = np.stack((start, corner), 1).reshape(-1, 2), np.stack((corner, end), 1).reshape(-1, 2)
        polygon = np.repeat(polygon, 2)
    if bit != len(trees.bits):
        return None
    triangles = np.zeros(len(trees.first) + used, TRIANGLE)
    triangles["corners"], triangles["polygon"] = np.concatenate(pieces), np.concatenate(polygons)
    return triangles[np.argsort(triangles["polygon"], kind="stable")]


def _narrow(
    trees: Trees, level: tuple[Bytes, Bytes, Numbers], bit: int, used: int
) -> tuple[Bytes, Bytes, Numbers, Bytes, Numbers, int]:
    """Go on while levels are narrow, where arrays cost more than they save: the next level, what was found, the bit."""
    bits, added = trees.bits.view(np.uint8).data, trees.corners.data
    sides = list(zip(*(map(tuple, points.tolist()) for points in level[:2]), level[2].tolist(), strict=True))
    corners, polygons = [], []
    while 0 < len(sides) < _NARROW:
        behind = []
        for side in sides:
            bit += 1
            if bits[bit - 1]:
                start, end, polygon = side
                corner = (start[0] + added[used, 0]) & 255, (start[1] + added[used, 1]) & 255
                used += 1
                corners.append((end, start, corner))
                polygons.append(polygon)
                behind += [(start, corner, polygon), (corner, end, polygon)]
        sides = behind
    points = np.array([side[:2] for side in sides], np.uint8).reshape(-1, 2, 2)
    owner = np.array([side[2] for side in sides], np.uint16)
    return (
        points[:, 0],
        points[:, 1],
        owner,
        np.array(corners, np.uint8).reshape(-1, 3, 2),
        np.array(polygons, np.uint16),
        bit,
    )
