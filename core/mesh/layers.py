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
    """Cells ``start .. end - 1`` of a line each, in order; ``line = layer * pitch + row + 1``.

    The rows of two layers are thus never next to each other.
    """

    pitch: int
    line: Ints
    start: Ints
    end: Ints

    def __len__(self) -> int:
        return len(self.line)

    @cached_property
    def _starts(self) -> Ints:
        return self.line * self.pitch + self.start

    @cached_property
    def _ends(self) -> Ints:
        return self.line * self.pitch + self.end

    def overlapping(self, line: Ints, start: Ints, end: Ints) -> tuple[Ints, Ints]:
        """First run, and number of runs, that share a cell with ``start .. end - 1`` of a line."""
        first = np.searchsorted(self._ends, line * self.pitch + start, side="right")
        last = np.searchsorted(self._starts, line * self.pitch + end, side="left")
        return first, np.maximum(last - first, 0)

    def contain(self, line: Ints, start: Ints, end: Ints) -> npt.NDArray[np.bool_]:
        """Whether one run contains all of ``start .. end - 1`` of a line."""
        run = np.maximum(np.searchsorted(self._starts, line * self.pitch + start, side="right") - 1, 0)
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
    """
    row_axis, column_axis = directions.V_AXIS[2 * axis], directions.U_AXIS[2 * axis]
    pitch = faces.span + 2
    keys = []
    for direction in (2 * column_axis + 1, 2 * column_axis):
        chosen = np.flatnonzero(faces.planes.direction[faces.plane] == direction)
        cell = faces.cells(chosen)
        column = faces.planes.coordinate[faces.plane[chosen]]
        keys.append(np.sort(((cell[axis] * pitch + cell[row_axis] + 1) * pitch) + column))
    line, start = np.divmod(keys[0], pitch)
    return Runs(pitch, line, start, keys[1] % pitch)


def face_runs(faces: Faces, direction: int) -> tuple[Runs, Ints]:
    """List the runs of faces of one direction, in the same lines as `solid_runs` of its axis.

    Parameters
    ----------
    faces : Faces
    direction : int

    Returns
    -------
    runs : Runs
    face : (n,) int64
        The faces of that direction in the order of the runs.
    """
    axis = direction // 2
    row_axis, column_axis = directions.V_AXIS[2 * axis], directions.U_AXIS[2 * axis]
    pitch = faces.span + 2
    face = np.flatnonzero(faces.planes.direction[faces.plane] == direction)
    cell = faces.cells(face)
    key = (cell[axis] * pitch + cell[row_axis] + 1) * pitch + cell[column_axis]
    order = np.argsort(key)
    key = key[order]
    joined = key[1:] == key[:-1] + 1
    first = np.flatnonzero(np.concatenate([[True], ~joined])[: len(key)])
    last = np.flatnonzero(np.concatenate([~joined, [True]])[: len(key)])
    line, start = np.divmod(key[first], pitch)
    return Runs(pitch, line, start, key[last] % pitch + 1), face[order]
