"""Directions and positions whose up is z in, (n, 3), those whose up is y out, as engines have it."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Y_UP = np.array([(1, 0, 0), (0, 0, 1), (0, -1, 0)], np.int64)
"""(3, 3) int64: takes a column whose up is z to one whose up is y; x stays, and what looked along y looks along -z."""


def y_up(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Turn rows from z up to y up.

    Parameters
    ----------
    values : (..., 3) of numbers

    Returns
    -------
    (..., 3) of the same type
    """
    # Minus zero would be another number in texts.
    return np.stack([values[..., 0], values[..., 2], 0 - values[..., 1]], axis=-1)
