"""One model's mesh arrays in, one Blender mesh with UVs, colors, flat shading and its record out."""

from __future__ import annotations

import bpy
import numpy as np
import numpy.typing as npt

from ...core.voxmesh import VoxMesh
from .corners import FaceCorners, face_corners
from .look import Look
from .options import BuildOptions
from .painting import Painting, new_slots, paint
from .placing import Matrix, anchors, placed, placing
from .prepared import PreparedFile
from .record import VOXELS, write_record


def new_mesh(
    name: str, file: PreparedFile, index: int, *, mirrored: bool, options: BuildOptions, look: Look
) -> bpy.types.Mesh:
    """Make a Blender mesh whose origin is MagicaVoxel's pivot, floor(size / 2).

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
    slots = new_slots(source, options.colors)
    painting = Painting(file.palette, slots, layout.positions[index], (layout.width, layout.height))
    mesh = bpy.data.meshes.new(name)
    fill_mesh(mesh, source, placing(options.voxel_size, mirrored=mirrored), painting, options)
    for material in look.materials_of(source):
        mesh.materials.append(material)
    mesh[VOXELS] = file.voxels[index]
    write_record(mesh, source, options, mirrored=mirrored, image=look.image, anchors=anchors(source))
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
    _add_faces(mesh, placed(source, matrix), faces)
    paint(mesh, source, faces, painting, options)
    mesh.update(calc_edges=True)


def _add_faces(mesh: bpy.types.Mesh, positions: npt.NDArray[np.float32], faces: FaceCorners) -> None:
    mesh.vertices.add(len(positions))
    mesh.attributes["position"].data.foreach_set("vector", positions.ravel())
    mesh.loops.add(len(faces.vertex))
    mesh.attributes[".corner_vert"].data.foreach_set("value", faces.vertex)
    mesh.polygons.add(len(faces.start))
    mesh.polygons.foreach_set("loop_start", faces.start)
    sharp = mesh.attributes.new("sharp_face", "BOOLEAN", "FACE")
    sharp.data.foreach_set("value", np.ones(len(faces.start), np.bool_))
