"""Boxes or a hull on a model's lattice in, objects below those that show the model, with names for engines, out."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import bpy
import numpy as np
import numpy.typing as npt

from ..core.collision import Boxes, Collision
from .edits import where_placed
from .side import fitting, remove_objects, side_collection

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

SHAPE = "trivox_collision"
"""The custom property of an object that is a shape for physics: what was made, as JSON."""
COLLECTION = "Collision"
_CORNERS = np.array([(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)])
_SIDES = np.array([(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)])
"""Of a box, counter-clockwise seen from outside."""


def new_shape_meshes(mesh: bpy.types.Mesh, shape: Collision, pivot: Sequence[int]) -> list[bpy.types.Mesh]:
    """Make the meshes of a shape, which lie on the mesh of the model.

    Parameters
    ----------
    mesh : bpy.types.Mesh
        With a record.
    shape : Collision
        Of its voxels.
    pivot : (int, int, int)
        Lattice point of the model around which its mesh was made.

    Returns
    -------
    list of bpy.types.Mesh
        One for each box, or one for the hull.
    """
    matrix = where_placed(mesh)
    if shape.hull is not None:
        return [_new_mesh(f"{mesh.name} Hull", shape.hull.vertices - pivot, shape.hull.triangles, matrix)]
    boxes = shape.boxes or Boxes(np.zeros((0, 3), np.int64), np.zeros((0, 3), np.int64))
    corners = boxes.low[:, None] + _CORNERS * (boxes.high - boxes.low)[:, None] - np.array(pivot)
    return [_new_mesh(f"{mesh.name} Box", points, _SIDES, matrix) for points in corners]


def _new_mesh(name: str, points: Ints, faces: Ints, matrix: Floats) -> bpy.types.Mesh:
    mesh = bpy.data.meshes.new(name)
    outward = np.linalg.det(matrix[:3]) > 0
    mesh.from_pydata((points @ matrix[:3] + matrix[3]).tolist(), [], (faces if outward else faces[:, ::-1]).tolist())
    mesh.update()
    return mesh


def put_shapes(
    obj: bpy.types.Object, meshes: Sequence[bpy.types.Mesh], told: Mapping[str, Any], layer: bpy.types.ViewLayer
) -> list[bpy.types.Object]:
    """Put shapes below an object, in place of those that it has.

    Parameters
    ----------
    obj : bpy.types.Object
    meshes : sequence of bpy.types.Mesh
        As `new_shape_meshes` makes them.
    told : mapping of str to JSON
        What was made, with whose names for engines as "names".
    layer : bpy.types.ViewLayer

    Returns
    -------
    list of bpy.types.Object
    """
    remove_objects(shapes_below(obj))
    collection = side_collection(COLLECTION, obj, layer, hidden=False)
    text, made = json.dumps(dict(told)), []
    for number, mesh in enumerate(meshes):
        shape = bpy.data.objects.new(_name(obj.name, number, told), mesh)
        if mesh.users == 1:
            mesh.name = shape.name
        shape[SHAPE] = text
        shape.parent = obj
        shape.display_type = "WIRE"
        shape.hide_render = True
        collection.objects.link(shape)
        made.append(shape)
    return made


def shapes_below(obj: bpy.types.Object) -> list[bpy.types.Object]:
    """Find the shapes of an object, in the order in which they were made."""
    return sorted((child for child in obj.children if is_shape(child)), key=lambda shape: (len(shape.name), shape.name))


def is_shape(obj: bpy.types.Object) -> bool:
    """Tell whether an object is a shape for physics that Trivox made."""
    return obj.type == "MESH" and bool(shape_told(obj))


def shape_told(shape: bpy.types.Object) -> Mapping[str, Any]:
    """Read what was made; nothing where an object is no shape."""
    text = shape.get(SHAPE)
    try:
        told = json.loads(text) if isinstance(text, str) else None
    except ValueError:
        return {}
    return told if isinstance(told, dict) else {}


def name_shapes(obj: bpy.types.Object) -> None:
    """Let the shapes of an object follow its name."""
    for number, shape in enumerate(shapes_below(obj)):
        shape.name = _name(obj.name, number, shape_told(shape))


def _name(name: str, number: int, told: Mapping[str, Any]) -> str:
    if told.get("names") == "godot":
        return fitting(name, f"_{number:02}-convcolonly")
    return fitting(name, f"_{number:02}", "UCX_" if told.get("shape") == "hull" else "UBX_")
