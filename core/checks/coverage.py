"""Whether triangles cover the visible faces, once, in the right colours: plane triangles and facts in, sentences out.

Every face is sampled at four points. A point's offsets in its cell are a/p and b/p with the prime p = 2**31 - 1, so
chosen that no line through two lattice points up to `MAX_SIDE` apart meets it; crossings of triangle edges with rows
of samples are then never ties, and floor division finds them exactly. Samples tell where and what; that nothing is
missed between them follows from the outline: in each plane the triangles' directed edges, cut at lattice points, must
add up to the boundary of the plane's faces. The number of triangles around a point is fixed by that sum.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..directions import NAMES
from ..voxmesh import VoxMesh
from .facts import Facts, frame_points, point_keys, split_keys
from .groups import Bools, Ints, blocks, find, nonzero_sums, ranges
from .structure import PlaneTriangles, double_areas

UNIT = 2**31 - 1
"""Parts that a cell's side is divided into."""

SAMPLES = (
    (236525898, 365380910),
    (1846891991, 193330693),
    (1954297180, 1782500213),
    (300877990, 1890020449),
)
"""Offsets (a, b) of the samples along columns and rows, in units of 1/UNIT cell."""

MAX_SIDE = 16384
"""Longest side of a grid for which samples lie on no edge and products stay below 2**63."""


class _Tally:
    """What the samples have met so far; faces are counted by their place in ``Facts.face_keys``."""

    def __init__(self, faces: int) -> None:
        self.cover = np.zeros((len(SAMPLES), faces + 1), np.int64)
        """Change of the number of triangles over a sample from one face to the next."""
        self.wrong_colour = np.zeros(faces, np.bool_)
        self.polygon = np.full(faces, -1, np.int64)
        """Polygon of the mesh that covers each face."""
        self.torn = np.zeros(faces, np.bool_)
        """Faces that several polygons of the mesh cover."""
        self.stray: list[Ints] = []
        """Triangles over samples where there is no visible face."""


@dataclass(frozen=True)
class _Spans:
    """Rows of samples inside triangles: columns ``start..stop-1`` of a row."""

    triangle: Ints
    """(n,) int64 into the plane triangles."""
    row: Ints
    start: Ints
    stop: Ints


@dataclass(frozen=True)
class _Mapping:
    """Texel positions as affine maps of the plane frame, one for each triangle, axis 1 being (column, row).

    Corner texels are taken as the exact real numbers that their float32 stand for. Their rounding, at most 1/4096
    texel in atlases up to 8192 texels wide, and that of float64 here are far below a sample's distance from
    the border of its texel, 0.09 where a texel is as large as a face.
    """

    base: npt.NDArray[np.float64]
    per_u: npt.NDArray[np.float64]
    per_v: npt.NDArray[np.float64]


def check_coverage(facts: Facts, planes: PlaneTriangles, mesh: VoxMesh) -> list[str]:
    """Check that every sample of every visible face is covered by one triangle of the right colour, and no other point.

    Parameters
    ----------
    facts : Facts
    planes : PlaneTriangles
    mesh : VoxMesh

    Returns
    -------
    list of str
    """
    tally = _Tally(len(facts.face_keys))
    mapping = _texel_maps(planes, mesh)
    for part in blocks(np.ptp(planes.v, axis=1)):
        for number, spans in enumerate(_scan(planes, part)):
            _count_spans(facts, planes, mesh, tally, number, spans, mapping)
    return [
        *_say_cover(facts, tally),
        *_say_colour(facts, tally),
        *_say_polygons(facts, mesh, tally),
    ]


def _texel_maps(planes: PlaneTriangles, mesh: VoxMesh) -> _Mapping:
    texels = mesh.corner_texels[planes.index].astype(np.float64)
    one, two = texels[:, 1] - texels[:, 0], texels[:, 2] - texels[:, 0]
    u = (planes.u - planes.u[:, :1]).astype(np.float64)[:, 1:, None]
    v = (planes.v - planes.v[:, :1]).astype(np.float64)[:, 1:, None]
    area = double_areas(planes.u, planes.v)[:, None]
    per_u = (one * v[:, 1] - two * v[:, 0]) / area
    per_v = (two * u[:, 0] - one * u[:, 1]) / area
    return _Mapping(texels[:, 0] - per_u * planes.u[:, :1] - per_v * planes.v[:, :1], per_u, per_v)


def _scan(planes: PlaneTriangles, part: slice) -> Iterator[_Spans]:
    """Cut triangles along the rows of samples, once for each of `SAMPLES`."""
    u, v = planes.u[part], planes.v[part]
    bottom = v.min(axis=1)
    height = v.max(axis=1) - bottom
    triangle = np.repeat(np.arange(len(u)), height) + part.start
    row = ranges(bottom, height)
    # Triangles are counter-clockwise: falling edges bound them on the left, rising ones on the right.
    left, right = (_crossings(u, v, bottom, height, way) for way in (-1, 1))
    for a, b in SAMPLES:
        start, stop = left.columns(a, b), right.columns(a, b)
        inside = stop > start
        yield _Spans(triangle[inside], row[inside], start[inside], stop[inside])


@dataclass(frozen=True)
class _Crossings:
    """Crossings of edges with rows, one for each row of each triangle, all (n,) int64."""

    u0: Ints
    """Column where the edge begins."""
    below: Ints
    """Rows from there to this one, times the edge's columns over all its rows, in units of 1/UNIT cell."""
    run: Ints
    """Columns that the edge passes on its way up; negative if it leans left."""
    rise: Ints
    """Rows that it passes, positive."""

    def columns(self, a: int, b: int) -> Ints:
        """First column whose sample lies right of the edge: (n,) int64.

        In the row the edge is at u0 + (rows + b/UNIT) * run/rise, samples are at column + a/UNIT; never a tie.
        """
        passed: Ints = (self.below + b * self.run - a * self.rise) // (UNIT * self.rise)
        return self.u0 + passed + 1


def _crossings(u: Ints, v: Ints, bottom: Ints, height: Ints, way: int) -> _Crossings:
    """Follow the edges that rise (way 1) or fall (way -1) through the rows of their triangles."""
    du, dv = np.roll(u, -1, axis=1) - u, np.roll(v, -1, axis=1) - v
    owner, corner = np.nonzero(dv * way > 0)
    u0, v0, run, rise = (
        u[owner, corner],
        v[owner, corner],
        way * du[owner, corner],
        way * dv[owner, corner],
    )
    lowest = np.minimum(v0, v0 + way * rise)
    edge = np.repeat(np.arange(len(owner)), rise)
    row = ranges(lowest, rise)
    slot = (np.cumsum(height) - height - bottom)[owner[edge]] + row
    order = np.empty(len(edge), np.int64)
    order[slot] = np.arange(len(edge))
    edge, row = edge[order], row[order]
    return _Crossings(u0[edge], (row - v0[edge]) * UNIT * run[edge], run[edge], rise[edge])


def _count_spans(
    facts: Facts,
    planes: PlaneTriangles,
    mesh: VoxMesh,
    tally: _Tally,
    number: int,
    spans: _Spans,
    mapping: _Mapping,
) -> None:
    """Enter the spans of one sample into the tally."""
    direction, plane = planes.direction[spans.triangle], planes.plane[spans.triangle]
    key = ((direction * facts.stride + plane) * facts.stride + spans.row) * facts.stride
    length = spans.stop - spans.start
    first, found = find(facts.face_keys, key + spans.start)
    last, found_last = find(facts.face_keys, key + spans.stop - 1)
    whole = found & found_last & (last - first == length - 1)
    if not whole.all():
        tally.stray.append(planes.index[spans.triangle[~whole]])
    first, length, triangle, row = (
        first[whole],
        length[whole],
        spans.triangle[whole],
        spans.row[whole],
    )
    faces = len(facts.face_keys) + 1
    tally.cover[number] += np.bincount(first, minlength=faces) - np.bincount(first + length, minlength=faces)

    face = ranges(first, length)
    column = ranges(spans.start[whole], length)
    triangle, row = np.repeat(triangle, length), np.repeat(row, length)
    wrong = _off_colour(facts, mesh, mapping, face, triangle, column, row, SAMPLES[number])
    tally.wrong_colour[face[wrong]] = True
    polygon = mesh.triangle_polygon[planes.index[triangle]]
    before = tally.polygon[face]
    tally.torn[face[(before >= 0) & (before != polygon)]] = True
    tally.polygon[face] = polygon


def _off_colour(
    facts: Facts,
    mesh: VoxMesh,
    mapping: _Mapping,
    face: Ints,
    triangle: Ints,
    column: Ints,
    row: Ints,
    sample: tuple[int, int],
) -> Bools:
    """Whether a sample's texel differs from the colour of its face's voxel."""
    u, v = column + sample[0] / UNIT, row + sample[1] / UNIT
    texel = []
    for axis, side in ((0, mesh.atlas.shape[1]), (1, mesh.atlas.shape[0])):
        base, per_u, per_v = (m[triangle, axis] for m in (mapping.base, mapping.per_u, mapping.per_v))
        texel.append(np.floor(base + per_u * u + per_v * v).astype(np.int64).clip(0, side - 1))
    wrong: Bools = mesh.atlas[texel[1], texel[0]] != facts.colours[face]
    return wrong


def _say_cover(facts: Facts, tally: _Tally) -> list[str]:
    said = []
    cover = np.cumsum(tally.cover[:, :-1], axis=1)
    for bad, what in (
        ((cover == 0).any(axis=0), "not covered by a triangle everywhere"),
        ((cover > 1).any(axis=0), "covered by several triangles at one point"),
    ):
        if bad.any():
            said.append(
                f"{np.count_nonzero(bad):,} of {len(bad):,} visible faces are {what};"
                f" the first is {facts.name(int(np.argmax(bad)))}"
            )
    if tally.stray:
        stray = np.unique(np.concatenate(tally.stray))
        said.append(
            f"{len(stray):,} triangles cover points where there is no visible face; the first is triangle {stray[0]}"
        )
    return said


def _say_colour(facts: Facts, tally: _Tally) -> list[str]:
    bad = tally.wrong_colour
    if not bad.any():
        return []
    return [
        f"{np.count_nonzero(bad):,} of {len(bad):,} visible faces show a texel of another colour than their voxel's;"
        f" the first is {facts.name(int(np.argmax(bad)))}"
    ]


def _say_polygons(facts: Facts, mesh: VoxMesh, tally: _Tally) -> list[str]:
    """Compare the mesh's polygons with the faces' 4-connected sets, or with single faces in mode ``faces``."""
    label = np.arange(len(facts.labels)) if mesh.options.mode == "faces" else facts.labels
    label_of = np.full(len(mesh.polygon_direction), -1, np.int64)
    polygon_of = np.full(int(label.max(initial=-1)) + 1, -1, np.int64)
    seen = tally.polygon >= 0
    polygon, label = tally.polygon[seen], label[seen]
    label_of[polygon], polygon_of[label] = label, polygon
    bad = (label_of[polygon] != label) | (polygon_of[label] != polygon) | tally.torn[seen]
    if bad.any():
        face = int(np.flatnonzero(seen)[np.argmax(bad)])
        return [
            f"the mesh's polygons are not the model's: {np.count_nonzero(bad):,} faces belong to polygons that were"
            f" joined or torn apart; the first is {facts.name(face)}"
        ]
    return _say_sizes(facts, mesh, label_of)


def _say_sizes(facts: Facts, mesh: VoxMesh, label_of: Ints) -> list[str]:
    """Compare the number of triangles of each polygon with its formula."""
    expected = np.full(len(facts.face_keys), 2)
    if mesh.options.mode != "faces":
        expected = facts.corners + 2 * facts.holes - 2
    if mesh.options.mode == "watertight":
        expected = expected + facts.junctions
    sizes = np.bincount(mesh.triangle_polygon, minlength=len(label_of))
    met = label_of >= 0
    wrong = sizes[met] != expected[label_of[met]]
    if not wrong.any():
        return []
    polygon = int(np.flatnonzero(met)[np.argmax(wrong)])
    return [
        f"{np.count_nonzero(wrong):,} polygons have another number of triangles than their corners and holes ask for;"
        f" the first is polygon {polygon} with {int(sizes[polygon]):,} instead of {int(expected[label_of[polygon]]):,}"
    ]


def check_outline(facts: Facts, planes: PlaneTriangles) -> list[str]:
    """Check that in each plane the triangles' edges add up to the boundary of the visible faces.

    With the right sum every point of the plane is covered exactly as often as faces lie there: once or not at all.

    Parameters
    ----------
    facts : Facts
    planes : PlaneTriangles

    Returns
    -------
    list of str
    """
    direction, plane, start, end, weight = _open_edges(facts, planes)
    step = end - start
    slanted = (step != 0).all(axis=1)
    said = []
    if slanted.any():
        first = int(np.argmax(slanted))
        said.append(
            f"{np.count_nonzero(slanted):,} slanted edges bound triangles on one side only; the first is in a"
            f" {NAMES[direction[first]]} plane at {plane[first]}, from {_pair(start[first])} to {_pair(end[first])}"
        )
    pieces, piece_weights = _unit_edges(facts, direction, plane, start, step, weight, np.flatnonzero(~slanted))
    sides = _face_sides(facts)
    keys = np.concatenate([pieces, sides])
    place, _ = nonzero_sums(
        keys,
        np.concatenate([piece_weights, -np.repeat([1, 1, -1, -1], len(facts.face_keys))]),
    )
    if len(place):
        key = keys[place[:1]]
        way, where, row, column = (int(k[0]) for k in split_keys(key // 2, facts.stride))
        said.append(
            f"{len(place):,} unit edges are not bounded by triangles as the faces there ask for; the first is in a"
            f" {NAMES[way]} plane at {where}, {'up' if key[0] % 2 else 'right'} from {(column, row)}"
        )
    return said


def _open_edges(facts: Facts, planes: PlaneTriangles) -> tuple[Ints, Ints, Ints, Ints, Ints]:
    """Edges of all triangles that no opposite edge cancels: direction, plane, start, end (n, 2), weight.

    They run towards the larger column, then row; edges of triangles that run the other way weigh -1.
    """
    direction, plane = np.repeat(planes.direction, 3), np.repeat(planes.plane, 3)
    start, end = (
        np.stack([np.roll(k, turn, axis=1) for k in (planes.u, planes.v)], axis=2).reshape(-1, 2) for turn in (0, -1)
    )
    back = (end[:, 0] < start[:, 0]) | ((end[:, 0] == start[:, 0]) & (end[:, 1] < start[:, 1]))
    start, end = (
        np.where(back[:, None], end, start),
        np.where(back[:, None], start, end),
    )
    key = direction
    for point in (start, end):
        lattice = point_keys(frame_points(direction, plane, point[:, 1], point[:, 0]), facts.size)
        key = key * math.prod(side + 1 for side in facts.size) + lattice
    place, weight = nonzero_sums(key, np.where(back, -1, 1))
    return direction[place], plane[place], start[place], end[place], weight


def _unit_edges(
    facts: Facts,
    direction: Ints,
    plane: Ints,
    start: Ints,
    step: Ints,
    weight: Ints,
    chosen: Ints,
) -> tuple[Ints, Ints]:
    """Cut edges along the axes into unit edges: keys as in `_face_sides`, and weights."""
    length = step[chosen].max(axis=1)
    edge = np.repeat(chosen, length)
    far = ranges(np.zeros(len(length), np.int64), length)
    up = (step[edge, 1] != 0).astype(np.int64)
    column, row = start[edge, 0] + far * (1 - up), start[edge, 1] + far * up
    point = ((direction[edge] * facts.stride + plane[edge]) * facts.stride + row) * facts.stride + column
    return 2 * point + up, weight[edge]


def _face_sides(facts: Facts) -> Ints:
    """Unit edges around the faces, as keys (2 * point, plus 1 if upward): lower, right, then upper, left sides.

    Counter-clockwise, a face runs along the first two of them and against the others.
    """
    keys = facts.face_keys
    return np.concatenate([2 * keys, 2 * (keys + 1) + 1, 2 * (keys + facts.stride), 2 * keys + 1])


def _pair(point: Ints) -> tuple[int, int]:
    return int(point[0]), int(point[1])
