"""Framing of a .tvx file: chunks with their keys in, bytes out, and back, with every length and checksum verified."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from ...errors import FormatError, LimitError

MAGIC = b"TVX\r\n\x1a\n\0"
MAJOR = 1
HEADER = struct.Struct("<8sHHIQ")
FRAME = struct.Struct("<4s4B2H3I")
ALIGNMENT = 8
LIMIT = (1 << 32) - 1
"""Bytes of a chunk that its 32-bit lengths can tell."""

ZLIB = 1
_LEVEL = 9
_LARGEST_RATIO = 1032
"""No zlib stream holds more than this many bytes for each of its own."""


class Key(NamedTuple):
    """What a chunk is about."""

    type: str
    mesh: int = 0
    part: int = 0
    level: int = 0


@dataclass(frozen=True)
class Chunk:
    """One chunk of a file that is being read."""

    key: Key
    offset: int
    """Byte of the file where its frame begins."""
    packed: bool
    content: memoryview = field(repr=False)
    """After inflation; still in the compressed order of `packing` where `packed` is set."""

    def error(self, message: str, byte: int | None = None) -> FormatError:
        """Make the error of something wrong in this chunk.

        Parameters
        ----------
        message : str
        byte : int, optional
            Byte of the content; told only if the content lies in the file as it is.

        Returns
        -------
        FormatError
        """
        inside = 0 if byte is None or self.packed else FRAME.size + byte
        return FormatError(message, self.key.type, self.offset + inside)


def write_chunks(chunks: Iterable[tuple[Key, bytes, bytes | None]], minor: int = 0) -> bytes:
    """Frame chunks and put the header before them.

    Parameters
    ----------
    chunks : iterable of (Key, bytes, bytes or None)
        What it is about, its content, and the content as it shall be compressed, or None to leave it as it is. What
        does not get smaller is not compressed.
    minor : int
        Of the version.

    Returns
    -------
    bytes
        The whole file.

    Raises
    ------
    LimitError
        If a chunk has 4 GiB or more.
    """
    pieces: list[bytes] = []
    count = 0
    for key, content, packed in chunks:
        if len(content) > LIMIT:
            raise LimitError(f"the {key.type} chunk of mesh {key.mesh:,} would have 4 GiB or more; split the model")
        stored, flags = content, 0
        if packed is not None:
            squeezed = zlib.compress(packed, _LEVEL)
            if len(squeezed) < len(content):
                stored, flags = squeezed, ZLIB
        frame = FRAME.pack(
            key.type.encode("ascii"), flags, key.level, 0, 0, key.mesh, key.part, len(stored), len(content), 0
        )
        checksum = zlib.crc32(stored, zlib.crc32(frame[:-4]))
        pieces += [frame[:-4], struct.pack("<I", checksum), stored, bytes(-len(stored) % ALIGNMENT)]
        count += 1
    total = HEADER.size + sum(map(len, pieces))
    return HEADER.pack(MAGIC, MAJOR, minor, count, total) + b"".join(pieces)


def read_chunks(data: memoryview, known: frozenset[str]) -> dict[Key, Chunk]:
    """Take a file apart.

    Parameters
    ----------
    data : memoryview
        The whole file.
    known : frozenset of str
        Types to read; chunks of other types, and of levels of detail above 0, are checked and left out.

    Returns
    -------
    dict of Key to Chunk

    Raises
    ------
    FormatError
        If it is no .tvx file, of a later major version, cut short, or damaged.
    """
    count = _read_header(data)
    found: dict[Key, Chunk] = {}
    offset = HEADER.size
    for _ in range(count):
        if len(data) - offset < FRAME.size:
            raise FormatError("the file ends where a chunk should begin", None, offset)
        name, flags, level, zero, other, mesh, part, stored, content, checksum = FRAME.unpack_from(data, offset)
        key = Key(name.decode("latin-1").encode("ascii", "backslashreplace").decode(), mesh, part, level)
        begin, end = offset + FRAME.size, offset + FRAME.size + stored
        after = end + -stored % ALIGNMENT
        if after > len(data):
            raise FormatError(f"the chunk has {stored:,} bytes, more than are left", key.type, offset)
        frame = bytes(data[offset : begin - 4])
        if zlib.crc32(data[begin:end], zlib.crc32(frame)) != checksum:
            raise FormatError("the checksum is wrong: the file is damaged", key.type, offset)
        if any(data[end:after]):
            raise FormatError("the bytes that fill the chunk up are not zero", key.type, end)
        if key.type in known and level == 0:
            if flags & ~ZLIB or zero or other:
                raise FormatError("the chunk has flags that this version does not know", key.type, offset)
            if key in found:
                raise FormatError(f"there are two of mesh {mesh}, part {part}", key.type, offset)
            view = _inflate(data[begin:end], content, key, offset) if flags else data[begin:end]
            if len(view) != content:
                raise FormatError(f"it has {len(view):,} bytes, not {content:,} as it says", key.type, offset)
            found[key] = Chunk(key, offset, bool(flags), view)
        offset = after
    if offset != len(data):
        raise FormatError("there are bytes after the last chunk", None, offset)
    return found


def _read_header(data: memoryview) -> int:
    """Check the header and return the number of chunks."""
    if len(data) == 0:
        raise FormatError("the file is empty")
    if bytes(data[: len(MAGIC)]) != MAGIC[: len(data)]:
        raise FormatError("this is no .tvx file: it does not begin with TVX")
    if len(data) < HEADER.size:
        raise FormatError("the file ends inside its header", None, len(data))
    _, major, minor, count, total = HEADER.unpack_from(data)
    if major != MAJOR:
        raise FormatError(f"version {major}.{minor} of the format is not known here; get a newer Trivox", None, 8)
    if total != len(data):
        raise FormatError(f"the file has {len(data):,} bytes, not {total:,} as it says", None, 16)
    return int(count)


def _inflate(stored: memoryview, content: int, key: Key, offset: int) -> memoryview:
    """Decompress no more than the chunk says, which is no more than so many bytes can hold."""
    if content > _LARGEST_RATIO * len(stored):
        raise FormatError(f"{len(stored):,} bytes cannot hold the {content:,} that it says", key.type, offset)
    stream = zlib.decompressobj()
    try:
        inflated = stream.decompress(stored, content + 1)
    except zlib.error as error:
        raise FormatError("the compressed bytes are damaged", key.type, offset) from error
    if not stream.eof or stream.unused_data:
        raise FormatError(f"the compressed bytes do not end after {content:,} bytes", key.type, offset)
    return memoryview(inflated)
