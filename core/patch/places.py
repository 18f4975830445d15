"""Faces as numbers: direction, plane coordinate, row and column, (n,) each, in; places (n,) int64, in order, out."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .. import directions
from ..arrays import distinct
from ..mesh import bits
from ..mesh.exposure import Faces, Planes

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]

SHIFT = 20
"""Bits of a coordinate."""
MIDDLE = 1 << (SHIFT - 1)
"""Added to coordinates, so that none is negative."""
ROW, PLANE = 1 << SHIFT, 1 << 2 * SHIFT
"""Steps from one row, and from one plane, to the next."""
_MASK = ROW - 1


def places_of(direction: Ints, coordinate: Ints, row: Ints, column: Ints) -> Ints:
    """Number the places of faces, in the order of direction, coordinate, row and column.

    Parameters
    ----------
    direction : (n,) int64
    coordinate, row, column : (n,) int64
        Between -`MIDDLE` and `MIDDLE`.

    Returns
    -------
    (n,) int64
    """
    line = ((direction << SHIFT) + coordinate + MIDDLE << SHIFT) + row + MIDDLE
    return (line << SHIFT) + column + MIDDLE


def split_places(place: Ints) -> tuple[Ints, Ints, Ints, Ints]:
    """Undo `places_of`: direction, coordinate, row and column."""
    line = place >> SHIFT
    plane = line >> SHIFT
    column, row, coordinate = (part & _MASK for part in (place, line, plane))
    return plane >> SHIFT, coordinate - MIDDLE, row - MIDDLE, column - MIDDLE


def places_of_faces(faces: Faces, low: Ints) -> Ints:
    """The places of faces whose grid begins at `low`, (3,)."""
    direction = faces.planes.direction[faces.plane]
    return places_of(
        direction,
        faces.planes.coordinate[faces.plane] + low[directions.AXIS[direction]],
        faces.row + low[directions.V_AXIS[direction]],
        faces.column + low[directions.U_AXIS[direction]],
    )


def steps(away: Ints) -> Ints:
    """What a move by (3,) voxels adds to the places of each direction: (6,) int64."""
    added: Ints = away[directions.AXIS] * PLANE + away[directions.V_AXIS] * ROW + away[directions.U_AXIS]
    return added


def cells_behind(place: Ints) -> Ints:
    """The filled cells of faces: (n, 3) int64."""
    direction, coordinate, row, column = split_places(place)
    cells = np.empty((len(place), 3), np.int64)
    each = np.arange(len(place))
    cells[each, directions.AXIS[direction]] = coordinate - (directions.SIGN[direction] > 0)
    cells[each, directions.V_AXIS[direction]] = row
    cells[each, directions.U_AXIS[direction]] = column
    return cells


def find(sorted_places: Ints, wanted: Ints) -> tuple[Ints, npt.NDArray[np.bool_]]:
    """Where places are among sorted ones, and whether they are."""
    if not len(sorted_places):
        return np.zeros(len(wanted), np.int64), np.zeros(len(wanted), np.bool_)
    rank = np.minimum(np.searchsorted(sorted_places, wanted), len(sorted_places) - 1)
    return rank, sorted_places[rank] == wanted


def faces_of(
    place: Ints, color: Bytes, keys: Ints, transparent: npt.NDArray[np.bool_], low: Ints, span: int, solid: bits.Words
) -> tuple[Faces, Ints]:
    """Make `Faces` of places.

    Parameters
    ----------
    place : (n,) int64
        Ascending.
    color : (n,) uint8
    keys : (256,) int64
        The merging key of each palette index; transparent ones have their own.
    transparent : (256,) bool
    low : (3,) int64
        Where the grid begins.
    span, solid
        As in `Faces`.

    Returns
    -------
    faces : Faces
        In the grid's coordinates, sorted by plane, row and column.
    order : (n,) int64
        Which of the given ones each is.
    """
    key, where = keys[color], place >> 2 * SHIFT
    order = np.arange(len(place))
    if (key != key[:1]).any():
        order = np.lexsort((place, key, where))
    key, where, place, color = key[order], where[order], place[order], color[order]
    changes = np.ones(len(place), np.bool_)
    changes[1:] = (key[1:] != key[:-1]) | (where[1:] != where[:-1])
    first = np.flatnonzero(changes)
    direction, coordinate, row, column = split_places(place)
    of = direction[first]
    body = np.where(transparent[color[first]], color[first], 0).astype(np.uint8)
    planes = Planes(of, coordinate[first] - low[directions.AXIS[of]], body, key[first], np.arange(len(first)))
    row, column = row - low[directions.V_AXIS[direction]], column - low[directions.U_AXIS[direction]]
    return Faces(planes, np.cumsum(changes) - 1, row, column, color, 0, span, solid), order


def count_planes(place: Ints, key: Ints) -> int:
    """Count the different pairs of plane and merging key; places ascend."""
    if not len(place):
        return 0
    plane = place >> 2 * SHIFT
    number = np.zeros(len(place), np.int64)
    np.cumsum(plane[1:] != plane[:-1], out=number[1:])
    most = int(key.max()) + 1
    if most == 1:
        return int(number[-1]) + 1
    return len(distinct(number * most + key))
