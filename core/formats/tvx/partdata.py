"""A part in, the content of its chunk as it is drawn and in the order that compresses better out, and back, checked."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ... import directions
from ...texture import texel_axes
from . import trees
from .chunks import Chunk
from .records import MIXED, MOST_POLYGONS, POLYGON, RANGES, RECTANGLE, TRIANGLE, TvxPart

Bools = npt.NDArray[np.bool_]
Bytes = npt.NDArray[np.uint8]
Records = npt.NDArray[np.void]

_HEAD = struct.Struct("<26I")
_LARGEST_CLASS = 5
_LARGEST_ORIGIN = 1 << 30


def part_to_bytes(part: TvxPart, *, compressed: bool) -> tuple[bytes, bytes | None]:
    """Write a part.

    Parameters
    ----------
    part : TvxPart
    compressed : bool
        The file will be compressed.

    Returns
    -------
    plain : bytes
    coded : bytes or None
        None if it is not needed.
    """
    own = part.range
    rectangles = np.bincount(own[part.rectangles["polygon"]], minlength=RANGES).tolist()
    triangles = np.bincount(own[part.triangles["polygon"]], minlength=RANGES).tolist()
    head = len(part.polygons), *rectangles, *triangles
    plain = _HEAD.pack(*head, 0) + part.polygons.tobytes() + part.rectangles.tobytes() + part.triangles.tobytes()
    if not compressed:
        return plain, None
    grown, _ = trees.grow(part.triangles)
    coded = _HEAD.pack(*head, len(grown.first)) + _columns(_bytes(part.polygons))
    return plain, coded + _coded_rectangles(part.rectangles) + _coded_trees(grown)


def _bytes(records: Records) -> Bytes:
    """(n, b) uint8."""
    return np.ascontiguousarray(records).view(np.uint8).reshape(len(records), records.dtype.itemsize)


def _columns(rows: Bytes) -> bytes:
    return np.ascontiguousarray(rows.T).tobytes()


def _differences(rows: Bytes) -> bytes:
    """Column by column, each number minus the one before."""
    return _columns(np.diff(rows, axis=0, prepend=np.zeros((1, rows.shape[1]), np.uint8)))


def _coded_rectangles(rectangles: Records) -> bytes:
    rest = np.concatenate((rectangles["size"], _bytes(rectangles)[:, 6:]), axis=1)
    return _differences(rectangles["corner"]) + _columns(rest)


def _coded_trees(grown: trees.Trees) -> bytes:
    corners = grown.first["corners"]
    records = _columns(_bytes(grown.first)[:, 6:])
    rest = (corners[:, 1:] - corners[:, :1]).reshape(-1, 4)
    bits = np.packbits(grown.bits, bitorder="little").tobytes()
    return records + _differences(corners[:, 0]) + _columns(rest) + bits + _columns(grown.corners)


def part_of(chunk: Chunk, pages: Sequence[npt.NDArray[np.uint8]]) -> TvxPart:
    """Read a part and check all that it says.

    Parameters
    ----------
    chunk : Chunk
    pages : sequence of (H, W) uint8
        Of its mesh.

    Returns
    -------
    TvxPart

    Raises
    ------
    FormatError
        If its content has another size than its counts make, or a record is wrong.
    """
    origin, extent = chunk.box
    if not all(-_LARGEST_ORIGIN <= value <= _LARGEST_ORIGIN for value in origin):
        raise chunk.error("its origin is too far away")
    if len(chunk.content) < _HEAD.size:
        raise chunk.error(f"it has {len(chunk.content):,} bytes, less than its head")
    count, *counts, _ = _HEAD.unpack_from(chunk.content)
    if count > MOST_POLYGONS:
        raise chunk.error(f"it has {count:,} polygon records, more than {MOST_POLYGONS:,}", 0)
    rectangles, triangles = (np.array(half, np.int64) for half in (counts[:RANGES], counts[RANGES:]))
    read = _coded if chunk.coded else _plain
    part = TvxPart(origin, extent, *read(chunk, count, int(rectangles.sum()), int(triangles.sum())))
    _check_polygons(part, chunk, len(pages))
    _check_rectangles(part, chunk, np.repeat(np.arange(RANGES), rectangles), pages)
    _check_triangles(part, chunk, np.repeat(np.arange(RANGES), triangles), pages)
    return part


def triangles_of(chunk: Chunk) -> int:
    """The number of triangles that a part's head tells; 0 if it has none."""
    return sum(_HEAD.unpack_from(chunk.content)[13:25]) if len(chunk.content) >= _HEAD.size else 0


def _plain(chunk: Chunk, polygons: int, rectangles: int, triangles: int) -> tuple[Records, Records, Records]:
    """The records as they are."""
    if len(chunk.content) != _HEAD.size + 8 * (polygons + rectangles + triangles):
        counts = f"{polygons:,} polygon records, {rectangles:,} rectangles and {triangles:,} triangles"
        raise chunk.error(f"its {len(chunk.content):,} bytes are not those of {counts}")
    first = _HEAD.size + POLYGON.itemsize * polygons
    second = first + RECTANGLE.itemsize * rectangles
    return (
        np.frombuffer(chunk.content, POLYGON, polygons, _HEAD.size),
        np.frombuffer(chunk.content, RECTANGLE, rectangles, first),
        np.frombuffer(chunk.content, TRIANGLE, triangles, second),
    )


def _coded(chunk: Chunk, polygons: int, rectangles: int, triangles: int) -> tuple[Records, Records, Records]:
    """The records out of their coded order."""
    count = _HEAD.unpack_from(chunk.content)[25]
    bits = count + 2 * triangles
    sizes = [8 * polygons, 3 * rectangles, 4 * rectangles, 2 * count, 2 * count, 4 * count, -(-bits // 8)]
    sizes.append(2 * (triangles - count))
    if count > triangles or len(chunk.content) != _HEAD.size + sum(sizes):
        counts = f"{polygons:,} polygon records, {rectangles:,} rectangles and {triangles:,} triangles"
        raise chunk.error(f"its {len(chunk.content):,} coded bytes are not those of {counts} in {count:,} trees")
    body = np.frombuffer(chunk.content, np.uint8, offset=_HEAD.size)
    records, corners, rest, owner, start, more, walk, added = np.split(body, np.cumsum(sizes[:-1]))
    first = np.zeros(count, TRIANGLE)
    first["polygon"] = _rows(owner, 2).view("<u2")[:, 0]
    first["corners"][:, 0] = _summed(start, 2)
    first["corners"][:, 1:] = _rows(more, 4).reshape(-1, 2, 2) + first["corners"][:, :1]
    taken = np.unpackbits(walk, count=bits, bitorder="little").view(np.bool_)
    found = None
    if np.count_nonzero(taken) == triangles - count:
        found = trees.found(trees.Trees(first, taken, _rows(added, 2)))
    if found is None:
        raise chunk.error(f"its trees do not tell {triangles:,} triangles")
    boxes = np.zeros(rectangles, RECTANGLE)
    boxes["corner"], tail = _summed(corners, 3), _rows(rest, 4)
    boxes["size"], boxes["polygon"] = tail[:, :2], np.ascontiguousarray(tail[:, 2:]).view("<u2")[:, 0]
    return _rows(records, POLYGON.itemsize).view(POLYGON)[:, 0], boxes, found


def _rows(columns: Bytes, count: int) -> Bytes:
    """Undo `_columns`: (n, count) uint8."""
    return np.ascontiguousarray(columns.reshape(count, -1).T)


def _summed(columns: Bytes, count: int) -> Bytes:
    """Undo `_differences`."""
    summed: Bytes = np.add.accumulate(_rows(columns, count), axis=0, dtype=np.uint8)
    return summed


def _check_polygons(part: TvxPart, chunk: Chunk, pages: int) -> None:
    """Every record must mean something, and its page must be there."""
    material, value = part.polygons["material"], part.polygons["value"]
    wrong = part.direction >= len(directions.NAMES)
    wrong |= (material > _LARGEST_CLASS) & (material != MIXED)
    wrong |= np.where(part.is_flat, value == 0, value >= pages)
    _refuse(wrong, chunk, 0, "polygon record {} has an unknown direction, class, colour or page")


def _check_rectangles(part: TvxPart, chunk: Chunk, group: npt.NDArray[np.int64], pages: Sequence[Bytes]) -> None:
    """Every rectangle must have its record, lie in the box, and show texels of its page."""
    at, polygon = len(part.polygons), part.rectangles["polygon"]
    _refuse(polygon >= len(part.polygons), chunk, at, "rectangle {} has a polygon record that is not there")
    _refuse(part.range[polygon] != group, chunk, at, "rectangle {} is in the wrong range")
    direction, size = part.direction[polygon], part.rectangles["size"]
    high = part.rectangles["corner"].astype(np.int16)
    each = np.arange(len(high))
    high[each, directions.U_AXIS[direction]] += size[:, 0]
    high[each, directions.V_AXIS[direction]] += size[:, 1]
    _refuse((size == 0).any(axis=1), chunk, at, "rectangle {} is empty")
    _refuse((high > part.extent).any(axis=1), chunk, at, "rectangle {} reaches beyond the part's box")
    _refuse(
        _beyond(part, polygon, part.rectangle_bounds, pages), chunk, at, "rectangle {} shows texels beyond its page"
    )


def _check_triangles(part: TvxPart, chunk: Chunk, group: npt.NDArray[np.int64], pages: Sequence[Bytes]) -> None:
    """The same of every triangle, and that it is no line and looks the right way."""
    at, polygon = len(part.polygons) + len(part.rectangles), part.triangles["polygon"]
    _refuse(polygon >= len(part.polygons), chunk, at, "triangle {} has a polygon record that is not there")
    _refuse(part.range[polygon] != group, chunk, at, "triangle {} is in the wrong range")
    late = np.append(False, polygon[1:] < polygon[:-1])[: len(polygon)]
    _refuse(late, chunk, at, "triangle {} comes after one of a later polygon record")
    direction = part.direction[polygon]
    corners = part.triangles["corners"].astype(np.int32)
    extent = np.array(part.extent)
    most = np.stack((extent[directions.U_AXIS[direction]], extent[directions.V_AXIS[direction]]), axis=1)
    wrong = part.polygons["plane"][polygon] > extent[directions.AXIS[direction]]
    _refuse(wrong | (corners > most[:, None]).any(axis=(1, 2)), chunk, at, "triangle {} reaches beyond the part's box")
    (a, b), (c, d) = (corners[:, 1] - corners[:, 0]).T, (corners[:, 2] - corners[:, 0]).T
    _refuse(a * d - b * c <= 0, chunk, at, "triangle {} is empty or goes round clockwise")
    _refuse(_beyond(part, polygon, corners, pages), chunk, at, "triangle {} shows texels beyond its page")


def _beyond(
    part: TvxPart, polygon: npt.NDArray[np.uint16], points: npt.NDArray[np.signedinteger[Any]], pages: Sequence[Bytes]
) -> Bools:
    """(n,) bool: which have a texel of one of their points (n, k, 2) outside of their page."""
    wrong = np.zeros(len(polygon), np.bool_)
    textured = np.flatnonzero(~part.is_flat[polygon])
    if len(textured):
        own = polygon[textured]
        texels = texels_at(part, own, points[textured])
        size = np.array([page.shape[::-1] for page in pages])[part.polygons["value"][own]]
        wrong[textured] = ((texels < 0) | (texels > size[:, None])).any(axis=(1, 2))
    return wrong


def texels_at(
    part: TvxPart, polygon: npt.NDArray[np.uint16], points: npt.NDArray[np.signedinteger[Any]]
) -> npt.NDArray[np.int32]:
    """Where points lie in their pages.

    Parameters
    ----------
    part : TvxPart
    polygon : (n,) uint16
        Polygon records without a colour of their own.
    points : (n, k, 2) int
        (u, v) in their planes.

    Returns
    -------
    (n, k, 2) int32
        (column, row) in texels.
    """
    turned = np.einsum("nij,ncj->nci", texel_axes()[part.symmetry[polygon]], points.astype(np.int32))
    texels: npt.NDArray[np.int32] = turned + part.polygons["offset"][polygon][:, None]
    return texels


def _refuse(wrong: Bools, chunk: Chunk, before: int, sentence: str) -> None:
    """Raise an error that names the first wrong record."""
    if wrong.any():
        first = int(np.argmax(wrong))
        raise chunk.error(sentence.format(f"{first:,}"), _HEAD.size + 8 * (before + first))
