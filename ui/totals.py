"""Objects of a scene in, how many triangles are drawn and stored out; counted anew only when something changed."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

import bpy
from bpy.app.handlers import persistent

Value = TypeVar("Value")

_KEPT: dict[Hashable, Any] = {}
"""What panels show, until something changes."""
_LASTING: dict[Hashable, Any] = {}
"""What panels show, until a mesh or an image changes."""
_CHANGES = ("depsgraph_update_post", "frame_change_post", "undo_post", "redo_post", "load_post")


@dataclass(frozen=True)
class Totals:
    """Sums over objects with meshes, of whatever making."""

    objects: int
    drawn: int
    """Triangles of those that can be seen; each instance counts."""
    stored: int
    """Triangles of the different meshes, each once."""


def totals(objects: Iterable[bpy.types.Object], layer: bpy.types.ViewLayer) -> Totals:
    """Count objects and their triangles, before modifiers.

    Parameters
    ----------
    objects : iterable of bpy.types.Object
    layer : bpy.types.ViewLayer
        In which they can be seen, or not.

    Returns
    -------
    Totals
    """
    count = drawn = 0
    meshes: dict[bpy.types.Mesh, int] = {}
    inside: dict[bpy.types.Collection, int] = {}
    for obj in objects:
        if obj.type == "MESH":
            count += 1
            mesh = obj.data
            if mesh not in meshes:
                meshes[mesh] = triangles(mesh)
            if obj.visible_get(view_layer=layer):
                drawn += meshes[mesh]
        elif obj.instance_collection is not None and obj.instance_type == "COLLECTION":
            count += 1
            shown = _instanced(obj.instance_collection, meshes, inside)
            drawn += shown if obj.visible_get(view_layer=layer) else 0
    return Totals(count, drawn, sum(meshes.values()))


def triangles(mesh: bpy.types.Mesh) -> int:
    """Count a mesh's triangles as it is now: a polygon of n corners is n - 2 of them."""
    return len(mesh.loops) - 2 * len(mesh.polygons)


def _instanced(
    collection: bpy.types.Collection, meshes: dict[bpy.types.Mesh, int], inside: dict[bpy.types.Collection, int]
) -> int:
    """Triangles that an instance of a collection shows; its meshes are added to those that are stored."""
    if collection not in inside:
        shown = 0
        for obj in collection.all_objects:
            if obj.type == "MESH":
                meshes.setdefault(obj.data, triangles(obj.data))
                shown += 0 if obj.hide_viewport else meshes[obj.data]
            elif obj.instance_collection is not None and obj.instance_type == "COLLECTION":
                shown += 0 if obj.hide_viewport else _instanced(obj.instance_collection, meshes, inside)
        inside[collection] = shown
    return inside[collection]


def kept(key: Hashable, make: Callable[[], Value], *, lasting: bool = False) -> Value:
    """Make something, or take what was made since the last change in Blender.

    Parameters
    ----------
    key : hashable
    make : callable
    lasting : bool
        It takes a while, and only a change of a mesh or an image makes it another.

    Returns
    -------
    Value
    """
    store = _LASTING if lasting else _KEPT
    if key not in store:
        store[key] = make()
    value: Value = store[key]
    return value


@persistent
def forget(*arguments: object) -> None:
    """Let everything be counted anew; what lasts only if a mesh or an image changed, or nobody says what did."""
    _KEPT.clear()
    changes = arguments[1] if len(arguments) > 1 else None
    if not isinstance(changes, bpy.types.Depsgraph) or any(map(_is_content, changes.updates)):
        _LASTING.clear()


def _is_content(update: bpy.types.DepsgraphUpdate) -> bool:
    return update.is_updated_geometry or isinstance(update.id, bpy.types.Mesh | bpy.types.Image)


def register() -> None:
    """Hear of changes."""
    for name in _CHANGES:
        getattr(bpy.app.handlers, name).append(forget)


def unregister() -> None:
    """Hear of them no more."""
    for name in _CHANGES:
        getattr(bpy.app.handlers, name).remove(forget)
    forget()
