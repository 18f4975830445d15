"""Whether the surfaces of a mesh are closed but for hidden faces: Expected and Mesh in, sentences out.

Each body has a surface: the opaque cells one, the transparent cells of each palette index another. Nothing is to be
drawn where an opaque or blocked cell hides a face of a body. With these faces put back every surface is closed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ..directions import AXIS, SIGN, U_AXIS, V_AXIS
from ..mesh.mesh import Mesh
from ..mesh.modes import MODES
from .arrays import Bools, Ints, nonzero_sums, ranges
from .expected import Expected, group_faces, point_keys, shown_by_polygons


@dataclass(frozen=True)
class _Edges:
    """Edges of one body each; those along an axis run towards larger coordinates."""

    body: Ints
    """(n,) int64: the body plus 1, so that 0 stands for none."""
    start: Ints
    """(n, 3) int64: lattice points."""
    step: Ints
    """(n, 3) int64: from there to the end."""
    weight: Ints
    """(n,) int64: triangles whose edge runs this way, less those whose edge runs the other way."""


def check_volume(expected: Expected, mesh: Mesh) -> list[str]:
    """Check that surfaces enclose as many cells as they should; exact, six times a volume is an integer.

    Parameters
    ----------
    expected : Expected
    mesh : Mesh
        Of a mode without overlaps.

    Returns
    -------
    list of str
    """
    said = []
    clear = mesh.polygon_is_transparent[mesh.triangle_polygon]
    for what, chosen, hidden, cells in (
        ("", ~clear, expected.hidden_body == 0, int(np.count_nonzero(expected.solid))),
        ("transparent ", clear, expected.hidden_body > 0, expected.clear_cells),
    ):
        a, b, c = (mesh.vertices[mesh.triangles[chosen, k]].astype(np.int64) for k in range(3))
        six = int((a * np.cross(b, c)).sum()) + _six_volumes(expected, hidden)
        if six != 6 * cells:
            said.append(f"the {what}surface encloses {six / 6:,.6g} cells; it must enclose {cells:,}")
    return said


def _six_volumes(expected: Expected, chosen: Bools) -> int:
    """Six times the volume between the chosen hidden faces and the origin; a sum of whole pyramids of unit squares."""
    direction = expected.hidden.directions[chosen]
    side = expected.hidden.cells[chosen, AXIS[direction]].astype(np.int64) + (SIGN[direction] > 0)
    return int((2 * SIGN[direction] * side).sum())


def check_closed(expected: Expected, mesh: Mesh, polygon_group: Ints) -> list[str]:
    """Check that every directed edge has its opposite equally often, or runs along a hidden face of its body.

    Parameters
    ----------
    expected : Expected
    mesh : Mesh
        Of a mode without T-junctions and overlaps.
    polygon_group : (P,) int64
        What each polygon of the mesh covers, as `check_coverage` found it.

    Returns
    -------
    list of str
    """
    face_group = group_faces(expected, MODES[mesh.options.mode])
    edges = _open_edges(mesh, shown_by_polygons(expected.body, face_group, polygon_group) + 1)
    straight = np.flatnonzero(np.count_nonzero(edges.step, axis=1) == 1)
    edge, keys, weights = _unit_edges(expected, edges, straight)
    sides, side_weights = _hidden_sides(expected)
    # Of edges that lie on each other none may cancel here: the key tells the way too.
    ways, side_ways = 2 * keys + (weights < 0), 2 * sides + (side_weights > 0)
    every = np.concatenate([ways, side_ways])
    place, sums = nonzero_sums(every, np.concatenate([np.abs(weights), -np.abs(side_weights)]))
    wrong = np.ones(len(edges.body), np.bool_)
    wrong[straight] = False
    wrong[edge[np.isin(ways, every[place[sums > 0]])]] = True
    return _say_open(edges, wrong) + _say_unbounded(expected, every[place[sums < 0]])


def _open_edges(mesh: Mesh, body: Ints) -> _Edges:
    """Edges that no opposite edge of the same body cancels; body is that of each polygon, (P,) int64."""
    count = len(mesh.vertices)
    start, end = mesh.triangles.reshape(-1).astype(np.int64), np.roll(mesh.triangles, -1, axis=1).reshape(-1)
    low, high = np.minimum(start, end), np.maximum(start, end)
    owner = np.repeat(body[mesh.triangle_polygon], 3)
    place, weight = nonzero_sums((owner * count + low) * count + high, np.where(start < end, 1, -1))
    first, last = (mesh.vertices[vertex[place]].astype(np.int64) for vertex in (low, high))
    back = (last < first).any(axis=1)
    first[back], last[back], weight[back] = last[back], first[back], -weight[back]
    return _Edges(owner[place], first, last - first, weight)


def _unit_edges(expected: Expected, edges: _Edges, chosen: Ints) -> tuple[Ints, Ints, Ints]:
    """Cut edges along the axes into unit edges: which edge, key, weight."""
    axis = np.argmax(edges.step[chosen] != 0, axis=1)
    length = edges.step[chosen, axis]
    edge, far = np.repeat(chosen, length), ranges(np.zeros_like(length), length)
    axis = np.repeat(axis, length)
    point = edges.start[edge]
    point[np.arange(len(edge)), axis] += far
    return edge, _keys(expected, edges.body[edge], point, axis), edges.weight[edge]


def _hidden_sides(expected: Expected) -> tuple[Ints, Ints]:
    """Unit edges around the hidden faces of each body: keys, and how often they run towards larger coordinates.

    Counter-clockwise, a face runs along its lower and right sides and against its upper and left ones.
    """
    direction, every = expected.hidden.directions, np.arange(len(expected.hidden))
    base = expected.hidden.cells.astype(np.int64)
    base[every, AXIS[direction]] += SIGN[direction] > 0
    keys = []
    for axis, across, far in ((U_AXIS, V_AXIS, 0), (V_AXIS, U_AXIS, 1), (U_AXIS, V_AXIS, 1), (V_AXIS, U_AXIS, 0)):
        point = base.copy()
        point[every, across[direction]] += far
        keys.append(_keys(expected, expected.hidden_body + 1, point, axis[direction]))
    sides = np.concatenate(keys)
    place, sums = nonzero_sums(sides, np.repeat(np.array([1, 1, -1, -1]), len(every)))
    return sides[place], sums


def _keys(expected: Expected, body: Ints, point: Ints, axis: Ints) -> Ints:
    """Number unit edges by body, lower end and axis."""
    return (body * _points(expected) + point_keys(point, expected.size)) * 3 + axis


def _points(expected: Expected) -> int:
    return math.prod(side + 1 for side in expected.size)


def _say_open(edges: _Edges, wrong: Bools) -> list[str]:
    if not wrong.any():
        return []
    first = int(np.argmax(wrong))
    ends = [edges.start[first], edges.start[first] + edges.step[first]][:: 1 if edges.weight[first] > 0 else -1]
    return [
        f"{np.count_nonzero(wrong):,} edges have no opposite edge; the first runs from {_point(ends[0])}"
        f" to {_point(ends[1])}"
    ]


def _say_unbounded(expected: Expected, ways: Ints) -> list[str]:
    if not len(ways):
        return []
    rest, z = divmod(int(ways[0]) // 6 % _points(expected), expected.size[2] + 1)
    return [
        f"{len(ways):,} unit edges around hidden faces are bounded by no triangle; the first is at"
        f" {(*divmod(rest, expected.size[1] + 1), z)}"
    ]


def _point(point: Ints) -> str:
    x, y, z = (int(c) for c in point)
    return f"({x}, {y}, {z})"
