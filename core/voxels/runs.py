"""Cells (n, 3) in lexicographic order in, their runs along z, (m, 3) first cells and (m,) lengths, out, and back."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .model import Cells


def runs_of(positions: Cells) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Find the runs of cells along z.

    Parameters
    ----------
    positions : (n, 3) integers
        In lexicographic order.

    Returns
    -------
    first : (m, 3) int32
        The first cell of each run.
    length : (m,) int32
    """
    if not len(positions):
        return np.zeros((0, 3), np.int32), np.zeros(0, np.int32)
    begins = np.ones(len(positions), np.bool_)
    x, y, z = positions.T
    begins[1:] = (x[1:] != x[:-1]) | (y[1:] != y[:-1]) | (z[1:] - z[:-1] != 1)
    first = np.flatnonzero(begins)
    return positions[first].astype(np.int32), np.diff(first, append=len(positions)).astype(np.int32)


def cells_of(first: npt.NDArray[np.int32], length: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    """Undo `runs_of`.

    Parameters
    ----------
    first : (m, 3) int32
    length : (m,) int32

    Returns
    -------
    (n, 3) int32
    """
    positions = np.repeat(first, length, axis=0)
    start = np.cumsum(length, dtype=np.int64) - length
    positions[:, 2] += np.arange(len(positions), dtype=np.int32)
    positions[:, 2] -= np.repeat(start.astype(np.int32), length)
    return positions
