"""Nodes that Blender's glTF exporter is about to write in; those that are hidden say so out, as KHR_node_visibility."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import bpy

from ..blender.provenance import read_origin
from ..blender.record import of_object

NAME = "KHR_node_visibility"


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
