"""Tiles and the blocks (T,) in which they lie with their borders in; an image (H, W) with all of them drawn out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .ragged import batches, spread
from .tiles import Tiles

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Blocks:
    """What an image keeps for each of T tiles."""

    position: Ints
    """(T, 2) int64 (column, row) of the lowest texel."""
    width: Ints
    """(T,) int64 texels of the tile with its borders, before it is turned."""
    height: Ints
    before: Ints
    """(T,) int64 texels of border in front of the tile."""
    scale: Ints
    """(T,) int64 texels of the image along the side of one of the tile's."""
    turned: npt.NDArray[np.bool_]
    """(T,) bool: by a quarter."""

    @property
    def across(self) -> Ints:
        """(T,) int64: texels of each line in the image."""
        return np.where(self.turned, self.height, self.width)

    @property
    def lines(self) -> Ints:
        """(T,) int64."""
        return np.where(self.turned, self.width, self.height)


@dataclass(frozen=True)
class _Lines:
    """Lines of blocks: where their texels come from and go to, (L,) int64 each."""

    length: Ints
    source: Ints
    """Of the tile's first texel on the line."""
    step: Ints
    """From one of the tile's texels to the next."""
    last: Ints
    """Number of its last texel on the line."""
    before: Ints
    scale: Ints
    target: Ints

    def of(self, part: slice) -> _Lines:
        """Some of the lines."""
        return _Lines(*(values[part] for values in vars(self).values()))


def draw(tiles: Tiles, blocks: Blocks, image: npt.NDArray[np.uint8]) -> None:
    """Copy tiles into their blocks of an image; what lies around a tile repeats its outermost texels.

    Parameters
    ----------
    tiles : Tiles
    blocks : Blocks
    image : (H, W) uint8
        Changed where blocks are; contiguous.
    """
    lines, flat = _lines(tiles, blocks, image.shape[1]), image.reshape(-1)
    for part in batches(lines.length):
        some = lines.of(part)
        line, place = spread(some.length)
        texel = (place - some.before[line]) // some.scale[line]
        texel = np.minimum(np.maximum(texel, 0), some.last[line])
        flat[some.target[line] + place] = tiles.texels[some.source[line] + some.step[line] * texel]


def _lines(tiles: Tiles, blocks: Blocks, pitch: int) -> _Lines:
    """All lines of all blocks; a turned tile's columns lie along the rows, its topmost texel first."""
    tile, number = spread(blocks.lines)
    width, height = tiles.width, tiles.height
    first = np.where(blocks.turned, tiles.start + (height - 1) * width, tiles.start)
    most, last = np.where(blocks.turned, (width, height), (height, width)) - 1
    line = np.clip((number - blocks.before[tile]) // blocks.scale[tile], 0, most[tile])
    corner = blocks.position[:, 1] * pitch + blocks.position[:, 0]
    return _Lines(
        length=blocks.across[tile],
        source=first[tile] + line * np.where(blocks.turned, 1, width)[tile],
        step=np.where(blocks.turned, -width, 1)[tile],
        last=last[tile],
        before=blocks.before[tile],
        scale=blocks.scale[tile],
        target=corner[tile] + number * pitch,
    )
