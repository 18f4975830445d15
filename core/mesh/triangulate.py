"""Polygons to triangles on their corners alone: contours in, (T, 3) corner ids out, N + 2h - 2 triangles a polygon."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..arrays import grouped
from ..errors import GeometryError
from ..progress import Progress, coarse, part, shared, unheard
from .contours import Polygons
from .exposure import Faces
from .repair import restore_dropped
from .strips import cut_into_rings

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
    count = polygons.corners + 2 * polygons.holes - 2
    corner = np.empty((int(count.sum()), 3), np.int64)
    of_rectangle = np.repeat(rectangle, count)
    quads = _rectangle_corners(polygons, rectangle)
    corner[of_rectangle] = quad_triangles(quads)
    faces_of = np.bincount(polygons.face_polygon, minlength=polygons.count)
    _check_quads(polygons, quads, faces_of[rectangle])
    if not rectangle.all():
        rings = cut_into_rings(faces, polygons, ~rectangle, part(progress, 0, 0.7))
        cut = _ring_triangles(polygons, rings, part(progress, 0.7, 0.9))
        owner = polygons.polygon[cut[:, 0]]
        _check_areas(polygons, cut, owner, np.where(rectangle, 0, faces_of))
        corner[~of_rectangle] = cut[np.argsort(owner, kind="stable")]
    return Triangles(corner, np.repeat(np.arange(polygons.count), count))


def quad_triangles(quads: Ints) -> Ints:
    """Cut quads (n, 4) into triangles (2n, 3): (a, b, c) and (a, c, d) of each."""
    return quads[:, [0, 1, 2, 0, 2, 3]].reshape(-1, 3)


def _rectangle_corners(polygons: Polygons, rectangle: npt.NDArray[np.bool_]) -> Ints:
    roots = np.flatnonzero(polygons.contour == np.arange(len(polygons.contour)))
    a = roots[rectangle[polygons.polygon[roots]]]
    b = polygons.following[a]
    c = polygons.following[b]
    return np.stack([a, b, c, polygons.following[c]], axis=1)


def _ring_triangles(polygons: Polygons, rings: list[Ints], progress: Progress) -> Ints:
    """Triangulate rings (n, k), by rising k: (t, 3) corner ids."""
    corners = []
    for ring, each in zip(rings, shared(coarse(progress), [ring.size for ring in rings]), strict=True):
        each(0)
        column, row = polygons.column[ring], polygons.row[ring]
        if ring.shape[1] <= _SMALL:
            triangles = triangulate_small_rings(column, row)
        else:
            shape = np.stack([column - column[:, :1], row - row[:, :1]], axis=2)
            triangles = _triangulate_large_rings(shape, each)
        first = ring.shape[1] * np.arange(len(ring))
        corners.append(ring.reshape(-1)[first[:, None, None] + triangles].reshape(-1, 3))
    return np.concatenate(corners)


def triangulate_small_rings(column: Ints, row: Ints) -> Ints:
    """Triangulate rings of three or four corners, at most one of which is straight or reflex.

    Earcut's own choice: the diagonal of four corners starts at the third, or at the fourth where the second or the
    fourth is not convex.

    Parameters
    ----------
    column, row : (n, 3) or (n, 4) int64
        Corners, counter-clockwise.

    Returns
    -------
    (1 or n, 1, 3) or (n, 2, 3) int64
        Places in the ring, counter-clockwise.
    """
    if column.shape[1] == _SMALL - 1:
        return _TRIANGLE
    right, up = column[:, [1, 2, 3, 0]] - column, row[:, [1, 2, 3, 0]] - row
    turn = right[:, [0, 2]] * up[:, [1, 3]] - up[:, [0, 2]] * right[:, [1, 3]]
    halves: Ints = _HALVES[(turn <= 0).any(axis=1).astype(np.intp)]
    return halves


def _triangulate_large_rings(shape: Ints, progress: Progress) -> Ints:
    """Triangulate rings (n, k, 2) by earcut, equal ones once: (n, k - 2, 3) places in the ring."""
    import mapbox_earcut

    count = shape.shape[1]
    rows, shape_of_ring = _distinct_rows(shape.reshape(len(shape), -1).astype(np.int32))
    shapes = rows.reshape(-1, count, 2)
    triangles, ends = np.empty((len(shapes), 3 * (count - 2)), np.int64), np.array([count], np.uint32)
    dropped = []
    for number, ring in enumerate(shapes.astype(np.float64)):
        if number % _OFTEN == 0:
            progress(number / len(shapes))
        cut = mapbox_earcut.triangulate_float64(ring, ends)
        if len(cut) == triangles.shape[1]:
            triangles[number] = cut
        else:
            dropped.append((number, cut))
            triangles[number] = 0
    turned = _turned(shapes.astype(np.int64), triangles.reshape(len(shapes), -1, 3))
    for number, cut in dropped:
        ring = shapes[number].astype(np.int64)
        turned[number] = restore_dropped(ring, _turned(ring[None], cut.astype(np.int64).reshape(1, -1, 3))[0])
    return turned[shape_of_ring]


def _distinct_rows(rows: npt.NDArray[np.int32]) -> tuple[npt.NDArray[np.int32], Ints]:
    """Distinct rows, and for each row which of them it equals."""
    whole = np.ascontiguousarray(rows).view(np.dtype((np.void, rows.shape[1] * rows.itemsize))).reshape(-1)
    groups = grouped(whole)
    return rows[groups.first], groups.number


def _turned(rings: Ints, triangles: Ints) -> Ints:
    """Triangles (n, t, 3) of rings (n, k, 2) counter-clockwise, by swapping their outer corners."""
    each = np.arange(len(rings))[:, None]
    a, b, c = (rings[each, triangles[:, :, i]] for i in range(3))
    clockwise = _doubled(b - a, c - a) < 0
    triangles[clockwise] = triangles[clockwise][:, ::-1]
    return triangles


def _doubled(one: Ints, other: Ints) -> Ints:
    """Twice the area between two sides, (..., 2) both; negative if the other is on the right of the one."""
    doubled: Ints = one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0]
    return doubled


def _check_quads(polygons: Polygons, quads: Ints, faces: Ints) -> None:
    """Want rectangles (n, 4) to have two triangles of the right area."""
    column, row = polygons.column[quads], polygons.row[quads]
    side = np.stack([column[:, 1:] - column[:, :1], row[:, 1:] - row[:, :1]], axis=2)
    half = _doubled(side[:, :2], side[:, 1:])
    wrong = np.flatnonzero((half[:, 0] != faces) | (half[:, 1] != faces))
    if len(wrong):
        polygon = polygons.polygon[quads[wrong[0], 0]]
        raise GeometryError(f"polygon {polygon}: the triangles do not cover its {faces[wrong[0]]:,} faces")


def _check_areas(polygons: Polygons, corner: Ints, polygon: Ints, faces: Ints) -> None:
    """Want triangles (t, 3) of polygons (t,) to cover as many faces as each polygon, (P,), has."""
    column, row = polygons.column[corner], polygons.row[corner]
    right, up = column[:, 1:] - column[:, :1], row[:, 1:] - row[:, :1]
    doubled = right[:, 0] * up[:, 1] - up[:, 0] * right[:, 1]
    if (doubled <= 0).any():
        raise GeometryError(f"polygon {polygon[doubled.argmin()]}: a triangle has no area")
    area = np.bincount(polygon, weights=doubled, minlength=polygons.count)
    wrong = np.flatnonzero(area != 2 * faces)
    if len(wrong):
        p = wrong[0]
        raise GeometryError(f"polygon {p}: the triangles cover {area[p] / 2:g} faces of {faces[p]:,}")
