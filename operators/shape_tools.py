"""Empties and meshes of Blender in, the shapes that they are in the lattice of an object's model out."""

from __future__ import annotations

import bpy
import numpy as np
import numpy.typing as npt

from ..blender.words import pgettext_rpt
from ..core.errors import OptionError
from ..core.voxelise.solid import solid_cells
from ..core.voxels import Model, shapes
from .lattice import of_lattice, world_matrix

Floats = npt.NDArray[np.float64]

SHAPES = (
    (
        "AUTO",
        "By Display",
        "What the empty is shown as: a sphere, a cube as box, a cone, a circle as cylinder as high as wide, a single "
        "arrow as capsule; anything else as box",
    ),
    ("SPHERE", "Sphere", "As the empty's sphere shows it"),
    ("BOX", "Box", "As the empty's cube shows it"),
    ("ROUNDED_BOX", "Rounded Box", "A box with edges rounded by a quarter of its half"),
    ("CYLINDER", "Cylinder", "Around the empty's Y axis, as its circle; as high as wide"),
    ("CAPSULE", "Capsule", "Along the empty's arrow, rounded by a quarter of its length"),
    ("CONE", "Cone", "As the empty's cone shows it, its tip along Y"),
    ("TORUS", "Torus", "A ring around the empty's Z axis, a quarter as thick as wide"),
    ("PLANE", "Half Space", "All below the empty, as seen along its Z axis"),
)
"""Which solid an empty is: identifier, name and description."""
_SHOWN = {"SPHERE": "SPHERE", "CUBE": "BOX", "CONE": "CONE", "CIRCLE": "CYLINDER", "SINGLE_ARROW": "CAPSULE"}
"""By how an empty is displayed."""
DISPLAYED = {
    "SPHERE": "SPHERE",
    "BOX": "CUBE",
    "ROUNDED_BOX": "CUBE",
    "CYLINDER": "CIRCLE",
    "CAPSULE": "SINGLE_ARROW",
    "CONE": "CONE",
    "TORUS": "CIRCLE",
    "PLANE": "ARROWS",
}
"""How an empty that is made for a shape is displayed."""
_QUARTER = 0.25
_UPRIGHT = np.array([[1.0, 0, 0, 0], [0, 0, 1, 0], [0, -1, 0, 0], [0, 0, 0, 1]])
"""Takes the z axis to y."""


def is_tool(obj: bpy.types.Object) -> bool:
    """Tell whether an object can be a tool at all."""
    return obj.type in ("EMPTY", "MESH")


def shape_of(tool: bpy.types.Object, target: bpy.types.Object, model: Model, smooth: float) -> shapes.Shape:
    """Find out what a tool is in the lattice of the model of another object.

    Parameters
    ----------
    tool : bpy.types.Object
        An empty or a mesh.
    target : bpy.types.Object
        With voxels.
    model : Model
        Its voxels.
    smooth : float
        How far around a mesh distances are wanted, in voxels.

    Returns
    -------
    Shape

    Raises
    ------
    TrivoxError
        If the tool is flat, or a mesh that is open.
    """
    lattice = of_lattice(target, still=False)
    if abs(np.linalg.det(lattice[:3, :3])) == 0:
        raise OptionError(pgettext_rpt("{name} is flat; scale it by more than 0").format(name=target.name))
    to_lattice = np.eye(4)
    to_lattice[:3, 3] = model.pivot
    to_lattice = to_lattice @ np.linalg.inv(lattice) @ world_matrix(tool)
    # Exactly, which rounding of the product may not be.
    to_lattice[3] = 0, 0, 0, 1
    if abs(np.linalg.det(to_lattice[:3, :3])) < 1e-12:
        raise OptionError(pgettext_rpt("{name} is flat; scale it by more than 0").format(name=tool.name))
    if tool.type == "EMPTY":
        return _solid(tool).transformed(to_lattice)
    filled, low = solid_cells(_triangles(tool, to_lattice), tool.name)
    return shapes.of_cells(filled, low, int(np.ceil(1.25 * smooth)) + 2 if smooth else 1)


def _solid(tool: bpy.types.Object) -> shapes.Shape:
    """The solid of an empty in its own space."""
    kind = tool.trivox_shape
    if kind == "AUTO":
        kind = _SHOWN.get(tool.empty_display_type, "BOX")
    size = tool.empty_display_size
    if kind == "PLANE":
        return shapes.half_space()
    if kind == "CAPSULE":
        return shapes.capsule(_QUARTER * size, size / 2).moved(0, 0, size / 2)
    if kind == "CONE":
        # Its base is round the origin.
        return shapes.cone(size, size).moved(0, 0, size).transformed(_UPRIGHT)
    if kind == "CYLINDER":
        return shapes.cylinder(size, size).transformed(_UPRIGHT)
    if kind == "ROUNDED_BOX":
        return shapes.rounded_box(size, size, size, _QUARTER * size)
    if kind == "TORUS":
        return shapes.torus(size, _QUARTER * size)
    return shapes.sphere(size) if kind == "SPHERE" else shapes.box(size, size, size)


def _triangles(tool: bpy.types.Object, matrix: Floats) -> Floats:
    """Corners of the triangles of a mesh with its modifiers, (t, 3, 3) float64, in the lattice."""
    evaluated = tool.evaluated_get(bpy.context.evaluated_depsgraph_get())
    mesh = evaluated.to_mesh()
    try:
        mesh.calc_loop_triangles()
        points, corner = np.empty(3 * len(mesh.vertices), np.float32), np.empty(3 * len(mesh.loop_triangles), np.int32)
        mesh.vertices.foreach_get("co", points)
        mesh.loop_triangles.foreach_get("vertices", corner)
    finally:
        evaluated.to_mesh_clear()
    there = points.reshape(-1, 3).astype(np.float64) @ matrix[:3, :3].T + matrix[:3, 3]
    return there[corner.reshape(-1, 3)]
