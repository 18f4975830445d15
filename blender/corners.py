"""A mesh of triangles in, its faces of three corners or more out: (L,) vertices and (L, 2) texels, (F,) starts.

Vertices are those of the mesh and copies of some.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ..core.mesh.mesh import Mesh
from ..core.mesh.modes import MODES
from ..core.mesh.overlap import WAYS, Steps, codes
from ..core.mesh.pieces import whole_polygons

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class FaceCorners:
    """Faces as runs of corners, counter-clockwise seen from outside."""

    vertex: npt.NDArray[np.int32]
    """(L,) int32 into the origins."""
    texel: npt.NDArray[np.float32]
    """(L, 2) float32 (column, row) in texels of the mesh's atlas."""
    corner: npt.NDArray[np.int64]
    """(L,) int64 corners of the mesh's triangles, triangle times three plus place."""
    start: npt.NDArray[np.int32]
    """(F,) int32 first corner of each face, ascending."""
    polygon: npt.NDArray[np.int32]
    """(F,) int32 the polygon of the mesh that each face is part of."""
    origin: npt.NDArray[np.int32]
    """(V,) int32 the mesh's vertices, and then those that copies are of."""

    @property
    def length(self) -> npt.NDArray[np.int64]:
        """(F,) int64 corners of each face."""
        return np.diff(self.start, append=len(self.vertex)).astype(np.int64)


def face_corners(
    mesh: Mesh, *, faces: str, mirrored: bool, texels: npt.NDArray[np.float32] | None = None
) -> FaceCorners:
    """List the corners of a mesh's faces.

    Parameters
    ----------
    mesh : Mesh
    faces : {"quads", "triangles", "ngons"}
        As in `BuildOptions`.
    mirrored : bool
        Reverse each face, for the mesh's mirror image; its first corner stays.
    texels : (T, 3, 2) float32, optional
        Of the corners of all triangles, where they are not those of the mesh.

    Returns
    -------
    FaceCorners
    """
    if faces == "ngons" and not mesh.polygon_is_quad.all():
        corner, length, polygon = _whole_corners(mesh, mirrored=mirrored)
    else:
        corner, length, polygon = _few_corners(mesh, quads=faces != "triangles", mirrored=mirrored)
    texels = mesh.corner_texels() if texels is None else texels
    return FaceCorners(
        vertex=mesh.triangles.reshape(-1)[corner],
        texel=texels.reshape(-1, 2)[corner],
        corner=corner,
        start=(np.cumsum(length) - length).astype(np.int32),
        polygon=polygon,
        origin=np.arange(len(mesh.vertices), dtype=np.int32),
    )


def _few_corners(mesh: Mesh, *, quads: bool, mirrored: bool) -> tuple[Ints, Ints, npt.NDArray[np.int32]]:
    """Triangles, and rectangles where asked: corners, and the length and the polygon of each face."""
    count = len(mesh.triangles)
    first, second = _quad_halves(mesh) if quads else (np.zeros(count, np.bool_),) * 2
    # Four places a face; the fourth is filled where the next triangle, the other half of a quad, gives its last corner.
    each = np.arange(3 * count).reshape(-1, 3)
    corner = np.concatenate([each, np.roll(each[:, 2:], -1, axis=0)], axis=1)
    present = np.ones((count, 4), np.bool_)
    present[:, 3] = first
    corner, present = corner[~second], present[~second]
    if mirrored:
        backwards = np.array([0, 3, 2, 1])
        corner, present = corner[:, backwards], present[:, backwards]
    return corner[present], present.sum(axis=1), mesh.triangle_polygon[~second]


def _whole_corners(mesh: Mesh, *, mirrored: bool) -> tuple[Ints, Ints, npt.NDArray[np.int32]]:
    """Whole polygons: as `_few_corners`."""
    pieces = whole_polygons(mesh)
    corner, start = pieces.corner, np.cumsum(pieces.length) - pieces.length
    if mirrored:
        first, length = (np.repeat(values, pieces.length) for values in (start, pieces.length))
        corner = corner[first + (first - np.arange(len(corner))) % length]
    return corner, pieces.length, pieces.polygon


def split_twins(mesh: Mesh, faces: FaceCorners) -> FaceCorners:
    """Give faces vertices of their own where others have the same ones.

    So it is at the border of two kinds of glass, and where cut-outs that reach over anything have the same corners.
    Blender takes two faces with the same vertices for a mistake.

    Parameters
    ----------
    mesh : Mesh
    faces : FaceCorners
        Of this mesh.

    Returns
    -------
    FaceCorners
        With copies of vertices at the end.
    """
    may_have = mesh.polygon_is_transparent | MODES[mesh.options.mode].see_through
    some = np.flatnonzero(may_have[faces.polygon])
    length = faces.length[some]
    of_twin = np.zeros(len(faces.start), np.bool_)
    for corners in np.unique(length).tolist():
        alike = some[length == corners]
        of_twin[alike] = True
        vertices = faces.vertex[faces.start[alike][:, None] + np.arange(corners)]
        of_twin[alike[np.unique(np.sort(vertices, axis=1), axis=0, return_index=True)[1]]] = False
    own = np.repeat(of_twin, faces.length)
    vertex, copied = faces.vertex.copy(), faces.origin[faces.vertex[own]]
    vertex[own] = len(faces.origin) + np.arange(len(copied), dtype=np.int32)
    return replace(faces, vertex=vertex, origin=np.concatenate([faces.origin, copied]))


def split_colors(faces: FaceCorners, colors: npt.NDArray[np.uint8]) -> FaceCorners:
    """Give faces of different colors vertices of their own.

    Parameters
    ----------
    faces : FaceCorners
    colors : (F,) uint8
        Palette indices.

    Returns
    -------
    FaceCorners
        With a copy of a vertex for each further color around it at the end.
    """
    return _split_by(faces, np.repeat(colors, faces.length), 256)


def split_moved(faces: FaceCorners, moved: Steps) -> tuple[FaceCorners, Steps]:
    """Give faces vertices of their own where they move another way than others do.

    Parameters
    ----------
    faces : FaceCorners
    moved : (T, 3, 3) int8
        From `core.mesh.overlap.steps`.

    Returns
    -------
    FaceCorners
        With a copy of a vertex for each further way at the end.
    (V, 3) int8
        The way of each vertex.
    """
    if not moved.any():
        return faces, np.zeros((len(faces.origin), 3), np.int8)
    ways = moved.reshape(-1, 3)[faces.corner]
    split = _split_by(faces, codes(ways), WAYS)
    way = np.zeros((len(split.origin), 3), np.int8)
    way[split.vertex] = ways
    return split, way


def _split_by(faces: FaceCorners, values: npt.NDArray[np.integer], count: int) -> FaceCorners:
    """Give corners of different values, (L,) from 0 to less than a count, vertices of their own."""
    key = faces.vertex * np.int64(count) + values
    values, number = np.unique(key, return_inverse=True)
    vertex = values // count
    is_copy = np.zeros(len(values), np.bool_)
    is_copy[1:] = vertex[1:] == vertex[:-1]
    own = np.where(is_copy, len(faces.origin) + np.cumsum(is_copy) - 1, vertex).astype(np.int32)
    copied = faces.origin[vertex[is_copy]]
    return replace(faces, vertex=own[number.reshape(-1)], origin=np.concatenate([faces.origin, copied]))


def face_colors(mesh: Mesh, faces: FaceCorners) -> npt.NDArray[np.uint8]:
    """List the colors of faces that have one color each.

    Parameters
    ----------
    mesh : Mesh
        In which only faces of one color were merged.
    faces : FaceCorners
        Of this mesh.

    Returns
    -------
    (F,) uint8
        Palette indices.
    """
    return mesh.projection.color[faces.polygon].astype(np.uint8)


def _quad_halves(mesh: Mesh) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Two (T,) bool: the first and the second triangles of the polygons that are quads."""
    of_quad = mesh.polygon_is_quad[mesh.triangle_polygon]
    begins = np.ones(len(mesh.triangles), np.bool_)
    begins[1:] = mesh.triangle_polygon[1:] != mesh.triangle_polygon[:-1]
    return of_quad & begins, of_quad & ~begins
