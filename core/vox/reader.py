"""A .vox file or its bytes -> the VoxScene: everything the file says, with notes on what had to be survived."""

from __future__ import annotations

import os
from pathlib import Path

from ..errors import FormatError
from .chunks import Chunk, read_chunks
from .fields import Fields
from .graph import read_nodes
from .materials import read_materials
from .models import read_models
from .notes import Notes
from .palette import read_palette, read_palette_order
from .records import VoxScene
from .settings import (
    animation_range,
    read_cameras,
    read_color_names,
    read_layers,
    read_meta,
    read_render_objects,
)
from .signature import read_version


def read_vox(source: str | os.PathLike[str] | bytes) -> VoxScene:
    """Read a MagicaVoxel file.

    Parameters
    ----------
    source : path or bytes
        The file, or all its bytes.

    Returns
    -------
    VoxScene
        Its `warnings` tell what was wrong and survived.

    Raises
    ------
    FormatError
        If there is nothing to import: no such file, another format, cut short before the first model.
    LimitError
        If the scene or a compressed model would be too large.

    Examples
    --------
    >>> scene = read_vox("castle.vox")  # doctest: +SKIP
    >>> scene.models[0].colors.shape  # doctest: +SKIP
    (126, 126, 126)
    """
    data, name = _load(source)
    notes = Notes()
    version = read_version(memoryview(data), notes)
    chunks = read_chunks(memoryview(data), notes)
    named: dict[str, list[Chunk]] = {}
    for chunk in chunks:
        named.setdefault(chunk.name, []).append(chunk)
    models = read_models(chunks, notes)
    if not any(model.voxels for model in models):
        notes.add("no voxels", "no model of the file has a voxel, so there is nothing to show")
    pack = _read_pack(named.get("PACK", []), len(models), notes)
    nodes, has_graph = read_nodes(chunks, models, notes)
    meta = read_meta(named.get("META", []), notes)
    return VoxScene(
        name=name,
        version=version,
        models=models,
        palette=read_palette(named.get("RGBA", []), notes),
        nodes=nodes,
        has_graph=has_graph,
        pack=pack,
        layers=read_layers(named.get("LAYR", []), notes),
        materials=read_materials(chunks, notes),
        cameras=read_cameras(named.get("rCAM", []), notes),
        render_objects=read_render_objects(named.get("rOBJ", []), notes),
        color_names=read_color_names(named.get("NOTE", []), notes),
        palette_order=read_palette_order(named.get("IMAP", []), notes),
        animation_range=animation_range(meta),
        meta=meta,
        warnings=notes.sentences(),
    )


def _load(source: str | os.PathLike[str] | bytes) -> tuple[bytes, str]:
    """The bytes and the stem of the name."""
    if isinstance(source, bytes):
        return source, ""
    path = Path(source)
    try:
        return path.read_bytes(), path.stem
    except OSError as error:
        raise FormatError(f"the file cannot be opened: {error.strerror or error}") from error


def _read_pack(chunks: list[Chunk], models: int, notes: Notes) -> int | None:
    """The number of models that PACK announces."""
    if not chunks:
        return None
    try:
        announced = Fields(chunks[-1], notes).integer()
    except FormatError as error:
        notes.add("PACK", f"{error}; it was ignored")
        return None
    if announced != models:
        notes.add(
            "PACK",
            f"the PACK chunk announces {announced:,} models, the file has {models:,}; all of them were read",
        )
    return announced
