"""A `TvxMesh` in, a `Mesh` of the same triangles, polygons and colours out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

from ... import directions
from ...errors import FormatError
from ...mesh.mesh import Counts, Mesh
from ...mesh.modes import MODES
from ...mesh.options import MeshOptions
from ...mesh.parting import count_four_face_edges
from ...mesh.weld import count_gpu_vertices
from ...texture import TEXTURED, Projection, texel_axes
from .records import POLYGON, RECTANGLE, TRIANGLE, TvxMesh, TvxPart

Ints = npt.NDArray[np.int64]

_MOST_TEXELS = 1 << 24
"""Texels that pages of any shapes may take together; more only if most of them are the pages' own."""

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

    Raises
    ------
    FormatError
        If its pages are of shapes that would need a far larger texture, or it lies further from its pivot than
        lattice points of 32 bits can tell.
    """
    sheet, parts = _sheet(mesh), mesh.parts or (_nothing(),)
    pieces = [_piece(part) for part in parts]
    first = np.cumsum([0] + [len(piece.record) for piece in pieces]).tolist()
    points = np.concatenate([piece.points for piece in pieces]).reshape(-1, 3)
    vertices, vertex = _welded(points)
    polygon = np.concatenate([piece.polygon + start for piece, start in zip(pieces, first, strict=False)])
    made = Mesh(
        options=_options(mesh),
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
    placed: Ints = vertices + np.array(mesh.size, np.int64) // 2 - np.array(mesh.pivot, np.int64)
    if np.abs(placed).max(initial=0) >= 1 << 31:
        raise FormatError("a mesh lies too far from its pivot", "MESH")
    return replace(made, counts=counts).relocated(placed)


def _options(mesh: TvxMesh) -> MeshOptions:
    """What is known of how it was made."""
    known = MeshOptions(mode=mesh.mode or _UNKNOWN, border=0)
    return known if mesh.voxels is None else replace(known, interior=mesh.voxels.interior, merge=mesh.voxels.merge)


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
    records = [np.zeros(0, kind) for kind in (POLYGON, RECTANGLE, TRIANGLE)]
    return TvxPart((0, 0, 0), (0, 0, 0), *records)


def _sheet(mesh: TvxMesh) -> _Sheet:
    colors = [part.polygons["value"][part.is_flat] for part in mesh.parts]
    used = np.unique(np.concatenate([np.zeros(0, np.uint8), *colors]))
    width = max([page.shape[1] for page in mesh.pages], default=max(1, min(len(used), 16)))
    rows = np.cumsum([0] + [page.shape[0] for page in mesh.pages])
    if width * int(rows[-1]) > _MOST_TEXELS + 4 * sum(page.size for page in mesh.pages):
        raise FormatError("its pages have shapes that do not fit together into one texture", "PAGE")
    atlas = np.zeros((max(int(rows[-1]) - (-len(used) // width), 1), width), np.uint8)
    for row, page in zip(rows.tolist(), mesh.pages, strict=False):
        atlas[row : row + page.shape[0], : page.shape[1]] = page
    row, column = np.divmod(np.arange(len(used)), width)
    atlas[rows[-1] + row, column] = used
    texel = np.zeros((256, 2), np.int64)
    texel[used] = np.stack((column, row + rows[-1]), axis=1)
    return _Sheet(atlas, rows[:-1], texel)


def _piece(part: TvxPart) -> _Piece:
    """The triangles of all rectangles, and then of all other polygons."""
    boxes, rest = part.rectangles["polygon"].astype(np.int64), part.triangles["polygon"].astype(np.int64)
    low, high = part.rectangle_bounds.swapaxes(0, 1)
    corners = np.stack((low, np.stack((high[:, 0], low[:, 1]), 1), high, np.stack((low[:, 0], high[:, 1]), 1)), axis=1)
    plane = part.rectangles["corner"][np.arange(len(boxes)), directions.AXIS[part.direction[boxes]]]
    both = np.repeat(boxes, 2)
    points = [
        _in_space(corners[:, [0, 1, 2, 0, 2, 3]].reshape(-1, 3, 2), np.repeat(plane, 2), part.direction[both]),
        _in_space(part.triangles["corners"], part.polygons["plane"][rest], part.direction[rest]),
    ]
    new = np.append(True, rest[1:] != rest[:-1])[: len(rest)]
    return _Piece(
        points=np.concatenate(points) + np.array(part.origin, np.int64),
        polygon=np.concatenate((np.repeat(np.arange(len(boxes)), 2), len(boxes) + np.cumsum(new) - 1)),
        record=np.concatenate((boxes, rest[new])),
        is_quad=np.arange(len(boxes) + int(new.sum())) < len(boxes),
    )


def _in_space(points: npt.NDArray[Any], plane: npt.NDArray[Any], direction: npt.NDArray[np.uint8]) -> Ints:
    """(T, 3, 3) int64: points (T, 3, 2) of planes as lattice points."""
    placed = np.empty((len(points), 3, 3), np.int64)
    each = np.arange(len(points))
    placed[each, :, directions.AXIS[direction]] = plane[:, None]
    placed[each, :, directions.U_AXIS[direction]] = points[:, :, 0]
    placed[each, :, directions.V_AXIS[direction]] = points[:, :, 1]
    return placed


def _welded(points: Ints) -> tuple[Ints, Ints]:
    """Different points (V, 3) in order, and the number of each (n,)."""
    low = points.min(axis=0) if len(points) else np.zeros(3, np.int64)
    span = (points - low).max(axis=0, initial=0) + 1
    if int(span[0]) * int(span[1]) * int(span[2]) >= 1 << 62:
        vertices, vertex = np.unique(points, axis=0, return_inverse=True)
        return vertices, vertex.reshape(-1)
    place = np.array([span[1] * span[2], span[2], 1])
    keys, vertex = np.unique((points - low) @ place, return_inverse=True)
    return np.stack((keys // place[0], keys // span[2] % span[1], keys % span[2]), axis=1) + low, vertex.reshape(-1)


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
