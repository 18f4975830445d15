"""Whether a mesh's edges fit together: T-junctions, shorter diagonals; mesh in, sentences out."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from ..mesh.mesh import Mesh
from ..mesh.modes import MODES
from .arrays import Ints, blocks, find, ranges
from .expected import Expected, group_faces, point_keys, shown_by_polygons
from .structure import PlaneTriangles


def check_t_junctions(expected: Expected, mesh: Mesh, polygon_group: Ints) -> list[str]:
    """Check that no vertex lies strictly inside an edge.

    In modes without any T-junctions that holds for all vertices of the edge's body, the opaque voxels or those of a
    transparent palette index, in the others for those of polygons of the edge's own plane, normal and merging key.
    All points of the lattice inside an edge are looked up: they are no more than six times the faces covered.

    Parameters
    ----------
    expected : Expected
    mesh : Mesh
        Of a mode without T-junctions inside planes.
    polygon_group : (P,) int64
        What each polygon of the mesh covers, as `check_coverage` found it.

    Returns
    -------
    list of str
    """
    keys = point_keys(mesh.vertices, mesh.size)
    is_vertex = np.zeros(math.prod(side + 1 for side in mesh.size), np.bool_)
    is_vertex[keys] = True
    hits = [np.zeros((0, 2), np.int64)]
    start, end = mesh.triangles.reshape(-1), np.roll(mesh.triangles, -1, axis=1).reshape(-1)
    step = (mesh.vertices[end] - mesh.vertices[start]).astype(np.int64)
    parts = np.gcd.reduce(step, axis=1)
    stride = point_keys(step, mesh.size) // np.maximum(parts, 1)
    inner = np.maximum(parts - 1, 0)
    for part in blocks(inner):
        edge = np.repeat(np.arange(part.start, part.stop), inner[part])
        point = keys[start[edge]] + (ranges(0 * inner[part], inner[part]) + 1) * stride[edge]
        met = is_vertex[point]
        hits.append(np.column_stack([edge[met], point[met]]))
    return _say_hits(mesh, keys, _of_same_kind(expected, mesh, polygon_group, keys, np.concatenate(hits)))


def _nowhere(mesh: Mesh) -> bool:
    """Whether not even edges of other planes may have a vertex inside."""
    return MODES[mesh.options.mode].junctions == "nowhere"


def _of_same_kind(expected: Expected, mesh: Mesh, polygon_group: Ints, keys: Ints, hits: Ints) -> Ints:
    """Those hits whose point is a vertex of triangles of the edge's own body, or direction and merging key.

    A point lies in one plane of each direction, so that the direction tells the plane too.
    """
    face_group = group_faces(expected, MODES[mesh.options.mode])
    if _nowhere(mesh):
        kind = shown_by_polygons(expected.body, face_group, polygon_group)
    else:
        kind = 6 * shown_by_polygons(expected.merging, face_group, polygon_group) + mesh.polygon_direction
    kinds, kind = np.unique(kind, return_inverse=True)
    corner_kind = np.repeat(kind.reshape(-1)[mesh.triangle_polygon], 3)
    used = np.unique(keys[mesh.triangles.reshape(-1)] * len(kinds) + corner_kind)
    return hits[find(used, hits[:, 1] * len(kinds) + corner_kind[hits[:, 0]])[1]]


def _say_hits(mesh: Mesh, keys: Ints, hits: Ints) -> list[str]:
    if not len(hits):
        return []
    edge, point = hits[0]
    triangle, corner = divmod(int(edge), 3)
    first, second = mesh.triangles[triangle, [corner, (corner + 1) % 3]]
    vertex = int(np.flatnonzero(keys == point)[0])
    where = "" if _nowhere(mesh) else " of their own plane"
    return [
        f"{len(np.unique(hits[:, 1])):,} vertices lie inside an edge{where}; the first is vertex {vertex} at"
        f" {_point(mesh, vertex)}, between {_point(mesh, int(first))} and {_point(mesh, int(second))}"
    ]


def _point(mesh: Mesh, vertex: int) -> str:
    x, y, z = (int(c) for c in mesh.vertices[vertex])
    return f"({x}, {y}, {z})"


def check_flips(mesh: Mesh, planes: PlaneTriangles) -> list[str]:
    """Check that no edge between two triangles of a polygon can be replaced by a shorter diagonal.

    Parameters
    ----------
    mesh : Mesh
    planes : PlaneTriangles

    Returns
    -------
    list of str
    """
    count = len(mesh.vertices)
    # Both diagonals of a rectangle are equally long.
    chosen = np.flatnonzero(~mesh.polygon_is_quad[mesh.triangle_polygon[planes.index]])
    triangles = mesh.triangles[planes.index[chosen]].astype(np.int64)
    polygon = np.repeat(mesh.triangle_polygon[planes.index[chosen]], 3)
    start, end = triangles.reshape(-1), np.roll(triangles, -1, axis=1).reshape(-1)
    corner = np.stack([planes.u[chosen], planes.v[chosen]], axis=2)
    ends = [np.roll(corner, turn, axis=1).reshape(-1, 2) for turn in (0, -1, -2)]
    one, two = _neighbours(polygon, np.minimum(start, end) * count + np.maximum(start, end), start < end)
    a, b, c, d = ends[0][one], ends[1][one], ends[2][one], ends[2][two]
    convex = (_cross(d - c, a - c) < 0) & (_cross(d - c, b - c) > 0)
    shorter = convex & (((d - c) ** 2).sum(axis=1) < ((b - a) ** 2).sum(axis=1))
    if not shorter.any():
        return []
    first = one[np.argmax(shorter)]
    return [
        f"{np.count_nonzero(shorter):,} edges inside a polygon can be replaced by a shorter diagonal; the first runs"
        f" from {_point(mesh, int(start[first]))} to {_point(mesh, int(end[first]))} in polygon {int(polygon[first])}"
    ]


def _neighbours(
    polygon: npt.NDArray[np.int32], edge: Ints, forward: npt.NDArray[np.bool_]
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Pairs of corners whose edges are the same edge of one polygon in opposite directions."""
    order = np.lexsort((forward, polygon, edge))
    here, after = order[:-1], order[1:]
    same = (edge[here] == edge[after]) & (polygon[here] == polygon[after]) & (forward[here] != forward[after])
    return here[same], after[same]


def _cross(one: Ints, two: Ints) -> Ints:
    return one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0]
