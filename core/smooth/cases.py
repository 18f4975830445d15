"""The 256 ways to fill the corners of a cube: no input; the loops of the surface in each, and their triangles, out.

A cube has the centers of eight cells for corners, numbered ``4 x + 2 y + z``; bit k of a case is corner k. Edges are
numbered ``4 axis + j``, j counting the edge's lower corner. The surface crosses an edge where one end is filled. On
each face of the cube it runs from crossing to crossing; where filled and empty corners alternate there are two ways to
do so, and one rule chooses, which sees the face's corners only and so is the same from both sides. Every crossing is
on two faces, so the runs close to loops, and each loop bounds a piece of surface within the cube.

References
----------
Lorensen and Cline 1987, "Marching cubes: a high resolution 3D surface construction algorithm".
Nielson and Hamann 1991, "The asymptotic decider: resolving the ambiguity in marching cubes".
Nielson 2004, "Dual marching cubes".
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]

CORNER = np.array([[k >> 2 & 1, k >> 1 & 1, k & 1] for k in range(8)], np.int64)
"""(8, 3) int64: where each corner is."""
BIT = np.array([4, 2, 1], np.int64)
"""(3,) int64: what a step along each axis adds to the number of a corner."""
EDGE_AXIS = np.repeat(np.arange(3), 4)
"""(12,) int64"""
EDGE_LOW = np.array([[k for k in range(8) if not k & BIT[axis]] for axis in range(3)], np.int64).reshape(-1)
"""(12,) int64: the corner at the lower end of each edge."""
EDGE_OF = np.full((3, 8), -1, np.int64)
"""(3, 8) int64: the edge along an axis from a lower corner."""
EDGE_OF[EDGE_AXIS, EDGE_LOW] = np.arange(12)
NONE = -1


@dataclass(frozen=True)
class Cases:
    """The tables of one rule; a face is ``2 axis + side``."""

    loops: npt.NDArray[np.int8]
    """(256,) int8: loops of each case."""
    loop: npt.NDArray[np.int8]
    """(256, 12) int8: the loop that crosses each edge."""
    partner: npt.NDArray[np.int8]
    """(256, 6, 12) int8: the edge to which the surface runs on a face from an edge."""
    twice: npt.NDArray[np.bool_]
    """(256, 6) bool: whether one loop runs over a face twice."""
    count: Ints
    """(256,) int64: triangles of each case."""
    triangles: npt.NDArray[np.int8]
    """(256, most, 3) int8: the edges that each triangle of the loops joins."""


@lru_cache(2)
def cases_of(joined: bool) -> Cases:
    """Derive the tables.

    Parameters
    ----------
    joined : bool
        Where filled and empty corners of a face alternate, join the filled ones; else the empty ones.

    Returns
    -------
    Cases
    """
    loops, loop = np.zeros(256, np.int8), np.full((256, 12), NONE, np.int8)
    partner, twice = np.full((256, 6, 12), NONE, np.int8), np.zeros((256, 6), np.bool_)
    found: list[list[tuple[int, int, int]]] = []
    for case in range(256):
        after: dict[int, int] = {}
        for face in range(6):
            runs = _runs(case, face, joined)
            after |= runs
            for start, end in runs.items():
                partner[case, face, start], partner[case, face, end] = end, start
        rings = _rings(after)
        loops[case] = len(rings)
        for number, ring in enumerate(rings):
            loop[case, ring] = number
        twice[case] = [_run_over_twice(partner[case, face], loop[case]) for face in range(6)]
        found.append([triangle for ring in rings for triangle in _triangulated(ring)])
    count = np.array([len(triangles) for triangles in found], np.int64)
    triangles = np.zeros((256, int(count.max()), 3), np.int8)
    for case, of_case in enumerate(found):
        triangles[case, : len(of_case)] = np.array(of_case, np.int8).reshape(-1, 3)
    return Cases(loops, loop, partner, twice, count, triangles)


def _around(face: int) -> list[int]:
    """The corners of a face, counter-clockwise seen from outside of the cube."""
    axis, side = divmod(face, 2)
    one, two = BIT[(axis + 1) % 3], BIT[(axis + 2) % 3]
    ring = [int(side * BIT[axis] + step) for step in (0, one, one + two, two)]
    return ring if side else ring[::-1]


def _runs(case: int, face: int, joined: bool) -> dict[int, int]:
    """Where the surface runs on a face: to each edge at which a walk around it leaves what is filled, from another."""
    ring = _around(face)
    filled = [bool(case >> corner & 1) for corner in ring]
    edges = [_edge(ring[k], ring[(k + 1) % 4]) for k in range(4)]
    leaving = [k for k in range(4) if filled[k] and not filled[(k + 1) % 4]]
    entering = [k for k in range(4) if not filled[k] and filled[(k + 1) % 4]]
    if len(leaving) == 2:
        # A run cuts off the empty corner after it, or else the filled corner before it.
        return {edges[(k + (1 if joined else -1)) % 4]: edges[k] for k in leaving}
    return {edges[other]: edges[k] for k, other in zip(leaving, entering, strict=True)}


def _edge(one: int, two: int) -> int:
    axis = int(np.flatnonzero(abs(one - two) == BIT)[0])
    return int(EDGE_OF[axis, min(one, two)])


def _rings(after: dict[int, int]) -> list[list[int]]:
    """The cycles of a permutation, by their lowest elements."""
    rings, left = [], set(after)
    while left:
        ring = [min(left)]
        while after[ring[-1]] != ring[0]:
            ring.append(after[ring[-1]])
        left -= set(ring)
        rings.append(ring)
    return rings


def _run_over_twice(partner: npt.NDArray[np.int8], loop: npt.NDArray[np.int8]) -> bool:
    crossed = np.flatnonzero(partner != NONE)
    return len(crossed) == 4 and len(set(loop[crossed].tolist())) == 1


def _triangulated(ring: list[int]) -> list[tuple[int, int, int]]:
    """Cut a loop into triangles, none with a side across a face of the cube.

    Such a side could be one of the neighbouring cube as well, and then have four triangles. Of the ways that are left
    the one of the largest area is taken, as usual tables have it, and of these the one that is the same from both ends.
    """
    every = _triangulations(tuple(ring))
    volume = [sum(map(_volume, triangles)) for triangles in every]
    middle = sum(volume) / len(volume)

    def rank(number: int) -> tuple[float, float]:
        return -round(sum(map(_area, every[number])), 9), round(abs(volume[number] - middle), 9)

    return every[min(range(len(every)), key=rank)]


def _triangulations(ring: tuple[int, ...]) -> list[list[tuple[int, int, int]]]:
    """All ways to cut a polygon into triangles by allowed sides."""
    if len(ring) < 3:
        return [[]]
    first, last = ring[0], ring[-1]
    ways = []
    for k in range(1, len(ring) - 1):
        if (k > 1 and _share_a_face(first, ring[k])) or (k < len(ring) - 2 and _share_a_face(ring[k], last)):
            continue
        for left in _triangulations(ring[: k + 1]):
            ways += [[*left, (first, ring[k], last), *right] for right in _triangulations(ring[k:])]
    return ways


def _share_a_face(one: int, two: int) -> bool:
    middle = EDGE_MIDDLE[one], EDGE_MIDDLE[two]
    return bool(((middle[0] == middle[1]) & (middle[0] % 2 == 0)).any())


def _area(triangle: tuple[int, int, int]) -> float:
    a, b, c = EDGE_MIDDLE[list(triangle)]
    return float(np.linalg.norm(np.cross(b - a, c - a)))


def _volume(triangle: tuple[int, int, int]) -> float:
    """Six times the volume between a triangle and the middle of the cube."""
    return float(np.linalg.det((EDGE_MIDDLE[list(triangle)] - 1).astype(np.float64)))


EDGE_MIDDLE = 2 * CORNER[EDGE_LOW] + np.eye(3, dtype=np.int64)[EDGE_AXIS]
"""(12, 3) int64: the middle of each edge, in halves."""
