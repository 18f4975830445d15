"""Grids of cells, (x, y, z) bool, in; what is thinner than a cell kept, and which cells can be seen, (x, y, z), out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Flags = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]


def with_thin(cells: Flags, layers: Sequence[Flags]) -> Flags:
    """Add what has fallen between the centers of cells.

    Of each layer in turn those cells are added that no cell of the result touches, not even by a corner; and then
    those of the layer that touch the added ones, so that no gap is left on the way to the rest.

    Parameters
    ----------
    cells : (x, y, z) bool
        None on the rim.
    layers : sequence of (x, y, z) bool
        Cells of the surface, from few to many; none on the rim.

    Returns
    -------
    (x, y, z) bool
    """
    result = cells.copy()
    for layer in layers:
        lost = _apart(np.flatnonzero(layer), result)
        if len(lost):
            near = (lost[:, None] + _around(result.shape)).ravel()
            flat = result.reshape(-1)
            flat[near[layer.reshape(-1)[near]]] = True
    return result


def _around(shape: tuple[int, ...]) -> Ints:
    """(27,) int64: how far a cell and those that touch it are away in the list of all cells; near ones first."""
    steps = np.stack(np.meshgrid(*[[-1, 0, 1]] * 3, indexing="ij"), axis=-1).reshape(-1, 3)
    steps = steps[np.argsort(np.abs(steps).sum(axis=1), kind="stable")]
    away: Ints = steps @ np.array([shape[1] * shape[2], shape[2], 1], np.int64)
    return away


def _apart(some: Ints, cells: Flags) -> Ints:
    """Choose those of some cells that none of the given ones touches or is."""
    flat = cells.reshape(-1)
    for away in _around(cells.shape).tolist():
        some = some[~flat[some + away]]
    return some


def exposed(cells: Flags) -> Flags:
    """The cells with a side that no other one covers."""
    covered = cells.copy()
    for axis in range(3):
        along, given = np.moveaxis(covered, axis, 0), np.moveaxis(cells, axis, 0)
        along[1:] &= given[:-1]
        along[:-1] &= given[1:]
        along[0] = along[-1] = False
    return cells & ~covered
