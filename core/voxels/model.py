"""One model: its filled cells, (n, 3) integers, with a palette index each, (n,) uint8, and the size they lie in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..borders import require_array
from ..errors import LimitError

Cells = npt.NDArray[np.integer[Any]]
"""(n, 3) integers (x, y, z)."""

MAX_CELLS = 2**30
"""Cells a dense grid may have: beyond this a size is a lie or a mistake."""


@dataclass(frozen=True, eq=False)
class Model:
    """Filled cells, distinct, inside `size` and in lexicographic order of (x, y, z).

    Raises
    ------
    OptionError
        If an array has another shape or type than said here.
    """

    size: tuple[int, int, int]
    """Cells along x, y, z; the pivot is size // 2."""
    positions: Cells
    """(n, 3) integers (x, y, z) of the filled cells: uint8 where a byte is enough, else int32."""
    indices: npt.NDArray[np.uint8]
    """(n,) uint8 palette index of each, 1 to 255."""
    blocked: Cells | None = None
    """(m, 3) integers: opaque cells of other objects that hide faces of this one; None where no others count."""

    def __post_init__(self) -> None:
        require_array(self.positions, "positions", (None, 3), "iu")
        require_array(self.indices, "indices", (len(self.positions),), "u", np.uint8)
        if self.blocked is not None:
            require_array(self.blocked, "blocked", (None, 3), "iu")

    @classmethod
    def from_grid(cls, grid: npt.NDArray[np.uint8]) -> Model:
        """Take a dense grid, (x, y, z) uint8 palette indices with 0 for empty cells."""
        require_array(grid, "the grid", (None, None, None), "u", np.uint8)
        positions = np.argwhere(grid)
        small = max(grid.shape) <= np.iinfo(np.uint8).max + 1
        indices = grid[tuple(positions.T)]
        x, y, z = grid.shape
        return cls((x, y, z), positions.astype(np.uint8 if small else np.int32), indices)

    @property
    def voxels(self) -> int:
        """Number of filled cells."""
        return len(self.indices)

    @property
    def pivot(self) -> tuple[int, int, int]:
        """The lattice point (voxels from the model's corner) that a placement turns and moves."""
        x, y, z = self.size
        return x // 2, y // 2, z // 2

    @property
    def far(self) -> bool:
        """Whether cells may lie so far apart, or reach so far, that a dense grid of them might be too large."""
        return self.blocked is not None or self.positions.dtype != np.uint8

    @property
    def box(self) -> npt.NDArray[np.int64]:
        """(2, 3) int64: the lowest and the highest lattice point of the filled cells; there must be some."""
        axes = np.ascontiguousarray(self.positions.T)  # minima of long rows take a tenth of those of short ones
        return np.stack([axes.min(axis=1).astype(np.int64), axes.max(axis=1).astype(np.int64) + 1])

    @property
    def identity(self) -> tuple[object, ...]:
        """What equal models have equal: a key that can be looked up."""
        others = None if self.blocked is None else self.blocked.tobytes()
        return self.size, self.positions.dtype, self.positions.tobytes(), self.indices.tobytes(), others

    @property
    def colors(self) -> npt.NDArray[np.uint8]:
        """The dense grid, made anew at each call.

        Returns
        -------
        (x, y, z) uint8
            Palette index of each cell, 0 where it is empty.

        Raises
        ------
        LimitError
            If the size has more than `MAX_CELLS` cells.
        """
        x, y, z = self.size
        if x * y * z > MAX_CELLS:
            raise LimitError(
                f"the model's size of {x:,} x {y:,} x {z:,} has more than {MAX_CELLS:,} cells, "
                "too many for a dense grid; correct its size"
            )
        grid = np.zeros(self.size, np.uint8)
        grid[tuple(self.positions.T)] = self.indices
        return grid
