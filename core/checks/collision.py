"""The proofs of collision shapes: solid cells (x, y, z) bool and boxes, or points and a hull, in, sentences out."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..borders import require_array
from ..errors import LimitError

Ints = npt.NDArray[np.int64]

MAX_CELLS = 1 << 28
LONGEST = 1 << 20


def check_boxes_fill(solid: npt.NDArray[np.bool_], low: Ints, high: Ints, fit: str = "exact") -> list[str]:
    """Prove that boxes are what they are said to be.

    How many boxes each cell is in comes from a table of differences at the boxes' corners, summed along each axis.

    Parameters
    ----------
    solid : (x, y, z) bool
        From lattice point 0 on.
    low, high : (n, 3) int64
        Lattice points.
    fit : {"exact", "outside", "inside"}
        Each solid cell is in one box and no other cell is in any; or each is in at least one; or no other is in any.

    Returns
    -------
    list of str
        A sentence for each proof that failed.

    Raises
    ------
    LimitError
        If the boxes reach over more than `MAX_CELLS` cells.
    """
    require_array(solid, "solid", (None, None, None), "b")
    require_array(low, "low", (None, 3))
    require_array(high, "high", (len(low), 3))
    if not (high > low).all():
        return [f"box {int(np.argmin((high > low).all(axis=1)))} has no cell"]
    start = np.minimum(low.min(axis=0, initial=0), 0)
    shape = np.maximum(high.max(axis=0, initial=0), solid.shape) - start
    if float(np.prod((shape + 1).astype(np.float64))) > MAX_CELLS:
        raise LimitError("the boxes reach too far to be checked; check the parts of the model")
    count = np.zeros(shape + 1, np.int32)
    for corner in range(8):
        upper = [corner >> axis & 1 for axis in range(3)]
        points = np.where(upper, high, low) - start
        np.add.at(count, tuple(points.T), 1 - 2 * (sum(upper) % 2))
    for axis in range(3):
        np.cumsum(count, axis=axis, out=count)
    wanted = np.zeros(shape + 1, np.bool_)
    x, y, z = (-start).tolist()
    wanted[x : x + solid.shape[0], y : y + solid.shape[1], z : z + solid.shape[2]] = solid
    said = []
    if fit != "inside" and (wanted & (count == 0)).any():
        said.append(f"{_told(wanted & (count == 0), start)} are solid and in no box")
    if fit != "outside" and (~wanted & (count > 0)).any():
        said.append(f"{_told(~wanted & (count > 0), start)} are not solid and in a box")
    if fit == "exact" and (count > 1).any():
        said.append(f"{_told(count > 1, start)} are in several boxes")
    return said


def _told(cells: npt.NDArray[np.bool_], start: Ints) -> str:
    first = np.array(np.unravel_index(int(np.argmax(cells)), cells.shape)) + start
    return f"{np.count_nonzero(cells):,} cells, the first at ({', '.join(map(str, first.tolist()))}),"


def check_hull(points: npt.NDArray[np.integer[Any]], vertices: Ints, triangles: Ints) -> list[str]:
    """Prove that triangles are the convex hull of points.

    All numbers are whole: each triangle has all points behind it or in its plane, each edge is there once in each
    direction, and vertices less edges plus triangles are 2, so the surface is one closed ball; its vertices are points.

    Parameters
    ----------
    points : (n, 3) integers
    vertices : (m, 3) int64
    triangles : (T, 3) int64
        Counter-clockwise seen from outside.

    Returns
    -------
    list of str
        A sentence for each proof that failed.

    Raises
    ------
    LimitError
        If the points reach over more than `LONGEST` along an axis.
    """
    require_array(points, "points", (None, 3))
    require_array(vertices, "vertices", (None, 3))
    require_array(triangles, "triangles", (None, 3))
    if triangles.size == 0 or triangles.min() < 0 or triangles.max() >= len(vertices):
        return ["there are no triangles, or they have vertices that are not there"]
    low = points.min(axis=0).astype(np.int64)
    cloud, corners = points.astype(np.int64) - low, vertices - low
    if max(int(cloud.max()), int(np.abs(corners).max())) > LONGEST:
        raise LimitError("the points reach too far to be checked in 64 bits; check the parts of the model")
    a, b, c = (corners[triangles[:, corner]] for corner in range(3))
    normal = np.cross(b - a, c - a)
    said = []
    if not normal.any(axis=1).all():
        said.append("a triangle has no area")
    offset = (normal * a).sum(axis=1)
    outside = [triangle for triangle in range(len(normal)) if (cloud @ normal[triangle]).max() > offset[triangle]]
    if outside:
        said.append(f"{len(outside):,} triangles have points before them; the first is triangle {outside[0]}")
    edges = [(one, other) for row in triangles.tolist() for one, other in zip(row, row[1:] + row[:1], strict=True)]
    if len(set(edges)) != len(edges) or {(other, one) for one, other in edges} != set(edges):
        said.append("an edge does not have two triangles that run along it in opposite ways")
    used = len(set(triangles.reshape(-1).tolist()))
    if used != len(vertices) or used - len(edges) // 2 + len(triangles) != 2:
        said.append("the triangles are no closed ball of all vertices")
    if not set(map(tuple, corners.tolist())) <= set(map(tuple, cloud.tolist())):
        said.append("a vertex is none of the points")
    return said
