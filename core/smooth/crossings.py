"""A space of cells in, its crossings out: where the surface passes between a filled cell and an empty one, (n, 3)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .cases import BIT, EDGE_AXIS, EDGE_LOW, Ints
from .cells import Space

Floats = npt.NDArray[np.float64]

NEAREST = 1 / 4
"""How near a crossing may come to the center of a cell: what is one voxel thick is never thinner than a half."""
INTO_OTHERS = 15 / 16
"""How far towards the center of another body's cell a crossing is: deeper than that body's own surface ever is."""

_FILLED = np.arange(256)[:, None] >> np.arange(8) & 1
_OWNED = np.stack([_FILLED[:, 0] != _FILLED[:, bit] for bit in BIT], axis=1)
"""(256, 3) bool: whether the surface crosses the edge along each axis from a cube's lowest corner."""
_RANK = np.cumsum(_OWNED, axis=1) - _OWNED
_STEP = np.stack([EDGE_LOW >> 2 & 1, EDGE_LOW >> 1 & 1, EDGE_LOW & 1], axis=1)


@dataclass(frozen=True, eq=False)
class Crossings:
    """The cubes that a surface passes, and its crossings of edges, ordered by cube and axis."""

    space: Space
    keys: Ints
    """(c,) int64 of the cubes, ascending."""
    case: npt.NDArray[np.uint8]
    """(c,) uint8 of each cube."""
    cube: Ints
    """(n,) int64: the cube whose lowest cell is the lower end of each crossed edge."""
    axis: Ints
    """(n,) int64 of the edge."""
    rising: npt.NDArray[np.bool_]
    """(n,) bool: the lower end is the empty one."""
    start: Ints
    """(c,) int64: the first crossing of each cube."""
    share: Floats
    """(n,) float64: how far along its edge each crossing is, from the lower end."""

    @property
    def filled(self) -> Ints:
        """(n,) int64: the key of the filled cell at each crossing."""
        filled: Ints = self.keys[self.cube] + self.space.strides[self.axis] * self.rising
        return filled

    def on_edges(self, cube: Ints, edge: npt.NDArray[np.int8]) -> Ints:
        """Which crossings are those of edges of cubes.

        Parameters
        ----------
        cube : (m,) int64
        edge : (m,) int8
            0 to 11, all of them crossed.

        Returns
        -------
        (m,) int64
        """
        away = (_STEP @ self.space.strides)[edge]
        owner = cube.copy()
        other = np.flatnonzero(away)
        owner[other] = self.space.place(self.keys[cube[other]] + away[other])
        crossing: Ints = self.start[owner] + _RANK[self.case[owner], EDGE_AXIS[edge]]
        return crossing


def crossings_of(space: Space, blur: int) -> Crossings:
    """Find the crossings of a body's surface.

    Parameters
    ----------
    space : Space
    blur : int
        How often occupancy is blurred; without, crossings are midway.

    Returns
    -------
    Crossings
    """
    keys, case = space.cubes()
    owned = _OWNED[case]
    cube, axis = np.nonzero(owned)
    rising = case[cube] & 1 == 0
    count = _OWNED.sum(axis=1)[case]
    low = keys[cube]
    ends = low, low + space.strides[axis]
    inner, outer = np.where(rising, ends[1], ends[0]), np.where(rising, ends[0], ends[1])
    way = np.full(len(cube), 0.5)
    if blur:
        way = _way(space.occupancy(inner, blur), space.occupancy(outer, blur))
    way[space.colors(outer) != 0] = INTO_OTHERS
    return Crossings(space, keys, case, cube, axis, rising, np.cumsum(count) - count, np.where(rising, 1 - way, way))


def _way(inner: npt.NDArray[np.float32], outer: npt.NDArray[np.float32]) -> Floats:
    """How far from a filled cell's center towards an empty one's occupancy passes one half, (n,) float64.

    Where blurring has left less in what is filled, or more in what is empty, it stays as near as it may.
    """
    fall = np.maximum(inner - outer, 2.0**-20).astype(np.float64)
    way = np.clip((inner - 0.5) / fall, NEAREST, 1 - NEAREST)
    way[(inner <= 0.5) & (outer >= 0.5)] = 0.5
    return way
