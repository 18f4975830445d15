"""Filled cells as bits in, blocks of f x f x f of them out: how full each is, (m,) int64, and what it hides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..errors import LimitError
from ..mesh import bits

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

_AT_ONCE = 1 << 22
"""Cells that are looked at together, unless one layer of blocks has more."""
_MOST = 1 << 28
"""Cells of a layer of blocks, or of the model as seen along an axis."""


@dataclass(frozen=True)
class Blocks:
    """The blocks with filled cells, numbered by rising key; keys leave room for a block on each side."""

    factor: int
    """Cells along a side of a block."""
    low: Ints
    """(3,) int64: the block of key 0, as seen from the pivot in blocks; it is empty, as all at the border are."""
    shape: tuple[int, int, int]
    """Blocks along x, y, z, those at the border included."""
    key: Ints
    """(m,) int64, ascending."""
    count: Ints
    """(m,) int64: filled cells of each."""
    hidden: Ints
    """(3, m) int64: lines along x, y, z through each block that meet a filled cell in it."""

    def __len__(self) -> int:
        return len(self.key)

    @property
    def strides(self) -> tuple[int, int, int]:
        """By how much the key of the next block along x, y, z is higher."""
        return self.shape[1] * self.shape[2], self.shape[2], 1

    @property
    def places(self) -> Ints:
        """(3, m) int64: where the blocks are, counted from the block of key 0."""
        places: Ints = np.stack(np.unravel_index(self.key, self.shape)).astype(np.int64)
        return places

    def find(self, keys: Ints) -> Ints:
        """The number of the block of each key, (n,) int64; -1 if it is empty."""
        if not len(self.key):
            return np.full(len(keys), -1, np.int64)
        place = np.minimum(np.searchsorted(self.key, keys), len(self.key) - 1)
        return np.where(self.key[place] == keys, place, -1)

    def keys_of(self, cells: Ints) -> Ints:
        """The key of the block of each cell: (3, n) int64 from the pivot in cells in, (n,) int64 out."""
        x, y, z = cells // self.factor - self.low[:, None]
        keys: Ints = (x * self.shape[1] + y) * self.shape[2] + z
        return keys


class Silhouette(NamedTuple):
    """The filled cells as seen along an axis, in pixels of the side of a block."""

    covered: Flags
    """(a, b) bool by the other two axes in their order, as `Blocks.places` count: at least half of it is covered."""


def blocks_of(solid: bits.Words, depth: int, corner: Ints, factor: int) -> tuple[Blocks, list[Silhouette]]:
    """Count cells.

    Parameters
    ----------
    solid : (x, y, w) uint64
    depth : int
        Cells along z.
    corner : (3,) int64
        The first cell as seen from the pivot.
    factor : int

    Returns
    -------
    blocks : Blocks
    silhouettes : list of Silhouette
        Along x, y and z.

    Raises
    ------
    LimitError
        If the cells reach too far.
    """
    shape = np.array([*solid.shape[:2], depth], np.int64)
    low = corner // factor - 1
    across = (corner + shape - 1) // factor - low + 2
    lead = corner - low * factor
    wide = (across * factor).tolist()
    if max(wide[1] * wide[2] * factor, wide[0] * max(wide[1], wide[2])) > _MOST:
        sides = " x ".join(f"{side:,}" for side in shape.tolist())
        raise LimitError(f"the voxels reach over {sides} cells, too far for levels of detail; keep the objects apart")
    images = [np.zeros([side * factor for side in np.delete(across, axis)], np.bool_) for axis in range(3)]
    table = [np.zeros((5, 0), np.int64)]
    step = max(1, _AT_ONCE // int(across[1] * across[2] * factor**3))
    for first in range(0, int(across[0]), step):
        many = min(step, int(across[0]) - first)
        cells = _slab(solid, depth, first * factor - int(lead[0]), many * factor, lead, across * factor)
        if cells is None:
            continue
        rows = slice(first * factor, (first + many) * factor)
        images[0] |= cells.any(axis=0)
        images[1][rows] |= cells.any(axis=1)
        images[2][rows] |= cells.any(axis=2)
        table.append(_counted(cells, factor, first))
    key, count, *hidden = np.concatenate(table, axis=1)
    shape3 = int(across[0]), int(across[1]), int(across[2])
    blocks = Blocks(factor, low, shape3, key, count, np.stack(hidden))
    return blocks, [Silhouette(_halved(image, factor)) for image in images]


def _slab(solid: bits.Words, depth: int, begin: int, many: int, lead: Ints, whole: Ints) -> Flags | None:
    """Cells from a plane on, (many, y, z) bool with room around them; None if there are none."""
    first, last = max(begin, 0), min(begin + many, len(solid))
    if first >= last or not solid[first:last].any():
        return None
    cells = np.zeros((many, int(whole[1]), int(whole[2])), np.bool_)
    rows = np.ascontiguousarray(solid[first:last]).astype("<u8", copy=False).view(np.uint8)
    found = np.unpackbits(rows, axis=2, count=depth, bitorder="little").view(np.bool_)
    y, z = int(lead[1]), int(lead[2])
    cells[first - begin : last - begin, y : y + found.shape[1], z : z + depth] = found
    return cells


def _counted(cells: Flags, factor: int, first: int) -> Ints:
    """Key, filled cells and hidden lines along x, y, z of the blocks with cells: (5, m) int64."""
    a, b, c = (side // factor for side in cells.shape)
    parts = cells.reshape(a, factor, b, factor, c, factor)
    along_x = parts.any(axis=1).sum(axis=(2, 4))
    along_y = parts.any(axis=3).sum(axis=(1, 4))
    along_z = parts.any(axis=5).sum(axis=(1, 3))
    count = parts.sum(axis=(1, 3, 5))
    used = np.flatnonzero(count)
    columns = [used + first * b * c] + [values.reshape(-1)[used] for values in (count, along_x, along_y, along_z)]
    return np.stack(columns).astype(np.int64)


def _halved(image: Flags, factor: int) -> Flags:
    a, b = (side // factor for side in image.shape)
    covered: Flags = 2 * image.reshape(a, factor, b, factor).sum(axis=(1, 3)) >= factor**2
    return covered
