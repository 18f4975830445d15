"""Maximal rectangles of solid layers: runs of cells in, every rectangle of cells that no larger one contains out.

All rows are swept at once. A run that the row above it does not contain starts a rectangle; going down a row, the
rectangle splits into its overlaps with that row's runs. What the row above the start contains is dropped, since
every rectangle below it could be one row taller; what the next row does not contain as a whole is maximal.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ...arrays import concatenated_ranges
from ...progress import Progress, unheard
from .layers import Runs

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Rectangles:
    """Rectangles of cells: lines ``bottom .. top - 1`` (see `Runs`), columns ``left .. right - 1``."""

    bottom: Ints
    top: Ints
    left: Ints
    right: Ints

    def __len__(self) -> int:
        return len(self.bottom)

    def __getitem__(self, chosen: Ints | npt.NDArray[np.bool_]) -> Rectangles:
        return Rectangles(self.bottom[chosen], self.top[chosen], self.left[chosen], self.right[chosen])

    def rows(self) -> tuple[Ints, Ints]:
        """Every line of every rectangle: the rectangle, and the line."""
        return concatenated_ranges(self.bottom, self.top - self.bottom)


def maximal_rectangles(runs: Runs, progress: Progress = unheard) -> Rectangles:
    """Find all maximal rectangles.

    Parameters
    ----------
    runs : Runs
        Of the cells that rectangles may cover.
    progress : Progress, optional

    Returns
    -------
    Rectangles
        Sorted by bottom line, left column, top line.

    References
    ----------
    Franzblau and Kleitman 1984, "An algorithm for covering polygons with rectangles", on why these suffice.
    """
    start = ~runs.contain(runs.line - 1, runs.start, runs.end)
    open_ones = Rectangles(runs.line[start], runs.line[start] + 1, runs.start[start], runs.end[start])
    found = [open_ones[np.zeros(0, np.int64)]]
    waiting = most = len(open_ones)
    while len(open_ones):
        waiting = min(waiting, len(open_ones))
        progress(1 - waiting / most)
        first, count = runs.overlapping(open_ones.top, open_ones.left, open_ones.right)
        owner, run = concatenated_ranges(first, count)
        above = open_ones[owner]
        left, right = (
            np.maximum(above.left, runs.start[run]),
            np.minimum(above.right, runs.end[run]),
        )
        whole = (left == above.left) & (right == above.right)
        goes_on = np.zeros(len(open_ones), bool)
        goes_on[owner[whole]] = True
        found.append(open_ones[~goes_on])
        kept = whole.copy()
        kept[~whole] = ~runs.contain(above.bottom[~whole] - 1, left[~whole], right[~whole])
        open_ones = Rectangles(above.bottom, above.top + 1, left, right)[kept]
    return _sorted(found)


def _sorted(parts: list[Rectangles]) -> Rectangles:
    bottom, top, left, right = (
        np.concatenate([getattr(part, side) for part in parts]) for side in ("bottom", "top", "left", "right")
    )
    return Rectangles(bottom, top, left, right)[np.lexsort((top, left, bottom))]
