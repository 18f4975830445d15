"""Writes .vox files byte by byte for tests, good ones and broken ones; shares no code with the reader."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np


def shared_folder(name: str) -> Path | None:
    """A folder of public files beside the repository, or None."""
    root = os.environ.get("TRIVOX_SHARED") or Path(__file__).resolve().parents[2].parent / "shared"
    path = Path(root) / name
    return path if path.is_dir() else None


def read_limit(length: int) -> int:
    """Calls (see `call_count`) that reading a file of some bytes may take: in proportion to them, with some to begin.

    Chunks take up to 2.5 a byte, and the smallest files some hundred.
    """
    return 4 * length + 3000


def int32(*values: int) -> bytes:
    """Signed 32-bit integers."""
    return struct.pack(f"<{len(values)}i", *values)


def string(text: str | bytes) -> bytes:
    """Length and bytes."""
    raw = text.encode() if isinstance(text, str) else text
    return int32(len(raw)) + raw


def pairs(**values: object) -> bytes:
    """A dictionary; the leading underscore of every key is added."""
    return dictionary({f"_{key}": str(value) for key, value in values.items()})


def dictionary(values: Mapping[str, str | bytes]) -> bytes:
    """A dictionary as it stands."""
    return int32(len(values)) + b"".join(string(key) + string(value) for key, value in values.items())


def chunk(name: str | bytes, content: bytes = b"", children: bytes = b"") -> bytes:
    """One chunk."""
    raw = name.encode() if isinstance(name, str) else name
    return struct.pack("<4sii", raw, len(content), len(children)) + content + children


def vox(*chunks: bytes, version: int = 200) -> bytes:
    """A whole file."""
    return b"VOX " + int32(version) + chunk("MAIN", b"", b"".join(chunks))


def model(size: tuple[int, int, int], voxels: Iterable[tuple[int, int, int, int]]) -> bytes:
    """SIZE and XYZI."""
    rows = [bytes(voxel) for voxel in voxels]
    return chunk("SIZE", int32(*size)) + chunk("XYZI", int32(len(rows)) + b"".join(rows))


def dense_model(grid: np.ndarray) -> bytes:
    """SIZE and XYZI of a grid (x, y, z) of palette indices."""
    return model(grid.shape, [(*cell, grid[cell]) for cell in map(tuple, np.argwhere(grid).tolist())])


def rgba(colors: Iterable[tuple[int, int, int, int]]) -> bytes:
    """The palette: the first colour is that of index 1."""
    return chunk("RGBA", b"".join(bytes(color) for color in colors))


def colors(count: int = 256) -> list[tuple[int, int, int, int]]:
    """Colours that are all different."""
    return [(i % 256, (7 * i + 3) % 256, 255 - i % 256, 255) for i in range(count)]


def ntrn(node: int, child: int, *frames: Mapping[str, object], layer: int = -1, **attributes: object) -> bytes:
    """A transform; frames are dictionaries such as ``{"t": "1 2 3", "r": 4}``."""
    listed = frames or ({},)
    content = int32(node) + pairs(**attributes) + int32(child, -1, layer, len(listed))
    return chunk("nTRN", content + b"".join(pairs(**frame) for frame in listed))


def ngrp(node: int, *children: int, **attributes: object) -> bytes:
    """A group."""
    return chunk("nGRP", int32(node) + pairs(**attributes) + int32(len(children), *children))


def nshp(node: int, *models: int | tuple[int, int], **attributes: object) -> bytes:
    """A shape; models are indices or pairs (index, frame)."""
    listed = [(entry, pairs()) if isinstance(entry, int) else (entry[0], pairs(f=entry[1])) for entry in models]
    content = int32(node) + pairs(**attributes) + int32(len(listed))
    return chunk("nSHP", content + b"".join(int32(index) + frame for index, frame in listed))


def layr(number: int, **attributes: object) -> bytes:
    """A layer."""
    return chunk("LAYR", int32(number) + pairs(**attributes) + int32(-1))


def matl(index: int, **properties: object) -> bytes:
    """A material."""
    return chunk("MATL", int32(index) + pairs(**properties))


def matt(index: int, kind: int, weight: float, values: Mapping[int, float]) -> bytes:
    """A material of old files; values by their bit."""
    bits = sum(1 << bit for bit in values)
    content = int32(index, kind) + struct.pack("<f", weight) + int32(bits)
    return chunk("MATT", content + b"".join(struct.pack("<f", values[bit]) for bit in sorted(values) if bit < 7))


def rcam(number: int, **attributes: object) -> bytes:
    """A camera."""
    return chunk("rCAM", int32(number) + pairs(**attributes))


def robj(**attributes: object) -> bytes:
    """A render object."""
    return chunk("rOBJ", pairs(**attributes))


def note(*names: str) -> bytes:
    """Names of palette rows."""
    return chunk("NOTE", int32(len(names)) + b"".join(string(name) for name in names))


def meta(**attributes: object) -> bytes:
    """META."""
    return chunk("META", pairs(**attributes))


def imap(order: Iterable[int]) -> bytes:
    """IMAP."""
    return chunk("IMAP", bytes(order))


CUBE = [(x, y, z, 1 + x + 2 * y + 4 * z) for z in (0, 1) for y in (0, 1) for x in (0, 1)]
"""Eight voxels of eight colours."""


def cube() -> bytes:
    """A model of 2x2x2 voxels."""
    return model((2, 2, 2), CUBE)


def golden() -> bytes:
    """A scene with every chunk that files of MagicaVoxel have."""
    return vox(
        meta(anim_range="2 30"),
        chunk("PACK", int32(3)),
        cube(),
        model((3, 4, 5), [(0, 0, 0, 9), (2, 3, 4, 10)]),
        model((1, 1, 1), [(0, 0, 0, 255)]),
        ntrn(0, 1),
        ngrp(1, 2, 4, 8),
        ntrn(2, 3, {"r": 17, "t": "10 20 30"}, layer=0, name="first"),
        nshp(3, 0),
        ntrn(4, 5, {"t": "1 2 3"}, layer=1, name="group", hidden=1),
        ngrp(5, 6),
        ntrn(6, 7, {"f": 9, "t": "5 0 0"}, {"f": 4, "t": "4 0 0", "r": 100}, layer=2, name="moving", loop=1),
        nshp(7, (2, 6), (1, 3), loop=1),
        ntrn(8, 3, {"t": "-1 0 0"}, layer=3, name="again"),
        layr(0, name="ground", color="1 2 3"),
        layr(3, name="secret", hidden=1),
        rgba(colors()),
        imap([*range(2, 256), 1, 0]),
        matl(1, type="_metal", metal=0.5, rough=0.25, sp=1.5),
        matl(2, type="_glass", trans=0.75, ri=1.6),
        matl(3, type="_emit", emit=0.6, flux=2, ldr=0.1),
        matl(4, type="_media", media_type="_scatter", d=0.2, g=-0.5),
        rcam(0, mode="orth", focus="1 2 3", angle="10 20 0.5", radius=7, frustum=0.5, fov=60),
        robj(type="_inf", i=0.7, k="255 250 240", angle="50 40"),
        robj(type="_ground", color="80 80 80", hor=0.1),
        note("skin", "", "wood"),
        chunk("rLIT"),
        chunk("rDIS", b"own", children=cube()),
        chunk(b"\xff\xfe\x00\x01", b"unknown"),
    )
