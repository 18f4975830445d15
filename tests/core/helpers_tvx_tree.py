"""Helpers of tests about trees: files of which some bytes of the TREE chunk are others, with right checksums."""

from __future__ import annotations

import struct
import zlib

ENTRY = 44
RECORD = 44


def place_of(data: bytes) -> tuple[int, int, int]:
    """Byte of the entry of TREE in the directory, of its content, and how long that is."""
    (count,) = struct.unpack_from("<I", data, 24)
    for number in range(count):
        at = 32 + ENTRY * number
        if data[at : at + 4] == b"TREE":
            return (at, *struct.unpack_from("<II", data, at + 16))
    raise AssertionError


def damaged(data: bytes, byte: int, value: bytes) -> bytes:
    """The file with other bytes in its tree, and right checksums."""
    entry, offset, size = place_of(data)
    changed = bytearray(data)
    changed[offset + byte : offset + byte + len(value)] = value
    struct.pack_into("<I", changed, entry + 28, zlib.crc32(changed[offset : offset + size]))
    (count,) = struct.unpack_from("<I", changed, 24)
    struct.pack_into("<I", changed, 28, zlib.crc32(changed[32 : 32 + ENTRY * count], zlib.crc32(changed[:28])))
    return bytes(changed)


ATTACKS = [
    (42, b"\x09", "8 children"),
    (42, b"\x00", "children"),
    (42, b"\x01", "children"),
    (36, struct.pack("<f", float("nan")), "error"),
    (36, struct.pack("<f", -1), "error"),
    (36, struct.pack("<f", 0), "error"),
    (36 + RECORD, struct.pack("<f", 1e9), "error"),
    (40 + RECORD, b"\xfe\xff", "no such mesh"),
    (43, b"\x1f", "wide"),
    (0, struct.pack("<i", 2**30 + 1), "far"),
    (12, struct.pack("<i", 1000), "box"),
    (12 + RECORD, struct.pack("<i", -1000), "box"),
    (24 + RECORD, struct.pack("<i", 1000), "box"),
]
"""Byte of the tree, what to write there, and a word of the refusal."""
