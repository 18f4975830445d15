"""Sizes of atlases (n, 2) in, where they lie side by side in as few images as will do out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .margins import BLOCK
from .packing import pack
from .pages import Pages, pack_pages

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


def lay_pages(sizes: Ints, largest: int, *, power_of_two: bool, align: bool = False) -> Pages:
    """Lay atlases side by side in one image, or in several of which none is larger than it may be.

    Parameters
    ----------
    sizes : (n, 2) int64
        Width and height of each.
    largest : int
        Texels; an atlas that is larger has an image for itself.
    power_of_two : bool
        Of the images' sides.
    align : bool
        As for `lay_sheet`; the largest side must then be a multiple of 4.

    Returns
    -------
    Pages
    """
    step = BLOCK if align else 1
    widths, heights = (-(-sizes.astype(np.int64).reshape(-1, 2) // step) * step).T
    side = 1 << (largest.bit_length() - 1) if power_of_two else largest
    return pack_pages(widths, heights, side, power_of_two)
