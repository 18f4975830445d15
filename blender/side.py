"""Objects that stand beside others for games in: their names, their collection, and how they are taken away, out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import bpy

KEPT_FOR = "trivox_kept_for"
"""The custom property of a collection that tells what it is for."""
GROUP = "trivox_lods"
"""The custom property of an empty that holds an object and its levels of detail."""
_ENDING = re.compile(r"_LOD0(\.\d+)?$")
_LONGEST = 63
"""Bytes of a name, in all versions of Blender."""


def is_group(obj: bpy.types.Object | None) -> bool:
    """Tell whether an object holds another and its levels of detail."""
    return obj is not None and obj.type == "EMPTY" and obj.get(GROUP) is not None


def without_ending(name: str) -> str:
    """What an object was called before it had levels of detail.

    >>> without_ending("castle_LOD0"), without_ending("castle_LOD0.001")
    ('castle', 'castle.001')
    """
    return _ENDING.sub(r"\1", name)


def plain_name(obj: bpy.types.Object) -> str:
    """The name of an object, without the ending that it has beside its levels of detail."""
    return without_ending(obj.name) if is_group(obj.parent) else obj.name


def fitting(name: str, ending: str, start: str = "") -> str:
    """Put a name together, cut in the middle to what Blender takes.

    Parameters
    ----------
    name, ending, start : str

    Returns
    -------
    str
    """
    room = _LONGEST - len((start + ending).encode())
    return start + name.encode()[:room].decode(errors="ignore") + ending


def side_collection(
    name: str, obj: bpy.types.Object, layer: bpy.types.ViewLayer, *, hidden: bool
) -> bpy.types.Collection:
    """Find or make the collection for what stands beside an object, inside the one that the object is in.

    Parameters
    ----------
    name : str
    obj : bpy.types.Object
    layer : bpy.types.ViewLayer
    hidden : bool
        Close the eye of a new one, which exporters pass over by default.

    Returns
    -------
    bpy.types.Collection
    """
    editable = [one for one in obj.users_collection if one.is_editable]
    above = next(iter(editable), layer.id_data.collection)
    found = next((inner for inner in above.children if inner.get(KEPT_FOR) == name), None)
    if found is not None:
        return found
    made = bpy.data.collections.new(name)
    made[KEPT_FOR] = name
    above.children.link(made)
    if hidden:
        for inner in _within(layer.layer_collection):
            if inner.collection == made:
                inner.hide_viewport = True
    return made


def _within(layer: bpy.types.LayerCollection) -> Iterator[bpy.types.LayerCollection]:
    yield layer
    for child in layer.children:
        yield from _within(child)


def remove_objects(objects: Sequence[bpy.types.Object]) -> None:
    """Take objects away, with the meshes, materials and images that nothing else uses then.

    Parameters
    ----------
    objects : sequence of bpy.types.Object
        Of meshes.
    """
    meshes = list(dict.fromkeys(obj.data for obj in objects))
    for obj in objects:
        bpy.data.objects.remove(obj)
    unused = [mesh for mesh in meshes if not mesh.users]
    materials = dict.fromkeys(material for mesh in unused for material in mesh.materials if material)
    for mesh in unused:
        bpy.data.meshes.remove(mesh)
    gone = [material for material in materials if not material.users]
    trees = [material.node_tree for material in gone if material.node_tree]
    blocks = dict.fromkeys(block for tree in trees for block in _shown_by(tree))
    for material in gone:
        bpy.data.materials.remove(material)
    # Trees of nodes before what they show.
    images = [block for block in blocks if isinstance(block, bpy.types.Image)]
    for block in blocks:
        if block not in images and not block.users:
            bpy.data.node_groups.remove(block)
    for image in images:
        if not image.users:
            bpy.data.images.remove(image)


def _shown_by(tree: bpy.types.NodeTree) -> Iterator[bpy.types.ID]:
    """The trees and the images that the nodes of a tree show; trees first."""
    inner: Iterable[bpy.types.NodeTree] = dict.fromkeys(
        node.node_tree for node in tree.nodes if getattr(node, "node_tree", None)
    )
    yield from inner
    for one in inner:
        yield from _shown_by(one)
    yield from (node.image for node in tree.nodes if getattr(node, "image", None))
