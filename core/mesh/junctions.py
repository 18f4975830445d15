"""T-junctions stitched: triangles on the polygons' corners in, triangles without a vertex inside any contour side out.

A corner of one polygon can lie inside a contour side of another (two walls passing a corner that only the floor
has). Each such point is put into the side, which splits the triangle at that side: one triangle more for each.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

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
    here, of = corners.points(), group[corners.plane]
    inserted = _points_inside_sides(here, following, of, part(progress, 0, 0.6), others)
    node, polygon = triangles.node, triangles.polygon
    for turn in range(3):
        progress(0.6 + 0.1 * turn)
        node, polygon = _split_first_edges(following, inserted, node, polygon)
        node = node[:, [1, 2, 0]]
    return _with_inserted(corners, following, inserted), Triangles(node, polygon)


def _points_inside_sides(
    here: Ints, following: Ints, group: Ints, progress: Progress, others: Others | None
) -> _Inserted:
    there = here[following]
    others = others or Others(here[:0], group[:0])
    pitch = max(int(here.max(initial=0)), int(others.points.max(initial=0))) + 1
    axis = np.argmax(here != there, axis=1)
    sides, positions = [], []
    for along in range(3):
        progress(along / 3)
        weight = np.empty(3, np.int64)
        weight[[(along + 1) % 3, (along + 2) % 3, along]] = pitch * pitch, pitch, 1
        key = here @ weight + group * pitch**3
        vertices = distinct(np.concatenate([key, others.points @ weight + others.group * pitch**3]))
        side = np.flatnonzero(axis == along)
        ends = np.sort(np.stack([key[side], key[following[side]]]), axis=0)
        first = np.searchsorted(vertices, ends[0], side="right")
        last = np.searchsorted(vertices, ends[1], side="left")
        owner, place = concatenated_ranges(first, last - first)
        sides.append(side[owner])
        positions.append(vertices[place] % pitch)
    side, position = np.concatenate(sides), np.concatenate(positions)
    forward = (here < there).any(axis=1)[side]
    order = np.lexsort((np.where(forward, position, -position), side))
    return _Inserted(side[order], position[order])


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


def _split_first_edges(following: Ints, inserted: _Inserted, node: Ints, polygon: Ints) -> tuple[Ints, Ints]:
    """Split each triangle (a, b, c) whose edge a b is a contour side with points inside it: a fan around c."""
    a, b, apex = node.T
    is_side = a < len(following)
    is_side[is_side] = following[a[is_side]] == b[is_side]
    first = np.searchsorted(inserted.side, a)
    points = np.where(is_side, np.searchsorted(inserted.side, a, side="right") - first, 0)
    _, inside = concatenated_ranges(first, points)
    triangle, step = concatenated_ranges(np.zeros(len(node), np.int64), points + 1)
    split = np.stack([a[triangle], b[triangle], apex[triangle]], axis=1)
    later = np.flatnonzero(step)
    split[later, 0] = len(following) + inside
    split[later - 1, 1] = len(following) + inside
    return split, polygon[triangle]
