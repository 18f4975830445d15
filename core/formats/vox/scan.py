"""A .vox file's bytes in, what it holds out; the voxels themselves are not read, so it takes milliseconds."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence

import numpy as np

from ...voxels.look import COLORS, Look
from ...voxels.model import Model
from ...voxels.scene import Scene
from ..contents import Contents, contents_of
from .chunks import Chunk, read_chunks
from .graph import read_nodes
from .models import no_models, read_size
from .notes import Notes
from .settings import animation_range, read_meta
from .signature import read_version

_NO_CELLS = np.zeros((0, 3), np.uint8), np.zeros(0, np.uint8)


def scan_vox(data: memoryview) -> Contents:
    """Say what is in a file by the heads of its chunks and its scene graph.

    Parameters
    ----------
    data : memoryview
        The whole file; the voxels may lie on disk still.

    Returns
    -------
    Contents

    Raises
    ------
    FormatError, LimitError
        As `read_vox`, if there is no model, or no end of nodes.
    """
    notes = Notes()
    read_version(data, notes)
    chunks = read_chunks(data, notes)
    sizes, counts = _models(chunks, notes)
    if not sizes:
        raise no_models(notes)
    models = tuple(Model(size, *_NO_CELLS) for size in sizes)
    nodes, placed = read_nodes(chunks, models, notes)
    meta: Mapping[str, str] = read_meta([chunk for chunk in chunks if chunk.name == "META"], notes)
    scene = Scene(
        name="",
        models=models,
        look=Look(np.zeros((COLORS, 4), np.uint8)),
        nodes=nodes,
        placed=placed,
        animation_range=animation_range(meta),
    )
    return contents_of(scene, None if None in counts else sum(count or 0 for count in counts))


def _models(chunks: Sequence[Chunk], notes: Notes) -> tuple[list[tuple[int, int, int]], list[int | None]]:
    """The size of each model and how many voxels it has, None where they are compressed."""
    sizes: list[tuple[int, int, int]] = []
    counts: list[int | None] = []
    size: tuple[int, int, int] | None = None
    for chunk in chunks:
        if chunk.name == "SIZE":
            size = read_size(chunk, size, notes)
        elif chunk.name == "XYZI":
            sizes.append(size or (1, 1, 1))
            counts.append(_count(chunk.content))
        elif chunk.name == "TDCZ":
            x, y, z = struct.unpack_from("<3i", chunk.content) if len(chunk.content) >= 12 else (0, 0, 0)
            sizes.append(size or (max(x, 0), max(y, 0), max(z, 0)))
            counts.append(None)
    return sizes, counts


def _count(content: memoryview) -> int:
    """How many voxels a chunk announces and has."""
    if len(content) < 4:
        return 0
    announced: int = struct.unpack_from("<i", content)[0]
    present = (len(content) - 4) // 4
    return min(announced, present) if announced >= 0 else present
