"""Objects and a view layer in, the objects to write, with what they remember and what can be seen of them, out."""

from __future__ import annotations

from collections.abc import Iterable

import bpy

from ..blender.collision import is_shape
from ..blender.levels import full_of
from ..blender.provenance import Origin, curves_of, read_origin
from ..blender.record import has_voxels
from ..blender.visibility import seen_in


class Chosen:
    """Objects to write, with what they remember, and what can be seen of them."""

    def __init__(
        self, objects: Iterable[bpy.types.Object], layer: bpy.types.ViewLayer, source: bpy.types.Collection | None
    ) -> None:
        self.objects = _without_extras(list(dict.fromkeys(objects)))
        self.seen = seen_in(layer, source)
        self._layer = layer
        self._origins: dict[bpy.types.Object, Origin | None] = {}
        handles = {obj for obj in self.objects if self.is_handle(obj)}
        self.below: dict[bpy.types.Object, list[bpy.types.Object]] = {handle: [] for handle in handles}
        """What handles show in turn; it is chosen with them."""
        for obj in bpy.data.objects if handles else ():
            if obj.parent in handles and has_voxels(obj) and self._same_node(obj, obj.parent):
                self.below[obj.parent].append(obj)
        self.objects = list(dict.fromkeys([*self.objects, *(obj for each in self.below.values() for obj in each)]))

    def origin(self, obj: bpy.types.Object) -> Origin | None:
        """What an object remembers."""
        if obj not in self._origins:
            self._origins[obj] = read_origin(obj)
        return self._origins[obj]

    def is_handle(self, obj: bpy.types.Object) -> bool:
        """Whether an object is the handle of what is shown in turn."""
        origin = self.origin(obj) if obj.type == "EMPTY" else None
        return origin is not None and bool(origin.shows)

    def takes_turns(self, obj: bpy.types.Object) -> bool:
        """Whether an object is still keyed as one of those that are shown in turn."""
        origin = self.origin(obj)
        return origin is not None and origin.turn and origin.plays

    def hidden(self, obj: bpy.types.Object) -> bool:
        """Whether an object is hidden by more than its layer's own eye and than being not its turn."""
        off = obj.hide_viewport and not (self.takes_turns(obj) and _keyed(obj, "hide_viewport"))
        return off or obj.hide_get(view_layer=self._layer) or self.seen.hides(obj)

    def layer(self, obj: bpy.types.Object) -> int | None:
        """The layer of an object in the file that it comes from."""
        origin = self.origin(obj)
        return None if origin is None else origin.layer_on(self.seen.layer_of(obj, origin.file))

    def stays(self, obj: bpy.types.Object) -> bool:
        """Whether an object stands and moves as it arrived."""
        origin = self.origin(obj)
        return origin is not None and origin.stays

    def waits(self, obj: bpy.types.Object) -> bool:
        """Whether it is not an object's turn; if it is chosen without its handle, it always is."""
        if not self.takes_turns(obj) or not (obj.parent in self.below or self._astray(obj)):
            return False
        return not any(obj.scale) or (obj.hide_viewport and _keyed(obj, "hide_viewport"))

    def stopped(self, obj: bpy.types.Object) -> bool:
        """Whether an object has keys that do not tell what they told when it arrived."""
        origin = self.origin(obj)
        return bool(curves_of(obj)) and (origin is None or not origin.stays or self._astray(obj))

    def _astray(self, obj: bpy.types.Object) -> bool:
        """Whether an object that takes turns is no longer below its handle."""
        return self.takes_turns(obj) and not (obj.parent and self._same_node(obj, obj.parent))

    def _same_node(self, obj: bpy.types.Object, handle: bpy.types.Object) -> bool:
        own, above = self.origin(obj), self.origin(handle)
        return own is not None and above is not None and own.turn and (own.file, own.node) == (above.file, above.node)


def _without_extras(objects: list[bpy.types.Object]) -> list[bpy.types.Object]:
    """Leave out shapes for physics, and levels of detail of objects that are there too."""
    there = set(objects)
    return [obj for obj in objects if not is_shape(obj) and full_of(obj) not in there]


def _keyed(obj: bpy.types.Object, path: str) -> bool:
    return any(curve.data_path == path for curve in curves_of(obj))
