"""The triangles of one model in any mode: visible faces and traced polygons in, nodes and triangles out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .contours import Polygons
from .exposure import Faces
from .flips import shorten_diagonals
from .junctions import stitch
from .nodes import Nodes
from .triangulate import Triangles, quad_triangles, triangulate

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Surface:
    """Triangles of one model, not yet welded, and the faces that each of its polygons covers."""

    nodes: Nodes
    triangles: Triangles
    face_polygon: Ints
    """(F,) int64."""
    polygon_plane: Ints
    """(P,) int64."""
    polygon_is_quad: npt.NDArray[np.bool_]
    """(P,) bool: two triangles (a, b, c), (a, c, d) of a rectangle."""


def build_surface(faces: Faces, polygons: Polygons, mode: str) -> Surface:
    """Make the triangles of a mode.

    Parameters
    ----------
    faces : Faces
    polygons : Polygons
        As traced from these faces.
    mode : str
        One of `options.MODES`.

    Returns
    -------
    Surface

    Raises
    ------
    GeometryError
        If the triangles of a polygon do not add up to its faces.
    """
    if mode == "faces":
        return _surface_of_faces(faces)
    nodes = Nodes(polygons.plane, polygons.row, polygons.column, polygons.polygon, faces.span)
    triangles = triangulate(faces, polygons)
    if mode == "watertight":
        nodes, triangles = stitch(nodes, polygons.following, triangles)
    triangles = shorten_diagonals(nodes, triangles)
    plane = np.empty(polygons.count, np.int64)
    plane[polygons.polygon] = polygons.plane
    is_quad = (polygons.corners == 4) & (np.bincount(triangles.polygon, minlength=polygons.count) == 2)
    return Surface(nodes, triangles, polygons.face_polygon, plane, is_quad)


def _surface_of_faces(faces: Faces) -> Surface:
    """Two triangles for each face; every face is a polygon of its own."""
    count = len(faces)
    each = np.arange(count)
    face = np.repeat(each, 4)
    right, up = np.tile(np.array([[0, 0], [1, 0], [1, 1], [0, 1]]), (count, 1)).T
    nodes = Nodes(faces.plane[face], faces.row[face] + up, faces.column[face] + right, face, faces.span)
    triangles = Triangles(quad_triangles(np.arange(4 * count).reshape(-1, 4)), np.repeat(each, 2))
    return Surface(nodes, triangles, each, faces.plane, np.ones(count, bool))
