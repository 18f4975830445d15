"""Triangles (T, 3) in, their order by Tom Forsyth's "Linear-Speed Vertex Cache Optimisation" (2006) out, to compare."""

from __future__ import annotations

import numpy as np

CACHE = 32
_LAST_TRIANGLE, _DECAY, _VALENCE_SCALE, _VALENCE_POWER = 0.75, 1.5, 2.0, -0.5


def forsyth_order(triangles: np.ndarray) -> np.ndarray:
    """Order triangles by scores of their vertices: place in a cache, and how few triangles are left around them."""
    rows = triangles.tolist()
    around: list[list[int]] = [[] for _ in range(int(triangles.max()) + 1)]
    for triangle, row in enumerate(rows):
        for vertex in row:
            around[vertex].append(triangle)
    by_place = [
        _LAST_TRIANGLE if place < 3 else (1 - (place - 3) / (CACHE - 3)) ** _DECAY for place in range(CACHE)
    ] + [0.0] * 4
    place = [-1] * len(around)

    def score_of(vertex: int) -> float:
        left = len(around[vertex])
        if not left:
            return -1.0
        return (by_place[place[vertex]] if place[vertex] >= 0 else 0.0) + _VALENCE_SCALE * left**_VALENCE_POWER

    score = [score_of(vertex) for vertex in range(len(around))]
    value = [sum(score[vertex] for vertex in row) for row in rows]
    seen = bytearray(len(rows))
    cache: list[int] = []
    order: list[int] = []
    cursor, best = 0, -1
    while len(order) < len(rows):
        if best < 0:
            while seen[cursor]:
                cursor += 1
            best = cursor
        seen[best] = 1
        order.append(best)
        for vertex in rows[best]:
            around[vertex].remove(best)
        fresh = list(dict.fromkeys(rows[best]))
        cache = fresh + [vertex for vertex in cache if vertex not in fresh]
        for number, vertex in enumerate(cache):
            place[vertex] = number if number < CACHE else -1
            change = score_of(vertex) - score[vertex]
            score[vertex] += change
            for triangle in around[vertex]:
                value[triangle] += change
        cache = cache[:CACHE]
        near = {triangle for vertex in cache for triangle in around[vertex]}
        best = max(near, key=lambda triangle: (value[triangle], -triangle), default=-1)
    return np.array(order, np.int64)
