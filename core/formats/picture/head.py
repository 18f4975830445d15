"""The bytes of a picture in, what its first ones tell out: the kind of file, pixels, and whether there are several."""

from __future__ import annotations

import struct
from dataclasses import dataclass

from ...errors import FormatError

_JPEG_SIZES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""Markers of JPEG that are followed by a size."""
_JPEG_ALONE = frozenset({0x01, *range(0xD0, 0xD9)})
"""Markers that are followed by nothing."""
_TGA_KINDS = (1, 2, 3, 9, 10, 11)


@dataclass(frozen=True)
class Head:
    """What is known of a picture before it is unpacked."""

    kind: str
    """PNG, JPEG, BMP, WEBP or TGA."""
    width: int
    height: int
    animated: bool = False


def kind_of(head: bytes) -> str | None:
    """Tell by the first 16 bytes what a picture is; None for what they do not tell, TGA included."""
    if head.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    if head.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if head.startswith(b"BM"):
        return "BMP"
    return "WEBP" if head[:4] == b"RIFF" and head[8:12] == b"WEBP" else None


def head_of(data: bytes) -> Head:
    """Read how large a picture is.

    Parameters
    ----------
    data : bytes
        The whole file.

    Returns
    -------
    Head

    Raises
    ------
    FormatError
        If it is cut short there, or no picture of these kinds.
    """
    kind = kind_of(data[:16]) or "TGA"
    readers = {"PNG": _png, "JPEG": _jpeg, "BMP": _bmp, "WEBP": _webp, "TGA": _tga}
    try:
        return readers[kind](data)
    except (struct.error, IndexError) as error:
        raise FormatError("the picture ends inside its header; save it again") from error


def _png(data: bytes) -> Head:
    width, height = struct.unpack_from(">II", data, 16)
    at = 8
    while at + 8 <= len(data):
        length, name = struct.unpack_from(">I4s", data, at)
        if name in (b"acTL", b"IDAT"):
            return Head("PNG", width, height, name == b"acTL")
        at += 12 + length
    return Head("PNG", width, height)


def _jpeg(data: bytes) -> Head:
    at = 2
    while True:
        while data[at] != 0xFF:
            at += 1
        while data[at] == 0xFF:
            at += 1
        marker = data[at]
        at += 1
        if marker in _JPEG_SIZES:
            height, width = struct.unpack_from(">HH", data, at + 3)
            return Head("JPEG", width, height)
        if marker not in _JPEG_ALONE:
            at += struct.unpack_from(">H", data, at)[0]


def _bmp(data: bytes) -> Head:
    (length,) = struct.unpack_from("<I", data, 14)
    width, height = struct.unpack_from("<HH" if length == 12 else "<ii", data, 18)
    # Rows from the top down have a negative height.
    return Head("BMP", width, abs(height))


def _webp(data: bytes) -> Head:
    form = data[12:16]
    if form == b"VP8X":
        low_width, high_width, low_height, high_height = struct.unpack_from("<HBHB", data, 24)
        return Head(
            "WEBP", 1 + low_width + (high_width << 16), 1 + low_height + (high_height << 16), bool(data[20] & 2)
        )
    if form == b"VP8L":
        (bits,) = struct.unpack_from("<I", data, 21)
        return Head("WEBP", 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF))
    width, height = struct.unpack_from("<HH", data, 26)
    return Head("WEBP", width & 0x3FFF, height & 0x3FFF)


def _tga(data: bytes) -> Head:
    _id, colormap, kind, *_, width, height, bits, _flags = struct.unpack_from("<3B2HB4H2B", data)
    if colormap > 1 or kind not in _TGA_KINDS or bits not in (8, 15, 16, 24, 32):
        raise FormatError("this is no picture; only .png, .jpg, .bmp, .tga and .webp files become voxels")
    return Head("TGA", width, height)
