"""The bytes of a .tvx file in, a checked `TvxFile` out."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from ...errors import FormatError
from ..source import Source, load
from .chunks import Budget, Chunk, Key, read_chunks
from .collision import collisions_of
from .levels import LEVELED, levels_in, with_levels_of
from .materials import materials_from_bytes
from .meshdata import head_of, meshes_of
from .nodes import layers_from_bytes, nodes_from_bytes
from .palettes import palette_of
from .records import UP_AXES, TvxFile
from .reliefs import KIND as RELIEF
from .reliefs import reliefs_of
from .strings import Names
from .tree import tree_of
from .voxels import voxels_of
from .writer import HAS_FRAMES, INFO

_ONCE = ("INFO", "MATL", "STRS", "LAYR", "NODE", "MOVE", "SHOW")
_NUMBERED = ("PALT", "MESH", "PART", "PAGE", "VOXL", RELIEF)
_EXTRAS = ("COLL", "LODS", "TREE")
_SINGLE = ("VOXL", "COLL", "LODS")
"""What a mesh has once or never."""


def read_tvx(source: Source, *, extras: bool = False) -> TvxFile:
    """Read a .tvx file and check all of it.

    Parameters
    ----------
    source : path or bytes
        The file, or all its bytes.
    extras : bool
        Read levels of detail, collision shapes and the tree, too; else they are skipped.

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
    data = memoryview(load(source)[0])
    budget = Budget(len(data))
    known = _ONCE + _NUMBERED + (_EXTRAS if extras else ())
    chunks = read_chunks(data, frozenset(known), frozenset(LEVELED if extras else ()))
    info = _required(chunks, Key("INFO"))
    values = _read_info(info)
    _check_chunks(chunks, values.meshes, values.palettes)
    names = Names(chunks.get(Key("STRS")), budget)
    palettes = [palette_of(chunks[Key("PALT", 0, number)], names) for number in range(values.palettes)]
    meshes = meshes_of(chunks, values.meshes, names, budget)
    if extras:
        meshes = with_levels_of(chunks, meshes, names)
    shapes = collisions_of(chunks, budget)
    voxels, opaque = voxels_of(chunks, {number: mesh.size for number, mesh in enumerate(meshes)}, budget)
    reliefs = reliefs_of(chunks, budget)
    return TvxFile(
        name=names.at(values.name, info, 28),
        voxel_size=values.voxel_size,
        up_axis=UP_AXES[values.up_axis],
        palette=palettes[0],
        materials=materials_from_bytes(chunks.get(Key("MATL"))),
        meshes=tuple(
            replace(mesh, voxels=voxels.get(number), collision=shapes.get(number), reliefs=reliefs.get(number, ()))
            for number, mesh in enumerate(meshes)
        ),
        nodes=nodes_from_bytes(
            chunks.get(Key("NODE")), chunks.get(Key("MOVE")), chunks.get(Key("SHOW")), names, values.meshes
        ),
        layers=layers_from_bytes(chunks.get(Key("LAYR")), names),
        animation_range=(values.first, values.last) if values.flags & HAS_FRAMES else None,
        frame_rate=values.frame_rate,
        palettes=tuple(palettes[1:]),
        see_through=not opaque,
        tree=tree_of(chunks.get(Key("TREE")), values.meshes),
    )


class _Info(NamedTuple):
    """The fields of INFO."""

    voxel_size: float
    up_axis: int
    flags: int
    meshes: int
    palettes: int
    reserved: int
    first: int
    last: int
    frame_rate: float
    name: int


def _read_info(chunk: Chunk) -> _Info:
    if len(chunk.content) != INFO.size:
        raise chunk.error(f"it has {len(chunk.content):,} bytes, not {INFO.size}")
    info = _Info(*INFO.unpack(chunk.content))
    if not math.isfinite(info.voxel_size) or info.voxel_size <= 0:
        raise chunk.error("the voxel size is no positive number", 0)
    if info.up_axis >= len(UP_AXES):
        raise chunk.error("it has an unknown up axis", 8)
    if info.palettes == 0:
        raise chunk.error("it tells of no palette", 12)
    if not math.isfinite(info.frame_rate) or info.frame_rate < 0:
        raise chunk.error("the frame rate is no number from 0", 24)
    return info


def _required(chunks: Mapping[Key, Chunk], key: Key) -> Chunk:
    if key not in chunks:
        place = f" of mesh {key.mesh:,}, number {key.part:,}" if key.type in _NUMBERED else ""
        raise FormatError(f"the file has none{place}", key.type)
    return chunks[key]


def _check_chunks(chunks: Mapping[Key, Chunk], meshes: int, palettes: int) -> None:
    """All chunks that counts tell of must be there, and no others."""
    wanted = set()

    def want(kind: str, mesh: int, count: int, level: int = 0) -> None:
        """Ask for so many chunks of a kind."""
        # The first that is missing ends it, so that counts cost no more than there are chunks.
        for number in range(count):
            wanted.add(_required(chunks, Key(kind, mesh, number, level)).key)

    want("PALT", 0, palettes)
    for mesh in range(meshes):
        want("MESH", mesh, 1)
        for level in range(levels_in(chunks, mesh) + 1):
            want("MESH", mesh, 1, level)
            *_, parts, pages = head_of(chunks[Key("MESH", mesh, 0, level)])
            want("PART", mesh, parts, level)
            want("PAGE", mesh, pages, level)
        for kind in _SINGLE:
            want(kind, mesh, int(Key(kind, mesh) in chunks))
    wanted |= {key for key in chunks if key.type == RELIEF and key.mesh < meshes}
    unwanted = chunks.keys() - wanted - {Key(kind) for kind in (*_ONCE, "TREE")}
    if unwanted:
        first = min(chunks[key].offset for key in unwanted)
        chunk = next(chunks[key] for key in unwanted if chunks[key].offset == first)
        raise chunk.error(f"nothing tells of mesh {chunk.key.mesh:,}, number {chunk.key.part:,}")
