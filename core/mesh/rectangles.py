"""Polygons cut into the fewest rectangles: faces and traced polygons in, rectangles that do not overlap out.

Every corner that turns away from the faces (a *reflex* corner) needs a cut that starts there. A straight cut between
two of them, a *chord*, serves both; so the fewest rectangles come from the most chords of which no two touch. Chords
along rows and chords along columns touch in a bipartite graph, where a largest independent set is what a smallest
vertex cover leaves. The remaining reflex corners are cut straight on until something stops the cut.

A polygon of N corners and h holes then has N / 2 + h - 1 - L rectangles for L chords.

References
----------
Ohtsuki 1982, "Minimum dissection of rectilinear regions"; Ferrari, Sankar, Sklansky 1984, "Minimal rectangular
partitions of digitized blobs"; Eppstein 2009, "Graph-theoretic solutions to computational geometry problems".
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..arrays import common, concatenated_ranges
from ..errors import GeometryError
from ..matching import largest_independent_set
from ..progress import Progress, part, unheard
from .contours import Polygons
from .exposure import Faces

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Partition:
    """Rectangles of faces, sorted by plane, row and column, and the one that each face is in."""

    plane: Ints
    row: Ints
    """(R,) int64 lowest row of faces."""
    column: Ints
    """(R,) int64 leftmost column of faces."""
    height: Ints
    width: Ints
    face_rectangle: Ints
    """(F,) int64."""


class _Way:
    """One of the two ways to cut, along rows or along columns: the faces in that order, and the reflex corners.

    Cuts along a way part faces that are neighbours across it, so they end runs of the other way.
    """

    def __init__(self, faces: Faces, corners: _Reflex, *, along_rows: bool) -> None:
        self.pitch = faces.span + 2
        line, position = (faces.row, faces.column) if along_rows else (faces.column, faces.row)
        key = (faces.plane * self.pitch + line) * self.pitch + position
        self.face = np.argsort(key)
        """(F,) int64: the faces in this order."""
        self.parted = np.zeros(len(faces), bool)
        """(F,) bool: a cut parts the face from the one before it in this order."""
        self._key = key[self.face]
        self._joined = self._key[1:] == self._key[:-1] + 1
        line, position = (corners.row, corners.column) if along_rows else (corners.column, corners.row)
        self.line = corners.plane * self.pitch + line
        """(C,) int64: the line of each corner, which the faces above or right of it have too."""
        self.position = position
        """(C,) int64: where on its line each corner is."""
        self.forward = corners.rightwards if along_rows else corners.upwards
        """(C,) bool: a cut that starts at the corner goes to higher positions."""

    def place(self, line: Ints, position: Ints) -> Ints:
        """Places in this order of faces that exist."""
        return np.searchsorted(self._key, line * self.pitch + position)

    def runs(self) -> tuple[Ints, Ints]:
        """First and last place of the run that each place in this order is in."""
        together = self._joined & ~self.parted[self.face][1:]
        first = np.concatenate([[True], ~together])
        run = np.cumsum(first) - 1
        return np.flatnonzero(first)[run], np.flatnonzero(np.concatenate([~together, [True]]))[run]

    def rays(self) -> tuple[Ints, Flags]:
        """Where straight cuts from the corners end, and whether the faces go on there on one side: a chord."""
        first, last = self.runs()
        beside = np.where(self.forward, self.position, self.position - 1)
        ends = []
        for line in (self.line, self.line - 1):
            place = self.place(line, beside)
            after = self._key[last[place]] % self.pitch + 1
            ends.append(np.where(self.forward, after, self._key[first[place]] % self.pitch))
        return np.where(self.forward, np.minimum(*ends), np.maximum(*ends)), ends[0] != ends[1]

    def cut(self, line: Ints, start: Ints, end: Ints, other: _Way) -> None:
        """Part the faces on both sides of straight cuts along lines of this way."""
        low, high = np.minimum(start, end), np.maximum(start, end)
        owner, position = concatenated_ranges(low, high - low)
        other.parted[self.face[self.place(line[owner], position)]] = True


@dataclass(frozen=True)
class _Reflex:
    """Corners that turn away from the faces, and which way a straight cut leaves each along its row and column."""

    plane: Ints
    row: Ints
    column: Ints
    polygon: Ints
    rightwards: Flags
    upwards: Flags


@dataclass(frozen=True)
class _Chords:
    """Straight cuts of one way between two reflex corners."""

    line: Ints
    low: Ints
    high: Ints
    corners: Ints
    """(n, 2) int64."""


def cut_into_rectangles(faces: Faces, polygons: Polygons, progress: Progress = unheard) -> Partition:
    """Cut all polygons into the fewest rectangles.

    Of several ways with as few, one with short cuts is preferred: the lighter side of each independent choice of
    chords, and for the other cuts of a polygon the direction in which they are shorter in sum.

    Parameters
    ----------
    faces : Faces
    polygons : Polygons
    progress : Progress, optional

    Returns
    -------
    Partition

    Raises
    ------
    GeometryError
        If the number of rectangles of a polygon is not what the formula says.
    """
    corners = _reflex_corners(polygons)
    rows, columns = (
        _Way(faces, corners, along_rows=True),
        _Way(faces, corners, along_rows=False),
    )
    progress(0.1)
    row_chords, column_chords = (_chords(way) for way in (rows, columns))
    chosen = _without_contact(row_chords, column_chords, rows.pitch, part(progress, 0.2, 0.7))
    served = np.zeros(len(corners.plane), bool)
    ways = ((rows, columns, row_chords), (columns, rows, column_chords))
    for (way, other, chords), picked in zip(ways, chosen, strict=True):
        way.cut(chords.line[picked], chords.low[picked], chords.high[picked], other)
        served[chords.corners[picked]] = True
    progress(0.7)
    _cut_rest(rows, columns, corners.polygon, ~served)
    progress(0.9)
    partition = _read_partition(faces, rows, columns)
    ends = np.concatenate([row_chords.corners[chosen[0], 0], column_chords.corners[chosen[1], 0]])
    _check_numbers(
        polygons,
        partition,
        np.bincount(corners.polygon[ends], minlength=polygons.count),
    )
    return partition


def _reflex_corners(polygons: Polygons) -> _Reflex:
    before = np.empty_like(polygons.following)
    before[polygons.following] = np.arange(len(before))
    across = [
        polygons.column[polygons.following] - polygons.column,
        polygons.column - polygons.column[before],
    ]
    along = [
        polygons.row[polygons.following] - polygons.row,
        polygons.row - polygons.row[before],
    ]
    reflex = across[1] * along[0] - along[1] * across[0] < 0
    # A cut goes on where a contour side ends: against the side that leaves, or along the one that arrives.
    rightwards = np.where(along[0] == 0, across[0] < 0, across[1] > 0)
    upwards = np.where(along[0] == 0, along[1] > 0, along[0] < 0)
    corner = np.flatnonzero(reflex)
    return _Reflex(
        polygons.plane[corner],
        polygons.row[corner],
        polygons.column[corner],
        polygons.polygon[corner],
        rightwards[corner],
        upwards[corner],
    )


def _chords(way: _Way) -> _Chords:
    end, is_chord = way.rays()
    corner = np.flatnonzero(is_chord)
    low = np.minimum(way.position, end)[corner]
    order = np.lexsort((way.position[corner], low, way.line[corner]))
    pairs = corner[order].reshape(-1, 2)
    return _Chords(
        way.line[pairs[:, 0]],
        way.position[pairs[:, 0]],
        way.position[pairs[:, 1]],
        pairs,
    )


def _without_contact(
    row_chords: _Chords, column_chords: _Chords, pitch: int, progress: Progress
) -> tuple[Flags, Flags]:
    """As many chords as possible of which no two share a point."""
    across, column = concatenated_ranges(row_chords.low, row_chords.high - row_chords.low + 1)
    point = row_chords.line[across] * pitch + column
    along, row = concatenated_ranges(column_chords.low, column_chords.high - column_chords.low + 1)
    plane, column = np.divmod(column_chords.line[along], pitch)
    other_point = (plane * pitch + row) * pitch + column
    progress(0)
    here, there = common(point, other_point)
    return largest_independent_set(
        across[here],
        along[there],
        row_chords.high - row_chords.low,
        column_chords.high - column_chords.low,
        progress,
    )


def _cut_rest(rows: _Way, columns: _Way, polygon: Ints, left: Flags) -> None:
    """Cut at the corners that no chord serves, all those of a polygon along rows or all along columns."""
    ends = [way.rays()[0] for way in (rows, columns)]
    length = [np.abs(end - way.position) * left for end, way in zip(ends, (rows, columns), strict=True)]
    count = int(polygon.max(initial=-1)) + 1
    total = [np.bincount(polygon, values, count) for values in length]
    along_rows = (total[0] <= total[1])[polygon]
    for way, other, end, chosen in (
        (rows, columns, ends[0], along_rows),
        (columns, rows, ends[1], ~along_rows),
    ):
        chosen = chosen & left
        way.cut(way.line[chosen], way.position[chosen], end[chosen], other)


def _read_partition(faces: Faces, rows: _Way, columns: _Way) -> Partition:
    """Every rectangle has one face that is first in its run of both ways: its lowest, leftmost one."""
    places = []
    for way in (rows, columns):
        first, last = way.runs()
        start, size = np.empty_like(first), np.empty_like(first)
        start[way.face], size[way.face] = way.face[first], last - first + 1
        places.append((start, size))
    (row_start, width), (column_start, height) = places
    here = np.arange(len(faces))
    lowest = np.flatnonzero((row_start == here) & (column_start == here))
    number = np.empty(len(faces), np.int64)
    number[lowest] = np.arange(len(lowest))
    return Partition(
        plane=faces.plane[lowest],
        row=faces.row[lowest],
        column=faces.column[lowest],
        height=height[lowest],
        width=width[lowest],
        face_rectangle=number[column_start[row_start]],
    )


def _check_numbers(polygons: Polygons, partition: Partition, chords: Ints) -> None:
    rectangles = np.zeros(len(partition.plane), np.int64)
    rectangles[partition.face_rectangle] = polygons.face_polygon
    found = np.bincount(rectangles, minlength=polygons.count)
    wanted = polygons.corners // 2 + polygons.holes - 1 - chords
    wrong = np.flatnonzero(found != wanted)
    if len(wrong):
        p = wrong[0]
        raise GeometryError(f"polygon {p} was cut into {found[p]:,} rectangles instead of {wanted[p]:,}")
