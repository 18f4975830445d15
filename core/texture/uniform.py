"""Rectangles of an image whose texels are all of one class: (H, W) classes and (n, 2) corners in, (n,) classes out."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]

SEVERAL = -1
"""Stands in place of a class for rectangles of several."""


def uniform_class(classes: Ints, low: Ints, high: Ints) -> Ints:
    """Find the class that all texels of a rectangle have which have one.

    Parameters
    ----------
    classes : (H, W) int64
        Negative for texels of no class.
    low, high : (n, 2) int64
        (column, row) of the first texel of each rectangle, and of the one beyond its last.

    Returns
    -------
    (n,) int64
        `SEVERAL` where there is more than one.

    Examples
    --------
    >>> uniform_class(np.array([[3, 3, 5]]), np.array([[0, 0], [1, 0]]), np.array([[2, 1], [3, 1]])).tolist()
    [3, -1]
    """
    found = np.full(len(low), SEVERAL, np.int64)
    area = (high - low).prod(axis=1)
    sums = np.zeros((classes.shape[0] + 1, classes.shape[1] + 1), np.int64)
    classless = classes < 0
    for each in np.flatnonzero(np.bincount(classes[~classless])).tolist():
        np.cumsum(((classes == each) | classless).cumsum(axis=0), axis=1, out=sums[1:, 1:])
        # Texels of the class in each rectangle: a summed-area table.
        (left, below), (right, above) = low.T, high.T
        inside = sums[above, right] - sums[below, right] - sums[above, left] + sums[below, left]
        found[inside == area] = each
    return found
