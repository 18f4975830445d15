"""Sizes of atlases (n, 2) in, where they lie side by side in one image out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .margins import BLOCK
from .packing import pack

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Sheet:
    """Where atlases lie in one image."""

    positions: Ints
    """(atlases, 2) int64 (column, row) of the lowest texel."""
    width: int
    height: int


def lay_sheet(sizes: Ints, *, power_of_two: bool, align: bool = False) -> Sheet:
    """Lay atlases side by side in one image.

    Parameters
    ----------
    sizes : (n, 2) int64
        Width and height of each.
    power_of_two : bool
        Of the image's sides.
    align : bool
        Place atlases at multiples of 4 texels, for those with aligned tiles.

    Returns
    -------
    Sheet
    """
    step = BLOCK if align else 1
    widths, heights = (-(-sizes.astype(np.int64) // step) * step).T
    return Sheet(*pack(widths, heights, power_of_two))
