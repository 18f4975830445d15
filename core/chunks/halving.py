"""Eight bricks of cells in, one of cells twice as large out: (s, s, s) uint8 palette indices, and what its sides cover.

A coarse cell is filled if any of its 2 x 2 x 2 cells is, and opaque if any of them is. So a coarse brick holds all that
the fine ones hold, and whatever is hidden beside the fine ones is hidden beside it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..mesh import bits
from ..mesh.cavities import sealed_cavities

Bytes = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Brick:
    """The cells of a chunk."""

    cells: Bytes
    """(s, s, s) uint8; sealed cavities that do not touch its sides are filled."""
    covers: tuple[Bytes, ...]
    """For each side (-x, +x, -y, +y, -z, +z) (s, s) uint8, by the other axes in their order: 0 where some cell of the
    full model at the side is empty; else the palette index of the transparent ones, if they are of one, or of an opaque
    one where all are opaque."""


def brick_of(cells: Bytes, transparent: Flags, *, interior: str = "remove") -> Brick:
    """Take the cells of a chunk of the full model.

    Parameters
    ----------
    cells : (s, s, s) uint8
    transparent : (256,) bool
    interior : {"remove", "keep"}

    Returns
    -------
    Brick
    """
    if interior == "remove":
        cells = _filled(cells, transparent)
    sides = [np.ascontiguousarray(np.take(cells, end, axis)) for axis in range(3) for end in (0, -1)]
    return Brick(cells, tuple(sides))


def _filled(cells: Bytes, transparent: Flags) -> Bytes:
    """The cells without the cavities that nobody outside the chunk can see; what they are filled with is not seen."""
    opaque = (cells != 0) & ~transparent[cells]
    if opaque.all() or not opaque.any():
        return cells
    sealed = sealed_cavities(bits.pack(opaque), cells.shape[2])
    if sealed is None:
        return cells
    filled = cells.copy()
    filled[bits.positions(sealed)] = cells[opaque][0]
    return filled


def coarse(eight: npt.NDArray[Any], transparent: Flags, size: int) -> Brick:
    """Make a brick of eight.

    Parameters
    ----------
    eight : (2, 2, 2) object
        A `Brick` each, or None for one that is empty.
    transparent : (256,) bool
    size : int
        Cells along a side of each.

    Returns
    -------
    Brick
    """
    half = size // 2
    cells = np.zeros((size, size, size), np.uint8)
    for place, brick in np.ndenumerate(eight):
        if brick is not None:
            x, y, z = (half * number for number in place)
            cells[x : x + half, y : y + half, z : z + half] = halved(brick.cells, transparent)
    covers = []
    for axis in range(3):
        for end in (0, 1):
            whole = np.zeros((size, size), np.uint8)
            for (u, v), brick in np.ndenumerate(np.take(eight, end, axis)):
                if brick is not None:
                    part = _common(_groups(brick.covers[2 * axis + end]), transparent)
                    whole[u * half : (u + 1) * half, v * half : (v + 1) * half] = part
            covers.append(whole)
    return Brick(cells, tuple(covers))


def halved(cells: Bytes, transparent: Flags) -> Bytes:
    """Make cells twice as large.

    Each gets the colour that most of its opaque cells have, those beside air or at the sides counting more; that of the
    transparent ones where none is opaque.

    Parameters
    ----------
    cells : (s, s, s) uint8
    transparent : (256,) bool

    Returns
    -------
    (s / 2, s / 2, s / 2) uint8
    """
    first = int(cells.flat[0])
    if (cells == first).all():
        return cells[::2, ::2, ::2].copy()
    groups = _groups(cells)
    coarse_cells: Bytes = groups.max(axis=-1)
    mixed = np.flatnonzero((coarse_cells != groups.min(axis=-1)).reshape(-1))
    groups = groups.reshape(-1, 8)[mixed]
    weight = _groups(_weight(cells, transparent)).reshape(-1, 8)[mixed]
    votes = np.zeros(groups.shape, np.int32)
    for one in range(8):
        votes += np.where(groups == groups[:, one : one + 1], weight[:, one : one + 1], 0)
    # Of equal votes the higher palette index wins, wherever it is.
    best = np.argmax(votes * 256 + groups, axis=1)
    coarse_cells.reshape(-1)[mixed] = groups[np.arange(len(groups)), best]
    return coarse_cells


def _weight(cells: Bytes, transparent: Flags) -> npt.NDArray[np.int32]:
    """(s, s, s) int32: how much each cell counts for a colour."""
    bare = np.ones(np.array(cells.shape) + 2, np.bool_)
    bare[1:-1, 1:-1, 1:-1] = cells == 0
    seen = np.zeros(cells.shape, np.int32)
    for axis in range(3):
        for start in (0, 2):
            index = [slice(1, -1)] * 3
            index[axis] = slice(start, start + cells.shape[axis])
            seen += bare[tuple(index)]
    # Any opaque cell counts more than all transparent ones.
    return np.where(cells == 0, 0, np.where(transparent[cells], 1, 1000) * (1 + 8 * seen)).astype(np.int32)


def _common(groups: Bytes, transparent: Flags) -> Bytes:
    """(n, n) uint8 of (n, n, 4): what covers of the full model have in common, 0 if that is nothing."""
    clear = transparent[groups]
    most = np.where(clear, groups, 0).max(axis=-1)
    least = np.where(clear, groups, 255).min(axis=-1)
    whole = groups.min(axis=-1) > 0
    some = most > 0
    common: Bytes = np.where(whole & (~some | (most == least)), np.where(some, most, groups.max(axis=-1)), 0)
    return common.astype(np.uint8)


def _groups(cells: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Groups of two along each axis, in a last axis."""
    n = cells.ndim
    parts = cells.reshape([side for length in cells.shape for side in (length // 2, 2)])
    parts = parts.transpose([*range(0, 2 * n, 2), *range(1, 2 * n, 2)])
    return parts.reshape(*parts.shape[:n], 2**n)
