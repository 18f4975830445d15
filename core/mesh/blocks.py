"""A volume longer than a part of a mesh may be in; planes that part its faces, so that no polygon crosses them, out.

Faces are parted, not triangles: each block's faces merge among themselves only, and the model stays one mesh.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from . import bits
from .volume import Volume

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Blocks:
    """Cuts across each axis."""

    cuts: tuple[Ints, Ints, Ints]
    """For each axis (n,) int64, ascending: lattice coordinates, each the first cell of the next block."""

    @property
    def count(self) -> int:
        """Number of blocks."""
        return int(np.prod([len(cuts) + 1 for cuts in self.cuts]))

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
        return number


def cut_at(blocks: Blocks | None, cuts: tuple[Ints, Ints, Ints]) -> Blocks | None:
    """Cut blocks once more.

    Parameters
    ----------
    blocks : Blocks or None
        None for a whole volume.
    cuts : three (n,) int64
        As in `Blocks`.

    Returns
    -------
    Blocks or None
        None if there are no cuts at all.
    """
    if blocks is not None:
        x, y, z = (np.union1d(before, more) for before, more in zip(blocks.cuts, cuts, strict=True))
        return Blocks((x, y, z))
    return Blocks(cuts) if any(map(len, cuts)) else None


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
