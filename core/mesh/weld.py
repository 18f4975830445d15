"""Welding: nodes of single polygons in, the distinct lattice points of the whole model out."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..arrays import count_distinct, numbered, split
from ..texture.projection import Projection
from .nodes import Nodes

Ints = npt.NDArray[np.int64]


def weld(nodes: Nodes, shape: tuple[int, int, int]) -> tuple[npt.NDArray[np.int32], Ints]:
    """Give nodes at one lattice point one vertex.

    Parameters
    ----------
    nodes : Nodes
    shape : (int, int, int)
        Cells of the grid: lattice points go from 0 to these.

    Returns
    -------
    vertices : (V, 3) int32
        Distinct lattice points in lexicographic order.
    vertex : (N,) int64
        The vertex of each node.
    """
    to_row, to_layer = shape[2] + 1, (shape[1] + 1) * (shape[2] + 1)
    different, vertex = numbered(nodes.numbers(np.array([to_layer, to_row, 1])))
    line, z = split(different, to_row)
    return np.column_stack([*split(line, shape[1] + 1), z]).astype(np.int32), vertex


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
    return count_distinct(((vertex * 6 + direction) * pitch + column) * pitch + row)


def count_node_vertices(
    vertex: Ints, nodes: Nodes, direction: npt.NDArray[np.uint8], projection: Projection, height: int
) -> int:
    """Count what `count_gpu_vertices` does without making the texture coordinates of nodes.

    Parameters
    ----------
    vertex : (N,) int64
        Of each node.
    nodes : Nodes
    direction : (P,) uint8
    projection : Projection
    height : int
        Of the atlas.

    Returns
    -------
    int
    """
    across, up, first = projection.half_texels(2 * height + 1)
    different, alike = numbered(first * 6 + direction)
    # The middle of a texel is where no other polygon has a corner, so the two kinds can be counted apart.
    single = projection.is_single[nodes.polygon]
    of_one = slice(None) if single.all() else np.flatnonzero(single)
    count = count_distinct(vertex[of_one] * len(different) + alike[nodes.polygon[of_one]])
    rest = np.flatnonzero(~single)
    polygon = nodes.polygon[rest]
    texel = across[polygon] * nodes.column[rest] + up[polygon] * nodes.row[rest] + first[polygon]
    kinds = int(texel.max(initial=0)) + 1
    return count + count_distinct((vertex[rest] * 6 + direction[polygon]) * kinds + texel)
