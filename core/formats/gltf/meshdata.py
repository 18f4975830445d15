"""A `Mesh` in, the vertices that a graphics card stores, (n, 3) and (n, 2), with the triangles of them, (T, 3), out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ... import directions
from ...arrays import grouped
from ...mesh.mesh import Mesh
from ...mesh.overlap import WAYS, codes, moved_texels, steps
from ...mesh.paging import Place
from ...texture.lightmap import LightMap
from ..axes import y_up

Ints = npt.NDArray[np.int64]
Array = npt.NDArray[Any]

_SMALL = (np.int8, np.int16)
"""What whole positions are stored in, if they fit."""


@dataclass(frozen=True)
class Vertices:
    """The different combinations of what a corner has; up is z."""

    point: Array
    """(n, 3) int64 half voxels from the origin of the mesh; float64 where polygons overlap."""
    normal: Ints
    """(n, 3) int64"""
    texel: Array
    """(n, 2) int64 half texels of the image (column, row); float64 where polygons overlap."""
    page: Ints
    """(n,) int64: which image."""
    triangles: Ints
    """(T, 3) int64, counter-clockwise seen from outside."""
    light: Array | None = None
    """(n, 2) float32 texels of the light map (column, row); None if there is none."""


def vertices_of(
    mesh: Mesh,
    shift: npt.NDArray[np.float64],
    place: Place,
    *,
    mirrored: bool,
    overlap: float = 0,
    light: LightMap | None = None,
) -> Vertices:
    """Split the vertices of a mesh by normal, texture coordinate and the way in which they are moved.

    Parameters
    ----------
    mesh : Mesh
    shift : (3,) float64
        The pivot as seen from the mesh's origin, in voxels; multiples of one half.
    place : Place
        Where the mesh's texels are.
    mirrored : bool
        Make the mirror image along x.
    overlap : float
        Voxels, see `WriteOptions.reach`.
    light : LightMap, optional
        Where the mesh lies in a light map; vertices are split by that too.

    Returns
    -------
    Vertices
    """
    corner = mesh.triangles.astype(np.int64).reshape(-1)
    direction = np.repeat(mesh.polygon_direction[mesh.triangle_polygon], 3).astype(np.int64)
    moved = steps(mesh, overlap)
    move = 2 * place.move[mesh.triangle_polygon][:, None]
    page = np.repeat(place.page[mesh.triangle_polygon], 3)
    column, row = ((mesh.corner_texels() * 2).astype(np.int64) + move).reshape(-1, 2).T
    pitch, pages = int(max(column.max(initial=0), row.max(initial=0))) + 1, int(page.max(initial=0)) + 1
    way = codes(moved).reshape(-1)
    key = ((((corner * WAYS + way) * 6 + direction) * pages + page) * pitch + column) * pitch + row
    if light is not None:
        # The key of the rest is as long as a number may be.
        spots = light.corner.reshape(-1, 2).astype(np.int64)
        key = grouped(key).number.astype(np.int64) * (light.width + 1) * (light.height + 1)
        key += spots[:, 0] * (light.height + 1) + spots[:, 1]
    split = grouped(key)
    first, number = split.first, split.number.reshape(-1, 3)
    around = mesh.vertices[corner[first]].astype(np.int64) - np.array(mesh.size, np.int64) // 2
    mirror = np.array([-1 if mirrored else 1, 1, 1])
    point: Array = 2 * around + np.rint(2 * shift).astype(np.int64)
    texel: Array = np.column_stack([column[first], row[first]])
    if moved.any():
        point = point + 2 * overlap * moved.reshape(-1, 3)[first]
        texel = (2 * moved_texels(mesh, moved, overlap).astype(np.float64) + move).reshape(-1, 2)[first]
    return Vertices(
        point=point * mirror,
        normal=directions.NORMAL[direction[first]] * mirror,
        texel=texel,
        page=page[first],
        triangles=number[:, ::-1] if mirrored else number,
        light=None if light is None else light.corner.reshape(-1, 2)[first],
    )


def positions(point: Array, voxel_size: float, *, integers: bool) -> tuple[Array, float]:
    """Choose how positions are stored.

    Parameters
    ----------
    point : (n, 3) int64 or float64
        Half voxels, up is z.
    voxel_size : float
        Metres.
    integers : bool
        Store whole numbers, unless they are too large or not whole.

    Returns
    -------
    values : (n, 3) int8, int16 or float32
        Up is y.
    unit : float
        Metres that 1 is.
    """
    turned, unit = y_up(point), voxel_size / 2
    if integers and np.issubdtype(point.dtype, np.integer):
        whole, step = (turned // 2, 2 * unit) if not (turned % 2).any() else (turned, unit)
        for kind in _SMALL:
            if np.abs(whole).max(initial=0) <= np.iinfo(kind).max:
                return whole.astype(kind), step
    return (turned * unit).astype(np.float32), 1.0


def normals(normal: Ints, *, integers: bool) -> Array:
    """Choose how normals are stored.

    Parameters
    ----------
    normal : (n, 3) int64
        Up is z.
    integers : bool

    Returns
    -------
    (n, 3) int8 or float32
        Up is y; as int8, 127 means 1.
    """
    turned = y_up(normal)
    return (turned * 127).astype(np.int8) if integers else turned.astype(np.float32)
