"""Surfaces in, weights of palette indices of vertices, (V, 4), and their mixed colours, (V, 4), out."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..arrays import Groups, concatenated_ranges, grouped
from ..errors import OptionError
from ..voxels.finish import linear, srgb
from ..voxels.look import Look
from .crossings import Crossings
from .mesh import SmoothMesh
from .surface import Surface

Bytes = npt.NDArray[np.uint8]
MOST = 4
"""Palette indices that a vertex may blend."""


def blended(surface: Surface, crossings: Crossings) -> tuple[Bytes, npt.NDArray[np.float32]]:
    """Weigh the palette indices around each vertex: those of its own crossings and of its neighbours'.

    Parameters
    ----------
    surface : Surface
    crossings : Crossings

    Returns
    -------
    indices : (V, 4) uint8
        The heaviest first; 0 where there are fewer.
    weights : (V, 4) float32
        Of sum 1.
    """
    color = crossings.space.colors(crossings.filled).astype(np.int64)
    groups = grouped(surface.vertex * 256 + color[surface.crossing])
    own, weight = groups.value, groups.size.astype(np.float64)
    total = np.bincount(own // 256, weight)
    weight /= total[own // 256]
    # Each neighbour of a vertex follows it in one triangle.
    start, end = surface.triangles.reshape(-1), np.roll(surface.triangles, -1, axis=1).reshape(-1)
    count = np.bincount(own // 256)
    edge, row = concatenated_ranges((np.cumsum(count) - count)[end], count[end])
    near = grouped(np.concatenate([own, start[edge] * 256 + own[row] % 256]))
    degree = np.bincount(start)
    parts = np.concatenate([weight, weight[row] / degree[start[edge]]])
    return _heaviest(near, np.bincount(near.number, parts).astype(np.float64), len(surface.points))


def _heaviest(
    near: Groups[np.int64], weight: npt.NDArray[np.float64], vertices: int
) -> tuple[Bytes, npt.NDArray[np.float32]]:
    """The heaviest palette indices of each vertex: groups of 256 times the vertex plus the index, and their weights."""
    vertex, index = near.value // 256, near.value % 256
    order = np.lexsort((index, -weight.round(9), vertex))
    count = np.bincount(vertex, minlength=vertices)
    rank = np.arange(len(order)) - np.repeat(np.cumsum(count) - count, count)
    kept = rank < MOST
    indices, weights = np.zeros((vertices, MOST), np.uint8), np.zeros((vertices, MOST), np.float64)
    indices[vertex[order][kept], rank[kept]] = index[order][kept]
    weights[vertex[order][kept], rank[kept]] = weight[order][kept]
    return indices, (weights / weights.sum(axis=1, keepdims=True)).astype(np.float32)


def vertex_colors(mesh: SmoothMesh, look: Look) -> Bytes:
    """Mix the colours of each vertex by its weights, in linear light.

    Parameters
    ----------
    mesh : SmoothMesh
        With blending.
    look : Look

    Returns
    -------
    (V, 4) uint8
        RGBA, sRGB; alpha is that of the palette.

    Raises
    ------
    OptionError
        If the mesh has no weights.
    """
    if mesh.blend_indices is None or mesh.blend_weights is None:
        raise OptionError("the surface has no weights of colors; make it with colors='blend'")
    light = np.column_stack([linear(look.palette[:, :3]), look.palette[:, 3] / 255])
    mixed = np.einsum("vk,vkc->vc", mesh.blend_weights.astype(np.float64), light[mesh.blend_indices])
    mixed[:, :3] = srgb(mixed[:, :3])
    colors: Bytes = (mixed * 255).round().astype(np.uint8)
    return colors
