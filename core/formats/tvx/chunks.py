"""Framing of a .tvx file: chunks with their keys in, bytes out, and back, with lengths, checksums and budget kept."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from ...errors import FormatError, LimitError

MAGIC = b"TVX\r\n\x1a\n\0"
MAJOR, MINOR = 2, 0
HEADER = struct.Struct("<8sHHB3xIIII")
ENTRY = struct.Struct("<4sBBHH3B3x4I3i")
ALIGNMENT = 8
LIMIT = (1 << 32) - 1
"""Bytes of a file that its 32-bit offsets can tell."""

RECORDS = {"LAYR": 16, "NODE": 24, "MOVE": 20, "SHOW": 8, "TREE": 44}
"""Bytes of a record of these chunks."""

CODED, DEFLATED, REQUIRED = 1, 2, 4
PLAIN, PACKED = 0, 1
_LEVEL = 7
"""Of zlib; 9 takes three times as long for 1 to 5 % fewer bytes."""

Box = tuple[tuple[int, int, int], tuple[int, int, int]]
NO_BOX: Box = ((0, 0, 0), (0, 0, 0))


class Budget(NamedTuple):
    """What a reader may take memory for, of a file of so many bytes."""

    length: int

    @property
    def bytes(self) -> int:
        """Of content, of texels, and of triangles at 8 bytes each."""
        return (4 << 20) + 16 * self.length

    @property
    def records(self) -> int:
        """Chunks and records of the scene; and, besides, names."""
        return (1 << 16) + self.length // 4


class Key(NamedTuple):
    """What a chunk is about."""

    type: str
    mesh: int = 0
    part: int = 0
    level: int = 0


@dataclass(frozen=True)
class Content:
    """A chunk that is to be written."""

    key: Key
    plain: bytes = field(repr=False)
    coded: bytes | None = field(default=None, repr=False)
    """The same in the order that compresses better, if there is one."""
    box: Box = NO_BOX
    """Origin and extent of a part."""
    weight: int = 0
    """Bytes of what a reader makes of it."""


@dataclass(frozen=True)
class Chunk:
    """One chunk of a file that is being read."""

    key: Key
    offset: int
    """Byte of the file's plain form where it begins."""
    coded: bool
    deflated: bool
    moved: bool
    """The file is packed, so that the offset says nothing of where the chunk lies in the file."""
    size: int
    """Bytes of its content."""
    stored: memoryview = field(repr=False)
    box: Box = NO_BOX

    @cached_property
    def content(self) -> memoryview:
        """Inflated, but still in coded order where it is.

        Raises
        ------
        FormatError
            If it is damaged.
        """
        if not self.deflated:
            return self.stored
        return inflate(self.stored, self.size, self.key.type, self.offset)

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
        if self.moved:
            return FormatError(message, self.key.type)
        inside = 0 if byte is None or self.deflated or self.coded else byte
        return FormatError(message, self.key.type, self.offset + inside)


def write_chunks(chunks: Sequence[Content], *, packed: bool = False, deflated: bool = False) -> bytes:
    """Put chunks one after the other, and the header and the directory before them.

    Parameters
    ----------
    chunks : sequence of Content
    packed : bool
        Compress all in one stream, parts in coded order.
    deflated : bool
        Compress each chunk that gets smaller by it, parts in coded order.

    Returns
    -------
    bytes
        The whole file; a plain one where the compressed one would not keep to the budget of its readers.

    Raises
    ------
    LimitError
        If the file would have 4 GiB or more.
    """
    data = _assembled(chunks, packed=packed, deflated=deflated)
    if (packed or deflated) and not _affordable(chunks, Budget(len(data))):
        return _assembled(chunks, packed=False, deflated=False)
    return data


def _affordable(chunks: Sequence[Content], budget: Budget) -> bool:
    """Whether readers may take the memory that a compressed file needs."""
    each = [max(one.weight, len(one.plain), len(one.coded or b"")) + ENTRY.size + ALIGNMENT for one in chunks]
    records = sum(len(one.plain) // RECORDS[one.key.type] for one in chunks if one.key.type in RECORDS)
    names = sum(one.plain.count(0) for one in chunks if one.key.type == "STRS")
    return sum(each) <= budget.bytes and len(chunks) + records + names <= budget.records


def _assembled(chunks: Sequence[Content], *, packed: bool, deflated: bool) -> bytes:
    """The bytes of the file in one form."""
    entries, pieces = [], []
    at = HEADER.size + ENTRY.size * len(chunks)
    for one in chunks:
        content, flags = one.plain, 0
        if one.coded is not None and (packed or deflated):
            content, flags = one.coded, CODED
        stored = content
        if deflated and not packed:
            squeezed = zlib.compress(content, _LEVEL)
            if len(squeezed) < len(content):
                stored, flags = squeezed, flags | DEFLATED
        at += -at % ALIGNMENT
        entries.append(_entry(one, flags, at, stored, content, 0 if packed else zlib.crc32(stored)))
        at += len(stored)
        if at > LIMIT:
            raise LimitError("the file would have 4 GiB or more; split the scene")
        pieces.append(stored)
    return _framed(b"".join(entries), pieces, packed=packed)


def _entry(one: Content, flags: int, at: int, stored: bytes, content: bytes, checksum: int) -> bytes:
    key, (origin, extent) = one.key, one.box
    name = key.type.encode("latin-1")
    sizes = at, len(stored), len(content), checksum
    return ENTRY.pack(name, flags, key.level, key.mesh, key.part, *extent, *sizes, *origin)


def _framed(directory: bytes, pieces: Sequence[bytes], *, packed: bool) -> bytes:
    """Header, directory and chunks as one file."""
    body = bytearray(directory)
    for piece in pieces:
        body += bytes(-(HEADER.size + len(body)) % ALIGNMENT) + piece
    plain = HEADER.size + len(body)
    stored = zlib.compress(body, _LEVEL) if packed else bytes(body)
    form = PACKED if packed else PLAIN
    count = len(directory) // ENTRY.size
    header = HEADER.pack(MAGIC, MAJOR, MINOR, form, HEADER.size + len(stored), plain, count, 0)[:-4]
    return header + struct.pack("<I", zlib.crc32(directory, zlib.crc32(header))) + stored


def read_chunks(data: memoryview, known: frozenset[str], leveled: frozenset[str] = frozenset()) -> dict[Key, Chunk]:
    """Take a file apart; nothing but the stream of a packed file is inflated.

    Parameters
    ----------
    data : memoryview
        The whole file.
    known : frozenset of str
        Types to read; chunks of other types, and of levels of detail above 0, are checked and left out.
    leveled : frozenset of str
        Types to read of other levels, too.

    Returns
    -------
    dict of Key to Chunk

    Raises
    ------
    FormatError
        If it is no .tvx file, of another major version, cut short, damaged, or would need more memory than the
        budget of its length.
    """
    form, plain, count, checksum = _read_header(data)
    body = data[HEADER.size :]
    if form == PACKED:
        if not HEADER.size <= plain <= Budget(len(data)).bytes:
            raise FormatError(f"it would unpack to {plain:,} bytes, more than so short a file can hold", None, 20)
        body = inflate(body, plain - HEADER.size, None, HEADER.size)
    length = ENTRY.size * count
    if length > len(body):
        raise FormatError(f"a directory of {count:,} chunks reaches beyond the end", None, 24)
    if zlib.crc32(body[:length], zlib.crc32(data[: HEADER.size - 4])) != checksum:
        raise FormatError("the checksum of the directory is wrong: the file is damaged", None, 28)
    found: dict[Key, Chunk] = {}
    seen: set[bytes] = set()
    at = HEADER.size + length
    for index in range(count):
        place = index * ENTRY.size
        at += -at % ALIGNMENT
        chunk, flags = _read_entry(body, place, at, packed=form == PACKED)
        at += len(chunk.stored)
        name = bytes(body[place : place + 4]) + bytes(body[place + 5 : place + 10])
        if name in seen:
            raise _refused(chunk, place, f"there are two of mesh {chunk.key.mesh}, number {chunk.key.part}")
        seen.add(name)
        if chunk.key.type not in known:
            if flags & REQUIRED:
                raise _refused(chunk, place, "it must be understood, and is not known here; get a newer Trivox")
        elif chunk.key.level == 0 or chunk.key.type in leveled:
            found[chunk.key] = chunk
    if at != HEADER.size + len(body):
        raise FormatError("there are bytes after the last chunk", None, at if form == PLAIN else None)
    _check_budget(found, count, Budget(len(data)))
    return found


def _check_budget(chunks: Mapping[Key, Chunk], records: int, budget: Budget) -> None:
    """The content of all chunks must fit into the memory that the file's length allows, before any is inflated."""
    used = 0
    for chunk in chunks.values():
        used += chunk.size
        records += chunk.size // RECORDS[chunk.key.type] if chunk.key.type in RECORDS else 0
        if used > budget.bytes or records > budget.records:
            raise chunk.error(f"{used:,} bytes in {records:,} records are more than so short a file can hold")


def _read_entry(body: memoryview, place: int, at: int, *, packed: bool) -> tuple[Chunk, int]:
    """One entry of the directory, and its flags."""
    name, flags, level, mesh, part, *extent, offset, size, content, crc, x, y, z = ENTRY.unpack_from(body, place)
    key = Key(name.decode("latin-1").encode("ascii", "backslashreplace").decode(), mesh, part, level)
    begin = offset - HEADER.size
    box = (x, y, z), (extent[0], extent[1], extent[2])
    stored = body[begin : begin + size]
    chunk = Chunk(key, offset, bool(flags & CODED), bool(flags & DEFLATED), packed, content, stored, box)
    if offset != at:
        raise _refused(chunk, place, f"it begins at byte {offset:,}, not {at:,}, where the one before ends")
    if len(stored) != size:
        raise _refused(chunk, place, f"the chunk has {size:,} bytes, more than are left")
    if chunk.deflated and packed:
        raise _refused(chunk, place, "it is compressed in a file that is packed already")
    if not chunk.deflated and size != content:
        raise _refused(chunk, place, f"it has {size:,} bytes, not {content:,} as it says")
    if not packed and zlib.crc32(stored) != crc:
        raise _refused(chunk, place, "the checksum is wrong: the file is damaged")
    return chunk, flags


def _refused(chunk: Chunk, place: int, message: str) -> FormatError:
    """The error of an entry of the directory."""
    return FormatError(message, chunk.key.type, None if chunk.moved else HEADER.size + place)


def _read_header(data: memoryview) -> tuple[int, int, int, int]:
    """Check the header: form, bytes of the plain form, number of chunks, checksum."""
    if len(data) == 0:
        raise FormatError("the file is empty")
    if bytes(data[: len(MAGIC)]) != MAGIC[: len(data)]:
        raise FormatError("this is no .tvx file: it does not begin with TVX")
    if len(data) < HEADER.size:
        raise FormatError("the file ends inside its header", None, len(data))
    _, major, minor, form, total, plain, count, checksum = HEADER.unpack_from(data)
    if major < MAJOR:
        raise FormatError(f"version {major}.{minor} of the format is no longer read; convert the model again", None, 8)
    if major > MAJOR:
        raise FormatError(f"version {major}.{minor} of the format is not known here; get a newer Trivox", None, 8)
    if form not in (PLAIN, PACKED):
        raise FormatError("it is of an unknown form", None, 12)
    if total != len(data) or (form == PLAIN and plain != len(data)):
        raise FormatError(f"the file has {len(data):,} bytes, not {total:,} as it says", None, 16)
    return form, plain, count, checksum


def inflate(stored: memoryview, size: int, kind: str | None, offset: int) -> memoryview:
    """Decompress no more than is said.

    Parameters
    ----------
    stored : memoryview
        A zlib stream.
    size : int
        Bytes that it must give.
    kind : str or None
        The chunk's type, for the error.
    offset : int
        Byte of the file, for the error.

    Returns
    -------
    memoryview

    Raises
    ------
    FormatError
        If it is damaged, longer, shorter, or something comes after it.
    """
    stream = zlib.decompressobj()
    try:
        inflated = stream.decompress(stored, size + 1)
    except zlib.error as error:
        raise FormatError("the compressed bytes are damaged", kind, offset) from error
    if not stream.eof or stream.unused_data or len(inflated) != size:
        raise FormatError(f"the compressed bytes do not end after {size:,} bytes", kind, offset)
    return memoryview(inflated)
