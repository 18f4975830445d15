"""Polygons to triangles on their corners alone: contours in, (T, 3) corner ids out, N + 2h - 2 triangles a polygon."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..arrays import grouped
from ..errors import GeometryError
from ..progress import Progress, part, shared, unheard
from .contours import Polygons
from .exposure import Faces
from .repair import restore_dropped
from .strips import Rings, cut_into_rings

Ints = npt.NDArray[np.int64]


_SMALL = 4
"""Corners of a ring up to which earcut is not asked."""
_OFTEN = 50
"""Rings that earcut cuts from one report of progress to the next."""
_TRIANGLE = np.array([[1, 2, 0]])
_HALVES = np.array([[[2, 3, 0], [2, 0, 1]], [[3, 0, 1], [3, 1, 2]]])
"""Triangles of a ring of four corners cut from the third, and from the fourth."""


@dataclass(frozen=True)
class Triangles:
    """Triangles of all polygons, sorted by polygon; counter-clockwise in (u, v)."""

    node: Ints
    """(T, 3) int64 nodes: the polygons' corners, and what is inserted later."""
    polygon: Ints
    """(T,) int64."""


def triangulate(faces: Faces, polygons: Polygons, progress: Progress = unheard) -> Triangles:
    """Cut every polygon into triangles.

    Rectangles, nine in ten of the polygons of usual models, are cut all at once. The others become rings without
    holes. Those of three and four corners, most of them, are cut all at once too; of the larger ones equal rings are
    triangulated once, by earcut.

    Parameters
    ----------
    faces : Faces
    polygons : Polygons
    progress : Progress, optional

    Returns
    -------
    Triangles

    Raises
    ------
    GeometryError
        If the triangles of a polygon do not add up to its faces.
    """
    rectangle = (polygons.corners == 4) & (polygons.holes == 0)
    quads = quad_triangles(_rectangle_corners(polygons, rectangle))
    parts, owners = [quads], [np.repeat(np.flatnonzero(rectangle), 2)]
    if not rectangle.all():
        rings = cut_into_rings(faces, polygons, ~rectangle, part(progress, 0, 0.7))
        corner = _ring_triangles(polygons, rings, part(progress, 0.7, 0.9))
        parts.append(corner)
        owners.append(polygons.polygon[corner[:, 0]])
    progress(0.9)
    polygon = np.concatenate(owners)
    order = np.argsort(polygon, kind="stable")
    triangles = Triangles(np.concatenate(parts)[order], polygon[order])
    _check_areas(polygons, triangles)
    return triangles


def quad_triangles(quads: Ints) -> Ints:
    """Cut quads (n, 4) into triangles (2n, 3): (a, b, c) and (a, c, d) of each."""
    return quads[:, [0, 1, 2, 0, 2, 3]].reshape(-1, 3)


def _rectangle_corners(polygons: Polygons, rectangle: npt.NDArray[np.bool_]) -> Ints:
    is_root = polygons.contour == np.arange(len(polygons.contour))
    a = np.flatnonzero(is_root & rectangle[polygons.polygon])
    b = polygons.following[a]
    c = polygons.following[b]
    return np.stack([a, b, c, polygons.following[c]], axis=1)


def _ring_triangles(polygons: Polygons, rings: Rings, progress: Progress) -> Ints:
    """Triangulate all rings, by rising length: (t, 3) corner ids."""
    first = np.cumsum(rings.length) - rings.length
    point = np.stack([polygons.column[rings.corner], polygons.row[rings.corner]], axis=1)
    corners = []
    lengths = grouped(rings.length)
    for length, each in zip(lengths.value, shared(progress, (lengths.value * lengths.size).tolist()), strict=True):
        each(0)
        ring = np.flatnonzero(rings.length == length)
        place = first[ring][:, None] + np.arange(length)
        shape = point[place] - point[place[:, :1]]
        triangles = triangulate_small_rings(shape) if length <= _SMALL else _triangulate_large_rings(shape, each)
        corners.append(rings.corner[first[ring][:, None, None] + triangles].reshape(-1, 3))
    return np.concatenate(corners)


def triangulate_small_rings(shape: Ints) -> Ints:
    """Triangulate rings of three or four corners, at most one of which is straight or reflex.

    Earcut's own choice: the diagonal of four corners starts at the third, or at the fourth where the second or the
    fourth is not convex.

    Parameters
    ----------
    shape : (n, 3, 2) or (n, 4, 2) int64
        Corners, counter-clockwise.

    Returns
    -------
    (n, 1, 3) or (n, 2, 3) int64
        Places in the ring, counter-clockwise.
    """
    if shape.shape[1] == _SMALL - 1:
        return np.tile(_TRIANGLE, (len(shape), 1, 1))
    side = np.roll(shape, -1, axis=1) - shape
    before = np.roll(side, 1, axis=1)
    turn = before[:, :, 0] * side[:, :, 1] - before[:, :, 1] * side[:, :, 0]
    halves: Ints = _HALVES[(turn[:, 1::2] <= 0).any(axis=1).astype(np.int64)]
    return halves


def _triangulate_large_rings(shape: Ints, progress: Progress) -> Ints:
    """Triangulate rings (n, k, 2) by earcut, equal ones once: (n, k - 2, 3) places in the ring."""
    shapes, shape_of_ring = _distinct_rows(shape.reshape(len(shape), -1).astype(np.int32))
    triangles = np.empty((len(shapes), shape.shape[1] - 2, 3), np.int64)
    for number, row in enumerate(shapes):
        if number % _OFTEN == 0:
            progress(number / len(shapes))
        triangles[number] = _triangulate_ring(row.reshape(-1, 2))
    return triangles[shape_of_ring]


def _distinct_rows(rows: npt.NDArray[np.int32]) -> tuple[npt.NDArray[np.int32], Ints]:
    """Distinct rows, and for each row which of them it equals."""
    whole = np.ascontiguousarray(rows).view(np.dtype((np.void, rows.shape[1] * rows.itemsize))).reshape(-1)
    groups = grouped(whole)
    return rows[groups.first], groups.number


def _triangulate_ring(ring: npt.NDArray[np.int32]) -> Ints:
    """Triangulate one ring of n corners: (n, 2) int32 in, (n - 2, 3) places in the ring out, counter-clockwise."""
    ends = np.array([len(ring)], np.uint32)
    import mapbox_earcut

    triangles = mapbox_earcut.triangulate_float64(ring.astype(np.float64), ends).reshape(-1, 3).astype(np.int64)
    a, b, c = (ring[triangles[:, i]].astype(np.int64) for i in range(3))
    area = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])
    triangles[area < 0] = triangles[area < 0][:, ::-1]
    if len(triangles) != len(ring) - 2:
        triangles = restore_dropped(ring.astype(np.int64), triangles)
    return triangles


def _check_areas(polygons: Polygons, triangles: Triangles) -> None:
    column, row = polygons.column[triangles.node], polygons.row[triangles.node]
    right, up = column[:, 1:] - column[:, :1], row[:, 1:] - row[:, :1]
    doubled = right[:, 0] * up[:, 1] - up[:, 0] * right[:, 1]
    if (doubled <= 0).any():
        raise GeometryError(f"polygon {triangles.polygon[doubled.argmin()]}: a triangle has no area")
    area = np.bincount(triangles.polygon, weights=doubled, minlength=polygons.count)
    faces = np.bincount(polygons.face_polygon, minlength=polygons.count)
    wrong = np.flatnonzero(area != 2 * faces)
    if len(wrong):
        p = wrong[0]
        raise GeometryError(f"polygon {p}: the triangles cover {area[p] / 2:g} faces of {faces[p]:,}")
