"""A scene's nodes and the pieces of its models in, the contents of nTRN, nGRP and nSHP chunks out, parents first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

import numpy as np

from ...errors import LimitError
from ...voxels.scene import ModelFrame, Scene, SceneNode, TransformFrame
from ...voxels.transforms import IDENTITY_BYTE, byte_from_rotation, identity, resting
from .encode import dictionary, integers, require_integer, require_length
from .fields import is_set
from .graph import MAX_NODES
from .pieces import Models, Piece

_FRAME_BYTES = 8
"""The least that a frame takes."""


@dataclass(slots=True)
class _Placed:
    """One transform and the group or shape below it."""

    node: SceneNode
    """Its parent counts for nothing here, and its models are numbers in the file."""
    children: list[int]


def node_chunks(scene: Scene, models: Models) -> Iterator[tuple[str, bytes]]:
    """Write the nodes of a scene; what is larger than a model can be becomes a group of its pieces.

    Parameters
    ----------
    scene : Scene
    models : Models
        Numbers what the nodes show.

    Yields
    ------
    name : str
        nTRN, nGRP or nSHP.
    content : bytes

    Raises
    ------
    LimitError
        If there are more nodes than `graph.MAX_NODES`, or numbers that 32 bits cannot tell.
    """
    placed = _placed(scene, models)
    for number, entry in enumerate(placed):
        node, own = entry.node, 2 * number
        above, below = _attributes(node)
        layer = -1 if node.layer is None else node.layer
        counts = integers(own + 1, -1, layer, len(node.transforms))
        yield "nTRN", integers(own) + dictionary(above) + counts + _transforms(node.transforms)
        if node.kind == "group":
            children = integers(len(entry.children), *(2 * child for child in entry.children))
            yield "nGRP", integers(own + 1) + dictionary(below) + children
        else:
            yield "nSHP", integers(own + 1) + dictionary(below) + integers(len(node.models)) + _models(node.models)


def _placed(scene: Scene, models: Models) -> list[_Placed]:
    """All that is written, each group before what it holds and all of that before what follows the group."""
    _require_count(len(scene.nodes))
    children: list[list[int]] = [[] for _node in scene.nodes]
    roots: list[int] = []
    for index, node in enumerate(scene.nodes):
        (children[node.parent] if node.parent >= 0 else roots).append(index)
    if len(roots) == 1 and _is_technical(scene.nodes[roots[0]]):
        placed, stack = [], [(roots[0], -1)]
    else:
        placed, stack = [_Placed(_group("", resting()), [])], [(root, 0) for root in reversed(roots)]
    entries = 0
    while stack:
        index, above = stack.pop()
        first = len(placed)
        if above >= 0:
            placed[above].children.append(first)
        placed += _entries(scene, scene.nodes[index], models, first)
        entries += sum(len(one.node.transforms) + len(one.node.models) for one in placed[first:])
        require_length(_FRAME_BYTES * entries)
        _require_count(len(placed))
        stack += [(child, first) for child in reversed(children[index])]
    return placed


def _require_count(count: int) -> None:
    """Refuse more nodes than a reader takes."""
    if count > MAX_NODES:
        raise LimitError(
            f"the file would have more than {MAX_NODES:,} objects and groups, those of parts of large objects "
            "included; join some, or write fewer at once"
        )


def _is_technical(node: SceneNode) -> bool:
    """Whether a node is such a root as every file has: a group without a name that moves nothing."""
    still = all(not frame.translation.any() and _byte(frame) == IDENTITY_BYTE for frame in node.transforms)
    return node.kind == "group" and not node.name and still


def _entries(scene: Scene, node: SceneNode, models: Models, first: int) -> list[_Placed]:
    """A node, as a group of pieces where it shows a model that is cut."""
    if node.kind == "group":
        return [_Placed(node, [])]
    shown = [models.pieces(scene.models[entry.model]) for entry in node.models]
    if all(len(pieces) == 1 and not pieces[0].shift.any() for pieces in shown):
        return [_Placed(_shape(node, node.transforms, [pieces[0].number for pieces in shown]), [])]
    if len(shown) == 1 and len(shown[0]) == 1:
        ((piece,),) = shown
        return [_Placed(_shape(node, _moved(node.transforms, piece), [piece.number]), [])]
    most = max(map(len, shown))
    _require_count(first + 1 + most)
    require_length(_FRAME_BYTES * len(shown) * most)
    group = replace(node, kind="group", models=())
    frames = [entry.frame for entry in node.models]
    pieces = [_piece(node, frames, slot, models) for slot in zip_longest(*shown)]
    held = list(range(first + 1, first + 1 + len(pieces)))
    return [_Placed(group, held), *(_Placed(piece, []) for piece in pieces)]


def _piece(node: SceneNode, frames: Sequence[int], slot: Sequence[Piece | None], models: Models) -> SceneNode:
    """The shape of one piece of each model that a node shows; of those that have fewer, of nothing."""
    nowhere = np.zeros(3, np.int64)
    shifts = [nowhere if piece is None else piece.shift for piece in slot]
    moves = [TransformFrame(frame, identity(), shift) for frame, shift in zip(frames, shifts, strict=True)]
    if all((shift == shifts[0]).all() for shift in shifts):
        moves = [replace(moves[0], frame=0)]
    whole = replace(node, name="", hidden=False, attributes={})
    return _shape(whole, tuple(moves), [models.nothing() if piece is None else piece.number for piece in slot])


def _shape(node: SceneNode, transforms: tuple[TransformFrame, ...], numbers: Sequence[int]) -> SceneNode:
    shown = (replace(entry, model=number) for entry, number in zip(node.models, numbers, strict=True))
    return replace(node, transforms=transforms, models=tuple(shown))


def _group(name: str, transforms: tuple[TransformFrame, ...]) -> SceneNode:
    return SceneNode(name, -1, "group", transforms, ())


def _moved(transforms: Sequence[TransformFrame], piece: Piece) -> tuple[TransformFrame, ...]:
    """Transforms of a whole model as those of its only piece."""
    return tuple(
        replace(frame, translation=frame.translation + frame.rotation.astype(np.int64) @ piece.shift)
        for frame in transforms
    )


def _attributes(node: SceneNode) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """The pairs of a transform and of what is below it, in which what the node itself says has its say."""
    pairs = dict(node.attributes)
    if pairs.get("_name", "") != node.name:
        pairs["_name"] = node.name
        if not node.name:
            del pairs["_name"]
    for key, value in (("_hidden", node.hidden), ("_loop", node.loops)):
        if is_set(pairs, key) != value:
            pairs[key] = str(int(value))
    loop = pairs.pop("_loop", None)
    if loop is None:
        return pairs, {}
    # Last, since a reader that meets it in both, or below only, would have it in other places.
    own = {"_loop": loop}
    inside = len(node.models) > 1
    return pairs | (own if len(node.transforms) > 1 or not inside else {}), own if inside else {}


def _when(frames: Sequence[TransformFrame] | Sequence[ModelFrame], frame: int) -> dict[str, str]:
    """The pair that says from which frame on something holds; none is needed where nothing else ever does."""
    return {} if len(frames) == 1 and frame == 0 else {"_f": str(require_integer(frame))}


def _transforms(frames: Sequence[TransformFrame]) -> bytes:
    """The pairs of all transforms of a node."""
    told = []
    for frame in frames:
        byte = _byte(frame)
        pairs = {} if byte == IDENTITY_BYTE else {"_r": str(byte)}
        if frame.translation.any():
            pairs["_t"] = " ".join(str(require_integer(move)) for move in frame.translation.tolist())
        told.append(dictionary(pairs | _when(frames, frame.frame)))
    return b"".join(told)


def _models(frames: Sequence[ModelFrame]) -> bytes:
    """The numbers and pairs of all models of a shape."""
    return b"".join(integers(frame.model) + dictionary(_when(frames, frame.frame)) for frame in frames)


def _byte(frame: TransformFrame) -> int:
    return byte_from_rotation(frame.rotation)
