"""Set cover reduced: sets and their elements in, the sets that every smallest cover may take and what remains out.

The classical rules, repeated until nothing changes: an element of only one set makes that set essential; an element
that is in every set of another element follows from it; a set whose elements another set has too is not needed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from ..arrays import concatenated_ranges, distinct, grouped
from ..progress import Progress, unheard

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Incidence:
    """Which sets have which elements: one entry per pair."""

    set: Ints
    element: Ints
    sets: int
    """Sets are numbered 0 .. sets - 1."""
    elements: int
    """Elements are numbered 0 .. elements - 1."""

    def __len__(self) -> int:
        return len(self.set)

    def only(self, chosen: Ints | Flags) -> Incidence:
        """Keep the chosen pairs; the numbers stay."""
        return Incidence(self.set[chosen], self.element[chosen], self.sets, self.elements)

    def without(self, sets: Flags | None = None, elements: Flags | None = None) -> Incidence:
        """Leave out the marked sets and elements; the numbers stay."""
        kept = np.ones(len(self), bool)
        if sets is not None:
            kept &= ~sets[self.set]
        if elements is not None:
            kept &= ~elements[self.element]
        return self.only(kept)

    def without_gaps(self) -> tuple[Incidence, Ints, Ints]:
        """Number the sets and elements that occur from 0 on; the old number of each set and of each element."""
        sets, elements = grouped(self.set), grouped(self.element)
        compact = Incidence(sets.number, elements.number, len(sets), len(elements))
        return compact, sets.value, elements.value

    def transposed(self) -> Incidence:
        """Elements as sets of the sets that have them."""
        return Incidence(self.element, self.set, self.elements, self.sets)


def reduce_cover(incidence: Incidence, progress: Progress = unheard) -> tuple[Ints, Incidence]:
    """Apply the rules to a fixed point.

    Parameters
    ----------
    incidence : Incidence
    progress : Progress, optional
        The share that is done is that of the pairs that need no more care.

    Returns
    -------
    chosen : (n,) int64
        Sets of some smallest cover.
    rest : Incidence
        What they leave to be covered: no element of only one set, no dominated element or set.
    """
    chosen = [np.zeros(0, np.int64)]
    before, pairs = -1, len(incidence)
    while len(incidence) not in (0, before):
        before = len(incidence)
        progress(1 - before / pairs)
        essential, incidence = take_essential(incidence)
        chosen.append(essential)
        fewer, more, equal = _contained(incidence.transposed(), partial(progress, 1 - len(incidence) / pairs))
        dropped = more[~equal | (more > fewer)]
        incidence = incidence.without(elements=marked(incidence.elements, dropped))
        small, large, equal = _contained(incidence, partial(progress, 1 - len(incidence) / pairs))
        dropped = small[~equal | (small > large)]
        incidence = incidence.without(sets=marked(incidence.sets, dropped))
    return np.concatenate(chosen), incidence


def take_essential(incidence: Incidence) -> tuple[Ints, Incidence]:
    """Take every set that is the only one of some element, and drop the elements it covers."""
    alone = np.bincount(incidence.element, minlength=incidence.elements)[incidence.element] == 1
    essential = distinct(incidence.set[alone])
    covered = covered_elements(incidence, essential)
    return essential, incidence.without(elements=covered)


def covered_elements(incidence: Incidence, chosen: Ints) -> Flags:
    """Elements that the chosen sets have: (elements,) bool."""
    return marked(
        incidence.elements,
        incidence.element[marked(incidence.sets, chosen)[incidence.set]],
    )


def marked(count: int, numbers: Ints) -> Flags:
    """Flags (count,) bool that are set at the given numbers."""
    marked = np.zeros(count, bool)
    marked[numbers] = True
    return marked


def _contained(incidence: Incidence, report: Callable[[], object]) -> tuple[Ints, Ints, Flags]:
    """All pairs of sets (small, large) of which the small one has no element that the large one lacks.

    A large one must have the small one's rarest element, and every bit of its signature (one of 64 bits for each
    element); the few pairs that pass are compared element by element. Equal sets come in both orders, marked.
    """
    report()
    size = np.bincount(incidence.set, minlength=incidence.sets)
    rarity = np.bincount(incidence.element, minlength=incidence.elements)
    order = np.lexsort((rarity[incidence.element], incidence.set))
    member, first = incidence.element[order], np.cumsum(size) - size
    used = np.flatnonzero(size)
    rarest = member[first[used]]
    by_element = incidence.set[np.argsort(incidence.element, kind="stable")]
    owner, place = concatenated_ranges((np.cumsum(rarity) - rarity)[rarest], rarity[rarest])
    small, large = used[owner], by_element[place]
    report()
    signature = np.zeros(incidence.sets, np.uint64)
    bit = np.uint64(1) << ((member * 0x9E3779B1 >> 7) & 63).astype(np.uint64)
    signature[used] = np.bitwise_or.reduceat(bit, first[used]) if len(used) else 0
    passed = (small != large) & (size[large] >= size[small]) & (signature[small] & ~signature[large] == 0)
    small, large = small[passed], large[passed]
    report()
    owner, place = concatenated_ranges(first[small], size[small])
    pairs = np.sort(incidence.set * incidence.elements + incidence.element)
    wanted = large[owner] * incidence.elements + member[place]
    found = pairs[np.minimum(np.searchsorted(pairs, wanted), len(pairs) - 1)] == wanted
    contained = np.ones(len(small), bool)
    contained[owner[~found]] = False
    small, large = small[contained], large[contained]
    return small, large, size[small] == size[large]
