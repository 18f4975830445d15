"""Lattice points around a model's pivot in, positions in the mesh's space out; and how a mesh was moved since."""

from __future__ import annotations

import bpy
import numpy as np
import numpy.typing as npt

from ..core.mesh.mesh import Mesh

Matrix = npt.NDArray[np.float64]
"""(4, 3) float64: a row (x, y, z, 1) times it is a position."""

_FEWEST = 6
"""Anchors that agree where a mesh is; four would always."""
_TOLERANCE = 0.01
"""Voxels by which a vertex may be off where an affine map takes it."""


def placing(voxel_size: float, shift: npt.ArrayLike, *, mirrored: bool) -> Matrix:
    """Move from the pivot to the mesh's origin, scale by the size of a voxel, and mirror along x where asked.

    Parameters
    ----------
    voxel_size : float
    shift : (3,) float64
        The pivot as seen from the mesh's origin, in voxels.
    mirrored : bool

    Returns
    -------
    (4, 3) float64
    """
    matrix = np.zeros((4, 3))
    matrix[range(3), range(3)] = voxel_size
    matrix[3] = np.asarray(shift, np.float64) * voxel_size
    matrix[:, 0] *= -1 if mirrored else 1
    return matrix


def placed(
    source: Mesh, matrix: Matrix, origin: npt.NDArray[np.int32], away: npt.NDArray[np.float64]
) -> npt.NDArray[np.float32]:
    """Place the vertices of a mesh, and copies of them.

    Parameters
    ----------
    source : Mesh
    matrix : (4, 3) float64
    origin : (V,) int32
        The vertex of the source that each one is.
    away : (V, 3) float64
        By how many voxels each is moved from its lattice point.

    Returns
    -------
    (V, 3) float32
    """
    there = (_homogeneous(around_pivot(source)) @ matrix)[origin]
    return np.ascontiguousarray(there + away @ matrix[:3] if away.any() else there, np.float32)


def anchors(source: Mesh, away: npt.NDArray[np.float64]) -> list[float]:
    """Choose some vertices, far apart, whose positions will tell where the mesh was moved.

    Parameters
    ----------
    source : Mesh
        At least one triangle.
    away : (V, 3) float64
        By how much the vertices are moved from their lattice points, and perhaps those of copies.

    Returns
    -------
    list of float
        Vertex, then its x, y, z around the pivot, in voxels; and so on. Whole numbers but where vertices are moved.
    """
    points = around_pivot(source)
    spread = np.linspace(0, len(points) - 1, 8).astype(np.int64)
    chosen = np.unique(np.concatenate([points.argmin(axis=0), points.argmax(axis=0), spread]))
    placed = points[chosen] + away[chosen] if away.any() else points[chosen]
    return np.column_stack([chosen, placed]).reshape(-1).tolist()


def around_pivot(source: Mesh) -> npt.NDArray[np.int64]:
    """(V, 3) int64: the vertices around MagicaVoxel's pivot, floor(size / 2)."""
    return source.vertices.astype(np.int64) - np.array(source.size, np.int64) // 2


def brought_back(points: npt.NDArray[np.float64], overlap: float, most: float) -> npt.NDArray[np.float64]:
    """Undo an overlap: bring what is off by it back onto the lattice.

    Parameters
    ----------
    points : (V, 3) float64
        In voxels.
    overlap : float
    most : float
        Voxels by which a point may be off where the overlap takes it.

    Returns
    -------
    (V, 3) float64
        All that is off by something else stays.
    """
    if not overlap:
        return points
    off = points - np.rint(points)
    moved = (np.abs(np.abs(off) - overlap) <= most) & (np.abs(off) > overlap / 2)
    return np.where(moved, points - np.copysign(overlap, off), points)


def found_placing(mesh: bpy.types.Mesh, anchors: npt.NDArray[np.float64], as_built: Matrix) -> Matrix:
    """Find how a mesh is placed after a user applied transforms to it or moved its origin.

    Parameters
    ----------
    mesh : bpy.types.Mesh
        With all vertices with which it was made.
    anchors : (n, 4) float64
        As `anchors` listed them.
    as_built : (4, 3) float64
        The result if nothing happened to the mesh, or more than that an affine map moved most of it.

    Returns
    -------
    (4, 3) float64
    """
    lattice = _homogeneous(anchors[:, 1:])
    positions = np.array([mesh.vertices[index].co for index in anchors[:, 0].astype(int).tolist()], np.float64)
    there = np.abs(lattice @ as_built - positions).max(axis=1) <= _TOLERANCE * np.abs(as_built).max()
    if there.all():
        return as_built
    kept = np.arange(len(anchors))
    while len(kept) >= _FEWEST:
        matrix, _residuals, rank, _values = np.linalg.lstsq(lattice[kept], positions[kept], rcond=None)
        voxel = np.linalg.norm(matrix[:3], axis=1).max()
        off = np.abs(lattice[kept] @ matrix - positions[kept]).max(axis=1)
        if rank < 4 or voxel == 0:
            break
        if off.max() <= _TOLERANCE * voxel:
            return as_built if there[kept].all() else matrix
        # Some vertices were moved by themselves; most are still where they were made, or all others were moved as one.
        if 2 * np.count_nonzero(there) > len(there):
            break
        kept = np.delete(kept, off.argmax())
    return as_built


def _homogeneous(points: npt.NDArray[np.number]) -> npt.NDArray[np.float64]:
    """(n, 4) float64: the points with a one each."""
    return np.column_stack([points, np.ones(len(points))])
