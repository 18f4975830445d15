"""Where the surface of a set of cells is: (n, 3) integers in, the cubes that it passes and blurred occupancy out.

Cells that fill a fair share of their box are kept as a grid; others as sorted keys, so that time and memory follow the
cells and not the space between them. Both number cells alike: by a key that grows by a stride along each axis.
"""

from __future__ import annotations

import math
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ..arrays import distinct
from ..errors import LimitError
from ..mesh.squeeze import Squeeze
from .cases import CORNER

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]
Cases = npt.NDArray[np.uint8]
Bools = npt.NDArray[np.bool_]
Integers = npt.NDArray[np.integer[Any]]

DENSE = 32
"""Cells of its box to a filled cell up to which a grid is kept."""
SMALL = 4096
"""Cells of a box that is kept as a grid in any case."""
MAX_GRID = 1 << 28
"""Cells a grid may have: with blurring, 13 bytes each."""
MAX_CELLS = 1 << 25
"""Filled cells that may be kept as keys: with all around them, some 600 bytes each."""


class Space(Protocol):
    """Cells of a body, and of others beside it, with room around them."""

    strides: Ints
    """(3,) int64: by how much the key of a cell grows along each axis."""

    def cubes(self) -> tuple[Ints, Cases]:
        """Keys (c,) int64, ascending, of the lowest cells of all cubes the body's surface passes, and their cases."""

    def place(self, keys: Ints) -> Ints:
        """Which of the cubes have these keys; all of them are cubes of the surface."""

    def occupancy(self, keys: Ints, steps: int) -> Floats:
        """How much of what is around cells is filled, (n,) float32 from 0 to 1, after blurring."""

    def colors(self, keys: Ints) -> Cases:
        """Palette indices (n,) uint8 of cells, of the body or of others; 0 where there is none."""

    def corners(self, keys: Ints) -> Ints:
        """Where the lowest cells of cubes of the surface are in the model, (n, 3) int64."""


def space_of(positions: Integers, indices: Cases, own: Bools, blur: int) -> Space:
    """Keep cells, as a grid or as keys.

    Parameters
    ----------
    positions : (n, 3) integers
        n > 0.
    indices : (n,) uint8
        Their palette indices, none 0.
    own : (n,) bool
        Which are of the body; others count for how much is filled only.
    blur : int
        How often occupancy shall be blurred.

    Returns
    -------
    Space

    Raises
    ------
    LimitError
        If they are too many for where they are, or reach too far even without the space between them.
    """
    low, high = positions.min(axis=0).astype(np.int64), positions.max(axis=0).astype(np.int64)
    # In Python's numbers, which know no overflow.
    box = math.prod(int(side) + 2 * blur + 3 for side in high - low)
    if box <= min(DENSE * len(positions) + SMALL, MAX_GRID):
        return _Grid(positions, indices, own, blur + 1)
    if len(positions) > MAX_CELLS:
        raise LimitError(
            f"a smooth surface of {len(positions):,} cells that lie so far apart needs too much memory; make parts of "
            f"{MAX_CELLS:,} cells or fewer"
        )
    return _Keys(positions, indices, own, blur + 1)


class _Grid:
    """Cells of a box, with a margin that keeps what shifts from one row into the next away from the cells."""

    def __init__(self, positions: Integers, indices: Cases, own: Bools, margin: int) -> None:
        low, high = positions.min(axis=0).astype(np.int64), positions.max(axis=0).astype(np.int64)
        self._low = low - margin
        x, y, z = (high - low + 1 + 2 * margin).tolist()
        self._shape = x, y, z
        self.strides = np.array([y * z, z, 1], np.int64)
        # Column by column, which is many times as fast as a product of matrices of integers.
        columns = [positions[:, axis].astype(np.int64) - int(self._low[axis]) for axis in range(3)]
        keys = (columns[0] * y + columns[1]) * z + columns[2]
        self._palette = np.zeros(x * y * z, np.uint8)
        self._palette[keys] = indices
        self._own = self._palette != 0
        if not own.all():
            self._own[keys[~own]] = False
        self._blurred: Floats | None = None

    def cubes(self) -> tuple[Ints, Cases]:
        """See `Space`."""
        case = self._own.astype(np.uint8)
        for stride, bits in zip(self.strides[::-1].tolist(), (1, 2, 4), strict=True):
            # What comes in from the next row is margin.
            case[:-stride] |= case[stride:] << bits
        keys = np.flatnonzero(case + np.uint8(1) > 1)
        self._places = np.empty(len(case), np.int32)
        self._places[keys] = np.arange(len(keys), dtype=np.int32)
        return keys, case[keys]

    def place(self, keys: Ints) -> Ints:
        """See `Space`."""
        places: Ints = self._places[keys].astype(np.int64)
        return places

    def occupancy(self, keys: Ints, steps: int) -> Floats:
        """See `Space`."""
        if self._blurred is None:
            self._blurred = (self._palette != 0).astype(np.float32)
            for _step in range(steps):
                for stride in self.strides.tolist():
                    self._blurred = _blurred(self._blurred, stride)
        return self._blurred[keys] * np.float32(64.0**-steps)

    def colors(self, keys: Ints) -> Cases:
        """See `Space`."""
        return self._palette[keys]

    def corners(self, keys: Ints) -> Ints:
        """See `Space`."""
        corners: Ints = np.stack(np.unravel_index(keys, self._shape), axis=1) + self._low
        return corners


def _blurred(values: Floats, stride: int) -> Floats:
    """Sums of each value and its neighbours along an axis, weighted 1, 2, 1; exact, for they stay below 2 ** 24."""
    pairs = values[:-stride] + values[stride:]
    blurred = np.zeros_like(values)
    np.add(pairs[:-stride], pairs[stride:], out=blurred[stride:-stride])
    return blurred


class _Keys:
    """Cells far apart, as sorted keys; of what is empty along a whole plane a margin is kept only."""

    def __init__(self, positions: Integers, indices: Cases, own: Bools, margin: int) -> None:
        self._squeeze = Squeeze(positions, room=2 * margin)
        near = self._squeeze.squeezed(positions).astype(np.int64) + margin
        self._margin = margin
        x, y, z = (int(side) + 1 + margin for side in near.max(axis=0))
        if x * y * z >= 1 << 60:
            raise LimitError("the voxels reach too far to be made smooth as one; keep the objects apart")
        self._shape = x, y, z
        self.strides = np.array([y * z, z, 1], np.int64)
        keys: Ints = (near[:, 0] * y + near[:, 1]) * z + near[:, 2]
        order = np.argsort(keys)
        self._keys, self._palette, self._own = keys[order], indices[order], keys[order[own[order]]]

    def cubes(self) -> tuple[Ints, Cases]:
        """See `Space`."""
        parts = [self._own - int((CORNER[corner] * self.strides).sum()) for corner in range(8)]
        cubes = distinct(np.concatenate(parts))
        case = np.zeros(len(cubes), np.uint8)
        for corner, part in enumerate(parts):
            # A cell is a given corner of one cube only.
            case[np.searchsorted(cubes, part)] |= np.uint8(1 << corner)
        passed = case != 255
        self._cubes = cubes[passed]
        return self._cubes, case[passed]

    def place(self, keys: Ints) -> Ints:
        """See `Space`."""
        return np.searchsorted(self._cubes, keys).astype(np.int64)

    def occupancy(self, keys: Ints, steps: int) -> Floats:
        """See `Space`."""
        band, bands = distinct(keys), []
        for stride in self.strides.tolist() * steps:
            bands.append((stride, band))
            band = distinct(np.concatenate([band - stride, band, band + stride]))
        value = (self.colors(band) != 0).astype(np.float32)
        for stride, wanted in reversed(bands):
            low, middle, high = (value[np.searchsorted(band, wanted + step)] for step in (-stride, 0, stride))
            band, value = wanted, low + 2 * middle + high
        occupancy: Floats = value[np.searchsorted(band, keys)] * np.float32(64.0**-steps)
        return occupancy

    def colors(self, keys: Ints) -> Cases:
        """See `Space`."""
        place = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        return np.where(self._keys[place] == keys, self._palette[place], 0).astype(np.uint8)

    def corners(self, keys: Ints) -> Ints:
        """See `Space`."""
        near = np.stack(np.unravel_index(keys, self._shape), axis=1) - self._margin
        # The next cell on an axis has filled ones beside it or is just behind one, and these know where they were.
        return self._squeeze.spread((near + 1).astype(np.int32)) - 1
