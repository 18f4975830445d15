"""Cells with the triangles near each and the paints of these in, the color of each cell, (n, 4) uint8 sRGB, out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..arrays import grouped
from ..voxels.finish import linear, srgb
from .lattice import Lattice
from .nearest import nearest_points
from .paint import Paint
from .triangles import Triangles

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Bytes = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]

_TOGETHER = 1 << 17
_HALF = 128
"""Alpha below it is a hole."""


@dataclass(frozen=True, eq=False)
class Spots:
    """Pairs of a triangle and a cell, with the point of the triangle that is nearest to the cell's center."""

    triangle: Ints
    """(n,) int64, into the triangles as they were given."""
    cell: Ints
    """(n,) int64, in the list of all cells."""
    weights: Floats
    """(n, 3) float64, of the triangle's corners."""
    squared: Floats
    """(n,) float64: the squared distance, in cells."""

    def some(self, chosen: Flags | Ints) -> Spots:
        """Only some of them."""
        return Spots(self.triangle[chosen], self.cell[chosen], self.weights[chosen], self.squared[chosen])


def spots(places: Ints, source: Ints, turned: Flags, triangle: Ints, cell: Ints, lattice: Lattice) -> Spots:
    """Find the nearest points of triangles to the centers of cells.

    Parameters
    ----------
    places : (t, 3, 3) int64
        Corners in steps.
    source : (t,) int64
        Their numbers among the triangles as given.
    turned : (t,) bool
        Whether the second and the third corner were exchanged.
    triangle : (n,) integers
        Into the first three.
    cell : (n,) int64
    lattice : Lattice

    Returns
    -------
    Spots
    """
    weights, squared = np.empty((len(cell), 3)), np.empty(len(cell))
    for start in range(0, len(cell), _TOGETHER):
        some = slice(start, start + _TOGETHER)
        # Whole numbers up to here: what is equally far is found so.
        center = np.stack(np.unravel_index(cell[some], lattice.size), axis=1) * lattice.steps + lattice.steps // 2
        corners = places[triangle[some]] - center[:, None]
        weights[some], squared[some] = nearest_points(np.zeros(center.shape), corners.astype(np.float64))
    back = turned[triangle]
    weights[back] = weights[back][:, [0, 2, 1]]
    return Spots(source[triangle], cell, weights, squared / lattice.steps**2)


def nearest_spots(near: Spots) -> Spots:
    """Choose the nearest spot of each cell, by rising cell; of equally near ones that of the first triangle."""
    # A millionth of a cell is what rounding may differ by.
    rank = np.rint(near.squared * (1 << 20)).astype(np.int64) << 32 | near.triangle
    order = np.argsort(near.cell, kind="stable")
    rank = rank[order]
    cells = near.cell[order]
    begins = np.flatnonzero(np.diff(cells, prepend=-1))
    least = np.repeat(np.minimum.reduceat(rank, begins), np.diff(begins, append=len(rank))) if len(rank) else rank
    best = order[rank == least]
    # A triangle may be there twice.
    return near.some(best[np.flatnonzero(np.diff(near.cell[best], prepend=-1))])


def solid(near: Spots, triangles: Triangles, paints: Sequence[Paint]) -> Flags:
    """Tell which spots are no holes of their image, (n,) bool."""
    kept = np.ones(len(near.cell), bool)
    with_holes = np.array([paint.has_holes for paint in paints], bool)
    if triangles.uv is None or not with_holes.any():
        return kept
    some = np.flatnonzero(with_holes[triangles.material[near.triangle]])
    kept[some] = _texels(near.some(some), triangles, paints)[:, 3] >= _HALF
    return kept


def colors_at(near: Spots, triangles: Triangles, paints: Sequence[Paint]) -> Bytes:
    """Give the color of each spot: that of the paint, times that of the corners.

    Parameters
    ----------
    near : Spots
    triangles : Triangles
    paints : sequence of Paint

    Returns
    -------
    (n, 4) uint8
        sRGB; alpha is 255.
    """
    plain = np.array([paint.color[:3] for paint in paints], np.float64)
    light = plain[triangles.material[near.triangle]]
    if triangles.uv is not None:
        light *= linear(_texels(near, triangles, paints)[:, :3])
    if triangles.color is not None:
        light *= np.einsum("ij,ijk->ik", near.weights, triangles.color[near.triangle, :, :3])
    result = np.full((len(light), 4), 255, np.uint8)
    result[:, :3] = (srgb(np.clip(light, 0, 1)) * 255).round()
    return result


def _texels(near: Spots, triangles: Triangles, paints: Sequence[Paint]) -> Bytes:
    """The texel at each spot, (n, 4); white where there is no image."""
    result = np.full((len(near.cell), 4), 255, np.uint8)
    if triangles.uv is None:
        return result
    place = np.einsum("ij,ijk->ik", near.weights, triangles.uv[near.triangle].astype(np.float64))
    material = triangles.material[near.triangle]
    order = np.argsort(material, kind="stable")
    groups = grouped(material)
    stop = np.cumsum(groups.size)
    for value, start, end in zip(groups.value.tolist(), (stop - groups.size).tolist(), stop.tolist(), strict=True):
        image = paints[value].image
        if image is not None:
            mine, (height, width) = order[start:end], image.shape[:2]
            column, row = np.floor(place[mine] * (width, height)).astype(np.int64).T
            result[mine] = image[row % height, column % width]
    return result
