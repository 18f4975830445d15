"""Solid layers as runs: visible faces in, for each axis the runs of solid cells of every layer out, without a grid.

A *layer* is the cells at one coordinate along an axis. The faces of that axis lie on cells of one layer, whichever of
its two directions they look in. Along a row of a layer, solid cells begin and end at faces of another axis, so
nothing here follows the volume.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from .. import directions
from .exposure import Faces

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Runs:
    """Cells ``start .. end - 1`` of a line each, in order; ``line = group * pitch + row + 1``.

    A group is a layer, or one of the planes of faces on it. The rows of two groups are never next to each other.
    """

    pitch: int
    line: Ints
    start: Ints
    end: Ints

    def __len__(self) -> int:
        return len(self.line)

    @cached_property
    def starts(self) -> Ints:
        """(n,) int64 ``line * pitch + start``, ascending."""
        return self.line * self.pitch + self.start

    @cached_property
    def ends(self) -> Ints:
        """(n,) int64 ``line * pitch + end``, ascending."""
        return self.line * self.pitch + self.end

    def overlapping(self, line: Ints, start: Ints, end: Ints) -> tuple[Ints, Ints]:
        """First run, and number of runs, that share a cell with ``start .. end - 1`` of a line."""
        first = np.searchsorted(self.ends, line * self.pitch + start, side="right")
        last = np.searchsorted(self.starts, line * self.pitch + end, side="left")
        return first, np.maximum(last - first, 0)

    def contain(self, line: Ints, start: Ints, end: Ints) -> npt.NDArray[np.bool_]:
        """Whether one run contains all of ``start .. end - 1`` of a line."""
        run = np.maximum(np.searchsorted(self.starts, line * self.pitch + start, side="right") - 1, 0)
        inside: npt.NDArray[np.bool_] = (self.line[run] == line) & (self.start[run] <= start) & (self.end[run] >= end)
        return inside


def solid_runs(faces: Faces, axis: int) -> Runs:
    """List the runs of solid cells of all layers across an axis.

    Parameters
    ----------
    faces : Faces
    axis : int
        0, 1 or 2. Rows and columns of a layer are the v and u axes of the axis' positive direction.

    Returns
    -------
    Runs
        The groups of lines are the layers.
    """
    pitch = faces.span + 2
    column_direction = 2 * directions.U_AXIS[2 * axis]
    keys = []
    for direction in (column_direction + 1, column_direction):
        chosen = np.flatnonzero(faces.planes.direction[faces.plane] == direction)
        layer, row, _ = _in_layers(faces, chosen, axis)
        column = faces.planes.coordinate[faces.plane[chosen]]
        keys.append(np.sort((layer * pitch + row + 1) * pitch + column))
    line, start = np.divmod(keys[0], pitch)
    return Runs(pitch, line, start, keys[1] % pitch)


def face_runs(faces: Faces, direction: int) -> tuple[Runs, Ints]:
    """List the runs of faces of one direction.

    Parameters
    ----------
    faces : Faces
    direction : int

    Returns
    -------
    runs : Runs
        The groups of lines are the planes; rows and columns are those of `solid_runs`.
    face : (n,) int64
        The faces of that direction in the order of the runs.
    """
    pitch = faces.span + 2
    face = np.flatnonzero(faces.planes.direction[faces.plane] == direction)
    _, row, column = _in_layers(faces, face, direction // 2)
    key = (faces.plane[face] * pitch + row + 1) * pitch + column
    order = np.argsort(key)
    key = key[order]
    return joined_runs(pitch, key, key + 1), face[order]


def joined_runs(pitch: int, start: Ints, end: Ints) -> Runs:
    """Join runs that follow one another without a gap.

    Parameters
    ----------
    pitch : int
    start, end : (n,) int64
        ``line * pitch + column`` of each run's first cell and of the one after its last, ascending, disjoint.

    Returns
    -------
    Runs
    """
    apart = start[1:] != end[:-1]
    edge = np.ones(min(len(start), 1), bool)
    first, last = np.concatenate([edge, apart]), np.concatenate([apart, edge])
    line, column = np.divmod(start[first], pitch)
    return Runs(pitch, line, column, end[last] - line * pitch)


def _in_layers(faces: Faces, chosen: Ints, axis: int) -> tuple[Ints, Ints, Ints]:
    """Layer, row and column of the cells of faces, in layers across an axis."""
    cell = faces.cells(chosen)
    return (
        cell[axis],
        cell[directions.V_AXIS[2 * axis]],
        cell[directions.U_AXIS[2 * axis]],
    )
