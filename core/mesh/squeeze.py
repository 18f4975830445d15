"""Empty space taken out: cells anywhere in, the same cells closer together out, and lattice points led back.

Along each axis, coordinates at which no cell lies are left out but for one between any two groups of cells, or for
some. What touches still touches, and what does not still does not, so the mesh is the same but for its lattice points.
What is nearer than the coordinates that are kept is as near as before, and the rest no nearer than these.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..arrays import distinct

Ints = npt.NDArray[np.int64]
Integers = npt.NDArray[np.integer[Any]]

_FLAGS = 1 << 24


class Squeeze:
    """The coordinates of cells before and after.

    Parameters
    ----------
    positions : (n, 3) integers
        Cells, n > 0.
    others : (m, 3) integers, optional
        More cells.
    room : int
        Coordinates without cells that are kept between any two groups at most, 1 or more.
    """

    def __init__(self, positions: Integers, others: Integers | None = None, room: int = 1) -> None:
        self._real: list[Ints] = []
        self._near: list[Ints] = []
        for axis in range(3):
            parts = [positions[:, axis]] if others is None else [positions[:, axis], others[:, axis]]
            real = _occurring(parts)
            steps = np.minimum(np.diff(real, prepend=real[0]), room + 1)
            self._real.append(real)
            self._near.append(np.cumsum(steps))

    def squeezed(self, positions: Integers) -> npt.NDArray[np.int32]:
        """Where cells are after: (n, 3) int32, from 0 on."""
        after = np.empty(positions.shape, np.int32)
        for axis, (real, near) in enumerate(self._pairs()):
            if len(real) == real[-1] - real[0] + 1:
                after[:, axis] = positions[:, axis] - real[0]
            else:
                after[:, axis] = near[np.searchsorted(real, positions[:, axis])]
        return after

    def spread(self, points: npt.NDArray[np.int32]) -> Ints:
        """Where lattice points of the squeezed cells were before: (n, 3) int64."""
        columns = []
        for axis, (real, near) in enumerate(self._pairs()):
            # A lattice point lies at the low side of a cell, or else at the high side of the cell before it.
            place = np.searchsorted(near, points[:, axis], side="right") - 1
            columns.append(real[place] + (points[:, axis] - near[place]))
        return np.stack(columns, axis=1)

    @property
    def gaps(self) -> tuple[Ints, Ints, Ints]:
        """For each axis (n,) int64, ascending: the squeezed cells before which coordinates were left out.

        Only what reaches over none of them has the same size before and after.
        """
        x, y, z = (near[1:][np.diff(real) > np.diff(near)] for real, near in self._pairs())
        return x, y, z

    def _pairs(self) -> list[tuple[Ints, Ints]]:
        return list(zip(self._real, self._near, strict=True))


def _occurring(parts: list[Integers]) -> Ints:
    """The different numbers of all parts, ascending."""
    low = min(int(part.min()) for part in parts if len(part))
    high = max(int(part.max()) for part in parts if len(part))
    if high - low >= _FLAGS:
        return distinct(np.concatenate(parts)).astype(np.int64)
    flags = np.zeros(high - low + 1, bool)
    for part in parts:
        flags[part - low] = True
    occurring: Ints = np.flatnonzero(flags) + low
    return occurring
