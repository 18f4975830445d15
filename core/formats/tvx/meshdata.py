"""Meshes in, the chunks of their heads, parts and pages out, and back with every count checked."""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Iterator, Mapping

import numpy as np
import numpy.typing as npt

from ...errors import LimitError
from ...mesh.modes import MODES
from .chunks import Budget, Chunk, Content, Key
from .pages import BLOCKS, HEAD, blocked_page, page_of, plain_page
from .partdata import part_of, part_to_bytes, triangles_of
from .records import TvxMesh
from .strings import Names, Strings

_MESH = struct.Struct("<3I3iIfBB2xHH4x")
_MOST = (1 << 16) - 1
"""Meshes, parts and pages that 16 bits number."""
_LARGEST = 1 << 30
"""Cells of a mesh along an axis, and distance of its pivot."""
_MOST_SHIFT = 30
"""Of a level: no cell is wider than a mesh may be."""


def mesh_head(
    mesh: TvxMesh, number: int, strings: Strings, *, level: int = 0, error: float = 0.0, shift: int = 0
) -> Content:
    """Write what is told of one mesh.

    Parameters
    ----------
    mesh : TvxMesh
    number : int
    strings : Strings
        Takes its name.
    level : int
        Of detail.
    error : float
        Of the level, in voxels of the full mesh.
    shift : int
        Its cells are ``2**shift`` of these wide.

    Returns
    -------
    Content

    Raises
    ------
    LimitError
        If there are more meshes, parts or pages than 16 bits number.
    """
    if max(number, len(mesh.parts), len(mesh.pages)) > _MOST:
        raise LimitError(f"a .tvx file has no more than {_MOST:,} meshes, parts of a mesh, and pages of a mesh")
    code = MODES[mesh.mode].code if mesh.mode in MODES else 0
    counts = len(mesh.parts), len(mesh.pages)
    head = _MESH.pack(*mesh.size, *mesh.pivot, strings.number(mesh.name), error, code, shift, *counts)
    return Content(Key("MESH", number, 0, level), head)


def mesh_body(mesh: TvxMesh, number: int, *, compressed: bool, level: int = 0) -> Iterator[Content]:
    """Write the parts and pages of one mesh.

    Parameters
    ----------
    mesh : TvxMesh
    number : int
    compressed : bool
        The file will be compressed: pages take the form that is smaller then.
    level : int
        Of detail.

    Yields
    ------
    Content

    Raises
    ------
    LimitError
        If a page is too large.
    """
    for index, part in enumerate(mesh.parts):
        plain, coded = part_to_bytes(part, compressed=compressed)
        yield Content(Key("PART", number, index, level), plain, coded, (part.origin, part.extent))
    for index, page in enumerate(mesh.pages):
        if max(page.shape) > _MOST:
            raise LimitError(f"a page of a .tvx file has no more than {_MOST:,} texels along a side; split the model")
        forms = [form for form in (plain_page(page), blocked_page(page)) if form is not None]
        content = min(forms, key=lambda form: len(zlib.compress(form, 6) if compressed else form))
        yield Content(Key("PAGE", number, index, level), content, weight=page.size)


def head_of(chunk: Chunk) -> tuple[tuple[int, ...], int, int, int, int]:
    """Read what is told of a mesh: size and pivot, its name's number, its mode's code, its parts and its pages.

    Raises
    ------
    FormatError
        If it has another size, or values that no mesh has.
    """
    if len(chunk.content) != _MESH.size:
        raise chunk.error(f"it has {len(chunk.content):,} bytes, not {_MESH.size}")
    *place, name, error, mode, _shift, parts, pages = _MESH.unpack(chunk.content)
    if not all(1 <= size <= _LARGEST for size in place[:3]):
        raise chunk.error("a size is 0 or too large", 0)
    if not all(-_LARGEST <= value <= _LARGEST for value in place[3:]):
        raise chunk.error("its pivot is too far away", 12)
    if not math.isfinite(error) or error < 0:
        raise chunk.error("its error is no number from 0", 28)
    return tuple(place), name, mode, parts, pages


def error_of(chunk: Chunk) -> tuple[float, int]:
    """Read what the head of a level tells beside that: its error, and how much wider its cells are as a power of 2.

    Raises
    ------
    FormatError
        If its cells are wider than any mesh.
    """
    *_, error, _mode, shift, _parts, _pages = _MESH.unpack(chunk.content)
    if shift > _MOST_SHIFT:
        raise chunk.error(f"its cells are 2^{shift} voxels wide; the most is 2^{_MOST_SHIFT}", 33)
    return error, shift


def meshes_of(chunks: Mapping[Key, Chunk], count: int, names: Names, budget: Budget) -> tuple[TvxMesh, ...]:
    """Read all meshes.

    Parameters
    ----------
    chunks : mapping of Key to Chunk
        All that `count` and the heads tell of.
    count : int
    names : Names
    budget : Budget

    Returns
    -------
    tuple of TvxMesh

    Raises
    ------
    FormatError
        If a chunk has another size than it should, or refers to what is not there.
    """
    texels = triangles = 0
    for key, chunk in chunks.items():
        if key.type == "PAGE":
            texels += _area(chunk)
            if texels > budget.bytes:
                raise chunk.error(f"the pages have {texels:,} texels, more than so short a file can hold")
        if key.type == "PART":
            triangles += triangles_of(chunk)
            if 8 * triangles > budget.bytes:
                raise chunk.error(f"the parts have {triangles:,} triangles, more than so short a file can hold")
    return tuple(mesh_at(chunks, number, names) for number in range(count))


def mesh_at(chunks: Mapping[Key, Chunk], number: int, names: Names, level: int = 0) -> TvxMesh:
    """Read one mesh of one level, all chunks of which are there."""
    head = chunks[Key("MESH", number, 0, level)]
    (x, y, z, *pivot), name, mode, parts, pages = head_of(head)
    sheets = tuple(_page(chunks[Key("PAGE", number, index, level)]) for index in range(pages))
    return TvxMesh(
        size=(x, y, z),
        pivot=(pivot[0], pivot[1], pivot[2]),
        mode=next((known for known, entry in MODES.items() if entry.code == mode), ""),
        parts=tuple(part_of(chunks[Key("PART", number, index, level)], sheets) for index in range(parts)),
        pages=sheets,
        name=names.at(name, head, 24),
    )


def _area(chunk: Chunk) -> int:
    """Texels of a page; checks its head."""
    if len(chunk.content) < HEAD.size:
        raise chunk.error(f"it has {len(chunk.content):,} bytes, less than its head")
    width, height, form = HEAD.unpack_from(chunk.content)
    if width == 0 or height == 0 or form > BLOCKS:
        raise chunk.error("it is empty or of an unknown form", 0)
    return int(width * height)


def _page(chunk: Chunk) -> npt.NDArray[np.uint8]:
    page = page_of(chunk.content)
    if isinstance(page, str):
        raise chunk.error(page, HEAD.size)
    return page
