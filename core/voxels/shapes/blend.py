"""Filled cells, (x, y, z) bool, in; how far the middle of each cell is from that of the nearest filled one, out."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

FAR = 1e6
"""Stands for whatever is further away than anybody asked."""


def distances_of_cells(filled: npt.NDArray[np.bool_], reach: int) -> npt.NDArray[np.float64]:
    """Measure how far each cell is from the nearest filled one.

    Parameters
    ----------
    filled : (x, y, z) bool
    reach : int
        Cells along an axis within which filled ones are looked for.

    Returns
    -------
    (x, y, z) float64
        Voxels: 0 for filled cells, exact up to `reach`, and `FAR` or what is no less than the distance beyond.

    Notes
    -----
    Squares of distances are least sums over one axis after the other, each over a window.
    """
    squared = np.where(filled, 0, FAR**2)
    for axis in range(3):
        along = np.moveaxis(squared, axis, 0)
        least = along.copy()
        for step in range(1, min(reach, len(along) - 1) + 1):
            np.minimum(least[step:], along[:-step] + step * step, out=least[step:])
            np.minimum(least[:-step], along[step:] + step * step, out=least[:-step])
        squared = np.moveaxis(least, 0, axis)
    found: npt.NDArray[np.float64] = np.sqrt(squared)
    return found
