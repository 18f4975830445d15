"""Tiles in, the different ones but for turning and mirroring out, with the symmetry that takes each to its form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from .projection import SYMMETRIES, texel_axes
from .tiles import Tiles, remove_repeats

Ints = npt.NDArray[np.int64]

_SEED = 2166136261
_BYTES_AT_ONCE = 1 << 24


def canonical_tiles(tiles: Tiles) -> tuple[Tiles, npt.NDArray[np.intp], npt.NDArray[np.uint8], Callable[[Ints], Ints]]:
    """Bring each tile into the form that stands for all its eight symmetries, and keep each form once.

    Parameters
    ----------
    tiles : Tiles
        T tiles.

    Returns
    -------
    forms : Tiles
        D of them; none is higher than wide.
    index : (T,) intp
        The form of each tile.
    symmetry : (T,) uint8
        Turns the tile into its form (see `projection.texel_axes`).
    shift : callable
        Takes the lowest corners (T, 2) int64 of the tiles in their planes and gives what to add to the turned points,
        (T, 2) int64, so that they lie in the form, whose lowest texel is (0, 0).
    """
    turned, symmetry = _turned_tiles(tiles)
    forms, index = remove_repeats(turned)
    size = np.stack((tiles.width, tiles.height), axis=1)
    axes = texel_axes()[symmetry].astype(np.int64)
    # A turned box reaches below 0 where an axis is negated; that much it is moved back.
    back = -np.minimum(np.einsum("nij,nj->ni", axes, size), 0)

    def shift(corner: Ints) -> Ints:
        """What to add to turned points, by the lowest corner of each tile."""
        moved: Ints = back - np.einsum("nij,nj->ni", axes, corner)
        return moved

    return forms, index, symmetry, shift


def _turned_tiles(tiles: Tiles) -> tuple[Tiles, npt.NDArray[np.uint8]]:
    """All tiles in the one of their eight pictures that has the lowest hash; wide ones stay wide."""
    symmetry = np.zeros(len(tiles.width), np.uint8)
    texels = np.empty_like(tiles.texels)
    order = np.lexsort((tiles.width, tiles.height))
    changes = np.flatnonzero(np.diff(tiles.width[order]) | np.diff(tiles.height[order])) + 1
    for group in np.split(order, changes) if len(order) else ():
        width, height = int(tiles.width[group[0]]), int(tiles.height[group[0]])
        step = max(_BYTES_AT_ONCE // (SYMMETRIES * 8 * width * height), 1)
        for some in (group[at : at + step] for at in range(0, len(group), step)):
            place = tiles.start[some][:, None] + np.arange(width * height)
            symmetry[some], forms = _lowest(tiles.texels[place].reshape(-1, height, width))
            texels[place] = forms.reshape(len(some), -1)
    long, short = np.maximum(tiles.width, tiles.height), np.minimum(tiles.width, tiles.height)
    return Tiles(long, short, tiles.start, texels), symmetry


def _lowest(tiles: npt.NDArray[np.uint8]) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """(n, h, w) tiles -> the symmetry (n,) of each that gives its lowest hash, and what it looks like then."""
    _, height, width = tiles.shape
    swaps = (0, 1) if width == height else (0,) if width > height else (1,)
    names = [s for s in range(SYMMETRIES) if (s & 1) in swaps]
    turned = [_turned(tiles, s) for s in names]
    weights = np.random.default_rng(_SEED).integers(1, 1 << 62, width * height, dtype=np.int64).astype(np.uint64)
    hashes = np.stack([(t.reshape(len(tiles), -1) * weights).sum(axis=1, dtype=np.uint64) for t in turned])
    best = np.argmin(hashes, axis=0)
    return np.array(names, np.uint8)[best], np.stack(turned)[best, np.arange(len(tiles))]


def _turned(tiles: npt.NDArray[np.uint8], symmetry: int) -> npt.NDArray[Any]:
    """What tiles (n, h, w) look like after a symmetry."""
    turned = tiles.transpose(0, 2, 1) if symmetry & 1 else tiles
    return turned[:, :: -1 if symmetry & 4 else 1, :: -1 if symmetry & 2 else 1]
