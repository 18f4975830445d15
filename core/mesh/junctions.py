"""T-junctions stitched: triangles on the polygons' corners in, triangles without a vertex inside any contour side out.

A corner of one polygon can lie inside a contour side of another (two walls passing a corner that only the floor
has). Each such point is put into the side, which splits the triangle at that side: one triangle more for each.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .. import directions
from ..arrays import concatenated_ranges, distinct
from ..progress import Progress, part, unheard
from .nodes import Nodes
from .triangulate import Triangles

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class _Inserted:
    """Points to put into contour sides, sorted by side and along it."""

    side: Ints
    """(M,) int64 the corner at which the side starts."""
    position: Ints
    """(M,) int64 lattice coordinate along the side."""


@dataclass(frozen=True)
class Others:
    """Vertices that do not belong to the polygons at hand."""

    points: Ints
    """(m, 3) int64 lattice points."""
    group: Ints
    """(m,) int64."""


def stitch(
    corners: Nodes,
    following: Ints,
    triangles: Triangles,
    group: Ints,
    progress: Progress = unheard,
    others: Others | None = None,
) -> tuple[Nodes, Triangles]:
    """Put every vertex that lies inside a contour side into that side.

    Only vertices of the same group count, such as those of a body: opaque voxels and each kind of transparent ones
    have surfaces of their own.

    Parameters
    ----------
    corners : Nodes
        The polygons' corners.
    following : (N,) int64
        The next corner of the same contour.
    triangles : Triangles
        On these corners.
    group : (K,) int64
        The group of each plane.
    progress : Progress, optional
    others : Others, optional
        More vertices that count.

    Returns
    -------
    nodes : Nodes
        The corners, then the inserted points.
    triangles : Triangles
        On these nodes.
    """
    inserted = _points_inside_sides(corners, following, group, part(progress, 0, 0.6), others)
    node, polygon = triangles.node, triangles.polygon
    for turn in range(3):
        node, polygon = _split_edges(following, inserted, node, polygon, turn)
    return _with_inserted(corners, following, inserted), Triangles(node, polygon)


def _points_inside_sides(
    corners: Nodes, following: Ints, group: Ints, progress: Progress, others: Others | None
) -> _Inserted:
    others = others or Others(np.zeros((0, 3), np.int64), group[:0])
    along_row = corners.row == corners.row[following]
    direction = corners.planes.direction
    axis = np.where(along_row, directions.U_AXIS[direction][corners.plane], directions.V_AXIS[direction][corners.plane])
    known = corners.row, corners.column, corners.planes.coordinate, others.points
    pitch = 1 + max(int(part.max(initial=0)) for part in known)
    apart = (group * pitch**3)[corners.plane]
    length = np.where(along_row, corners.column - corners.column[following], corners.row - corners.row[following])
    axis[np.abs(length) < 2] = -1  # nothing is inside
    sides, positions, steps = [], [], []
    for along in range(3):
        # Points of a line along this axis are neighbours by number.
        weights = np.roll((1, pitch * pitch, pitch), along)
        side = np.flatnonzero(axis == along)
        if not len(side):
            continue
        key = corners.numbers(weights) + apart
        vertices = distinct(np.concatenate([key, others.points @ weights + others.group * pitch**3]))
        here, there = key[side], key[following[side]]
        first = np.searchsorted(vertices, np.minimum(here, there), side="right")
        last = np.searchsorted(vertices, np.maximum(here, there), side="left")
        owner, place = concatenated_ranges(first, last - first)
        sides.append(side[owner])
        positions.append(vertices[place] % pitch)
        steps.append(np.where((here < there)[owner], positions[-1], -positions[-1]))
        progress((along + 1) / 3)
    if not sides:
        return _Inserted(np.zeros(0, np.int64), np.zeros(0, np.int64))
    side = np.concatenate(sides)
    order = np.lexsort((np.concatenate(steps), side))
    return _Inserted(side[order], np.concatenate(positions)[order])


def _with_inserted(corners: Nodes, following: Ints, inserted: _Inserted) -> Nodes:
    side, position = inserted.side, inserted.position
    along_row = corners.row[side] == corners.row[following[side]]
    return Nodes(
        plane=np.concatenate([corners.plane, corners.plane[side]]),
        row=np.concatenate([corners.row, np.where(along_row, corners.row[side], position)]),
        column=np.concatenate([corners.column, np.where(along_row, position, corners.column[side])]),
        polygon=np.concatenate([corners.polygon, corners.polygon[side]]),
        planes=corners.planes,
    )


def _split_edges(following: Ints, inserted: _Inserted, node: Ints, polygon: Ints, turn: int) -> tuple[Ints, Ints]:
    """Split triangles (n, 3) whose edge from corner `turn` is a side with points inside it: fans around the third."""
    after = (turn + 1) % 3
    has_points = np.zeros(len(following) + len(inserted.side), np.bool_)
    has_points[inserted.side] = True
    whole = np.flatnonzero(has_points[node[:, turn]])
    start = node[whole, turn]
    is_side = following[start] == node[whole, after]
    whole, start = whole[is_side], start[is_side]
    first = np.searchsorted(inserted.side, start)
    points = np.searchsorted(inserted.side, start, side="right") - first
    copies = np.ones(len(node), np.int64)
    copies[whole] += points
    node, polygon = np.repeat(node, copies, axis=0), np.repeat(polygon, copies)
    place = whole + np.cumsum(points) - points
    _, inside = concatenated_ranges(first, points)
    _, later = concatenated_ranges(place + 1, points)
    node[later, turn] = len(following) + inside
    node[later - 1, after] = len(following) + inside
    return node, polygon
