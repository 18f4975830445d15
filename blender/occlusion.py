"""A share of the sky in, nodes out from which the glTF exporter takes an occlusion texture.

Blender's shaders know of no occlusion, for its renderers trace the light of the sky. Exporters find it by the name of
a group of nodes: "Exporting a Baked Ambient Occlusion Map" in the manual of Blender's glTF add-on.
"""

from __future__ import annotations

import bpy

from .sockets import socket_of

GROUP = "glTF Material Output"
"""As Blender's glTF importer and exporter call it."""
_OCCLUSION = "Occlusion"


def new_occlusion(tree: bpy.types.NodeTree, share: bpy.types.NodeSocket, strength: float) -> None:
    """Tell exporters of the share of the sky that is seen.

    Parameters
    ----------
    tree : bpy.types.NodeTree
        Of a material.
    share : bpy.types.NodeSocket
        The red channel of an image.
    strength : float
        0 to 1: how much the light of the sky is darkened.
    """
    active = tree.nodes.active
    group = tree.nodes.new("ShaderNodeGroup")
    group.node_tree, group.location = occlusion_group(), (40, 180)
    if strength != 1:
        # Exporters know a strength as a mix with white.
        mix = tree.nodes.new("ShaderNodeMix")
        mix.data_type, mix.location = "RGBA", (-160, 180)
        socket_of(mix.inputs, "Factor_Float").default_value = strength
        socket_of(mix.inputs, "A_Color").default_value = (1, 1, 1, 1)
        tree.links.new(share, socket_of(mix.inputs, "B_Color"))
        share = socket_of(mix.outputs, "Result_Color")
    tree.links.new(share, _input(group.inputs))
    tree.nodes.active = active


def occlusion_group() -> bpy.types.NodeTree:
    """Find the group of nodes, or make it."""
    found = bpy.data.node_groups.get(GROUP)
    if found is not None and found.library is None and _input(found.interface.items_tree) is not None:
        return found
    tree = bpy.data.node_groups.new(GROUP, "ShaderNodeTree")
    tree.interface.new_socket(_OCCLUSION, in_out="INPUT", socket_type="NodeSocketFloat").default_value = 1
    tree.nodes.new("NodeGroupInput").location = (-200, 0)
    return tree


def _input(sockets: bpy.types.bpy_prop_collection) -> bpy.types.NodeSocket | bpy.types.NodeTreeInterfaceSocket | None:
    """The socket of occlusion among others."""
    return next((socket for socket in sockets if socket.name == _OCCLUSION), None)
