"""What an edited mesh shows wrongly: loose faces and what they should show in, faults with their faces out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..mesh.modes import Mode
from .arrays import Bools, Ints, find
from .expected import Expected, frame_points, split_keys
from .loose import LooseFaces, Shown, shown_squares, squares_between, vertices_within_edges

OFF, BENT, MISSING, TWICE, STRAY, JUNCTIONS, COLORS = (
    "off", "bent", "missing", "twice", "stray", "junctions", "colors",
)  # fmt: skip


@dataclass(frozen=True)
class Fault:
    """One kind of fault."""

    kind: str
    """One of the constants above, or what whoever made it says."""
    count: int
    faces: Ints
    """(n,) int64 ascending: faces to look at."""


@dataclass(frozen=True)
class Seen:
    """Squares that are sides of voxels, with the faces that show them."""

    shown: Shown
    side: Ints
    """(n,) int64 into the visible faces of `Expected`."""


def shape_faults(
    expected: Expected,
    faces: LooseFaces,
    mode: Mode,
    blocked: npt.NDArray[np.integer[Any]] | None,
    shown: Shown | None = None,
) -> tuple[list[Fault], Seen]:
    """Hold what faces show against the sides of voxels that can be seen.

    Parameters
    ----------
    expected : Expected
    faces : LooseFaces
        In the coordinates of the grid.
    mode : Mode
        Says whether faces may overlap.
    blocked : (m, 3) integers or None
        Cells that other objects fill.
    shown : Shown, optional
        The squares that the faces show; by default all that they cover.

    Returns
    -------
    faults : list of Fault
    seen : Seen
    """
    shown = shown_squares(faces) if shown is None else shown
    direction = faces.direction[shown.face]
    place, known = find(expected.face_keys, _keys(expected, shown, direction))
    cover = np.bincount(place[known], minlength=len(expected.face_keys))
    stray, twice = ~known, np.zeros(len(known), np.bool_)
    if mode.overlapping:
        stray &= ~squares_between(_walls(expected, blocked), shown, direction)
    if not mode.overlapping or mode.see_through:
        twice[known] = cover[place[known]] > 1
    missing = np.flatnonzero(cover == 0)
    found = [
        Fault(MISSING, len(missing), _around(expected, faces, missing)),
        Fault(TWICE, int(np.count_nonzero(cover > 1)) if twice.any() else 0, np.unique(shown.face[twice])),
        Fault(STRAY, int(np.count_nonzero(stray)), np.unique(shown.face[stray])),
    ]
    seen = Shown(shown.face[known], shown.plane[known], shown.row[known], shown.column[known])
    return [fault for fault in found if fault.count], Seen(seen, place[known])


def junction_faults(faces: LooseFaces, body: Ints) -> list[Fault]:
    """Find the vertices that lie inside sides of faces of the same body.

    Parameters
    ----------
    faces : LooseFaces
    body : (F,) int64

    Returns
    -------
    list of Fault
        One or none.
    """
    corner, vertex = vertices_within_edges(faces, body)
    owner = np.repeat(np.arange(len(faces.length)), faces.length)
    fault = Fault(JUNCTIONS, len(np.unique(vertex)), np.unique(owner[corner]))
    return [fault] if fault.count else []


def _keys(expected: Expected, shown: Shown, direction: npt.NDArray[np.intp]) -> Ints:
    """The keys of squares as visible faces have them; -1 out of the grid."""
    keys = direction.astype(np.int64)
    inside = np.ones(len(keys), np.bool_)
    for part in (shown.plane, shown.row, shown.column):
        keys = keys * expected.stride + part
        inside &= (part >= 0) & (part < expected.stride)
    return np.where(inside, keys, -1)


def _walls(expected: Expected, blocked: npt.NDArray[np.integer[Any]] | None) -> Bools:
    """What nobody can see through, with a coat of one cell."""
    walls = np.pad(expected.solid, 1)
    if blocked is not None:
        near = ((blocked >= -1) & (blocked <= np.array(expected.size))).all(axis=1)
        walls[tuple(blocked[near].astype(np.int64).T + 1)] = True
    return walls


def _around(expected: Expected, faces: LooseFaces, missing: Ints) -> Ints:
    """Faces with a vertex at a corner of a visible face that is missing."""
    direction, plane, row, column = split_keys(expected.face_keys[missing], expected.stride)
    corners = [frame_points(direction, plane, row + up, column + along) for up in (0, 1) for along in (0, 1)]
    points = np.concatenate(corners)
    if not len(points) or not len(faces.vertex):
        return np.zeros(0, np.int64)
    used = faces.points[faces.vertex]
    lowest = np.minimum(points.min(axis=0), used.min(axis=0))
    pitch = int(max((points - lowest).max(), (used - lowest).max())) + 1
    weights = np.array([pitch * pitch, pitch, 1])
    _place, there = find(np.unique((points - lowest) @ weights), (used - lowest) @ weights)
    around: Ints = np.unique(np.repeat(np.arange(len(faces.length)), faces.length)[there])
    return around
