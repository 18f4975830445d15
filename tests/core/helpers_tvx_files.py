"""Files of .tvx in, their chunks as pieces that can be changed out, and back with right offsets and checksums."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass, replace
from functools import lru_cache

import helpers_tvx as ht
import numpy as np
from helpers_compact import compact, look_of, tvx_mesh
from trivox.core import MeshOptions
from trivox.core.formats.tvx import TvxFile, write_tvx
from trivox.core.voxels import Layer, Material, ModelFrame, SceneNode
from trivox.core.voxels.transforms import resting

CODED, DEFLATED, REQUIRED = 1, 2, 4


@dataclass(frozen=True)
class Piece:
    """One chunk; the content is as it is before it is deflated."""

    name: bytes
    content: bytes
    flags: int = 0
    level: int = 0
    mesh: int = 0
    number: int = 0
    extent: tuple[int, int, int] = (0, 0, 0)
    origin: tuple[int, int, int] = (0, 0, 0)
    size: int | None = None
    """Content bytes that the entry tells; None for the truth."""


def split(data: bytes) -> list[Piece]:
    """The chunks of a sound file."""
    chunks = ht.Chunks(data)
    pieces = []
    for name, flags, level, mesh, number, a, b, c, *_, offset, stored, size, _, x, y, z in chunks.entries:
        content = chunks.body[offset : offset + stored]
        content = ht.inflated(content, size, 12) if flags & DEFLATED else content
        pieces.append(Piece(name, content, flags, level, mesh, number, (a, b, c), (x, y, z)))
    return pieces


@lru_cache(maxsize=2)
def deflated(content: bytes) -> bytes:
    """One stream of it."""
    return zlib.compress(content, 9)


def joined(pieces: list[Piece], *, packed: bool = False, plain: int | None = None) -> bytes:
    """A file of these chunks, right but for what they say."""
    entries, body = [], b""
    start = 32 + 44 * len(pieces)
    for piece in pieces:
        stored = deflated(piece.content) if piece.flags & DEFLATED else piece.content
        body += bytes(-(start + len(body)) % 8)
        crc = 0 if packed else zlib.crc32(stored)
        size = len(piece.content) if piece.size is None else piece.size
        head = piece.name, piece.flags, piece.level, piece.mesh, piece.number, *piece.extent, 0, 0, 0
        entries.append(ht.ENTRY.pack(*head, start + len(body), len(stored), size, crc, *piece.origin))
        body += stored
    directory = b"".join(entries)
    length = start + len(body) if plain is None else plain
    rest = zlib.compress(directory + body, 9) if packed else directory + body
    header = ht.HEADER.pack(ht.MAGIC, 2, 0, packed, 0, 0, 0, 32 + len(rest), length, len(pieces), 0)[:28]
    return header + struct.pack("<I", zlib.crc32(directory, zlib.crc32(header))) + rest


def resealed(data: bytes) -> bytes:
    """A plain file with the checksum of its header right."""
    end = 32 + 44 * struct.unpack_from("<I", data, 24)[0]
    return data[:28] + struct.pack("<I", zlib.crc32(data[:28] + data[32:end])) + data[32:]


def with_field(data: bytes, entry: int, offset: int, form: str, *values: object) -> bytes:
    """A plain file with numbers of one entry of its directory changed."""
    changed = bytearray(data)
    struct.pack_into(f"<{form}", changed, 32 + 44 * entry + offset, *values)
    return resealed(bytes(changed))


def with_change(data: bytes, kind: str, offset: int, form: str, *values: object, index: int = 0) -> bytes:
    """A file with numbers of one chunk's content changed."""
    pieces = split(data)
    place = [i for i, piece in enumerate(pieces) if piece.name == kind.encode()][index]
    content = bytearray(pieces[place].content)
    struct.pack_into(f"<{form}", content, offset, *values)
    pieces[place] = replace(pieces[place], content=bytes(content))
    return joined(pieces)


def with_entry(data: bytes, kind: str, **changes: object) -> bytes:
    """A file with one chunk told otherwise."""
    return joined([replace(one, **changes) if one.name == kind.encode() else one for one in split(data)])


def small_files() -> dict[str, bytes]:
    """Files with every kind of chunk and record, in every form."""
    random = np.random.default_rng(3)
    look = look_of(["diffuse", "diffuse", "glass", "metal"])

    def mesh(*shape: int, mode: str = "polygons") -> object:
        grid = random.integers(int(shape[2] == 1), 4, shape).astype(np.uint8)
        return tvx_mesh(compact(grid, MeshOptions(mode), look), look)

    nodes = (
        SceneNode("group", -1, "group", resting(), (), 1, False),
        SceneNode("shape", 0, "shape", resting() * 2, (ModelFrame(0, 0), ModelFrame(3, 1)), None, True, loops=True),
    )
    palettes = np.arange(2048, dtype=np.uint8).reshape(2, 256, 4)
    layers = {1: Layer(1, "layer", False, (1, 2, 3)), -4: Layer(-4, "", True, None)}
    materials = (Material(kind="metal"), Material(kind="glass")) + (Material(),) * 254

    def file(*some: object, rich: bool = False) -> TvxFile:
        own = (nodes, layers, (0, 9), 12.5, (palettes[1],)) if rich else ((),)
        return TvxFile("name", 0.1, "z", palettes[0], materials if rich else (Material(),) * 256, some, *own)

    first, last = mesh(4, 4, 3), mesh(9, 8, 3, mode="cutout")
    return {
        "plain": write_tvx(None, file(mesh(2, 2, 1))),
        "rich": write_tvx(None, file(first, last, rich=True)),
        "coded": write_tvx(None, file(first, last, rich=True), compress=True, by_chunks=True),
        "packed": write_tvx(None, file(mesh(3, 2, 2), mesh(1, 1, 300)), compress=True),
    }
