"""The bytes of a .tvx file in, a checked `TvxFile` out."""

from __future__ import annotations

import math

import numpy as np

from ...errors import FormatError
from ..source import Source, load
from .chunks import Chunk, Key, read_chunks
from .materials import materials_from_bytes
from .meshdata import mesh_from_chunks
from .nodes import layers_from_bytes, nodes_from_bytes
from .records import UP_AXES, TvxFile
from .strings import Names
from .writer import HAS_FRAMES, INFO

_SCENE_TYPES = ("INFO", "PALT", "MATL", "STRS", "LAYR", "NODE", "MOVE", "SHOW")
_MESH_TYPES = ("MESH", "PART", "VERT", "POLY", "TRI2", "TRI4", "TEXL")
_PALETTE_BYTES = 256 * 4


def read_tvx(source: Source) -> TvxFile:
    """Read a .tvx file and check all of it.

    Parameters
    ----------
    source : path or bytes
        The file, or all its bytes.

    Returns
    -------
    TvxFile
        Its arrays are read-only; where nothing was compressed they lie in the file's own bytes.

    Raises
    ------
    FormatError
        If the file is damaged, no .tvx file, or of a later version; the error names the chunk and the byte. No more
        memory is used than the file's length accounts for.
    """
    chunks = read_chunks(memoryview(load(source)[0]), frozenset(_SCENE_TYPES + _MESH_TYPES))

    def optional(kind: str) -> Chunk | None:
        return chunks.get(Key(kind))

    def required(kind: str) -> Chunk:
        if Key(kind) not in chunks:
            raise FormatError("the file has none", kind)
        return chunks[Key(kind)]

    info, palette = required("INFO"), required("PALT")
    if len(palette.content) != _PALETTE_BYTES:
        raise palette.error(f"it has {len(palette.content):,} bytes, not {_PALETTE_BYTES:,}")
    voxel_size, up_axis, frames, mesh_count, place = _read_info(info)
    names = Names(optional("STRS"))
    meshes = sum(key.type == "MESH" for key in chunks)
    if mesh_count > meshes:
        raise info.error(f"it tells of {mesh_count:,} meshes, but there are {meshes:,} MESH chunks", 12)
    return TvxFile(
        name=names.at(*place, info, 0),
        voxel_size=voxel_size,
        up_axis=up_axis,
        palette=np.frombuffer(palette.content, np.uint8).reshape(-1, 4),
        materials=materials_from_bytes(optional("MATL")),
        meshes=tuple(mesh_from_chunks(chunks, number) for number in range(mesh_count)),
        nodes=nodes_from_bytes(optional("NODE"), optional("MOVE"), optional("SHOW"), names, mesh_count),
        layers=layers_from_bytes(optional("LAYR"), names),
        animation_range=frames,
    )


def _read_info(chunk: Chunk) -> tuple[float, str, tuple[int, int] | None, int, tuple[int, int]]:
    """Voxel size, up axis, frames, number of meshes, place of the name."""
    if len(chunk.content) != INFO.size:
        raise chunk.error(f"it has {len(chunk.content):,} bytes, not {INFO.size}")
    size, axis, flags, zero, meshes, first, last, offset, length = INFO.unpack(chunk.content)
    if not math.isfinite(size) or size <= 0:
        raise chunk.error("the voxel size is no positive number", 0)
    if axis >= len(UP_AXES) or zero or flags & ~HAS_FRAMES:
        raise chunk.error("it has an up axis or flags that this version does not know", 8)
    return size, UP_AXES[axis], (first, last) if flags else None, meshes, (offset, length)
