"""Edge flips: triangles of polygons in, as many triangles out, without an interior edge that has a shorter alternative.

The two triangles at an interior edge form a quad; if it is strictly convex and its other diagonal is shorter, that
one takes the edge's place. Rounds of flips that share no triangle repeat until none is left. Every flip shortens the
sum of all edges, so this ends.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..arrays import distinct
from ..progress import Progress, coarse, unheard
from .nodes import Nodes
from .triangulate import Triangles

Ints = npt.NDArray[np.int64]


class _HalfEdges:
    """Triangles with the neighbour across each edge; half-edge 3 t + i runs from corner i of triangle t to the next."""

    def __init__(self, node: Ints, column: Ints, row: Ints) -> None:
        self.node = node.reshape(-1).copy()
        self.column = column
        self.row = row
        self.twin = _twins(self.node)
        sides = np.arange(len(self.node)).reshape(-1, 3)
        self._next, self._previous = sides[:, [1, 2, 0]].reshape(-1), sides[:, [2, 0, 1]].reshape(-1)
        # Scratch for one round each; a round writes what it reads, so that it costs what it flips.
        self._place = np.arange(len(self.node))
        self._best = np.zeros(len(self.node) // 3, np.int64)

    def around(self, edge: Ints) -> tuple[Ints, Ints, Ints, Ints]:
        """The nodes a, b of an edge and c, d of the corners across: in its own triangle and in its twin's."""
        twin = self.twin[edge]
        return self.node[edge], self.node[twin], self.node[self._previous[edge]], self.node[self._previous[twin]]

    def flippable(self, edge: Ints) -> tuple[Ints, Ints]:
        """Those of some edges that may be flipped and get shorter, and how much (squared) the other diagonal is."""
        ends = self.around(edge)
        (a, b, c, d), (e, f, g, h) = [self.column[node] for node in ends], [self.row[node] for node in ends]
        gain = (a - b) ** 2 + (e - f) ** 2 - (c - d) ** 2 - (g - h) ** 2
        # The other diagonal runs inside the quad if both of its triangles turn left.
        inside = ((d - a) * (g - e) > (h - e) * (c - a)) & ((c - b) * (h - f) > (g - f) * (d - b))
        chosen = np.flatnonzero((gain > 0) & inside)
        return edge[chosen], gain[chosen]

    def flip(self, edge: Ints) -> Ints:
        """Flip edges that share no triangle; return the four outer half-edges of each, at their new places."""
        twin = self.twin[edge]
        a, b, c, d = self.around(edge)
        outer = np.concatenate([self._next[edge], self._previous[edge], self._next[twin], self._previous[twin]])
        t1, t2 = edge // 3 * 3, twin // 3 * 3
        self.node[np.concatenate([t1, t1 + 1, t1 + 2])] = np.concatenate([a, d, c])
        self.node[np.concatenate([t2, t2 + 1, t2 + 2])] = np.concatenate([b, c, d])
        moved: Ints = np.concatenate([t2, t1 + 2, t1, t2 + 2])
        self._place[outer] = moved
        neighbour = self.twin[outer]
        neighbour = np.where(neighbour >= 0, self._place[neighbour], -1)
        self._place[outer] = outer
        self.twin[moved] = neighbour
        inner = neighbour >= 0
        self.twin[neighbour[inner]] = moved[inner]
        self.twin[t1 + 1], self.twin[t2 + 1] = t2 + 1, t1 + 1
        return moved

    def without_shared_triangles(self, edge: Ints, gain: Ints) -> npt.NDArray[np.bool_]:
        """Choose edges of which no two touch one triangle: those that gain most in both of theirs.

        Edges of equal gain come in a scattered order: in one that runs along a row of equal quads, only the first of
        the row would be chosen each time.
        """
        twin = self.twin[edge]
        order = np.lexsort((edge * 0x9E3779B1 & 0xFFFFFFFF, -gain))
        rank = np.empty(len(edge), np.int64)
        rank[order] = np.arange(len(edge))
        backwards = order[::-1]  # the last to be written wins: the one that gains most
        triangles = np.stack([edge[backwards], twin[backwards]], axis=1).reshape(-1) // 3
        self._best[triangles] = np.repeat(rank[backwards], 2)
        chosen: npt.NDArray[np.bool_] = (self._best[edge // 3] == rank) & (self._best[twin // 3] == rank)
        return chosen


def shorten_diagonals(nodes: Nodes, triangles: Triangles, progress: Progress = unheard) -> Triangles:
    """Flip interior edges until no polygon has one that a shorter diagonal can replace.

    Parameters
    ----------
    nodes : Nodes
    triangles : Triangles
        Sorted by polygon.
    progress : Progress, optional

    Returns
    -------
    Triangles
        The same numbers of triangles of the same polygons.
    """
    per_polygon = np.bincount(triangles.polygon)
    movable = np.flatnonzero(per_polygon[triangles.polygon] > 2)
    mesh = _HalfEdges(triangles.node[movable], nodes.column, nodes.row)
    edge = np.flatnonzero(mesh.twin > np.arange(len(mesh.twin)))
    waiting, most, tell = len(edge), len(edge), coarse(progress, 0.5, 3)
    while len(edge):
        waiting = min(waiting, len(edge))
        tell(1 - waiting / most)
        edge, gain = mesh.flippable(edge)
        chosen = mesh.without_shared_triangles(edge, gain)
        outer = mesh.flip(edge[chosen])
        touched = np.concatenate([edge[~chosen], outer[mesh.twin[outer] >= 0]])
        # A waiting edge may have been moved by a flip beside it; then its new place is among the outer ones.
        touched = distinct(np.minimum(touched, mesh.twin[touched]))
        edge = touched[touched >= 0]
    node = triangles.node.copy()
    node[movable] = mesh.node.reshape(-1, 3)
    return Triangles(node, triangles.polygon)


def _twins(node: Ints) -> Ints:
    """For each half-edge the one that runs the other way, -1 on a contour."""
    triangle = node.reshape(-1, 3)
    tail, head = node, triangle[:, [1, 2, 0]].reshape(-1)
    count = int(node.max(initial=0)) + 1
    low, high = np.minimum(tail, head), np.maximum(tail, head)
    key = low * count + high
    order = np.argsort(key, kind="stable")
    pair = np.flatnonzero(key[order][1:] == key[order][:-1])
    twin = np.full(len(node), -1)
    twin[order[pair]], twin[order[pair + 1]] = order[pair + 1], order[pair]
    return twin
