"""A TDCZ chunk, as the game Teardown compresses its models -> voxels, (n, 4) uint8 of x, y, z and palette index."""

from __future__ import annotations

import math
import zlib

import numpy as np
import numpy.typing as npt

from ...errors import LimitError
from .chunks import Chunk
from .fields import Fields
from .notes import Notes
from .records import LARGEST_SIDE

MAX_CELLS_INFLATED = 500_000_000
"""Cells that all compressed models of a file may have together: bounds the time."""
MAX_VOXELS_INFLATED = 50_000_000
"""Filled cells that all compressed models of a file may have together: bounds the memory."""


class Inflater:
    """Unpacks the compressed models of one file and sees to it that together they stay within the limits."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes
        self._cells = 0
        self._voxels = 0

    def voxels(self, chunk: Chunk) -> npt.NDArray[np.uint8]:
        """Unpack one model: three sides, then zlib data of one byte a cell, x fastest and z slowest.

        Parameters
        ----------
        chunk : Chunk
            A TDCZ chunk.

        Returns
        -------
        (n, 4) uint8
            x, y, z and palette index of the filled cells.

        Raises
        ------
        LimitError
            If the models of the file unpack to too much.
        """
        fields = Fields(chunk, self._notes)
        sides = fields.integers(3)
        if len(sides) < 3 or not all(0 < side <= LARGEST_SIDE for side in sides):
            self._notes.add(
                "tdcz",
                f"the TDCZ chunk at byte {chunk.offset:,} has no sound size; it was read as empty",
            )
            return np.zeros((0, 4), np.uint8)
        self._cells += math.prod(sides)
        cells = self._unpack(chunk, fields.position, math.prod(sides)) if self._cells <= MAX_CELLS_INFLATED else b""
        grid = np.frombuffer(cells, np.uint8)
        self._voxels += int(np.count_nonzero(grid))
        if self._cells > MAX_CELLS_INFLATED or self._voxels > MAX_VOXELS_INFLATED:
            raise LimitError(
                f"the file's compressed models (TDCZ) unpack to more than {MAX_CELLS_INFLATED:,} cells "
                f"or {MAX_VOXELS_INFLATED:,} voxels; split it into several files"
            )
        return _filled(grid.reshape(sides[::-1]))

    def _unpack(self, chunk: Chunk, start: int, cells: int) -> bytes:
        """One byte for each cell; those that damaged data does not give are empty."""
        try:
            # The game never finishes its zlib stream, so only what comes out can tell whether it is whole.
            unpacked = zlib.decompressobj().decompress(chunk.content[start:], cells)
        except zlib.error:
            unpacked = b""
        if len(unpacked) < cells:
            self._notes.add(
                "tdcz",
                f"the TDCZ chunk at byte {chunk.offset:,} is damaged; it gave {len(unpacked):,} of {cells:,} cells",
            )
        return unpacked.ljust(cells, b"\0")


def _filled(grid: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """(n, 4) uint8 x, y, z, index of a grid (z, y, x)."""
    # Plane by plane: the int64 indices of a whole full grid would take 24 bytes a cell.
    voxels = np.empty((int(np.count_nonzero(grid)), 4), np.uint8)
    end = 0
    for z, plane in enumerate(grid):
        y, x = np.nonzero(plane)
        start, end = end, end + len(x)
        rows = voxels[start:end]
        rows[:, 0], rows[:, 1], rows[:, 2], rows[:, 3] = x, y, z, plane[y, x]
    return voxels
