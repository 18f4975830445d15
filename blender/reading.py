"""A mesh with a record in, as it is now: its faces around the pivot in voxels, with their texels and numbers, out."""

from __future__ import annotations

from dataclasses import dataclass

import bpy
import numpy as np
import numpy.typing as npt

from ..core.arrays import components
from .painting import INDEX_NAME
from .positions import brought_back, found_placing, placing
from .record import Record, read_record
from .sheet import texel_layer

_TOLERANCE = 0.01
"""Voxels by which a vertex may be off a lattice point, and a normal off an axis."""


@dataclass(frozen=True)
class ReadFaces:
    """Faces as runs of corners, in the order of the mesh."""

    points: npt.NDArray[np.float64]
    """(V, 3) float64 positions around the model's pivot, in voxels along the model's own axes, without an overlap."""
    vertex: npt.NDArray[np.int64]
    """(L,) int64 into the points."""
    length: npt.NDArray[np.int64]
    """(F,) int64 corners of each face."""
    uv: npt.NDArray[np.float32] | None
    """(L, 2) float32; None if the layer was removed."""
    color: npt.NDArray[np.int32] | None
    """(F,) int32: the attribute `painting.INDEX_NAME`; None if it was removed."""

    @property
    def lattice(self) -> npt.NDArray[np.int64]:
        """(V, 3) int64: the nearest lattice points."""
        return np.rint(self.points).astype(np.int64)

    @property
    def off(self) -> npt.NDArray[np.bool_]:
        """(V,) bool: vertices that lie on no lattice point."""
        off: npt.NDArray[np.bool_] = (np.abs(self.points - np.rint(self.points)) > _TOLERANCE).any(axis=1)
        return off

    @property
    def start(self) -> npt.NDArray[np.int64]:
        """(F,) int64: first corner of each face."""
        return np.cumsum(self.length) - self.length

    def directions(self) -> npt.NDArray[np.int64]:
        """The direction in which each face looks.

        Returns
        -------
        (F,) int64
            Into the table of `directions`; -1 for faces that have no area, are not flat, or look along no axis.
        """
        if not len(self.length):
            return np.zeros(0, np.int64)
        start, corner = self.start, self.points[self.vertex]
        away = corner - np.repeat(corner[start], self.length, axis=0)
        following = np.arange(1, len(corner) + 1)
        following[start + self.length - 1] = start
        area = np.add.reduceat(np.cross(away, away[following]), start)
        axis = np.abs(area).argmax(axis=1)
        every = np.arange(len(area))
        direction = 2 * axis + (area[every, axis] < 0)
        height = away[np.arange(len(away)), np.repeat(axis, self.length)]
        flat = np.maximum.reduceat(np.abs(height), start) <= _TOLERANCE
        return np.where(flat & (np.abs(area[every, axis]) > _TOLERANCE), direction, -1)


def read_faces(mesh: bpy.types.Mesh) -> ReadFaces:
    """Read a mesh with a record.

    Parameters
    ----------
    mesh : bpy.types.Mesh

    Returns
    -------
    ReadFaces
        Seen from outside counter-clockwise, also of meshes that were made mirrored.
    """
    record = read_record(mesh)
    matrix = _where_placed(mesh, record)
    positions = _read(mesh.attributes["position"].data, "vector", 3 * len(mesh.vertices), np.float32)
    points = (positions.reshape(-1, 3) - matrix[3]) @ np.linalg.inv(matrix[:3])
    points = brought_back(points, record.reach, _TOLERANCE)
    vertex = _read(mesh.loops, "vertex_index", len(mesh.loops), np.int32).astype(np.int64)
    length = _read(mesh.polygons, "loop_total", len(mesh.polygons), np.int32).astype(np.int64)
    layer, numbers = texel_layer(mesh), mesh.attributes.get(INDEX_NAME)
    uv = None if layer is None else _read(layer.uv, "vector", 2 * len(mesh.loops), np.float32).reshape(-1, 2)
    color = None
    if numbers is not None and (numbers.domain, numbers.data_type) == ("FACE", "INT"):
        color = _read(numbers.data, "value", len(mesh.polygons), np.int32)
    if np.linalg.det(matrix[:3]) < 0:
        start = np.repeat(np.cumsum(length) - length, length)
        backwards = start + (start - np.arange(len(vertex))) % np.repeat(length, length)
        vertex, uv = vertex[backwards], None if uv is None else uv[backwards]
    return ReadFaces(points, vertex, length, uv, color)


def polygon_numbers(faces: ReadFaces, *, rectangles: bool) -> npt.NDArray[np.int64]:
    """Number the polygons that faces are parts of.

    Faces of a plane are parts of one polygon where they share a side and its texels; in modes of rectangles only
    where that side is a diagonal.

    Parameters
    ----------
    faces : ReadFaces
    rectangles : bool
        Whether the mode makes rectangles only.

    Returns
    -------
    (F,) int64
        From 0 on.
    """
    start, following = faces.start, np.arange(1, len(faces.vertex) + 1)
    following[start + faces.length - 1] = start
    first, second = faces.vertex, faces.vertex[following]
    face, direction = np.repeat(np.arange(len(faces.length)), faces.length), faces.directions()
    low, high = np.minimum(first, second), np.maximum(first, second)
    columns = [low, high, direction[face]]
    if faces.uv is not None:
        turned = first > second
        ends = np.where(
            turned[:, None], np.hstack([faces.uv[following], faces.uv]), np.hstack([faces.uv, faces.uv[following]])
        )
        columns += list(np.rint(ends * 2**20).astype(np.int64).T)
    order = np.lexsort(columns)
    same = np.ones(len(order) - 1, np.bool_) if len(order) else np.zeros(0, np.bool_)
    for column in columns:
        same &= column[order[1:]] == column[order[:-1]]
    same &= direction[face[order[1:]]] >= 0
    if rectangles:
        away = np.abs(faces.points[first] - faces.points[second]) > _TOLERANCE
        same &= (away.sum(axis=1) > 1)[order[1:]]
    label = components(len(faces.length), face[order[:-1][same]], face[order[1:][same]])
    return np.unique(label, return_inverse=True)[1].reshape(-1)


def _where_placed(mesh: bpy.types.Mesh, record: Record) -> npt.NDArray[np.float64]:
    """Where the mesh is, by those of its first vertices that are still there; else as it was built."""
    as_built = placing(record.voxel_edge, record.shift, mirrored=record.mirrored)
    anchors = np.array(record.anchors, np.float64).reshape(-1, 4)
    there = bool((anchors[:, 0] < len(mesh.vertices)).all())
    return found_placing(mesh, anchors, as_built) if there else as_built


def _read(data: bpy.types.bpy_prop_collection, name: str, count: int, kind: type) -> npt.NDArray:
    values = np.empty(count, kind)
    data.foreach_get(name, values)
    return values
