"""How few rectangles each polygon can be cut into without overlap: Expected in, one number for each polygon out.

A polygon of N corners and h holes needs N / 2 + h - 1 rectangles, less one for each *chord*: a straight cut between
two corners that turn away from the faces. Chords along rows never share a point, nor do chords along columns; one of
each way that do exclude each other. So a largest matching of these says how many must be left out.

References
----------
Ohtsuki 1982, "Minimum dissection of rectilinear regions"; Kuhn 1955, "The Hungarian method for the assignment problem".
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np

from .arrays import Bools, Ints, find, ranges
from .expected import Expected


@dataclass(frozen=True)
class _Chords:
    """Straight cuts between two corners, all along rows or all along columns."""

    label: Ints
    """(n,) int64: polygon of each chord."""
    point: Ints
    """(m,) int64: keys of all lattice points on chords, ends included."""
    owner: Ints
    """(m,) int64: the chord of each point."""


def fewest_rectangles(expected: Expected) -> Ints:
    """Count the rectangles of the smallest partition of each polygon.

    Parameters
    ----------
    expected : Expected

    Returns
    -------
    (P,) int64
    """
    inward = _reflex_points(expected)
    rows, columns = (_chords(expected, step, inward) for step in (1, expected.stride))
    _, here, there = np.intersect1d(rows.point, columns.point, return_indices=True)
    partner = largest_matching(len(rows.label), len(columns.label), rows.owner[here], columns.owner[there])
    polygons = len(expected.corners)
    kept = np.concatenate([rows.label[partner < 0], columns.label])
    return expected.corners // 2 + expected.holes - 1 - np.bincount(kept, minlength=polygons)


def _joined(expected: Expected, step: int) -> Bools:
    """Whether the face so many keys further on belongs to the same polygon."""
    near, found = find(expected.face_keys, expected.face_keys + step)
    joined: Bools = found & (expected.labels[near] == expected.labels)
    return joined


def _reflex_points(expected: Expected) -> Ints:
    """Keys of the lattice points where three of four faces are of one polygon, ascending."""
    points = []
    for column, row in ((1, 1), (-1, 1), (1, -1), (-1, -1)):
        across, along = _joined(expected, column), _joined(expected, row * expected.stride)
        middle = across & along & ~_joined(expected, row * expected.stride + column)
        points.append(expected.face_keys[middle] + (row > 0) * expected.stride + (column > 0))
    return np.sort(np.concatenate(points))


def _chords(expected: Expected, step: int, inward: Ints) -> _Chords:
    """Runs of unit edges with a face on either side that begin and end at reflex points.

    Parameters
    ----------
    expected : Expected
    step : int
        From one point of a chord to the next: 1 along rows, the stride along columns.
    inward : (c,) int64
        The reflex points.
    """
    beside = expected.stride + 1 - step
    face = np.flatnonzero(_joined(expected, beside))
    if step > 1:
        group, place = np.divmod(expected.face_keys[face], expected.stride**2)
        row, column = np.divmod(place, expected.stride)
        face = face[np.lexsort((row, column, group))]
    start, label = expected.face_keys[face] + beside, expected.labels[face]
    apart = (np.diff(start) != step) | (np.diff(label) != 0)
    edge = np.ones(min(len(face), 1), np.bool_)
    first, last = np.concatenate([edge, apart]), np.concatenate([apart, edge])
    low, high, label = start[first], start[last] + step, label[first]
    both = find(inward, low)[1] & find(inward, high)[1]
    length = (high[both] - low[both]) // step + 1
    owner = np.repeat(np.arange(len(length)), length)
    return _Chords(label[both], low[both][owner] + step * ranges(np.zeros_like(length), length), owner)


def largest_matching(lefts: int, rights: int, left: Ints, right: Ints) -> Ints:
    """Pair up as many nodes as possible of two sides.

    Parameters
    ----------
    lefts, rights : int
        Nodes of either side.
    left, right : (m,) int64
        Which may be paired.

    Returns
    -------
    (lefts,) int64
        Partner of each node on the left, -1 for none.
    """
    order = np.argsort(left, kind="stable")
    cuts = np.cumsum(np.bincount(left, minlength=lefts))
    choices = [part.tolist() for part in np.split(right[order], cuts)[:lefts]]
    partner, partner_of = [-1] * lefts, [-1] * rights
    # What a search without success has reached cannot be part of any later path either.
    dead = [False] * rights
    for node in range(lefts):
        came_from: dict[int, int] = {}
        end = _free_node(node, choices, partner_of, dead, came_from)
        if end < 0:
            for other in came_from:
                dead[other] = True
        while end >= 0:
            by = came_from[end]
            partner_of[end], partner[by], end = by, end, partner[by]
    return np.array(partner, np.int64)


def _free_node(
    start: int, choices: list[list[int]], partner_of: list[int], dead: list[bool], came_from: dict[int, int]
) -> int:
    """Walk alternating paths from a node on the left, nearest first, to an unpaired one on the right; -1 for none."""
    queue = deque([start])
    while queue:
        node = queue.popleft()
        for other in choices[node]:
            if other in came_from or dead[other]:
                continue
            came_from[other] = node
            if partner_of[other] < 0:
                return other
            queue.append(partner_of[other])
    return -1
