"""Numbers of entries (n,) in; the set of those that are not above a limit, as an integer with a bit for each, out."""

from __future__ import annotations

import bisect
import itertools
import operator

import numpy as np
import numpy.typing as npt


class UpTo:
    """The entries whose numbers are not above a limit.

    Sets are integers, so the lowest entry that several have in common is found at once, however many there are.

    Parameters
    ----------
    number : (n,) int64

    Examples
    --------
    >>> bin(UpTo(np.array([7, 5, 9]))[8])
    '0b11'
    """

    def __init__(self, number: npt.NDArray[np.int64]) -> None:
        alike: dict[int, int] = {}
        for entry, value in enumerate(number.tolist()):
            alike[value] = alike.get(value, 0) | 1 << entry
        self._values = sorted(alike)
        self._sets: list[int] = [0, *itertools.accumulate((alike[value] for value in self._values), operator.or_)]

    def __getitem__(self, limit: int) -> int:
        return self._sets[bisect.bisect_right(self._values, limit)]


def lowest(entries: int) -> int:
    """The lowest entry of a set that is not empty."""
    return (entries & -entries).bit_length() - 1
