"""Surface nets: crossings in, triangles (T, 3) between vertices within the cubes out.

References
----------
Gibson 1998, "Constrained elastic surface nets".
Nielson 2004, "Dual marching cubes".
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..arrays import grouped
from .cases import EDGE_OF, Cases, Ints, cases_of
from .crossings import Crossings
from .surface import Floats, Surface, crossing_points

_TURNS = ((0, 0), (1, 0), (1, 1), (0, 1))
"""The cubes around an edge, counter-clockwise seen against its axis: whether they lie below it on the next two axes."""


@dataclass(frozen=True, eq=False)
class _Quads:
    """A quad for each crossing, between the loops of the four cubes around it."""

    cube: Ints
    """(n, 4) int64, counter-clockwise seen from outside."""
    edge: Ints
    """(n, 4) int64: which edge of each cube is crossed."""
    face: Ints
    """(n, 4) int64: which face of each cube it shares with the next."""
    loop: Ints
    """(n, 4) int64: the vertices."""


def surface_nets(crossings: Crossings, *, joined: bool) -> Surface:
    """Join loops by quads, one for each crossing.

    A vertex is the mean of a loop's crossings, so loops are vertices, crossings are faces and runs over faces of cubes
    are edges of a closed surface. Where one loop runs over a face twice on both sides of it, two of these edges would
    have the same ends and so four faces: each gets a vertex of its own in its middle, and quads with such a side become
    fans around their crossing.

    Parameters
    ----------
    crossings : Crossings
    joined : bool
        As in `SmoothOptions`.

    Returns
    -------
    Surface
    """
    cases = cases_of(joined)
    base = crossings.space.corners(crossings.keys)
    at = crossing_points(crossings, base)
    loops = cases.loops[crossings.case].astype(np.int64)
    quads = _quads(crossings, cases, np.cumsum(loops) - loops)
    points = _means(quads.loop, at, int(loops.sum()))
    twice = _twice(crossings, cases, quads)
    fanned = twice[:, 0] | twice[:, 1] | twice[:, 2] | twice[:, 3]
    plain, owner = _halved(quads.loop[~fanned], points), np.repeat(np.flatnonzero(~fanned), 2)
    n = len(crossings.cube)
    vertex, crossing = quads.loop.reshape(-1), np.repeat(np.arange(n), 4)
    corners = np.repeat(base, loops, axis=0)
    if not fanned.any():
        return Surface(points, plain, owner, corners, vertex, crossing)
    fans = _fans(crossings, cases, quads, twice, len(points))
    return Surface(
        points=np.concatenate([points, at[fans.center], at[fans.ends].mean(axis=1)]),
        triangles=np.concatenate([plain, fans.triangles]),
        owner=np.concatenate([owner, fans.owner]),
        corners=np.concatenate([corners, base[crossings.cube[fans.center]], base[fans.cube]]),
        vertex=np.concatenate([vertex, fans.vertex]),
        crossing=np.concatenate([crossing, fans.center, fans.ends.reshape(-1)]),
    )


def _quads(crossings: Crossings, cases: Cases, first: Ints) -> _Quads:
    """The quads around all crossings; given are the numbers of the first loops of cubes."""
    axis, strides = crossings.axis, crossings.space.strides
    one, two = (axis + 1) % 3, (axis + 2) % 3
    keys, bits = crossings.keys[crossings.cube], np.array([4, 2, 1])
    cube, edge, face = (np.empty((len(keys), 4), np.int64) for _each in range(3))
    for turn, (below_one, below_two) in enumerate(_TURNS):
        cube[:, turn] = crossings.cube
        if turn:
            away = below_one * strides[one] + below_two * strides[two]
            cube[:, turn] = crossings.space.place(keys - away)
        edge[:, turn] = EDGE_OF[axis, below_one * bits[one] + below_two * bits[two]]
    # To the next cube: down on the first axis, down on the second, up on the first, up on the second.
    face[:] = np.stack([2 * one, 2 * two, 2 * one + 1, 2 * two + 1], axis=1)
    back = np.flatnonzero(crossings.rising)
    cube[back], edge[back] = cube[back, ::-1], edge[back, ::-1]
    # Backwards each passes the face that the one before passed, from its other side.
    face[back] = np.roll(face[back, ::-1], -1, axis=1) ^ 1
    loop = first[cube] + cases.loop[crossings.case[cube], edge]
    return _Quads(cube, edge, face, loop)


def _twice(crossings: Crossings, cases: Cases, quads: _Quads) -> npt.NDArray[np.bool_]:
    """Whether the loops on both sides of each side of a quad (n, 4) run over its face twice; seldom so."""
    twice = np.zeros(quads.cube.shape, np.bool_)
    may = cases.twice.any(axis=1)[crossings.case]
    if may.any():
        rows = np.flatnonzero(may[quads.cube].any(axis=1))
        case, face = crossings.case[quads.cube[rows]], quads.face[rows]
        # The next cube has the same face at its other side.
        twice[rows] = cases.twice[case, face] & cases.twice[np.roll(case, -1, axis=1), face ^ 1]
    return twice


def _means(loop: Ints, at: Floats, count: int) -> Floats:
    """The means of the crossings (n, 3) of each loop; (n, 4) of them are known for each crossing."""
    flat = loop.reshape(-1)
    number = np.bincount(flat, minlength=count)
    sums = [np.bincount(flat, np.repeat(at[:, axis], 4), count) / number for axis in range(3)]
    return np.stack(sums, axis=1)


def _halved(quads: Ints, points: Floats) -> Ints:
    """Cut quads (q, 4) into triangles (2 q, 3) by the diagonal that leaves the smaller one as large as can be.

    Three points in three of the four cubes around an edge can be in a line, but all four cannot, so neither triangle
    ever is one.
    """
    corner = [points[quads[:, turn]] for turn in range(4)]
    doubled = [_doubled(corner[k], corner[(k + 1) % 4], corner[(k + 2) % 4]) for k in range(4)]
    # Triangle k has its tip at corner k + 1: those of tips 1 and 3 have the diagonal 0 to 2.
    other = np.minimum(doubled[1], doubled[3]) > np.minimum(doubled[0], doubled[2]) * (1 + 1e-9)
    turned = np.where(other[:, None], np.roll(quads, -1, axis=1), quads)
    return turned[:, [0, 1, 2, 0, 2, 3]].reshape(-1, 3)


def _doubled(a: Floats, b: Floats, c: Floats) -> Floats:
    """The squares of twice the areas of triangles."""
    one, two = (b - a).T, (c - a).T
    parts = [one[k - 2] * two[k - 1] - one[k - 1] * two[k - 2] for k in range(3)]
    squares: Floats = parts[0] ** 2 + parts[1] ** 2 + parts[2] ** 2
    return squares


@dataclass(frozen=True, eq=False)
class _Fans:
    """What stands for quads with doubled sides; vertices are numbered on from the loops: centers, then middles."""

    triangles: Ints
    """(t, 3) int64"""
    owner: Ints
    """(t,) int64: the crossing of each."""
    center: Ints
    """(f,) int64: the crossing at the center of each fan."""
    ends: Ints
    """(m, 2) int64: the crossings between which each middle is."""
    cube: Ints
    """(m,) int64: a cube on whose face it is."""

    @property
    def vertex(self) -> Ints:
        """(f + 2 m,) int64: the vertices of the centers and, for each end, of the middles."""
        first = int(self.triangles[:, 0].min())
        middles = first + len(self.center) + np.arange(len(self.ends))
        return np.concatenate([first + np.arange(len(self.center)), np.repeat(middles, 2)])


def _fans(crossings: Crossings, cases: Cases, quads: _Quads, twice: npt.NDArray[np.bool_], first: int) -> _Fans:
    center = np.flatnonzero(twice.any(axis=1))
    number = np.full(len(twice), -1)
    number[center] = first + np.arange(len(center))
    row, side = np.nonzero(twice)
    cube, face = quads.cube[row, side], quads.face[row, side]
    partner = cases.partner[crossings.case[cube], face, quads.edge[row, side]]
    other = crossings.on_edges(cube, partner)
    # Both quads of a side find the same two crossings, of no other side.
    groups = grouped(np.minimum(row, other) * len(twice) + np.maximum(row, other))
    middle = np.full(twice.shape, -1)
    middle[row, side] = first + len(center) + groups.number
    ends = np.stack([row, other], axis=1)[groups.first]
    loop, after = quads.loop[center], np.roll(quads.loop[center], -1, axis=1)
    split, whole = twice[center], number[center][:, None]
    halves = np.broadcast_arrays(whole, loop, np.where(split, middle[center], after))
    rest = np.broadcast_arrays(whole, middle[center], after)
    parts = [np.stack(halves, axis=-1).reshape(-1, 3), np.stack(rest, axis=-1)[split]]
    triangles = np.concatenate(parts)
    return _Fans(triangles, center[triangles[:, 0] - first], center, ends, cube[groups.first])
