"""Whether triangles cover the visible faces, once, in the right colours: plane triangles and Expected in, words out.

Every face is sampled at four points. A point's offsets in its cell are a/p and b/p with the prime p = 2**31 - 1, so
chosen that no line through two lattice points up to `MAX_SIDE` apart meets it; crossings of triangle edges with rows
of samples are then never ties, and floor division finds them exactly. Samples tell where and what; that nothing is
missed between them follows from the outline (see `outline`). Polygons that may overlap are rectangles of whole cells,
of which no sample can miss a part; they may also cover what lies between two solid cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..directions import AXIS, U_AXIS, V_AXIS
from ..mesh.mesh import Mesh
from ..mesh.modes import MODES
from .arrays import Bools, Ints, blocks, ranges, run_ends, run_starts
from .expected import Expected, group_faces, shown_by_polygons
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


class Tally:
    """What the samples have met so far; faces are counted by their place in ``Expected.face_keys``."""

    def __init__(self, faces: int, polygons: int) -> None:
        self.cover = np.zeros((len(SAMPLES), faces + 1), np.int64)
        """Change of the number of triangles over a sample from one face to the next."""
        self.wrong_color = np.zeros(faces, np.bool_)
        self.polygon_group = np.full(polygons, -1, np.int64)
        """Group of the faces that each polygon of the mesh covers, -1 if it covers none."""
        self.mixed = np.zeros(polygons, np.bool_)
        """Polygons of the mesh that cover faces of several groups."""
        self.stray: list[Ints] = []
        """Triangles over samples where they may not be."""

    def show(self, polygon: npt.NDArray[np.int32], group: Ints) -> None:
        """Enter which polygons of the mesh cover faces of which groups."""
        before = self.polygon_group[polygon]
        self.polygon_group[polygon] = group
        self.mixed[polygon[((before >= 0) & (before != group)) | (self.polygon_group[polygon] != group)]] = True


class _SolidRows:
    """Runs of cells inside the surface along one axis: where a row of places has solid cells behind it."""

    def __init__(self, solid: Bools, axis: int) -> None:
        rows = np.moveaxis(solid, axis, 2)
        self._shape = (rows.shape[0], rows.shape[1], rows.shape[2] + 1)
        padded = np.zeros(self._shape, np.bool_)
        padded[:, :, :-1] = rows
        self._starts, self._ends = run_starts(padded.reshape(-1)), run_ends(padded.reshape(-1))

    def contain(self, one: Ints, two: Ints, start: Ints, stop: Ints) -> Bools:
        """Whether cells ``start..stop-1`` of rows, given by the other two coordinates in order, are all solid."""
        row = (one * self._shape[1] + two) * self._shape[2]
        run = np.searchsorted(self._starts, row + start, side="right") - 1
        inside: Bools = run >= 0
        inside[inside] = self._ends[run[inside]] >= (row + stop)[inside]
        return inside


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
    the border of its texel, 0.09 where a texel is as large as a face and 0.02 where it is smaller.
    """

    base: npt.NDArray[np.float64]
    per_u: npt.NDArray[np.float64]
    per_v: npt.NDArray[np.float64]


@dataclass(frozen=True)
class _Sampled:
    """All that the samples are held against."""

    expected: Expected
    face_group: Ints
    """(F,) int64: group of each face (see `group_faces`)."""
    planes: PlaneTriangles
    polygon: npt.NDArray[np.int32]
    """(n,) int32: polygon of each plane triangle."""
    mapping: _Mapping
    atlas: npt.NDArray[np.uint8]
    middles: tuple[tuple[float, float], ...]
    """Of the texels of a face, in cells along columns and rows, if it has several."""


def check_coverage(expected: Expected, planes: PlaneTriangles, mesh: Mesh) -> tuple[Ints, list[str]]:
    """Check that every sample of every visible face is covered in the right colour, as often as it may be.

    By one triangle, and no other point by any; in modes with overlaps by at least one, and other points only where
    solid cells lie on both sides, but for transparent polygons. All texels of a face show its colour. No polygon of the
    mesh may cover faces that must not be merged, and each must say rightly whether it is transparent.

    Parameters
    ----------
    expected : Expected
    planes : PlaneTriangles
    mesh : Mesh

    Returns
    -------
    polygon_group : (P,) int64
        Group of the faces that each polygon of the mesh covers (see `group_faces`), -1 if it covers none.
    said : list of str
    """
    mode = MODES[mesh.options.mode]
    tally = Tally(len(expected.face_keys), len(mesh.polygon_direction))
    polygon = mesh.triangle_polygon[planes.index]
    sampled = _Sampled(
        expected,
        group_faces(expected, mode),
        planes,
        polygon,
        _texel_maps(planes, mesh),
        mesh.atlas,
        _middles(mesh.projection.scale),
    )
    hidden = [_SolidRows(expected.solid, axis) for axis in range(3)] if mode.overlapping else None
    clear = mesh.polygon_is_transparent[polygon]
    for part in blocks(np.ptp(planes.v, axis=1)):
        for number, spans in enumerate(_scan(planes, part)):
            first, length = _faces_under(expected, planes, spans)
            whole = length == spans.stop - spans.start
            if hidden is not None:
                whole = np.where(clear[spans.triangle], whole, _over_solid(expected, planes, spans, hidden))
            tally.stray.append(np.unique(planes.index[spans.triangle[~whole]]))
            _enter(sampled, tally, number, spans, first, length)
    said = _say_cover(expected, tally, mode.overlapping) + _say_color(expected, tally)
    return tally.polygon_group, said + _say_mixed(tally) + _say_parts(
        expected, sampled.face_group, tally.polygon_group, mesh
    )


def _texel_maps(planes: PlaneTriangles, mesh: Mesh) -> _Mapping:
    texels = mesh.corner_texels()[planes.index].astype(np.float64)
    one, two = texels[:, 1] - texels[:, 0], texels[:, 2] - texels[:, 0]
    u = (planes.u - planes.u[:, :1]).astype(np.float64)[:, 1:, None]
    v = (planes.v - planes.v[:, :1]).astype(np.float64)[:, 1:, None]
    area = double_areas(planes.u, planes.v)[:, None]
    per_u = (one * v[:, 1] - two * v[:, 0]) / area
    per_v = (two * u[:, 0] - one * u[:, 1]) / area
    return _Mapping(texels[:, 0] - per_u * planes.u[:, :1] - per_v * planes.v[:, :1], per_u, per_v)


def _middles(scale: int) -> tuple[tuple[float, float], ...]:
    """The middles of a face's texels, if it has several."""
    steps = [(step + 0.5) / scale for step in range(scale)] if scale > 1 else []
    return tuple((a, b) for b in steps for a in steps)


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
    u0, v0, run, rise = u[owner, corner], v[owner, corner], way * du[owner, corner], way * dv[owner, corner]
    lowest = np.minimum(v0, v0 + way * rise)
    edge = np.repeat(np.arange(len(owner)), rise)
    row = ranges(lowest, rise)
    slot = (np.cumsum(height) - height - bottom)[owner[edge]] + row
    order = np.empty(len(edge), np.int64)
    order[slot] = np.arange(len(edge))
    edge, row = edge[order], row[order]
    return _Crossings(u0[edge], (row - v0[edge]) * UNIT * run[edge], run[edge], rise[edge])


def _faces_under(expected: Expected, planes: PlaneTriangles, spans: _Spans) -> tuple[Ints, Ints]:
    """First face inside each span, and how many there are: (n,) int64."""
    direction, plane = planes.direction[spans.triangle], planes.plane[spans.triangle]
    key = ((direction * expected.stride + plane) * expected.stride + spans.row) * expected.stride
    first = np.searchsorted(expected.face_keys, key + spans.start)
    return first, np.searchsorted(expected.face_keys, key + spans.stop) - first


def _over_solid(expected: Expected, planes: PlaneTriangles, spans: _Spans, hidden: list[_SolidRows]) -> Bools:
    """Whether all cells behind each span are inside the surface.

    What lies before such a cell is inside too, or else there is a visible face.
    """
    direction, plane = planes.direction[spans.triangle], planes.plane[spans.triangle]
    layer = plane - (direction % 2 == 0)
    whole = np.zeros(len(direction), np.bool_)
    for way in range(6):
        chosen = np.flatnonzero((direction == way) & (layer >= 0) & (layer < expected.size[AXIS[way]]))
        # The axis of the normal and that of the rows, in the order of the grid's axes.
        pair = [layer[chosen], spans.row[chosen]]
        one, two = pair if AXIS[way] < V_AXIS[way] else pair[::-1]
        whole[chosen] = hidden[U_AXIS[way]].contain(one, two, spans.start[chosen], spans.stop[chosen])
    return whole


def _enter(sampled: _Sampled, tally: Tally, number: int, spans: _Spans, first: Ints, length: Ints) -> None:
    """Enter the faces under the spans of one sample into the tally."""
    faces = len(sampled.face_group) + 1
    tally.cover[number] += np.bincount(first, minlength=faces) - np.bincount(first + length, minlength=faces)
    face = ranges(first, length)
    triangle, row = np.repeat(spans.triangle, length), np.repeat(spans.row, length)
    a, b = SAMPLES[number]
    wrong = _off_color(sampled, face, triangle, row, (a / UNIT, b / UNIT))
    for middle in sampled.middles if number == 0 else ():
        wrong |= _off_color(sampled, face, triangle, row, middle)
    tally.wrong_color[face[wrong]] = True
    tally.show(sampled.polygon[triangle], sampled.face_group[face])


def _off_color(sampled: _Sampled, face: Ints, triangle: Ints, row: Ints, place: tuple[float, float]) -> Bools:
    """Whether the texel at a place in a face, in cells, differs from the colour of the face's voxel."""
    column = sampled.expected.face_keys[face] % sampled.expected.stride
    u, v = column + place[0], row + place[1]
    mapping, texel = sampled.mapping, []
    for axis, side in ((0, sampled.atlas.shape[1]), (1, sampled.atlas.shape[0])):
        base, per_u, per_v = (m[triangle, axis] for m in (mapping.base, mapping.per_u, mapping.per_v))
        texel.append(np.floor(base + per_u * u + per_v * v).astype(np.int64).clip(0, side - 1))
    wrong: Bools = sampled.atlas[texel[1], texel[0]] != sampled.expected.colors[face]
    return wrong


def _say_cover(expected: Expected, tally: Tally, overlapping: bool) -> list[str]:
    said = []
    cover = np.cumsum(tally.cover[:, :-1], axis=1)
    several = (cover > 1).any(axis=0) & (not overlapping)
    for bad, what in (
        ((cover == 0).any(axis=0), "not covered by a triangle everywhere"),
        (several, "covered by several triangles at one point"),
    ):
        if bad.any():
            said.append(
                f"{np.count_nonzero(bad):,} of {len(bad):,} visible faces are {what};"
                f" the first is {expected.name(int(np.argmax(bad)))}"
            )
    stray = np.unique(np.concatenate([np.zeros(0, np.int64), *tally.stray]))
    if len(stray):
        hidden = " and no two solid cells to hide between" if overlapping else ""
        said.append(
            f"{len(stray):,} triangles cover points where there is no visible face{hidden};"
            f" the first is triangle {stray[0]}"
        )
    return said


def _say_color(expected: Expected, tally: Tally) -> list[str]:
    bad = tally.wrong_color
    if not bad.any():
        return []
    return [
        f"{np.count_nonzero(bad):,} of {len(bad):,} visible faces show a texel of another colour than their voxel's;"
        f" the first is {expected.name(int(np.argmax(bad)))}"
    ]


def _say_parts(expected: Expected, face_group: Ints, polygon_group: Ints, mesh: Mesh) -> list[str]:
    """Whether polygons that cover faces say rightly if they are transparent."""
    body = shown_by_polygons(expected.body, face_group, polygon_group)
    wrong = np.flatnonzero((body >= 0) & (mesh.polygon_is_transparent != (body > 0)))
    if not len(wrong):
        return []
    return [f"{len(wrong):,} polygons are wrong about being transparent; the first is polygon {wrong[0]}"]


def _say_mixed(tally: Tally) -> list[str]:
    if not tally.mixed.any():
        return []
    return [
        f"{np.count_nonzero(tally.mixed):,} polygons cover faces that must not be in one polygon;"
        f" the first is polygon {int(np.argmax(tally.mixed))}"
    ]
