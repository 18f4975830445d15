"""Triangles in steps of a lattice, (t, 3, 3) int64, in; where lines through the centers of cells cross them, out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..arrays import concatenated_ranges
from .lattice import Lattice

Ints = npt.NDArray[np.int64]

PAIRS = 1 << 20
"""Pairs of a triangle and a cell, or a line, that are looked at together."""


@dataclass(frozen=True, eq=False)
class Crossings:
    """Where lines along one axis cross triangles."""

    before: Ints
    """(n,) int64: the first cell of the line whose center is not before the crossing, in the list of all cells."""
    within: Ints
    """(n,) int64: the cell that the crossing is in; between two cells, the one behind the triangle."""
    sign: Ints
    """(n,) int64: 1 where the line enters through the front of a triangle, -1 where it leaves."""


def normals(places: Ints) -> Ints:
    """The normals of triangles, (t, 3, 3) int64 in, (t, 3) int64 out: not of unit length, without error."""
    return np.cross(places[:, 1] - places[:, 0], places[:, 2] - places[:, 0])


def chunks(cost: Ints) -> Iterator[slice]:
    """Cut triangles into ranges whose costs have a sum of about `PAIRS`; one that costs more is alone."""
    end = np.cumsum(cost)
    start = 0
    while start < len(cost):
        done = end[start - 1] if start else 0
        stop = max(int(np.searchsorted(end, done + PAIRS, "right")), start + 1)
        yield slice(start, stop)
        start = stop


def crossings(places: Ints, lattice: Lattice, axis: int) -> Crossings:
    """Find where lines along an axis, each through the centers of cells, cross triangles.

    A line that meets an edge or a corner crosses one of the triangles there, as if it were moved a bit upwards along
    the other axes: so a closed surface is entered as often as it is left.

    Parameters
    ----------
    places : (t, 3, 3) int64
        Corners in steps.
    lattice : Lattice
    axis : int

    Returns
    -------
    Crossings
    """
    u, v = (axis + 1) % 3, (axis + 2) % 3
    found = [
        _crossings(places[some], lattice, (u, v, axis))
        for some in chunks(_centers_within(places, lattice.steps, u) * _centers_within(places, lattice.steps, v) + 1)
    ]
    return Crossings(*(np.concatenate([part[item] for part in found]) for item in range(3)))


def _centers_within(places: Ints, steps: int, axis: int) -> Ints:
    """Count the centers of cells from the lowest to the highest corner of each triangle along an axis."""
    low, high = places[:, :, axis].min(axis=1), places[:, :, axis].max(axis=1)
    return _first_center(high, steps) - _first_center(low, steps)


def _first_center(place: Ints, steps: int) -> Ints:
    """The first cell whose center is not before a place."""
    return -((steps // 2 - place) // steps)


def _crossings(places: Ints, lattice: Lattice, axes: tuple[int, int, int]) -> tuple[Ints, Ints, Ints]:
    """Cross lines with a few triangles."""
    steps, half = lattice.steps, lattice.steps // 2
    # Numbers stay small if each triangle has its own origin, a corner of cells.
    base = places.min(axis=1) // steps
    local = places - base[:, None] * steps
    triangle, column, row = _lines(local[:, :, axes[0]], local[:, :, axes[1]], steps)
    normal = normals(local)[triangle][:, axes]
    corner = local[triangle, 0][:, axes]
    u, v, w = normal.T
    # The height of the plane over the line is `height / area`.
    area = np.abs(w)
    height = np.sign(w) * (
        w * corner[:, 2] - u * (column * steps + half - corner[:, 0]) - v * (row * steps + half - corner[:, 1])
    )
    pitch = area * steps
    before = -((area * half - height) // pitch)
    within = np.where(w > 0, -(-height // pitch) - 1, height // pitch)
    strides = lattice.strides[list(axes)]
    start = base[triangle][:, axes] @ strides + column * strides[0] + row * strides[1]
    return start + before * strides[2], start + within * strides[2], -np.sign(w)


def _lines(x: Ints, y: Ints, steps: int) -> tuple[Ints, Ints, Ints]:
    """Find the centers of squares inside triangles of a plane: triangle, column and row of each.

    Each row is cut by the two sides of a triangle that reach from below or on it to above it. Between them lie the
    centers that are not before the left and before the right one.
    """
    half = steps // 2
    order = np.argsort(y, axis=1, kind="stable")
    x, y = np.take_along_axis(x, order, 1), np.take_along_axis(y, order, 1)
    first = _first_center(y[:, 0], steps)
    owner, row = concatenated_ranges(first, _first_center(y[:, 2], steps) - first)
    height = row * steps + half
    upper = (height >= y[owner, 1]).astype(np.int64)
    ends = [
        _first_on_row(x, y, owner, height, start, stop, steps)
        for start, stop in ((np.zeros_like(upper), np.full_like(upper, 2)), (upper, upper + 1))
    ]
    left, right = np.minimum(*ends), np.maximum(*ends)
    line, column = concatenated_ranges(left, right - left)
    return owner[line], column, row[line]


def _first_on_row(x: Ints, y: Ints, owner: Ints, height: Ints, start: Ints, stop: Ints, steps: int) -> Ints:
    """The first center of a row that is not before a side, from its lower to its upper end."""
    low, rise = y[owner, start], y[owner, stop] - y[owner, start]
    run = x[owner, stop] - x[owner, start]
    return -((rise * (steps // 2 - x[owner, start]) - (height - low) * run) // (rise * steps))
