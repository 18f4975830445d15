"""Heights (h, w) in voxels in, normals (h, w, 3) and their texels out, from the four neighbours of each."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt


def normals_of(heights: npt.NDArray[np.integer[Any]]) -> npt.NDArray[np.float64]:
    """Find normals by central differences.

    Parameters
    ----------
    heights : (h, w) integers
        Voxels; 0 where nothing is, which is taken to be as high as its neighbour, as is what lies beyond the border.

    Returns
    -------
    (h, w, 3) float64
        Unit vectors along u (columns), v (rows) and outward.
    """
    own = heights.astype(np.float64)
    slopes = []
    for axis in (1, 0):
        before, after = (_beside(own, axis, step) for step in (-1, 1))
        slopes.append((before - after) / 2)
    found = np.stack((*slopes, np.ones_like(own)), axis=-1)
    normals: npt.NDArray[np.float64] = found / np.linalg.norm(found, axis=-1, keepdims=True)
    return normals


def _beside(heights: npt.NDArray[np.float64], axis: int, step: int) -> npt.NDArray[np.float64]:
    """The height of each cell's neighbour along an axis, or its own where there is none."""
    padded = np.pad(heights, 1)
    middle = [slice(1, -1), slice(1, -1)]
    middle[axis] = slice(1 + step, heights.shape[axis] + 1 + step)
    other = padded[tuple(middle)]
    beside: npt.NDArray[np.float64] = np.where((other > 0) & (heights > 0), other, heights)
    return beside


def normal_texels(heights: npt.NDArray[np.integer[Any]]) -> npt.NDArray[np.uint8]:
    """Write normals as the texels of a tangent-space normal map.

    Parameters
    ----------
    heights : (h, w) integers

    Returns
    -------
    (h, w, 3) uint8
        0 to 255 for -1 to 1: red along u, green along v, blue outward.
    """
    texels: npt.NDArray[np.uint8] = np.floor((normals_of(heights) + 1) * 127.5 + 0.5).astype(np.uint8)
    return texels
