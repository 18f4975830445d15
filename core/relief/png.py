"""Grey pixels (h, w) of one or two bytes in, the bytes of a .png file out; no library is needed."""

from __future__ import annotations

import struct
import zlib
from typing import Any

import numpy as np
import numpy.typing as npt

_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def grey_png(pixels: npt.NDArray[np.unsignedinteger[Any]]) -> bytes:
    """Write a grey picture.

    Parameters
    ----------
    pixels : (h, w) uint8 or uint16
        Row 0 is the top row.

    Returns
    -------
    bytes
        Of a .png file of 8 or 16 bits.

    References
    ----------
    Portable Network Graphics (PNG) Specification, 3rd edition, W3C.
    """
    height, width = pixels.shape
    rows = pixels.astype(pixels.dtype.newbyteorder(">")).view(np.uint8).reshape(height, -1)
    # Each row has the number of its filter before it: none.
    body = np.concatenate((np.zeros((height, 1), np.uint8), rows), axis=1)
    head = struct.pack(">2I5B", width, height, 8 * pixels.dtype.itemsize, 0, 0, 0, 0)
    parts = (b"IHDR", head), (b"IDAT", zlib.compress(body.tobytes(), 9)), (b"IEND", b"")
    return _SIGNATURE + b"".join(_chunk(*part) for part in parts)


def _chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def height_pixels(heights: npt.NDArray[np.uint16], depth: int, *, wide: bool) -> npt.NDArray[np.unsignedinteger[Any]]:
    """Stretch heights over the numbers of a picture.

    Parameters
    ----------
    heights : (h, w) uint16
        0 to depth.
    depth : int
    wide : bool
        Two bytes a pixel; else one.

    Returns
    -------
    (h, w) uint16 or uint8
        The largest number is the depth.
    """
    kind = np.uint16 if wide else np.uint8
    most = (1 << 16 if wide else 1 << 8) - 1
    stretched: npt.NDArray[np.unsignedinteger[Any]] = ((heights.astype(np.int64) * most + depth // 2) // depth).astype(
        kind
    )
    return stretched
