"""Nodes: the points that triangles are made of before welding; each belongs to one polygon and lies in its plane."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .. import directions
from .exposure import Planes

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Nodes:
    """Points of polygons, in the frames of their planes.

    Two nodes of one polygon can share a point, where its contours touch.
    """

    plane: Ints
    """(N,) int64 into planes."""
    row: Ints
    """(N,) int64 lattice coordinate along v."""
    column: Ints
    """(N,) int64 lattice coordinate along u."""
    polygon: Ints
    """(N,) int64."""
    planes: Planes

    def __len__(self) -> int:
        return len(self.plane)

    def points(self) -> Ints:
        """Lattice points in the grid's axes, (N, 3) int64."""
        direction = self.planes.direction[self.plane]
        points = np.empty((len(self), 3), np.int64)
        each = np.arange(len(self))
        points[each, directions.AXIS[direction]] = self.planes.coordinate[self.plane]
        points[each, directions.U_AXIS[direction]] = self.column
        points[each, directions.V_AXIS[direction]] = self.row
        return points
