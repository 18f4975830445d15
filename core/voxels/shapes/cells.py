"""Filled cells of a box, (x, y, z) bool, in; the `Shape` that fills just these out."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .blend import distances_of_cells
from .shape import Floats, Shape

_FAR_INSIDE = 8
"""Cells along an axis within which the nearest empty cell is looked for."""


def of_cells(filled: npt.NDArray[np.bool_], low: npt.NDArray[np.int64], reach: int = 1) -> Shape:
    """Take cells for a shape.

    Parameters
    ----------
    filled : (x, y, z) bool
    low : (3,) int64
        The lattice point at which the box begins.
    reach : int
        How many cells around the box distances are wanted, for a smooth union.

    Returns
    -------
    Shape
        Its distance is that to the middle of the nearest cell of the other kind, less half a voxel, in the whole of a
        cell what it is in its middle.
    """
    wide = np.pad(filled, reach)
    outside, inside = distances_of_cells(wide, reach + _FAR_INSIDE), distances_of_cells(~wide, _FAR_INSIDE)
    table = np.where(wide, 0.5 - np.minimum(inside, _FAR_INSIDE), outside - 0.5)
    size, first = np.array(filled.shape), low - reach

    def distance(points: Floats) -> Floats:
        """By the cell that each point is in; beyond the table, as at its end and as far as the end is."""
        cells = np.floor(points).astype(np.int64) - first
        at = np.clip(cells, 0, np.array(table.shape) - 1)
        away = np.abs(cells - at).max(axis=1)
        found: Floats = table[tuple(at.T)] + away
        return found

    return Shape(distance, low.astype(np.float64), (low + size).astype(np.float64))
