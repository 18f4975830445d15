"""Levels of detail of meshes in, their chunks out, and back, with every count checked."""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from ...errors import LimitError
from ...scene.levels import LevelMesh
from .chunks import Chunk, Content, Key
from .meshdata import error_of, mesh_at, mesh_body, mesh_head
from .records import TvxLevel, TvxMesh
from .strings import Names, Strings
from .unpack import mesh_of

LEVELED = ("MESH", "PART", "PAGE")
MOST_LEVELS = 255
"""Which one byte numbers, beside the full mesh."""


def level_heads(mesh: TvxMesh, number: int, strings: Strings) -> Iterator[Content]:
    """Write what is told of the levels of one mesh, and from where on they are shown.

    Parameters
    ----------
    mesh : TvxMesh
    number : int
    strings : Strings

    Yields
    ------
    Content

    Raises
    ------
    LimitError
        If there are more than a byte numbers.
    """
    if len(mesh.levels) > MOST_LEVELS:
        raise LimitError(f"a .tvx file has no more than {MOST_LEVELS} levels of detail of a mesh")
    for index, level in enumerate(mesh.levels, start=1):
        yield mesh_head(level.mesh, number, strings, level=index, error=level.error, shift=level.shift)
    if any(level.distance for level in mesh.levels):
        distances = [level.distance for level in mesh.levels]
        yield Content(Key("LODS", number), struct.pack(f"<{len(distances)}f", *distances))


def level_bodies(mesh: TvxMesh, number: int, *, compressed: bool) -> Iterator[Content]:
    """Write the parts and pages of the levels of one mesh, as `mesh_body` does."""
    for index, level in enumerate(mesh.levels, start=1):
        yield from mesh_body(level.mesh, number, compressed=compressed, level=index)


def levels_in(chunks: Mapping[Key, Chunk], number: int) -> int:
    """How many levels above 0 a mesh has: they are numbered without gaps."""
    level = 0
    while Key("MESH", number, 0, level + 1) in chunks:
        level += 1
    return level


def with_levels_of(chunks: Mapping[Key, Chunk], meshes: Sequence[TvxMesh], names: Names) -> tuple[TvxMesh, ...]:
    """Read the levels of all meshes.

    Parameters
    ----------
    chunks : mapping of Key to Chunk
        All that the heads tell of.
    meshes : sequence of TvxMesh
    names : Names

    Returns
    -------
    tuple of TvxMesh

    Raises
    ------
    FormatError
        If a chunk is wrong.
    """
    return tuple(
        replace(mesh, levels=tuple(_levels(chunks, number, names))) if levels_in(chunks, number) else mesh
        for number, mesh in enumerate(meshes)
    )


def _levels(chunks: Mapping[Key, Chunk], number: int, names: Names) -> Iterator[TvxLevel]:
    count = levels_in(chunks, number)
    distances = _distances(chunks.get(Key("LODS", number)), count)
    before = 0.0
    for index in range(1, count + 1):
        head = chunks[Key("MESH", number, 0, index)]
        error, shift = error_of(head)
        if error < before:
            raise head.error("its error is less than that of the level before", 28)
        before = error
        yield TvxLevel(mesh_at(chunks, number, names, index), shift, error, distances[index - 1])


def _distances(chunk: Chunk | None, count: int) -> list[float]:
    if chunk is None:
        return [0.0] * count
    if len(chunk.content) != 4 * count:
        raise chunk.error(f"it has {len(chunk.content):,} bytes, not 4 for each of {count} levels")
    distances = list(struct.unpack(f"<{count}f", chunk.content))
    if not all(math.isfinite(distance) and distance >= 0 for distance in distances):
        raise chunk.error("a distance is no number from 0", 0)
    return distances


def tvx_level(level: LevelMesh, mesh: TvxMesh, move: tuple[int, int, int]) -> TvxLevel:
    """Write a level in the terms of the format.

    Parameters
    ----------
    level : LevelMesh
    mesh : TvxMesh
        Of its mesh, with any pivot.
    move : (int, int, int)
        From the full model's pivot to the one of its mesh in the file, in voxels.

    Returns
    -------
    TvxLevel
    """
    middle = np.array(mesh.size, np.int64) // 2 * level.factor - np.array(level.offset, np.int64)
    x, y, z = (middle + np.array(move, np.int64)).tolist()
    return TvxLevel(replace(mesh, pivot=(x, y, z)), level.factor.bit_length() - 1, level.error, level.distance)


def level_mesh(level: TvxLevel) -> LevelMesh:
    """Turn a level of a file back into what the scene has: about the middle of its size, with the rest as an offset."""
    mesh, factor = level.mesh, 1 << level.shift
    middle = np.array(mesh.size, np.int64) // 2
    x, y, z = middle.tolist()
    away = middle * factor - np.array(mesh.pivot, np.int64)
    a, b, c = away.tolist()
    return LevelMesh(mesh_of(replace(mesh, pivot=(x, y, z))), factor, level.error, level.distance, (a, b, c))
