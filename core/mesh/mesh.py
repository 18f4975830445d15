"""The result of the pipeline: arrays of one model's vertices, triangles and atlas, with the counts of every step."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import directions
from ..texture.projection import Projection, texel_axes
from .options import MeshOptions

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Counts(Mapping[str, "int | None"]):
    """What each step of the pipeline left, readable as attributes and as a mapping; None where nobody knows.

    ``corners``, ``holes`` and ``polygons`` describe the merged polygons of the model in every mode. Meshes that were
    made from voxels know all of them; one that was read from triangles knows what these tell.
    """

    vertices: int
    """Vertices of this mesh, welded over the whole model."""
    triangles: int
    """Triangles of this mesh."""
    gpu_vertices: int
    """Vertices after splitting by normal and texture coordinate, as a graphics card stores them."""
    texels: int
    """Texels of the atlas, width times height."""
    texels_used: int
    """Texels of the atlas that some tile covers, borders included."""
    drawn_area: int | None = None
    """Area of all triangles in sides of voxels; what several triangles draw counts as often as they do."""
    tiles: int | None = None
    """Different texture tiles, single texels of one colour included."""
    voxels: int | None = None
    """Filled cells."""
    shell_voxels: int | None = None
    """Filled cells with at least one visible face."""
    faces: int | None = None
    """Visible faces (exposed; without sealed cavities unless they are kept)."""
    polygons: int | None = None
    """4-connected groups of faces of one plane that may be merged."""
    corners: int | None = None
    """Contour corners of all polygons, N summed."""
    holes: int | None = None
    """Hole contours of all polygons, h summed."""
    lower_bound: int | None = None
    """No mesh of this mode has fewer triangles; equal to ``triangles`` if that is proven. In ``cutout`` with a price:
    no such mesh that draws no more area has fewer."""
    planes: int | None = None
    """Planes with visible faces, one for each merging key on them."""
    proven_planes: int | None = None
    """Planes on which no mesh of this mode has fewer triangles; in ``cutout`` with a price those of one rectangle."""
    four_face_edges: int | None = None
    """Edges of this mesh that more than two of its triangles share: four where voxels touch along an edge alone. Not
    known in modes with T-junctions, where an edge does not tell which faces meet at it."""

    def __getitem__(self, key: str) -> int | None:
        if key not in self.__dataclass_fields__:
            raise KeyError(key)
        value: int | None = getattr(self, key)
        return value

    def __iter__(self) -> Iterator[str]:
        return iter(field.name for field in fields(self))

    def __len__(self) -> int:
        return len(fields(self))

    @property
    def stages(self) -> dict[str, int | None]:
        """Triangles after each step: whole cubes, shell, visible faces, merged polygons, this mesh."""
        merged = None
        if self.corners is not None and self.holes is not None and self.polygons is not None:
            merged = self.corners + 2 * self.holes - 2 * self.polygons
        return {
            "cubes": _times(12, self.voxels),
            "shell": _times(12, self.shell_voxels),
            "faces": _times(2, self.faces),
            "polygons": merged,
            "mesh": self.triangles,
        }

    @property
    def above_fewest(self) -> int | None:
        """By how many triangles a mesh of this mode might be smaller, at most."""
        return None if self.lower_bound is None else self.triangles - self.lower_bound


def _times(factor: int, count: int | None) -> int | None:
    return None if count is None else factor * count


@dataclass(frozen=True, eq=False)
class Mesh:
    """One model's mesh and texture.

    Lattice points run 0..size in the grid's own axes. A *polygon* here is what one texture projection serves: in
    ``faces`` mode each face, in the other modes each merged polygon. Triangles of a polygon are consecutive.
    """

    options: MeshOptions
    size: tuple[int, int, int]
    """Cells of the grid along x, y, z."""
    vertices: npt.NDArray[np.int32]
    """(V, 3) int32 lattice points, distinct, in lexicographic order."""
    triangles: npt.NDArray[np.int32]
    """(T, 3) int32 into vertices, counter-clockwise seen from outside."""
    triangle_polygon: npt.NDArray[np.int32]
    """(T,) int32, ascending."""
    polygon_direction: npt.NDArray[np.uint8]
    """(P,) uint8 into the table of `directions`."""
    polygon_is_quad: npt.NDArray[np.bool_]
    """(P,) bool: the polygon is a rectangle of two triangles (a, b, c), (a, c, d), so that (a, b, c, d) is a quad."""
    polygon_is_transparent: npt.NDArray[np.bool_]
    """(P,) bool: the polygon shows transparent voxels; no polygon shows both kinds."""
    atlas: npt.NDArray[np.uint8]
    """(H, W) uint8 palette indices; row 0 is the bottom row, where v = 0."""
    projection: Projection
    """How each polygon gets its texels from the atlas."""
    counts: Counts
    seconds: Mapping[str, float]
    """Seconds each stage took."""
    occlusion: npt.NDArray[np.uint8] | None = None
    """(H, W) uint8 beside the atlas: how much of the sky each texel sees, 255 for all of it; None if nobody asked."""

    def corner_texels(self, chosen: Ints | None = None) -> npt.NDArray[np.float32]:
        """Texture coordinates of the corners of triangles.

        Parameters
        ----------
        chosen : (t,) int64, optional
            Indices of triangles; all T of them if not given.

        Returns
        -------
        (t, 3, 2) float32
            (column, row) in texels of the atlas; floor() of a point inside the triangle is its texel.
        """
        which = slice(None) if chosen is None else chosen
        polygon = self.triangle_polygon[which].astype(np.int64)
        corners = self.vertices[self.triangles[which]].astype(np.int64)
        return self.projection.texels(polygon, self.in_plane(corners, polygon))

    @property
    def polygon_count(self) -> int:
        """P."""
        return len(self.polygon_direction)

    def polygon_boxes(self) -> tuple[Ints, Ints]:
        """Lowest and highest lattice point of each polygon: (P, 3) int64 both."""
        if not self.polygon_count:
            return np.zeros((0, 3), np.int64), np.zeros((0, 3), np.int64)
        one, other, third = (self.vertices[corner] for corner in self.triangles.T)
        first = np.searchsorted(self.triangle_polygon, np.arange(self.polygon_count))
        low, high = np.minimum(np.minimum(one, other), third), np.maximum(np.maximum(one, other), third)
        return (
            np.minimum.reduceat(low, first, axis=0).astype(np.int64),
            np.maximum.reduceat(high, first, axis=0).astype(np.int64),
        )

    @cached_property
    def has_clear_texels(self) -> bool:
        """Whether some polygon shows nothing somewhere: texels of palette index 0 lie in its tile."""
        textured = np.flatnonzero(~self.projection.is_flat[self.triangle_polygon])
        if not len(textured) or self.atlas.all():
            return False
        corners = self.corner_texels(textured).astype(np.int64)
        (left, below), (right, above) = corners.min(axis=1).T, corners.max(axis=1).T
        sums = np.zeros((self.atlas.shape[0] + 1, self.atlas.shape[1] + 1), np.int64)
        np.cumsum((self.atlas == 0).cumsum(axis=0), axis=1, out=sums[1:, 1:])
        # The box of a triangle of a rectangle is the rectangle; the boxes of others hold colours only.
        return bool((sums[above, right] - sums[below, right] - sums[above, left] + sums[below, left] > 0).any())

    def in_plane(self, points: npt.NDArray[Any], polygon: Ints) -> npt.NDArray[Any]:
        """Points in the planes of polygons.

        Parameters
        ----------
        points : (n, ..., 3) int64 or float64
        polygon : (n,) int64

        Returns
        -------
        (n, ..., 2) int64 or float64
            (u, v) as the table of `directions` says.
        """
        direction = self.polygon_direction[polygon]
        each = math.prod(points.shape[1:-1])
        first = 3 * np.arange(len(points) * each).reshape(len(points), each)
        flat = np.empty((len(points), each, 2), points.dtype)
        for place, axes in enumerate((directions.U_AXIS, directions.V_AXIS)):
            flat[:, :, place] = points.reshape(-1)[first + axes[direction][:, None]]
        return flat.reshape(*points.shape[:-1], 2)

    def relocated(self, vertices: npt.NDArray[np.integer[Any]]) -> Mesh:
        """The same mesh with its vertices elsewhere, each polygon moved as a whole.

        Parameters
        ----------
        vertices : (V, 3) integers
            Where each vertex goes, in the same order.

        Returns
        -------
        Mesh
        """
        shift = vertices.astype(np.int64) - self.vertices
        if not shift.any():
            return self
        direction = self.polygon_direction
        if (shift == shift[0]).all():
            u, v = (shift[0, axes[direction]] for axes in (directions.U_AXIS, directions.V_AXIS))
        else:
            every = np.arange(len(direction))
            moved = shift[self.triangles[np.searchsorted(self.triangle_polygon, every), 0]]
            u, v = (moved[every, axes[direction]] for axes in (directions.U_AXIS, directions.V_AXIS))
        axes = texel_axes().astype(np.int64)[self.projection.symmetry]
        away = axes[:, :, 0] * u[:, None] + axes[:, :, 1] * v[:, None]
        away[self.projection.is_single] = 0
        offset = (self.projection.offset - self.projection.scale * away).astype(np.int32)
        return replace(self, vertices=vertices.astype(np.int32), projection=replace(self.projection, offset=offset))
