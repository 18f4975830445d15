"""A scene in, the bytes of a .vox file out: all that the scene says, and all that its own .vox file said."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

import numpy as np

from ...mesh.options import MeshOptions
from ...scene.assembly import Assembly
from ...scene.options import SceneOptions
from ...texture import AtlasLayout
from ...voxels.scene import Layer, Scene
from ..options import WriteOptions
from ..source import Written, replace_file
from .cameras import cameras_of, render_objects_of
from .chunks import CHUNK_HEADER
from .encode import Chunks, dictionary, integers, require_length, string
from .graph import side_by_side
from .looks import material_pairs, order_of, palette_bytes, row_names
from .palette import plain_order
from .pieces import Models, fits
from .records import VoxScene
from .settings import animation_range
from .signature import KNOWN_VERSIONS, MAGIC
from .tree import node_chunks

_VOXEL_BYTES = 4


class VoxWriter:
    """MagicaVoxel's format as one entry of the table of writers; it needs no meshes."""

    name = "MagicaVoxel"
    ending = ".vox"
    meshes = False
    largest = None
    scene = SceneOptions(animation="animate")

    def layout(self, options: MeshOptions) -> AtlasLayout:
        """Of no use: there are no textures."""
        return AtlasLayout.of(options)

    def write(self, assembly: Assembly, _options: WriteOptions, _stem: str) -> Written:
        """Write an assembly, as `write_vox` does its scene."""
        return Written(write_vox(None, assembly.scene))


def write_vox(path: str | os.PathLike[str] | None, scene: Scene) -> bytes:
    """Write a MagicaVoxel file.

    Models of more than 256 cells along an axis become groups of pieces. Equal models are stored once.

    Parameters
    ----------
    path : path or None
        The file to write; None for none.
    scene : Scene
        Of one that `read_vox` made, also what only such files say is written. One that is not placed, or has no nodes,
        becomes a file without nodes, of which readers put the models side by side.

    Returns
    -------
    bytes
        All of the file; the same for the same scene.

    Raises
    ------
    LimitError
        If the scene has more nodes, bytes or larger numbers than the format can tell.
    FormatError
        If the file cannot be written.

    Examples
    --------
    >>> grid = np.ones((2, 3, 4), np.uint8)
    >>> scene = Scene(name="", models=(Model.from_grid(grid),), look=Look(palette), nodes=())  # doctest: +SKIP
    >>> write_vox("box.vox", scene)  # doctest: +SKIP
    """
    _check_length(scene)
    chunks = Chunks()
    meta = _meta(scene)
    if meta:
        chunks.add("META", dictionary(meta))
    unplaced = _is_unplaced(scene)
    models = Models(distinct=unplaced)
    for model in scene.models:
        models.pieces(model)
    nodes = () if unplaced else tuple(node_chunks(scene, models))
    if isinstance(scene, VoxScene) and scene.pack is not None:
        chunks.add("PACK", integers(len(models.contents)))
    for size, voxels in models.contents:
        chunks.add("SIZE", size)
        chunks.add("XYZI", voxels)
    for name, content in (*nodes, *_settings(scene)):
        chunks.add(name, content)
    version = scene.version if isinstance(scene, VoxScene) else KNOWN_VERSIONS[0 if unplaced else -1]
    head = MAGIC + struct.pack("<i", version) + CHUNK_HEADER.pack(b"MAIN", 0, chunks.length)
    data = b"".join((head, *chunks.parts))
    if path is not None:
        replace_file(Path(path), data)
    return data


def _check_length(scene: Scene) -> None:
    """Refuse what cannot become a file before it is made."""
    texts = sum(
        len(node.name) + sum(len(key) + len(text) for key, text in node.attributes.items()) for node in scene.nodes
    )
    different = {id(model): model.voxels for model in scene.models}
    require_length(texts + _VOXEL_BYTES * sum(different.values()))


def _is_unplaced(scene: Scene) -> bool:
    """Whether the nodes are those that a reader makes up for a file without any, so that none need be written."""
    if not fits(scene.models) or not scene.models:
        return False
    if not scene.nodes:
        return True
    if scene.placed or len(scene.nodes) != len(scene.models):
        return False
    return all(
        node.kind == "shape"
        and not node.changes
        and (node.model, node.name, node.hidden, node.layer) == (made.model, "", False, None)
        and np.array_equal(node.translation, made.translation)
        and np.array_equal(node.rotation, made.rotation)
        for node, made in zip(scene.nodes, side_by_side(scene.models), strict=True)
    )


def _settings(scene: Scene) -> Iterator[tuple[str, bytes]]:
    """All chunks but those of models and nodes, in the order of MagicaVoxel."""
    for layer in scene.layers.values():
        yield "LAYR", integers(layer.id) + dictionary(_layer_pairs(layer)) + integers(-1)
    yield "RGBA", palette_bytes(scene.look.palette)
    order = order_of(scene)
    if not np.array_equal(order, plain_order()):
        yield "IMAP", order.tobytes()
    for index, pairs in material_pairs(scene.look):
        yield "MATL", integers(index) + dictionary(pairs)
    for record in render_objects_of(scene):
        yield "rOBJ", dictionary(record.attributes)
    for camera in cameras_of(scene):
        yield "rCAM", integers(camera.id) + dictionary(camera.attributes)
    names = row_names(scene)
    if names:
        yield "NOTE", integers(len(names)) + b"".join(map(string, names))


def _layer_pairs(layer: Layer) -> Mapping[str, str]:
    pairs = {"_name": layer.name} if layer.name else {}
    pairs |= {"_hidden": "1"} if layer.hidden else {}
    return pairs if layer.color is None else {**pairs, "_color": " ".join(map(str, layer.color))}


def _meta(scene: Scene) -> Mapping[str, str]:
    """What the file said about itself, with the range of the animation."""
    pairs: Mapping[str, str] = scene.meta if isinstance(scene, VoxScene) else {}
    if animation_range(pairs) == scene.animation_range:
        return pairs
    rest = {key: text for key, text in pairs.items() if key != "_anim_range"}
    if scene.animation_range is None:
        return rest
    told = MappingProxyType({**rest, "_anim_range": " ".join(map(str, scene.animation_range))})
    return told if animation_range(told) == scene.animation_range else rest
