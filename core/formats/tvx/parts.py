"""A `Mesh` in; parts with polygon records, and with rectangles and triangles in the order of the file, out."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ... import directions
from ...errors import LimitError
from ...mesh.mesh import Mesh
from ...texture import TEXTURED, texel_axes
from ...texture.uniform import SEVERAL, uniform_class
from .records import (
    FLAT,
    LARGEST_COORDINATE,
    MIXED,
    MOST_POLYGONS,
    POLYGON,
    RECTANGLE,
    TRANSPARENT,
    TRIANGLE,
    TvxPart,
    in_plane,
)
from .trees import grow

Ints = npt.NDArray[np.int64]


def make_parts(mesh: Mesh, material_class: Ints) -> tuple[TvxPart, ...]:
    """Divide a mesh into parts and write each in the form of the file.

    Parameters
    ----------
    mesh : Mesh
        No polygon is wider than 255 cells.
    material_class : (256,) int64
        The class of each palette index.

    Returns
    -------
    tuple of TvxPart
        As few as bytes of lattice points and numbers of 16 bits allow, cut between polygons only.

    Raises
    ------
    LimitError
        If a texel is out of reach of a polygon's 16-bit offset.
    """
    if mesh.polygon_count == 0:
        return ()
    low, high = mesh.polygon_boxes()
    material = polygon_materials(mesh, material_class)
    groups = _divided(np.arange(mesh.polygon_count), low, high)
    return tuple(_make_part(mesh, polygons, (low[polygons], high[polygons]), material) for polygons in groups)


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
    # Texels of a tile that no face shows have the colour of a face of the same tile, or show nothing.
    classes = uniform_class(np.where(mesh.atlas > 0, material_class[mesh.atlas], -1), start, end)
    material[textured] = np.where(classes == SEVERAL, MIXED, classes)
    return material


def _divided(polygons: Ints, low: Ints, high: Ints) -> list[Ints]:
    """Halve sets of polygons until each fits: by the middle of the longest side of their box."""
    groups: list[Ints] = []
    waiting = [polygons]
    while waiting:
        group = waiting.pop()
        extent = high[group].max(axis=0) - low[group].min(axis=0)
        axis = int(np.argmax(extent))
        if extent[axis] <= LARGEST_COORDINATE and len(group) <= MOST_POLYGONS:
            groups.append(group)
            continue
        order = np.argsort(low[group, axis] + high[group, axis], kind="stable")
        half = len(group) // 2
        waiting += [np.sort(group[order[half:]]), np.sort(group[order[:half]])]
    return groups


def _make_part(mesh: Mesh, polygons: Ints, boxes: tuple[Ints, Ints], material: Ints) -> TvxPart:
    """Write some polygons as a part."""
    low, high = boxes
    origin = low.min(axis=0)
    order = _order(mesh, polygons, low)
    polygons, low, high = polygons[order], low[order] - origin, high[order] - origin
    direction = mesh.polygon_direction[polygons]
    records = _records(mesh, polygons, origin, material)
    quads = mesh.polygon_is_quad[polygons]
    own, shared = np.flatnonzero(~quads), np.flatnonzero(quads)
    records["plane"][own] = low[own, directions.AXIS[direction[own]]]
    used, number = _by_first_use(records[shared])
    rectangles = np.zeros(len(shared), RECTANGLE)
    rectangles["corner"] = low[shared]
    rectangles["size"] = in_plane((high - low)[shared], direction[shared])
    rectangles["polygon"] = len(own) + number
    x, y, z = origin.tolist()
    dx, dy, dz = high.max(axis=0).tolist()
    return TvxPart(
        origin=(x, y, z),
        extent=(dx, dy, dz),
        polygons=np.concatenate((records[own], records[shared[used]])),
        rectangles=rectangles,
        triangles=_triangles(mesh, polygons[own], origin),
    )


def _order(mesh: Mesh, polygons: Ints, low: Ints) -> Ints:
    """(n,) int64: sorted by transparency, direction, plane, v and u; transparent planes back to front."""
    direction, transparent = mesh.polygon_direction[polygons], mesh.polygon_is_transparent[polygons]
    plane = low[np.arange(len(low)), directions.AXIS[direction]]
    plane = np.where(transparent & (directions.SIGN[direction] < 0), -plane, plane)
    u, v = in_plane(low, direction).T
    order: Ints = np.lexsort((u, v, plane, direction, transparent))
    return order


def _triangles(mesh: Mesh, polygons: Ints, origin: Ints) -> npt.NDArray[np.void]:
    """(T,) of dtype `TRIANGLE`: those of some polygons, numbered as these are."""
    number = np.full(mesh.polygon_count, -1, np.int64)
    number[polygons] = np.arange(len(polygons))
    owner = number[mesh.triangle_polygon]
    chosen = np.flatnonzero(owner >= 0)
    chosen = chosen[np.argsort(owner[chosen], kind="stable")]
    points = mesh.vertices[mesh.triangles[chosen]].reshape(-1, 3) - origin
    direction = np.repeat(mesh.polygon_direction[mesh.triangle_polygon[chosen]], 3)
    triangles = np.zeros(len(chosen), TRIANGLE)
    triangles["corners"] = in_plane(points, direction).reshape(-1, 3, 2)
    triangles["polygon"] = owner[chosen]
    return grow(triangles)[1]


def _by_first_use(records: npt.NDArray[np.void]) -> tuple[Ints, Ints]:
    """Places of the different records in the order of first use, and for each record the number of its like."""
    _, first, same = np.unique(records.view(np.uint64), return_index=True, return_inverse=True)
    used = np.argsort(first)
    number = np.empty(len(first), np.int64)
    number[used] = np.arange(len(first))
    return first[used], number[same.reshape(-1)]


def _records(mesh: Mesh, polygons: Ints, origin: Ints, material: Ints) -> npt.NDArray[np.void]:
    """(n,) of dtype `POLYGON`: one record a polygon."""
    direction, color = mesh.polygon_direction[polygons], mesh.projection.color[polygons]
    flat = color != TEXTURED
    start = in_plane(np.broadcast_to(origin, (len(polygons), 3)), direction)
    moved = np.einsum("nij,nj->ni", texel_axes()[mesh.projection.symmetry[polygons]].astype(np.int64), start)
    offset = np.where(flat[:, None], 0, mesh.projection.offset[polygons] + moved)
    if len(offset) and not -(1 << 15) <= offset.min() <= offset.max() < 1 << 15:
        raise LimitError("the texture is too large for offsets of 16 bits; split the model")
    records = np.zeros(len(polygons), POLYGON)
    records["offset"] = offset
    symmetry = np.where(flat, 0, mesh.projection.symmetry[polygons])
    records["face"] = direction + 8 * symmetry + TRANSPARENT * mesh.polygon_is_transparent[polygons] + FLAT * flat
    records["material"] = material[polygons]
    records["value"] = np.where(flat, color, 0)
    return records
