"""Hidden places of planes and the nearest colour of each in; the colours of the voxels right before them, (n,), out.

Nothing can see a place between two opaque voxels, but where triangles are rounded apart a picture may show a pixel of
it beside what should be there: a side of the voxel before it.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from . import bits
from .exposure import Planes
from .volume import Volume

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]


def colors_before(
    volume: Volume, planes: Planes, polygon_plane: Ints, alike: Ints
) -> Callable[[Ints, Ints, Ints, Bytes], Bytes]:
    """Make what finds the colours of opaque voxels before places that show no face.

    Parameters
    ----------
    volume : Volume
    planes : Planes
    polygon_plane : (P,) int64
        The plane of each polygon.
    alike : (256,) int64
        Equal for palette indices that may stand for each other without changing what material a polygon is of.

    Returns
    -------
    callable
        Polygons, columns and rows of places, (n,) int64 each, and the nearest colour of each, (n,) uint8, in; (n,)
        uint8 out: the nearest colour again where there is no such voxel, or none of its kind.
    """

    def found(polygon: Ints, column: Ints, row: Ints, nearest: Bytes) -> Bytes:
        """The colour of the voxel before each place, or the nearest one."""
        cells = planes.cells_before(polygon_plane[polygon], row, column)
        inside = np.flatnonzero(((cells >= 0) & (cells < np.array(volume.shape)[:, None])).all(axis=0))
        opaque = inside[bits.at(volume.opaque, *cells[:, inside])]
        color = nearest.copy()
        color[opaque] = volume.colors(*cells[:, opaque])
        return np.where(alike[color] == alike[nearest], color, nearest)

    return found
