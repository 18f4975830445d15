"""One model's mesh arrays in, one Blender mesh with UVs, colors, flat shading and its record out."""

from __future__ import annotations

from dataclasses import replace

import bpy
import numpy as np
import numpy.typing as npt

from ..core.mesh import overlap
from ..core.mesh.mesh import Mesh
from ..core.mesh.parting import parted_mesh
from ..core.scene import Assembly
from .corners import face_colors, face_corners, split_colors, split_moved, split_twins
from .edits import remember_content
from .groups import CUT_OUT
from .made import write_slots
from .material_set import MaterialSet
from .options import BuildOptions
from .painting import Painting, Slots, new_slots, paint
from .positions import Matrix, anchors, placed, placing
from .record import write_record, write_voxels
from .sheet import UV_NAME

MODEL = "trivox_model"
"""The custom property of a mesh that is equal for models that look the same."""


def new_mesh(
    name: str,
    file: Assembly,
    index: int,
    *,
    mirrored: bool,
    options: BuildOptions,
    materials: MaterialSet,
    unit: float,
    matrix: Matrix | None = None,
) -> bpy.types.Mesh:
    """Make a Blender mesh.

    Parameters
    ----------
    name : str
    file : Assembly
    index : int
        Which of its meshes.
    mirrored : bool
        Make the mirror image along x.
    options : BuildOptions
    materials : MaterialSet
        Of the file.
    unit : float
        Metres of a Blender unit.
    matrix : (4, 3) float64, optional
        As for `make_mesh`; by default where the file has it.

    Returns
    -------
    bpy.types.Mesh
    """
    mesh = bpy.data.meshes.new(name)
    numbers = materials.numbers_of(file.meshes[index], index)
    for number in numbers:
        mesh.materials.append(materials.materials[number])
    write_slots(mesh, materials.family, [materials.key(number) for number in numbers])
    slots = new_slots(np.array(numbers, np.int64) % CUT_OUT)
    if matrix is None:
        matrix = placing(file.voxel_size / unit, file.shifts[index], mirrored=mirrored)
    make_mesh(
        mesh,
        file,
        index,
        matrix,
        slots,
        mirrored=mirrored,
        options=options,
        materials=materials,
        unit=unit,
    )
    return mesh


def make_mesh(
    mesh: bpy.types.Mesh,
    file: Assembly,
    index: int,
    matrix: Matrix,
    slots: Slots,
    *,
    mirrored: bool,
    options: BuildOptions,
    materials: MaterialSet,
    unit: float,
    uv_name: str = UV_NAME,
) -> None:
    """Fill a mesh that has its materials and no geometry, and write down how it was made.

    Parameters
    ----------
    mesh : bpy.types.Mesh
    file, index, mirrored, options, materials, unit
        As for `new_mesh`.
    matrix : (4, 3) float64
        Takes lattice points around the pivot to positions.
    slots : (256 or more,) int32
        The slot of each group of materials.
    uv_name : str
        Of the layer of texture coordinates.
    """
    source, model, look = file.meshes[index], file.scene.models[index], file.scene.look
    if options.part_edges:
        source = parted_mesh(source)
    place = materials.places[index] if materials.places else None
    painting = Painting(look.palette, look.kind, materials.group, slots, place, materials.sizes, uv_name)
    away = fill_mesh(mesh, source, matrix, painting, options)
    mesh[MODEL] = file.digests[index]
    if model.voxels:
        write_voxels(mesh, model, look)
    write_record(
        mesh,
        source,
        replace(options, voxel_size=file.voxel_size),
        unit=unit,
        mirrored=mirrored,
        images=materials.images_of(index),
        anchors=anchors(source, away),
        shift=file.shifts[index].tolist(),
        number=index,
    )
    remember_content(mesh)


def fill_mesh(
    mesh: bpy.types.Mesh, source: Mesh, matrix: Matrix, painting: Painting, options: BuildOptions
) -> npt.NDArray[np.float64]:
    """Fill an empty mesh with vertices, flat faces and their colors.

    Parameters
    ----------
    mesh : bpy.types.Mesh
    source : Mesh
    matrix : (4, 3) float64
        Takes lattice points around the pivot to positions.
    painting : Painting
    options : BuildOptions

    Returns
    -------
    (V, 3) float64
        By how many voxels each vertex is moved from its lattice point; those of the source come first.
    """
    # Whatever mirrors the mesh, the file or the user, would turn its faces inside out.
    mirrored = bool(np.linalg.det(matrix[:3]) < 0)
    reach = options.reach(source.options.mode)
    moved = overlap.steps(source, reach)
    texels = overlap.moved_texels(source, moved, reach)
    faces = split_twins(source, face_corners(source, faces=options.faces, mirrored=mirrored, texels=texels))
    if options.splits:
        faces = split_colors(faces, face_colors(source, faces))
    faces, way = split_moved(faces, moved)
    away = reach * way
    _add_faces(mesh, placed(source, matrix, faces.origin, away), faces.vertex, faces.start)
    paint(mesh, source, faces, painting, options)
    mesh.update(calc_edges=True)
    return away


def _add_faces(
    mesh: bpy.types.Mesh,
    positions: npt.NDArray[np.float32],
    vertex: npt.NDArray[np.int32],
    start: npt.NDArray[np.int32],
) -> None:
    mesh.vertices.add(len(positions))
    mesh.attributes["position"].data.foreach_set("vector", positions.ravel())
    mesh.loops.add(len(vertex))
    mesh.attributes[".corner_vert"].data.foreach_set("value", vertex)
    mesh.polygons.add(len(start))
    mesh.polygons.foreach_set("loop_start", start)
    sharp = mesh.attributes.new("sharp_face", "BOOLEAN", "FACE")
    sharp.data.foreach_set("value", np.ones(len(start), np.bool_))
