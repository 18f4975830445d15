"""New objects and collections in, their eyes closed out; and of a view layer, which collections' objects are seen.

Eyes, and not the switches of viewports, for what is hidden by its eye is kept up to date, and what exports it finds it
where it is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, field

import bpy

from .provenance import read_layer


def hide(
    objects: Collection[bpy.types.Object], collections: Collection[bpy.types.Collection], scene: bpy.types.Scene
) -> None:
    """Hide new objects and collections from viewports and renders.

    Parameters
    ----------
    objects : collection of bpy.types.Object
    collections : collection of bpy.types.Collection
    scene : bpy.types.Scene
        In all of whose view layers they are hidden.
    """
    for block in (*objects, *collections):
        block.hide_render = True
    for layer in scene.view_layers if objects or collections else ():
        for obj in objects:
            # What a view layer leaves out has no eye there.
            with suppress(RuntimeError):
                obj.hide_set(True, view_layer=layer)
        for entry in layer_collections(layer.layer_collection):
            if entry.collection in collections:
                entry.hide_viewport = True


def layer_collections(above: bpy.types.LayerCollection) -> Iterator[bpy.types.LayerCollection]:
    """Yield a collection of a view layer and all inside it.

    Parameters
    ----------
    above : bpy.types.LayerCollection

    Yields
    ------
    bpy.types.LayerCollection
    """
    yield above
    for child in above.children:
        yield from layer_collections(child)


@dataclass
class Seen:
    """What the collections of a view layer let see."""

    known: set[bpy.types.Collection] = field(default_factory=set)
    """All of them."""
    opened: set[bpy.types.Collection] = field(default_factory=set)
    """Those whose objects can be seen; of a file's layer, if it could be seen with its own eye open."""
    layers: dict[tuple[str, int], bool] = field(default_factory=dict)
    """Whether the own eye of a file's layer is open, by file and number."""
    users: dict[bpy.types.Object, list[bpy.types.Collection]] = field(default_factory=dict)
    """The collections of each object, outside of the view layer too."""

    def hides(self, obj: bpy.types.Object) -> bool:
        """Whether all of an object's collections are closed; the own eyes of layers aside."""
        used = [collection for collection in self.users.get(obj, ()) if collection in self.known]
        return bool(used) and not any(collection in self.opened for collection in used)

    def layer_of(self, obj: bpy.types.Object, file: str) -> int | None:
        """The layer of a file in whose collection an object is."""
        layers = map(read_layer, self.users.get(obj, ()))
        return next((layer[1] for layer in layers if layer is not None and layer[0] == file), None)


def seen_in(view_layer: bpy.types.ViewLayer, source: bpy.types.Collection | None = None) -> Seen:
    """Look which collections can be seen.

    Parameters
    ----------
    view_layer : bpy.types.ViewLayer
    source : bpy.types.Collection, optional
        Taken for open, whatever is around it.

    Returns
    -------
    Seen
    """
    found, root = Seen(), view_layer.layer_collection
    # Blender's own list of an object's collections looks into all of them for each object.
    for collection in {*bpy.data.collections, *(entry.collection for entry in layer_collections(root))}:
        for obj in collection.objects:
            found.users.setdefault(obj, []).append(collection)
    _look(root, source, found, closed=False)
    return found


def _look(entry: bpy.types.LayerCollection, source: bpy.types.Collection | None, found: Seen, *, closed: bool) -> None:
    collection = entry.collection
    shut = entry.exclude or entry.hide_viewport or collection.hide_viewport
    if collection == source:
        shut = closed = False
    layer = read_layer(collection)
    if layer is not None:
        found.layers[layer] = found.layers.get(layer, False) or not shut
    found.known.add(collection)
    if not closed and (layer is not None or not shut):
        found.opened.add(collection)
    for child in entry.children:
        _look(child, source, found, closed=closed or shut)
