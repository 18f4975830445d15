"""A `Mesh` in; parts with vertices of three bytes, polygon records, sorted triangles and their ranges out."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ... import directions
from ...errors import LimitError
from ...mesh.mesh import Mesh
from ...texture import TEXTURED, texel_axes
from ...texture.uniform import SEVERAL, uniform_class
from .cacheorder import cache_order
from .records import FLAT, LARGEST_COORDINATE, MIXED, POLYGON, QUADS, RANGES, TRANSPARENT, TvxPart

Ints = npt.NDArray[np.int64]

INDEX_LIMIT = 1 << 16
"""Vertices or polygon records that indices of 16 bits tell apart."""


def make_parts(mesh: Mesh, material_class: Ints, *, ordered: bool) -> tuple[TvxPart, ...]:
    """Divide a mesh into parts and write each in the form of the file.

    Parameters
    ----------
    mesh : Mesh
        No polygon is wider than 255 cells.
    material_class : (256,) int64
        The class of each palette index.
    ordered : bool
        Order the triangles of each range for a vertex cache; else they stay as they come.

    Returns
    -------
    tuple of TvxPart
        As few as bytes of vertices and indices of 16 bits allow, cut between polygons only.

    Raises
    ------
    LimitError
        If a texel is out of reach of a polygon's 16-bit offset.
    """
    if mesh.polygon_count == 0:
        return ()
    low, high = mesh.polygon_boxes()
    material = polygon_materials(mesh, material_class)
    groups = _divided(mesh, np.arange(mesh.polygon_count), low, high)
    return tuple(_make_part(mesh, polygons, low[polygons].min(axis=0), material, ordered) for polygons in groups)


def polygon_materials(mesh: Mesh, material_class: Ints) -> Ints:
    """The material class of each polygon.

    Parameters
    ----------
    mesh : Mesh
    material_class : (256,) int64

    Returns
    -------
    (P,) int64
        `MIXED` for polygons that show several classes.
    """
    material: Ints = material_class[np.maximum(mesh.projection.color, 0)]
    textured = np.flatnonzero(mesh.projection.color == TEXTURED)
    if len(textured) == 0:
        return material
    low, high = (mesh.in_plane(box[textured], textured) for box in mesh.polygon_boxes())
    axes = texel_axes()[mesh.projection.symmetry[textured]].astype(np.int64)
    corners = np.stack([np.einsum("nij,nj->ni", axes, point) for point in (low, high)])
    start = corners.min(axis=0) + mesh.projection.offset[textured]
    end = corners.max(axis=0) + mesh.projection.offset[textured]
    # Texels of a tile that no face shows have the class of one that a face shows, or show nothing.
    classes = uniform_class(np.where(mesh.atlas > 0, material_class[mesh.atlas], -1), start, end)
    material[textured] = np.where(classes == SEVERAL, MIXED, classes)
    return material


def _divided(mesh: Mesh, polygons: Ints, low: Ints, high: Ints) -> list[Ints]:
    """Halve sets of polygons until each fits: by the middle of the longest side of their box."""
    groups: list[Ints] = []
    waiting = [polygons]
    while waiting:
        group = waiting.pop()
        extent = high[group].max(axis=0) - low[group].min(axis=0)
        axis = int(np.argmax(extent))
        if extent[axis] <= LARGEST_COORDINATE and _fits(mesh, group):
            groups.append(group)
            continue
        order = np.argsort(low[group, axis] + high[group, axis], kind="stable")
        half = len(group) // 2
        waiting += [np.sort(group[order[half:]]), np.sort(group[order[:half]])]
    return groups


def _fits(mesh: Mesh, group: Ints) -> bool:
    """Whether indices of 16 bits are enough."""
    if len(mesh.vertices) <= INDEX_LIMIT >= mesh.polygon_count:
        return True
    inside = np.zeros(mesh.polygon_count, np.bool_)
    inside[group] = True
    used = np.zeros(len(mesh.vertices), np.bool_)
    used[mesh.triangles[inside[mesh.triangle_polygon]]] = True
    return int(used.sum()) <= INDEX_LIMIT and (len(group) <= INDEX_LIMIT or len(group) == 1)


def _make_part(mesh: Mesh, polygons: Ints, origin: Ints, material: Ints, ordered: bool) -> TvxPart:
    """Write some polygons as a part."""
    number = np.full(mesh.polygon_count, -1, np.int64)
    number[polygons] = np.arange(len(polygons))
    polygon = number[mesh.triangle_polygon]
    triangle = mesh.triangles
    if len(polygons) < mesh.polygon_count:
        triangle, polygon = triangle[polygon >= 0], polygon[polygon >= 0]
    group = (6 * mesh.polygon_is_transparent[polygons] + mesh.polygon_direction[polygons])[polygon]
    order = cache_order(triangle, group) if ordered else np.argsort(group, kind="stable")
    triangle, polygon = triangle[order], polygon[order]
    records = _records(mesh, polygons, origin, material)
    used_vertex, vertex = _by_first_use(triangle.ravel().astype(np.int64), len(mesh.vertices))
    used_record, record = _by_first_use(_shared(records)[polygon], len(records))
    width = "<u2" if max(len(used_vertex), len(used_record)) <= INDEX_LIMIT else "<u4"
    x, y, z = origin.tolist()
    return TvxPart(
        origin=(x, y, z),
        vertices=(mesh.vertices[used_vertex] - origin).astype(np.uint8),
        polygons=records[used_record],
        triangles=np.concatenate((vertex.reshape(-1, 3), record[:, None]), axis=1).astype(width),
        ranges=np.append(0, np.cumsum(np.bincount(group, minlength=RANGES))).astype(np.uint32),
    )


def _by_first_use(index: Ints, count: int) -> tuple[Ints, Ints]:
    """What is used, in the order of first use, and the new indices."""
    first = np.full(count, len(index), np.int64)
    # Of several values for one place the last one stays.
    first[index[::-1]] = np.arange(len(index))[::-1]
    used = np.argsort(first, kind="stable")[: int(np.count_nonzero(first < len(index)))]
    number = np.empty(count, np.int64)
    number[used] = np.arange(len(used))
    return used, number[index]


def _shared(records: npt.NDArray[np.void]) -> Ints:
    """(n,) int64: the first of equal records, which serves all of them if they are rectangles."""
    shared = np.arange(len(records))
    quads = np.flatnonzero(records["flags"] & QUADS)
    _, first, same = np.unique(records[quads].view(np.uint64), return_index=True, return_inverse=True)
    shared[quads] = quads[first[same.reshape(-1)]]
    return shared


def _records(mesh: Mesh, polygons: Ints, origin: Ints, material: Ints) -> npt.NDArray[np.void]:
    """(n,) of dtype `POLYGON`: one record a polygon."""
    direction, color = mesh.polygon_direction[polygons], mesh.projection.color[polygons]
    flat = color != TEXTURED
    in_plane = np.stack((origin[directions.U_AXIS[direction]], origin[directions.V_AXIS[direction]]), axis=1)
    moved = np.einsum("nij,nj->ni", texel_axes()[mesh.projection.symmetry[polygons]].astype(np.int64), in_plane)
    offset = np.where(flat[:, None], 0, mesh.projection.offset[polygons] + moved)
    if len(offset) and not -(1 << 15) <= offset.min() <= offset.max() < 1 << 15:
        raise LimitError("the texture is too large for offsets of 16 bits; split the model")
    records = np.zeros(len(polygons), POLYGON)
    records["offset"] = offset
    records["face"] = (
        direction + 8 * mesh.projection.symmetry[polygons] + TRANSPARENT * mesh.polygon_is_transparent[polygons]
    )
    records["material"] = material[polygons]
    records["flags"] = FLAT * flat + QUADS * mesh.polygon_is_quad[polygons]
    records["value"] = np.where(flat, color, 0)
    return records
