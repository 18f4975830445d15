"""Objects as they are and fresh ones of the same file in, the old ones standing, moving and named as the fresh out.

Only what a user left as it arrived follows the file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import bpy
from mathutils import Matrix

from .edits import edits_of
from .provenance import FILE, NODE, Origin, read_file_id, read_layer
from .record import read_record
from .scene import LAYER, Built
from .visibility import hide

GONE = "trivox_gone"
"""The custom property of an object that is no longer in its file."""
_OWN = "trivox_"


@dataclass
class File:
    """A file in the scene, and what was made of it anew."""

    name: str
    """The file as origins name it."""
    scene: bpy.types.Scene
    built: Built
    objects: Mapping[int, Sequence[bpy.types.Object]]
    """The objects that there are, copies included, by the row that they were."""
    origins: Mapping[bpy.types.Object, Origin]
    """What they remember."""
    hidden_layers: frozenset[int]
    """Those that the file hides."""
    stand: dict[int, bpy.types.Object | None] = field(default_factory=dict)
    """What stands for a row now; None if a user deleted it."""
    actions: set[bpy.types.Action] = field(default_factory=set)
    """Actions of which objects were freed."""

    def __post_init__(self) -> None:
        self._old = {obj for group in self.objects.values() for obj in group}
        own = (collection for collection in bpy.data.collections if read_file_id(collection) == self.name)
        self.root = next((one for one in own if one != self.built.collection), None)
        layers = {read_layer(one): one for one in bpy.data.collections if one not in self.built.layers.values()}
        self._layers = {told[1]: one for told, one in layers.items() if told and told[0] == self.name}

    def holds(self, obj: bpy.types.Object | None) -> bool:
        """Whether an object is of the file."""
        return obj in self._old

    def collection(self, layer: int | None) -> bpy.types.Collection:
        """The collection for objects on a layer, new if the layer is."""
        root = self.root or next((one for obj in self._old for one in obj.users_collection), self.scene.collection)
        if layer is None:
            return root
        if layer not in self._layers:
            inner = self._layers[layer] = self.built.layers[layer]
            root.children.link(inner)
            self.built.collection.children.unlink(inner)
            for obj in inner.objects[:]:
                inner.objects.unlink(obj)
            hide([], [inner] if layer in self.hidden_layers else [], self.scene)
        return self._layers[layer]


def add(file: File, row: int, above: int) -> None:
    """Put the fresh object of a row into the scene.

    Parameters
    ----------
    file : File
    row, above : int
        Of the object and of its parent, -1 for none.
    """
    fresh = file.built.objects[row]
    place = file.collection(json.loads(fresh[NODE])["on"])
    for collection in fresh.users_collection:
        collection.objects.unlink(fresh)
    place.objects.link(fresh)
    parent = file.stand.get(above)
    if parent is None and fresh.parent:
        matrix = _in_world(fresh)
        fresh.parent, fresh.matrix_basis = None, matrix
    elif fresh.parent != parent:
        fresh.parent = parent
    if file.built.closed[row]:
        hide([fresh], [], file.scene)
    file.stand[row] = fresh


def graft(file: File, obj: bpy.types.Object, row: int, above: int, name: str) -> None:
    """Let an object be what a fresh one is, except for what a user changed.

    Parameters
    ----------
    file : File
    obj : bpy.types.Object
    row, above : int
        Of the fresh object and of its parent, -1 for none.
    name : str
        That the file gives to it.
    """
    fresh, origin = file.built.objects[row], file.origins[obj]
    told = json.loads(fresh[NODE])
    _into_layer(file, obj, origin, told["on"])
    _show(obj, origin, file.scene, closed=file.built.closed[row])
    before = file.objects.get(origin.above, [None])
    if obj.parent in before or (obj.parent is None and origin.above < 0):
        _under(obj, file.stand.get(above), stays=origin.stays)
    if origin.stays:
        _stand(file, obj, fresh)
    if origin.renamed:
        told["given"] = json.loads(obj[NODE])["given"]
    else:
        if origin.named != told["name"]:
            fresh.name = "trivox"
            obj.name = name
        told["given"] = obj.name
    obj[NODE] = json.dumps(told)
    if LAYER in fresh:
        obj[LAYER] = fresh[LAYER]


def take_away(file: File, gone: Sequence[bpy.types.Object]) -> list[str]:
    """Remove objects that are no longer in the file; mark those that a user changed.

    Parameters
    ----------
    file : File
    gone : sequence of bpy.types.Object

    Returns
    -------
    list of str
        Names of those that stay.
    """
    kept = {obj for obj in gone if _is_changed(file, obj)}
    for obj in gone:
        if obj in kept:
            obj[GONE] = True
            # Another thing of the file may get its number.
            del obj[NODE]
    names = sorted(obj.name for obj in kept)
    going = [obj for obj in gone if obj not in kept]
    for obj in going:
        for child in obj.children:
            if child not in going:
                _free(child)
    _remove(file, going)
    return names


def settle(file: File) -> None:
    """Remove what was made anew and is not needed.

    Parameters
    ----------
    file : File
    """
    used = set(file.stand.values())
    _remove(file, [obj for obj in file.built.objects if obj not in used])
    if file.root:
        file.root[FILE] = file.built.collection[FILE]
    for inner in file.built.layers.values():
        if inner not in file._layers.values():
            bpy.data.collections.remove(inner)
    bpy.data.collections.remove(file.built.collection)
    for action in file.actions:
        if not action.users:
            bpy.data.actions.remove(action)


def _into_layer(file: File, obj: bpy.types.Object, origin: Origin, layer: int | None) -> None:
    """Move an object to the collection of another layer, if it is still where it arrived."""
    if origin.arrived_on == layer:
        return
    before = file.root if origin.arrived_on is None else file._layers.get(origin.arrived_on)
    if before is None or obj.name not in before.objects:
        return
    after = file.collection(layer)
    before.objects.unlink(obj)
    if obj.name not in after.objects:
        after.objects.link(obj)


def _show(obj: bpy.types.Object, origin: Origin, scene: bpy.types.Scene, *, closed: bool) -> None:
    """Open or close the eye of an object as the file says, if a user did not touch it."""
    if origin.arrived == closed:
        return
    for layer in scene.view_layers:
        # What a view layer leaves out has no eye there.
        with suppress(RuntimeError):
            if obj.hide_get(view_layer=layer) == origin.arrived:
                obj.hide_set(closed, view_layer=layer)
    if obj.hide_render == origin.arrived:
        obj.hide_render = closed


def _under(obj: bpy.types.Object, parent: bpy.types.Object | None, *, stays: bool) -> None:
    """Give an object the parent that the file says; where a user moved it, it stays where it is seen."""
    if obj.parent == parent:
        return
    seen = obj.matrix_world.copy()
    obj.parent = parent
    if not stays:
        obj.matrix_parent_inverse = Matrix()
        above = parent.matrix_world if parent else Matrix()
        obj.matrix_basis = above.inverted_safe() @ seen


def _stand(file: File, obj: bpy.types.Object, fresh: bpy.types.Object) -> None:
    """Let an object stand and move as a fresh one."""
    if obj.parent:
        obj.matrix_parent_inverse = Matrix()
    if obj.rotation_mode == fresh.rotation_mode:
        obj.location, obj.rotation_euler = fresh.location, fresh.rotation_euler
    else:
        obj.matrix_basis = fresh.matrix_basis
    old, new = obj.animation_data, fresh.animation_data
    if old and old.action:
        file.actions.add(old.action)
        old.action = None
        obj.scale = (1, 1, 1)
        obj.hide_viewport = False
    if new and new.action:
        data = obj.animation_data_create()
        data.action = new.action
        if bpy.app.version >= (4, 4):
            data.action_slot = new.action_slot


def _is_changed(file: File, obj: bpy.types.Object) -> bool:
    """Whether a user did anything with an object that would be lost with it."""
    origin = file.origins[obj]
    added = any(not key.startswith(_OWN) for key in set(obj.keys()))
    below = any(not file.holds(child) for child in obj.children)
    record = read_record(obj.data) if obj.data else None
    mesh = obj.type == "MESH" and bool(record is None or edits_of(obj.data).found or obj.data.shape_keys is not None)
    given = bool(obj.modifiers or obj.constraints or obj.vertex_groups)
    return origin.renamed or not origin.stays or added or below or mesh or given


def _free(child: bpy.types.Object) -> None:
    """Let a child stay where it is seen when its parent goes."""
    seen = child.matrix_world.copy()
    child.parent = None
    child.matrix_world = seen


def _remove(file: File, objects: Sequence[bpy.types.Object]) -> None:
    """Remove objects, and those of their meshes that nothing else uses."""
    animated = [obj.animation_data for obj in objects if obj.animation_data]
    file.actions |= {data.action for data in animated if data.action}
    meshes = {obj.data for obj in objects if isinstance(obj.data, bpy.types.Mesh)}
    bpy.data.batch_remove(objects)
    bpy.data.batch_remove([mesh for mesh in meshes if not mesh.users])


def _in_world(obj: bpy.types.Object) -> Matrix:
    """Where a fresh object is; it is in no scene yet, so nobody worked it out."""
    matrix = obj.matrix_basis.copy()
    while obj.parent:
        obj = obj.parent
        matrix = obj.matrix_basis @ matrix
    return matrix
