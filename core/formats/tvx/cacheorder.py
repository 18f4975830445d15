"""Triangles (T, 3) in groups (T,) in, the order (T,) that serves a vertex cache, group after group, out."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]

CACHE = 16
"""Vertices of the cache that the order aims at; larger caches profit too."""


def cache_order(triangles: npt.NDArray[np.integer[Any]], group: Ints, cache: int = CACHE) -> Ints:
    """Order triangles so that their vertices are found in a small vertex cache, in linear time.

    Parameters
    ----------
    triangles : (T, 3) integers
        Vertex indices.
    group : (T,) int64
        Triangles of a lower group come before those of a higher one.
    cache : int
        Vertices that the cache holds.

    Returns
    -------
    (T,) int64
        A permutation: which triangle comes at each place.

    Notes
    -----
    All unseen triangles around one vertex are taken (a fan), then those around the vertex that entered the cache the
    longest time ago and will still be there when its own fan is done; from a dead end the way leads back to
    the last vertex with unseen triangles.

    References
    ----------
    P. Sander, D. Nehab, J. Barczak, "Fast triangle reordering for vertex locality and reduced overdraw", 2007.
    """
    if len(triangles) == 0:
        return np.zeros(0, np.int64)
    pitch = int(triangles.max()) + 1
    # A vertex of several groups counts once in each, in the order of the groups: so no fan leaves its group.
    different, corner = np.unique((triangles + group[:, None] * pitch).ravel(), return_inverse=True)
    corner = corner.reshape(-1).astype(np.int64)
    around = np.argsort(corner, kind="stable") // 3
    degree = np.bincount(corner, minlength=len(different))
    first = np.append(0, np.cumsum(degree))
    return np.array(
        _fans(corner.reshape(-1, 3).tolist(), around.tolist(), first.tolist(), degree.tolist(), cache), np.int64
    )


def _fans(triangles: list[list[int]], around: list[int], first: list[int], live: list[int], cache: int) -> list[int]:
    """Go from fan to fan; `live` counts the unseen triangles of each vertex and is used up."""
    seen = bytearray(len(triangles))
    entered = [-cache - 1] * len(live)
    order: list[int] = []
    dead_ends: list[int] = []
    clock, cursor, fan = 0, 0, 0
    while fan >= 0:
        candidates: list[int] = []
        for triangle in around[first[fan] : first[fan + 1]]:
            if seen[triangle]:
                continue
            seen[triangle] = 1
            order.append(triangle)
            candidates += triangles[triangle]
            for vertex in triangles[triangle]:
                live[vertex] -= 1
                if clock - entered[vertex] > cache:
                    entered[vertex] = clock
                    clock += 1
        dead_ends += candidates
        fan, oldest = -1, -1
        for vertex in candidates:
            if live[vertex]:
                age = clock - entered[vertex]
                if age + 2 * live[vertex] > cache:
                    age = 0
                if age > oldest:
                    fan, oldest = vertex, age
        while fan < 0 and dead_ends:
            vertex = dead_ends.pop()
            if live[vertex]:
                fan = vertex
        while fan < 0 and cursor < len(live):
            if live[cursor]:
                fan = cursor
            cursor += 1
    return order


def cache_misses(triangles: npt.NDArray[np.integer[Any]], cache: int) -> int:
    """Count the vertices that a first-in, first-out cache does not hold when a triangle needs them.

    Parameters
    ----------
    triangles : (T, 3) integers
        Vertex indices in the order of drawing.
    cache : int
        Vertices that the cache holds.

    Returns
    -------
    int
        Divided by T this is the ACMR, the average cache miss ratio.
    """
    misses = 0
    entered: dict[int, int] = {}
    for vertex in triangles.ravel().tolist():
        if misses - entered.get(vertex, -cache - 1) > cache:
            entered[vertex] = misses
            misses += 1
    return misses
