"""One model's mesh arrays in, one Blender mesh with UVs, colors, flat shading and its record out."""

from __future__ import annotations

import bpy
import numpy as np
import numpy.typing as npt

from ...core.voxmesh import VoxMesh
from .corners import face_corners, split_twins
from .look import Look
from .options import BuildOptions
from .painting import Painting, new_slots, paint
from .placing import Matrix, anchors, placed, placing
from .prepared import PreparedFile
from .record import VOXELS, write_record


def new_mesh(
    name: str, file: PreparedFile, index: int, *, mirrored: bool, options: BuildOptions, look: Look
) -> bpy.types.Mesh:
    """Make a Blender mesh.

    Parameters
    ----------
    name : str
    file : PreparedFile
    index : int
        Which of the file's meshes.
    mirrored : bool
        Make the mirror image along x.
    options : BuildOptions
    look : Look
        Of the file.

    Returns
    -------
    bpy.types.Mesh
    """
    source, layout = file.meshes[index], file.layout
    slots = new_slots(source, look.group, options.colors)
    painting = Painting(file.palette, look.group, slots, layout.positions[index], (layout.width, layout.height))
    mesh = bpy.data.meshes.new(name)
    shift = file.shifts[index].tolist()
    fill_mesh(mesh, source, placing(options.voxel_size, shift, mirrored=mirrored), painting, options)
    for material in look.materials_of(source):
        mesh.materials.append(material)
    mesh[VOXELS] = file.voxels[index]
    write_record(mesh, source, options, mirrored=mirrored, image=look.image, anchors=anchors(source), shift=shift)
    return mesh


def fill_mesh(mesh: bpy.types.Mesh, source: VoxMesh, matrix: Matrix, painting: Painting, options: BuildOptions) -> None:
    """Fill an empty mesh with vertices, flat faces and their colors.

    Parameters
    ----------
    mesh : bpy.types.Mesh
    source : VoxMesh
    matrix : (4, 3) float64
        Takes lattice points around the pivot to positions.
    painting : Painting
    options : BuildOptions
    """
    # Whatever mirrors the mesh, the file or the user, would turn its faces inside out.
    mirrored = bool(np.linalg.det(matrix[:3]) < 0)
    faces = face_corners(source, quads=options.faces == "quads", mirrored=mirrored)
    vertex, copied = split_twins(source, faces)
    positions = placed(source, matrix)
    _add_faces(mesh, np.concatenate([positions, positions[copied]]), vertex, faces.start)
    paint(mesh, source, faces, painting, options)
    mesh.update(calc_edges=True)


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
