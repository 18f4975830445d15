"""Visible faces of a voxel grid: (x, y, z) uint8 in, one entry per face out, sorted by plane, row and column."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .. import directions
from . import bits
from .cavities import sealed_cavities

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Faces:
    """All visible faces, sorted by (plane, row, column).

    A plane is one direction at one plane coordinate: ``plane = direction * span + coordinate``.
    """

    span: int
    """Planes of one direction: the longest side of the grid and one."""
    plane: Ints
    """(F,) int64."""
    row: Ints
    """(F,) int64, the cell along the plane's v axis."""
    column: Ints
    """(F,) int64, the cell along the plane's u axis."""
    color: npt.NDArray[np.uint8]
    """(F,) uint8 palette index."""
    shell_voxels: int
    """Cells with at least one of these faces."""

    def __len__(self) -> int:
        return len(self.plane)

    def cells(self, chosen: Ints | npt.NDArray[np.bool_]) -> Ints:
        """The filled cells of the chosen faces: (3, n) int64 in the grid's axes."""
        direction, coordinate = np.divmod(self.plane[chosen], self.span)
        cells = np.empty((3, len(direction)), np.int64)
        each = np.arange(len(direction))
        cells[directions.AXIS[direction], each] = coordinate - (directions.SIGN[direction] > 0)
        cells[directions.U_AXIS[direction], each] = self.column[chosen]
        cells[directions.V_AXIS[direction], each] = self.row[chosen]
        return cells


def visible_faces(grid: npt.NDArray[np.uint8], interior: str) -> Faces:
    """Find the faces between filled cells and air.

    Parameters
    ----------
    grid : (x, y, z) uint8
        Palette indices, 0 is air.
    interior : {"remove", "keep"}
        ``remove`` leaves out the faces of sealed cavities.

    Returns
    -------
    Faces
    """
    solid = bits.pack(grid != 0)
    if interior == "remove":
        sealed = sealed_cavities(solid, grid.shape[2])
        if sealed is not None:
            solid |= sealed
    span = max(grid.shape) + 1
    shell = np.zeros_like(solid)
    found = []
    for direction in range(6):
        exposed = solid & ~_neighbours(solid, direction)
        shell |= exposed
        cells = bits.positions(exposed)
        coordinate = cells[directions.AXIS[direction]] + (directions.SIGN[direction] > 0)
        place = (
            coordinate + direction * span,
            cells[directions.V_AXIS[direction]],
            cells[directions.U_AXIS[direction]],
        )
        order = np.argsort((place[0] * span + place[1]) * span + place[2])
        found.append([values[order] for values in (*place, grid[cells])])
    plane, row, column, color = (np.concatenate(parts) for parts in zip(*found, strict=True))
    return Faces(span, plane, row, column, color, bits.count(shell))


def _neighbours(solid: bits.Words, direction: int) -> bits.Words:
    """For every cell, whether the next cell in this direction is solid."""
    axis, sign = directions.AXIS[direction], directions.SIGN[direction]
    if axis == 2:
        return bits.shifted_down(solid) if sign > 0 else bits.shifted_up(solid)
    near, far = [slice(None)] * 3, [slice(None)] * 3
    near[axis], far[axis] = (slice(None, -1), slice(1, None)) if sign > 0 else (slice(1, None), slice(None, -1))
    moved = np.zeros_like(solid)
    moved[tuple(near)] = solid[tuple(far)]
    return moved
