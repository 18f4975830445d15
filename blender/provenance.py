"""What objects remember of the nodes that they come from: scene and rows in, custom properties of text out, and back.

Text is what every exporter can write. What was changed in Blender since is told by comparing with how it arrived.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any
from uuid import uuid4

import bpy
import numpy as np
from mathutils import Matrix

from ..core.formats import keep
from ..core.scene.placement import Flags, Placements
from ..core.scene.world import world_transforms
from ..core.voxels import Layer, ModelFrame, Scene, SceneNode, TransformFrame
from ..core.voxels.transforms import byte_from_rotation, make_frame, rotation_from_byte
from .side import plain_name

NODE = "trivox_node"
"""The custom property of an object that tells of its node."""
FILE = "trivox_file"
"""The custom property of a collection, or of a file's only object, that tells of the file."""
LAYER_OF = "trivox_layer_of"
"""The custom property of a collection that tells which layer of which file it is."""
_DIGITS = 6


def write_provenance(
    objects: Sequence[bpy.types.Object],
    holder: bpy.types.Collection | bpy.types.Object,
    scene: Scene,
    rows: Placements,
    *,
    closed: Flags,
    layers: Mapping[int, bpy.types.Collection],
    flat: bool,
    offset: tuple[int, int, int] = (0, 0, 0),
    file: str = "",
) -> None:
    """Write down what a file's objects and their collections were made of.

    Parameters
    ----------
    objects : sequence of bpy.types.Object
        As they arrived, one for each row.
    holder : bpy.types.Collection or bpy.types.Object
        The collection of the file, or its only object.
    scene : Scene
        As it was arranged.
    rows : Placements
    closed : (n,) bool
        Which objects are hidden themselves.
    layers : mapping of int to bpy.types.Collection
        The collections of layers.
    flat : bool
        Groups were left out, so that each object stands in the world.
    offset : (int, int, int)
        By how many voxels the scene was moved since it was read.
    file : str
        The file as origins name it; by default a new one.
    """
    file = file or uuid4().hex
    moved = moves_of(scene, flat=flat)
    in_turn = rows.in_turn.tolist()
    for row, (obj, index) in enumerate(zip(objects, rows.node.tolist(), strict=True)):
        node = scene.nodes[index]
        layer = int(rows.layer[row])
        obj[NODE] = json.dumps(
            {
                "file": file,
                "node": index,
                "parent": -1 if flat else node.parent,
                "row": row,
                "above": int(rows.parent[row]),
                "turn": in_turn[row],
                "scene": scene.name,
                "name": rows.name[row],
                "given": obj.name,
                "hidden": node.hidden,
                "arrived": bool(closed[row]),
                "layer": node.layer,
                "on": layer if layer in layers else None,
                "loops": node.loops,
                "attributes": _more(node),
                "moves": moved[index],
                "shows": [(entry.frame, entry.model) for entry in node.models],
                "empty": _empty(scene, node),
                "place": _place(obj),
                "animation": _animation(obj),
            }
        )
    told = [(layer.id, layer.name, layer.hidden, layer.color) for layer in scene.layers.values()]
    said = {"file": file, "layers": told, "range": scene.animation_range, "offset": offset, "kept": keep(scene)}
    holder[FILE] = json.dumps(said)
    for number, inner in layers.items():
        inner[LAYER_OF] = json.dumps({"file": file, "layer": number})


def rename(obj: bpy.types.Object, name: str) -> None:
    """Give an object another name that counts as the one with which it arrived, if it still had that.

    Parameters
    ----------
    obj : bpy.types.Object
    name : str
    """
    told = _read(obj, NODE)
    as_given = told is not None and told.get("given") == obj.name
    obj.name = name
    if told is not None and as_given:
        obj[NODE] = json.dumps({**told, "given": obj.name})


def moves_of(scene: Scene, *, flat: bool) -> list[list[tuple[int, ...]]]:
    """List where the nodes of a scene stand: the frame, the rotation as a byte, and x, y, z, for each of their frames.

    Parameters
    ----------
    scene : Scene
    flat : bool
        As seen from the world, in the first frame; else from their parents.

    Returns
    -------
    list of list of tuple of int
    """
    if flat:
        turns, away = world_transforms(scene)
        return [[(0, byte_from_rotation(turn), *move.tolist())] for turn, move in zip(turns, away, strict=True)]
    return [
        [(frame.frame, byte_from_rotation(frame.rotation), *frame.translation.tolist()) for frame in node.transforms]
        for node in scene.nodes
    ]


def _more(node: SceneNode) -> dict[str, str]:
    """What the file says of a node, if that is more than its name."""
    return {} if dict(node.attributes) == {"_name": node.name} else dict(node.attributes)


def _empty(scene: Scene, node: SceneNode) -> list[tuple[int, tuple[int, int, int]]]:
    """The numbers and sizes of the models without voxels that a node shows."""
    numbers = sorted({entry.model for entry in node.models})
    return [(number, scene.models[number].size) for number in numbers if not scene.models[number].voxels]


class Origin:
    """What an object remembers; `read_origin` makes it."""

    def __init__(self, obj: bpy.types.Object, told: Mapping[str, Any]) -> None:
        self._obj = obj
        self.file = str(told["file"])
        self.node = int(told["node"])
        self.parent = int(told["parent"])
        self.row, self.above = int(told.get("row", -1)), int(told.get("above", -1))
        """The row of the object among those of its file as it was made, and that of its parent; -1 for none."""
        self.moves = tuple(tuple(map(int, move)) for move in told["moves"])
        self.turn = bool(told["turn"])
        """Whether it is one of the meshes that a node shows in turn, below the node's handle."""
        self._layer: int | None = None if told["layer"] is None else int(told["layer"])
        self._on: int | None = None if told["on"] is None else int(told["on"])
        self.loops = bool(told["loops"])
        self.attributes = {str(key): str(text) for key, text in told.get("attributes", {}).items()}
        """What the file said of the node, if it was more than a name."""
        self.shows = tuple(ModelFrame(int(frame), int(model)) for frame, model in told["shows"])
        self.empty = {int(model): (int(x), int(y), int(z)) for model, (x, y, z) in told["empty"]}
        """The sizes of those models that it shows and that have nothing to show."""
        self.transforms = tuple(map(_frame, told["moves"]))
        self.hidden, self.arrived = bool(told["hidden"]), bool(told["arrived"])
        self.plays = told["animation"] == _animation(obj)
        """Whether the object has the keys with which it arrived."""
        self.stays = self.plays and told["place"] == _place(obj)
        """Whether the object still stands and moves as it arrived, as seen from its parent."""
        self._given = str(told["given"]) == obj.name
        self._name, self._scene = str(told["name"]), str(told["scene"])
        self.named = self._name
        """The name of its row; empty for none."""

    @property
    def renamed(self) -> bool:
        """Whether the object was given another name since it arrived."""
        return not self._given

    @property
    def arrived_on(self) -> int | None:
        """The layer into whose collection the object arrived."""
        return self._on

    def layer_on(self, now: int | None) -> int | None:
        """The node's layer, or the one into whose collection the object was moved since.

        Parameters
        ----------
        now : int, optional
            The layer of the file in whose collection the object is.

        Returns
        -------
        int or None
        """
        return self._layer if now == self._on else now

    def name_in(self, scene: str) -> str:
        """The node's name, or the object's if that was renamed, or if it has none and goes to another file."""
        return self._name if self._given and (self._name or scene == self._scene) else plain_name(self._obj)


def read_origin(obj: bpy.types.Object) -> Origin | None:
    """Read what an object remembers; None where it remembers nothing that makes sense."""
    told = _read(obj, NODE)
    try:
        return None if told is None else Origin(obj, told)
    except (AttributeError, KeyError, TypeError, ValueError):
        return None


def read_file_id(collection: bpy.types.Collection) -> str:
    """Read which file a collection is made of, as origins name it; empty where it is of none."""
    told = _read(collection, FILE)
    return "" if told is None else str(told.get("file", ""))


def read_layer(collection: bpy.types.Collection) -> tuple[str, int] | None:
    """Read of which file a collection is which layer; None where it is none."""
    told = _read(collection, LAYER_OF)
    try:
        return None if told is None else (str(told["file"]), int(told["layer"]))
    except (KeyError, TypeError, ValueError):
        return None


def read_files(
    wanted: Sequence[str], shown: Mapping[tuple[str, int], bool]
) -> tuple[Mapping[int, Layer], tuple[int, int] | None, Mapping[str, Any]]:
    """Find the layers of files, the animation range of the first that has one, and what was kept of one.

    Parameters
    ----------
    wanted : sequence of str
        Files, as origins name them.
    shown : mapping of (str, int) to bool
        Whether layers are shown now, by file and number, where that is known.

    Returns
    -------
    layers : mapping of int to Layer
        By id; of several with one id the first.
    animation_range : (int, int) or None
    kept : mapping of str to JSON
        What only the format of the first file that says more knows, as `core.formats.keep` says it.
    """
    layers: dict[int, Layer] = {}
    frames: tuple[int, int] | None = None
    kept: Mapping[str, Any] = {}
    holders = (_read(one, FILE) for one in (*bpy.data.collections, *bpy.data.objects))
    found = {str(told.get("file")): told for told in holders if told}
    for file, told in ((file, found[file]) for file in wanted if file in found):
        if not kept and isinstance(told.get("kept"), dict):
            kept = told["kept"]
        try:
            for number, name, hidden, color in told["layers"]:
                label = None if color is None else (int(color[0]), int(color[1]), int(color[2]))
                is_hidden = not shown.get((file, int(number)), not hidden)
                layers.setdefault(int(number), Layer(int(number), str(name), is_hidden, label))
            if frames is None and told["range"]:
                frames = int(told["range"][0]), int(told["range"][1])
        except (KeyError, TypeError, ValueError, IndexError):
            continue
    return MappingProxyType(layers), frames, kept


def _read(block: bpy.types.ID, key: str) -> Mapping[str, Any] | None:
    text = block.get(key)
    if not isinstance(text, str):
        return None
    try:
        told = json.loads(text)
    except ValueError:
        return None
    return told if isinstance(told, dict) else None


def _frame(move: Sequence[int]) -> TransformFrame:
    frame, byte, x, y, z = map(int, move)
    rotation = rotation_from_byte(byte)
    if rotation is None:
        raise ValueError(f"{byte} is no orientation")
    return make_frame(frame, rotation, (x, y, z))


def _place(obj: bpy.types.Object) -> list[float]:
    """Where an object stands as seen from its parent, without what its keys say; and what moves its mesh."""
    keyed = {curve.data_path for curve in curves_of(obj)}
    if keyed & {"location", "rotation_euler"}:
        return []
    matrix = obj.matrix_basis
    if "scale" in keyed:
        matrix = unscaled(obj)
    basis = np.array(obj.matrix_parent_inverse @ matrix).round(_DIGITS) + 0.0
    return basis[:3].ravel().tolist()


def unscaled(obj: bpy.types.Object) -> Matrix:
    """The basis of an object without its own scale, which may be nothing.

    Parameters
    ----------
    obj : bpy.types.Object

    Returns
    -------
    (4, 4) Matrix
    """
    return Matrix.LocRotScale(obj.location, obj.rotation_euler, None)


def _animation(obj: bpy.types.Object) -> str:
    """A digest of an object's keys; empty if it has none."""
    curves = curves_of(obj)
    if not curves:
        return ""
    digest = hashlib.sha256()
    for curve in curves:
        keys = np.empty(2 * len(curve.keyframe_points), np.float32)
        curve.keyframe_points.foreach_get("co", keys)
        digest.update(f"{curve.data_path} {curve.array_index}".encode() + keys.tobytes())
    return digest.hexdigest()


def curves_of(obj: bpy.types.Object) -> list[bpy.types.FCurve]:
    """The keyed curves of an object.

    Parameters
    ----------
    obj : bpy.types.Object

    Returns
    -------
    list of bpy.types.FCurve
    """
    action = obj.animation_data.action if obj.animation_data else None
    if action is None:
        return []
    if bpy.app.version < (4, 4):
        return list(action.fcurves)
    slot = obj.animation_data.action_slot
    bags = (strip.channelbag(slot) for layer in action.layers for strip in layer.strips) if slot else ()
    return [curve for bag in bags if bag for curve in bag.fcurves]
