"""Whether triangles leave no gap between samples: plane triangles and what they cover in, sentences out.

The directed edges of all triangles that cover a polygon of the model, cut at lattice points, must add up to the
boundary of its faces. That sum fixes the number of triangles around every point: one over these faces, none elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..directions import NAMES
from ..mesh.mesh import Mesh
from ..mesh.modes import MODES
from .arrays import Ints, nonzero_sums, ranges
from .expected import Expected, group_faces
from .structure import PlaneTriangles


@dataclass(frozen=True)
class _Edges:
    """Edges in plane frames, from the smaller to the larger column, then row."""

    group: Ints
    """(n,) int64: what the triangle covers (see `group_faces`)."""
    plane: Ints
    """(n,) int64: direction * stride + plane."""
    start: Ints
    """(n, 2) int64: column, row."""
    end: Ints
    weight: Ints
    """(n,) int64: triangles whose edge runs this way, less those whose edge runs the other way."""


def check_outline(expected: Expected, planes: PlaneTriangles, mesh: Mesh, polygon_group: Ints) -> list[str]:
    """Check that the triangles' edges add up to the boundary of the faces that they should cover.

    With the right sum every point of the plane is covered exactly as often as faces lie there: once or not at all.

    Parameters
    ----------
    expected : Expected
    planes : PlaneTriangles
    mesh : Mesh
        Of a mode without overlaps.
    polygon_group : (P,) int64
        What each polygon of the mesh covers, as `check_coverage` found it.

    Returns
    -------
    list of str
    """
    face_group = group_faces(expected, MODES[mesh.options.mode])
    edges = _open_edges(expected, planes, _triangle_groups(expected, planes, mesh, polygon_group, face_group))
    step = edges.end - edges.start
    slanted = (step != 0).all(axis=1)
    said = []
    if slanted.any():
        first = int(np.argmax(slanted))
        said.append(
            f"{np.count_nonzero(slanted):,} slanted edges bound triangles on one side only; the first is in a"
            f" {_plane(expected, edges.plane[first])}, from {_pair(edges.start[first])} to {_pair(edges.end[first])}"
        )
    keys, weights, where = _unit_edges(expected, edges, np.flatnonzero(~slanted))
    sides, side_weights, there = _face_sides(expected, face_group)
    keys, where = np.concatenate([keys, sides]), np.concatenate([where, there])
    place, _ = nonzero_sums(keys, np.concatenate([weights, -side_weights]))
    if len(place):
        point, up = divmod(int(keys[place[0]]), 2)
        row, column = divmod(point % expected.stride**2, expected.stride)
        said.append(
            f"{len(place):,} unit edges are not bounded by triangles as the faces there ask for; the first is in a"
            f" {_plane(expected, where[place[0]])}, {'up' if up else 'right'} from {(column, row)}"
        )
    return said


def _triangle_groups(
    expected: Expected, planes: PlaneTriangles, mesh: Mesh, polygon_group: Ints, face_group: Ints
) -> Ints:
    """Group of each triangle; one that no face has for those that cover none or lie in another plane than theirs."""
    none = int(face_group.max(initial=-1)) + 1
    plane_of = np.full(none + 1, -1, np.int64)
    plane_of[face_group] = expected.face_keys // expected.stride**2
    own = polygon_group[mesh.triangle_polygon[planes.index]]
    return np.where(plane_of[own] == planes.direction * expected.stride + planes.plane, own, none)


def _open_edges(expected: Expected, planes: PlaneTriangles, group: Ints) -> _Edges:
    """Edges of all triangles that no opposite edge of the same group cancels."""
    start, end = (
        np.stack([np.roll(k, turn, axis=1) for k in (planes.u, planes.v)], axis=2).reshape(-1, 2) for turn in (0, -1)
    )
    back = (end[:, 0] < start[:, 0]) | ((end[:, 0] == start[:, 0]) & (end[:, 1] < start[:, 1]))
    start, end = np.where(back[:, None], end, start), np.where(back[:, None], start, end)
    group = np.repeat(group, 3)
    # Numbers without gaps keep the keys of both ends together below 2**63.
    begin = np.unique(_points(expected, group, start[:, 0], start[:, 1]), return_inverse=True)[1].reshape(-1)
    place, weight = nonzero_sums(_points(expected, begin, end[:, 0], end[:, 1]), np.where(back, -1, 1))
    plane = np.repeat(planes.direction * expected.stride + planes.plane, 3)
    return _Edges(group[place], plane[place], start[place], end[place], weight)


def _points(expected: Expected, group: Ints, column: Ints, row: Ints) -> Ints:
    return (group * expected.stride + row) * expected.stride + column


def _unit_edges(expected: Expected, edges: _Edges, chosen: Ints) -> tuple[Ints, Ints, Ints]:
    """Cut edges along the axes into unit edges: keys (2 * point, plus 1 if upward), weights, planes."""
    step = edges.end - edges.start
    length = step[chosen].max(axis=1)
    edge = np.repeat(chosen, length)
    far = ranges(np.zeros(len(length), np.int64), length)
    up = (step[edge, 1] != 0).astype(np.int64)
    column, row = edges.start[edge, 0] + far * (1 - up), edges.start[edge, 1] + far * up
    return 2 * _points(expected, edges.group[edge], column, row) + up, edges.weight[edge], edges.plane[edge]


def _face_sides(expected: Expected, face_group: Ints) -> tuple[Ints, Ints, Ints]:
    """Unit edges around the faces, as in `_unit_edges`: lower, right, then upper, left sides.

    Counter-clockwise, a face runs along the first two of them and against the others.
    """
    plane, place = np.divmod(expected.face_keys, expected.stride**2)
    point = face_group * expected.stride**2 + place
    keys = np.concatenate([2 * point, 2 * (point + 1) + 1, 2 * (point + expected.stride), 2 * point + 1])
    return keys, np.repeat([1, 1, -1, -1], len(point)), np.tile(plane, 4)


def _plane(expected: Expected, plane: np.int64) -> str:
    direction, coordinate = divmod(int(plane), expected.stride)
    return f"{NAMES[direction]} plane at {coordinate}"


def _pair(point: Ints) -> tuple[int, int]:
    return int(point[0]), int(point[1])
