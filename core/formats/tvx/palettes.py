"""Palettes (256, 4) uint8 in, the colours that they have with a bit for each of the 256 out, and back."""

from __future__ import annotations

import struct

import numpy as np
import numpy.typing as npt

from ...voxels.look import COLORS
from .chunks import Chunk
from .strings import Names

Bools = npt.NDArray[np.bool_]

_NAME = struct.Struct("<I")
BITS = COLORS // 8
"""Bytes of a bit for each palette index."""


def bits_to_bytes(chosen: Bools) -> bytes:
    """Write a bit for each palette index, the lowest of each byte first.

    Parameters
    ----------
    chosen : (256,) bool

    Returns
    -------
    bytes
    """
    return np.packbits(chosen, bitorder="little").tobytes()


def bits_of(content: memoryview) -> npt.NDArray[np.int64]:
    """Undo `bits_to_bytes`.

    Parameters
    ----------
    content : memoryview
        `BITS` bytes.

    Returns
    -------
    (n,) int64
        The palette indices whose bits are set.
    """
    return np.flatnonzero(np.unpackbits(np.frombuffer(content, np.uint8), bitorder="little"))


def palette_to_bytes(palette: npt.NDArray[np.uint8], name: int = 0) -> bytes:
    """Write a palette.

    Parameters
    ----------
    palette : (256, 4) uint8
    name : int
        Number of its name.

    Returns
    -------
    bytes
    """
    chosen = palette.any(axis=1)
    content: bytes = _NAME.pack(name) + bits_to_bytes(chosen) + palette[chosen].tobytes()
    return content


def palette_of(chunk: Chunk, names: Names) -> npt.NDArray[np.uint8]:
    """Read a palette.

    Parameters
    ----------
    chunk : Chunk
    names : Names

    Returns
    -------
    (256, 4) uint8

    Raises
    ------
    FormatError
        If it has another size than its bits make.
    """
    start = _NAME.size + BITS
    if len(chunk.content) < start:
        raise chunk.error(f"it has {len(chunk.content):,} bytes, less than {start}")
    chosen = bits_of(chunk.content[_NAME.size : start])
    if len(chunk.content) != start + 4 * len(chosen):
        raise chunk.error(f"it has {len(chunk.content):,} bytes, not those of {len(chosen)} colours")
    names.at(_NAME.unpack_from(chunk.content)[0], chunk, 0)
    palette = np.zeros((COLORS, 4), np.uint8)
    palette[chosen] = np.frombuffer(chunk.content, np.uint8, offset=start).reshape(-1, 4)
    palette.flags.writeable = False
    return palette
