"""One model's mesh arrays in, one Blender mesh with UVs, flat shading and its counts out."""

from __future__ import annotations

from collections.abc import Mapping

import bpy
import numpy as np
import numpy.typing as npt

from ...core.voxmesh import VoxMesh
from .corners import FaceCorners, face_corners
from .options import BuildOptions
from .prepared import PreparedFile

UV_NAME = "UVMap"
RECORD = "trivox"
"""The custom property of a mesh that holds its counts."""
INT_MAX = 2**31 - 1


def new_mesh(name: str, file: PreparedFile, index: int, *, mirrored: bool, options: BuildOptions) -> bpy.types.Mesh:
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

    Returns
    -------
    bpy.types.Mesh
        Without material.
    """
    source = file.meshes[index]
    faces = face_corners(source, quads=options.faces == "quads", mirrored=mirrored)
    mesh = bpy.data.meshes.new(name)
    _fill(mesh, _positions(source, options.voxel_size, mirrored), faces)
    height, width = file.sheet.shape
    uv = (faces.texel + file.atlas_positions[index]) / np.array([width, height])
    layer = mesh.uv_layers.new(name=UV_NAME, do_init=False)
    layer.uv.foreach_set("vector", np.ascontiguousarray(uv, np.float32).ravel())
    mesh.update(calc_edges=True)
    mesh[RECORD] = _record(file, source)
    return mesh


def _positions(source: VoxMesh, voxel_size: float, mirrored: bool) -> npt.NDArray[np.float32]:
    """(V, 3) float32 positions around the pivot."""
    around = source.vertices - np.array(source.size) // 2
    if mirrored:
        around[:, 0] *= -1
    return np.ascontiguousarray(around * voxel_size, np.float32)


def _fill(mesh: bpy.types.Mesh, positions: npt.NDArray[np.float32], faces: FaceCorners) -> None:
    """Fill an empty mesh with vertices and flat faces."""
    mesh.vertices.add(len(positions))
    mesh.attributes["position"].data.foreach_set("vector", positions.ravel())
    mesh.loops.add(len(faces.vertex))
    mesh.attributes[".corner_vert"].data.foreach_set("value", faces.vertex)
    mesh.polygons.add(len(faces.start))
    mesh.polygons.foreach_set("loop_start", faces.start)
    sharp = mesh.attributes.new("sharp_face", "BOOLEAN", "FACE")
    sharp.data.foreach_set("value", np.ones(len(faces.start), np.bool_))


def _record(file: PreparedFile, source: VoxMesh) -> dict[str, object]:
    """What the mesh remembers of its making; the sidebar reads it."""
    height, width = file.sheet.shape
    return {
        "mode": source.options.mode,
        "interior": source.options.interior,
        "stages": _storable(source.counts.stages),
        "counts": _storable(source.counts),
        "texture": _storable(
            {"width": width, "height": height, "used": sum(mesh.counts.texels_used for mesh in file.meshes)}
        ),
    }


def _storable(numbers: Mapping[str, int]) -> dict[str, int | float]:
    """Custom properties hold 32-bit integers; what is larger is exact as a double up to 2**53."""
    return {name: number if number <= INT_MAX else float(number) for name, number in numbers.items()}
