"""How well shaped triangles are: a voxel grid in; edge lengths and smallest angles before and after the flips out."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from trivox.core.mesh.contours import trace_polygons
from trivox.core.mesh.exposure import visible_faces
from trivox.core.mesh.flips import shorten_diagonals
from trivox.core.mesh.nodes import Nodes
from trivox.core.mesh.triangulate import Triangles, triangulate
from trivox.core.mesh.volume import volume_of_grid


def flip_quality(grid: npt.NDArray[np.uint8]) -> dict[str, float]:
    """Measure the polygons of a grid.

    Parameters
    ----------
    grid : (x, y, z) uint8

    Returns
    -------
    dict
        ``edges before``, ``edges after``: lengths of all triangles' edges in voxels, an inner edge counted twice;
        ``angle before``, ``angle after``: 5th percentile of the triangles' smallest angles in degrees.
    """
    faces = visible_faces(volume_of_grid(grid), "remove")
    polygons = trace_polygons(faces)
    nodes = Nodes(polygons.plane, polygons.row, polygons.column, polygons.polygon, faces.planes)
    before = triangulate(faces, polygons)
    result = {}
    for name, triangles in (("before", before), ("after", shorten_diagonals(nodes, before))):
        edges, angles = _edges_and_angles(nodes, triangles)
        result[f"edges {name}"] = float(edges.sum())
        result[f"angle {name}"] = float(np.percentile(angles, 5))
    return result


def _edges_and_angles(nodes: Nodes, triangles: Triangles) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Edge lengths (T, 3) and the smallest angle (T,) in degrees of each triangle."""
    points = np.stack([nodes.column[triangles.node], nodes.row[triangles.node]], axis=-1).astype(float)
    edges = np.linalg.norm(points - np.roll(points, -1, axis=1), axis=-1)
    a, b, c = np.sort(edges, axis=1).T
    return edges, np.degrees(np.arccos(np.clip((b**2 + c**2 - a**2) / (2 * b * c), -1, 1)))
