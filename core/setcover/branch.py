"""One set cover, solved: sets and elements in, a smallest cover out, or the best one found within a limit."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..arrays import distinct
from ..progress import Progress, part, unheard
from .reductions import Incidence, covered_elements, marked, reduce_cover
from .relaxation import SCALE, exact_bound, relax

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

_MOST_CELLS = 1 << 24
_STEPS_PER_ELEMENT = 50
_WHOLE = 1e-6


def solve_cover(incidence: Incidence, limit: int, progress: Progress = unheard) -> tuple[Ints, int]:
    """Cover all elements with few sets.

    Parameters
    ----------
    incidence : Incidence
    limit : int
        Relaxations that may be solved; at the limit the best cover so far is taken.
    progress : Progress, optional
        The share that is done is that of the limit.

    Returns
    -------
    chosen : (n,) int64
        The sets of the cover.
    lower_bound : int
        No cover has fewer sets; equal to n if the cover is proven.
    """
    search = _Search(greedy_cover(incidence), limit, progress)
    finished = search.extend(incidence, np.zeros(0, np.int64))
    return search.best, len(search.best) if finished else search.lower_bound


def greedy_cover(incidence: Incidence) -> Ints:
    """Take the set with most uncovered elements until all are covered, then leave out what the others cover."""
    taken, rest = [], incidence
    while len(rest):
        best = np.array([np.bincount(rest.set, minlength=rest.sets).argmax()])
        taken.append(best[0])
        rest = rest.without(elements=covered_elements(rest, best))
    elements = len(distinct(incidence.element))
    for number in taken[::-1]:
        others = np.array([other for other in taken if other != number], np.int64)
        if covered_elements(incidence, others).sum() == elements:
            taken.remove(number)
    return np.array(taken, np.int64)


class _Search:
    """Depth-first branch and bound on whether a set is taken; keeps the best cover."""

    def __init__(self, best: Ints, limit: int, progress: Progress) -> None:
        self.best = best
        self.lower_bound = 0
        self._limit = self._left = limit
        self._progress = progress
        self._at_root = True

    def extend(self, incidence: Incidence, taken: Ints) -> bool:
        """Try all covers that begin with the taken sets; False if the limit cut this short."""
        chosen, rest = reduce_cover(incidence)
        taken = np.concatenate([taken, chosen])
        if len(taken) >= len(self.best):
            return True
        if len(rest) == 0:
            self.best = taken
            return True
        if self._at_root:
            # One set cannot cover what is left: it would have dominated all others.
            self.lower_bound = len(taken) + 2
        if self._left <= 0:
            return False
        self._left -= 1
        compact, sets, _ = rest.without_gaps()
        if compact.sets * compact.elements > _MOST_CELLS:
            return False
        price, share = relax(compact, _STEPS_PER_ELEMENT * compact.elements, self._one_of_many())
        needed, reduced_cost = exact_bound(compact, price)
        bound = len(taken) - (-needed // SCALE)
        if self._at_root:
            self.lower_bound, self._at_root = max(bound, self.lower_bound), False
        self._round(rest, taken, sets[share > 0.5])
        if bound >= len(self.best):
            return True
        needless = sets[needed + reduced_cost > (len(self.best) - 1 - len(taken)) * SCALE]
        return self._branch(rest, needless, taken, sets[np.where(share < 1 - _WHOLE, share, 0).argmax()])

    def _one_of_many(self) -> Progress:
        """Progress of one relaxation, the one that was counted last."""
        return part(self._progress, 1 - (self._left + 1) / self._limit, 1 - self._left / self._limit)

    def _round(self, rest: Incidence, taken: Ints, likely: Ints) -> None:
        """Take the likely sets if they are a better cover."""
        fewer = len(taken) + len(likely) < len(self.best)
        if fewer and covered_elements(rest, likely)[rest.element].all():
            self.best = np.concatenate([taken, likely])

    def _branch(self, rest: Incidence, needless: Ints, taken: Ints, chosen: int) -> bool:
        """First with the chosen set, then without it; the needless ones are in no better cover."""
        elements = len(distinct(rest.element))
        one = np.array([chosen])
        rest = rest.without(sets=marked(rest.sets, needless))
        if len(distinct(rest.element)) < elements:
            return True
        mark = marked(rest.sets, one)
        finished = self.extend(rest.without(mark, covered_elements(rest, one)), np.append(taken, one))
        rest = rest.without(sets=mark)
        if len(distinct(rest.element)) < elements:
            return finished
        return self.extend(rest, taken) and finished
