"""The collision shape of a mesh in, the content of its chunk out, and back, checked."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from ...collision import FITS, Boxes, Collision, Hull
from ...collision.shapes import EXACT
from ...errors import LimitError
from .chunks import Budget, Chunk, Content, Key

Ints = npt.NDArray[np.int64]

_HEAD = struct.Struct("<3I3i2B6x")
_WIDTHS = (1, 2, 4)
_KINDS = (EXACT, *FITS)
_FAR = 1 << 30
_MOST_CORNERS = 1 << 16
_BOX, _CORNER, _TRIANGLE = 48, 24, 24
"""Bytes that the budget counts for each."""


def collision_content(collision: Collision, number: int) -> Content | None:
    """Write the collision shape of one mesh.

    Parameters
    ----------
    collision : Collision
    number : int
        Of the mesh.

    Returns
    -------
    Content or None
        None if there is none.

    Raises
    ------
    LimitError
        If the hull has more corners than 16 bits number, or something lies too far away.
    """
    boxes, hull = collision.boxes, collision.hull
    if boxes is None and hull is None:
        return None
    nothing = np.zeros((0, 3), np.int64)
    low, high = (nothing, nothing) if boxes is None else (boxes.low, boxes.high)
    corners, triangles = (nothing, nothing) if hull is None else (hull.vertices, hull.triangles)
    if len(corners) > _MOST_CORNERS:
        raise LimitError(f"the hull has {len(corners):,} corners, more than a .tvx file can tell; take boxes")
    points = np.concatenate([low, high, corners])
    if np.abs(points).max() > _FAR:
        raise LimitError("the collision shape lies too far from the mesh's corner; keep the objects apart")
    origin = points.min(axis=0)
    numbers = np.hstack([low - origin, high - low - 1])
    largest = max(int(numbers.max(initial=0)), int((corners - origin).max(initial=0)))
    width = next(width for width in _WIDTHS if largest < 1 << 8 * width)
    counts = len(low), len(corners), len(triangles)
    head = _HEAD.pack(*counts, *origin.tolist(), width, _KINDS.index(collision.fit))
    plain = head + numbers.astype(f"<u{width}").tobytes() + (corners - origin).astype(f"<u{width}").tobytes()
    return Content(Key("COLL", number), plain + triangles.astype("<u2").tobytes(), weight=_weight(*counts))


def _weight(boxes: int, corners: int, triangles: int) -> int:
    return _BOX * boxes + _CORNER * corners + _TRIANGLE * triangles


def collisions_of(chunks: Mapping[Key, Chunk], budget: Budget) -> dict[int, Collision]:
    """Read the collision shapes of all meshes that have one.

    Parameters
    ----------
    chunks : mapping of Key to Chunk
    budget : Budget

    Returns
    -------
    dict of int to Collision
        By mesh. Whether boxes fill the mesh, or hulls are convex, is not looked at.

    Raises
    ------
    FormatError
        If they are more than so short a file can hold, or a chunk is wrong.
    """
    own = [chunk for key, chunk in chunks.items() if key.type == "COLL"]
    used = 0
    for chunk in own:
        used += _weight(*_head(chunk)[:3])
        if used > budget.bytes:
            raise chunk.error("it tells of more than so short a file can hold", 0)
    return {chunk.key.mesh: _collision(chunk) for chunk in own}


def _head(chunk: Chunk) -> tuple[Any, ...]:
    """Numbers of boxes, corners and triangles, the origin, the width of numbers and how boxes lie."""
    if len(chunk.content) < _HEAD.size:
        raise chunk.error(f"it has {len(chunk.content):,} bytes, less than its head")
    head = _HEAD.unpack_from(chunk.content)
    boxes, corners, triangles, *_, width, _fit = head
    if width not in _WIDTHS:
        raise chunk.error("its numbers are of an unknown width", 24)
    if not boxes and not triangles:
        raise chunk.error("it has neither boxes nor a hull", 0)
    if len(chunk.content) != _HEAD.size + width * (6 * boxes + 3 * corners) + 6 * triangles:
        raise chunk.error(
            f"its {len(chunk.content):,} bytes are not those of {boxes:,} boxes and {triangles:,} triangles"
        )
    return head


def _collision(chunk: Chunk) -> Collision:
    count, corners, triangles, *place, width, fit = _head(chunk)
    origin = np.array(place, np.int64)
    boxes = hull = None
    at = _HEAD.size
    if count:
        rows = np.frombuffer(chunk.content, f"<u{width}", 6 * count, at).reshape(-1, 6).astype(np.int64)
        low = rows[:, :3] + origin
        boxes = Boxes(low, low + rows[:, 3:] + 1)
        _check_near(chunk, boxes.low, boxes.high)
    at += 6 * width * count
    points = np.frombuffer(chunk.content, f"<u{width}", 3 * corners, at).reshape(-1, 3).astype(np.int64) + origin
    _check_near(chunk, points, points)
    at += 3 * width * corners
    if triangles:
        sides = np.frombuffer(chunk.content, "<u2", 3 * triangles, at).reshape(-1, 3).astype(np.int64)
        if sides.max() >= corners:
            raise chunk.error("a triangle has a corner that is not there", at)
        hull = Hull(points, sides)
    return Collision(boxes, hull, _KINDS[fit] if fit < len(_KINDS) else FITS[0])


def _check_near(chunk: Chunk, low: Ints, high: Ints) -> None:
    if low.min(initial=0) < -_FAR or high.max(initial=0) > _FAR:
        raise chunk.error("it lies too far away", 12)
