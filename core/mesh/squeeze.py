"""Empty space taken out: cells anywhere in, the same cells closer together out, and lattice points led back.

Along each axis, coordinates at which no cell lies are left out but for one between any two groups of cells. What
touches still touches, and what does not still does not, so the mesh is the same but for its lattice points.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]


class Squeeze:
    """The coordinates of cells before and after.

    Parameters
    ----------
    positions : (n, 3) int64
        Cells, n > 0.
    others : (m, 3) int64, optional
        More cells.
    """

    def __init__(self, positions: Ints, others: Ints | None = None) -> None:
        self._real: list[Ints] = []
        self._near: list[Ints] = []
        for axis in range(3):
            parts = [positions[:, axis]] if others is None else [positions[:, axis], others[:, axis]]
            real = np.unique(np.concatenate(parts))
            steps = np.minimum(np.diff(real, prepend=real[0]), 2)
            self._real.append(real)
            self._near.append(np.cumsum(steps))

    def squeezed(self, positions: Ints) -> Ints:
        """Where cells are after: (n, 3) int64, from 0 on."""
        return np.stack(
            [near[np.searchsorted(real, positions[:, axis])] for axis, (real, near) in enumerate(self._pairs())], axis=1
        )

    def spread(self, points: npt.NDArray[np.int32]) -> Ints:
        """Where lattice points of the squeezed cells were before: (n, 3) int64."""
        columns = []
        for axis, (real, near) in enumerate(self._pairs()):
            # A lattice point lies at the low side of a cell, or else at the high side of the cell before it.
            place = np.searchsorted(near, points[:, axis], side="right") - 1
            columns.append(real[place] + (points[:, axis] - near[place]))
        return np.stack(columns, axis=1)

    def _pairs(self) -> list[tuple[Ints, Ints]]:
        return list(zip(self._real, self._near, strict=True))
