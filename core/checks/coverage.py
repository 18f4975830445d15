"""Whether triangles cover the visible faces, once, in the right colours: plane triangles and Expected in, words out.

Samples (see `samples`) tell where and what; that nothing is missed between them follows from the outline (see
`outline`). Polygons that may overlap are rectangles of whole cells, of which no sample can miss a part; they may also
cover what lies between two solid cells. Where polygons may be see-through, all of it is asked of what they show.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..directions import AXIS, U_AXIS, V_AXIS
from ..mesh.mesh import Mesh
from ..mesh.modes import MODES, Mode
from .arrays import Bools, Ints, blocks, ranges, run_ends, run_starts
from .boxes import check_boxes
from .expected import Expected, group_faces, shown_by_polygons
from .samples import SAMPLES, UNIT, Spans, Texels, lit_spans, scan
from .structure import PlaneTriangles


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
        self.shown_by = np.full((len(SAMPLES), faces), -1, np.int32)
        """A polygon of the mesh that covers each sample, -1 if none does."""

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
class _Sampled:
    """All that the samples are held against."""

    expected: Expected
    face_group: Ints
    """(F,) int64: group of each face (see `group_faces`)."""
    planes: PlaneTriangles
    polygon: npt.NDArray[np.int32]
    """(n,) int32: polygon of each plane triangle."""
    texels: Texels
    middles: tuple[tuple[float, float], ...]
    """Of the texels of a face, in cells along columns and rows, if it has several."""


def check_coverage(expected: Expected, planes: PlaneTriangles, mesh: Mesh) -> tuple[Ints, list[str]]:
    """Check that every sample of every visible face is covered in the right colour, as often as it may be.

    By one triangle, and no other point by any; in modes with overlaps opaque faces by at least one, and other points
    only where solid cells lie on both sides, but for transparent polygons. All texels of a face show its colour. Where
    polygons may be see-through a triangle covers only what its texels show, and each face is shown by one polygon. No
    polygon of the mesh may cover faces that must not be merged, and each must say rightly whether it is transparent.

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
        expected, group_faces(expected, mode), planes, polygon, Texels(planes, mesh), _middles(mesh.projection.scale)
    )
    hidden = [_SolidRows(expected.solid, axis) for axis in range(3)] if mode.overlapping else None
    clear = mesh.polygon_is_transparent[polygon]
    work = np.ptp(planes.v, axis=1) * (np.ptp(planes.u, axis=1) if mode.see_through else 1)
    for part in blocks(work):
        for number, spans in enumerate(scan(planes, part)):
            if mode.see_through:
                spans = lit_spans(sampled.texels, spans, SAMPLES[number])
            first, length = _faces_under(expected, planes, spans)
            whole = length == spans.stop - spans.start
            if hidden is not None:
                whole = np.where(clear[spans.triangle], whole, _over_solid(expected, planes, spans, hidden))
            tally.stray.append(np.unique(planes.index[spans.triangle[~whole]]))
            _enter(sampled, tally, number, spans, first, length)
    said = _say_cover(expected, tally, mode) + _say_color(expected, tally) + _say_mixed(tally)
    said += _say_parts(expected, sampled.face_group, tally.polygon_group, mesh)
    said += _say_flat(mesh)
    if mode.see_through:
        said += check_boxes(expected, planes, mesh, tally.shown_by)
    return tally.polygon_group, said


def _middles(scale: int) -> tuple[tuple[float, float], ...]:
    """The middles of a face's texels, if it has several."""
    steps = [(step + 0.5) / scale for step in range(scale)] if scale > 1 else []
    return tuple((a, b) for b in steps for a in steps)


def _faces_under(expected: Expected, planes: PlaneTriangles, spans: Spans) -> tuple[Ints, Ints]:
    """First face inside each span, and how many there are: (n,) int64."""
    direction, plane = planes.direction[spans.triangle], planes.plane[spans.triangle]
    key = ((direction * expected.stride + plane) * expected.stride + spans.row) * expected.stride
    first = np.searchsorted(expected.face_keys, key + spans.start)
    return first, np.searchsorted(expected.face_keys, key + spans.stop) - first


def _over_solid(expected: Expected, planes: PlaneTriangles, spans: Spans, hidden: list[_SolidRows]) -> Bools:
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


def _enter(sampled: _Sampled, tally: Tally, number: int, spans: Spans, first: Ints, length: Ints) -> None:
    """Enter the faces under the spans of one sample into the tally."""
    faces = len(sampled.face_group) + 1
    tally.cover[number] += np.bincount(first, minlength=faces) - np.bincount(first + length, minlength=faces)
    face = ranges(first, length)
    triangle, row = np.repeat(spans.triangle, length), np.repeat(spans.row, length)
    column = sampled.expected.face_keys[face] % sampled.expected.stride
    a, b = SAMPLES[number]
    for place in ((a / UNIT, b / UNIT), *(sampled.middles if number == 0 else ())):
        wrong = sampled.texels.at(triangle, row, column, place) != sampled.expected.colors[face]
        tally.wrong_color[face[wrong]] = True
    tally.shown_by[number, face] = sampled.polygon[triangle]
    tally.show(sampled.polygon[triangle], sampled.face_group[face])


def _say_cover(expected: Expected, tally: Tally, mode: Mode) -> list[str]:
    said = []
    cover = np.cumsum(tally.cover[:, :-1], axis=1)
    # What is behind glass must not be seen through it twice.
    once = np.full(len(expected.body), mode.see_through or not mode.overlapping) | (expected.body > 0)
    several = (cover > 1).any(axis=0) & once
    covered = "shown" if mode.see_through else "covered"
    for bad, what in (
        ((cover == 0).any(axis=0), f"not {covered} by a triangle everywhere"),
        (several, f"{covered} by several triangles at one point"),
    ):
        if bad.any():
            said.append(
                f"{np.count_nonzero(bad):,} of {len(bad):,} visible faces are {what};"
                f" the first is {expected.name(int(np.argmax(bad)))}"
            )
    stray = np.unique(np.concatenate([np.zeros(0, np.int64), *tally.stray]))
    if len(stray):
        hidden = " and no two solid cells to hide between" if mode.overlapping else ""
        said.append(
            f"{len(stray):,} triangles {'show something' if mode.see_through else 'cover points'} where there is no"
            f" visible face{hidden}; the first is triangle {stray[0]}"
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


def _say_flat(mesh: Mesh) -> list[str]:
    """Whether polygons that point at a single texel point at one of their colour."""
    color, (column, row) = mesh.projection.color, mesh.projection.offset.T
    drawn = np.bincount(mesh.triangle_polygon, minlength=mesh.polygon_count) > 0
    flat = np.flatnonzero(mesh.projection.is_single & drawn)
    wrong = flat[mesh.atlas[row[flat], column[flat]] != color[flat]]
    if not len(wrong):
        return []
    return [f"{len(wrong):,} polygons of one colour show another; the first is polygon {wrong[0]}"]


def _say_mixed(tally: Tally) -> list[str]:
    if not tally.mixed.any():
        return []
    return [
        f"{np.count_nonzero(tally.mixed):,} polygons cover faces that must not be in one polygon;"
        f" the first is polygon {int(np.argmax(tally.mixed))}"
    ]
