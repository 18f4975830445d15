"""Welding: nodes of single polygons in, the distinct lattice points of the whole model out."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..arrays import grouped
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
