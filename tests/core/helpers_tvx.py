"""A second reader of .tvx files, in plain Python from docs/tvx.md alone; it shares no code with the package."""

from __future__ import annotations

import itertools
import math
import struct
import zlib
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from helpers_vox import shared_folder

MAGIC = bytes.fromhex("5456580D0A1A0A00")
HEADER = struct.Struct("<8sHHBBBBIIII")
ENTRY = struct.Struct("<4sBBHHBBBBBBIIIIiii")
PLANES = [(0, 1, 2), (0, 2, 1), (1, 2, 0), (1, 0, 2), (2, 0, 1), (2, 1, 0)]
"""Plane axis, u and v of the directions."""
ONCE = ("INFO", "MATL", "STRS", "LAYR", "NODE", "MOVE", "SHOW")
KNOWN = {name.encode() for name in (*ONCE, "PALT", "MESH", "PART", "PAGE", "VOXL", "RELF")}
SIZES = {"LAYR": 16, "NODE": 24, "MOVE": 20, "SHOW": 8}
FAR = 1 << 30


class RefusedError(Exception):
    """The file breaks a rule, whose number comes first."""


def must(holds: object, rule: int, what: str = "") -> None:
    """Refuse the file if a rule does not hold."""
    if not holds:
        raise RefusedError(f"rule {rule} {what}")


@dataclass
class Polygon:
    """One record; the offset is for lattice points of the mesh."""

    direction: int
    symmetry: int
    transparent: bool
    material: int
    flat: bool
    value: int
    plane: int
    offset: tuple[int, int]


@dataclass
class Part:
    """One part; a triangle is three lattice points of the mesh and a polygon; each rectangle is two of them."""

    origin: tuple[int, ...]
    extent: tuple[int, ...]
    polygons: list[Polygon]
    rectangles: list[tuple[tuple[int, ...], int, int, Polygon]]
    triangles: list[tuple[list[tuple[int, ...]], Polygon]]
    counts: tuple[int, ...]


@dataclass
class Mesh:
    """One mesh."""

    size: tuple[int, ...]
    pivot: tuple[int, ...]
    mode: int
    name: str
    parts: list[Part]
    pages: list[tuple[int, int, bytes]]
    voxels: Voxels | None = None
    reliefs: dict[int, Side] = field(default_factory=dict)


@dataclass
class Voxels:
    """What one mesh was made of."""

    cells: dict[tuple[int, int, int], int]
    others: set[tuple[int, int, int]]
    opaque: bool
    made: tuple[int, int]


@dataclass
class Side:
    """What is seen of a mesh from one side: by (row, column) the height and the colour of what is there."""

    origin: tuple[int, ...]
    width: int
    height: int
    depth: int
    scale: int
    distance: float
    texels: dict[tuple[int, int], tuple[int, int]]


@dataclass
class Scene:
    """One file."""

    info: tuple
    name: str
    palettes: list[list[bytes]]
    materials: list[tuple | None]
    layers: list[tuple]
    nodes: list[dict]
    meshes: list[Mesh]
    entries: list[tuple] = field(default_factory=list)
    body: bytes = b""

    @property
    def palette(self) -> list[bytes]:
        """The one that is shown."""
        return self.palettes[0]


class Chunks:
    """The used chunks of a file."""

    def __init__(self, data: bytes) -> None:
        self.length = len(data)
        self.budget = 4_194_304 + 16 * self.length
        self.records = 65_536 + self.length // 4
        self.entries: list[tuple] = []
        self.used: dict[tuple[str, int, int], tuple] = {}
        self.body = self._plain(data)
        self._directory()
        self._afford()

    def _plain(self, data: bytes) -> bytes:
        """The plain form, header included."""
        must(len(data) >= 32, 1)
        magic, major, _, form, *_, total, plain, self.count, self.crc = HEADER.unpack_from(data)
        must(magic == MAGIC and major == 2 and form < 2 and total == len(data), 1)
        self.packed = form == 1
        if not self.packed:
            must(plain == total, 1)
            return data
        must(32 <= plain <= self.budget, 2)
        return data[:32] + inflated(data[32:], plain - 32, 2)

    def _directory(self) -> None:
        end = 32 + 44 * self.count
        must(end <= len(self.body), 3)
        must(zlib.crc32(self.body[:28] + self.body[32:end]) == self.crc, 3)
        keys = set()
        for place in range(32, 32 + 44 * self.count, 44):
            entry = ENTRY.unpack_from(self.body, place)
            name, flags, level, mesh, number, *_, offset, stored, content, crc, _, _, _ = entry
            end = (end + 7) // 8 * 8
            must(offset == end and offset + stored <= len(self.body), 4)
            end += stored
            must(flags & 2 or stored == content, 5)
            must(not (flags & 2 and self.packed), 5)
            must(self.packed or zlib.crc32(self.body[offset:end]) == crc, 6)
            must((name, level, mesh, number) not in keys, 7)
            keys.add((name, level, mesh, number))
            must(name in KNOWN or not flags & 4, 8)
            self.entries.append(entry)
            if name in KNOWN and level == 0:
                self.used[name.decode(), mesh, number] = entry
        must(end == len(self.body), 4)

    def _afford(self) -> None:
        sizes = [(name, entry[13]) for (name, _, _), entry in self.used.items()]
        must(sum(size for _, size in sizes) <= self.budget, 9)
        records = sum(size // SIZES[name] for name, size in sizes if name in SIZES)
        must(self.count + records <= self.records, 10)

    def content(self, name: str, mesh: int = 0, number: int = 0) -> bytes:
        """What a chunk holds, inflated; nothing for those that may be missing."""
        entry = self.used.get((name, mesh, number))
        if entry is None:
            must(name in ONCE[1:], 11, name)
            return b""
        stored = self.body[entry[11] : entry[11] + entry[12]]
        return inflated(stored, entry[13], 12) if entry[1] & 2 else stored


def inflated(stored: bytes, size: int, rule: int) -> bytes:
    """One whole stream, of so many bytes."""
    stream = zlib.decompressobj()
    try:
        content = stream.decompress(stored, size + 1)
    except zlib.error:
        raise RefusedError(f"rule {rule}") from None
    must(len(content) == size and stream.eof and not stream.unused_data, rule)
    return content


def read(data: bytes) -> Scene:
    """Read a whole file."""
    chunks = Chunks(data)
    content = chunks.content("INFO")
    must(len(content) == 40, 12)
    info = struct.unpack("<dBBHHHiifIII", content)
    size, axis, _, meshes, palettes, _, _, _, rate, name, _, _ = info
    must(math.isfinite(size) and size > 0 and axis <= 2 and math.isfinite(rate) and rate >= 0 and palettes > 0, 13)
    heads = all_there(chunks, meshes, palettes)
    names = ["", *names_of(chunks)]

    def text(number: int) -> str:
        must(number < len(names), 14)
        return names[number]

    colors = [palette_of(chunks.content("PALT", 0, number), text) for number in range(palettes)]
    area = sum(page_size(chunks.content(*key)) for key in chunks.used if key[0] == "PAGE")
    must(area <= chunks.budget, 27)
    counts = [chunks.content(*key)[52:100] for key in chunks.used if key[0] == "PART"]
    must(8 * sum(sum(struct.unpack("<12I", own)) for own in counts if len(own) == 48) <= chunks.budget, 22)
    clouds = [chunks.content(*key) for key in chunks.used if key[0] == "VOXL"]
    must(all(len(content) >= 32 for content in clouds), 12)
    heads_of = [struct.unpack_from("<III", content) for content in clouds]
    must(sum(16 * (own + others) + 4 * count for own, others, count in heads_of) <= chunks.budget, 28)
    sides = [chunks.content(*key) for key in chunks.used if key[0] == "RELF"]
    must(all(len(content) >= 32 for content in sides), 12)
    areas = [math.prod(struct.unpack_from("<HH", content, 12)) for content in sides]
    must(4 * sum(areas) <= chunks.budget, 31)
    return Scene(
        info,
        text(name),
        colors,
        materials_of(chunks.content("MATL")) if ("MATL", 0, 0) in chunks.used else [None] * 256,
        layers_of(records(chunks, "LAYR", "<iIBBBBI"), text),
        nodes_of(chunks, meshes, text),
        [mesh_of(chunks, number, head, text) for number, head in enumerate(heads)],
        chunks.entries,
        chunks.body,
    )


def all_there(chunks: Chunks, meshes: int, palettes: int) -> list[tuple]:
    """The heads of all meshes; every chunk must be there that counts tell of, and no other."""
    wanted = [("PALT", 0, number) for number in range(palettes)]
    heads = []
    for mesh in range(meshes):
        content = chunks.content("MESH", mesh)
        must(len(content) == 44, 12)
        head = struct.unpack("<3I3iIfBBBBHHI", content)
        must(all(1 <= value <= FAR for value in head[:3]) and all(-FAR <= value <= FAR for value in head[3:6]), 20)
        must(math.isfinite(head[7]) and head[7] >= 0, 20)
        heads.append(head)
        wanted.append(("MESH", mesh, 0))
        wanted += [("PART", mesh, number) for number in range(head[12])]
        wanted += [("PAGE", mesh, number) for number in range(head[13])]
    must(set(wanted) <= chunks.used.keys(), 11)
    voxels = {("VOXL", mesh, 0) for mesh in range(meshes)}
    sides = {("RELF", mesh, side) for mesh in range(meshes) for side in range(6)}
    must(chunks.used.keys() <= set(wanted) | voxels | sides | {(name, 0, 0) for name in ONCE}, 11)
    return heads


def names_of(chunks: Chunks) -> list[str]:
    """All names but the empty one."""
    content = chunks.content("STRS")
    must(not content or content[-1] == 0, 14)
    must(content.count(0) <= chunks.records, 14)
    try:
        return content.decode("utf-8").split("\0")[:-1]
    except UnicodeDecodeError:
        raise RefusedError("rule 14") from None


def bits_of(content: bytes) -> list[int]:
    """Which of the bits are set."""
    return [index for index in range(8 * len(content)) if content[index // 8] >> index % 8 & 1]


def palette_of(content: bytes, text: object) -> list[bytes]:
    """256 colours of four bytes."""
    must(len(content) >= 36, 12)
    chosen = bits_of(content[4:36])
    must(len(content) == 36 + 4 * len(chosen), 12)
    text(struct.unpack_from("<I", content)[0])
    colors = [bytes(4)] * 256
    for place, index in enumerate(chosen):
        colors[index] = content[36 + 4 * place : 40 + 4 * place]
    return colors


def materials_of(content: bytes) -> list[tuple | None]:
    """256 records, or None for the default."""
    found: list[tuple | None] = [None] * 256
    must(len(content) >= 36, 12)
    count = struct.unpack_from("<I", content)[0]
    start = 4 + 48 * count
    must(len(content) >= start + 32, 12)
    chosen = bits_of(content[start : start + 32])
    must(len(content) == start + 32 + len(chosen), 12)
    table = list(struct.iter_unpack("<BBBB11f", content[4:start]))
    for record in table:
        must(record[0] <= 5 and record[1] <= 3 and all(map(math.isfinite, record[4:])), 15)
    for index, number in zip(chosen, content[start + 32 :], strict=True):
        must(number < count, 15)
        found[index] = table[number]
    return found


def records(chunks: Chunks, name: str, form: str) -> list[tuple]:
    """The records of a chunk."""
    content = chunks.content(name)
    must(len(content) % SIZES[name] == 0, 12)
    return list(struct.iter_unpack(form, content))


def layers_of(table: list[tuple], text: object) -> list[tuple]:
    """(id, name, hidden, colour or None) of each."""
    must(len({record[0] for record in table}) == len(table), 16)
    return [(n, text(name), bool(flags & 1), rgb if flags & 2 else None) for n, name, flags, *rgb, _ in table]


def nodes_of(chunks: Chunks, meshes: int, text: object) -> list[dict]:
    """All nodes, with their transforms and meshes."""
    moves = [(frame, orientation(turn), [x, y, z]) for frame, turn, x, y, z in records(chunks, "MOVE", "<iB3x3i")]
    shows = records(chunks, "SHOW", "<iI")
    must(all(mesh < meshes for _, mesh in shows), 19)
    nodes: list[dict] = []
    used = [0, 0]
    for name, parent, kind, flags, _, layer, move_count, show_count in records(chunks, "NODE", "<IiBBHiII"):
        must(-1 <= parent < len(nodes) and kind <= 1 and move_count > 0 and (show_count > 0) == (kind == 1), 17)
        own_moves, own_shows = moves[used[0] : used[0] + move_count], shows[used[1] : used[1] + show_count]
        used = [used[0] + move_count, used[1] + show_count]
        must(used[0] <= len(moves) and used[1] <= len(shows), 17)
        must(sorted(entry[0] for entry in own_moves) == [entry[0] for entry in own_moves], 18)
        must(sorted(entry[0] for entry in own_shows) == [entry[0] for entry in own_shows], 19)
        nodes.append(
            {
                "name": text(name),
                "parent": parent,
                "kind": kind,
                "hidden": bool(flags & 1),
                "layer": layer if flags & 2 else None,
                "loops": bool(flags & 4),
                "moves": own_moves,
                "shows": own_shows,
            }
        )
    must(used == [len(moves), len(shows)], 17)
    return nodes


def orientation(byte: int) -> list[list[int]]:
    """A matrix of one entry in each row and column."""
    first, second = byte & 3, byte >> 2 & 3
    must(byte < 128 and first < 3 and second < 3 and first != second, 18)
    matrix = [[0, 0, 0] for _ in range(3)]
    for row, column in enumerate((first, second, 3 - first - second)):
        matrix[row][column] = -1 if byte >> 4 + row & 1 else 1
    return matrix


def page_size(content: bytes) -> int:
    """Texels of a page."""
    must(len(content) >= 8, 12)
    width, height, form = struct.unpack_from("<HHB", content)
    must(width and height and form <= 1, 27)
    return width * height


def page_of(content: bytes) -> tuple[int, int, bytes]:
    """Width, height and palette indices."""
    width, height, form = struct.unpack_from("<HHB", content)
    if form == 0:
        must(len(content) == 8 + width * height, 12)
        return width, height, content[8:]
    columns, rows = (width + 7) // 8, (height + 7) // 8
    must(len(content) >= 8 + 4 * columns * rows, 12)
    data = content[8 + 4 * columns * rows :]
    texels = bytearray(width * height)
    for block, (entry,) in enumerate(struct.iter_unpack("<I", content[8 : 8 + 4 * columns * rows])):
        colors = block_of(data, entry & 15, entry >> 4)
        for k, color in enumerate(colors):
            column, row = block % columns * 8 + k % 8, block // columns * 8 + k // 8
            if column < width and row < height:
                texels[row * width + column] = color
    return width, height, bytes(texels)


def block_of(data: bytes, depth: int, at: int) -> bytes:
    """The 64 texels of a block."""
    must(depth in (0, 1, 2, 4, 8), 27)
    if depth == 0:
        must(at <= 255, 27)
        return bytes([at]) * 64
    colors = 0 if depth == 8 else 1 << depth
    must(at + colors + 8 * depth <= len(data), 27)
    texels = data[at + colors : at + colors + 8 * depth]
    if depth == 8:
        return texels
    whole = int.from_bytes(texels, "little")
    return bytes(data[at + (whole >> k * depth & colors - 1)] for k in range(64))


def mesh_of(chunks: Chunks, number: int, head: tuple, text: object) -> Mesh:
    """One mesh."""
    pages = [page_of(chunks.content("PAGE", number, index)) for index in range(head[13])]
    parts = [part_of(chunks, number, index, pages) for index in range(head[12])]
    voxels = voxels_of(chunks.content("VOXL", number), head[:3]) if ("VOXL", number, 0) in chunks.used else None
    used = [side for side in range(6) if ("RELF", number, side) in chunks.used]
    sides = {side: side_of(chunks.content("RELF", number, side)) for side in used}
    return Mesh(head[:3], head[3:6], head[8], text(head[6]), parts, pages, voxels, sides)


def side_of(content: bytes) -> Side:
    """One relief."""
    *origin, width, height, depth, wide, scale, distance, spans, stretches = struct.unpack_from("<3i3HBBf2I", content)
    must(all(-FAR <= value <= FAR for value in origin) and width and height and depth and scale, 31)
    must(wide in (1, 2) and math.isfinite(distance) and distance >= 0, 31)
    must(len(content) == 32 + (1 + wide) * spans + 2 * stretches, 12)
    values = 32 + spans
    heights = [int.from_bytes(content[at : at + wide], "little") for at in range(values, values + wide * spans, wide)]
    second = values + wide * spans
    levels = line_of(content[32:values], heights, width, height)
    colors = line_of(content[second : second + stretches], list(content[second + stretches :]), width, height)
    must(all(level <= depth and (level > 0) == (color > 0) for level, color in zip(levels, colors, strict=True)), 31)
    pairs = zip(levels, colors, strict=True)
    texels = {divmod(place, width): pair for place, pair in enumerate(pairs) if pair[0]}
    return Side(tuple(origin), width, height, depth, scale, distance, texels)


def line_of(lengths: bytes, values: list[int], width: int, height: int) -> list[int]:
    """Runs as the numbers of all rows, one row after the other."""
    must(sum(lengths) + len(lengths) == width * height, 31)
    line: list[int] = []
    for length, value in zip(lengths, values, strict=True):
        must(len(line) % width + length + 1 <= width, 31)
        line += [value] * (length + 1)
    return line


def voxels_of(content: bytes, size: tuple[int, ...]) -> Voxels:
    """The voxels of a mesh."""
    own, others, count, x0, y0, z0, width, flags, interior, merge = struct.unpack_from("<3I3i4B", content)
    must(width in (1, 2, 4), 28)
    runs = own + others
    must(len(content) == 32 + 4 * width * runs + count, 12)
    numbers = [int.from_bytes(content[at : at + width], "little") for at in range(32, 32 + 4 * width * runs, width)]
    colors = iter(content[32 + 4 * width * runs :])
    must(own > 0 and sum(numbers[3 * runs :]) + runs == count, 28)
    found: list[list[tuple[tuple[int, int, int], int]]] = [[], []]
    for run in range(runs):
        x, y, z = x0 + numbers[run], y0 + numbers[runs + run], z0 + numbers[2 * runs + run]
        low, high = ((0, 0, 0), size) if run < own else ((-FAR,) * 3, (FAR,) * 3)
        last = z + numbers[3 * runs + run]
        must(all(a <= b < c for a, b, c in zip(low, (x, y, z), high, strict=True)) and last < high[2], 28)
        found[run >= own] += [((x, y, at), next(colors)) for at in range(z, last + 1)]
    for group in found:
        must(all(before[0] < after[0] for before, after in itertools.pairwise(group)), 28)
    must(all(color for _, color in found[0]) and not any(color for _, color in found[1]), 28)
    return Voxels(dict(found[0]), {cell for cell, _ in found[1]}, bool(flags & 1), (interior, merge))


def part_of(chunks: Chunks, mesh: int, number: int, pages: list[tuple[int, int, bytes]]) -> Part:
    """One part."""
    entry, content = chunks.used["PART", mesh, number], chunks.content("PART", mesh, number)
    origin, extent = entry[15:18], entry[5:8]
    must(all(-FAR <= value <= FAR for value in origin), 21)
    must(len(content) >= 104, 12)
    count, *counts, trees = struct.unpack_from("<26I", content)
    must(count <= 65_536, 22)
    boxes, triangles = sum(counts[:12]), sum(counts[12:])
    body = decoded(content[104:], count, boxes, triangles, trees) if entry[1] & 1 else content[104:]
    must(len(body) == 8 * (count + boxes + triangles), 12)
    own = [polygon_of(body[at : at + 8], pages) for at in range(0, 8 * count, 8)]
    part = Part(origin, extent, [polygon for polygon, _ in own], [], [], tuple(counts))
    groups = [list(Counter(dict(enumerate(half))).elements()) for half in (counts[:12], counts[12:])]
    for group, at in zip(groups[0], range(8 * count, 8 * (count + boxes), 8), strict=True):
        x, y, z, w, h, _, record = struct.unpack_from("<6BH", body, at)
        must(record < count, 24)
        polygon, shift = own[record]
        axis, u, v = PLANES[polygon.direction]
        must(group == 6 * polygon.transparent + polygon.direction and w > 0 and h > 0, 24)
        low = (x, y, z)
        high = tuple(low[i] + (w if i == u else h if i == v else 0) for i in range(3))
        must(all(high[i] <= extent[i] for i in range(3)), 24)
        corners = [(low[u], low[v]), (high[u], low[v]), (high[u], high[v]), (low[u], high[v])]
        must(all(shows(polygon, shift, corner, pages) for corner in corners), 26)
        points = [moved(corner, low[axis], polygon.direction, origin) for corner in corners]
        part.rectangles.append((tuple(a + b for a, b in zip(low, origin, strict=True)), w, h, polygon))
        part.triangles += [([points[i] for i in half], polygon) for half in ((0, 1, 2), (0, 2, 3))]
    last = 0
    for group, at in zip(groups[1], range(8 * (count + boxes), len(body), 8), strict=True):
        *numbers, record = struct.unpack_from("<6BH", body, at)
        must(last <= record < count, 25)
        last = record
        polygon, shift = own[record]
        axis, u, v = PLANES[polygon.direction]
        corners = list(zip(numbers[::2], numbers[1::2], strict=True))
        must(group == 6 * polygon.transparent + polygon.direction and polygon.plane <= extent[axis], 25)
        must(all(a <= extent[u] and b <= extent[v] for a, b in corners), 25)
        must(cross(*corners) > 0, 25)
        must(all(shows(polygon, shift, corner, pages) for corner in corners), 26)
        part.triangles.append(
            ([moved(corner, polygon.plane, polygon.direction, origin) for corner in corners], polygon)
        )
    for polygon, (a, b) in own:
        # From here on offsets are for lattice points of the mesh.
        _, u, v = PLANES[polygon.direction]
        a0, b0 = turned(polygon.symmetry, origin[u], origin[v])
        polygon.offset = a - a0, b - b0
    return part


def decoded(coded: bytes, polygons: int, boxes: int, triangles: int, trees: int) -> bytes:
    """The records of a coded part in their plain order."""
    must(trees <= triangles, 22)
    bits = trees + 2 * triangles
    must(len(coded) == 8 * polygons + 7 * boxes + 8 * trees + (bits + 7) // 8 + 2 * (triangles - trees), 12)
    at = 0

    def column(count: int, summed: bool = False) -> list[int]:
        nonlocal at
        numbers = list(coded[at : at + count])
        at += count
        for i in range(1, count if summed else 0):
            numbers[i] = (numbers[i] + numbers[i - 1]) % 256
        return numbers

    records = bytes(value for row in zip(*[column(polygons) for _ in range(8)], strict=True) for value in row)
    x, y, z = (column(boxes, summed=True) for _ in range(3))
    w, h, low, high = (column(boxes) for _ in range(4))
    out = records + bytes(v for row in zip(x, y, z, w, h, [0] * boxes, low, high, strict=True) for v in row)
    low, high = column(trees), column(trees)
    u, v = column(trees, summed=True), column(trees, summed=True)
    rest = [column(trees) for _ in range(4)]
    found, queue = [], []
    for i in range(trees):
        record = low[i] + 256 * high[i]
        a = (u[i], v[i])
        b, c = (((u[i] + rest[k][i]) % 256, (v[i] + rest[k + 1][i]) % 256) for k in (0, 2))
        found.append((a, b, c, record))
        queue += [(a, b, record), (b, c, record), (c, a, record)]
    walk = column((bits + 7) // 8)
    added = list(zip(column(triangles - trees), column(triangles - trees), strict=True))
    front = 0
    for bit in range(bits):
        must(front < len(queue), 22)
        a, b, record = queue[front]
        front += 1
        if walk[bit // 8] >> bit % 8 & 1:
            must(len(found) < triangles, 22)
            du, dv = added[len(found) - trees]
            c = ((a[0] + du) % 256, (a[1] + dv) % 256)
            found.append((b, a, c, record))
            queue += [(a, c, record), (c, b, record)]
    must(len(found) == triangles and front == len(queue), 22)
    found.sort(key=lambda triangle: triangle[3])
    return out + b"".join(struct.pack("<6BH", *a, *b, *c, record) for a, b, c, record in found)


def polygon_of(record: bytes, pages: list[tuple[int, int, bytes]]) -> tuple[Polygon, tuple[int, int]]:
    """One polygon record, and its offset for points of the part."""
    column, row, face, material, value, plane = struct.unpack("<hhBBBB", record)
    flat = bool(face & 128)
    must(face & 7 <= 5 and (material <= 5 or material == 255), 23)
    must(value > 0 if flat else value < len(pages), 23)
    polygon = Polygon(face & 7, face >> 3 & 7, bool(face & 64), material, flat, value, plane, (0, 0))
    return polygon, (column, row)


def turned(symmetry: int, u: float, v: float) -> tuple[float, float]:
    """A point of a plane, turned like its texels."""
    a, b = (v, u) if symmetry & 1 else (u, v)
    return (-a if symmetry & 2 else a), (-b if symmetry & 4 else b)


def shows(polygon: Polygon, shift: tuple[int, int], corner: tuple[int, int], pages: list) -> bool:
    """Whether a corner lies in the polygon's page."""
    if polygon.flat:
        return True
    a, b = turned(polygon.symmetry, *corner)
    width, height, _ = pages[polygon.value]
    return 0 <= a + shift[0] <= width and 0 <= b + shift[1] <= height


def moved(corner: tuple[int, int], plane: int, direction: int, origin: tuple[int, ...]) -> tuple[int, ...]:
    """The lattice point of the mesh at a point of a plane of a part."""
    point = [0, 0, 0]
    for axis, value in zip(PLANES[direction], (plane, *corner), strict=True):
        point[axis] = value + origin[axis]
    return tuple(point)


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
    a, b = turned(polygon.symmetry, u, v)
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
