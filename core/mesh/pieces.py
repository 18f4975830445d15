"""A mesh's triangles in, its polygons whole again out: pieces without holes, (L,) corners of triangles end to end.

A piece is a polygon whose outline passes no vertex twice. A polygon with holes, or one that touches itself, is cut
along edges of its triangles into the fewest pieces that a quick search finds.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..arrays import concatenated_ranges, cycle_order, distinct, grouped
from .mesh import Mesh

Ints = npt.NDArray[np.int64]

_TRIES = 8
"""Beginnings from which pieces grow, the fewest of which are taken."""
_WORK = 20_000
"""Triangles of a polygon times beginnings, at most; but one is always tried."""


@dataclass(frozen=True)
class Pieces:
    """Outlines, counter-clockwise seen from outside."""

    corner: Ints
    """(L,) int64 corners of the mesh's triangles, triangle times three plus place, piece by piece."""
    length: Ints
    """(F,) int64 corners of each piece."""
    polygon: npt.NDArray[np.int32]
    """(F,) int32 the polygon that each is part of, ascending."""


def whole_polygons(mesh: Mesh) -> Pieces:
    """Take the edges between the triangles of each polygon away.

    Every vertex on the outline of a polygon stays, also those within its sides.

    Parameters
    ----------
    mesh : Mesh

    Returns
    -------
    Pieces
        A piece of n corners stands for n - 2 triangles. A polygon without holes that does not touch itself is one
        piece; h holes and places where it touches itself make h + 1 at most, and most often 2.
    """
    twin = twins(mesh)
    piece = _piece_of_triangle(mesh, twin)
    inner = twin >= 0
    inner[inner] = piece[np.flatnonzero(inner) // 3] == piece[twin[inner] // 3]
    side = np.flatnonzero(~inner)
    # One side of a piece begins at each of its vertices, and one ends there.
    key = piece[side // 3] * len(mesh.vertices)
    start, end = (ends.reshape(-1)[side] for ends in (mesh.triangles, mesh.triangles[:, [1, 2, 0]]))
    following = np.empty(len(side), np.int64)
    following[np.argsort(key + end)] = np.argsort(key + start)
    order, length = cycle_order(following)
    corner = side[order]
    first = np.cumsum(length) - length
    return Pieces(corner, length, mesh.triangle_polygon[corner[first] // 3])


def twins(mesh: Mesh) -> Ints:
    """(3T,) int64: the side of another triangle of the same polygon along each triangle's side; -1 on the outline."""
    start, end = mesh.triangles.reshape(-1).astype(np.int64), mesh.triangles[:, [1, 2, 0]].reshape(-1)
    edges = grouped(np.minimum(start, end) * len(mesh.vertices) + np.maximum(start, end))
    groups = grouped(np.repeat(mesh.triangle_polygon.astype(np.int64), 3) * len(edges) + edges.number)
    first, number = groups.first, groups.number
    twin = np.full(len(start), -1, np.int64)
    second = np.flatnonzero(first[number] != np.arange(len(start)))
    twin[second], twin[first[number[second]]] = first[number[second]], second
    return twin


def _piece_of_triangle(mesh: Mesh, twin: Ints) -> Ints:
    """(T,) int64: the piece of each triangle; most polygons are one."""
    polygon = mesh.triangle_polygon.astype(np.int64)
    triangles = np.bincount(polygon, minlength=mesh.polygon_count)
    on_outline = distinct(np.repeat(polygon, 3) * len(mesh.vertices) + mesh.triangles.reshape(-1)) // len(mesh.vertices)
    whole = np.bincount(on_outline, minlength=mesh.polygon_count) == triangles + 2
    piece = polygon.copy()
    count = triangles[~whole]
    owner, rest = concatenated_ranges(np.searchsorted(polygon, np.flatnonzero(~whole)), count)
    first = np.cumsum(count) - count
    place = np.full(len(polygon) + 1, -1, np.int64)
    place[rest] = np.arange(len(rest)) - first[owner]
    beside = place[np.where(twin >= 0, twin // 3, -1)].reshape(-1, 3)[rest]
    total = mesh.polygon_count
    for start, stop in zip(first.tolist(), (first + count).tolist(), strict=True):
        grown = _fewest_pieces(mesh.triangles[rest[start:stop]].tolist(), beside[start:stop].tolist())
        piece[rest[start:stop]] = total + np.array(grown)
        total += max(grown) + 1
    return piece


def _fewest_pieces(triangles: list[list[int]], beside: list[list[int]]) -> list[int]:
    """Let pieces of one polygon grow from several beginnings; the piece of each triangle where they are fewest."""
    best: list[int] = []
    tries = max(1, min(_TRIES, _WORK // len(triangles)))
    for turn in range(tries):
        grown = _grown(triangles, beside, turn * len(triangles) // tries)
        if not best or max(grown) < max(best):
            best = grown
        if max(best) == 1:
            break
    return best


def _grown(triangles: list[list[int]], beside: list[list[int]], begin: int) -> list[int]:
    """Let pieces grow, one after the other, by triangles that bring a new vertex; the piece of each triangle.

    What is beside a grown piece shares three vertices with it, so no two pieces could be joined to one.
    """
    piece, count = [-1] * len(triangles), 0
    for seed in (*range(begin, len(triangles)), *range(begin)):
        if piece[seed] >= 0:
            continue
        vertices, queue = set(triangles[seed]), [seed]
        piece[seed] = count
        for triangle in queue:
            for other in beside[triangle]:
                if other >= 0 and piece[other] < 0 and sum(corner in vertices for corner in triangles[other]) == 2:
                    vertices.update(triangles[other])
                    piece[other] = count
                    queue.append(other)
        count += 1
    return piece
