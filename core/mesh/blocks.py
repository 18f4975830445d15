"""A volume longer than a part of a mesh may be in; planes that part its faces, so that no polygon crosses them, out.

Faces are parted, not triangles: each block's faces merge among themselves only, and the model stays one mesh.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..arrays import distinct
from . import bits
from .volume import Volume

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Blocks:
    """Cuts across each axis."""

    cuts: tuple[Ints, Ints, Ints]
    """For each axis (n,) int64, ascending: lattice coordinates, each the first cell of the next block."""
    filled: Ints | None = None
    """(m,) int64, ascending: the blocks that have cells, if only these are numbered."""

    @property
    def count(self) -> int:
        """Number of blocks."""
        return int(np.prod([len(cuts) + 1 for cuts in self.cuts])) if self.filled is None else len(self.filled)

    def of(self, cells: tuple[Ints, Ints, Ints]) -> Ints:
        """The block of each cell.

        Parameters
        ----------
        cells : three (n,) int64
            x, y, z.

        Returns
        -------
        (n,) int64
        """
        number = np.zeros(len(cells[0]), np.int64)
        for cuts, coordinate in zip(self.cuts, cells, strict=True):
            number = number * (len(cuts) + 1) + np.searchsorted(cuts, coordinate, side="right")
        return number if self.filled is None else np.searchsorted(self.filled, number)

    def parted(self, gaps: tuple[Ints, Ints, Ints], cells: tuple[Ints, Ints, Ints]) -> Blocks:
        """Add cuts.

        Parameters
        ----------
        gaps : three (n,) int64
            Further cuts across each axis.
        cells : three (m,) int64
            All filled cells; only blocks with some of them are numbered.

        Returns
        -------
        Blocks
        """
        x, y, z = (distinct(np.concatenate(both)) for both in zip(self.cuts, gaps, strict=True))
        every = Blocks((x, y, z))
        return Blocks(every.cuts, distinct(every.of(cells)))


def cut_into_blocks(volume: Volume, largest: int) -> Blocks | None:
    """Choose as few cuts as will do, each where it parts few cells.

    Parameters
    ----------
    volume : Volume
    largest : int
        Cells along each axis that a block may have.

    Returns
    -------
    Blocks or None
        None if the volume fits as it is.
    """
    if max(volume.shape) <= largest:
        return None
    filled = volume.opaque if volume.clear is None else volume.opaque | volume.clear
    x, y, z = (_cuts(_crossings(filled, axis, volume.shape[axis]), largest) for axis in range(3))
    return Blocks((x, y, z))


def _crossings(filled: bits.Words, axis: int, length: int) -> Ints:
    """(length,) int64: the cells before each lattice coordinate that have a filled one behind; 0 at the first."""
    crossings = np.zeros(length, np.int64)
    if axis < 2:
        rows = np.moveaxis(filled, axis, 0)
        for place in range(1, length):
            crossings[place] = bits.count(rows[place - 1] & rows[place])
        return crossings
    _, _, ends = bits.positions(filled & bits.shifted_up(filled))
    return np.bincount(ends, minlength=length)[:length]


def _cuts(crossings: Ints, largest: int) -> Ints:
    """As few coordinates as will do, none further than ``largest`` from the next, of the least crossings in sum."""
    far = np.iinfo(np.int64).max // 2
    every = np.arange(len(crossings))
    least = np.where(every == 0, 0, far)
    came = []
    for _ in range(-(-len(crossings) // largest) - 1):
        before, origin = _least_before(least, largest)
        came.append(origin)
        least = np.where((every == 0) | (before >= far), far, np.minimum(before, far - 1 - crossings) + crossings)
    cuts: list[int] = []
    if came:
        start = len(crossings) - largest
        cuts.append(start + int(np.argmin(least[start:])))
    for origin in came[:0:-1]:
        cuts.append(int(origin[cuts[-1]]))
    return np.array(cuts[::-1], np.int64)


def _least_before(total: Ints, largest: int) -> tuple[Ints, Ints]:
    """For each coordinate the least value of the ``largest`` coordinates before it, and where that is."""
    padded = np.concatenate((np.full(largest, np.iinfo(np.int64).max // 2), total))
    windows = np.lib.stride_tricks.sliding_window_view(padded, largest)[: len(total)]
    inside = windows.argmin(axis=1)
    return windows[np.arange(len(total)), inside], np.arange(len(total)) + inside - largest
