"""Pixels (h, w, 4) uint8 or a picture of heights (h, w) in, whole heights in voxels (h, w) int32 out."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..borders import require_array

Floats = npt.NDArray[np.float64]
Levels = npt.NDArray[np.int32]

HEIGHTS = ("brightness", "alpha", "flat")
HALF = 128
"""Alpha of a byte below which nothing is there."""
_LUMA = np.array([2126, 7152, 722], np.int64)
"""Shares of red, green and blue in what is seen as brightness, as ITU-R BT.709 has them; of 10,000."""


def brightness(colors: npt.NDArray[np.uint8]) -> Floats:
    """Tell how bright pixels are.

    Parameters
    ----------
    colors : (h, w, 3 or 4) uint8
        sRGB; brightness is that of the stored numbers, which are about even to the eye.

    Returns
    -------
    (h, w) float64
        From 0 to 1; grey pixels have exactly their own value.

    References
    ----------
    ITU-R BT.709-6, item 3.2.
    """
    return (colors[..., :3].astype(np.int64) @ _LUMA) / (10_000 * 255.0)


def values_of(colors: npt.NDArray[np.uint8], source: str) -> Floats:
    """Take heights from the pixels themselves.

    Parameters
    ----------
    colors : (h, w, 4) uint8
    source : str
        One of `HEIGHTS`.

    Returns
    -------
    (h, w) float64
        From 0 to 1.
    """
    if source == "alpha":
        return colors[..., 3] / 255.0
    if source == "flat":
        return np.ones(colors.shape[:2])
    return brightness(colors)


def shares_of(heights: npt.NDArray[Any]) -> Floats:
    """Take heights from a picture of one channel.

    Parameters
    ----------
    heights : (h, w) uint8, uint16 or floats
        Whole numbers count up to the largest of their type, floats from 0 to 1; what is beyond counts as the end.

    Returns
    -------
    (h, w) float64
        From 0 to 1; what is no number is 0.

    Raises
    ------
    OptionError
        If it is no array of that shape and kind.
    """
    require_array(heights, "the heights", (None, None), "uf")
    if heights.dtype.kind == "u":
        return heights / np.float64(np.iinfo(heights.dtype).max)
    return np.clip(np.nan_to_num(heights.astype(np.float64), nan=0.0), 0.0, 1.0)


def levels_of(values: Floats, depth: int, steps: int = 0) -> Levels:
    """Round heights to whole voxels.

    Parameters
    ----------
    values : (h, w) float64
        From 0 to 1.
    depth : int
        Voxels where the value is 1; where it is 0 there is one voxel, so that a picture has no holes.
    steps : int
        Different heights; 0 for as many as the depth has.

    Returns
    -------
    (h, w) int32
        From 1 to depth.

    Examples
    --------
    >>> levels_of(np.array([[0.0, 0.5, 1.0]]), 5).tolist()
    [[1, 3, 5]]
    """
    if 1 < steps < depth:
        values = np.floor(values * (steps - 1) + 0.5) / (steps - 1)
    elif steps == 1:
        values = np.ones_like(values)
    levels: Levels = (1 + np.floor(values * (depth - 1) + 0.5)).astype(np.int32)
    return levels


def filled(colors: npt.NDArray[np.uint8], source: str) -> npt.NDArray[np.bool_]:
    """Tell which pixels are there.

    Parameters
    ----------
    colors : (h, w, 4) uint8
    source : str
        What tells heights; where it is alpha, only pixels without any are missing.

    Returns
    -------
    (h, w) bool
    """
    there: npt.NDArray[np.bool_] = colors[..., 3] >= (1 if source == "alpha" else HALF)
    return there
