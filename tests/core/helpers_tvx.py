"""A second reader of .tvx files, in plain Python from docs/tvx.md alone; it shares no code with the package."""

from __future__ import annotations

import struct
import zlib
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from helpers_vox import shared_folder

MAGIC = bytes.fromhex("5456580D0A1A0A00")
PLANES = [(0, 1, 2), (0, 2, 1), (1, 2, 0), (1, 0, 2), (2, 0, 1), (2, 1, 0)]
"""Plane axis, u and v of the directions."""


@dataclass
class Polygon:
    """One record."""

    direction: int
    symmetry: int
    transparent: bool
    material: int
    flat: bool
    quads: bool
    value: int
    offset: tuple[int, int]


@dataclass
class Part:
    """One part; a triangle is three lattice points and a polygon."""

    vertex_count: int
    polygons: list[Polygon]
    triangles: list[tuple[list[tuple[int, int, int]], Polygon]]
    ranges: list[int]


@dataclass
class Mesh:
    """One mesh."""

    size: tuple[int, ...]
    pivot: tuple[int, ...]
    mode: int
    parts: list[Part]
    pages: list[tuple[int, int, bytes]]


@dataclass
class Scene:
    """One file."""

    info: tuple
    name: str
    palette: list[bytes]
    materials: list[tuple] | None
    layers: list[tuple]
    nodes: list[dict]
    meshes: list[Mesh]
    raw: dict = field(default_factory=dict)


def read(data: bytes) -> Scene:
    """Read a whole file."""
    assert data[:8] == MAGIC
    major, _, count, total = struct.unpack_from("<HHIQ", data, 8)
    assert major == 1 and total == len(data)
    chunks: dict[tuple, bytes] = {}
    at = 24
    for _ in range(count):
        kind, flags, level, zero, mesh, part, stored, size, crc = struct.unpack_from("<4sBBHHHIII", data, at)
        body = data[at + 24 : at + 24 + stored]
        assert at % 8 == 0 and zero == 0 and flags in (0, 1)
        assert zlib.crc32(data[at : at + 20] + body) == crc
        name = kind.decode("ascii")
        content = expand(name, zlib.decompress(body)) if flags else body
        assert len(content) == size and (name, level, mesh, part) not in chunks
        chunks[name, level, mesh, part] = content
        at += 24 + stored + -stored % 8
    assert at == len(data)
    return scene(chunks)


def expand(name: str, packed: bytes) -> bytes:
    """Undo the order of compressed chunks, number by number."""
    if name in ("VERT", "POLY"):
        columns = 3 if name == "VERT" else 8
        rows = len(packed) // columns
        out = bytearray(len(packed))
        for column in range(columns):
            value = 0
            for row in range(rows):
                value = (value + packed[column * rows + row]) % 256
                out[row * columns + column] = value
        return bytes(out)
    if name in ("TRI2", "TRI4"):
        width = int(name[3])
        count = len(packed) // (4 * width)
        corners = row_of_numbers(packed[: 3 * count * width], width)
        records = row_of_numbers(packed[3 * count * width :], width)
        words = [word for i in range(count) for word in (*corners[3 * i : 3 * i + 3], records[i])]
        return struct.pack(f"<{len(words)}{'H' if width == 2 else 'I'}", *words)
    return packed


def row_of_numbers(planes: bytes, width: int) -> list[int]:
    """Differences in byte planes -> numbers."""
    count = len(planes) // width
    numbers, value = [], 0
    for i in range(count):
        value = (value + sum(planes[k * count + i] << 8 * k for k in range(width))) % (1 << 8 * width)
        numbers.append(value)
    return numbers


def scene(chunks: dict[tuple, bytes]) -> Scene:
    """Put the chunks together."""

    def one(name: str) -> bytes:
        return chunks.get((name, 0, 0, 0), b"")

    def records(name: str, form: str) -> list[tuple]:
        return list(struct.iter_unpack(form, one(name)))

    strings = one("STRS")

    def text(start: int, size: int) -> str:
        assert start + size <= len(strings)
        return strings[start : start + size].decode("utf-8")

    info = struct.unpack("<dBBHIiiII", one("INFO"))
    moves, shows = records("MOVE", "<iB3x3i"), records("SHOW", "<iI")
    nodes = []
    for start, size, parent, kind, flags, _, layer, m0, m1, s0, s1 in records("NODE", "<IIiBBHiIIII"):
        nodes.append(
            {
                "name": text(start, size),
                "parent": parent,
                "shape": kind == 1,
                "hidden": bool(flags & 1),
                "layer": layer if flags & 2 else None,
                "loops": bool(flags & 4),
                "moves": [(frame, matrix(turn), move) for frame, turn, *move in moves[m0 : m0 + m1]],
                "shows": shows[s0 : s0 + s1],
            }
        )
    return Scene(
        info=info,
        name=text(*info[-2:]),
        palette=[one("PALT")[4 * i : 4 * i + 4] for i in range(256)],
        materials=materials(one("MATL")),
        layers=[(i, text(a, b), flags, rgb) for i, a, b, flags, *rgb in records("LAYR", "<iIIB3B")],
        nodes=nodes,
        meshes=[mesh(chunks, number) for number in range(info[4])],
        raw=chunks,
    )


def materials(content: bytes) -> list[tuple] | None:
    """The record of each palette index; None for the default."""
    records = list(struct.iter_unpack("<4B11f", content[256:]))
    return [records[number] for number in content[:256]] or None


def matrix(turn: int) -> list[list[int]]:
    """Orientation byte -> 3 x 3 matrix."""
    first, second = turn & 3, turn >> 2 & 3
    columns = [first, second, 3 - first - second]
    return [
        [(-1 if turn >> 4 + row & 1 else 1) if column == columns[row] else 0 for column in range(3)] for row in range(3)
    ]


def mesh(chunks: dict[tuple, bytes], number: int) -> Mesh:
    """One mesh with its parts and pages."""
    *head, mode, _, parts, pages, _ = struct.unpack("<3I3iBBHHH", chunks["MESH", 0, number, 0])
    sheets = []
    for page in range(pages):
        content = chunks["TEXL", 0, number, page]
        width, height = struct.unpack_from("<II", content)
        assert len(content) == 8 + width * height
        sheets.append((width, height, content[8:]))
    return Mesh(
        tuple(head[:3]), tuple(head[3:]), mode, [part_of(chunks, number, part) for part in range(parts)], sheets
    )


def part_of(chunks: dict[tuple, bytes], number: int, index: int) -> Part:
    """One part."""
    x, y, z, vertex_count, polygon_count, triangle_count, *ranges = struct.unpack(
        "<3i3I13I4x", chunks["PART", 0, number, index]
    )
    points = [(x + a, y + b, z + c) for a, b, c in struct.iter_unpack("<3B", chunks["VERT", 0, number, index])]
    assert len(points) == vertex_count
    polygons = []
    for column, row, face, material, flags, value in struct.iter_unpack("<hhBBBB", chunks["POLY", 0, number, index]):
        direction = face & 7
        _, u, v = PLANES[direction]
        origin = (x, y, z)
        # Offsets for lattice points of the mesh in place of the part's.
        a, b = (v, u) if face & 8 else (u, v)
        shift = (
            column - (-origin[a] if face & 16 else origin[a]),
            row - (-origin[b] if face & 32 else origin[b]),
        )
        polygons.append(
            Polygon(direction, face >> 3 & 7, bool(face & 64), material, bool(flags & 1), bool(flags & 2), value, shift)
        )
    assert len(polygons) == polygon_count
    wide = ("TRI4", 0, number, index) in chunks
    words = struct.iter_unpack("<4I" if wide else "<4H", chunks["TRI4" if wide else "TRI2", 0, number, index])
    triangles = [([points[a], points[b], points[c]], polygons[p]) for a, b, c, p in words]
    assert len(triangles) == triangle_count
    return Part(vertex_count, polygons, triangles, ranges)


def cells_and_colors(sheets: list[tuple[int, int, bytes]], points: list, polygon: Polygon) -> list[tuple]:
    """((plane, u, v), colour) of each cell whose middle lies in a triangle, found row by row with exact integers."""
    axis, u, v = PLANES[polygon.direction]
    a, b, c = [(2 * p[u], 2 * p[v]) for p in points]
    found = []
    for row in range(min(a[1], b[1], c[1]) // 2, max(a[1], b[1], c[1]) // 2):
        for column in range(min(a[0], b[0], c[0]) // 2, max(a[0], b[0], c[0]) // 2):
            p = (2 * column + 1, 2 * row + 1)
            sides = [cross(a, b, p), cross(b, c, p), cross(c, a, p)]
            if min(sides) >= 0:
                found.append(((points[0][axis], column, row), texel(sheets, polygon, column + 0.5, row + 0.5)))
    return found


def cross(a: tuple[int, int], b: tuple[int, int], p: tuple[int, int]) -> int:
    """Twice the signed area of a triangle."""
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def texel(sheets: list[tuple[int, int, bytes]], polygon: Polygon, u: float, v: float) -> int:
    """Palette index at a point of a plane."""
    if polygon.flat:
        return polygon.value
    a, b = (v, u) if polygon.symmetry & 1 else (u, v)
    a = -a if polygon.symmetry & 2 else a
    b = -b if polygon.symmetry & 4 else b
    width, height, texels = sheets[polygon.value]
    column, row = int((a + polygon.offset[0]) // 1), int((b + polygon.offset[1]) // 1)
    assert 0 <= column < width and 0 <= row < height
    return texels[row * width + column]


def faces(mesh: Mesh) -> dict[tuple, set[int]]:
    """Colours of each (direction, transparent, plane, u, v) that a triangle shows."""
    shown: dict[tuple, set[int]] = defaultdict(set)
    for part in mesh.parts:
        for points, polygon in part.triangles:
            for cell, color in cells_and_colors(mesh.pages, points, polygon):
                shown[polygon.direction, polygon.transparent, *cell].add(color)
    return shown


def models() -> list[Path]:
    """The public models that are .vox files, or none."""
    folder = shared_folder("models")
    paths = sorted(folder.glob("*.vox")) if folder else []
    return [path for path in paths if path.read_bytes()[:4] == b"VOX "]
