"""A `TvxMesh` in, a `VoxMesh` of the same triangles, polygons and colours out."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import directions
from ..options import MeshOptions
from ..voxmesh import Counts, VoxMesh
from .meshdata import texels_at_corners
from .records import POLYGON, QUADS, RANGES, TvxMesh, TvxPart

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class _Piece:
    """The triangles of one part, ordered by polygon."""

    points: Ints
    """(T, 3, 3) int64 lattice points."""
    polygon: Ints
    """(T,) int64, ascending."""
    record: Ints
    """(P,) int64"""
    is_quad: npt.NDArray[np.bool_]
    """(P,) bool"""
    texels: npt.NDArray[np.float32]
    """(T, 3, 2) float32"""


@dataclass(frozen=True)
class _Sheet:
    """All pages of a mesh in one atlas, with a texel for each colour above them."""

    atlas: npt.NDArray[np.uint8]
    page_row: Ints
    """(pages,) int64: the row where each page begins."""
    color_texel: npt.NDArray[np.float32]
    """(256, 2) float32: the middle of each used colour's texel."""


def voxmesh_of(mesh: TvxMesh) -> VoxMesh:
    """Turn a mesh of a file back into what the pipeline makes.

    Parameters
    ----------
    mesh : TvxMesh

    Returns
    -------
    VoxMesh
        Made with ``border=0``. Its counts are 0 where the file does not tell them (voxels, corners, holes, planes).
    """
    sheet = _sheet(mesh)
    pieces = [_piece(part, sheet) for part in mesh.parts]
    if not pieces:
        pieces = [_piece(_nothing(), sheet)]
    first = np.cumsum([0] + [len(piece.record) for piece in pieces])
    points = np.concatenate([piece.points for piece in pieces]).reshape(-1, 3)
    vertices, vertex = np.unique(points, axis=0, return_inverse=True)
    parts = mesh.parts or (_nothing(),)
    direction = np.concatenate([part.direction[piece.record] for part, piece in zip(parts, pieces, strict=True)])
    transparent = np.concatenate([part.is_transparent[piece.record] for part, piece in zip(parts, pieces, strict=True)])
    polygon = np.concatenate([piece.polygon + start for piece, start in zip(pieces, first.tolist(), strict=False)])
    triangles = vertex.reshape(-1, 3).astype(np.int32)
    texels = np.concatenate([piece.texels for piece in pieces])
    corners = points.reshape(-1, 3, 3)
    return VoxMesh(
        options=MeshOptions(mode=mesh.mode or MeshOptions.mode, border=0),
        size=mesh.size,
        vertices=vertices.astype(np.int32),
        triangles=triangles,
        triangle_polygon=polygon.astype(np.int32),
        polygon_direction=direction,
        polygon_is_quad=np.concatenate([piece.is_quad for piece in pieces]),
        polygon_is_transparent=transparent,
        atlas=sheet.atlas,
        corner_texels=texels,
        counts=_counts(corners, triangles, direction[polygon], texels, sheet, len(direction), len(vertices)),
        seconds=MappingProxyType({}),
    )


def _nothing() -> TvxPart:
    """A part without triangles."""
    return TvxPart(
        (0, 0, 0),
        np.zeros((0, 3), np.uint8),
        np.zeros(0, POLYGON),
        np.zeros((0, 4), np.uint16),
        np.zeros(RANGES + 1, np.uint32),
    )


def _sheet(mesh: TvxMesh) -> _Sheet:
    colors = [part.polygons["value"][part.is_flat] for part in mesh.parts]
    used = np.unique(np.concatenate([np.zeros(0, np.uint8), *colors]))
    width = max([page.shape[1] for page in mesh.pages], default=max(1, min(len(used), 16)))
    rows = np.cumsum([0] + [page.shape[0] for page in mesh.pages])
    atlas = np.zeros((max(int(rows[-1]) - (-len(used) // width), 1), width), np.uint8)
    for row, page in zip(rows.tolist(), mesh.pages, strict=False):
        atlas[row : row + page.shape[0], : page.shape[1]] = page
    row, column = np.divmod(np.arange(len(used)), width)
    atlas[rows[-1] + row, column] = used
    texel = np.zeros((256, 2), np.float32)
    texel[used] = np.stack((column, row + rows[-1]), axis=1) + 0.5
    return _Sheet(atlas, rows[:-1], texel)


def _piece(part: TvxPart, sheet: _Sheet) -> _Piece:
    polygon, is_quad, order = _polygons(part)
    triangles = part.triangles[order].astype(np.int64)
    first = np.searchsorted(polygon, np.arange(len(is_quad)))
    flat = part.is_flat[triangles[:, 3]]
    texels = np.empty((len(order), 3, 2), np.float32)
    texels[flat] = sheet.color_texel[part.polygons["value"][triangles[flat, 3]]][:, None]
    texels[~flat] = texels_at_corners(part, order[~flat])
    if len(sheet.page_row):
        texels[~flat, :, 1] += sheet.page_row[part.polygons["value"][triangles[~flat, 3]]][:, None]
    points = part.vertices[triangles[:, :3]].astype(np.int64) + np.array(part.origin, np.int64)
    return _quads_first(_Piece(points, polygon, triangles[first, 3], is_quad, texels))


def _polygons(part: TvxPart) -> tuple[Ints, npt.NDArray[np.bool_], Ints]:
    """Polygon (T,) of the triangles in a new order, whether each is a quad (P,), and that order (T,)."""
    record = part.triangles[:, 3].astype(np.int64)
    quads = (part.polygons["flags"][record] & QUADS) != 0
    corner = part.vertices[part.triangles[:, :3]].astype(np.int64)
    # The diagonal is the side that follows no axis; two triangles of one record that share it are one rectangle.
    slanted = (corner != np.roll(corner, -1, axis=1)).sum(axis=2) > 1
    side = np.argmax(slanted, axis=1)
    ends = np.stack((side, (side + 1) % 3), axis=1)
    ends = np.sort(np.take_along_axis(part.triangles[:, :3].astype(np.int64), ends, axis=1), axis=1)
    ends[~quads] = -1
    order = np.lexsort((ends[:, 1], ends[:, 0], record))
    keys = np.column_stack((record, ends))[order]
    first = np.ones(len(order), np.bool_)
    first[1:] = (keys[1:] != keys[:-1]).any(axis=1)
    polygon = np.cumsum(first) - 1
    is_quad = quads[order][first] & (np.bincount(polygon, minlength=int(first.sum())) == 2)
    return polygon, is_quad, order


def _quads_first(piece: _Piece) -> _Piece:
    """Turn the two triangles of each quad so that they are (a, b, c) and (a, c, d)."""
    one = np.flatnonzero(piece.is_quad[piece.polygon])[::2]
    both = np.stack((one, one + 1), axis=1).ravel()
    points, texels = piece.points.copy(), piece.texels.copy()
    slanted = (points[both] != np.roll(points[both], -1, axis=1)).sum(axis=2) > 1
    # The diagonal is the last side of the first triangle (c to a) and the first side of the second (a to c).
    turn = np.argmax(slanted, axis=1) + np.tile([1, 0], len(one))
    index = ((turn[:, None] + np.arange(3)) % 3)[:, :, None]
    points[both] = np.take_along_axis(points[both], index, axis=1)
    texels[both] = np.take_along_axis(texels[both], index, axis=1)
    return _Piece(points, piece.polygon, piece.record, piece.is_quad, texels)


def _counts(
    corners: Ints,
    triangles: npt.NDArray[np.int32],
    direction: npt.NDArray[np.uint8],
    texels: npt.NDArray[np.float32],
    sheet: _Sheet,
    polygons: int,
    vertices: int,
) -> Counts:
    """What can be counted without the voxels; 0 for the rest."""
    doubled = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    area = int((doubled * directions.NORMAL[direction]).sum()) // 2
    split = np.column_stack((triangles.ravel(), np.repeat(direction, 3), (2 * texels.reshape(-1, 2)).astype(np.int64)))
    unknown: dict[str, Any] = dict.fromkeys(("voxels", "shell_voxels", "corners", "holes", "lower_bound"), 0)
    return Counts(
        faces=area,
        polygons=polygons,
        vertices=vertices,
        triangles=len(triangles),
        gpu_vertices=len(np.unique(split, axis=0)),
        planes=0,
        proven_planes=0,
        texels=sheet.atlas.size,
        texels_used=sheet.atlas.size,
        tiles=0,
        **unknown,
    )
