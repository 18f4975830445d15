"""Corners (t, 3, 3) float64 and options in, the lattice of voxels and the corners in whole steps of it, int64, out."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import GeometryError, LimitError, OptionError
from .options import MAX_SIDE, MAX_VOXEL_SIZE, MIN_VOXEL_SIZE, VoxeliseOptions

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

MAX_CELLS = 2**28
"""Cells of the box around a mesh: some bytes of each are held at once."""
FINEST = 16
"""Bits after the point that a coordinate may have, counted in voxels."""
_BITS = 18
"""Bits of a triangle's extent in steps, so that products of three fit in 64 bits."""
_FARTHEST = 2.0**40


@dataclass(frozen=True, eq=False)
class Lattice:
    """A box of cells, one more on every side than the mesh needs, and the steps that coordinates are counted in."""

    origin: Floats
    """(3,) float64: where the lowest corner of the box is, in the unit of the corners."""
    voxel_size: float
    size: tuple[int, int, int]
    """Cells along x, y, z."""
    steps: int
    """Of a cell's edge; an even power of two, so that its center is a whole number, too."""

    @property
    def strides(self) -> Ints:
        """(3,) int64: how far apart neighbors along each axis are in the list of all cells, z fastest."""
        return np.array([self.size[1] * self.size[2], self.size[2], 1], np.int64)

    @property
    def cells(self) -> int:
        """Number of cells."""
        return math.prod(self.size)


def lattice_of(corners: Floats, options: VoxeliseOptions) -> tuple[Lattice, Ints]:
    """Lay a lattice around a mesh.

    Coordinates are rounded to even numbers of steps. From there on all is decided in whole numbers, without error.

    Parameters
    ----------
    corners : (t, 3, 3) float64
    options : VoxeliseOptions

    Returns
    -------
    Lattice
    (t, 3, 3) int64
        The corners in steps from its origin.

    Raises
    ------
    GeometryError
        If there are no triangles, or all is one point, or lies too far away to be told from its neighbors.
    LimitError
        If there would be more cells than 2**28, or more than 2,048 along a side.
    """
    if not len(corners):
        raise GeometryError("the mesh has no faces, so there is nothing to voxelise; select one that has some")
    low, high = corners.min(axis=(0, 1)), corners.max(axis=(0, 1))
    size, edge = _voxel_size(low, high, options)
    anchor = _anchor(low, high, size, edge, options)
    first = np.floor((low - anchor) / edge)
    if not (np.abs(first) < _FARTHEST).all():
        raise GeometryError(
            f"the mesh lies about {np.abs(first).max():.3g} voxels away from where the lattice begins, too far for exact "
            "numbers; move it nearer, or give an origin near it"
        )
    cells = (corners - anchor) / edge - first
    # A step more than the rounding below can add.
    steps = 2 << min(FINEST, _BITS - math.ceil(math.log2(float(np.ptp(cells, axis=1).max()) + 2)))
    places = np.rint(cells * (steps // 2)).astype(np.int64) * 2
    begin, end = places.min(axis=(0, 1)) // steps, -(-places.max(axis=(0, 1)) // steps)
    x, y, z = (np.maximum(end - begin, 1) + 2).tolist()
    if max(x, y, z) - 2 > MAX_SIDE or x * y * z > MAX_CELLS:
        raise LimitError(_too_many((x - 2, y - 2, z - 2)))
    corner = anchor + (first + (begin - 1)) * edge
    return Lattice(corner, edge, (x, y, z), steps), places - (begin - 1) * steps


def _voxel_size(low: Floats, high: Floats, options: VoxeliseOptions) -> tuple[Floats, float]:
    """Give the extent in voxels, and a voxel's edge."""
    with np.errstate(over="ignore"):
        extent = high - low
    longest = float(extent.max())
    if not longest < np.inf:
        raise GeometryError("the mesh is larger than numbers go; scale it down")
    if longest == 0:
        raise GeometryError("all corners of the mesh are one point, so it has no size; scale it up or remove it")
    edge = options.voxel_size if options.voxels is None else longest / options.voxels
    if edge is None or not MIN_VOXEL_SIZE <= edge <= MAX_VOXEL_SIZE:
        raise OptionError(
            f"{options.voxels:,} voxels along {longest:.3g} would have edges of {edge:.3g}; they must be from "
            f"{MIN_VOXEL_SIZE:.3g} to {MAX_VOXEL_SIZE:,}, so scale the mesh or change the number"
        )
    size = extent / edge
    # Before anything is taken: places of cells are at most one more along each axis.
    if size.max() > MAX_SIDE + 1 or np.maximum(size, 1).prod() > MAX_CELLS:
        raise LimitError(_too_many(tuple(math.ceil(side) for side in np.maximum(size, 1).tolist())))
    return size, float(edge)


def _anchor(low: Floats, high: Floats, size: Floats, edge: float, options: VoxeliseOptions) -> Floats:
    """Choose a point that is a corner of cells."""
    if options.origin is not None:
        return np.array(options.origin, np.float64)
    if options.voxels is None:
        return np.zeros(3)
    # Rounded, so that a side of 3.0000000001 voxels is of 3.
    whole = np.maximum(np.ceil(np.round(size, 6)), 1)
    return (low + high) / 2 - whole * edge / 2


def _too_many(size: tuple[Any, ...]) -> str:
    x, y, z = size
    return (
        f"the mesh would fill a box of {x:,} x {y:,} x {z:,} voxels, but a box may have {MAX_CELLS:,} and "
        f"{MAX_SIDE:,} along a side; use larger voxels"
    )
