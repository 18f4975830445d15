"""RGBA and IMAP chunks -> the palette, (256, 4) uint8 by voxel index, and the order in which the editor shows it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ...voxels.look import COLORS
from .chunks import Chunk
from .notes import Notes

USABLE = 255
"""Entries 1 to 255; index 0 is the empty cell."""


def default_palette() -> npt.NDArray[np.uint8]:
    """The palette of files without one.

    Returns
    -------
    (256, 4) uint8
        sRGB and alpha; entry 0 is (0, 0, 0, 0).
    """
    # Imported here: only files without a palette of their own need it.
    from pyvox.models import get_default_palette

    return np.array(get_default_palette(), np.uint8)


def read_palette(chunks: list[Chunk], notes: Notes) -> npt.NDArray[np.uint8]:
    """The colours that voxel indices mean.

    Parameters
    ----------
    chunks : list of Chunk
        The RGBA chunks of the file; the last one counts. Its entry i is the colour of index i + 1.
    notes : Notes

    Returns
    -------
    (256, 4) uint8
        sRGB and alpha; entry 0 is (0, 0, 0, 0), the alpha of all others is 255.
    """
    if not chunks:
        return default_palette()
    if len(chunks) > 1:
        notes.add("palettes", f"the file has {len(chunks)} palettes; the last one was used")
    content = chunks[-1].content
    entries = min(len(content) // 4, USABLE)
    if entries < USABLE:
        notes.add(
            "palette",
            f"the palette has {entries} of {USABLE} colours; the default colours stand in for the rest",
        )
        palette = default_palette()
    else:
        palette = np.zeros((COLORS, 4), np.uint8)
    palette[1 : entries + 1] = np.frombuffer(content, np.uint8, 4 * entries).reshape(-1, 4)
    if ((palette[1:, 3] > 0) & (palette[1:, 3] < 255)).any():
        notes.add(
            "alpha",
            "the palette has half-transparent colours; MagicaVoxel ignores that and so were they read",
        )
    palette[1:, 3] = 255
    return palette


def plain_order() -> npt.NDArray[np.uint8]:
    """The order of a palette that nobody ordered.

    Returns
    -------
    (256,) uint8
        Place k holds index k + 1, the last one 0.
    """
    return np.roll(np.arange(COLORS, dtype=np.uint8), -1)


def read_palette_order(chunks: list[Chunk], notes: Notes) -> npt.NDArray[np.uint8]:
    """The order in which MagicaVoxel shows the palette.

    Parameters
    ----------
    chunks : list of Chunk
        The IMAP chunks of the file; the last one counts.
    notes : Notes

    Returns
    -------
    (256,) uint8
        A permutation of 0..255: palette index at place k; place k holds index k + 1 unless the file says otherwise.
    """
    if not chunks:
        return plain_order()
    order = np.frombuffer(chunks[-1].content, np.uint8)[:COLORS]
    if len(chunks[-1].content) != COLORS or len(np.unique(order)) != COLORS:
        notes.add(
            "imap",
            f"the IMAP chunk at byte {chunks[-1].offset:,} is no order of 256 colours; it was ignored",
        )
        return plain_order()
    return order.copy()
