"""A material in, a text out that tells whether it is still as it was made; names and images of Trivox do not count."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import bpy

from .image_record import image_key

MATERIAL = "trivox_material"
"""The custom property of a material that tells which of its file it is, and how it was made."""
SLOTS = "trivox_slots"
"""The custom property of a mesh that tells which materials its slots had when it was made."""


@dataclass(frozen=True)
class Made:
    """How a material was made."""

    key: int
    """Which it is of those of its file."""
    family: str
    """What materials of one file have in common."""
    digest: str
    """As `material_digest` found it."""


def write_made(material: bpy.types.Material, key: int, family: str, digest: str | None = None) -> None:
    """Write down how a material was made.

    Parameters
    ----------
    material : bpy.types.Material
        As it was made.
    key, family
        As in `Made`.
    digest : str, optional
        Of a material that a user changed: as it was before.
    """
    digest = material_digest(material) if digest is None else digest
    material[MATERIAL] = json.dumps({"key": key, "family": family, "digest": digest})


def read_made(material: bpy.types.Material | None) -> Made | None:
    """Read how a material was made; None for what Trivox did not make."""
    text = material.get(MATERIAL) if material is not None else None
    try:
        told = json.loads(text) if isinstance(text, str) else None
        return None if told is None else Made(int(told["key"]), str(told["family"]), str(told["digest"]))
    except (KeyError, TypeError, ValueError):
        return None


def write_slots(mesh: bpy.types.Mesh, family: str, keys: Sequence[int]) -> None:
    """Write down which materials of its file the slots of a mesh have, by their keys; -1 for others."""
    mesh[SLOTS] = json.dumps({"family": family, "keys": list(keys)})


def read_slots(mesh: bpy.types.Mesh) -> tuple[str, list[int]]:
    """Read what `write_slots` wrote; an empty family and no keys if there is nothing that makes sense."""
    text = mesh.get(SLOTS)
    try:
        told = json.loads(text) if isinstance(text, str) else None
        return ("", []) if told is None else (str(told["family"]), [int(key) for key in told["keys"]])
    except (KeyError, TypeError, ValueError):
        return "", []


def material_digest(material: bpy.types.Material) -> str:
    """Digest the nodes, values and links of a material.

    Parameters
    ----------
    material : bpy.types.Material

    Returns
    -------
    str
    """
    told: list[object] = [material.use_backface_culling]
    if material.node_tree:
        nodes = list(material.node_tree.nodes)
        number = {node.name: index for index, node in enumerate(nodes)}
        told += [line for node in nodes for line in _node(node)]
        told += [
            (
                number[link.from_node.name],
                link.from_socket.identifier,
                number[link.to_node.name],
                link.to_socket.identifier,
            )
            for link in material.node_tree.links
        ]
    return hashlib.sha256(repr(told).encode()).hexdigest()[:32]


def _node(node: bpy.types.Node) -> Iterator[object]:
    yield node.bl_idname, getattr(node, "operation", ""), getattr(node, "interpolation", ""), node.mute
    image = getattr(node, "image", None)
    if image is not None:
        yield "image" if image_key(image) else image.name
    for socket in node.inputs:
        value = getattr(socket, "default_value", None)
        if value is not None and not isinstance(value, bpy.types.ID):
            yield socket.identifier, tuple(value) if hasattr(value, "__len__") and not isinstance(value, str) else value
