"""Nodes and layers in, the records of their chunks out, and back with every index checked."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from ...errors import FormatError, LimitError
from ...voxels.scene import Layer, ModelFrame, SceneNode, TransformFrame
from ...voxels.transforms import byte_from_rotation, make_frame, rotation_from_byte
from .chunks import Chunk
from .strings import Names, Strings

_NODE = struct.Struct("<IIiBBHiIIII")
_MOVE = struct.Struct("<iB3x3i")
_SHOW = struct.Struct("<iI")
_LAYER = struct.Struct("<iIIB3B")

_GROUP, _SHAPE = 0, 1
_HIDDEN = 1
_HAS_LAYER, _LOOPS = 2, 4
_COLORED = 2


def layers_to_bytes(layers: Mapping[int, Layer], strings: Strings) -> bytes:
    """Write the layers.

    Parameters
    ----------
    layers : mapping of int to Layer
    strings : Strings
        Takes their names.

    Returns
    -------
    bytes
    """
    return b"".join(
        _LAYER.pack(
            layer.id,
            *strings.place(layer.name),
            _HIDDEN * layer.hidden | _COLORED * (layer.color is not None),
            *(layer.color or (0, 0, 0)),
        )
        for layer in layers.values()
    )


def layers_from_bytes(chunk: Chunk | None, names: Names) -> Mapping[int, Layer]:
    """Read the layers.

    Parameters
    ----------
    chunk : Chunk or None
    names : Names

    Returns
    -------
    mapping of int to Layer
        By id.

    Raises
    ------
    FormatError
        If a record is wrong or an id comes twice.
    """
    layers: dict[int, Layer] = {}
    for user, byte, (number, offset, length, flags, red, green, blue) in _records(chunk, _LAYER):
        if number in layers:
            raise user.error(f"layer {number} is there twice", byte)
        if flags & ~(_HIDDEN | _COLORED):
            raise user.error(f"layer {number} has flags that this version does not know", byte)
        color = (red, green, blue) if flags & _COLORED else None
        layers[number] = Layer(number, names.at(offset, length, user, byte), bool(flags & _HIDDEN), color)
    return MappingProxyType(layers)


def nodes_to_bytes(nodes: Sequence[SceneNode], strings: Strings) -> dict[str, bytes]:
    """Write the nodes.

    Parameters
    ----------
    nodes : sequence of SceneNode
    strings : Strings
        Takes their names.

    Returns
    -------
    dict of str to bytes
        By chunk type: NODE, MOVE (transforms) and SHOW (which mesh when).

    Raises
    ------
    LimitError
        If a translation or frame needs more than 32 bits.
    """
    records: list[bytes] = []
    moves: list[bytes] = []
    shows: list[bytes] = []
    for index, node in enumerate(nodes):
        flags = _HIDDEN * node.hidden | _HAS_LAYER * (node.layer is not None)
        flags |= _LOOPS * node.loops
        kind = _SHAPE if node.kind == "shape" else _GROUP
        ranges = len(moves), len(node.transforms), len(shows), len(node.models)
        try:
            records.append(_NODE.pack(*strings.place(node.name), node.parent, kind, flags, 0, node.layer or 0, *ranges))
            moves += [
                _MOVE.pack(frame.frame, byte_from_rotation(frame.rotation), *frame.translation.tolist())
                for frame in node.transforms
            ]
            shows += [_SHOW.pack(frame.frame, frame.model) for frame in node.models]
        except struct.error as error:
            raise LimitError(f"node {index:,} has a translation or frame that 32 bits cannot tell") from error
    return {"NODE": b"".join(records), "MOVE": b"".join(moves), "SHOW": b"".join(shows)}


def nodes_from_bytes(
    node: Chunk | None, move: Chunk | None, show: Chunk | None, names: Names, mesh_count: int
) -> tuple[SceneNode, ...]:
    """Read the nodes.

    Parameters
    ----------
    node, move, show : Chunk or None
    names : Names
    mesh_count : int
        Indices of meshes are lower.

    Returns
    -------
    tuple of SceneNode

    Raises
    ------
    FormatError
        If a record is wrong or refers to what is not there.
    """
    moves = [_transform(user, byte, record) for user, byte, record in _records(move, _MOVE)]
    shows = []
    for user, byte, (frame, mesh) in _records(show, _SHOW):
        if mesh >= mesh_count:
            raise user.error(f"mesh {mesh:,} is not one of {mesh_count:,}", byte)
        shows.append(ModelFrame(frame, mesh))
    nodes: list[SceneNode] = []
    move_count = show_count = 0
    for user, byte, record in _records(node, _NODE):
        # Ranges follow one another, so that no entry is used twice and the lists cannot grow beyond the file.
        if record[7] != move_count or record[9] != show_count:
            raise user.error("its transforms or meshes do not follow those of the node before", byte)
        move_count, show_count = move_count + record[8], show_count + record[10]
        if move_count > len(moves) or show_count > len(shows):
            raise user.error("it has more transforms or meshes than there are", byte)
        own = tuple(moves[record[7] : move_count]), tuple(shows[record[9] : show_count])
        nodes.append(_node(record, own, len(nodes), names, user, byte))
    if move_count != len(moves) or show_count != len(shows):
        raise FormatError("there are transforms or meshes that no node has", "NODE")
    return tuple(nodes)


def _node(
    record: tuple[Any, ...],
    frames: tuple[tuple[TransformFrame, ...], tuple[ModelFrame, ...]],
    index: int,
    names: Names,
    user: Chunk,
    byte: int,
) -> SceneNode:
    offset, length, parent, kind, flags, zero, layer, *_ = record
    transforms, models = frames
    if not -1 <= parent < index:
        raise user.error(f"node {index:,} has node {parent:,} for a parent, which does not come before it", byte)
    if kind > _SHAPE or zero or flags & ~(_HIDDEN | _HAS_LAYER | _LOOPS):
        raise user.error(f"node {index:,} has a kind or flags that this version does not know", byte)
    if not transforms or bool(models) != (kind == _SHAPE):
        raise user.error(f"node {index:,} has no transform, or not the meshes that its kind has", byte)
    return SceneNode(
        name=names.at(offset, length, user, byte),
        parent=parent,
        kind="shape" if kind == _SHAPE else "group",
        transforms=transforms,
        models=models,
        layer=layer if flags & _HAS_LAYER else None,
        hidden=bool(flags & _HIDDEN),
        loops=bool(flags & _LOOPS),
    )


def _transform(user: Chunk, byte: int, record: tuple[int, ...]) -> TransformFrame:
    frame, rotation_byte, x, y, z = record
    rotation = rotation_from_byte(rotation_byte)
    if rotation is None:
        raise user.error(f"{rotation_byte} is none of the 48 orientations", byte)
    return make_frame(frame, rotation, (x, y, z))


def _records(chunk: Chunk | None, record: struct.Struct) -> Iterator[tuple[Chunk, int, tuple[Any, ...]]]:
    """The chunk, the byte and the fields of each record."""
    if chunk is None:
        return
    if len(chunk.content) % record.size:
        raise chunk.error(f"its {len(chunk.content):,} bytes are no whole number of records of {record.size}")
    for index, fields in enumerate(record.iter_unpack(chunk.content)):
        yield chunk, index * record.size, fields
