"""Meshes in, the chunks of their parts and pages out, and back with every count, offset and index checked."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from ... import directions
from ...errors import FormatError, LimitError
from ...mesh.modes import MODES
from ...texture import texel_axes
from .chunks import Chunk, Key
from .ordering import unpack
from .records import FLAT, MIXED, POLYGON, QUADS, RANGES, TvxMesh, TvxPart

_MESH = struct.Struct("<3I3iBBHHH")
_PART = struct.Struct("<3i3I13I4x")
_PAGE = struct.Struct("<II")
_LARGEST_CLASS = 5
_MOST = (1 << 16) - 1
"""Meshes, parts and pages that 16 bits number."""


def mesh_to_chunks(mesh: TvxMesh, number: int) -> Iterator[tuple[Key, bytes]]:
    """Write one mesh.

    Parameters
    ----------
    mesh : TvxMesh
    number : int

    Yields
    ------
    Key, bytes

    Raises
    ------
    LimitError
        If there are more meshes, parts or pages than 16 bits number.
    """
    if max(number, len(mesh.parts), len(mesh.pages)) > _MOST:
        raise LimitError(f"a .tvx file has no more than {_MOST:,} meshes, parts of a mesh, and pages of a mesh")
    counts = len(mesh.parts), len(mesh.pages)
    yield Key("MESH", number), _MESH.pack(*mesh.size, *mesh.pivot, _code_of(mesh.mode), 0, *counts, 0)
    for index, part in enumerate(mesh.parts):
        sizes = len(part.vertices), len(part.polygons), len(part.triangles)
        yield Key("PART", number, index), _PART.pack(*part.origin, *sizes, *part.ranges.tolist())
        yield Key("VERT", number, index), part.vertices.tobytes()
        yield Key("POLY", number, index), part.polygons.tobytes()
        width = 2 if max(sizes[:2]) <= 1 << 16 else 4
        yield Key(f"TRI{width}", number, index), part.triangles.astype(f"<u{width}").tobytes()
    for index, page in enumerate(mesh.pages):
        yield Key("TEXL", number, index), _PAGE.pack(page.shape[1], page.shape[0]) + page.tobytes()


def mesh_from_chunks(chunks: Mapping[Key, Chunk], number: int) -> TvxMesh:
    """Read one mesh.

    Parameters
    ----------
    chunks : mapping of Key to Chunk
    number : int

    Returns
    -------
    TvxMesh

    Raises
    ------
    FormatError
        If a chunk is missing, has another size than it should, or refers to what is not there.
    """
    head = _required(chunks, Key("MESH", number))
    if len(head.content) != _MESH.size:
        raise head.error(f"it has {len(head.content):,} bytes, not {_MESH.size}")
    x, y, z, px, py, pz, mode, zero, parts, pages, other = _MESH.unpack(head.content)
    names = {0: ""} | {known.code: known.name for known in MODES.values()}
    if mode not in names or zero or other:
        raise head.error(f"mesh {number} has a mode or flags that this version does not know")
    page_list = tuple(_read_page(_required(chunks, Key("TEXL", number, index))) for index in range(pages))
    return TvxMesh(
        size=(x, y, z),
        pivot=(px, py, pz),
        mode=names[mode],
        parts=tuple(_read_part(chunks, number, index, page_list) for index in range(parts)),
        pages=page_list,
    )


def _code_of(name: str) -> int:
    """A mode's code in the file; 0 where the mode is not known."""
    return MODES[name].code if name in MODES else 0


def _required(chunks: Mapping[Key, Chunk], key: Key) -> Chunk:
    if key not in chunks:
        raise FormatError(f"there is none of mesh {key.mesh}, part {key.part}", key.type)
    return chunks[key]


def _read_page(chunk: Chunk) -> npt.NDArray[np.uint8]:
    if len(chunk.content) < _PAGE.size:
        raise chunk.error("it is too short for the size of a page")
    width, height = _PAGE.unpack_from(chunk.content)
    if width * height != len(chunk.content) - _PAGE.size:
        raise chunk.error(f"it has no {width:,} x {height:,} texels, but {len(chunk.content) - _PAGE.size:,} bytes")
    return np.frombuffer(chunk.content, np.uint8, offset=_PAGE.size).reshape(height, width)


def _read_part(
    chunks: Mapping[Key, Chunk], number: int, index: int, pages: tuple[npt.NDArray[np.uint8], ...]
) -> TvxPart:
    head = _required(chunks, Key("PART", number, index))
    if len(head.content) != _PART.size:
        raise head.error(f"it has {len(head.content):,} bytes, not {_PART.size}")
    x, y, z, vertex_count, polygon_count, triangle_count, *ranges = _PART.unpack(head.content)
    vertices, _ = _array(chunks, Key("VERT", number, index), np.dtype(np.uint8), vertex_count, 3)
    polygons, polygon_chunk = _array(chunks, Key("POLY", number, index), POLYGON, polygon_count, 1)
    wide = Key("TRI4", number, index) in chunks
    key = Key("TRI4" if wide else "TRI2", number, index)
    triangles, triangle_chunk = _array(chunks, key, np.dtype("<u4" if wide else "<u2"), triangle_count, 4)
    part = TvxPart(
        origin=(x, y, z),
        vertices=vertices,
        polygons=polygons.reshape(-1),
        triangles=triangles,
        ranges=np.array(ranges, np.uint32),
    )
    _check_polygons(part, polygon_chunk, len(pages))
    _check_triangles(part, triangle_chunk, head)
    _check_texels(part, triangle_chunk, pages)
    return part


def _array(
    chunks: Mapping[Key, Chunk], key: Key, kind: np.dtype[Any], count: int, columns: int
) -> tuple[npt.NDArray[Any], Chunk]:
    """(count, columns) of a chunk's records."""
    chunk = _required(chunks, key)
    if len(chunk.content) != count * columns * kind.itemsize:
        wanted = f"{count:,} records of {columns * kind.itemsize} bytes"
        raise chunk.error(f"it has {len(chunk.content):,} bytes, not {wanted}")
    content = unpack(key.type, chunk.content) if chunk.packed else chunk.content
    return np.frombuffer(content, kind).reshape(count, columns), chunk


def _check_polygons(part: TvxPart, chunk: Chunk, pages: int) -> None:
    """Every record must mean something, and its page must be there."""
    flags, material = part.polygons["flags"], part.polygons["material"]
    wrong = (part.direction >= len(directions.NAMES)) | (part.polygons["face"] >> 7 != 0)
    wrong |= (flags & ~np.uint8(FLAT | QUADS)) != 0
    wrong |= (material > _LARGEST_CLASS) & (material != MIXED)
    wrong |= ~part.is_flat & (part.polygons["value"] >= pages)
    _refuse(wrong, chunk, POLYGON.itemsize, "polygon {} has an unknown direction, class, flag or page")


def _check_triangles(part: TvxPart, chunk: Chunk, head: Chunk) -> None:
    """Every index must be in range, and every triangle in the range of its polygon's direction and plane."""
    record = 4 * part.triangles.dtype.itemsize
    most = np.array([len(part.vertices)] * 3 + [len(part.polygons)])
    _refuse((part.triangles >= most).any(axis=1), chunk, record, "triangle {} has an index that is out of range")
    ranges = part.ranges.astype(np.int64)
    if ranges[0] != 0 or ranges[-1] != len(part.triangles) or (np.diff(ranges) < 0).any():
        raise head.error("the ranges of directions do not cover the triangles one after another")
    polygon = part.triangles[:, 3]
    group = (part.is_transparent * 6 + part.direction)[polygon]
    _refuse(group != np.repeat(np.arange(RANGES), np.diff(ranges)), chunk, record, "triangle {} is in the wrong range")
    wrong = np.zeros(len(part.triangles), np.bool_)
    for axis in range(3):
        here = part.vertices[:, axis][part.triangles[:, :3]]
        across = directions.AXIS[part.direction][polygon] == axis
        wrong |= across & ((here[:, 0] != here[:, 1]) | (here[:, 0] != here[:, 2]))
    _refuse(wrong, chunk, record, "triangle {} does not lie in a plane of its direction")


def _check_texels(part: TvxPart, chunk: Chunk, pages: tuple[npt.NDArray[np.uint8], ...]) -> None:
    """All texels of a triangle's corners must be in the page."""
    textured = np.flatnonzero(~part.is_flat[part.triangles[:, 3]])
    if len(textured) == 0:
        return
    polygon = part.triangles[textured, 3]
    texels = texels_at_corners(part, textured)
    size = np.array([page.shape[::-1] for page in pages])[part.polygons["value"][polygon]]
    wrong = np.zeros(len(part.triangles), np.bool_)
    wrong[textured] = ((texels < 0) | (texels > size[:, None])).any(axis=(1, 2))
    _refuse(wrong, chunk, 4 * part.triangles.dtype.itemsize, "triangle {} shows texels beyond its page")


def texels_at_corners(part: TvxPart, triangles: npt.NDArray[np.int64]) -> npt.NDArray[np.int32]:
    """Where the corners of triangles lie in their pages.

    Parameters
    ----------
    part : TvxPart
    triangles : (n,) int64
        Numbers of triangles of several colours.

    Returns
    -------
    (n, 3, 2) int32
        (column, row) in texels.
    """
    polygon = part.triangles[triangles, 3]
    direction = part.direction[polygon]
    corner = part.vertices[part.triangles[triangles, :3]].astype(np.int32)
    axes = np.stack((directions.U_AXIS[direction], directions.V_AXIS[direction]), axis=1)[:, None]
    in_plane = np.take_along_axis(corner, axes, axis=2)
    turned = np.einsum("nij,ncj->nci", texel_axes()[part.symmetry[polygon]], in_plane)
    texels: npt.NDArray[np.int32] = turned + part.polygons["offset"][polygon][:, None]
    return texels


def _refuse(wrong: npt.NDArray[np.bool_], chunk: Chunk, record: int, sentence: str) -> None:
    """Raise an error that names the first wrong record."""
    if wrong.any():
        first = int(np.argmax(wrong))
        raise chunk.error(sentence.format(f"{first:,}"), first * record)
