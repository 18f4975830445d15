"""The reliefs of a mesh in, the content of their chunks out, and back, checked."""

from __future__ import annotations

import math
import struct
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from ... import directions
from ...relief import Relief, rows_of, runs_of_rows
from .chunks import Budget, Chunk, Content, Key

KIND = "RELF"
_HEAD = struct.Struct("<3i3HBBf2I")
_FAR = 1 << 30
_TEXEL = 4
"""Bytes that the budget counts for a texel: those of a height and of a colour, and one to spare."""
_SIDES = len(directions.NAMES)


def relief_content(relief: Relief, number: int) -> Content:
    """Write one side of a mesh.

    Parameters
    ----------
    relief : Relief
    number : int
        Of the mesh.

    Returns
    -------
    Content
    """
    rows, columns = relief.heights.shape
    wide = 1 if relief.depth < 1 << 8 else 2
    spans, heights = runs_of_rows(relief.heights)
    stretches, indices = runs_of_rows(relief.indices)
    counts = len(heights), len(indices)
    box = *relief.origin, columns, rows, relief.depth
    head = _HEAD.pack(*box, wide, relief.scale, relief.distance, *counts)
    levels = heights.astype(f"<u{wide}").tobytes()
    plain = b"".join((head, spans.tobytes(), levels, stretches.tobytes(), indices.tobytes()))
    return Content(Key(KIND, number, relief.side), plain, weight=_TEXEL * rows * columns)


def reliefs_of(chunks: Mapping[Key, Chunk], budget: Budget) -> dict[int, tuple[Relief, ...]]:
    """Read the reliefs of all meshes that have some.

    Parameters
    ----------
    chunks : mapping of Key to Chunk
        All of them of meshes that there are.
    budget : Budget

    Returns
    -------
    dict of int to tuple of Relief
        By mesh; in order of sides.

    Raises
    ------
    FormatError
        If there are more texels than so short a file can hold, or a chunk is wrong.
    """
    own = {key: chunk for key, chunk in sorted(chunks.items()) if key.type == KIND}
    texels = 0
    for chunk in own.values():
        width, height = _head(chunk)[3:5]
        texels += width * height
        if _TEXEL * texels > budget.bytes:
            raise chunk.error(f"the reliefs have {texels:,} texels, more than so short a file can hold", 12)
    found: dict[int, tuple[Relief, ...]] = {}
    for key, chunk in own.items():
        found[key.mesh] = (*found.get(key.mesh, ()), _relief(chunk))
    return found


def _head(chunk: Chunk) -> tuple[Any, ...]:
    """Low corner, columns, rows, depth, bytes of a height, scale, distance, and runs of heights and of colours."""
    if len(chunk.content) < _HEAD.size:
        raise chunk.error(f"it has {len(chunk.content):,} bytes, less than its head")
    head = _HEAD.unpack_from(chunk.content)
    *origin, width, height, depth, wide, scale, distance, spans, stretches = head
    if chunk.key.part >= _SIDES:
        raise chunk.error(f"there is no side {chunk.key.part:,}")
    if not all(-_FAR <= value <= _FAR for value in origin):
        raise chunk.error("it lies too far away", 0)
    if 0 in (width, height, depth, scale):
        raise chunk.error("its box or its scale is 0", 12)
    if wide not in (1, 2):
        raise chunk.error("its heights are of an unknown width", 18)
    if not math.isfinite(distance) or distance < 0:
        raise chunk.error("its distance is no number from 0", 20)
    if len(chunk.content) != _HEAD.size + (1 + wide) * spans + 2 * stretches:
        runs = f"{spans:,} runs of heights and {stretches:,} of colours"
        raise chunk.error(f"its {len(chunk.content):,} bytes are not those of {runs}", 24)
    return head


def _relief(chunk: Chunk) -> Relief:
    x, y, z, width, height, depth, wide, scale, distance, spans, stretches = _head(chunk)
    shape, second = (height, width), _HEAD.size + (1 + wide) * spans
    heights = _rows(chunk, _HEAD.size, spans, f"<u{wide}", shape)
    indices = _rows(chunk, second, stretches, "<u1", shape)
    if heights is None or indices is None:
        raise chunk.error(f"its runs do not fill {height:,} rows of {width:,} texels", _HEAD.size)
    if int(heights.max()) > depth:
        raise chunk.error(f"a height is more than {depth:,}", _HEAD.size + spans)
    if ((heights > 0) != (indices > 0)).any():
        raise chunk.error("a texel has a height and no colour, or a colour and no height", second)
    return Relief(chunk.key.part, (x, y, z), depth, heights.astype(np.uint16), indices, distance, scale)


def _rows(chunk: Chunk, at: int, count: int, kind: str, shape: tuple[int, int]) -> npt.NDArray[Any] | None:
    """Runs from a byte of the content on: lengths, then values."""
    lengths = np.frombuffer(chunk.content, np.uint8, count, at)
    values = np.frombuffer(chunk.content, kind, count, at + count)
    return rows_of(lengths, values, shape)
