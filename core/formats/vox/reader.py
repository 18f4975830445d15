"""A .vox file or its bytes -> the VoxScene: everything the file says, with notes on what had to be survived."""

from __future__ import annotations

import os
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from ...errors import FormatError
from ...voxels.look import Look
from ...voxels.scene import Scene
from ..contents import Contents
from ..source import load
from .chunks import Chunk, read_chunks
from .fields import Fields
from .graph import read_nodes
from .kept import keep, restored
from .materials import read_materials
from .models import read_models
from .notes import Notes
from .palette import read_palette, read_palette_order
from .records import VoxScene, names_of_indices
from .scan import scan_vox
from .settings import (
    animation_range,
    read_cameras,
    read_color_names,
    read_layers,
    read_meta,
    read_render_objects,
)
from .signature import MAGIC, read_version
from .views import light_of, views_of


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
    data, name = load(source)
    return _read(data, name)


class VoxReader:
    """MagicaVoxel's format as one entry of the table of readers."""

    name = "MagicaVoxel"
    title = "MagicaVoxel (.vox)"
    endings = (".vox",)
    finished = False

    def sniff(self, head: bytes) -> bool:
        """Whether a file that begins with these bytes is one."""
        return head.startswith(MAGIC)

    def read(self, data: bytes, name: str) -> VoxScene:
        """Read a file's bytes, as `read_vox` does."""
        return _read(data, name)

    def scan(self, data: memoryview) -> Contents:
        """Say what is in a file, as `scan_vox` does."""
        return scan_vox(data)

    def keep(self, scene: Scene) -> Mapping[str, Any] | None:
        """Say what only a file of this format says, as `kept.keep` does."""
        return keep(scene)

    def restored(self, scene: Scene, kept: Mapping[str, Any]) -> Scene:
        """Give a scene what was kept, as `kept.restored` does."""
        return restored(scene, kept)


def _read(data: bytes, name: str) -> VoxScene:
    notes = Notes()
    version = read_version(memoryview(data), notes)
    chunks = read_chunks(memoryview(data), notes)
    named: dict[str, list[Chunk]] = {}
    for chunk in chunks:
        named.setdefault(chunk.name, []).append(chunk)
    models = read_models(chunks, notes)
    pack = _read_pack(named.get("PACK", []), len(models), notes)
    nodes, placed = read_nodes(chunks, models, notes)
    meta = read_meta(named.get("META", []), notes)
    palette, order = read_palette(named.get("RGBA", []), notes), read_palette_order(named.get("IMAP", []), notes)
    layers, materials = read_layers(named.get("LAYR", []), notes), read_materials(chunks, notes)
    cameras = read_cameras(named.get("rCAM", []), notes)
    render_objects = read_render_objects(named.get("rOBJ", []), notes)
    names = read_color_names(named.get("NOTE", []), notes)
    return VoxScene(
        name=name,
        version=version,
        models=models,
        look=Look(palette, materials, MappingProxyType(names_of_indices(names, order))),
        nodes=nodes,
        placed=placed,
        pack=pack,
        layers=layers,
        cameras=cameras,
        views=views_of(cameras),
        render_objects=render_objects,
        light=light_of(render_objects),
        color_names=names,
        palette_order=order,
        animation_range=animation_range(meta),
        meta=meta,
        warnings=notes.sentences(),
    )


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
