"""Faces of any number of corners on lattice points in: the unit squares that they show, and vertices within edges, out.

It is for meshes that somebody may have edited, so nothing is taken for granted but whole coordinates.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..directions import AXIS, U_AXIS, V_AXIS
from .arrays import Bools, Ints, find, ranges

UNIT = 2**31 - 1
"""Parts that a cell's side is divided into."""
SAMPLE = (236525898, 365380910)
"""Offsets along columns and rows of the point that tells who shows a cell; on no line through lattice points."""


@dataclass(frozen=True)
class LooseFaces:
    """Faces as runs of corners."""

    points: Ints
    """(V, 3) int64 lattice points."""
    vertex: Ints
    """(L,) int64 into the points."""
    length: Ints
    """(F,) int64 corners of each face."""
    direction: npt.NDArray[np.intp]
    """(F,) intp into the table of `directions`."""

    def ends(self) -> tuple[Ints, Ints]:
        """The vertices from which and to which the side after each corner runs: (L,) int64 both."""
        stop = np.cumsum(self.length)
        following = np.arange(1, len(self.vertex) + 1)
        following[stop - 1] = stop - self.length
        return self.vertex, self.vertex[following]

    def frames(self) -> tuple[Ints, Ints]:
        """Columns and rows of all corners in the planes of their faces: (L,) int64 both."""
        direction = np.repeat(self.direction, self.length)
        corner = self.points[self.vertex]
        every = np.arange(len(corner))
        return corner[every, U_AXIS[direction]], corner[every, V_AXIS[direction]]


@dataclass(frozen=True)
class Shown:
    """Unit squares that faces show, a square once for each face."""

    face: Ints
    """(n,) int64."""
    plane: Ints
    """(n,) int64 lattice coordinate along the normal."""
    row: Ints
    column: Ints


def shown_squares(faces: LooseFaces) -> Shown:
    """List the unit squares that faces show, told by one point of each.

    Parameters
    ----------
    faces : LooseFaces
        Each in a plane; outlines may have corners within their sides.

    Returns
    -------
    Shown
    """
    column, row = faces.frames()
    stop = np.cumsum(faces.length)
    following = np.arange(1, len(column) + 1)
    following[stop - 1] = stop - faces.length
    low = np.minimum(row, row[following])
    height = np.abs(row[following] - row)
    side = np.repeat(np.arange(len(column)), height)
    at = ranges(low, height)
    along, up = (column[following] - column)[side], (row[following] - row)[side]
    number = (column[side] * UNIT - SAMPLE[0]) * up + ((at - row[side]) * UNIT + SAMPLE[1]) * along
    first = -(-number * np.sign(up) // (UNIT * np.abs(up)))
    face = np.repeat(np.arange(len(faces.length)), faces.length)[side]
    order = np.lexsort((first, at, face))
    begin, end = order[::2], order[1::2]
    width = first[end] - first[begin]
    shown_by = np.repeat(face[begin], width)
    corner = faces.points[faces.vertex[stop - 1]]
    plane = corner[np.arange(len(corner)), AXIS[faces.direction]]
    return Shown(shown_by, plane[shown_by], np.repeat(at[begin], width), ranges(first[begin], width))


def vertices_within_edges(faces: LooseFaces, body: Ints) -> tuple[Ints, Ints]:
    """Find the vertices that lie strictly inside sides of faces of the same body.

    Parameters
    ----------
    faces : LooseFaces
    body : (F,) int64
        From 0 on.

    Returns
    -------
    corner : (n,) int64
        The corner after which the side comes; a side of two faces comes twice.
    vertex : (n,) int64
        A vertex there.
    """
    start, end = faces.ends()
    lowest = faces.points.min(axis=0, initial=0)
    pitch = int((faces.points - lowest).max(initial=0)) + 1
    key = (faces.points - lowest) @ np.array([pitch * pitch, pitch, 1])
    owner = np.repeat(body, faces.length)
    place = owner * pitch**3 + key[faces.vertex]
    there, first = np.unique(place, return_index=True)
    parts = np.gcd.reduce(faces.points[end] - faces.points[start], axis=1)
    inner = np.maximum(parts - 1, 0)
    side = np.repeat(np.arange(len(start)), inner)
    step = (key[end] - key[start])[side] // parts[side]
    found, is_there = find(there, place[side] + step * ranges(np.ones(len(inner), np.int64), inner))
    return side[is_there], faces.vertex[first[found[is_there]]]


def squares_between(solid: Bools, shown: Shown, direction: npt.NDArray[np.intp]) -> Bools:
    """Tell which squares lie between two solid cells, where nobody can see them.

    Parameters
    ----------
    solid : (x, y, z) bool
        With a coat of one cell on all sides.
    shown : Shown
    direction : (n,) intp
        Of each square.

    Returns
    -------
    (n,) bool
    """
    cell = np.empty((len(direction), 3), np.int64)
    every = np.arange(len(direction))
    cell[every, AXIS[direction]] = shown.plane
    cell[every, V_AXIS[direction]] = shown.row + 1
    cell[every, U_AXIS[direction]] = shown.column + 1
    behind = cell.copy()
    behind[every, AXIS[direction]] += 1
    inside = ((cell >= 0) & (behind >= 0) & (behind < solid.shape) & (cell < solid.shape)).all(axis=1)
    between = np.zeros(len(cell), np.bool_)
    between[inside] = solid[tuple(cell[inside].T)] & solid[tuple(behind[inside].T)]
    return between
