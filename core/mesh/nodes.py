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

    def numbers(self, weight: Ints) -> Ints:
        """Lattice points as numbers: coordinates in the grid's axes times `weight` (3,) int64, summed: (N,) int64."""
        direction = self.planes.direction
        numbers: Ints = (self.planes.coordinate * weight[directions.AXIS[direction]])[self.plane]
        for axes, place in ((directions.U_AXIS, self.column), (directions.V_AXIS, self.row)):
            numbers += weight[axes[direction]][self.plane] * place
        return numbers

    def points(self) -> Ints:
        """Lattice points in the grid's axes, (N, 3) int64."""
        return np.stack([self.numbers(axis) for axis in np.eye(3, dtype=np.int64)], axis=1)
