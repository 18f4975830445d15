"""What both methods make: points (V, 3), triangles (T, 3), and which crossings belong to which vertex."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .cases import Ints
from .crossings import Crossings

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Surface:
    """A closed surface without colours."""

    points: Floats
    """(V, 3) float64 in lattice units."""
    triangles: Ints
    """(T, 3) int64, counter-clockwise seen from outside."""
    owner: Ints
    """(T,) int64: the crossing whose filled cell is nearest to each triangle."""
    corners: Ints
    """(V, 3) int64: the lowest cell of a cube in which each vertex is."""
    vertex: Ints
    """(p,) int64: vertices, each at least once, beside"""
    crossing: Ints
    """(p,) int64: crossings whose filled cells give them their colours."""


def crossing_points(crossings: Crossings, base: Ints) -> Floats:
    """Where crossings are, (n, 3) float64 in lattice units; the lowest cells (c, 3) of their cubes are given."""
    points = base[crossings.cube] + 0.5
    # By flat index: one of the three coordinates of each.
    points.reshape(-1)[3 * np.arange(len(points)) + crossings.axis] += crossings.share
    return points
