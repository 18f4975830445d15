"""Points at which the proofs look at a mesh: plane triangles in, rows of samples inside them and their texels out.

Every face is sampled at four points. A point's offsets in its cell are a/p and b/p with the prime p = 2**31 - 1, so
chosen that no line through two lattice points up to `MAX_SIDE` apart meets it; crossings of triangle edges with rows
of samples are then never ties, and floor division finds them exactly.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..mesh.mesh import Mesh
from .arrays import Ints, ranges
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


@dataclass(frozen=True)
class Spans:
    """Rows of samples inside triangles: columns ``start..stop-1`` of a row."""

    triangle: Ints
    """(n,) int64 into the plane triangles."""
    row: Ints
    start: Ints
    stop: Ints


class Texels:
    """The palette index that a mesh shows at a sample.

    Texel positions are affine maps of the plane frame, one for each triangle. Corner texels are taken as the exact real
    numbers that their float32 stand for. Their rounding, at most 1/4096 texel in atlases up to 8192 texels wide, and
    that of float64 here are far below a sample's distance from the border of its texel, 0.09 where a texel is as large
    as a face and 0.02 where it is smaller.
    """

    def __init__(self, planes: PlaneTriangles, mesh: Mesh) -> None:
        texels = mesh.corner_texels()[planes.index].astype(np.float64)
        one, two = texels[:, 1] - texels[:, 0], texels[:, 2] - texels[:, 0]
        u = (planes.u - planes.u[:, :1]).astype(np.float64)[:, 1:, None]
        v = (planes.v - planes.v[:, :1]).astype(np.float64)[:, 1:, None]
        area = double_areas(planes.u, planes.v)[:, None]
        self._per_u = (one * v[:, 1] - two * v[:, 0]) / area
        self._per_v = (two * u[:, 0] - one * u[:, 1]) / area
        self._base = texels[:, 0] - self._per_u * planes.u[:, :1] - self._per_v * planes.v[:, :1]
        self._atlas = mesh.atlas

    def at(self, triangle: Ints, row: Ints, column: Ints, place: tuple[float, float]) -> npt.NDArray[np.uint8]:
        """Look texels up.

        Parameters
        ----------
        triangle, row, column : (n,) int64
            Plane triangles, and cells in their frames.
        place : (float, float)
            Where in the cells, from 0 to 1 along columns and rows.

        Returns
        -------
        (n,) uint8
        """
        u, v = column + place[0], row + place[1]
        texel = []
        for axis, side in ((0, self._atlas.shape[1]), (1, self._atlas.shape[0])):
            base, per_u, per_v = (m[triangle, axis] for m in (self._base, self._per_u, self._per_v))
            texel.append(np.floor(base + per_u * u + per_v * v).astype(np.int64).clip(0, side - 1))
        found: npt.NDArray[np.uint8] = self._atlas[texel[1], texel[0]]
        return found


def scan(planes: PlaneTriangles, part: slice) -> Iterator[Spans]:
    """Cut triangles along the rows of samples.

    Parameters
    ----------
    planes : PlaneTriangles
    part : slice
        Which of them.

    Yields
    ------
    Spans
        Once for each of `SAMPLES`.
    """
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
        yield Spans(triangle[inside], row[inside], start[inside], stop[inside])


def lit_spans(texels: Texels, spans: Spans, sample: tuple[int, int]) -> Spans:
    """Keep of rows of samples what shows something: texels of palette index 0 are see-through.

    Parameters
    ----------
    texels : Texels
    spans : Spans
    sample : (int, int)
        One of `SAMPLES`.

    Returns
    -------
    Spans
        In the same order, each a run of places without a gap.
    """
    length = spans.stop - spans.start
    owner, column = np.repeat(np.arange(len(length)), length), ranges(spans.start, length)
    triangle, row = spans.triangle[owner], spans.row[owner]
    lit = np.flatnonzero(texels.at(triangle, row, column, (sample[0] / UNIT, sample[1] / UNIT)))
    owner, column = owner[lit], column[lit]
    joined = (np.diff(owner) == 0) & (np.diff(column) == 1)
    edge = np.ones(min(len(lit), 1), np.bool_)
    begin, end = (np.flatnonzero(~np.concatenate(both)) for both in ((~edge, joined), (joined, ~edge)))
    return Spans(spans.triangle[owner[begin]], spans.row[owner[begin]], column[begin], column[end] + 1)


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
