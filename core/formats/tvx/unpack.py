"""A `TvxMesh` in, a `Mesh` of the same triangles, polygons and colours out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

from ... import directions
from ...mesh.mesh import Counts, Mesh
from ...mesh.modes import MODES
from ...mesh.options import MeshOptions
from ...mesh.parting import count_four_face_edges
from ...mesh.weld import count_gpu_vertices
from ...texture import TEXTURED, Projection, texel_axes
from .records import POLYGON, QUADS, RANGES, TvxMesh, TvxPart

Ints = npt.NDArray[np.int64]

_UNKNOWN = "polygons"
"""The mode that is taken for one that a file does not name: of any polygons, with T-junctions."""


@dataclass(frozen=True)
class _Piece:
    """The triangles of one part, ordered by polygon."""

    points: Ints
    """(T, 3, 3) int64 lattice points of the mesh."""
    polygon: Ints
    """(T,) int64, ascending."""
    record: Ints
    """(P,) int64"""
    is_quad: npt.NDArray[np.bool_]
    """(P,) bool"""


@dataclass(frozen=True)
class _Sheet:
    """All pages of a mesh in one atlas, with a texel for each colour above them."""

    atlas: npt.NDArray[np.uint8]
    page_row: Ints
    """(pages,) int64: the row where each page begins."""
    color_texel: Ints
    """(256, 2) int64: the texel of each used colour."""


def mesh_of(mesh: TvxMesh) -> Mesh:
    """Turn a mesh of a file back into what the pipeline makes.

    Parameters
    ----------
    mesh : TvxMesh

    Returns
    -------
    Mesh
        Around the middle of its size, wherever the file has the pivot. Of its counts those are known that triangles
        tell; the visible faces only where no two polygons overlap.
    """
    sheet, parts = _sheet(mesh), mesh.parts or (_nothing(),)
    pieces = [_piece(part) for part in parts]
    first = np.cumsum([0] + [len(piece.record) for piece in pieces]).tolist()
    points = np.concatenate([piece.points for piece in pieces]).reshape(-1, 3)
    vertices, vertex = np.unique(points, axis=0, return_inverse=True)
    polygon = np.concatenate([piece.polygon + start for piece, start in zip(pieces, first, strict=False)])
    made = Mesh(
        options=MeshOptions(mode=mesh.mode or _UNKNOWN, border=0),
        size=mesh.size,
        vertices=vertices.astype(np.int32),
        triangles=vertex.reshape(-1, 3).astype(np.int32),
        triangle_polygon=polygon.astype(np.int32),
        polygon_direction=_of_polygons(parts, pieces, "direction"),
        polygon_is_quad=np.concatenate([piece.is_quad for piece in pieces]),
        polygon_is_transparent=_of_polygons(parts, pieces, "is_transparent"),
        atlas=sheet.atlas,
        projection=_projection(parts, pieces, sheet),
        counts=Counts(len(vertices), len(points) // 3, 0, sheet.atlas.size, sheet.atlas.size),
        seconds=MappingProxyType({}),
    )
    edges = None
    if mesh.mode in MODES and MODES[mesh.mode].junctions == "nowhere":
        edges = count_four_face_edges(made.triangles)
    faces = _faces(made, mesh.mode)
    counts = replace(made.counts, gpu_vertices=_gpu_vertices(made), faces=faces, four_face_edges=edges)
    shift = np.array(mesh.size, np.int64) // 2 - np.array(mesh.pivot, np.int64)
    return replace(made, counts=counts).relocated(vertices + shift)


def _of_polygons(parts: Sequence[TvxPart], pieces: Sequence[_Piece], name: str) -> npt.NDArray[Any]:
    """An attribute of the records for each polygon."""
    return np.concatenate([getattr(part, name)[piece.record] for part, piece in zip(parts, pieces, strict=True)])


def _projection(parts: Sequence[TvxPart], pieces: Sequence[_Piece], sheet: _Sheet) -> Projection:
    """The projections of all polygons onto the sheet, for lattice points of the mesh."""
    records = [part.polygons[piece.record] for part, piece in zip(parts, pieces, strict=True)]
    origin = np.concatenate(
        [np.tile(np.array(part.origin, np.int64), (len(own), 1)) for part, own in zip(parts, records, strict=True)]
    )
    flat = _of_polygons(parts, pieces, "is_flat")
    direction, symmetry = _of_polygons(parts, pieces, "direction"), _of_polygons(parts, pieces, "symmetry")
    value = np.concatenate([own["value"] for own in records]).astype(np.int64)
    every = np.arange(len(value))
    in_plane = np.stack((origin[every, directions.U_AXIS[direction]], origin[every, directions.V_AXIS[direction]]), 1)
    offset = np.concatenate([own["offset"] for own in records]).astype(np.int64)
    offset -= np.einsum("nij,nj->ni", texel_axes()[symmetry].astype(np.int64), in_plane)
    offset[~flat, 1] += sheet.page_row[value[~flat]]
    offset[flat] = sheet.color_texel[value[flat]]
    return Projection(np.where(flat, value, TEXTURED).astype(np.int16), offset.astype(np.int32), symmetry)


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
    texel = np.zeros((256, 2), np.int64)
    texel[used] = np.stack((column, row + rows[-1]), axis=1)
    return _Sheet(atlas, rows[:-1], texel)


def _piece(part: TvxPart) -> _Piece:
    polygon, is_quad, order = _polygons(part)
    triangles = part.triangles[order].astype(np.int64)
    first = np.searchsorted(polygon, np.arange(len(is_quad)))
    points = part.vertices[triangles[:, :3]].astype(np.int64) + np.array(part.origin, np.int64)
    return _quads_first(_Piece(points, polygon, triangles[first, 3], is_quad))


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
    points = piece.points.copy()
    slanted = (points[both] != np.roll(points[both], -1, axis=1)).sum(axis=2) > 1
    # The diagonal is the last side of the first triangle (c to a) and the first side of the second (a to c).
    turn = np.argmax(slanted, axis=1) + np.tile([1, 0], len(one))
    index = ((turn[:, None] + np.arange(3)) % 3)[:, :, None]
    points[both] = np.take_along_axis(points[both], index, axis=1)
    return _Piece(points, piece.polygon, piece.record, piece.is_quad)


def _gpu_vertices(mesh: Mesh) -> int:
    direction = np.repeat(mesh.polygon_direction[mesh.triangle_polygon], 3)
    return count_gpu_vertices(mesh.triangles.ravel().astype(np.int64), direction, mesh.corner_texels().reshape(-1, 2))


def _faces(mesh: Mesh, mode: str) -> int | None:
    """Visible faces by the area of the triangles; None where these may overlap."""
    if mode not in MODES or MODES[mode].overlapping:
        return None
    corner = mesh.vertices[mesh.triangles].astype(np.int64)
    doubled = np.cross(corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0])
    return int((doubled * directions.NORMAL[mesh.polygon_direction[mesh.triangle_polygon]]).sum()) // 2
