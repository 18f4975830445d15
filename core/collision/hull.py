"""Lattice points (n, 3) in, their convex hull in whole numbers, corners (m, 3) and triangles (T, 3), out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..arrays import distinct
from ..borders import require_array
from ..errors import LimitError, OptionError

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

LONGEST = 1 << 20
"""Cells along an axis up to which the volume of four points fits in 64 bits."""


@dataclass(frozen=True, eq=False)
class Hull:
    """A convex body."""

    vertices: Ints
    """(m, 3) int64 lattice points in lexicographic order, its corners only."""
    triangles: Ints
    """(T, 3) int64 into the vertices, counter-clockwise seen from outside; those of a side with more corners lie in
    one plane."""


def convex_hull(points: npt.NDArray[np.integer[Any]]) -> Hull:
    """Find the convex hull of lattice points.

    Points are put in one after the other: the triangles that a point sees from outside are taken away, and others made
    from it to the rim of the hole. All is decided by signs of whole numbers, so that points in one plane, of which
    lattices have many, are no trouble. What is no corner in the end, as it lies in a side or on an edge, is left out,
    and the rest put in again.

    Parameters
    ----------
    points : (n, 3) integers

    Returns
    -------
    Hull

    Raises
    ------
    LimitError
        If they reach over more than `LONGEST` along an axis.
    OptionError
        If they all lie in one plane.

    References
    ----------
    Preparata and Hong 1977, "Convex hulls of finite sets of points in two and three dimensions" (beneath-beyond).
    """
    require_array(points, "points", (None, 3))
    if not len(points):
        raise OptionError("there are no points; a convex hull needs four")
    low = points.min(axis=0).astype(np.int64)
    near = points.astype(np.int64) - low
    if near.max() > LONGEST:
        raise LimitError(f"the points reach over {near.max():,} cells; a hull may have up to {LONGEST:,} along an axis")
    near = extreme_points(near)
    hull = _hull(near)
    corners = _corners(near, hull)
    near = near[corners]
    near = near[np.lexsort(near.T[::-1])]
    hull = _hull(near)
    return Hull(near + low, _in_order(hull))


def extreme_points(points: Ints) -> Ints:
    """Leave out what cannot be a corner: points between two others along x, y or z, or in a layer across one of these.

    Parameters
    ----------
    points : (n, 3) int64
        From 0 on.

    Returns
    -------
    (m, 3) int64
        Different, in lexicographic order.
    """
    span = int(points.max()) + 1
    keys = distinct((points[:, 0] * span + points[:, 1]) * span + points[:, 2])
    left = np.stack([keys // span // span, keys // span % span, keys % span], axis=1)
    for axis in (2, 1, 0):
        left = left[_ends(left, axis)]
    for axis in range(3):
        left = left[_round_layers(left, axis)]
    ordered: Ints = left[np.lexsort(left.T[::-1])]
    return ordered


def _ends(points: Ints, axis: int) -> Flags:
    """Which points are the first or the last of their line along an axis."""
    one, other = np.delete(np.arange(3), axis)
    order = np.lexsort((points[:, axis], points[:, other], points[:, one]))
    lines = points[order][:, [one, other]]
    changes = np.ones(len(points) + 1, np.bool_)
    changes[1:-1] = (lines[1:] != lines[:-1]).any(axis=1)
    kept = np.zeros(len(points), np.bool_)
    kept[order] = changes[:-1] | changes[1:]
    return kept


def _round_layers(points: Ints, axis: int) -> Flags:
    """Which points turn outwards in their layer across an axis: passes over all layers at once, until none is left out.

    In each layer the points go round in two chains, as in the monotone chain of Andrew; a pass leaves out every second
    one of those in a row that do not turn.
    """
    one, other = np.delete(np.arange(3), axis)
    kept = np.zeros(len(points), np.bool_)
    for sign in (1, -1):
        # The lowest of each line of the layer, and for the other chain the highest.
        order = np.lexsort((sign * points[:, other], points[:, one], points[:, axis]))
        layer, along = points[order, axis], points[order, one]
        first = np.ones(len(order), np.bool_)
        first[1:] = (layer[1:] != layer[:-1]) | (along[1:] != along[:-1])
        chain = order[first]
        while True:
            bad = _turns_in(points[chain][:, [axis, one, other]], sign)
            row = np.arange(len(chain)) - np.maximum.accumulate(np.where(bad, -1, np.arange(len(chain))))
            out = bad & (row % 2 == 1)
            if not out.any():
                break
            chain = chain[~out]
        kept[chain] = True
    return kept


def _turns_in(chain: Ints, sign: int) -> Flags:
    """Which points of a chain lie on or inside of the line from the one before to the one after, in one layer."""
    bad = np.zeros(len(chain), np.bool_)
    if len(chain) < 3:
        return bad
    layer = chain[:, 0]
    same = (layer[2:] == layer[:-2]) & (layer[1:-1] == layer[:-2])
    before, after = chain[1:-1] - chain[:-2], chain[2:] - chain[:-2]
    turn = before[:, 1] * after[:, 2] - before[:, 2] * after[:, 1]
    bad[1:-1] = same & (sign * turn <= 0)
    return bad


def _hull(points: Ints) -> Ints:
    """(T, 3) int64: triangles of the hull of different points."""
    triangles = _first(points)
    normal, offset = _planes(points, triangles)
    used = set(triangles.reshape(-1).tolist())
    # The furthest ones first, so that few are put in that later turn out to be inside.
    far = np.abs(2 * points - points.max(axis=0)).sum(axis=1)
    for point in np.argsort(-far, kind="stable").tolist():
        if point in used:
            continue
        seen = normal @ points[point] > offset
        if not seen.any():
            continue
        new = _to_rim(triangles[seen], point)
        more = _planes(points, new)
        triangles = np.concatenate([triangles[~seen], new])
        normal, offset = np.concatenate([normal[~seen], more[0]]), np.concatenate([offset[~seen], more[1]])
    return triangles


def _first(points: Ints) -> Ints:
    """Four triangles of four points that lie in no plane."""
    a = 0
    b = int(np.abs(points - points[a]).sum(axis=1).argmax())
    across = np.cross(points - points[a], points[b] - points[a])
    c = int(np.abs(across).max(axis=1).argmax())
    volume = (points - points[a]) @ np.cross(points[b] - points[a], points[c] - points[a])
    d = int(np.abs(volume).argmax())
    if volume[d] == 0:
        raise OptionError("the points lie in one plane; a convex hull needs four that do not")
    if volume[d] > 0:
        b, c = c, b
    return np.array([(a, b, c), (a, c, d), (a, d, b), (b, d, c)], np.int64)


def _planes(points: Ints, triangles: Ints) -> tuple[Ints, Ints]:
    """Normals (T, 3) of triangles and where they lie on these (T,): a point p sees one of them if n . p is more."""
    a, b, c = (points[triangles[:, corner]] for corner in range(3))
    normal: Ints = np.cross(b - a, c - a)
    return normal, (normal * a).sum(axis=1)


def _to_rim(seen: Ints, point: int) -> Ints:
    """Triangles from a point to the edges that only one of the triangles that it sees has."""
    start, end = seen.reshape(-1), np.roll(seen, -1, axis=1).reshape(-1)
    span = max(int(seen.max()), point) + 1
    rim = ~np.isin(start * span + end, end * span + start)
    return np.stack([start[rim], end[rim], np.full(int(rim.sum()), point)], axis=1)


def _corners(points: Ints, triangles: Ints) -> Ints:
    """The points that are corners: those whose triangles look in directions that span the space."""
    normal, _ = _planes(points, triangles)
    normal //= np.gcd.reduce(normal, axis=1)[:, None]
    corner, owner = triangles.reshape(-1), np.repeat(np.arange(len(triangles)), 3)
    rows = np.unique(np.column_stack([corner, normal[owner]]), axis=0)
    # Different directions round a point in a side or on an edge are one or two; round a corner three at least.
    found, count = np.unique(rows[:, 0], return_counts=True)
    corners: Ints = found[count >= 3]
    return corners


def _in_order(triangles: Ints) -> Ints:
    """Each from its least corner on, and sorted."""
    first = triangles.argmin(axis=1)
    turned = np.take_along_axis(triangles, (first[:, None] + np.arange(3)) % 3, axis=1)
    ordered: Ints = turned[np.lexsort(turned.T[::-1])]
    return ordered
