"""A socket of a color's number in, the place of that color in an image of the palette, as a socket, out."""

from __future__ import annotations

import bpy

from .groups import PALETTE_SHEET
from .sockets import new_math, socket_of

GROUP = "Trivox Palette"
"""The group of nodes that all materials share which look colors up."""
_NUMBER, _PLACE = "Number", "Vector"


def new_lookup(tree: bpy.types.NodeTree, number: bpy.types.NodeSocket) -> bpy.types.NodeSocket:
    """Look up where a color is.

    Parameters
    ----------
    tree : bpy.types.NodeTree
        Of a material.
    number : bpy.types.NodeSocket
        Of an image of numbers: the palette index / 255.

    Returns
    -------
    bpy.types.NodeSocket
        Texture coordinates in an image of `groups.PALETTE_SHEET`.
    """
    group = tree.nodes.new("ShaderNodeGroup")
    group.node_tree, group.location = lookup_group(), (-1500, 300)
    tree.links.new(number, group.inputs[0])
    return group.outputs[0]


def lookup_group() -> bpy.types.NodeTree:
    """Find the group of nodes, or make it."""
    found = bpy.data.node_groups.get(GROUP)
    if found is not None and _fits(found):
        return found
    tree = bpy.data.node_groups.new(GROUP, "ShaderNodeTree")
    tree.interface.new_socket(_NUMBER, in_out="INPUT", socket_type="NodeSocketFloat")
    tree.interface.new_socket(_PLACE, in_out="OUTPUT", socket_type="NodeSocketVector")
    start, end = tree.nodes.new("NodeGroupInput"), tree.nodes.new("NodeGroupOutput")
    # Palette index 1 is the first pixel, so the middle of that of index i is at (i - 1 + 0.5) / 256.
    width = PALETTE_SHEET.shape[1]
    column = new_math(tree, "MULTIPLY_ADD", start.outputs[0], 255 / width, -0.5 / width)
    place = tree.nodes.new("ShaderNodeCombineXYZ")
    place.inputs[1].default_value = 0.5
    tree.links.new(column, socket_of(place.inputs, "X"))
    tree.links.new(socket_of(place.outputs, "Vector"), end.inputs[0])
    for step, node in enumerate(tree.nodes):
        node.location = (180 * step, -120 * (step % 2))
    return tree


def _fits(tree: bpy.types.NodeTree) -> bool:
    """Whether a group of that name takes and gives what materials link to it, whatever a user made of its inside."""
    sockets = [(item.name, item.in_out) for item in tree.interface.items_tree if item.item_type == "SOCKET"]
    is_ours = tree.library is None and tree.bl_idname == "ShaderNodeTree"
    return is_ours and sorted(sockets) == [(_NUMBER, "INPUT"), (_PLACE, "OUTPUT")]
