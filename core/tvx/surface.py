"""A `VoxMesh` in; its triangles with one texel offset (P, 2) and one colour (P,) a polygon out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .. import directions
from ..errors import OptionError
from ..voxmesh import VoxMesh

Ints = npt.NDArray[np.int64]

TEXTURED = -1
"""Stands in place of a palette index for polygons of several colours."""


@dataclass(frozen=True, eq=False)
class Surface:
    """Triangles on lattice points; a texel is a lattice point of its plane, turned, plus its polygon's offset."""

    vertices: Ints
    """(V, 3) int64 lattice points."""
    triangles: Ints
    """(T, 3) int64 into vertices, counter-clockwise seen from outside."""
    triangle_polygon: Ints
    """(T,) int64, ascending; every polygon has a triangle."""
    direction: Ints
    """(P,) int64 into the table of `directions`."""
    is_quad: npt.NDArray[np.bool_]
    """(P,) bool: a rectangle of two triangles."""
    is_transparent: npt.NDArray[np.bool_]
    """(P,) bool."""
    color: Ints
    """(P,) int64 palette index, or `TEXTURED`."""
    offset: Ints
    """(P, 2) int64 (column, row); 0 for those of one colour."""
    symmetry: Ints
    """(P,) int64 number of the matrix of `texel_axes` that turns lattice points into texels."""
    page: npt.NDArray[np.uint8]
    """(H, W) uint8 palette indices."""

    @property
    def polygon_count(self) -> int:
        """P."""
        return len(self.direction)

    def boxes(self) -> tuple[Ints, Ints]:
        """Lowest and highest lattice point of each polygon: (P, 3) int64 both."""
        points = self.vertices[self.triangles]
        first = np.searchsorted(self.triangle_polygon, np.arange(self.polygon_count))
        if len(first) == 0:
            return np.zeros((0, 3), np.int64), np.zeros((0, 3), np.int64)
        return (
            np.minimum.reduceat(points.min(axis=1), first, axis=0),
            np.maximum.reduceat(points.max(axis=1), first, axis=0),
        )


def surface_of(mesh: VoxMesh) -> Surface:
    """Find out how each polygon of a mesh gets its texels.

    Parameters
    ----------
    mesh : VoxMesh
        Made with ``border=0``.

    Returns
    -------
    Surface

    Raises
    ------
    OptionError
        If the mesh has borders around its tiles: a texel fetch needs none.
    """
    if mesh.options.border:
        raise OptionError("a .tvx file has no borders around its tiles; make the mesh with border=0")
    direction = mesh.polygon_direction.astype(np.int64)
    polygons = np.arange(len(direction))
    first = np.searchsorted(mesh.triangle_polygon, polygons)
    point = mesh.vertices[mesh.triangles[first, 0]].astype(np.int64)
    in_plane = np.stack((point[polygons, directions.U_AXIS[direction]], point[polygons, directions.V_AXIS[direction]]))
    texel = np.floor(mesh.corner_texels[first, 0]).astype(np.int64)
    # All corners of a polygon of one colour lie in the middle of one texel, the others lie on texels' corners.
    flat = (mesh.corner_texels[first, 0] % 1 != 0).any(axis=1)
    color = np.full(len(direction), TEXTURED, np.int64)
    color[flat] = mesh.atlas[texel[flat, 1], texel[flat, 0]]
    return Surface(
        vertices=mesh.vertices.astype(np.int64),
        triangles=mesh.triangles.astype(np.int64),
        triangle_polygon=mesh.triangle_polygon.astype(np.int64),
        direction=direction,
        is_quad=mesh.polygon_is_quad,
        is_transparent=mesh.polygon_is_transparent,
        color=color,
        offset=np.where(flat[:, None], 0, texel - in_plane.T),
        symmetry=np.zeros(len(direction), np.int64),
        page=mesh.atlas,
    )
