"""A `Surface` wider than vertices of one byte reach in; the same cut on lattice planes, without a crack, out.

A polygon that crosses a cut becomes a picture of its cells, is cut there and meshed again: all new vertices are lattice
points on the cut, the same ones on both of its sides. Where the mesh has no vertices inside edges of its
planes, the new pieces get none either: vertices that lie in their edges are put into these.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from .. import directions
from ..arrays import concatenated_ranges
from ..options import MeshOptions
from ..pipeline import build_mesh
from .records import LARGEST_COORDINATE
from .surface import Ints, Surface

_CELLS = 1 << 24
"""Cells of the pictures that are meshed at once."""

_FRONT = 4
"""The direction +z, in which the pictures of polygons look: its u and v axes are x and y."""


@dataclass(frozen=True)
class _Pieces:
    """Rectangles of cells that each show a part of a polygon."""

    polygon: Ints
    low: Ints
    """(n, 2) int64 (u, v) of the first cell."""
    high: Ints
    """(n, 2) int64 (u, v) after the last cell."""

    def some(self, chosen: slice) -> _Pieces:
        return _Pieces(self.polygon[chosen], self.low[chosen], self.high[chosen])


def cut_planes(low: Ints, high: Ints) -> list[Ints]:
    """Choose where to cut a box so that no part is wider than a vertex can tell.

    Parameters
    ----------
    low, high : (3,) int64
        Lattice points.

    Returns
    -------
    list of (n,) int64
        For each axis the coordinates of the cuts: as few as will do, evenly spaced.
    """
    planes = []
    for start, end in zip(low.tolist(), high.tolist(), strict=True):
        count = max(-(-(end - start) // LARGEST_COORDINATE), 1)
        planes.append(start + (end - start) * np.arange(1, count) // count)
    return planes


def cut(surface: Surface, planes: list[Ints], *, stitched: bool) -> Surface:
    """Cut all polygons on planes of the lattice.

    Parameters
    ----------
    surface : Surface
    planes : list of (n,) int64
        For each axis the coordinates of the cuts, ascending.
    stitched : bool
        Put vertices that lie inside edges of the new pieces into these.

    Returns
    -------
    Surface
        The same picture; no polygon has cells on both sides of a cut.
    """
    low, high = surface.boxes()
    crossing = np.zeros(surface.polygon_count, np.bool_)
    for axis in range(3):
        below = np.searchsorted(planes[axis], low[:, axis], side="right")
        crossing |= np.searchsorted(planes[axis], high[:, axis], side="left") > below
    if not crossing.any():
        return surface
    points, triangles, owner = _remeshed(surface, crossing, low, high, planes)
    kept = np.flatnonzero(~crossing[surface.triangle_polygon])
    vertices, vertex = _welded(np.concatenate((surface.vertices[surface.triangles[kept]].reshape(-1, 3), points)))
    old, new = vertex[: 3 * len(kept)].reshape(-1, 3), vertex[3 * len(kept) :][triangles]
    source = owner.source
    if stitched:
        new, triangle_piece = _stitch(vertices, new, owner.triangle_piece)
    else:
        triangle_piece = owner.triangle_piece
    still = np.flatnonzero(~crossing)
    number = np.full(surface.polygon_count, -1, np.int64)
    number[still] = np.arange(len(still))
    polygon = np.concatenate((still, source))
    quad = np.bincount(triangle_piece, minlength=len(source)) == 2
    return replace(
        surface,
        vertices=vertices,
        triangles=np.concatenate((old, new)),
        triangle_polygon=np.concatenate((number[surface.triangle_polygon[kept]], len(still) + triangle_piece)),
        direction=surface.direction[polygon],
        is_quad=np.concatenate((surface.is_quad[still], quad & owner.is_quad)),
        is_transparent=surface.is_transparent[polygon],
        color=surface.color[polygon],
        offset=surface.offset[polygon],
        symmetry=surface.symmetry[polygon],
    )


@dataclass(frozen=True)
class _Owner:
    """Which new piece each new triangle belongs to, and which old polygon each piece comes from."""

    triangle_piece: Ints
    source: Ints
    is_quad: npt.NDArray[np.bool_]


def _remeshed(
    surface: Surface, crossing: npt.NDArray[np.bool_], low: Ints, high: Ints, planes: list[Ints]
) -> tuple[Ints, Ints, _Owner]:
    """New points (n, 3), triangles into them and their owners, for all polygons that cross a cut."""
    points, triangles, pieces, sources, quads = [], [], [], [], []
    vertex_count = piece_count = 0
    for direction in range(6):
        chosen = np.flatnonzero(crossing & (surface.direction == direction))
        axes = np.array([directions.U_AXIS[direction], directions.V_AXIS[direction]])
        for some in _batches(_cut_boxes(chosen, low[:, axes], high[:, axes], [planes[axis] for axis in axes])):
            mesh = build_mesh(_pictures(surface, some, axes), MeshOptions(border=0, interior="keep"))
            front = mesh.polygon_direction == _FRONT
            index = np.flatnonzero(front[mesh.triangle_polygon])
            corner = mesh.triangles[index]
            flat, layer = mesh.vertices[:, :2].astype(np.int64), (mesh.vertices[:, 2] - 1) // 2
            layer = np.minimum(layer, len(some.polygon) - 1)
            point = np.empty((len(flat), 3), np.int64)
            point[:, axes] = flat + some.low[layer]
            point[:, directions.AXIS[direction]] = low[some.polygon[layer], directions.AXIS[direction]]
            number = np.cumsum(front) - 1
            first = np.searchsorted(mesh.triangle_polygon, np.flatnonzero(front))
            points.append(point)
            triangles.append(corner.astype(np.int64) + vertex_count)
            pieces.append(number[mesh.triangle_polygon[index]] + piece_count)
            sources.append(some.polygon[layer[mesh.triangles[first, 0]]])
            quads.append(mesh.polygon_is_quad[front])
            vertex_count += len(point)
            piece_count += int(front.sum())
    owner = _Owner(np.concatenate(pieces), np.concatenate(sources), np.concatenate(quads))
    used, index = np.unique(np.concatenate(triangles), return_inverse=True)
    return np.concatenate(points)[used], index.reshape(-1, 3), owner


def _cut_boxes(polygon: Ints, low: Ints, high: Ints, planes: list[Ints]) -> _Pieces:
    """Cut the boxes (u, v) of polygons."""
    pieces = _Pieces(polygon, low[polygon], high[polygon])
    for axis in (0, 1):
        below = np.searchsorted(planes[axis], pieces.low[:, axis], side="right")
        count = np.searchsorted(planes[axis], pieces.high[:, axis], side="left") - below + 1
        owner, cut_before = concatenated_ranges(below, count)
        edges = np.concatenate(([np.iinfo(np.int64).min], planes[axis], [np.iinfo(np.int64).max]))
        low, high = pieces.low[owner], pieces.high[owner]
        low[:, axis] = np.maximum(low[:, axis], edges[cut_before])
        high[:, axis] = np.minimum(high[:, axis], edges[cut_before + 1])
        pieces = _Pieces(pieces.polygon[owner], low, high)
    return pieces


def _batches(pieces: _Pieces) -> list[_Pieces]:
    """Divide pieces into parts whose pictures fit in little memory."""
    if len(pieces.polygon) == 0:
        return []
    side = (pieces.high - pieces.low).max(axis=0)
    step = max(_CELLS // int(2 * side[0] * side[1]), 1)
    return [pieces.some(slice(start, start + step)) for start in range(0, len(pieces.polygon), step)]


def _pictures(surface: Surface, pieces: _Pieces, axes: Ints) -> npt.NDArray[np.uint8]:
    """The cells of each piece as a layer of a grid, with an empty layer between each two."""
    size = (pieces.high - pieces.low).max(axis=0)
    grid = np.zeros((len(pieces.polygon), int(size[0]) + 1, int(size[1])), np.int8)
    order = np.argsort(pieces.polygon, kind="stable")
    wanted = np.searchsorted(surface.triangle_polygon, pieces.polygon[order])
    ends = np.searchsorted(surface.triangle_polygon, pieces.polygon[order], side="right")
    owner, triangle = concatenated_ranges(wanted, ends - wanted)
    piece = order[owner]
    # Every edge counts the cells to its right in its rows, up for +1 and down for -1; what the triangles of a
    # polygon share cancels, so only straight edges of the outline are left.
    corner = surface.vertices[surface.triangles[triangle]][:, :, axes]
    start, end = corner.reshape(-1, 2), np.roll(corner, -1, axis=1).reshape(-1, 2)
    piece = np.repeat(piece, 3)
    upright = np.flatnonzero((start[:, 0] == end[:, 0]) & (start[:, 1] != end[:, 1]))
    start, end, piece = start[upright], end[upright], piece[upright]
    bottom = np.clip(np.minimum(start[:, 1], end[:, 1]), pieces.low[piece, 1], pieces.high[piece, 1])
    top = np.clip(np.maximum(start[:, 1], end[:, 1]), pieces.low[piece, 1], pieces.high[piece, 1])
    edge, row = concatenated_ranges(bottom, top - bottom)
    column = np.clip(start[edge, 0], pieces.low[piece[edge], 0], pieces.high[piece[edge], 0])
    at = (piece[edge], column - pieces.low[piece[edge], 0], row - pieces.low[piece[edge], 1])
    np.add.at(grid, at, np.where(start[edge, 1] > end[edge, 1], 1, -1).astype(np.int8))
    filled = np.cumsum(grid, axis=1, dtype=np.int8)[:, :-1] != 0
    layers = np.zeros((int(size[0]), int(size[1]), 2 * len(filled)), np.uint8)
    layers[:, :, ::2] = filled.transpose(1, 2, 0)
    return layers


def _welded(points: Ints) -> tuple[Ints, Ints]:
    """Distinct points in lexicographic order, and which of them each point is."""
    low = points.min(axis=0)
    pitch = points.max(axis=0) - low + 1
    x, y, z = (points - low).T
    _, first, vertex = np.unique((x * pitch[1] + y) * pitch[2] + z, return_index=True, return_inverse=True)
    return points[first], vertex.reshape(-1)


def _stitch(vertices: Ints, triangles: Ints, piece: Ints) -> tuple[Ints, Ints]:
    """Split triangles at vertices inside the straight edges of their pieces' outlines, until there are none."""
    while True:
        start, end = triangles, np.roll(triangles, -1, axis=1)
        outline = _is_outline(start, end, piece)
        found, inside = _between(vertices, start.ravel(), end.ravel())
        has = outline & (np.bincount(found, minlength=3 * len(triangles)).reshape(-1, 3) > 0)
        split = np.flatnonzero(has.any(axis=1))
        if len(split) == 0:
            return triangles, piece
        side = np.argmax(has[split], axis=1)
        turn = (side[:, None] + np.arange(3)) % 3
        a, b, c = np.take_along_axis(triangles[split], turn, axis=1).T
        edge = np.full(3 * len(triangles), -1, np.int64)
        edge[3 * split + side] = np.arange(len(split))
        on = edge[found] >= 0
        owner, point = edge[found[on]], inside[on]
        # Along each edge: its start, the points inside, its end; each two in turn make a triangle with c.
        count = np.bincount(owner, minlength=len(split))
        first = np.cumsum(count + 2) - (count + 2)
        chain = np.empty(len(point) + 2 * len(split), np.int64)
        chain[first], chain[first + count + 1] = a, b
        chain[np.arange(len(point)) + 2 * owner + 1] = point
        at = np.repeat(np.arange(len(split)), count + 2)
        links = np.flatnonzero(at[1:] == at[:-1])
        fans = np.stack((chain[links], chain[links + 1], c[at[links]]), axis=1)
        rest = np.ones(len(triangles), np.bool_)
        rest[split] = False
        triangles = np.concatenate((triangles[rest], fans))
        piece = np.concatenate((piece[rest], piece[split][at[links]]))
        order = np.argsort(piece, kind="stable")
        triangles, piece = triangles[order], piece[order]


def _is_outline(start: Ints, end: Ints, piece: Ints) -> npt.NDArray[np.bool_]:
    """(T, 3) bool: no other triangle of the piece has the edge the other way round."""
    pitch = int(start.max(initial=0)) + 1
    forth = (piece[:, None] * pitch + start) * pitch + end
    back = (piece[:, None] * pitch + end) * pitch + start
    outline: npt.NDArray[np.bool_] = ~np.isin(forth, back)
    return outline


def _between(vertices: Ints, start: Ints, end: Ints) -> tuple[Ints, Ints]:
    """Vertices strictly inside axis-parallel edges: numbers of edges, ascending, and vertices from start to end."""
    edges, inside = [], []
    span = int(vertices.max()) - int(vertices.min()) + 1
    shifted = vertices - vertices.min()
    for axis in range(3):
        one, other = (axis + 1) % 3, (axis + 2) % 3
        key = (shifted[:, one] * span + shifted[:, other]) * span + shifted[:, axis]
        order = np.argsort(key)
        key = key[order]
        along = (vertices[start][:, [one, other]] == vertices[end][:, [one, other]]).all(axis=1)
        edge = np.flatnonzero(along)
        line = (shifted[start[edge], one] * span + shifted[start[edge], other]) * span
        a, b = shifted[start[edge], axis], shifted[end[edge], axis]
        first = np.searchsorted(key, line + np.minimum(a, b), side="right")
        count = np.searchsorted(key, line + np.maximum(a, b), side="left") - first
        owner, place = concatenated_ranges(first, np.maximum(count, 0))
        backwards = (a > b)[owner]
        mirrored = (2 * first + count - 1)[owner] - place
        edges.append(edge[owner])
        inside.append(order[np.where(backwards, mirrored, place)])
    edge, vertex = np.concatenate(edges), np.concatenate(inside)
    order = np.argsort(edge, kind="stable")
    return edge[order], vertex[order]
