"""How full blocks are in, which of them a level fills out: (m,) bool."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .blocks import Blocks, Flags, Ints, Silhouette
from .options import LevelOptions


def filled_blocks(blocks: Blocks, silhouettes: Sequence[Silhouette], options: LevelOptions) -> Flags:
    """Choose the blocks that become cells.

    A block that is half full covers at least half of itself as seen along any axis, so what ``majority`` fills never
    covers a pixel that the fine cells leave half empty.

    Parameters
    ----------
    blocks : Blocks
    silhouettes : sequence of Silhouette
        Along x, y and z.
    options : LevelOptions

    Returns
    -------
    (m,) bool
    """
    if options.rule == "any":
        return np.ones(len(blocks), np.bool_)
    filled: Flags = 2 * blocks.count >= blocks.factor**3
    if options.keep_thin:
        filled = filled | _walls(blocks, filled)
    if options.rule == "silhouette":
        filled = _with_outlines(blocks, filled, silhouettes)
    return filled


def _walls(blocks: Blocks, filled: Flags) -> Flags:
    """Blocks that cells go through from side to side, where there is none in front of them nor behind them.

    Of two such blocks one behind the other the fuller one is enough.
    """
    wanted = np.zeros(len(blocks), np.bool_)
    better = np.empty(len(blocks), np.int64)
    better[np.lexsort((-blocks.key, blocks.count))] = np.arange(len(blocks))
    for axis, stride in enumerate(blocks.strides):
        closed = ~filled & (2 * blocks.hidden[axis] >= blocks.factor**2)
        alone = closed.copy()
        for step in (-stride, stride):
            beside = blocks.find(blocks.key + step)
            there = beside >= 0
            alone &= ~(there & (filled[beside] | (closed[beside] & (better[beside] > better))))
        wanted |= alone
    return wanted


def _with_outlines(blocks: Blocks, filled: Flags, silhouettes: Sequence[Silhouette]) -> Flags:
    """Fill as few more blocks as possible, so that all pixels are covered that the fine cells cover by half.

    In each round every pixel that lacks a block chooses the best one behind it: one that helps most pixels, then one
    that spoils fewest others, then the fullest. A block that all pixels choose that it helps is filled.
    """
    filled = filled.copy()
    views = [_View(blocks, filled, axis, seen) for axis, seen in enumerate(silhouettes)]
    while True:
        lacks = np.stack([view.lacks() for view in views])
        gain = np.where(filled, 0, lacks.sum(axis=0))
        able = np.flatnonzero(gain)
        if not len(able):
            return filled
        spoils = np.stack([view.spoils()[able] for view in views]).sum(axis=0)
        order = able[np.lexsort((blocks.key[able], -blocks.count[able], spoils, -gain[able]))]
        rank = np.full(len(blocks), len(blocks), np.int64)
        rank[order] = np.arange(len(order))
        chosen = gain > 0
        for view, lack in zip(views, lacks, strict=True):
            chosen &= ~lack | (view.least(rank) == rank)
        filled |= chosen
        for view in views:
            view.cover(chosen)


class _View:
    """The blocks as seen along an axis."""

    def __init__(self, blocks: Blocks, filled: Flags, axis: int, seen: Silhouette) -> None:
        one, other = np.delete(blocks.places, axis, axis=0)
        self._pixel: Ints = one * seen.covered.shape[1] + other
        self._wanted = seen.covered.reshape(-1)
        self._covered = np.zeros_like(self._wanted)
        self.cover(filled)

    def cover(self, chosen: Flags) -> None:
        """Fill blocks."""
        self._covered[self._pixel[chosen]] = True

    def lacks(self) -> Flags:
        """(m,) bool: whether the pixel of each block should be covered, and is not."""
        return (self._wanted & ~self._covered)[self._pixel]

    def spoils(self) -> Flags:
        """(m,) bool: whether each block would cover a pixel that should not be covered."""
        return ~(self._wanted | self._covered)[self._pixel]

    def least(self, rank: Ints) -> Ints:
        """(m,) int64: the least rank of all blocks in the pixel of each."""
        best = np.full(len(self._wanted), len(rank), np.int64)
        np.minimum.at(best, self._pixel, rank)
        return best[self._pixel]
