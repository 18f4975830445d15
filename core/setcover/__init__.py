"""Smallest set covers: which sets have which elements in, as few sets as possible that have all elements out.

Reductions decide nearly everything. What they leave falls apart into small components; the linear relaxation of most
is a cover itself, the others are branched on. Where a limit ends that, the bound says how far the cover can be from the
smallest.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..arrays import components
from ..progress import Progress, part, shared, unheard
from .branch import solve_cover
from .reductions import Incidence, reduce_cover

__all__ = ["Cover", "Incidence", "smallest_cover"]

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Cover:
    """A cover, and what is known about how small any cover can be."""

    chosen: Ints
    """(n,) int64 sets, ascending; none can be left out."""
    lower_bound: int
    """No cover has fewer sets."""
    unproven: Ints
    """(m,) int64 elements of the components for which the chosen sets may be too many."""


def smallest_cover(incidence: Incidence, limit: int, progress: Progress = unheard) -> Cover:
    """Cover all elements that are in some set.

    Parameters
    ----------
    incidence : Incidence
    limit : int
        Relaxations to solve for each component that the reductions leave.
    progress : Progress, optional

    Returns
    -------
    Cover
        Proven smallest if ``lower_bound`` equals the number of chosen sets.
    """
    chosen, rest = reduce_cover(incidence, part(progress, 0, 0.5))
    if len(rest) == 0:
        return Cover(np.sort(chosen), len(chosen), np.zeros(0, np.int64))
    core, used_sets, used_elements = rest.without_gaps()
    solved, bound, open_elements = _solve_components(core, limit, part(progress, 0.5, 1))
    return Cover(
        chosen=np.sort(np.concatenate([chosen, used_sets[solved]])),
        lower_bound=len(chosen) + bound,
        unproven=used_elements[open_elements],
    )


def _solve_components(core: Incidence, limit: int, progress: Progress) -> tuple[Ints, int, Ints]:
    """Chosen sets, the sum of the lower bounds, and the elements of components that are not proven."""
    label = components(core.sets + core.elements, core.set, core.sets + core.element)
    component = label[core.set]
    order = np.argsort(component, kind="stable")
    first = np.flatnonzero(np.diff(component[order], prepend=-1))
    chosen, total, unproven = [], 0, [np.zeros(0, np.int64)]
    parts = np.split(order, first[1:])
    for pairs, each in zip(parts, shared(progress, [len(pairs) for pairs in parts]), strict=True):
        each(0)
        problem, sets, elements = core.only(pairs).without_gaps()
        found, bound = solve_cover(problem, limit, each)
        chosen.append(sets[found])
        total += bound
        if len(found) > bound:
            unproven.append(elements)
    return np.concatenate(chosen), total, np.concatenate(unproven)
