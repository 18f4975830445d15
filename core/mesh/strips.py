"""Polygons cut into small rings: contours in, closed rings of corners without holes out.

A *strip* is a stack of rows whose run of faces has the same two ends. Strips are rectangles, and on the lower and on
the upper line of each some contour turns. Like a zipper, every corner on one line is joined with the last corner on
the other that is not further right, or with the first; such diagonals of a strip never cross, and none leaves it. The
strip above a hole's topmost side thus joins the hole with a contour that reaches higher, so that what remains between
the diagonals and the contours has no hole, and is small.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from ..arrays import concatenated_ranges, cycle_order, distinct, split
from ..progress import Progress, unheard
from .contours import Polygons
from .exposure import Faces

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class _Strips:
    """Maximal stacks of equal runs of faces: columns start .. end, lattice rows bottom .. top."""

    plane: Ints
    start: Ints
    end: Ints
    bottom: Ints
    top: Ints


def cut_into_rings(
    faces: Faces, polygons: Polygons, chosen: npt.NDArray[np.bool_], progress: Progress = unheard
) -> list[Ints]:
    """Cut the chosen polygons along the diagonals of their strips.

    Parameters
    ----------
    faces : Faces
    polygons : Polygons
    chosen : (P,) bool
    progress : Progress, optional

    Returns
    -------
    list of (n, k) int64
        The corner ids of rings of k corners, the polygon's area on their left, by rising k; the ends of a diagonal are
        in several rings. Together N + 2h - 2 plus twice the number of rings corners for each polygon.
    """
    strips = _strips(faces, chosen[polygons.face_polygon])
    progress(0.2)
    here, there = _diagonals(polygons, strips)
    progress(0.6)
    corner = np.flatnonzero(chosen[polygons.polygon])
    node_corner, node_following = _splice(polygons, corner, here, there)
    return [node_corner[ring] for ring in _cycles(node_following)]


def _strips(faces: Faces, chosen: npt.NDArray[np.bool_]) -> _Strips:
    plane, row, column = faces.plane[chosen], faces.row[chosen], faces.column[chosen]
    first, last = _stretches((plane[1:] == plane[:-1]) & (row[1:] == row[:-1]) & (column[1:] == column[:-1] + 1))
    plane, row, start, end = plane[first], row[first], column[first], column[last] + 1
    order = np.lexsort((end, plane * faces.span + start))  # of rows, which ascend already, it keeps the order
    plane, row, start, end = plane[order], row[order], start[order], end[order]
    same_run = (plane[1:] == plane[:-1]) & (start[1:] == start[:-1]) & (end[1:] == end[:-1])
    low, high = _stretches(same_run & (row[1:] == row[:-1] + 1))
    return _Strips(plane[low], start[low], end[low], row[low], row[high] + 1)


def _stretches(joined: npt.NDArray[np.bool_]) -> tuple[Ints, Ints]:
    """First and last element of each stretch of elements that are joined with the next."""
    return np.flatnonzero(np.concatenate([[True], ~joined])), np.flatnonzero(np.concatenate([~joined, [True]]))


def _diagonals(polygons: Polygons, strips: _Strips) -> tuple[Ints, Ints]:
    """Corner ids of both ends of each diagonal, in both directions."""
    pitch = int(polygons.column.max()) + 1
    point = polygons.line_points(pitch)
    lines = [strips.plane * polygons.row_pitch + row for row in (strips.bottom, strips.top)]
    ranges = [_corners_on(point, line * pitch + strips.start, line * pitch + strips.end) for line in lines]
    pairs = []
    ties: tuple[Literal["left", "right"], ...] = ("left", "right")
    for (first, last), (other_first, other_last), line, tie in zip(
        ranges, ranges[::-1], lines[::-1], ties, strict=True
    ):
        strip, corner = concatenated_ranges(first, last - first)
        target = line[strip] * pitch + polygons.column[corner]
        before = np.searchsorted(point, target, side=tie) - 1
        pairs.append((corner, np.clip(before, other_first[strip], other_last[strip] - 1)))
    count = len(point)
    low = np.concatenate([pairs[0][0], pairs[1][1]])
    high = np.concatenate([pairs[0][1], pairs[1][0]])
    on_contour = (polygons.following[low] == high) | (polygons.following[high] == low)
    low, high = split(distinct((low * count + high)[~on_contour]), count)
    return np.concatenate([low, high]), np.concatenate([high, low])


def _corners_on(point: Ints, start: Ints, end: Ints) -> tuple[Ints, Ints]:
    """First corner and the one after the last on a strip's line, from the point ``start`` to the point ``end``.

    Two corners can share the first or the last point, where another face touches the strip's only diagonally. The
    one of the face on the right comes second: it is the strip's at its start, the other one's at its end.
    """
    first = np.searchsorted(point, start, side="left")
    last = np.searchsorted(point, end, side="right")
    shared_first = (first + 1 < len(point)) & (point[np.minimum(first + 1, len(point) - 1)] == start)
    shared_last = (last >= 2) & (point[np.maximum(last - 2, 0)] == end)
    return first + shared_first, last - shared_last


def _splice(polygons: Polygons, corner: Ints, here: Ints, there: Ints) -> tuple[Ints, Ints]:
    """Copies of the corners, one more for each diagonal that ends there, and the copy that follows each in its ring.

    The diagonals at a corner are met clockwise, from the contour side one arrives along to the one to leave along:
    by falling angle against the side to leave along.
    """
    local = np.full(len(polygons.plane), -1)
    local[corner] = np.arange(len(corner))
    following = local[polygons.following[corner]]
    place = local[here]
    ends = np.bincount(place, minlength=len(corner))
    last_copy = np.cumsum(ends + 1) - 1
    first_copy = last_copy - ends
    leaving = first_copy[place]
    several = np.flatnonzero(ends[place] > 1)
    leaving[several] += _turns(polygons, here[several], there[several])
    node_following = np.empty(len(corner) + len(here), np.int64)
    node_following[last_copy] = first_copy[following]
    node_following[leaving] = np.roll(leaving, len(here) // 2) + 1
    return np.repeat(corner, ends + 1), node_following


def _turns(polygons: Polygons, here: Ints, there: Ints) -> Ints:
    """How many of the diagonals at the same corner are met before each one."""
    across = polygons.column[there] - polygons.column[here]
    along = polygons.row[there] - polygons.row[here]
    angle = (np.arctan2(along, across) - _leaving_angle(polygons, here)) % (2 * np.pi)
    order = np.lexsort((-angle, here))
    first = np.ones(len(here), np.bool_)
    first[1:] = here[order[1:]] != here[order[:-1]]
    turns = np.empty(len(here), np.int64)
    turns[order] = np.arange(len(here)) - np.flatnonzero(first)[np.cumsum(first) - 1]
    return turns


def _leaving_angle(polygons: Polygons, corner: Ints) -> npt.NDArray[np.float64]:
    """Angle of the contour side that leaves each corner."""
    following = polygons.following[corner]
    across = polygons.column[following] - polygons.column[corner]
    along = polygons.row[following] - polygons.row[corner]
    angle: npt.NDArray[np.float64] = np.arctan2(along, across)
    return angle


def _cycles(following: Ints) -> list[Ints]:
    """Cycles of k > 2 elements of a permutation, (n, k) by rising k, each from its smallest element on."""
    here = np.arange(len(following))
    second = following[following]
    third = following[second]
    triple, quadruple = third == here, following[third] == here
    least = (here < following) & (here < second)
    three = np.flatnonzero(triple & least)
    four = np.flatnonzero(quadruple & least & (here < third))
    cycles = [
        np.stack([three, following[three], second[three]], axis=1),
        np.stack([four, following[four], second[four], third[four]], axis=1),
    ]
    rest = np.flatnonzero(~(triple | quadruple))
    third[rest] = np.arange(len(rest))
    order, length = cycle_order(third[following[rest]])
    first = np.cumsum(length) - length
    for k in distinct(length):
        cycles.append(rest[order[first[length == k][:, None] + np.arange(k)]])
    return [cycle for cycle in cycles if len(cycle)]
