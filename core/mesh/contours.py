"""Contours of the merged polygons: visible faces in, corners with their successors and owners out.

A polygon is a 4-connected set of faces of one plane. Its contours run along the faces' sides with the faces on the
left, so outer contours are counter-clockwise and holes clockwise. Corners lie on the faces' side: where two faces
touch only diagonally, the lattice point carries two corners, one of each face.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..arrays import cycle_minima
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
        none = np.zeros(0, np.int64)
        return Polygons(*[none] * 9, row_pitch=1)
    pitch = int(max(faces.row.max(), faces.column.max())) + 3
    by_row = (faces.plane * pitch + faces.row) * pitch + faces.column
    by_column = (faces.plane * pitch + faces.column) * pitch + faces.row
    upright = np.argsort(by_column)
    joined_right = by_row[1:] == by_row[:-1] + 1
    joined_up = by_column[upright][1:] == by_column[upright][:-1] + 1
    left, right = _open_ends(joined_right)
    below, above = (_scatter(flags, upright) for flags in _open_ends(joined_up))

    bottoms, tops = (_stretches(flags, joined_right) for flags in (below, above))
    lefts, rights = (_stretches(flags[upright], joined_up) for flags in (left, right))
    horizontal = _end_points(by_row, bottoms, tops, pitch, 1)
    vertical = _end_points(by_row, [upright[ends] for ends in lefts], [upright[ends] for ends in rights], 1, pitch)
    # Where two corners share a point, the horizontal side that extends right belongs with the vertical side whose
    # faces lie on its right: both kinds of ends sort by that flag and then match one to one.
    order_h = np.argsort(horizontal * 2 + _extends_right(len(horizontal) // 2))
    order_v = np.argsort(vertical * 2 + _faces_on_right(len(lefts[0]), len(rights[0])))
    across = _as_sides(order_h, len(bottoms[0]), bottoms_forward=True)
    along = _as_sides(order_v, len(lefts[0]), bottoms_forward=False)
    following = _successors(across, along)
    point = horizontal[order_h]
    leaves_along_row = np.zeros(len(point), bool)
    leaves_along_row[np.where(across.forward, across.low, across.high)] = True

    contour = cycle_minima(following)
    run_of_face = np.cumsum(left) - 1
    run_contour = contour[along.low[_stretch_of(left, lefts, upright)]]
    owner = _owners(contour, leaves_along_row, point, by_row, run_contour[run_of_face], pitch)
    return _assemble(point, pitch, following, contour, owner, run_contour[run_of_face])


def _open_ends(joined: Flags) -> tuple[Flags, Flags]:
    """Faces without a neighbour before them, and without one after them, in sorted order."""
    edge = np.ones(1, bool)
    return np.concatenate([edge, ~joined])[: len(joined) + 1], np.concatenate([~joined, edge])


def _scatter(values: Flags, order: Ints) -> Flags:
    scattered = np.empty_like(values)
    scattered[order] = values
    return scattered


def _stretches(open_side: Flags, joined: Flags) -> tuple[Ints, Ints]:
    """First and last element of each maximal stretch of joined elements whose side is open."""
    together = joined & open_side[1:] & open_side[:-1]
    first, last = _open_ends(together)
    return np.flatnonzero(open_side & first), np.flatnonzero(open_side & last)


def _end_points(
    by_row: Ints, near: tuple[Ints, Ints] | list[Ints], far: tuple[Ints, Ints] | list[Ints], across: int, along: int
) -> Ints:
    """Lattice points of the low ends, then of the high ends, of the near and the far sides of faces."""
    return np.concatenate(
        [by_row[near[0]], by_row[far[0]] + across, by_row[near[1]] + along, by_row[far[1]] + across + along]
    )


def _extends_right(sides: int) -> Ints:
    return np.repeat(np.array([1, 0]), sides)


def _faces_on_right(lefts: int, rights: int) -> Ints:
    return np.tile(np.repeat(np.array([1, 0]), [lefts, rights]), 2)


def _as_sides(order: Ints, near: int, *, bottoms_forward: bool) -> _Sides:
    """Corner ids of the ends: the rank of each end in the common order of corners."""
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    sides = len(order) // 2
    forward = np.arange(sides) < near
    return _Sides(rank[:sides], rank[sides:], forward if bottoms_forward else ~forward)


def _successors(across: _Sides, along: _Sides) -> Ints:
    following = np.empty(2 * len(across.low), np.int64)
    for sides in (across, along):
        start = np.where(sides.forward, sides.low, sides.high)
        following[start] = np.where(sides.forward, sides.high, sides.low)
    return following


def _stretch_of(left: Flags, lefts: tuple[Ints, Ints], upright: Ints) -> Ints:
    """For each run of faces along a row (it starts where the left side is open), the left side it starts at."""
    starts = np.zeros(len(left), bool)
    starts[lefts[0]] = True
    stretch = np.empty(len(left), np.int64)
    stretch[upright] = np.cumsum(starts) - 1
    return stretch[left]


def _owners(
    contour: Ints, leaves_along_row: Flags, point: Ints, by_row: Ints, face_contour: Ints, pitch: int
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
    point: Ints, pitch: int, following: Ints, contour: Ints, owner: tuple[Ints, Ints], face_contour: Ints
) -> Polygons:
    roots, outer = owner
    is_outer = outer == np.arange(len(roots))
    polygon_of_root = (np.cumsum(is_outer) - 1)[outer]
    polygon_of_corner = np.empty(len(point), np.int64)
    polygon_of_corner[roots] = polygon_of_root
    polygon = polygon_of_corner[contour]
    line, column = np.divmod(point, pitch)
    plane, row = np.divmod(line, pitch)
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
