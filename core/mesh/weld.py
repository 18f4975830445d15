"""Welding: nodes of single polygons in, the distinct lattice points of the whole model out."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..arrays import distinct, grouped
from .nodes import Nodes

Ints = npt.NDArray[np.int64]


def weld(nodes: Nodes) -> tuple[npt.NDArray[np.int32], Ints]:
    """Give nodes at one lattice point one vertex.

    Parameters
    ----------
    nodes : Nodes

    Returns
    -------
    vertices : (V, 3) int32
        Distinct lattice points in lexicographic order.
    vertex : (N,) int64
        The vertex of each node.
    """
    points = nodes.points()
    pitch = int(points.max(initial=0)) + 1
    key = (points[:, 0] * pitch + points[:, 1]) * pitch + points[:, 2]
    groups = grouped(key)
    line, z = np.divmod(groups.value, pitch)
    return np.column_stack([*np.divmod(line, pitch), z]).astype(np.int32), groups.number


def count_gpu_vertices(vertex: Ints, direction: npt.NDArray[np.uint8], texel: npt.NDArray[np.float32]) -> int:
    """Count the vertices that a graphics card stores: the different combinations of what a corner has.

    Parameters
    ----------
    vertex : (n,) int64
        The welded vertex of each corner.
    direction : (n,) uint8
        Of its polygon.
    texel : (n, 2) float32
        Its texture coordinates, multiples of half a texel.

    Returns
    -------
    int
    """
    column, row = (texel * 2).astype(np.int64).T
    pitch = int(max(column.max(initial=0), row.max(initial=0))) + 1
    return len(distinct(((vertex * 6 + direction) * pitch + column) * pitch + row))
