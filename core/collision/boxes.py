"""Boxes of cells, (n, 3) low and high corners, and solid cells as a small grid with the lattice planes between them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..borders import require_array
from ..errors import LimitError
from ..mesh import bits

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

MAX_CELLS = 1 << 28
"""Cells of a grid: a byte each."""


@dataclass(frozen=True, eq=False)
class Boxes:
    """Boxes on a lattice.

    Raises
    ------
    OptionError
        If an array has another shape or type.
    """

    low: Ints
    """(n, 3) int64 lattice points."""
    high: Ints
    """(n, 3) int64 lattice points, higher along each axis."""

    def __post_init__(self) -> None:
        require_array(self.low, "low", (None, 3), "i", np.int64)
        require_array(self.high, "high", (len(self.low), 3), "i", np.int64)

    def __len__(self) -> int:
        return len(self.low)

    @property
    def volume(self) -> Ints:
        """(n,) int64 cells in each."""
        volume: Ints = (self.high - self.low).prod(axis=1)
        return volume

    def in_order(self) -> Boxes:
        """The same boxes in lexicographic order of their low corners, then of their high ones."""
        order = np.lexsort((*self.high.T[::-1], *self.low.T[::-1]))
        return Boxes(self.low[order], self.high[order])


@dataclass(frozen=True)
class Grid:
    """Solid cells in which rows of equal layers are one: what a layer holds changes at each of its planes."""

    solid: Flags
    """(x, y, z) bool."""
    planes: tuple[Ints, Ints, Ints]
    """(x + 1,), (y + 1,), (z + 1,) int64, ascending: the lattice planes between the layers."""

    def boxes(self, corners: Ints) -> Boxes:
        """Boxes of this grid, (n, 6) low and high corners, on the lattice."""
        x, y, z = self.planes
        low = np.stack([x[corners[:, 0]], y[corners[:, 1]], z[corners[:, 2]]], axis=1)
        high = np.stack([x[corners[:, 3]], y[corners[:, 4]], z[corners[:, 5]]], axis=1)
        return Boxes(low, high).in_order()

    def boxes_volume(self, corners: Ints) -> Ints:
        """(n,) int64: how many cells boxes of this grid, (n, 6), stand for."""
        sides = [plane[corners[:, axis + 3]] - plane[corners[:, axis]] for axis, plane in enumerate(self.planes)]
        volume: Ints = sides[0] * sides[1] * sides[2]
        return volume

    @property
    def volumes(self) -> Ints:
        """(x, y, z) int64: how many cells each one of the grid stands for, be it solid or not."""
        x, y, z = map(np.diff, self.planes)
        volumes: Ints = x[:, None, None] * y[:, None] * z
        return volumes


def grid_of(solid: bits.Words, depth: int, corner: Ints) -> Grid:
    """Squeeze solid cells: layers that are like the one before are left out.

    Parameters
    ----------
    solid : (x, y, w) uint64
    depth : int
        Cells along z.
    corner : (3,) int64
        Lattice point of the first cell.

    Returns
    -------
    Grid

    Raises
    ------
    LimitError
        If it still has more than `MAX_CELLS` cells.
    """
    x = _changes((solid[1:] != solid[:-1]).any(axis=(1, 2)))
    y = _changes((solid[:, 1:] != solid[:, :-1]).any(axis=(0, 2)))
    starts = bits.positions(solid & ~bits.shifted_up(solid))[2]
    ends = bits.positions(solid & ~bits.shifted_down(solid))[2] + 1
    z = np.flatnonzero(np.bincount(np.concatenate([starts, ends]), minlength=depth + 1)[:depth])
    z = z if len(z) and z[0] == 0 else np.append(0, z)
    if len(x) * len(y) * len(z) > MAX_CELLS:
        sides = f"{len(x):,} x {len(y):,} x {len(z):,}"
        raise LimitError(f"the voxels make {sides} different layers, too many for boxes; keep the objects apart")
    at = solid[x][:, y][:, :, z >> 6]
    cells = (at >> (z & 63).astype(np.uint64) & np.uint64(1)) > 0
    ends_at = (*solid.shape[:2], depth)
    planes = [np.append(first, end) + low for first, end, low in zip((x, y, z), ends_at, corner, strict=True)]
    return Grid(cells, (planes[0], planes[1], planes[2]))


def _changes(differ: Flags) -> Ints:
    """The first layer, and those that differ from the one before."""
    return np.append(0, np.flatnonzero(differ) + 1)
