"""Objects with meshes of Trivox in, the same with edges that look rounded, or sharp again, out."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import bpy

from ..core.mesh.modes import MODES
from .record import of_object, read_record
from .sockets import socket_of

NAME = "Soft Edges"
"""Of the modifier and of the node that round edges."""
SAMPLES = 8
_SHARPEST = math.radians(30)
"""Edges between faces at a smaller angle stay."""


def can_round(obj: bpy.types.Object, *, by_shader: bool) -> bool:
    """Tell whether the edges of an object can be rounded.

    Parameters
    ----------
    obj : bpy.types.Object
    by_shader : bool
        In its materials, for which no faces may overlap; else by a modifier, for which no corner may lie inside
        another's edge, and which would open an edge of four faces.

    Returns
    -------
    bool
    """
    record = of_object(obj)
    if record is None:
        return False
    mode = MODES[record.options.mode]
    if by_shader:
        return not mode.overlapping
    return mode.junctions == "nowhere" and (record.build.part_edges or not record.counts.get("four_face_edges"))


def are_soft(objects: Iterable[bpy.types.Object]) -> bool:
    """Tell whether edges of some objects are rounded."""
    objects = list(objects)
    return any(_modifier(obj) for obj in objects) or any(_node(material) for material in _materials(objects))


def soften(objects: Sequence[bpy.types.Object], width: float, *, by_shader: bool) -> list[bpy.types.Object]:
    """Round the edges of objects.

    Parameters
    ----------
    objects : sequence of bpy.types.Object
        With meshes of Trivox.
    width : float
        Of the rounding, in voxels.
    by_shader : bool
        In the materials, which other objects can share and which Cycles alone shows; else by modifiers.

    Returns
    -------
    list of bpy.types.Object
        Those that stay sharp.
    """
    fit = [obj for obj in objects if can_round(obj, by_shader=by_shader)]
    edges = {slot.material: read_record(obj.data).voxel_edge for obj in fit for slot in obj.material_slots}
    for material in _materials(fit) if by_shader else ():
        _round_in(material, width * edges[material])
    for obj in () if by_shader else fit:
        modifier = obj.modifiers.new(NAME, "BEVEL")
        modifier.width, modifier.segments = width * read_record(obj.data).voxel_edge, 2
        modifier.limit_method, modifier.angle_limit = "ANGLE", _SHARPEST
    return [obj for obj in objects if obj not in fit]


def sharpen(objects: Sequence[bpy.types.Object]) -> None:
    """Take away what rounds the edges of objects, and of others that share their materials."""
    for obj in objects:
        modifier = _modifier(obj)
        if modifier:
            obj.modifiers.remove(modifier)
    for material in _materials(objects):
        node = _node(material)
        if node:
            material.node_tree.nodes.remove(node)


def _modifier(obj: bpy.types.Object) -> bpy.types.Modifier | None:
    return next((one for one in obj.modifiers if one.type == "BEVEL" and one.name.startswith(NAME)), None)


def _node(material: bpy.types.Material) -> bpy.types.Node | None:
    nodes = material.node_tree.nodes if material.node_tree else ()
    return next((node for node in nodes if node.bl_idname == "ShaderNodeBevel" and node.name.startswith(NAME)), None)


def _materials(objects: Iterable[bpy.types.Object]) -> list[bpy.types.Material]:
    """The different materials of objects that this file owns."""
    found = dict.fromkeys(slot.material for obj in objects for slot in obj.material_slots if slot.material)
    return [material for material in found if material.library is None]


def _round_in(material: bpy.types.Material, radius: float) -> None:
    """Let the shader of a material see rounded normals, where nothing else gives it some."""
    tree = material.node_tree
    for shader in [node for node in (tree.nodes if tree else ()) if node.bl_idname == "ShaderNodeBsdfPrincipled"]:
        normal = socket_of(shader.inputs, "Normal")
        if normal.is_linked:
            continue
        active = tree.nodes.active
        bevel = tree.nodes.new("ShaderNodeBevel")
        bevel.name = bevel.label = NAME
        bevel.samples, bevel.location = SAMPLES, (shader.location.x - 240, shader.location.y - 700)
        socket_of(bevel.inputs, "Radius").default_value = radius
        tree.links.new(socket_of(bevel.outputs, "Normal"), normal)
        tree.nodes.active = active
