"""A `TvxFile` in, the bytes of a .tvx file out."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from pathlib import Path

from ...errors import LimitError
from ...mesh.modes import MODES
from ..source import replace_file
from .chunks import Key, write_chunks
from .materials import materials_to_bytes
from .meshdata import mesh_to_chunks
from .nodes import layers_to_bytes, nodes_to_bytes
from .ordering import pack
from .records import UP_AXES, TvxFile
from .strings import Strings

INFO = struct.Struct("<dBBHIiiII")
HAS_FRAMES = 1
CLEAR_TEXELS = 1
"""The minor version since which texels may show nothing; a file without any is of the one before."""


def write_tvx(path: str | os.PathLike[str] | None, file: TvxFile, *, compress: bool = False) -> bytes:
    """Write a .tvx file.

    Parameters
    ----------
    path : path or None
        The file to write; None for none.
    file : TvxFile
    compress : bool
        Compress each chunk that gets smaller by it.

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
        chunks += mesh_to_chunks(mesh, number)
    clear = any(mesh.mode in MODES and MODES[mesh.mode].see_through for mesh in file.meshes)
    data = write_chunks(
        ((key, content, pack(key.type, content) if compress else None) for key, content in chunks),
        CLEAR_TEXELS if clear else 0,
    )
    if path is not None:
        replace_file(Path(path), data)
    return data


def _scene_chunks(file: TvxFile) -> Iterator[tuple[Key, bytes]]:
    """All chunks that belong to no mesh; those that would be empty are left out."""
    strings = Strings()
    first, last = file.animation_range or (0, 0)
    flags = HAS_FRAMES if file.animation_range else 0
    place = strings.place(file.name)
    try:
        info = INFO.pack(file.voxel_size, UP_AXES.index(file.up_axis), flags, 0, len(file.meshes), first, last, *place)
    except struct.error as error:
        raise LimitError("the animation has frames that 32 bits cannot tell") from error
    layers = layers_to_bytes(file.layers, strings)
    nodes = nodes_to_bytes(file.nodes, strings)
    yield Key("INFO"), info
    yield Key("PALT"), file.palette.tobytes()
    for kind, content in (
        ("MATL", materials_to_bytes(file.materials)),
        ("STRS", bytes(strings.content)),
        ("LAYR", layers),
        *nodes.items(),
    ):
        if content:
            yield Key(kind), content
