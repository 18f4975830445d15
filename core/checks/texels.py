"""Whether tiles lie in the atlas as the options ask for: a Mesh in, sentences out."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..mesh.mesh import Mesh
from .arrays import Bools, Ints

_BLOCK = 4
"""Texels along the side of what is compressed as one."""


def check_texels(mesh: Mesh) -> list[str]:
    """Check that no compressed block has texels of two tiles or lies across the end, and that faces share no texel.

    Each only if the options of the mesh ask for it.

    Parameters
    ----------
    mesh : Mesh

    Returns
    -------
    list of str
    """
    options, (height, width) = mesh.options, mesh.atlas.shape
    said: list[str] = []
    if not len(mesh.triangles) or not (options.align or options.own_texels or mesh.occlusion is not None):
        return said
    low, high, places = _boxes(mesh)
    if options.align:
        if height % _BLOCK or width % _BLOCK:
            said.append(f"the atlas has {width} x {height} texels; both sides must be multiples of {_BLOCK}")
        # Polygons may share a tile.
        tiles = np.unique(np.concatenate([low - options.border, high + options.border], axis=1), axis=0)
        mixed = _meeting(tiles[:, :2] // _BLOCK, -(-tiles[:, 2:] // _BLOCK))
        if mixed.any():
            said.append(f"{np.count_nonzero(mixed):,} of {len(mixed):,} tiles share a block of texels with another one")
    if options.own_texels or mesh.occlusion is not None:
        small = ((high - low).prod(axis=1) < mesh.projection.scale**2 * places) | _meeting(low, high)
        if small.any():
            said.append(
                f"{np.count_nonzero(small):,} of {len(small):,} polygons have faces that share a texel;"
                f" the first is polygon {int(np.argmax(small))}"
            )
    return said


def _boxes(mesh: Mesh) -> tuple[Ints, Ints, Ints]:
    """Lowest texel of each polygon, (P, 2), the one beyond its highest, and how many places its box has, (P,)."""
    corner = np.repeat(mesh.triangle_polygon, 3)
    texels, points = mesh.corner_texels().reshape(-1, 2), mesh.vertices[mesh.triangles.reshape(-1)].astype(np.int64)
    low, high = _extremes(texels, corner, mesh.polygon_count)
    start, end = _extremes(points, corner, mesh.polygon_count)
    return np.floor(low).astype(np.int64), np.ceil(high).astype(np.int64), np.maximum(end - start, 1).prod(axis=1)


def _extremes(values: npt.NDArray[Any], group: npt.NDArray[np.int32], count: int) -> tuple[npt.NDArray[Any], ...]:
    """Lowest and highest of the values, (n, k), of each group, (count, k) both; zero where a group has none."""
    found = []
    for take in (np.minimum, np.maximum):
        extreme = np.zeros((count, values.shape[1]), values.dtype)
        # Which of a group's values is written last does not matter: it is only where to begin.
        extreme[group] = values
        take.at(extreme, group, values)
        found.append(extreme)
    return found[0], found[1]


def _meeting(low: Ints, high: Ints) -> Bools:
    """(n,) bool: the boxes from `low`, (n, 2), to below `high` that meet another one."""
    origin = low.min(axis=0)
    low, high = low - origin, high - origin
    width, height = high.max(axis=0)
    change = np.zeros((height + 1, width + 1), np.int32)
    for columns, rows, sign in ((low, low, 1), (high, low, -1), (low, high, -1), (high, high, 1)):
        np.add.at(change, (rows[:, 1], columns[:, 0]), sign)
    several = change.cumsum(axis=0).cumsum(axis=1) > 1
    # How many places of each box have several: a summed-area table.
    sums = np.zeros((height + 2, width + 2), np.int64)
    sums[1:, 1:] = several.cumsum(axis=0).cumsum(axis=1)
    (left, below), (right, above) = low.T, high.T
    meeting: Bools = sums[above, right] - sums[below, right] - sums[above, left] + sums[below, left] > 0
    return meeting
