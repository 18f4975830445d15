"""Voxels as the mesher takes them: a dense grid or a list of cells in, bits and a way to look colours up out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import LimitError
from . import bits

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]
Colors = Callable[[Ints, Ints, Ints], Bytes]

MAX_WORDS = 1 << 27
"""Words of 64 cells that a volume may have: one gibibyte."""
DENSE = 32
"""Cells of its box to a voxel up to which a volume is kept as a grid."""


@dataclass(frozen=True)
class Volume:
    """Filled cells of a box."""

    shape: tuple[int, int, int]
    """Cells along x, y, z."""
    opaque: bits.Words
    clear: bits.Words | None
    """Transparent cells; None if there are none."""
    blocked: bits.Words | None
    """Cells that something else fills, so that faces towards them cannot be seen; None if there are none."""
    colors: Colors
    """Palette indices (n,) uint8 of cells x, y, z inside the box, 0 where it is empty."""
    transparent: npt.NDArray[np.bool_]
    """(256,) bool: the palette indices of clear cells."""
    open: tuple[bits.Words, ...] | None = None
    """For each of the six directions, cells that have a face there whatever is before it; None if there are none."""

    @property
    def voxels(self) -> int:
        """Number of filled cells."""
        return bits.count(self.opaque) + (0 if self.clear is None else bits.count(self.clear))


def volume_of_grid(grid: Bytes, transparent: npt.NDArray[np.bool_] | None = None) -> Volume:
    """Take a dense grid.

    Parameters
    ----------
    grid : (x, y, z) uint8
        Palette indices, 0 is air.
    transparent : (256,) bool, optional

    Returns
    -------
    Volume
    """
    look_through = _flags(transparent)
    filled, clear = grid != 0, None
    if look_through.any():
        see_through = look_through[grid]
        clear = bits.pack(see_through)
        filled &= ~see_through
    shape = (grid.shape[0], grid.shape[1], grid.shape[2])
    return Volume(shape, bits.pack(filled), clear, None, lambda x, y, z: grid[x, y, z], look_through)


def volume_of_cells(
    positions: npt.NDArray[np.integer[Any]],
    indices: Bytes,
    transparent: npt.NDArray[np.bool_] | None = None,
    blocked: npt.NDArray[np.integer[Any]] | None = None,
) -> Volume:
    """Take a list of cells.

    Where they fill a fair share of the box they lie in, memory grows with the box by a byte a cell, else by a bit.

    Parameters
    ----------
    positions : (n, 3) integers
        Cells, none negative; of equal ones the last counts.
    indices : (n,) uint8
        Their palette indices, none 0.
    transparent : (256,) bool, optional
    blocked : (m, 3) integers, optional
        Cells that something else fills, none negative.

    Returns
    -------
    Volume

    Raises
    ------
    LimitError
        If the box has more than 64 `MAX_WORDS` cells.
    """
    ends = [cells.max(axis=0) for cells in (positions, blocked) if cells is not None and len(cells)]
    shape = tuple(int(side) for side in np.max(ends, axis=0) + 1)
    others = None if blocked is None else _pack(blocked, shape)
    if shape[0] * shape[1] * shape[2] <= DENSE * len(positions):
        grid = np.zeros(shape, np.uint8)
        grid[tuple(positions.T)] = indices
        return replace(volume_of_grid(grid, transparent), blocked=others)
    if shape[0] * shape[1] * -(-shape[2] // 64) > MAX_WORDS:
        size = " x ".join(f"{side:,}" for side in shape)
        raise LimitError(f"the voxels reach over {size} cells, more than can be meshed as one; keep the objects apart")
    return _sparse(positions.astype(np.int64), indices, _flags(transparent), others, shape)


def _sparse(
    positions: Ints,
    indices: Bytes,
    look_through: npt.NDArray[np.bool_],
    others: bits.Words | None,
    shape: tuple[int, ...],
) -> Volume:
    order = np.argsort(_key(positions, shape), kind="stable")
    last = np.flatnonzero(np.diff(_key(positions[order], shape), append=-1))
    positions, indices = positions[order[last]], indices[order[last]]
    see_through = look_through[indices]
    keys = _key(positions, shape)

    def colors(x: Ints, y: Ints, z: Ints) -> Bytes:
        wanted = (x * shape[1] + y) * shape[2] + z
        place = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        return np.where(keys[place] == wanted, indices[place], 0).astype(np.uint8)

    clear = _pack(positions[see_through], shape) if see_through.any() else None
    opaque = _pack(positions[~see_through], shape)
    return Volume((shape[0], shape[1], shape[2]), opaque, clear, others, colors, look_through)


def _flags(transparent: npt.NDArray[np.bool_] | None) -> npt.NDArray[np.bool_]:
    """Flags of all palette indices; index 0 is air and never transparent matter."""
    flags = np.zeros(256, bool) if transparent is None else np.array(transparent, bool)
    flags[0] = False
    return flags


def _key(positions: Ints, shape: tuple[int, ...]) -> Ints:
    key: Ints = (positions[:, 0] * shape[1] + positions[:, 1]) * shape[2] + positions[:, 2]
    return key


def _pack(positions: npt.NDArray[np.integer[Any]], shape: tuple[int, ...]) -> bits.Words:
    words = np.zeros((shape[0], shape[1], -(-shape[2] // 64)), np.uint64)
    x, y, z = positions.astype(np.int64).T
    np.bitwise_or.at(words, (x, y, z >> 6), np.uint64(1) << (z & 63).astype(np.uint64))
    return words
