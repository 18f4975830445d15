"""Triangles in voxels, (t, 3, 3) float64, in; the cells that a closed surface encloses, (x, y, z) bool, out."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..arrays import grouped
from ..errors import GeometryError
from .filling import inside
from .lattice import lattice_of
from .options import VoxeliseOptions
from .orient import facing, single, turned_over
from .scan import crossings

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


def solid_cells(corners: Floats, name: str = "the mesh") -> tuple[npt.NDArray[np.bool_], Ints]:
    """Find the cells inside a closed surface, which may cross itself.

    Parameters
    ----------
    corners : (t, 3, 3) float64
        In voxels.
    name : str
        Of the mesh, for errors.

    Returns
    -------
    filled : (x, y, z) bool
    low : (3,) int64
        The lattice point at which the box begins.

    Raises
    ------
    GeometryError
        If there are no triangles, or the surface has a border.
    LimitError
        If it reaches over too many cells.
    """
    if not len(corners):
        raise GeometryError(f"{name} has no faces, so nothing is inside; choose an object that has some")
    lattice, places = lattice_of(corners, VoxeliseOptions(voxel_size=1.0, origin=(0.0, 0.0, 0.0)))
    if _is_open(places):
        raise GeometryError(f"{name} is open, so nothing tells what is inside; close its holes")
    places = places[single(places)]
    places = turned_over(places, facing(places))
    filled, _ = inside([crossings(places, lattice, axis) for axis in range(3)], places, lattice)
    return filled, np.rint(lattice.origin).astype(np.int64)


def _is_open(places: Ints) -> bool:
    """Whether some edge belongs to an odd number of triangles."""
    points = np.ascontiguousarray(places.reshape(-1, 3))
    whole = points.view(np.dtype((np.void, points.shape[1] * points.itemsize))).reshape(-1)
    vertex = grouped(whole).number.reshape(-1, 3)
    start, end = vertex, np.roll(vertex, -1, axis=1)
    real = start != end
    key = (np.minimum(start, end) * (len(whole) + 1) + np.maximum(start, end))[real]
    return bool((grouped(key).size % 2).any()) if len(key) else True
