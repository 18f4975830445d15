"""Edge flips: triangles of polygons in, as many triangles out, without an interior edge that has a shorter alternative.

The two triangles at an interior edge form a quad; if it is strictly convex and its other diagonal is shorter, that
one takes the edge's place. Rounds of flips that share no triangle repeat until none is left. Every flip shortens the
sum of all edges, so this ends.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..arrays import distinct
from ..progress import Progress, unheard
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
        # Scratch for one round each; a round writes what it reads, so that it costs what it flips.
        self._place = np.arange(len(self.node))
        self._best = np.zeros(len(self.node) // 3, np.int64)

    def around(self, edge: Ints) -> tuple[Ints, Ints, Ints, Ints]:
        """The nodes a, b of an edge and c, d of the corners across: in its own triangle and in its twin's."""
        twin = self.twin[edge]
        return self.node[edge], self.node[twin], self.node[_previous(edge)], self.node[_previous(twin)]

    def gain(self, edge: Ints) -> Ints:
        """How much shorter (squared) the other diagonal is; not positive where a flip is not allowed."""
        a, b, c, d = self.around(edge)
        gain: Ints = self._squared(a, b) - self._squared(c, d)
        gain[(self._turn(a, d, c) <= 0) | (self._turn(b, c, d) <= 0)] = 0
        return gain

    def flip(self, edge: Ints) -> Ints:
        """Flip edges that share no triangle; return the four outer half-edges of each, at their new places."""
        twin = self.twin[edge]
        a, b, c, d = self.around(edge)
        outer = np.concatenate([_next(edge), _previous(edge), _next(twin), _previous(twin)])
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

    def _squared(self, a: Ints, b: Ints) -> Ints:
        squared: Ints = (self.column[a] - self.column[b]) ** 2 + (self.row[a] - self.row[b]) ** 2
        return squared

    def _turn(self, a: Ints, b: Ints, c: Ints) -> Ints:
        right, up = self.column[b] - self.column[a], self.row[b] - self.row[a]
        turn: Ints = np.subtract(right * (self.row[c] - self.row[a]), up * (self.column[c] - self.column[a]))
        return turn


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
    waiting = most = len(edge)
    while len(edge):
        waiting = min(waiting, len(edge))
        progress(1 - waiting / most)
        gain = mesh.gain(edge)
        edge, gain = edge[gain > 0], gain[gain > 0]
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


def _next(edge: Ints) -> Ints:
    return np.where(edge % 3 == 2, edge - 2, edge + 1)


def _previous(edge: Ints) -> Ints:
    return np.where(edge % 3 == 0, edge + 2, edge - 1)
