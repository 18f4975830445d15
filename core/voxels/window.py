"""A model and a box, (2, 3) int64, in; the cells of the model in the box, as ranks and as a dense grid, out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from .model import Model

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Window:
    """The cells of a model in a box."""

    model: Model
    box: Ints
    """(2, 3) int64: lowest and highest lattice point."""
    first: int
    end: int
    """From the first to before this one of the model's cells have an x in the box: they are sorted by it."""
    inside: npt.NDArray[np.bool_]
    """(end - first,) bool: which of them lie in the box."""
    grid: npt.NDArray[np.uint8]
    """(x, y, z) uint8 palette indices in the box."""


def window_of(model: Model, box: Ints) -> Window:
    """Find the cells of a model in a box; the time follows the cells whose x lies in it.

    Parameters
    ----------
    model : Model
    box : (2, 3) int64
        It may reach beyond the model.

    Returns
    -------
    Window
    """
    first, end = _ranks(model.positions[:, 0], box[:, 0])
    slab = model.positions[first:end]
    inside = np.ones(len(slab), np.bool_)
    for axis in (1, 2):
        low, high = _clipped(box[:, axis], slab.dtype)
        inside &= (slab[:, axis] >= low) & (slab[:, axis] <= high) if low <= high else False
    grid = np.zeros(tuple(box[1] - box[0]), np.uint8)
    # Taking rows by their numbers is many times as fast as by flags.
    chosen = np.flatnonzero(inside)
    x, y, z = (slab.take(chosen, axis=0).astype(np.int64) - box[0]).T
    grid[x, y, z] = model.indices[first:end][chosen]
    return Window(model, box, first, end, inside, grid)


def _ranks(ascending: npt.NDArray[np.integer[Any]], ends: Ints) -> tuple[int, int]:
    """Where the numbers from one end to before the other are, without a copy of other type."""
    low, high = _clipped(ends, ascending.dtype)
    if low > high:
        # Before all of them, or after.
        there = 0 if ends[1] <= 0 else len(ascending)
        return there, there
    kind = ascending.dtype.type
    first, end = np.searchsorted(ascending, kind(low)), np.searchsorted(ascending, kind(high), side="right")
    return int(first), int(end)


def _clipped(ends: Ints, dtype: np.dtype[Any]) -> tuple[int, int]:
    """The first and the last number of a range that a type can hold; the last is less if there is none."""
    info = np.iinfo(dtype)
    return max(int(ends[0]), int(info.min)), min(int(ends[1]) - 1, int(info.max))
