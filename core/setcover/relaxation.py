"""The linear relaxation of a set cover: which sets have which elements in, prices of elements and shares of sets out.

The largest sum of prices such that no set is worth more than one set is a linear program whose start, all prices
zero, is allowed; the simplex method improves it step by step and ends with the shares of sets that add up to no more.
Prices are used only through `exact_bounds`, which is valid for any prices: rounding can cost strength, never truth.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..progress import Progress, unheard
from .reductions import Incidence

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

SCALE = 1 << 20
_SMALL = 1e-9
_SPREAD = 1e-6
_CELLS = 1 << 22
"""Cells of the table that change from one report of progress to the next."""


def relax(incidence: Incidence, steps: int, progress: Progress = unheard) -> tuple[Ints, Floats]:
    """Solve the relaxation.

    Parameters
    ----------
    incidence : Incidence
        Every set and every element occurs.
    steps : int
        Exchange steps after which the prices reached are taken.
    progress : Progress, optional

    Returns
    -------
    price : (elements,) int64
        In units of 1 / SCALE.
    share : (sets,) float64
        How much of each set the cheapest fractional cover takes; whole numbers say that it is a cover.

    References
    ----------
    Dantzig 1951, "Maximization of a linear function of variables subject to linear inequalities".
    """
    sets, elements = incidence.sets, incidence.elements
    table = np.zeros((sets + 1, elements + 1))
    table[incidence.set, incidence.element] = 1
    # Equal right-hand sides would make the method go round in circles.
    table[:sets, -1] = 1 + _SPREAD * ((np.arange(sets) * 0.6180339887) % 1)
    table[-1, :-1] = -1
    row_variable, column_variable = elements + np.arange(sets), np.arange(elements)
    often = max(_CELLS // table.size, 1)
    for step in range(steps):
        if step % often == 0:
            progress(step / steps)
        column = int(table[-1, :-1].argmin())
        if table[-1, column] > -_SMALL:
            break
        limit = np.full(sets, np.inf)
        np.divide(
            table[:-1, -1],
            table[:-1, column],
            out=limit,
            where=table[:-1, column] > _SMALL,
        )
        row = int(limit.argmin())
        _exchange(table, row, column)
        row_variable[row], column_variable[column] = (
            column_variable[column],
            row_variable[row],
        )
    price = np.zeros(elements + sets)
    price[row_variable] = table[:-1, -1]
    share = np.zeros(elements + sets)
    share[column_variable] = table[-1, :-1]
    return np.floor(np.maximum(price[:elements], 0) * SCALE).astype(np.int64), share[elements:]


def _exchange(table: Floats, row: int, column: int) -> None:
    """Exchange a basic variable for another, in place."""
    factor = table[:, column].copy()
    pivot = factor[row]
    factor[row] = 0
    table[row, column] = 1
    table[row] /= pivot
    table[:row, column] = 0
    table[row + 1 :, column] = 0
    table -= factor[:, None] * table[row]


def exact_bound(incidence: Incidence, price: Ints) -> tuple[int, Ints]:
    """Say in whole numbers what prices prove.

    Parameters
    ----------
    incidence : Incidence
    price : (elements,) int64
        Not negative, in units of 1 / SCALE.

    Returns
    -------
    bound : int
        In units of 1 / SCALE: no cover has fewer sets. The prices of all elements, less what sets are worth beyond
        one set each (Lagrangian relaxation).
    reduced_cost : (sets,) int64
        In units of 1 / SCALE: a cover with this set has no fewer sets than the bound and this together.
    """
    worth = np.zeros(incidence.sets, np.int64)
    np.add.at(worth, incidence.set, price[incidence.element])
    reduced_cost = SCALE - worth
    return int(price.sum() + np.minimum(reduced_cost, 0).sum()), reduced_cost
