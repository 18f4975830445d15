"""Sockets of a node and an identifier in, the socket out; numbers and sockets in, a node that calculates out."""

from __future__ import annotations

import bpy


def socket_of(sockets: bpy.types.bpy_prop_collection, identifier: str) -> bpy.types.NodeSocket:
    """Find a socket by what never changes: names are translated and positions move between versions.

    Parameters
    ----------
    sockets : collection of bpy.types.NodeSocket
        Of a node.
    identifier : str

    Returns
    -------
    bpy.types.NodeSocket
    """
    return next(socket for socket in sockets if socket.identifier == identifier)


def new_math(tree: bpy.types.NodeTree, operation: str, *values: bpy.types.NodeSocket | float) -> bpy.types.NodeSocket:
    """Add a node that calculates.

    Parameters
    ----------
    tree : bpy.types.NodeTree
    operation : str
        As Blender names it.
    values : bpy.types.NodeSocket or float
        In the order of its inputs.

    Returns
    -------
    bpy.types.NodeSocket
        Its result.
    """
    node = tree.nodes.new("ShaderNodeMath")
    node.operation = operation
    for socket, value in zip(node.inputs, values, strict=False):
        if isinstance(value, float):
            socket.default_value = value
        else:
            tree.links.new(value, socket)
    return socket_of(node.outputs, "Value")
