"""Corners that earcut dropped: a ring and its triangles in, the triangles out with every corner of the ring in use.

Earcut leaves out a corner between two others in line when no ear is left, which keeps the area but leaves the corner
inside another triangle's edge. Splitting that triangle at the corner brings it back.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..errors import GeometryError

Ints = npt.NDArray[np.int64]
_Edge = tuple[int, int]
_Point = tuple[int, int]


def restore_dropped(ring: Ints, triangles: Ints) -> Ints:
    """Split triangles at the ring's corners that lie inside their edges.

    Parameters
    ----------
    ring : (n, 2) int64
        Corners, counter-clockwise.
    triangles : (t, 3) int64
        Places in the ring, counter-clockwise; they cover the ring's area.

    Returns
    -------
    (n - 2, 3) int64

    Raises
    ------
    GeometryError
        If the triangles do not fit together even so.
    """
    points = [(int(column), int(row)) for column, row in ring]
    result = [(int(a), int(b), int(c)) for a, b, c in triangles]
    while len(result) < len(points) - 2 and _split_one(points, result):
        pass
    if len(result) != len(points) - 2:
        raise GeometryError(f"a ring of {len(points)} corners has {len(result)} triangles")
    return np.array(result, np.int64)


def _split_one(points: list[_Point], triangles: list[tuple[int, int, int]]) -> bool:
    """Split the first triangle that has a corner inside an edge, in place; False if there is none."""
    unmatched = _unmatched(len(points), triangles)
    for index, (a, b, c) in enumerate(triangles):
        for start, end, apex in ((a, b, c), (b, c, a), (c, a, b)):
            if (start, end) not in unmatched:
                continue
            for tail, middle in unmatched:
                if tail == end and _inside(points[start], points[end], points[middle]):
                    triangles[index : index + 1] = [
                        (start, middle, apex),
                        (middle, end, apex),
                    ]
                    return True
    return False


def _unmatched(count: int, triangles: list[tuple[int, int, int]]) -> list[_Edge]:
    """Directed edges whose opposite is neither a triangle's nor, seen from outside, the ring's."""
    edges = {(i, j) for a, b, c in triangles for i, j in ((a, b), (b, c), (c, a))}
    edges |= {((i + 1) % count, i) for i in range(count)}
    return sorted((i, j) for i, j in edges if (j, i) not in edges)


def _inside(a: _Point, b: _Point, p: _Point) -> bool:
    """Whether p lies on the straight line from a to b, strictly between them."""
    in_line = (b[0] - a[0]) * (p[1] - a[1]) == (b[1] - a[1]) * (p[0] - a[0])
    between = (p[0] - a[0]) * (p[0] - b[0]) + (p[1] - a[1]) * (p[1] - b[1])
    return in_line and between < 0
