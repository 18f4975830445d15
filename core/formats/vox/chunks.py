"""The bytes of a .vox file -> its chunks in file order: name, place and content, found by their lengths alone."""

from __future__ import annotations

import struct
from dataclasses import dataclass

from ...errors import FormatError
from .notes import Notes
from .signature import HEADER_BYTES

CHUNK_HEADER = struct.Struct("<4sii")

_READ = ("PACK", "SIZE", "XYZI", "TDCZ", "RGBA", "IMAP", "NOTE", "META", "MATL", "MATT")
_READ_FOR_SCENE = ("nTRN", "nGRP", "nSHP", "LAYR", "rCAM", "rOBJ")
_SKIPPED = ("rLIT", "rAIR", "rLEN", "POST", "rDIS")

KNOWN = frozenset((*_READ, *_READ_FOR_SCENE, *_SKIPPED))
"""Names by which a chunk can be told from garbage."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """One chunk of the file."""

    name: str
    """Four characters."""
    offset: int
    """Byte in the file where its header starts."""
    content: memoryview
    """Its own bytes, without header and children; shorter than announced where the file ends."""


def read_chunks(data: memoryview, notes: Notes) -> list[Chunk]:
    """Walk the chunks inside MAIN.

    Parameters
    ----------
    data : memoryview
        The whole file.
    notes : Notes
        Told about lengths that lie.

    Returns
    -------
    list of Chunk
        In file order, the unknown ones included.

    Raises
    ------
    FormatError
        If there is no MAIN chunk.
    """
    position, end = _open_main(data, notes)
    chunks: list[Chunk] = []
    while position < len(data):
        if position >= end and not _goes_on(data, position, end, notes):
            break
        step = _read_chunk(data, position, chunks, notes)
        if step is None:
            break
        position = step
    return chunks


def _open_main(data: memoryview, notes: Notes) -> tuple[int, int]:
    """First byte of MAIN's children and the byte after the last, as MAIN says it."""
    start = HEADER_BYTES
    if len(data) < start + CHUNK_HEADER.size:
        raise FormatError(
            f"the file is cut short ({len(data)} bytes); copy or export it again",
            offset=start,
        )
    name, content, children = CHUNK_HEADER.unpack_from(data, start)
    if name != b"MAIN":
        if name.decode("latin-1") not in KNOWN:
            raise FormatError(
                "this is not a MagicaVoxel file: its MAIN chunk is missing",
                offset=start,
            )
        notes.add("main", "the MAIN chunk is missing; the chunks were read without it")
        return start, len(data)
    if content < 0 or children < 0:
        notes.add(
            "main",
            "the MAIN chunk has a negative length; everything up to the end of the file was read",
        )
        return start + CHUNK_HEADER.size + max(content, 0), len(data)
    start += CHUNK_HEADER.size + content
    if start + children > len(data):
        notes.add(
            "cut",
            f"the file may be cut short: {start + children - len(data):,} bytes of the MAIN chunk are missing",
        )
    return start, start + children


def _goes_on(data: memoryview, position: int, end: int, notes: Notes) -> bool:
    """Whether chunks go on after the end that MAIN announced; anything else there is trailing data."""
    if len(data) - position < CHUNK_HEADER.size:
        return False
    name, content, children = CHUNK_HEADER.unpack_from(data, position)
    if name == b"MAIN":
        notes.add("second main", f"a second MAIN chunk at byte {position:,} was left out")
        return False
    if name.decode("latin-1") not in KNOWN or min(content, children) < 0:
        return False
    if position + CHUNK_HEADER.size + content + children > len(data):
        return False
    notes.add(
        "main",
        f"the MAIN chunk ends at byte {end:,} by its own length, but chunks go on there; they were read too",
    )
    return True


def _read_chunk(data: memoryview, position: int, chunks: list[Chunk], notes: Notes) -> int | None:
    """Append the chunk at a position; return where the next one starts, or None if nothing can follow."""
    if len(data) - position < CHUNK_HEADER.size:
        notes.add("cut", f"the file is cut short inside a chunk header at byte {position:,}")
        return None
    raw_name: bytes
    content: int
    children: int
    raw_name, content, children = CHUNK_HEADER.unpack_from(data, position)
    name = raw_name.decode("latin-1")
    if content < 0 or children < 0:
        notes.add(
            "negative",
            f"{_title(name)} at byte {position:,} has a negative length; the rest of the file was left out",
        )
        return None
    start = position + CHUNK_HEADER.size
    stop = start + content
    if stop > len(data):
        notes.add(
            "cut",
            f"the file is cut short: {_title(name)} at byte {position:,} lacks {stop - len(data):,} of its bytes",
        )
    elif stop + children > len(data):
        notes.add(
            "cut",
            f"the file is cut short inside the children of {_title(name)} at byte {position:,}",
        )
    chunks.append(Chunk(name, position, data[start:stop]))
    return stop + children


def _title(name: str) -> str:
    return f"the {name} chunk" if name in KNOWN else "an unknown chunk"
