"""Contours of the merged polygons: visible faces in, corners with their successors and owners out.

A polygon is a 4-connected set of faces of one plane. Its contours run along the faces' sides with the faces on the
left, so outer contours are counter-clockwise and holes clockwise. Corners lie on the faces' side: where two faces
touch only diagonally, the lattice point carries two corners, one of each face.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..arrays import cycle_minima, order_of, split
from .exposure import Faces

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Polygons:
    """Merged polygons with their corners.

    Corners are sorted by (plane, row, column); a polygon's number follows its lowest, then leftmost corner.
    """

    plane: Ints
    """(N,) int64 plane of each corner."""
    row: Ints
    """(N,) int64 lattice coordinate of each corner along v."""
    column: Ints
    """(N,) int64 lattice coordinate of each corner along u."""
    following: Ints
    """(N,) int64 the next corner of the same contour."""
    contour: Ints
    """(N,) int64 the contour's lowest, then leftmost corner."""
    polygon: Ints
    """(N,) int64 the polygon of each corner."""
    face_polygon: Ints
    """(F,) int64 the polygon of each face."""
    holes: Ints
    """(P,) int64 hole contours of each polygon."""
    corners: Ints
    """(P,) int64 corners of each polygon."""

    row_pitch: int
    """Planes are this many rows apart when rows are counted through all planes."""

    def line_points(self, pitch: int) -> Ints:
        """(N,) int64, ascending: lattice points counted through all planes and rows, ``pitch`` columns to a row."""
        return (self.plane * self.row_pitch + self.row) * pitch + self.column

    @property
    def count(self) -> int:
        """Number of polygons."""
        return len(self.corners)


@dataclass(frozen=True)
class _Sides:
    """Maximal straight stretches of face sides in one axis; corner ids of both ends, and their orientation."""

    low: Ints
    high: Ints
    forward: Flags
    """The contour runs from the low to the high end."""


def trace_polygons(faces: Faces) -> Polygons:
    """Merge the faces of each plane and trace the contours of what results.

    Parameters
    ----------
    faces : Faces

    Returns
    -------
    Polygons
    """
    if len(faces) == 0:
        return _no_polygons()
    pitch = int(max(faces.row.max(), faces.column.max())) + 3
    by_row = (faces.plane * pitch + faces.row) * pitch + faces.column
    by_column = (faces.plane * pitch + faces.column) * pitch + faces.row
    upright = order_of(by_column)
    joined_right = by_row[1:] == by_row[:-1] + 1
    joined_up = by_column[upright][1:] == by_column[upright][:-1] + 1
    left, right = _open_ends(joined_right)
    below, above = (_scatter(flags, upright) for flags in _open_ends(joined_up))

    bottoms, tops = (_stretches(flags, joined_right) for flags in (below, above))
    lefts, rights = (_stretches(flags[upright], joined_up) for flags in (left, right))
    horizontal = _end_points(by_row[bottoms], by_row[tops], pitch, 1)
    vertical = _end_points(by_row[upright[lefts]], by_row[upright[rights]], 1, pitch)
    # Where two corners share a point, the horizontal side that extends right belongs with the vertical side whose
    # faces lie on its right: both kinds of ends sort by that flag and then match one to one.
    is_bottom = np.arange(len(horizontal) // 2) < bottoms.shape[1]
    is_left = np.arange(len(vertical) // 2) < lefts.shape[1]
    order_h = order_of(horizontal * 2 + np.repeat([1, 0], len(is_bottom)))
    order_v = order_of(vertical * 2 + np.tile(is_left, 2))
    across, along = _sides(order_h, is_bottom), _sides(order_v, ~is_left)
    following = _successors(across, along)
    point = horizontal[order_h]
    leaves_along_row = np.zeros(len(point), bool)
    leaves_along_row[np.where(across.forward, across.low, across.high)] = True

    contour = _contours(following, np.flatnonzero(leaves_along_row))
    run_of_face = np.cumsum(left) - 1
    run_contour = contour[along.low[_stretch_of(left, lefts[0], upright)]]
    owner = _owners(contour, leaves_along_row, point, by_row, run_contour[run_of_face], pitch)
    return _assemble(point, pitch, following, contour, owner, run_contour[run_of_face])


def _no_polygons() -> Polygons:
    none = np.zeros(0, np.int64)
    return Polygons(none, none, none, none, none, none, none, none, none, row_pitch=1)


def _open_ends(joined: Flags) -> tuple[Flags, Flags]:
    """Faces without a neighbour before them, and without one after them, in sorted order."""
    edge = np.ones(1, bool)
    return np.concatenate([edge, ~joined])[: len(joined) + 1], np.concatenate([~joined, edge])


def _scatter(values: Flags, order: Ints) -> Flags:
    scattered = np.empty_like(values)
    scattered[order] = values
    return scattered


def _stretches(open_side: Flags, joined: Flags) -> Ints:
    """First and last element (2, n) of each maximal stretch of joined elements whose side is open."""
    first, last = _open_ends(joined & open_side[1:] & open_side[:-1])
    return np.stack([np.flatnonzero(open_side & first), np.flatnonzero(open_side & last)])


def _end_points(near: Ints, far: Ints, across: int, along: int) -> Ints:
    """Lattice points of the low ends, then of the high ends, of the near and then the far sides of faces."""
    ends = np.concatenate([near, far + across], axis=1)
    return np.concatenate([ends[0], ends[1] + along])


def _sides(order: Ints, forward: Flags) -> _Sides:
    """Corner ids of both ends of each side: their ranks in the common order of all ends."""
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    return _Sides(rank[: len(forward)], rank[len(forward) :], forward)


def _successors(across: _Sides, along: _Sides) -> Ints:
    following = np.empty(2 * len(across.low), np.int64)
    for sides in (across, along):
        start = np.where(sides.forward, sides.low, sides.high)
        following[start] = np.where(sides.forward, sides.high, sides.low)
    return following


def _contours(following: Ints, start: Ints) -> Ints:
    """The smallest corner of each one's contour; every other corner is the start of a side along a row."""
    end = following[start]
    place = np.empty(len(following), np.int64)
    place[start] = np.arange(len(start))
    smallest = cycle_minima(place[following[end]], np.minimum(start, end))
    contour = np.empty(len(following), np.int64)
    contour[start], contour[end] = smallest, smallest
    return contour


def _stretch_of(left: Flags, first: Ints, upright: Ints) -> Ints:
    """For each run of faces along a row (it starts where the left side is open), the left side it starts at."""
    starts = np.zeros(len(left), bool)
    starts[first] = True
    stretch = np.empty(len(left), np.int64)
    stretch[upright] = np.cumsum(starts) - 1
    return stretch[left]


def _owners(
    contour: Ints,
    leaves_along_row: Flags,
    point: Ints,
    by_row: Ints,
    face_contour: Ints,
    pitch: int,
) -> tuple[Ints, Ints]:
    """The contours (as corner ids), and for each its outer contour.

    The lowest, then leftmost corner of a contour is left along the row by an outer contour, upwards by a hole. Left
    of a hole's corner lies a face; the run of faces there starts at a contour whose own lowest, leftmost corner
    comes earlier, so following these links ends at an outer contour.
    """
    roots = np.flatnonzero(contour == np.arange(len(contour)))
    hole = ~leaves_along_row[roots]
    link = np.arange(len(roots))
    face = np.searchsorted(by_row, point[roots[hole]] - 1)
    link[hole] = np.searchsorted(roots, face_contour[face])
    while not np.array_equal(link[link], link):
        link = link[link]
    return roots, link


def _assemble(
    point: Ints,
    pitch: int,
    following: Ints,
    contour: Ints,
    owner: tuple[Ints, Ints],
    face_contour: Ints,
) -> Polygons:
    roots, outer = owner
    is_outer = outer == np.arange(len(roots))
    polygon_of_root = (np.cumsum(is_outer) - 1)[outer]
    polygon_of_corner = np.empty(len(point), np.int64)
    polygon_of_corner[roots] = polygon_of_root
    polygon = polygon_of_corner[contour]
    line, column = split(point, pitch)
    plane, row = split(line, pitch)
    count = int(is_outer.sum())
    return Polygons(
        plane=plane,
        row=row,
        column=column,
        following=following,
        contour=contour,
        polygon=polygon,
        face_polygon=polygon_of_corner[face_contour],
        holes=np.bincount(polygon_of_root[~is_outer], minlength=count),
        corners=np.bincount(polygon, minlength=count),
        row_pitch=pitch,
    )
