"""Nodes and layers in, the records of their chunks out, and back with every index checked."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from ...errors import LimitError
from ...voxels.scene import Layer, ModelFrame, SceneNode, TransformFrame
from ...voxels.transforms import byte_from_rotation, make_frame, rotation_from_byte
from .chunks import Chunk
from .strings import Names, Strings

_NODE = struct.Struct("<IiBB2xiII")
_MOVE = struct.Struct("<iB3x3i")
_SHOW = struct.Struct("<iI")
_LAYER = struct.Struct("<iI4B4x")

Frame = TypeVar("Frame", TransformFrame, ModelFrame)

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
            strings.number(layer.name),
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
    for user, byte, (number, name, flags, red, green, blue) in _records(chunk, _LAYER):
        if number in layers:
            raise user.error(f"layer {number} is there twice", byte)
        color = (red, green, blue) if flags & _COLORED else None
        layers[number] = Layer(number, names.at(name, user, byte), bool(flags & _HIDDEN), color)
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
        counts = len(node.transforms), len(node.models)
        try:
            records.append(_NODE.pack(strings.number(node.name), node.parent, kind, flags, node.layer or 0, *counts))
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
    moves = _Entries("transforms", [_transform(*record) for record in _records(move, _MOVE)], move)
    shows = _Entries("meshes", [_shown(*record, mesh_count) for record in _records(show, _SHOW)], show)
    nodes: list[SceneNode] = []
    for user, byte, (name, parent, kind, flags, layer, transforms, models) in _records(node, _NODE):
        index = len(nodes)
        if not -1 <= parent < index:
            raise user.error(f"node {index:,} has node {parent:,} for a parent, which does not come before it", byte)
        if kind > _SHAPE:
            raise user.error(f"node {index:,} is neither a group nor a shape", byte)
        if transforms == 0 or (models > 0) != (kind == _SHAPE):
            raise user.error(f"node {index:,} has no transform, or not the meshes that its kind has", byte)
        nodes.append(
            SceneNode(
                name=names.at(name, user, byte),
                parent=parent,
                kind="shape" if kind == _SHAPE else "group",
                transforms=moves.next(transforms, user, byte),
                models=shows.next(models, user, byte),
                layer=layer if flags & _HAS_LAYER else None,
                hidden=bool(flags & _HIDDEN),
                loops=bool(flags & _LOOPS),
            )
        )
    moves.end()
    shows.end()
    return tuple(nodes)


class _Entries(Generic[Frame]):
    """Deals out the transforms, or the meshes, of one node after the other."""

    def __init__(self, what: str, entries: list[Frame], chunk: Chunk | None) -> None:
        self._what, self._chunk = what, chunk
        self._entries: list[Frame] = entries
        self._used = 0

    def next(self, count: int, user: Chunk, byte: int) -> tuple[Frame, ...]:
        """The entries of the next node."""
        own = tuple(self._entries[self._used : self._used + count])
        if len(own) < count:
            raise user.error(f"it has more {self._what} than there are", byte)
        if any(later.frame < earlier.frame for earlier, later in pairwise(own)):
            raise user.error(f"its {self._what} go back in time", byte)
        self._used += count
        return own

    def end(self) -> None:
        """Refuse what no node has."""
        if self._used != len(self._entries) and self._chunk is not None:
            raise self._chunk.error(f"there are {self._what} that no node has")


def _transform(user: Chunk, byte: int, record: tuple[int, ...]) -> TransformFrame:
    frame, rotation_byte, x, y, z = record
    rotation = rotation_from_byte(rotation_byte)
    if rotation is None:
        raise user.error(f"{rotation_byte} is none of the 48 orientations", byte)
    return make_frame(frame, rotation, (x, y, z))


def _shown(user: Chunk, byte: int, record: tuple[int, int], mesh_count: int) -> ModelFrame:
    frame, mesh = record
    if mesh >= mesh_count:
        raise user.error(f"mesh {mesh:,} is not one of {mesh_count:,}", byte)
    return ModelFrame(frame, mesh)


def _records(chunk: Chunk | None, record: struct.Struct) -> Iterator[tuple[Chunk, int, tuple[Any, ...]]]:
    """The chunk, the byte and the fields of each record."""
    if chunk is None:
        return
    if len(chunk.content) % record.size:
        raise chunk.error(f"its {len(chunk.content):,} bytes are no whole number of records of {record.size}")
    for index, fields in enumerate(record.iter_unpack(chunk.content)):
        yield chunk, index * record.size, fields
