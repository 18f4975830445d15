"""Sockets of a node and an identifier in, the socket out: the one way to find sockets."""

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
