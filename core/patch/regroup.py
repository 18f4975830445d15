"""Faces by place, and a change of some of them, in; which merged polygons it changes, itself or at corners, out."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .. import directions
from ..arrays import common
from .places import MIDDLE, PLANE, ROW, SHIFT, find, places_of
from .region import Change, plane_ranges
from .workpiece import FaceTable

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

POINT_SHIFT = SHIFT + 1
"""Bits of a coordinate of a point."""


def touched_groups(faces: FaceTable, count: int, change: Change) -> Flags:
    """Say which merged polygons lose, change or may gain faces.

    Parameters
    ----------
    faces : FaceTable
        Before the change.
    count : int
        Number of groups.
    change : Change

    Returns
    -------
    (count,) bool
    """
    in_old, in_new = common(change.old, change.new)
    alike = change.old_color[in_old] == change.new_color[in_new]
    gone, came = np.ones(len(change.old), np.bool_), np.ones(len(change.new), np.bool_)
    gone[in_old[alike]], came[in_new[alike]] = False, False
    touched = np.zeros(count, np.bool_)
    rank, _ = find(faces.place, change.old[gone])
    touched[faces.group[rank]] = True
    added = change.new[came]
    for step in (1, -1, ROW, -ROW):
        rank, there = find(faces.place, added + step)
        touched[faces.group[rank[there]]] = True
    return touched


def groups_in_planes(faces: FaceTable, count: int, touched: Ints) -> Flags:
    """Say which merged polygons lie in a plane that an edit of a box can change: (count,) bool."""
    chosen = np.zeros(count, np.bool_)
    for direction, coordinates in enumerate(plane_ranges(touched)):
        lowest = np.full(2, -MIDDLE)
        ends = places_of(np.full(2, direction), coordinates, lowest, lowest)
        first, end = np.searchsorted(faces.place, (ends[0], ends[1] + PLANE))
        chosen[faces.group[first:end]] = True
    return chosen


def renewed(faces: FaceTable, change: Change) -> tuple[Ints, npt.NDArray[np.uint8], npt.NDArray[np.int32]]:
    """The faces after a change: places, ascending, colours and groups, -1 for those that came."""
    _, there = find(change.old, faces.place)
    kept = np.flatnonzero(~there)
    place, color, group = faces.place[kept], faces.color[kept], faces.group[kept]
    rank, known = find(faces.place, change.new)
    came = np.where(known, faces.group[rank], -1).astype(np.int32)
    at = np.searchsorted(place, change.new)
    return np.insert(place, at, change.new), np.insert(color, at, change.new_color), np.insert(group, at, came)


def groups_through(place: Ints, group: npt.NDArray[np.int32], points: Ints) -> npt.NDArray[np.int32]:
    """List the merged polygons whose contours pass straight through lattice points, and some that have corners there.

    Parameters
    ----------
    place : (F,) int64
        Ascending.
    group : (F,) int32
    points : (n, 3) int64

    Returns
    -------
    (m,) int32
        Some may come several times.
    """
    found = []
    for direction in range(6):
        axis, u, v = (int(table[direction]) for table in (directions.AXIS, directions.U_AXIS, directions.V_AXIS))
        base = places_of(np.full(len(points), direction), points[:, axis], points[:, v], points[:, u])
        around = base[:, None] + np.array([-ROW - 1, -ROW, -1, 0])
        rank, there = find(place, around.reshape(-1))
        of = np.where(there, group[rank], -1).reshape(-1, 4) if len(place) else np.full(around.shape, -1)
        several = ((of >= 0).sum(axis=1) >= 2) & (of != of[:, :1]).any(axis=1)
        found.append(of[several].reshape(-1))
    every: npt.NDArray[np.int32] = np.concatenate(found).astype(np.int32)
    through: npt.NDArray[np.int32] = every[every >= 0]
    return through


def point_keys(points: npt.NDArray[np.integer[Any]]) -> Ints:
    """Numbers of lattice points, (n, 3), in their lexicographic order: (n,) int64."""
    x, y, z = points.astype(np.int64).T
    key: Ints = ((x + MIDDLE << POINT_SHIFT) + y + MIDDLE << POINT_SHIFT) + z + MIDDLE
    return key


def points_of_keys(key: Ints) -> Ints:
    """Undo `point_keys`."""
    mask = (1 << POINT_SHIFT) - 1
    points: Ints = np.stack([key >> 2 * POINT_SHIFT, key >> POINT_SHIFT & mask, key & mask], axis=1) - MIDDLE
    return points
