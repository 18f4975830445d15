"""Edges with four faces: a mesh's (T, 3) triangles in, how many there are, or triangles with an edge for each two, out.

Two voxels that touch along an edge alone share it, and so do their four faces. Programs for 3-D printing want edges of
two faces. So the solids are parted: the two faces of each voxel get the edge for themselves, by copies of its ends.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ..arrays import components, distinct, grouped
from ..directions import NORMAL
from .mesh import Mesh
from .modes import MODES
from .weld import count_gpu_vertices

Ints = npt.NDArray[np.int64]

_MIXER = np.uint64(0x9E3779B97F4A7C15)
"""Multiplied by it, numbers in order become numbers in no order, all different."""


@dataclass(frozen=True)
class Parted:
    """Triangles of a mesh on its vertices and on copies of some."""

    triangles: npt.NDArray[np.int32]
    """(T, 3) int32: the mesh's own; vertices from its number of vertices on are copies."""
    copied: npt.NDArray[np.int32]
    """(n,) int32 the vertex that each copy is of, ascending."""
    joined: int
    """Edges along which the solids are joined, and the air is parted, for they hang together around both ends."""


@dataclass(frozen=True)
class _Edges:
    """Edges of more than two faces, each with two pairs of half-edges.

    A half-edge is a triangle's side from one corner to the next, and has the number of its first corner.
    """

    forward: Ints
    """(E, 2) int64 half-edges towards the vertex of higher number; -1 where a pair has none."""
    backward: Ints
    """(E, 2) int64 those the other way."""

    def corners(self) -> tuple[Ints, Ints]:
        """The corners of both pairs at the edges' first ends and at their second ones, (E, 2) int64 each."""
        first = np.where(self.forward >= 0, self.forward, _next(self.backward))
        second = np.where(self.backward >= 0, self.backward, _next(self.forward))
        return first, second

    def changed(self, chosen: Ints) -> _Edges:
        """Let the half-edges of the chosen edges change partners."""
        backward = self.backward.copy()
        backward[chosen] = backward[chosen, ::-1]
        return replace(self, backward=backward)


def count_four_face_edges(triangles: npt.NDArray[np.int32]) -> int:
    """Count the edges that more than two triangles share.

    Parameters
    ----------
    triangles : (T, 3) int32

    Returns
    -------
    int
    """
    start, end = triangles.reshape(-1), triangles[:, [1, 2, 0]].reshape(-1)
    pitch = int(start.max(initial=0)) + 1
    edge = grouped(np.minimum(start, end).astype(np.int64) * pitch + np.maximum(start, end))
    return int(np.count_nonzero(edge.size > 2))


def part_edges(mesh: Mesh) -> Parted:
    """Part the solids of a mesh where they touch along an edge or in a point, so that each edge has two faces.

    The faces of an edge are paired: where there are four, those of one voxel. Faces around a vertex that follow each
    other through pairs share one copy of it. If the voxels hang together around both ends of their edge, its two pairs
    share both copies all the same; there the two faces around each of the two cells of air are paired instead.

    Parameters
    ----------
    mesh : Mesh
        Of a mode without T-junctions.

    Returns
    -------
    Parted
        Every edge has two faces at most, and exactly two if the mesh is closed; surfaces of different bodies share no
        vertex.

    Notes
    -----
    Paired faces form rings around a vertex. An edge that lies in one ring twice parts it in two when its faces change
    partners, and leaves the other rings alone. So this sets no other edge back, and every edge needs it once at most.

    References
    ----------
    Rossignac and Cardoze 1999, "Matchmaker: manifold BReps for non-manifold r-sets".
    """
    partner, edges = _pairs(mesh)
    edges, partner, joined = _joined(mesh, edges, partner)
    vertex = mesh.triangles.reshape(-1)
    fan = _fans(np.arange(len(vertex)), partner)
    first = distinct(fan)
    first = first[np.argsort(vertex[first], kind="stable")]
    is_copy = np.zeros(len(first), np.bool_)
    is_copy[1:] = vertex[first[1:]] == vertex[first[:-1]]
    number = np.empty(len(vertex), np.int32)
    number[first] = np.where(is_copy, len(mesh.vertices) + np.cumsum(is_copy) - 1, vertex[first])
    return Parted(number[fan].reshape(-1, 3), vertex[first[is_copy]], joined)


def parted_mesh(mesh: Mesh) -> Mesh:
    """Part the solids of a mesh for those who write it, as `part_edges` does.

    Parameters
    ----------
    mesh : Mesh

    Returns
    -------
    Mesh
        With copies behind its vertices, which are no longer distinct; the mesh itself in modes with T-junctions.
    """
    if MODES[mesh.options.mode].junctions != "nowhere":
        return mesh
    parted = part_edges(mesh)
    direction = np.repeat(mesh.polygon_direction[mesh.triangle_polygon], 3)
    corner = parted.triangles.reshape(-1).astype(np.int64)
    counts = replace(
        mesh.counts,
        vertices=len(mesh.vertices) + len(parted.copied),
        gpu_vertices=count_gpu_vertices(corner, direction, mesh.corner_texels().reshape(-1, 2)),
        four_face_edges=0,
    )
    vertices = np.concatenate([mesh.vertices, mesh.vertices[parted.copied]])
    return replace(mesh, vertices=vertices, triangles=parted.triangles, counts=counts)


def _next(half_edge: Ints) -> Ints:
    """The half-edge that follows in the same triangle."""
    following: Ints = half_edge + np.where(half_edge % 3 == 2, -2, 1)
    return following


def _bodies(mesh: Mesh) -> Ints:
    """(T,) int64: 0 for opaque voxels, else the palette index of the transparent ones."""
    body = np.where(mesh.polygon_is_transparent, mesh.projection.color, 0)
    return body[mesh.triangle_polygon].astype(np.int64)


def _pairs(mesh: Mesh) -> tuple[Ints, _Edges]:
    """The other half-edge, (3T,) int64, at edges of two, -1 elsewhere; and the edges of more."""
    start, end = mesh.triangles.reshape(-1).astype(np.int64), mesh.triangles[:, [1, 2, 0]].reshape(-1)
    edge = np.minimum(start, end) * len(mesh.vertices) + np.maximum(start, end)
    groups = grouped(edge * 256 + np.repeat(_bodies(mesh), 3))
    number, size = groups.number, groups.size
    way, half_edges = start < end, np.arange(len(start))
    backward = np.bincount(number[~way], minlength=len(groups))
    partner = np.full(len(start), -1, np.int64)
    one = np.flatnonzero((size == 2) & (backward == 1))
    opposite = np.zeros((2, len(groups)), np.int64)
    opposite[way.astype(np.int64), number] = half_edges
    partner[opposite[0, one]], partner[opposite[1, one]] = opposite[1, one], opposite[0, one]
    return partner, _many(mesh, number, np.flatnonzero((size > 2)[number]))


def _many(mesh: Mesh, number: Ints, half_edge: Ints) -> _Edges:
    """Pair the half-edges of edges of more than two by their voxels."""
    vertex = mesh.triangles.reshape(-1)
    step = np.sign(mesh.vertices[vertex[_next(half_edge)]] - mesh.vertices[vertex[half_edge]])
    normal = NORMAL[mesh.polygon_direction[mesh.triangle_polygon[half_edge // 3]]]
    # From the edge, the voxel lies where the face does, and behind it.
    voxel = (np.cross(normal, step) - normal + 1) @ np.array([9, 3, 1])
    edge = grouped(number[half_edge]).number
    pair = grouped(edge * 27 + voxel)
    column = pair.number - np.searchsorted(pair.value // 27, edge)
    found = np.full((2, int(edge.max(initial=-1)) + 1, 2), -1, np.int64)
    found[(step.sum(axis=1) < 0).astype(np.int64), edge, column] = half_edge
    return _Edges(found[0], found[1])


def _paired(partner: Ints, edges: _Edges) -> Ints:
    """The partners of all half-edges, those of edges of more than two included."""
    partner = partner.copy()
    both = (edges.forward >= 0) & (edges.backward >= 0)
    partner[edges.forward[both]], partner[edges.backward[both]] = edges.backward[both], edges.forward[both]
    return partner


def _joined(mesh: Mesh, edges: _Edges, partner: Ints) -> tuple[_Edges, Ints, int]:
    """Let edges change partners while their two pairs share both ends; edges, partners and how many have."""
    vertex, joined = mesh.triangles.reshape(-1).astype(np.int64), 0
    is_end = np.zeros(len(mesh.vertices), np.bool_)
    is_end[vertex[np.concatenate(edges.corners())]] = True
    around = np.flatnonzero(is_end[vertex])
    while True:
        paired = _paired(partner, edges)
        fan = np.empty(len(vertex), np.int64)
        fan[around] = _fans(around, paired)
        first, second = edges.corners()
        wrong = np.flatnonzero((fan[first[:, 0]] == fan[first[:, 1]]) & (fan[second[:, 0]] == fan[second[:, 1]]))
        if not len(wrong):
            return edges, paired, joined
        apart = wrong[choose_apart(np.stack([vertex[first[wrong, 0]], vertex[second[wrong, 0]]], axis=1))]
        edges, joined = edges.changed(apart), joined + len(apart)


def choose_apart(ends: Ints) -> npt.NDArray[np.bool_]:
    """Choose edges of which no two share an end.

    Parameters
    ----------
    ends : (E, 2) int64
        Vertices.

    Returns
    -------
    (E,) bool
        At least one; about every third of a long chain.
    """
    turn = (np.arange(len(ends), dtype=np.uint64) * _MIXER).astype(np.int64)
    vertices = grouped(ends.reshape(-1))
    lowest = np.full(len(vertices), np.iinfo(np.int64).max)
    place = vertices.number.reshape(-1, 2)
    np.minimum.at(lowest, place, turn[:, None])
    first: npt.NDArray[np.bool_] = (lowest[place] == turn[:, None]).all(axis=1)
    return first


def _fans(corner: Ints, partner: Ints) -> Ints:
    """The smallest corner of each corner's fan; (n,) int64 all corners around some vertices in and out."""
    place = np.empty(len(partner), np.int64)
    place[corner] = np.arange(len(corner))
    paired = np.flatnonzero(partner[corner] >= 0)
    beside = place[_next(partner[corner[paired]])]
    return corner[components(len(corner), paired, beside)]
