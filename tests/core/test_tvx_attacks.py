"""Small .tvx files that would take much memory: read by a process that may have little, each with a plain sentence."""

from __future__ import annotations

import struct
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path

import helpers_tvx as ht
import numpy as np
import pytest
from helpers_tvx_files import CODED, DEFLATED, Piece, deflated, joined, small_files, split
from trivox.core.formats.tvx import TvxFile, TvxMesh, read_tvx, write_tvx
from trivox.core.formats.tvx.records import POLYGON, RECTANGLE, TRIANGLE
from trivox.core.voxels import Material

MEBIBYTE = 1 << 20
ROOM = 640 * MEBIBYTE
"""Bytes that a process may take beside those that it has when all is imported."""

CHILD = """
import resource, sys
from trivox.core.errors import TrivoxError
from trivox.core.formats.tvx import assembly_of, read_tvx
has = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (has + int(sys.argv[1]),) * 2)
for path in sys.argv[2:]:
    try:
        assembly_of(read_tvx(path), "a")
        print("read")
    except TrivoxError as error:
        print(error)
    except MemoryError:
        print("out of memory")
"""

BASE = {piece.name: piece for piece in split(small_files()["plain"])}
SCENE = [BASE[name] for name in (b"INFO", b"PALT", b"STRS", b"MESH", b"PART", b"PAGE")]
NODE = struct.pack("<IiBBHiII", 1, -1, 1, 0, 0, 0, 1, 1)
MOVE = struct.pack("<iB3x3i", 0, 4, 0, 0, 0)
SHOW = struct.pack("<iI", 0, 0)


def info(meshes: int, palettes: int = 1) -> Piece:
    """The head of a scene."""
    content = bytearray(BASE[b"INFO"].content)
    struct.pack_into("<HH", content, 10, meshes, palettes)
    return replace(BASE[b"INFO"], content=bytes(content))


def head(parts: int, pages: int, mesh: int = 0) -> Piece:
    """The head of a mesh."""
    content = struct.pack("<3I3iIfB3xHH4x", 255, 255, 255, 0, 0, 0, 0, 0, 1, parts, pages)
    return Piece(b"MESH", content, mesh=mesh)


def small(name: bytes, content: bytes, **more: object) -> Piece:
    """A chunk that is stored deflated."""
    return Piece(name, content, DEFLATED, **more)


def names(text: bytes) -> bytes:
    """20,000 nodes that share one name."""
    count = 20_000
    own = [small(b"NODE", NODE * count), small(b"MOVE", MOVE * count), small(b"SHOW", SHOW * count)]
    return joined([piece if piece.name != b"STRS" else small(b"STRS", text) for piece in SCENE] + own)


def paged(*pages: tuple[int, int]) -> bytes:
    """A mesh of pages of one colour and no polygons."""
    own = []
    for number, (width, height) in enumerate(pages):
        blocks = (width + 7) // 8 * ((height + 7) // 8)
        content = struct.pack("<HHB3x", width, height, 1) + struct.pack("<I", 16) * blocks
        own.append(small(b"PAGE", content, number=number))
    return joined([info(1), BASE[b"PALT"], BASE[b"STRS"], head(0, len(pages)), *own])


def boxes(count: int, coded: bool) -> bytes:
    """A part of equal rectangles."""
    counts = struct.pack("<26I", 1, count, *[0] * 24)
    record = struct.pack("<hhBBBB", 0, 0, 128, 255, 1, 0)
    rows = (
        bytes(3 * count) + b"\1" * 2 * count + bytes(2 * count)
        if coded
        else struct.pack("<6BH", 0, 0, 0, 1, 1, 0, 0) * count
    )
    part = Piece(b"PART", counts + record + rows, DEFLATED | CODED * coded, extent=(1, 1, 1))
    return joined([info(1), BASE[b"PALT"], BASE[b"STRS"], head(1, 0), part])


def trees(count: int) -> bytes:
    """A part of one long tree, with one triangle a level, that soon goes over what lies behind it."""
    counts = struct.pack("<26I", 1, *[0] * 12, count, *[0] * 11, 1)
    record = struct.pack("<hhBBBB", 0, 0, 128, 255, 1, 0)
    first = bytes([0, 0, 0, 0, 1, 0, 0, 1])
    bits = np.tile(np.array([1, 0], np.uint8), count - 1)
    walk = np.concatenate(([1, 0, 0], bits[:-2], [0, 0]))
    rest = np.packbits(walk, bitorder="little").tobytes() + bytes(2 * (count - 1))
    part = Piece(b"PART", counts + record + first + rest, DEFLATED | CODED, extent=(1, 1, 1))
    return joined([info(1), BASE[b"PALT"], BASE[b"STRS"], head(1, 0), part])


def bomb(*pieces: Piece, packed: bool = False) -> bytes:
    """A scene with more chunks."""
    return joined([*SCENE, *pieces], packed=packed)


@cache
def attacks() -> dict[str, tuple[bytes, str]]:
    """The files, and what is said of each."""
    nothing = bytes(ROOM)
    files = {
        "one name for many nodes": (names(b"n" * 700_000 + b"\0"), "read"),
        "many empty names": (names(bytes(3 * MEBIBYTE)), "more than so short a file can use"),
        "names without end": (names(nothing), "so short a file can hold"),
        "a cross of pages": (paged((60_000, 1), (1, 60_000)), "do not fit together"),
        "a large page": (paged((65_535, 65_535)), "so short a file can hold"),
        "pages that are small apart": (paged(*[(1_500, 1_500)] * 3), "so short a file can hold"),
        "a texel chunk of zeros": (joined([*SCENE[:5], small(b"PAGE", nothing)]), "so short a file can hold"),
        "the same in a chunk that nothing uses": (bomb(small(b"PAGE", nothing, number=7)), "so short a file can hold"),
        "an unknown chunk of zeros": (bomb(small(b"xtra", nothing)), "read"),
        "another level of zeros": (bomb(small(b"PAGE", nothing, level=1)), "read"),
        "all of it packed": (bomb(Piece(b"xtra", nothing[: 64 * MEBIBYTE]), packed=True), "so short a file can hold"),
        "packed, and small by its own words": (
            joined([*SCENE, Piece(b"xtra", nothing)], packed=True, plain=4_000),
            "do not end after 3,968 bytes",
        ),
        "a stream that is longer than it says": (
            bomb(replace(small(b"xtra", nothing), name=b"MATL", size=300)),
            "do not end",
        ),
        "many layers": (
            bomb(small(b"LAYR", b"".join(struct.pack("<i12x", i) for i in range(150_000)))),
            "so short a file can hold",
        ),
        "many nodes": (bomb(small(b"NODE", NODE * 90_000)), "so short a file can hold"),
        "many chunks": (
            bomb(*[Piece(b"NODE", b"", mesh=i % 60_000, number=i // 60_000) for i in range(80_000)]),
            "NODE",
        ),
        "many chunks, packed": (
            bomb(*[Piece(b"NODE", b"", mesh=i % 60_000, number=i // 60_000) for i in range(90_000)], packed=True),
            "NODE",
        ),
        "many rectangles": (boxes(3_000_000, coded=False), "so short a file can hold"),
        "many coded rectangles": (boxes(3_000_000, coded=True), "so short a file can hold"),
        "as many rectangles as may be": (boxes(500_000, coded=True), "read"),
        "many triangles": (trees(600_000), "so short a file can hold"),
        "a long tree": (trees(20_000), "empty or goes round clockwise"),
        "counts of everything": (
            bomb(small(b"MESH", struct.pack("<3I3iIfB3xHH4x", 1, 1, 1, 0, 0, 0, 0, 0, 1, 65_535, 65_535), mesh=1)),
            "nothing tells of mesh 1",
        ),
    }
    deflated.cache_clear()
    return files


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells how much memory a process has, and limits it")
def test_memory_follows_the_file(tmp_path: Path) -> None:
    paths = []
    for name, (data, _) in attacks().items():
        assert len(data) <= 4 * MEBIBYTE
        paths.append(tmp_path / f"{name}.tvx")
        paths[-1].write_bytes(data)
    command = [sys.executable, "-c", CHILD, str(ROOM), *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    outcomes = done.stdout.splitlines()
    told = [
        f"{name}: {outcome}"
        for (name, (_, wanted)), outcome in zip(attacks().items(), outcomes, strict=True)
        if wanted not in outcome
    ]
    assert not told, told


@pytest.mark.parametrize(
    "name", ["a cross of pages", "many nodes", "many empty names", "one name for many nodes", "many chunks, packed"]
)
def test_another_reader_judges_the_same(name: str) -> None:
    data, wanted = attacks()[name]
    if wanted in ("read", "do not fit together"):
        ht.read(data)
    else:
        with pytest.raises(ht.RefusedError):
            ht.read(data)


def test_the_limit_is_felt(tmp_path: Path) -> None:
    """A process with too little room says so, so that the test above can fail."""
    if sys.platform != "linux":
        pytest.skip("only Linux tells how much memory a process has, and limits it")
    path = tmp_path / "a.tvx"
    path.write_bytes(boxes(500_000, coded=True))
    done = subprocess.run(
        [sys.executable, "-c", CHILD, str(MEBIBYTE), path], capture_output=True, text=True, check=False
    )
    assert done.stdout.strip() == "out of memory"


@pytest.mark.parametrize("by_chunks", [False, True])
def test_what_compresses_too_well_is_written_plain(by_chunks: bool) -> None:
    """A page of one colour, larger than readers of so short a file may take memory for."""
    part = replace(read_tvx(small_files()["plain"]).meshes[0].parts[0], polygons=np.zeros(0, POLYGON))
    part = replace(part, rectangles=np.zeros(0, RECTANGLE), triangles=np.zeros(0, TRIANGLE))
    for side, plain in ((1_000, False), (4_000, True)):
        mesh = TvxMesh((1, 1, 1), (0, 0, 0), "", (part,), (np.ones((side, side), np.uint8),))
        palette = np.zeros((256, 4), np.uint8)
        file = TvxFile("", 1.0, "z", palette, (Material(),) * 256, (mesh,), ())
        data = write_tvx(None, file, compress=True, by_chunks=by_chunks)
        assert (ht.Chunks(data).length > side * side // 16) == plain
        assert np.array_equal(read_tvx(data).meshes[0].pages[0], mesh.pages[0])
