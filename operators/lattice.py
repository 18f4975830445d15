"""Objects of Blender in, where they stand in whole voxels, (3, 3) signed permutations and (3,) moves, out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import bpy
import numpy as np
import numpy.typing as npt

from ..blender.edits import where_placed
from ..blender.provenance import unscaled
from ..blender.record import read_record

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

TOLERANCE = 0.01
"""By how many voxels an object may be off, and by how much its axes."""
_SAME_SIZE = 1e-3
"""Part by which the sizes of voxels may differ."""


def world_matrix(obj: bpy.types.Object, *, still: bool = False) -> Floats:
    """Say where an object is; Blender does not keep that up to date for what its viewports switch off.

    Parameters
    ----------
    obj : bpy.types.Object
    still : bool
        Without the object's own scale, which only says whether it is its turn.

    Returns
    -------
    (4, 4) float64
    """
    matrix, above = np.eye(4), obj
    while above is not None:
        if above.constraints or (above.parent and above.parent_type != "OBJECT"):
            return np.array(above.matrix_world, np.float64) @ matrix
        basis = unscaled(above) if still and above == obj else above.matrix_basis
        matrix = np.array(basis, np.float64) @ matrix
        if above.parent is not None:
            matrix = np.array(above.matrix_parent_inverse, np.float64) @ matrix
        above = above.parent
    return matrix


def of_lattice(obj: bpy.types.Object, *, still: bool) -> Floats:
    """(4, 4) float64: takes lattice points around the pivot of an object's model to the world."""
    matrix = np.eye(4)
    matrix[:3] = where_placed(obj.data).T
    return world_matrix(obj, still=still) @ matrix


def voxel_size_of(shapes: Sequence[bpy.types.Object], matrices: Sequence[Floats], unit: float) -> float:
    """The metres that most objects' voxels have in the world; exactly what meshes remember, if that is it."""
    edges = [float(np.cbrt(abs(np.linalg.det(matrix[:3, :3])))) for matrix in matrices]
    classes = [round(np.log(edge) / _SAME_SIZE) if edge > 0 else None for edge in edges]
    counted = Counter(kind for kind in classes if kind is not None)
    if not counted:
        return 1.0
    index = classes.index(counted.most_common(1)[0][0])
    metres, record = edges[index] * unit, read_record(shapes[index].data)
    # The scene's units may be others than when the mesh was made.
    remembered = record.build.voxel_size, record.voxel_edge * unit
    return next((known for known in remembered if abs(known / metres - 1) < _SAME_SIZE), metres)


def on_lattice(matrix: Floats, size: float) -> tuple[Ints, Ints, float] | None:
    """Rotation, translation and how far that moves it; None if it is turned or scaled otherwise."""
    rotation = np.rint(matrix[:3, :3] / size)
    off = np.abs(matrix[:3, :3] / size - rotation).max()
    lines = np.concatenate([np.abs(rotation).sum(axis=0), np.abs(rotation).sum(axis=1)])
    if not off <= TOLERANCE or (lines != 1).any():
        return None
    translation = np.rint(matrix[:3, 3] / size)
    moved = float(np.abs(matrix[:3, 3] / size - translation).max())
    return rotation.astype(np.int64), translation.astype(np.int64), moved


def group_place(group: bpy.types.Object, size: float) -> tuple[Ints, Ints]:
    """Where a group is, or near it: what it holds says itself where it is."""
    matrix = world_matrix(group)
    scale = np.cbrt(abs(np.linalg.det(matrix[:3, :3]))) or 1.0
    place = on_lattice(matrix / scale, 1.0)
    rotation = np.eye(3, dtype=np.int64) if place is None else place[0]
    return rotation, np.rint(matrix[:3, 3] / size).astype(np.int64)
