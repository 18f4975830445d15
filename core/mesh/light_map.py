"""Meshes in, a second layer of texture coordinates for baked light, (T, 3, 2) each, in which nothing overlaps, out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from .. import directions
from ..texture.charts import charts_of
from ..texture.lightmap import LightMap, LightMapOptions, place_charts
from .mesh import Mesh
from .modes import MODES

Ints = npt.NDArray[np.int64]


def light_map_of(mesh: Mesh, options: LightMapOptions | None = None) -> LightMap:
    """Lay a mesh out in a light map of its own.

    Parameters
    ----------
    mesh : Mesh
    options : LightMapOptions, optional

    Returns
    -------
    LightMap

    Raises
    ------
    LimitError
        If the map would be too large with one texel for a voxel.

    Examples
    --------
    >>> from trivox.core import build_mesh
    >>> light = light_map_of(build_mesh(np.ones((1, 1, 1), np.uint8)), LightMapOptions(texels=4, margin=2))
    >>> light.width, light.height, light.used
    (32, 16, 96)
    """
    return light_maps_together([mesh], options)[0]


def light_maps_together(meshes: Sequence[Mesh], options: LightMapOptions | None = None) -> list[LightMap]:
    """Lay several meshes out in one light map.

    Parameters
    ----------
    meshes : sequence of Mesh
    options : LightMapOptions, optional

    Returns
    -------
    list of LightMap
        One for each mesh, with the same width, height, texels and notes.

    Raises
    ------
    LimitError
        If the map would be too large with one texel for a voxel.

    Notes
    -----
    A chart is what hangs together in a plane: voxel faces and merged polygons that meet along an edge stay side by
    side, so that no seam is between them. Rectangles that may overlap have charts of their own.
    """
    options = options or LightMapOptions()
    charts = [_charts(mesh) for mesh in meshes]
    count = np.cumsum([0, *(int(chart.max(initial=-1)) + 1 for chart in charts)])
    chart = np.concatenate([np.zeros(0, np.int64), *(one + first for one, first in zip(charts, count, strict=False))])
    points = np.concatenate([np.zeros((0, 3, 2), np.int64), *map(_points, meshes)])
    placed = place_charts(points.reshape(-1, 2).astype(np.float64), np.repeat(chart, 3), options)
    corners = placed.points.astype(np.float32).reshape(-1, 3, 2)
    ends = np.cumsum([len(mesh.triangles) for mesh in meshes])[:-1]
    return [
        LightMap(corner, placed.width, placed.height, placed.texels, _area(corner), placed.notes)
        for corner in np.split(corners, ends)[: len(meshes)]
    ]


def _points(mesh: Mesh) -> Ints:
    """(T, 3, 2) int64: the corners of triangles in their planes."""
    points: Ints = mesh.in_plane(mesh.vertices[mesh.triangles].astype(np.int64), mesh.triangle_polygon.astype(np.int64))
    return points


def _charts(mesh: Mesh) -> Ints:
    """(T,) int64: the chart of each triangle."""
    polygon = mesh.triangle_polygon.astype(np.int64)
    mode = MODES[mesh.options.mode]
    if mode.overlapping or mode.see_through or not len(polygon):
        return polygon
    direction = mesh.polygon_direction[polygon].astype(np.int64)
    height = mesh.vertices[mesh.triangles[:, 0], directions.AXIS[direction]].astype(np.int64)
    return charts_of(mesh.triangles.reshape(-1), np.arange(0, 3 * len(polygon), 3), height * 6 + direction)


def _area(corner: npt.NDArray[np.float32]) -> int:
    """Texels that triangles cover."""
    one, other = (corner[:, 1:] - corner[:, :1]).astype(np.float64).transpose(1, 2, 0)
    return round(float(np.abs(one[0] * other[1] - one[1] * other[0]).sum()) / 2)
