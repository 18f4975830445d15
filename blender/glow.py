"""A color and a strength of light in, nodes out that let light keep its hue where it is looked at.

A color many times as bright as a display can show turns white or pink there. So what a camera sees directly is at
most as bright as its brightest channel can be; what the light falls on gets all of it.
"""

from __future__ import annotations

import bpy

from .sockets import new_math, socket_of

GROUP = "Trivox Glow"
"""The group of nodes that all materials share which send out light."""
_COLOR, _STRENGTH, _POWER, _LIMIT, _SHARE = "Color", "Strength", "Power", "Limit", "Share"


def new_glow(
    tree: bpy.types.NodeTree,
    color: bpy.types.NodeSocket | tuple[float, ...],
    strength: float,
    power: bpy.types.NodeSocket | None,
    target: bpy.types.NodeSocket,
) -> None:
    """Link a strength to a shader.

    The last node multiplies by the strength, a plain number, which is how the glTF exporter finds it.

    Parameters
    ----------
    tree : bpy.types.NodeTree
        Of a material.
    color : bpy.types.NodeSocket or (r, g, b, a)
        Of the light; linear.
    strength : float
    power : bpy.types.NodeSocket or None
        Times this the strength, pixel by pixel.
    target : bpy.types.NodeSocket
        The strength of the shader.
    """
    active = tree.nodes.active
    group = tree.nodes.new("ShaderNodeGroup")
    group.node_tree, group.location = glow_group(), (-860, -560)
    product = tree.nodes.new("ShaderNodeMath")
    product.operation, product.location = "MULTIPLY", (-460, -480)
    product.inputs[0].default_value = strength
    sockets = {socket.name: socket for socket in group.inputs}
    sockets[_STRENGTH].default_value = strength
    if isinstance(color, tuple):
        sockets[_COLOR].default_value = color
    else:
        tree.links.new(color, sockets[_COLOR])
    if power is not None:
        tree.links.new(power, sockets[_POWER])
    tree.links.new(group.outputs[0], product.inputs[1])
    tree.links.new(socket_of(product.outputs, "Value"), target)
    tree.nodes.active = active


def glow_group() -> bpy.types.NodeTree:
    """Find the group of nodes, or make it: a color, its strength and its power in, the share of the strength out."""
    found = bpy.data.node_groups.get(GROUP)
    if found is not None and _fits(found):
        return found
    tree = bpy.data.node_groups.new(GROUP, "ShaderNodeTree")
    for name, kind, value in (
        (_COLOR, "NodeSocketColor", (1.0, 1.0, 1.0, 1.0)),
        (_STRENGTH, "NodeSocketFloat", 1.0),
        (_POWER, "NodeSocketFloat", 1.0),
        (_LIMIT, "NodeSocketFloat", 1.0),
    ):
        tree.interface.new_socket(name, in_out="INPUT", socket_type=kind).default_value = value
    tree.interface.new_socket(_SHARE, in_out="OUTPUT", socket_type="NodeSocketFloat")
    _fill(tree)
    return tree


def _fits(tree: bpy.types.NodeTree) -> bool:
    """Whether a group of that name takes and gives what materials link to it, whatever a user made of its inside."""
    names = [item.name for item in tree.interface.items_tree if item.item_type == "SOCKET" and item.in_out == "INPUT"]
    return tree.library is None and tree.bl_idname == "ShaderNodeTree" and names == [_COLOR, _STRENGTH, _POWER, _LIMIT]


def _fill(tree: bpy.types.NodeTree) -> None:
    """The share is ``power * (camera ? min(1, limit / (strength * power * brightest channel)) : 1)``."""
    start, end = tree.nodes.new("NodeGroupInput"), tree.nodes.new("NodeGroupOutput")
    given = {socket.name: socket for socket in start.outputs}
    parts = tree.nodes.new("ShaderNodeSeparateColor")
    parts.mode = "HSV"
    tree.links.new(given[_COLOR], socket_of(parts.inputs, "Color"))
    path = tree.nodes.new("ShaderNodeLightPath")
    sent = new_math(tree, "MULTIPLY", given[_STRENGTH], given[_POWER])
    # The third channel of HSV is the brightest of red, green and blue.
    seen = new_math(tree, "MULTIPLY", sent, socket_of(parts.outputs, "Blue"))
    capped = new_math(tree, "MINIMUM", new_math(tree, "DIVIDE", given[_LIMIT], seen), 1.0)
    less = new_math(tree, "SUBTRACT", capped, 1.0)
    share = new_math(tree, "MULTIPLY_ADD", socket_of(path.outputs, "Is Camera Ray"), less, 1.0)
    tree.links.new(new_math(tree, "MULTIPLY", share, given[_POWER]), end.inputs[0])
    for column, node in enumerate(tree.nodes):
        node.location = (180 * column, -120 * (column % 3))
