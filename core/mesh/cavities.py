"""Sealed cavities: packed solid cells in, the packed air cells out that no path of air joins to the outside."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..arrays import components, concatenated_ranges, split
from . import bits

Indices = npt.NDArray[np.int64]


@dataclass(frozen=True)
class _Runs:
    """Runs of air inside the columns of a grid, in order: cells ``start .. end - 1`` of one column."""

    column: Indices
    start: Indices
    end: Indices


def sealed_cavities(solid: bits.Words, depth: int) -> bits.Words | None:
    """Find the air that 6-neighbour steps through air cannot join to the outside.

    Works on runs of air along z: a run is outside if it reaches the border of the grid, and joined to every run of
    a neighbouring column that it overlaps. The work follows the surface of the solid, not the volume of the air.

    Parameters
    ----------
    solid : (x, y, w) uint64
        Filled cells, as `bits.pack` makes them.
    depth : int
        Cells along z.

    Returns
    -------
    (x, y, w) uint64 or None
        The sealed cells; None if there are none.
    """
    runs = _air_runs(solid, depth)
    inner = _off_border(runs, solid.shape[:2], depth)
    if not inner.any():
        return None
    node = np.where(inner, np.cumsum(inner), 0)  # node 0 is the outside
    left, right = _overlaps(runs, inner, solid.shape[1], depth)
    label = components(int(node.max()) + 1, node[left], node[right])
    sealed = inner & (label[node] != 0)
    return _cells(runs, sealed, solid.shape[:2], depth) if sealed.any() else None


def _air_runs(solid: bits.Words, depth: int) -> _Runs:
    """Runs of air between the faces that look along z; every column starts and ends with a run, if need be empty."""
    width, rows = solid.shape[:2]
    every = np.arange(width * rows)
    x, y, z = bits.positions(solid & ~bits.shifted_down(solid))
    start_key = np.concatenate([every * (depth + 2), (x * rows + y) * (depth + 2) + z + 1])
    x, y, z = bits.positions(solid & ~bits.shifted_up(solid))
    end_key = np.concatenate([(x * rows + y) * (depth + 2) + z, every * (depth + 2) + depth])
    start_key.sort(kind="stable")  # which merges what ascends already
    end_key.sort(kind="stable")
    column, start = split(start_key, depth + 2)
    return _Runs(column, start, end_key - column * (depth + 2))


def _off_border(runs: _Runs, shape: tuple[int, ...], depth: int) -> npt.NDArray[np.bool_]:
    x, y = split(runs.column, shape[1])
    inside = (x > 0) & (x < shape[0] - 1) & (y > 0) & (y < shape[1] - 1)
    return inside & (runs.start > 0) & (runs.end < depth) & (runs.start < runs.end)


def _overlaps(runs: _Runs, inner: npt.NDArray[np.bool_], rows: int, depth: int) -> tuple[Indices, Indices]:
    """Pairs of runs (an inner one, any one) that share a side, over all four neighbouring columns."""
    base = runs.column * (depth + 2)
    start_key, end_key = base + runs.start, base + runs.end
    mine = np.flatnonzero(inner)
    pairs = []
    for step in (-rows, -1, 1, rows):
        other = (runs.column[mine] + step) * (depth + 2)
        first = np.searchsorted(end_key, other + runs.start[mine], side="right")
        last = np.searchsorted(start_key, other + runs.end[mine], side="left")
        owner, run = concatenated_ranges(first, np.maximum(last - first, 0))
        pairs.append((mine[owner], run))
    return np.concatenate([pair[0] for pair in pairs]), np.concatenate([pair[1] for pair in pairs])


def _cells(runs: _Runs, chosen: npt.NDArray[np.bool_], shape: tuple[int, ...], depth: int) -> bits.Words:
    run = np.flatnonzero(chosen)
    owner, z = concatenated_ranges(runs.start[run], runs.end[run] - runs.start[run])
    cells = np.zeros((shape[0] * shape[1], depth), bool)
    cells[runs.column[run][owner], z] = True
    return bits.pack(cells.reshape(shape[0], shape[1], depth))
