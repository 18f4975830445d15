"""Sizes of blocks (n,) and the longest side that a page may have in, the page and the place of each block out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .packing import pack, pack_within

Ints = npt.NDArray[np.int64]

_TRIES = 3
"""So many numbers of pages are tried before pages that are too full are halved."""


@dataclass(frozen=True)
class Pages:
    """Where blocks lie on pages."""

    page: Ints
    """(n,) int64"""
    position: Ints
    """(n, 2) int64 (column, row) of each block's lowest texel on its page."""
    size: Ints
    """(pages, 2) int64 width and height of each; at least one page."""


def pack_pages(widths: Ints, heights: Ints, largest: int, power_of_two: bool = False) -> Pages:
    """Place blocks on as few pages as are found, all on one if they fit.

    Parameters
    ----------
    widths, heights : (n,) int64
        Sides of the blocks in texels, at least 1.
    largest : int
        No side of a page is longer, unless a block is.
    power_of_two : bool
        All sides of pages shall be powers of two; then the largest must be one.

    Returns
    -------
    Pages

    Notes
    -----
    Blocks of like heights come on one page, since they leave little free between them.
    """
    order = np.lexsort((widths, heights))[::-1]
    area = np.cumsum((widths * heights)[order])
    least = max(1, -(-int(area[-1]) // largest**2)) if len(area) else 1
    packed: list[_Packed] = []
    for count in range(least, least + _TRIES):
        ends = np.arange(1, count) * (area[-1] if len(area) else 0) // count
        runs = np.split(order, np.searchsorted(area, ends, side="right"))
        packed = [_packed(widths, heights, run, largest, power_of_two) for run in runs if len(run) or count == 1]
        if all(one.fits(largest) for one in packed):
            break
    done: list[_Packed] = []
    while packed:
        one = packed.pop()
        if one.fits(largest) or len(one.block) == 1:
            done.append(one)
        else:
            half = len(one.block) // 2
            packed += [_packed(widths, heights, part, largest, power_of_two) for part in np.split(one.block, [half])]
    page, position = np.zeros(len(widths), np.int64), np.zeros((len(widths), 2), np.int64)
    for number, one in enumerate(done[::-1]):
        page[one.block], position[one.block] = number, one.position
    return Pages(page, position, np.array([one.size for one in done[::-1]], np.int64))


@dataclass(frozen=True)
class _Packed:
    """Blocks on one page, which may be too large."""

    block: Ints
    position: Ints
    size: tuple[int, int]

    def fits(self, side: int) -> bool:
        """Whether no side of the page is longer."""
        return max(self.size) <= side


def _packed(widths: Ints, heights: Ints, block: Ints, side: int, power_of_two: bool) -> _Packed:
    # In their own order, so that blocks that fit on one page lie as they do without pages.
    block = np.sort(block)
    too_many = int((widths[block] * heights[block]).sum()) > side**2
    if not too_many or len(block) == 1:
        position, width, height = pack(widths[block], heights[block], power_of_two)
        if max(width, height) <= side or len(block) == 1:
            return _Packed(block, position, (width, height))
    within = None if too_many else pack_within(widths[block], heights[block], side)
    if within is None:
        return _Packed(block, np.zeros((len(block), 2), np.int64), (side + 1, side + 1))
    right, top = (within + np.stack([widths[block], heights[block]], axis=1)).max(axis=0).tolist()
    return _Packed(block, within, (side, side) if power_of_two else (right, top))


def pack_stack(
    widths: Ints, heights: Ints, largest: int, power_of_two: bool = False
) -> tuple[npt.NDArray[np.int64], int, int]:
    """Place blocks as `packing.pack` does, in a rectangle of pages one on top of the other if one does not hold them.

    Parameters
    ----------
    widths, heights, largest, power_of_two
        As for `pack_pages`.

    Returns
    -------
    positions : (n, 2) int64
        (column, row) of each block's lowest texel.
    width, height : int
        Sides of the rectangle. If there are several pages they are as high as may be, but for the last one.
    """
    pages = pack_pages(widths, heights, largest, power_of_two)
    below = largest * (len(pages.size) - 1)
    positions = pages.position + np.stack([np.zeros_like(pages.page), largest * pages.page], axis=1)
    return positions, int(pages.size[:, 0].max()), below + int(pages.size[-1, 1])
