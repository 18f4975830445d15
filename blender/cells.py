"""Triangles on lattice points, (T, 3, 3), in; the sides of voxels that they cover, and points on them, out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from ..core.texture.ragged import spread

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Numbers = TypeVar("Numbers", Ints, Floats)

_NEAR = 1e-9
"""Voxels; sides whose middle is on the border of a triangle belong to it."""
_MOST = 2**62


@dataclass(frozen=True)
class Cells:
    """Sides of voxels."""

    triangle: Ints
    """(n,) int64 that covers each side."""
    place: Ints
    """(n, 4) int64: direction, twice the axis and one if it is the negative; and twice the middle, x, y, z."""


def covered(points: Ints, *, touched: bool = False) -> Cells:
    """List the sides of voxels whose middle triangles cover; those that do not lie in a plane of the lattice have none.

    Parameters
    ----------
    points : (T, 3, 3) int64
    touched : bool
        List the sides of which triangles cover any part.

    Returns
    -------
    Cells
        By triangle.
    """
    direction, triangle = directions_of(points)
    axis = direction // 2
    flat = in_plane(points[triangle], axis)
    row_of, height = flat[:, :, 1].min(axis=1), np.ptp(flat[:, :, 1], axis=1)
    which, row = spread(height)
    row = row + row_of[which]
    if touched:
        left, right = _spans(flat[which].astype(np.float64), row, row + 1)
        first, after = np.floor(left + _NEAR), np.ceil(right - _NEAR)
    else:
        left, right = _spans(flat[which].astype(np.float64), row + 0.5, row + 0.5)
        first, after = np.ceil(left - 0.5 - _NEAR), np.floor(right + 0.5 + _NEAR)
    first = first.astype(np.int64)
    span, column = spread(np.maximum(after.astype(np.int64) - first, 0))
    column, row, which = column + first[span], row[span], which[span]
    place = np.empty((len(which), 4), np.int64)
    place[:, 0] = direction[which]
    here = np.arange(len(which))
    place[here, 1 + axis[which]] = 2 * points[triangle[which], 0, axis[which]]
    place[here, 1 + (axis[which] + 1) % 3] = 2 * column + 1
    place[here, 1 + (axis[which] + 2) % 3] = 2 * row + 1
    return Cells(triangle[which], place)


def directions_of(points: Ints) -> tuple[Ints, Ints]:
    """The directions of the triangles that lie in a plane of the lattice, as in `Cells`, and which triangles these are.

    Parameters
    ----------
    points : (T, 3, 3) int64

    Returns
    -------
    (n,) int64, (n,) int64
    """
    normal = np.cross(points[:, 1] - points[:, 0], points[:, 2] - points[:, 0])
    triangle = np.flatnonzero(np.count_nonzero(normal, axis=1) == 1)
    axis = np.abs(normal[triangle]).argmax(axis=1)
    return 2 * axis + (normal[triangle, axis] < 0), triangle


def in_plane(points: Numbers, axis: Ints) -> Numbers:
    """The two coordinates that follow an axis: (n, ..., 3) numbers and (n,) int64 in, (n, ..., 2) out."""
    axes = np.stack([(axis + 1) % 3, (axis + 2) % 3], axis=1)
    return np.take_along_axis(points, axes.reshape(len(axes), *(1,) * (points.ndim - 2), 2), axis=-1)


def found_in(rows: Ints, wanted: Ints) -> Ints:
    """Find rows in others.

    Parameters
    ----------
    rows : (n, k) int64
    wanted : (m, k) int64

    Returns
    -------
    (m,) int64
        The first equal row of each; -1 if there is none.
    """
    which, row = pairs_in(rows, wanted)
    found = np.full(len(wanted), -1, np.int64)
    found[which[::-1]] = row[::-1]
    return found


def pairs_in(rows: Ints, wanted: Ints) -> tuple[Ints, Ints]:
    """Find rows in others, each as often as it is there.

    Parameters
    ----------
    rows : (n, k) int64
    wanted : (m, k) int64

    Returns
    -------
    (p,) int64, (p,) int64
        Pairs of equal rows, into the wanted ones, ascending, and into the others.
    """
    if not len(rows):
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    key = _keys(np.concatenate([rows, wanted]))
    order = np.argsort(key[: len(rows)], kind="stable")
    ascending, sought = key[order], key[len(rows) :]
    first = np.searchsorted(ascending, sought)
    which, step = spread(np.searchsorted(ascending, sought, "right") - first)
    return which, order[first[which] + step]


def barycentric(triangles: Ints | Floats, axis: Ints, points: Ints) -> Floats:
    """How much of each corner is in points of the planes of triangles; negative for points outside.

    Parameters
    ----------
    triangles : (n, 3, 3) int64 or float64
    axis : (n,) int64
        Of the normal of each.
    points : (n, 3) int64

    Returns
    -------
    (n, 3) float64
        They add up to one.
    """
    corners, at = in_plane(triangles, axis).astype(np.float64), in_plane(points, axis).astype(np.float64)
    away = corners - at[:, None]
    a, b, c = away.transpose(1, 0, 2)
    parts = np.stack([_cross(b, c), _cross(c, a), _cross(a, b)], axis=1)
    return parts / parts.sum(axis=1, keepdims=True)


def _cross(one: Floats, other: Floats) -> Floats:
    return one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]


def _spans(flat: Floats, low: Floats, high: Floats) -> tuple[Floats, Floats]:
    """From where to where triangles (n, 3, 2) reach in strips between two heights, that have no corner inside."""
    left, right = np.full(len(flat), np.inf), np.full(len(flat), -np.inf)
    for one, other in ((0, 1), (1, 2), (2, 0)):
        start, end = flat[:, one], flat[:, other]
        lowest, highest = np.minimum(start[:, 1], end[:, 1]), np.maximum(start[:, 1], end[:, 1])
        crossed = np.flatnonzero((lowest <= low) & (highest >= high) & (lowest < highest))
        for height in (low, high):
            share = (height[crossed] - start[crossed, 1]) / (end - start)[crossed, 1]
            at = start[crossed, 0] + share * (end - start)[crossed, 0]
            left[crossed], right[crossed] = np.minimum(left[crossed], at), np.maximum(right[crossed], at)
    return left, right


def _keys(rows: Ints) -> Ints:
    """(n,) int64: a number for each row, equal for equal ones."""
    key = np.zeros(len(rows), np.int64)
    for column in (rows - rows.min(axis=0)).T:
        width = int(column.max()) + 1
        if int(key.max()) + 1 > _MOST // width:
            key = np.unique(key, return_inverse=True)[1].reshape(-1).astype(np.int64)
        key = key * width + column
    return key
