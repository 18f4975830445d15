"""Grids of cells, (x, y, z) bool, in; what is thinner than a cell kept, and which cells can be seen, (x, y, z), out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Flags = npt.NDArray[np.bool_]


def with_thin(cells: Flags, layers: Sequence[Flags]) -> Flags:
    """Add what has fallen between the centers of cells.

    Of each layer in turn those cells are added that no cell of the result touches, not even by a corner; and then
    those of the layer that touch the added ones, so that no gap is left on the way to the rest.

    Parameters
    ----------
    cells : (x, y, z) bool
    layers : sequence of (x, y, z) bool
        Cells of the surface, from few to many.

    Returns
    -------
    (x, y, z) bool
    """
    result = cells.copy()
    for layer in layers:
        lost = layer & ~grown(result)
        if lost.any():
            result |= layer & grown(lost)
    return result


def grown(cells: Flags) -> Flags:
    """The cells that touch some of the given ones, by a corner at least, and these themselves."""
    result = cells.copy()
    for axis in range(3):
        along = np.moveaxis(result, axis, 0)
        before = along.copy()
        along[1:] |= before[:-1]
        along[:-1] |= before[1:]
    return result


def exposed(cells: Flags) -> Flags:
    """The cells with a side that no other one covers."""
    covered = cells.copy()
    for axis in range(3):
        along, given = np.moveaxis(covered, axis, 0), np.moveaxis(cells, axis, 0)
        along[1:] &= given[:-1]
        along[:-1] &= given[1:]
        along[0] = along[-1] = False
    return cells & ~covered
