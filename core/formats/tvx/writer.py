"""A `TvxFile` in, the bytes of a .tvx file out."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from pathlib import Path

from ...errors import LimitError
from ..source import replace_file
from .chunks import Content, Key, write_chunks
from .collision import collision_content
from .levels import level_bodies, level_heads
from .materials import materials_to_bytes
from .meshdata import mesh_body, mesh_head
from .nodes import layers_to_bytes, nodes_to_bytes
from .palettes import palette_to_bytes
from .records import UP_AXES, TvxFile
from .reliefs import relief_content
from .strings import Strings
from .tree import tree_content
from .voxels import voxels_content

INFO = struct.Struct("<dBBHHHiifI8x")
HAS_FRAMES = 1


def write_tvx(
    path: str | os.PathLike[str] | None, file: TvxFile, *, compress: bool = False, by_chunks: bool = False
) -> bytes:
    """Write a .tvx file.

    Parameters
    ----------
    path : path or None
        The file to write; None for none.
    file : TvxFile
    compress : bool
        Make the file smaller, at the price of unpacking it before use.
    by_chunks : bool
        Compress each chunk by itself, so that each can be loaded alone; else all together, which is smaller.

    Returns
    -------
    bytes
        All of the file; the same for the same arguments.

    Raises
    ------
    LimitError
        If something is larger than the format can tell.
    FormatError
        If the file cannot be written.
    """
    chunks = [*_scene_chunks(file)]
    for number, mesh in enumerate(file.meshes):
        chunks += mesh_body(mesh, number, compressed=compress)
        chunks += [relief_content(relief, number) for relief in mesh.reliefs]
    for number, mesh in enumerate(file.meshes):
        chunks += level_bodies(mesh, number, compressed=compress)
    shapes = (collision_content(mesh.collision, number) for number, mesh in enumerate(file.meshes) if mesh.collision)
    chunks += [content for content in shapes if content is not None]
    # Who only draws need not load them: they come last.
    voxels = (voxels_content(mesh, number, opaque=not file.see_through) for number, mesh in enumerate(file.meshes))
    chunks += [content for content in voxels if content is not None]
    data = write_chunks(chunks, packed=compress and not by_chunks, deflated=compress)
    if path is not None:
        replace_file(Path(path), data)
    return data


def _scene_chunks(file: TvxFile) -> Iterator[Content]:
    """All chunks but those of parts and pages; those that would be empty are left out."""
    strings = Strings()
    heads = [mesh_head(mesh, number, strings) for number, mesh in enumerate(file.meshes)]
    heads += [head for number, mesh in enumerate(file.meshes) for head in level_heads(mesh, number, strings)]
    layers = layers_to_bytes(file.layers, strings)
    nodes = nodes_to_bytes(file.nodes, strings)
    palettes = file.palette, *file.palettes
    yield Content(Key("INFO"), _info(file, len(palettes), strings.number(file.name)))
    for number, palette in enumerate(palettes):
        yield Content(Key("PALT", 0, number), palette_to_bytes(palette))
    for kind, content in (
        ("MATL", materials_to_bytes(file.materials)),
        ("STRS", strings.content),
        ("LAYR", layers),
        *nodes.items(),
    ):
        if content:
            yield Content(Key(kind), content)
    tree = tree_content(file.tree)
    if tree is not None:
        yield tree
    yield from heads


def _info(file: TvxFile, palettes: int, name: int) -> bytes:
    first, last = file.animation_range or (0, 0)
    flags = HAS_FRAMES if file.animation_range else 0
    counts = len(file.meshes), palettes, 0
    axis = UP_AXES.index(file.up_axis)
    try:
        return INFO.pack(file.voxel_size, axis, flags, *counts, first, last, file.frame_rate, name)
    except struct.error as error:
        raise LimitError("there are frames that 32 bits cannot tell, or meshes that 16 bits cannot") from error
