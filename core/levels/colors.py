"""Visible faces of the fine cells and the blocks that are filled in, their palette indices, (k,) uint8, out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .. import directions
from .blocks import Blocks, Flags, Ints

_COLORS = 256
_IN_AIR, _BEHIND_GLASS, _CELL = 1 << 16, 1 << 8, 1
"""How much a face counts that nothing is before, one that glass is before, and a cell."""


@dataclass(frozen=True)
class Seen:
    """What can be seen of a model, and its cells."""

    face: Ints
    """(3, n) int64: the cell of each visible face, as seen from the pivot."""
    direction: Ints
    """(n,) int64 of each."""
    color: npt.NDArray[np.uint8]
    """(n,) uint8 palette index of each."""
    in_air: Flags
    """(n,) bool: nothing is before it, not even glass."""
    cells: Ints
    """(3, m) int64: the filled cells."""
    indices: npt.NDArray[np.uint8]
    """(m,) uint8 palette indices of these."""


def block_colors(blocks: Blocks, filled: Flags, seen: Seen) -> npt.NDArray[np.uint8]:
    """Give each filled block the colour that one sees most of.

    Faces of blocks that are not filled count for the block behind them, which shows its side in their place. So each
    block of which a side can be seen has a face: one that is not full has some of its own, and before a full one lies a
    block that is not full, of which some line into the full one ends in a face. The others take the colour of most of
    their cells.

    Parameters
    ----------
    blocks : Blocks
    filled : (m,) bool
    seen : Seen

    Returns
    -------
    (k,) uint8
        Of the filled blocks, in their order.
    """
    key = blocks.keys_of(seen.face)
    own = blocks.find(key)
    behind = blocks.find(key - directions.NORMAL[seen.direction] @ np.array(blocks.strides))
    block = np.where(filled[own], own, np.where((behind >= 0) & filled[behind], behind, own))
    weight = np.where(seen.in_air, _IN_AIR, _BEHIND_GLASS)
    color = _most(block, seen.color, weight, len(blocks))
    cells = blocks.find(blocks.keys_of(seen.cells))
    common = _most(cells, seen.indices, np.full(len(cells), _CELL), len(blocks))
    color = np.where(color > 0, color, common)
    # Only air that cells enclose is left, deep inside.
    any_color = np.bincount(seen.indices, minlength=_COLORS).argmax()
    chosen: npt.NDArray[np.uint8] = np.where(color > 0, color, any_color)[filled].astype(np.uint8)
    return chosen


def _most(block: Ints, color: npt.NDArray[np.uint8], weight: Ints, count: int) -> Ints:
    """(count,) int64: the colour of most weight in each block, the lowest of several; 0 where there is none."""
    pair = block * _COLORS + color
    order = np.argsort(pair, kind="stable")
    first = np.flatnonzero(np.diff(pair[order], prepend=-1))
    chosen = np.zeros(count, np.int64)
    if not len(first):
        return chosen
    total = np.add.reduceat(weight[order], first)
    of_block, of_color = np.divmod(pair[order[first]], _COLORS)
    # The last one that is written stays: the heaviest, of equal ones the lowest.
    best = np.lexsort((-of_color, total, of_block))
    last = np.flatnonzero(np.diff(of_block[best], append=-1))
    chosen[of_block[best[last]]] = of_color[best[last]]
    return chosen
