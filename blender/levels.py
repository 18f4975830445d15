"""An object and coarser models of it in, an object for each level, in a group that engines know, out.

The object is called NAME_LOD0 then, its levels NAME_LOD1, NAME_LOD2 .., and all are below an empty NAME that exporters
of .fbx files write as a group of levels. Levels take their place from the object, wherever that goes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import bpy

from ..core.mesh.mesh import Mesh
from ..core.scene import Assembly
from ..core.scene.pages import lay_out
from ..core.voxels import Look, Model, Scene
from .collision import name_shapes
from .edits import where_placed
from .material_set import MaterialSet, new_material_set
from .mesh import MODEL, new_mesh
from .options import BuildOptions
from .provenance import rename
from .record import read_record, write_shift
from .side import GROUP, fitting, is_group, remove_objects, side_collection, without_ending

LEVEL = "trivox_level"
"""The custom property of an object that is a level: which one."""
DISTANCE = "trivox_level_distance"
"""The custom property of a level: from how far away it will do, in units of the scene."""
FBX_TYPE = "fbx_type"
"""The custom property that tells Blender's exporter of .fbx files what an empty is."""
COLLECTION = "Levels"


@dataclass(frozen=True, eq=False)
class Coarse:
    """A level that is yet to be made."""

    full: bpy.types.Mesh
    """With a record."""
    model: Model
    source: Mesh
    factor: int
    """Voxels of the full mesh along a side of one of its own."""


def new_level_meshes(name: str, look: Look, coarse: Sequence[Coarse], options: BuildOptions) -> list[bpy.types.Mesh]:
    """Make meshes that lie on the full ones, and share materials and images.

    Parameters
    ----------
    name : str
        Of what they share.
    look : Look
        Of all of them.
    coarse : sequence of Coarse
    options : BuildOptions
        Of all of them, but for the voxel size.

    Returns
    -------
    list of bpy.types.Mesh
        With records and voxels.
    """
    scene = Scene(name=name, models=tuple(one.model for one in coarse), look=look, nodes=())
    file = Assembly(scene, tuple(one.source for one in coarse))
    materials = new_material_set(file, lay_out(file.meshes), options)
    return [_new_mesh(file, index, one, options, materials) for index, one in enumerate(coarse)]


def _new_mesh(file: Assembly, index: int, one: Coarse, options: BuildOptions, materials: MaterialSet) -> bpy.types.Mesh:
    record = read_record(one.full)
    matrix = where_placed(one.full)
    matrix[:3] *= one.factor
    size = record.build.voxel_size * one.factor
    mesh = new_mesh(
        one.full.name,
        replace(file, scene=replace(file.scene, voxel_size=size)),
        index,
        mirrored=record.mirrored,
        options=options,
        materials=materials,
        unit=record.unit,
        matrix=matrix,
    )
    write_shift(mesh, [part / one.factor for part in record.shift])
    # An import is not to show this mesh in place of its own.
    del mesh[MODEL]
    return mesh


def levels_below(obj: bpy.types.Object) -> list[bpy.types.Object]:
    """Find the levels of an object, from fine to coarse."""
    group = group_of(obj)
    found = [child for child in group.children if full_of(child) == obj] if group else []
    return sorted(found, key=lambda level: int(level[LEVEL]))


def group_of(obj: bpy.types.Object) -> bpy.types.Object | None:
    """Find the empty that holds an object and its levels."""
    return obj.parent if is_group(obj.parent) else None


def full_of(obj: bpy.types.Object) -> bpy.types.Object | None:
    """Find the object that another is a level of; None where it is none."""
    if obj.get(LEVEL) is None:
        return None
    return next((one.target for one in obj.constraints if one.type == "COPY_TRANSFORMS"), None)


def put_levels(
    obj: bpy.types.Object, levels: Sequence[tuple[bpy.types.Mesh, float]], context: bpy.types.Context
) -> list[bpy.types.Object]:
    """Give an object levels in place of those that it has.

    Parameters
    ----------
    obj : bpy.types.Object
    levels : sequence of (bpy.types.Mesh, float)
        From fine to coarse, with the distance from which on each will do, in units of the scene.
    context : bpy.types.Context

    Returns
    -------
    list of bpy.types.Object
    """
    remove_objects(levels_below(obj))
    group = group_of(obj)
    if group is None or any(child != obj for child in group.children):
        # A copy of an object is in the group of the first.
        group = _new_group(obj)
    base = _free_base(obj, group, len(levels))
    rename(obj, fitting(base, "_LOD0"))
    group.name = fitting(base, "")
    name_shapes(obj)
    collection = side_collection(COLLECTION, obj, context.view_layer, hidden=True)
    return [_new_level(obj, group, collection, base, number + 1, *one) for number, one in enumerate(levels)]


def _new_group(obj: bpy.types.Object) -> bpy.types.Object:
    """An empty where the parent of an object is, between the two; nothing else changes for the object."""
    group = bpy.data.objects.new(obj.name, None)
    group[GROUP] = 1
    group[FBX_TYPE] = "LodGroup"
    for collection in obj.users_collection:
        collection.objects.link(group)
    inverse = obj.matrix_parent_inverse.copy()
    above = obj.parent.parent if is_group(obj.parent) else obj.parent
    group.parent = above
    if above is not None and above == obj.parent:
        group.parent_type, group.parent_bone = obj.parent_type, obj.parent_bone
    obj.parent, obj.parent_type = group, "OBJECT"
    obj.matrix_parent_inverse = inverse
    group.empty_display_size = max(obj.dimensions) / 10 or 1.0
    return group


def _new_level(
    obj: bpy.types.Object,
    group: bpy.types.Object,
    collection: bpy.types.Collection,
    base: str,
    number: int,
    mesh: bpy.types.Mesh,
    distance: float,
) -> bpy.types.Object:
    name = fitting(base, f"_LOD{number}")
    level = bpy.data.objects.new(name, mesh)
    if mesh.users == 1:
        mesh.name = name
    level[LEVEL], level[DISTANCE] = number, distance
    level.parent = group
    level.constraints.new("COPY_TRANSFORMS").target = obj
    level.hide_render = True
    collection.objects.link(level)
    return level


def _free_base(obj: bpy.types.Object, group: bpy.types.Object, levels: int) -> str:
    """The name of an object without its ending; with a number where others have one of the names that it would need."""
    own = {obj.name, group.name}
    name = without_ending(obj.name)
    base, number = name, 0
    while any(
        needed in bpy.data.objects and needed not in own
        for needed in (fitting(base, ""), *(fitting(base, f"_LOD{level}") for level in range(levels + 1)))
    ):
        number += 1
        base = f"{name}.{number:03}"
    return base
