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
class Planes:
    """Where faces can merge: one direction, one plane coordinate, and one merging key each; sorted by these."""

    direction: Ints
    """(K,) int64 into the table of `directions`."""
    coordinate: Ints
    """(K,) int64 lattice coordinate along the normal's axis."""
    key: Ints
    """(K,) int64."""

    def __len__(self) -> int:
        return len(self.direction)


@dataclass(frozen=True)
class Faces:
    """All visible faces, sorted by (plane, row, column)."""

    planes: Planes
    plane: Ints
    """(F,) int64 into planes."""
    row: Ints
    """(F,) int64, the cell along the plane's v axis."""
    column: Ints
    """(F,) int64, the cell along the plane's u axis."""
    color: npt.NDArray[np.uint8]
    """(F,) uint8 palette index."""
    shell_voxels: int
    """Cells with at least one of these faces."""
    span: int
    """More than any lattice coordinate."""

    def __len__(self) -> int:
        return len(self.plane)

    def cells(self, chosen: Ints | npt.NDArray[np.bool_]) -> Ints:
        """The filled cells of the chosen faces: (3, n) int64 in the grid's axes."""
        plane = self.plane[chosen]
        direction = self.planes.direction[plane]
        cells = np.empty((3, len(plane)), np.int64)
        each = np.arange(len(plane))
        cells[directions.AXIS[direction], each] = self.planes.coordinate[plane] - (directions.SIGN[direction] > 0)
        cells[directions.U_AXIS[direction], each] = self.column[chosen]
        cells[directions.V_AXIS[direction], each] = self.row[chosen]
        return cells


def visible_faces(grid: npt.NDArray[np.uint8], interior: str, key_of_color: Ints | None = None) -> Faces:
    """Find the faces between filled cells and air.

    Parameters
    ----------
    grid : (x, y, z) uint8
        Palette indices, 0 is air.
    interior : {"remove", "keep"}
        ``remove`` leaves out the faces of sealed cavities.
    key_of_color : (256,) int64, optional
        The merging key of each palette index: only faces of one key are ever merged. By default all are.

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
    key_of_color = np.zeros(256, np.int64) if key_of_color is None else key_of_color
    keys = np.unique(key_of_color, return_inverse=True)[1].reshape(-1)
    shell = np.zeros_like(solid)
    found = []
    for direction in range(6):
        exposed = solid & ~_neighbours(solid, direction)
        shell |= exposed
        cells = bits.positions(exposed)
        coordinate = cells[directions.AXIS[direction]] + (directions.SIGN[direction] > 0)
        row, column = (
            cells[directions.V_AXIS[direction]],
            cells[directions.U_AXIS[direction]],
        )
        color = grid[cells]
        plane = (direction * span + coordinate) * (int(keys.max()) + 1) + keys[color]
        order = np.argsort((plane * span + row) * span + column)
        found.append([values[order] for values in (plane, row, column, color)])
    plane, row, column, color = (np.concatenate(parts) for parts in zip(*found, strict=True))
    planes, number = _numbered(plane, span, int(keys.max()) + 1)
    return Faces(planes, number, row, column, color, bits.count(shell), span)


def _numbered(plane: Ints, span: int, keys: int) -> tuple[Planes, Ints]:
    """The planes that occur, and the number of each face's plane; planes are in ascending order."""
    first = np.diff(plane, prepend=-1) > 0
    place, key = np.divmod(plane[first], keys)
    direction, coordinate = np.divmod(place, span)
    return Planes(direction, coordinate, key), np.cumsum(first) - 1


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
