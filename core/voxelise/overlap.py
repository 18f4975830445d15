"""Triangles in steps of a lattice, (t, 3, 3) int64, in; all pairs of a triangle and a cell that it reaches into, out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..arrays import concatenated_ranges
from .lattice import Lattice
from .scan import chunks, normals

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


def moved_behind(places: Ints, steps: int) -> Ints:
    """Move triangles that lie in a plane between cells by one step, into the cells behind them.

    What has no area, and so no back, goes into the cells of higher coordinates.

    Parameters
    ----------
    places : (t, 3, 3) int64
        Even numbers of steps.
    steps : int

    Returns
    -------
    (t, 3, 3) int64
    """
    between = (places == places[:, :1]).all(axis=1) & (places[:, 0] % steps == 0)
    some = np.flatnonzero(between.any(axis=1))
    normal = normals(places[some])
    aside = np.where(normal.any(axis=1)[:, None], -np.sign(normal), 1)
    moved = places.copy()
    moved[some] += np.where(between[some], aside, 0)[:, None]
    return moved


@dataclass(frozen=True, eq=False)
class _Sides:
    """The sides of triangles projected along an axis: a square is before none of them if it overlaps with all.

    A square with its lowest corner at (x, y) in steps overlaps with side i if ``x * a[i] + y * b[i] + c[i] > 0``.
    """

    a: Ints
    b: Ints
    c: Ints
    """Each (t, 3) int64."""


def overlaps(places: Ints, lattice: Lattice) -> Iterator[tuple[Ints, Ints]]:
    """Find all cells that triangles reach into: those with a point inside the cell, its faces left away.

    A triangle and a box have no point in common if and only if one of 13 planes is between them: the triangle's own,
    those of the box's faces, and those along a side of the one and an edge of the other. All are tried in whole
    numbers; of each column of cells across a triangle only those along its plane.

    Parameters
    ----------
    places : (t, 3, 3) int64
        As `moved_behind` gives them.
    lattice : Lattice

    Yields
    ------
    triangle : (n,) int64
        Counted from the first of all.
    cell : (n,) int64
        In the list of all cells.

    References
    ----------
    Akenine-Moeller 2001, "Fast 3D triangle-box overlap testing"; Schwarz and Seidel 2010, "Fast parallel surface and
    solid voxelization on GPUs".
    """
    extent = -(-places.max(axis=1) // lattice.steps) - places.min(axis=1) // lattice.steps
    across = _axis_across(places, extent)
    for axis in range(3):
        mine = np.flatnonzero(across == axis)
        u, v = (axis + 1) % 3, (axis + 2) % 3
        for some in chunks(extent[mine, u] * extent[mine, v]):
            triangle, cell = _overlaps(places[mine[some]], lattice, (u, v, axis))
            yield mine[some][triangle], cell


def _axis_across(places: Ints, extent: Ints) -> Ints:
    """The axis along which a triangle shows most of its area; the shortest of its box if it has none."""
    normal = np.abs(normals(places))
    across: Ints = np.where(normal.any(axis=1), normal.argmax(axis=1), extent.argmin(axis=1))
    return across


def _overlaps(places: Ints, lattice: Lattice, axes: tuple[int, int, int]) -> tuple[Ints, Ints]:
    """Find the cells of triangles that all have most of their area across one axis, the last of `axes`."""
    steps = lattice.steps
    base = places.min(axis=1) // steps
    local = (places - base[:, None] * steps)[:, :, axes]
    end = -(-local.max(axis=1) // steps)
    normal = normals(local)
    sides = [_sides_of(local, normal, axis, steps) for axis in range(3)]
    triangle, row = concatenated_ranges(np.zeros(len(end), np.int64), end[:, 1])
    low, high = _columns(sides[2], triangle, row * steps, end[triangle, 0], steps)
    line, column = concatenated_ranges(low, np.maximum(high - low, 0))
    triangle, row = triangle[line], row[line]
    low, high = _depths(local, normal, triangle, column * steps, row * steps, end[triangle, 2], steps)
    line, depth = concatenated_ranges(low, np.maximum(high - low, 0))
    triangle, cells = triangle[line], [column[line], row[line], depth]
    reached = np.ones(len(triangle), bool)
    for axis in range(2):
        x, y = cells[(axis + 1) % 3] * steps, cells[(axis + 2) % 3] * steps
        reached &= _beside_none(sides[axis], triangle, x, y)
    strides = lattice.strides[list(axes)]
    start = base[:, axes] @ strides
    cell = start[triangle] + cells[0] * strides[0] + cells[1] * strides[1] + cells[2] * strides[2]
    return triangle[reached], cell[reached]


def _sides_of(local: Ints, normal: Ints, axis: int, steps: int) -> _Sides:
    """Project triangles along an axis; a side that is a point there is never between."""
    x, y = local[:, :, (axis + 1) % 3], local[:, :, (axis + 2) % 3]
    # Seen from behind, the triangle is on the other side of its sides; from its edge, on one of both, which three sides
    # of one line all have.
    facing = np.where(normal[:, axis] < 0, -1, 1)[:, None]
    a = -(np.roll(y, -1, axis=1) - y) * facing
    b = (np.roll(x, -1, axis=1) - x) * facing
    c = steps * (np.maximum(a, 0) + np.maximum(b, 0)) - a * x - b * y
    return _Sides(a, b, np.where((a == 0) & (b == 0), 1, c))


def _beside_none(sides: _Sides, triangle: Ints, x: Ints, y: Ints) -> Flags:
    """Whether no side of its triangle is between it and a square."""
    result = np.ones(len(triangle), bool)
    for side in range(3):
        a, b, c = (part[:, side][triangle] for part in (sides.a, sides.b, sides.c))
        result &= a * x + b * y + c > 0
    return result


def _columns(sides: _Sides, triangle: Ints, y: Ints, end: Ints, steps: int) -> tuple[Ints, Ints]:
    """The squares of a row that overlap with a projected triangle: the first, and the one after the last."""
    low, high = np.zeros_like(end), end.copy()
    for side in range(3):
        a = sides.a[:, side][triangle]
        rest = sides.b[:, side][triangle] * y + sides.c[:, side][triangle]
        pitch = np.maximum(np.abs(a) * steps, 1)
        np.maximum(low, np.where(a > 0, -rest // pitch + 1, 0), out=low)
        np.minimum(high, np.where(a < 0, -(-rest // pitch), high), out=high)
        high[(a == 0) & (rest <= 0)] = 0
    return low, high


def _depths(local: Ints, normal: Ints, triangle: Ints, x: Ints, y: Ints, end: Ints, steps: int) -> tuple[Ints, Ints]:
    """The cells of a column that the plane of its triangle cuts: the first, and the one after the last."""
    upward = normal * np.where(normal[:, 2] < 0, -1, 1)[:, None]
    level = np.einsum("ij,ij->i", upward, local[:, 0])
    least, most = (steps * chosen(upward[:, :2], 0).sum(axis=1) for chosen in (np.minimum, np.maximum))
    u, v, w = upward[triangle].T
    rest = level[triangle] - u * x - v * y
    pitch = np.maximum(w * steps, 1)
    # Some corner of the cell is below the plane, and another one above it.
    low = (rest - most[triangle] - w * steps) // pitch + 1
    high = -(-(rest - least[triangle]) // pitch)
    flat = w == 0
    return np.where(flat, 0, np.maximum(low, 0)), np.where(flat, end, np.minimum(high, end))
