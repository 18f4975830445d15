"""Faces covered by the fewest rectangles: visible faces in, rectangles that may overlap and reach over hidden cells.

Under a face lies a solid cell. A rectangle of solid cells of one layer shows, on the side where its faces look, only
faces and places between two solid cells, which nothing can see. So the rectangles to choose from are the maximal
rectangles of each layer, and the choice is a smallest set cover of its faces. Afterwards each rectangle shrinks to
what it alone has to show.

Transparent faces must be shown once only, or light would pass the same glass twice: they are partitioned.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ...arrays import concatenated_ranges, distinct, grouped
from ...errors import GeometryError
from ...progress import Progress, part, shared, unheard
from ...setcover import Incidence, smallest_cover
from ..contours import trace_polygons
from ..exposure import Faces
from ..rectangles import cut_into_rectangles
from .layers import Runs, face_runs, solid_runs
from .maximal import Rectangles, maximal_rectangles
from .reach import candidates
from .witnesses import Overlaps, Witnesses, find_witnesses, overlaps

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Covering:
    """Rectangles sorted by plane, row and column; the faces that each shows; and how good the cover is known to be."""

    plane: Ints
    row: Ints
    """(R,) int64 lowest row of cells."""
    column: Ints
    """(R,) int64 leftmost column of cells."""
    height: Ints
    width: Ints
    shown_face: Ints
    """(n,) int64 each face at least once."""
    shown_in: Ints
    """(n,) int64 a rectangle that shows it."""
    lower_bound: int
    """No cover has fewer rectangles."""
    proven_planes: int
    """Planes on which no cover has fewer rectangles than this one."""


@dataclass(frozen=True)
class _Side:
    """The faces of one direction, and the rectangles of their layers."""

    direction: int
    runs: Runs
    face: Ints
    """(n,) int64 the faces in the order of the runs."""
    rectangles: Rectangles


def cover_faces(faces: Faces, limit: int, progress: Progress = unheard) -> Covering:
    """Cover the faces of every plane with few rectangles, which do not overlap where they are transparent.

    Parameters
    ----------
    faces : Faces
    limit : int
        Relaxations to solve for each part of the set cover that reductions leave (see `setcover`).
    progress : Progress, optional

    Returns
    -------
    Covering

    Raises
    ------
    GeometryError
        If a face were left uncovered.

    References
    ----------
    Kumar and Ramesh 2003, "Covering rectilinear polygons with axis-parallel rectangles".
    """
    clear = faces.planes.transparent[faces.plane]
    if not clear.any():
        return _covered(faces, limit, progress)
    apart = []
    for chosen, cover in ((~clear, _covered), (clear, _partitioned)):
        face = np.flatnonzero(chosen)
        if len(face):
            covering = cover(faces.only(face), limit, part(progress, 0, 0.9))
            apart.append(replace(covering, shown_face=face[covering.shown_face]))
    return _together(apart, len(faces.planes))


def _partitioned(faces: Faces, limit: int, progress: Progress) -> Covering:
    """The fewest rectangles that show nothing else, and nothing twice."""
    cut = cut_into_rectangles(faces, trace_polygons(faces), progress)
    every = np.arange(len(faces))
    return Covering(
        cut.plane,
        cut.row,
        cut.column,
        cut.height,
        cut.width,
        every,
        cut.face_rectangle,
        len(cut.plane),
        len(faces.planes),
    )


def _together(apart: list[Covering], planes: int) -> Covering:
    """Coverings of different planes as one; what is not proven on its planes is not proven."""
    first = np.cumsum([0, *(len(one.plane) for one in apart)])
    shown_in = np.concatenate([one.shown_in + before for one, before in zip(apart, first[:-1], strict=True)])
    plane, row, column, height, width, shown_face = (
        np.concatenate([getattr(one, name) for one in apart])
        for name in ("plane", "row", "column", "height", "width", "shown_face")
    )
    order = np.lexsort((column, row, plane))
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    return Covering(
        plane[order],
        row[order],
        column[order],
        height[order],
        width[order],
        shown_face,
        rank[shown_in],
        sum(one.lower_bound for one in apart),
        planes - sum(planes - one.proven_planes for one in apart),
    )


def _covered(faces: Faces, limit: int, progress: Progress) -> Covering:
    """The fewest rectangles of opaque faces."""
    sides, problems = [], []
    for axis, each in enumerate(shared(part(progress, 0, 0.4), [1, 1, 1])):
        solid = solid_runs(faces, axis)
        in_layers = maximal_rectangles(solid, part(each, 0.1, 0.3))
        for direction, half in zip((2 * axis, 2 * axis + 1), shared(part(each, 0.3, 1), [1, 1]), strict=True):
            side, problem = _side(faces, direction, solid, in_layers, half)
            sides.append(side)
            problems.append(problem)
    incidence, first_set, plane = _joined(problems, sides)
    cover = smallest_cover(incidence, limit, part(progress, 0.4, 0.85))
    parts = []
    for side, first, each in zip(sides, first_set, shared(part(progress, 0.85, 0.95), [1] * len(sides)), strict=True):
        each(0)
        chosen = cover.chosen[(cover.chosen >= first) & (cover.chosen < first + len(side.rectangles))] - first
        parts.append(_shrunk(side, side.rectangles[chosen]))
    progress(0.95)
    proven = len(faces.planes) - len(distinct(plane[cover.unproven]))
    return _assemble(sides, parts, cover.lower_bound, proven)


def _side(
    faces: Faces, direction: int, solid: Runs, in_layers: Rectangles, progress: Progress
) -> tuple[_Side, Witnesses]:
    progress(0)
    runs, face = face_runs(faces, direction)
    rectangles = candidates(faces.planes, direction, solid, in_layers, runs, part(progress, 0.1, 0.4))
    progress(0.4)
    shown = overlaps(rectangles, runs)
    progress(0.8)
    return _Side(direction, runs, face, rectangles), find_witnesses(shown, runs)


def _joined(problems: list[Witnesses], sides: list[_Side]) -> tuple[Incidence, list[int], Ints]:
    """One set cover of all sides, the first set of each side, and the plane of each element."""
    sets, elements, planes, first = [], [], [], []
    set_count = element_count = 0
    for side, problem in zip(sides, problems, strict=True):
        sets.append(problem.rectangle + set_count)
        elements.append(problem.witness + element_count)
        planes.append(problem.line // side.runs.pitch)
        first.append(set_count)
        set_count += len(side.rectangles)
        element_count += len(problem.line)
    incidence = Incidence(np.concatenate(sets), np.concatenate(elements), set_count, element_count)
    return incidence, first, np.concatenate(planes)


def _shrunk(side: _Side, chosen: Rectangles) -> tuple[Rectangles, Overlaps]:
    """Shrink rectangles to the faces that no other one covers, and to a share of those that several cover."""
    rectangle, face = _shown(side, overlaps(chosen, side.runs))
    times = np.bincount(face, minlength=len(side.face))
    if (times == 0).any():
        raise GeometryError(f"{(times == 0).sum():,} faces were left without a rectangle")
    line, column = _places(side)
    tight = _bounds(len(chosen), rectangle[times[face] == 1], face[times[face] == 1], line, column)
    inside = (line[face] >= tight.bottom[rectangle]) & (line[face] < tight.top[rectangle])
    inside &= (column[face] >= tight.left[rectangle]) & (column[face] < tight.right[rectangle])
    served = np.zeros(len(side.face), bool)
    served[face[inside]] = True
    left = np.flatnonzero(~served[face])
    first = left[grouped(face[left]).first]
    extra = np.concatenate([np.flatnonzero(times[face] == 1), first])
    tight = _bounds(len(chosen), rectangle[extra], face[extra], line, column)
    return tight, overlaps(tight, side.runs)


def _shown(side: _Side, parts: Overlaps) -> tuple[Ints, Ints]:
    """Pairs of a rectangle and a face (its place in the order of the runs) that it shows."""
    first = np.cumsum(side.runs.end - side.runs.start) - (side.runs.end - side.runs.start)
    begin = first[parts.run] + parts.start - side.runs.start[parts.run]
    owner, face = concatenated_ranges(begin, parts.end - parts.start)
    return parts.rectangle[owner], face


def _places(side: _Side) -> tuple[Ints, Ints]:
    """Line and column of each face in the order of the runs."""
    run, column = concatenated_ranges(side.runs.start, side.runs.end - side.runs.start)
    return side.runs.line[run], column


def _bounds(count: int, rectangle: Ints, face: Ints, line: Ints, column: Ints) -> Rectangles:
    """Smallest rectangles around the faces given for each."""
    far = np.iinfo(np.int64).max
    bottom, left = np.full(count, far), np.full(count, far)
    top, right = np.zeros(count, np.int64), np.zeros(count, np.int64)
    np.minimum.at(bottom, rectangle, line[face])
    np.minimum.at(left, rectangle, column[face])
    np.maximum.at(top, rectangle, line[face] + 1)
    np.maximum.at(right, rectangle, column[face] + 1)
    return Rectangles(bottom, top, left, right)


def _assemble(
    sides: list[_Side],
    parts: list[tuple[Rectangles, Overlaps]],
    lower_bound: int,
    proven: int,
) -> Covering:
    plane, low, size, shown = [], [], [], []
    count = 0
    for side, (tight, seen) in zip(sides, parts, strict=True):
        number, row = np.divmod(tight.bottom, side.runs.pitch)
        place, extent = (
            (row - 1, tight.left),
            (tight.top - tight.bottom, tight.right - tight.left),
        )
        # The two directions of an axis name the same two axes differently: rows of one are columns of the other.
        turn = 1 - 2 * (side.direction % 2)
        plane.append(number)
        low.append(place[::turn])
        size.append(extent[::turn])
        rectangle, face = _shown(side, seen)
        shown.append((side.face[face], rectangle + count))
        count += len(tight)
    planes = np.concatenate(plane)
    row, column = (np.concatenate(values) for values in zip(*low, strict=True))
    height, width = (np.concatenate(values) for values in zip(*size, strict=True))
    shown_face, shown_in = (np.concatenate(values) for values in zip(*shown, strict=True))
    order = np.lexsort((column, row, planes))
    rank = np.empty(count, np.int64)
    rank[order] = np.arange(count)
    return Covering(
        planes[order],
        row[order],
        column[order],
        height[order],
        width[order],
        shown_face,
        rank[shown_in],
        lower_bound,
        proven,
    )
