"""What Blender's glTF exporter is about to write in; what it would not know by itself out.

Nodes that are hidden say so, as KHR_node_visibility. Colors that materials look up in a palette are plain images, and
reliefs are flat.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import bpy

from ..blender.baked import Baked
from ..blender.provenance import read_origin
from ..blender.record import of_object

NAME = "KHR_node_visibility"
_baked = Baked()
"""What is plain while the exporter works."""


def plain_colors(_settings: object) -> None:
    """Let materials that look colors up show plain images, before the exporter looks at them."""
    _baked.restore()
    _baked.bake()
    # The exporter does not say when it fails.
    bpy.app.timers.register(_baked.restore, first_interval=0)


def as_before(_settings: object) -> None:
    """Let them look colors up again."""
    _baked.restore()


class NodeVisibility:
    """What the exporter makes one of for each file, and calls for each node.

    By default it writes hidden objects like all others.
    """

    def __init__(self) -> None:
        # It is there while its own operator runs, whatever else is enabled.
        from io_scene_gltf2.io.com.gltf2_io_extensions import Extension

        self._extension = Extension(NAME, {"visible": False}, required=False)

    def gather_node_hook(self, node: Any, obj: object, _settings: object) -> None:
        """Mark a node.

        Parameters
        ----------
        node : io_scene_gltf2.io.com.gltf2_io.Node
        obj : bpy.types.Object or other
            What it is made of.
        """
        if isinstance(obj, bpy.types.Object) and obj not in self._seen and (of_object(obj) or read_origin(obj)):
            node.extensions = {**(node.extensions or {}), NAME: self._extension}

    @cached_property
    def _seen(self) -> set[bpy.types.Object]:
        """The objects that can be seen, and those that hold some: in glTF a hidden node hides all below it."""
        found: set[bpy.types.Object] = set()
        layer = bpy.context.view_layer
        for obj in layer.objects:
            above = obj if obj.visible_get(view_layer=layer) else None
            while above is not None and above not in found:
                found.add(above)
                above = above.parent
        return found
