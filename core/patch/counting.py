"""The counts of a mesh, and what of it went and came, in; the counts of the mesh after that out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from ..arrays import grouped
from ..mesh.contours import Polygons
from ..mesh.mesh import Counts, Mesh
from ..mesh.modes import MODES
from ..mesh.surface import Surface
from ..mesh.weld import count_gpu_vertices

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Sides:
    """A mesh before or after a patch, and what of it is not in the other one."""

    mesh: Mesh
    polygons: Polygons
    """Merged polygons that went or came."""
    triangle: Ints
    """(n,) int64: triangles that went or came."""
    vertex: Flags
    """(V,) bool: vertices at which triangles went or came."""

    @cached_property
    def corners(self) -> npt.NDArray[np.uint8]:
        """(T,) uint8: how many such vertices each triangle has."""
        # Column by column, which is many times as fast as along rows of three.
        one, other, third = (self.vertex[self.mesh.triangles[:, place]].view(np.uint8) for place in range(3))
        corners: npt.NDArray[np.uint8] = one + other + third
        return corners


def patched_counts(old: Sides, new: Sides, told: dict[str, int], surface: Surface) -> Counts:
    """Bring counts up to date.

    Parameters
    ----------
    old, new : Sides
        The mesh before and after; the counts of the latter are not looked at.
    told : dict of str to int
        Those that are known otherwise.
    surface : Surface
        What came.

    Returns
    -------
    Counts
    """
    before, mesh = old.mesh.counts, new.mesh
    drawn, merged = before.drawn_area, (before.polygons, before.corners, before.holes)
    change = [_merged(new.polygons)[at] - _merged(old.polygons)[at] for at in range(3)]
    polygons, corners, holes = (None if had is None else had + more for had, more in zip(merged, change, strict=True))
    edges = None
    if before.four_face_edges is not None:
        edges = before.four_face_edges + _crowded(new) - _crowded(old)
    counts = Counts(
        vertices=len(mesh.vertices),
        triangles=len(mesh.triangles),
        gpu_vertices=before.gpu_vertices + _gpu_vertices(new) - _gpu_vertices(old),
        texels=mesh.atlas.size,
        texels_used=told["texels_used"],
        tiles=told["tiles"],
        drawn_area=None if drawn is None else drawn + _area(new) - _area(old),
        voxels=told["voxels"],
        shell_voxels=None if before.shell_voxels is None else before.shell_voxels + told["shell"],
        faces=told["faces"],
        polygons=polygons,
        corners=corners,
        holes=holes,
        planes=told["planes"],
        four_face_edges=edges,
    )
    return replace(counts, **_certificate(old, counts, surface))


def _certificate(old: Sides, counts: Counts, surface: Surface) -> dict[str, Any]:
    """How good the mesh is known to be."""
    mesh = old.mesh
    if not MODES[mesh.options.mode].overlapping:
        return {"lower_bound": counts.triangles, "proven_planes": counts.planes}
    had = mesh.counts
    if had.lower_bound is None:
        return {}
    # The bound of the planes that went is no higher than their triangles.
    bound = had.lower_bound - len(old.triangle) + surface.lower_bound
    if had.lower_bound == had.triangles and surface.lower_bound == len(surface.triangles.node):
        return {"lower_bound": bound, "proven_planes": counts.planes}
    return {"lower_bound": max(0, bound), "proven_planes": None}


def _merged(polygons: Polygons) -> tuple[int, int, int]:
    return polygons.count, len(polygons.plane), int(polygons.holes.sum())


def _area(side: Sides) -> int:
    """In sides of voxels."""
    corners = side.mesh.vertices[side.mesh.triangles[side.triangle]].astype(np.int64)
    return int(np.abs(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])).sum()) // 2


def _gpu_vertices(side: Sides) -> int:
    """Those at the vertices."""
    mesh = side.mesh
    near = np.flatnonzero(side.corners)
    corner = mesh.triangles.take(near, axis=0)
    polygon = mesh.triangle_polygon[near].astype(np.int64)
    points = mesh.in_plane(mesh.vertices[corner].astype(np.int64), polygon)
    texels = mesh.projection.texels(polygon, points).reshape(-1, 2)
    chosen = np.flatnonzero(side.vertex[corner].reshape(-1))
    direction = np.repeat(mesh.polygon_direction[polygon], 3)
    return count_gpu_vertices(corner.reshape(-1).astype(np.int64)[chosen], direction[chosen], texels[chosen])


def _crowded(side: Sides) -> int:
    """Edges between the vertices that more than two triangles share."""
    start = side.mesh.triangles.take(np.flatnonzero(side.corners > 1), axis=0).astype(np.int64)
    end = start[:, [1, 2, 0]]
    inside = side.vertex[start] & side.vertex[end]
    key = (np.minimum(start, end) * len(side.mesh.vertices) + np.maximum(start, end))[inside]
    return int(np.count_nonzero(grouped(key).size > 2)) if len(key) else 0
