"""Array steps that several parts share: ranges end to end, equal values, cycles of a permutation, components."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

Indices = npt.NDArray[np.int64]
Scalar = TypeVar("Scalar", bound=np.generic)

BITS_SET = np.array([value.bit_count() for value in range(256)], np.uint8)
"""(256,) uint8: how many bits of a byte are set."""

_BELOW = np.array([(1 << bit) - 1 for bit in range(8)], np.uint8)
"""The bits below each one of a byte."""

_FEW, _SPARSE = 256, 16
"""Fewer values than the first number are sorted, and those of which there is less than one in so many numbers."""


@dataclass(frozen=True)
class Groups(Generic[Scalar]):
    """The elements of an array in groups of equal values, by rising value; `grouped` makes them."""

    value: npt.NDArray[Scalar]
    """(g,) the different values, ascending."""
    _order: npt.NDArray[np.intp]
    """(n,) the elements, equal ones side by side as they came."""
    _start: npt.NDArray[np.intp]
    """(g,) where each group begins there."""

    def __len__(self) -> int:
        return len(self._start)

    @property
    def first(self) -> npt.NDArray[np.intp]:
        """(g,) intp the first element of each group."""
        return self._order[self._start]

    @property
    def size(self) -> npt.NDArray[np.intp]:
        """(g,) intp elements of each group."""
        size = np.empty_like(self._start)
        size[:-1], size[-1:] = self._start[1:] - self._start[:-1], len(self._order) - self._start[-1:]
        return size

    @property
    def number(self) -> npt.NDArray[np.intp]:
        """(n,) intp the group of each element."""
        number = np.empty(len(self._order), np.intp)
        number[self._order] = np.repeat(np.arange(len(self)), self.size)
        return number


def grouped(values: npt.NDArray[Scalar]) -> Groups[Scalar]:
    """Bring equal values together.

    Parameters
    ----------
    values : (n,) of any type that can be sorted

    Returns
    -------
    Groups

    Examples
    --------
    >>> groups = grouped(np.array([7, 5, 7]))
    >>> groups.value.tolist(), groups.first.tolist(), groups.number.tolist(), groups.size.tolist()
    ([5, 7], [1, 0], [1, 0, 1], [1, 2])
    """
    order = np.argsort(values, kind="stable")
    ascending = values[order]
    start = np.flatnonzero(_changes(ascending))
    return Groups(ascending[start], order, start)


def distinct(values: npt.NDArray[Scalar]) -> npt.NDArray[Scalar]:
    """List the different values.

    Parameters
    ----------
    values : (n,) of any type that can be sorted

    Returns
    -------
    (g,) of the same type
        Ascending.

    Notes
    -----
    `numpy.unique` has done this by hashing since numpy 2.3, which takes many times as long as sorting where most
    values are different. Values are mostly made of runs that ascend, which the stable sort merges; small ones need no
    sorting at all.
    """
    if _dense(values):
        return np.flatnonzero(_flags(values)).astype(values.dtype, copy=False)
    ascending = np.sort(values, kind="stable")
    return ascending[_changes(ascending)]


def numbered(values: Indices) -> tuple[Indices, npt.NDArray[np.intp]]:
    """Number the different values.

    Parameters
    ----------
    values : (n,) int64

    Returns
    -------
    different : (g,) int64
        Ascending.
    number : (n,) intp
        Which of them each value is.

    Examples
    --------
    >>> [part.tolist() for part in numbered(np.array([7, 5, 7]))]
    [[5, 7], [1, 0, 1]]
    """
    if not _dense(values):
        groups = grouped(values)
        return groups.value, groups.number
    flags = _flags(values)
    # Numbers of octets of flags, and of the flags inside each: a fifth of the memory that a number for each one needs.
    octets = np.packbits(flags, bitorder="little")
    before = np.zeros(len(octets) + 1, np.int32)
    np.cumsum(BITS_SET[octets], dtype=np.int32, out=before[1:])
    octet = values >> 3
    number = before[octet] + BITS_SET[octets[octet] & _BELOW[values & 7]]
    return np.flatnonzero(flags), number.astype(np.intp)


def count_distinct(values: npt.NDArray[Any]) -> int:
    """Count the different values of an array, (n,)."""
    return int(np.count_nonzero(_flags(values))) if _dense(values) else len(distinct(values))


def order_of(values: Indices) -> npt.NDArray[np.intp]:
    """List the elements of an array by rising value.

    Parameters
    ----------
    values : (n,) int64
        No value twice.

    Returns
    -------
    (n,) intp
    """
    if not _dense(values):
        return np.argsort(values, kind="stable")
    place = np.empty(int(values.max()) + 1, np.int32)
    place[values] = np.arange(len(values), dtype=np.int32)
    return place[np.flatnonzero(_flags(values))].astype(np.intp)


def _dense(values: npt.NDArray[Any]) -> bool:
    """Whether a table by value is small beside the values, and quicker than to sort them."""
    if values.dtype.kind != "i" or len(values) < _FEW or values.min() < 0:
        return False
    return int(values.max()) < _SPARSE * len(values)


def _flags(values: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
    """Which numbers from 0 on are among the values."""
    flags = np.zeros(int(values.max()) + 1, np.bool_)
    flags[values] = True
    return flags


def common(one: npt.NDArray[Scalar], other: npt.NDArray[Scalar]) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Find the values that two arrays share.

    Parameters
    ----------
    one, other : (n,), (m,) of one type
        Neither has a value twice.

    Returns
    -------
    in_one, in_other : (c,) intp
        Where they are, by rising value.
    """
    both = np.concatenate([one, other])
    order = np.argsort(both, kind="stable")
    twice = np.flatnonzero(~_changes(both[order]))
    return order[twice - 1], order[twice] - len(one)


def _changes(values: npt.NDArray[Scalar]) -> npt.NDArray[np.bool_]:
    """Whether each value differs from the one before it; the first does."""
    changes = np.ones(len(values), bool)
    changes[1:] = values[1:] != values[:-1]
    return changes


def split(numbers: Indices, base: int) -> tuple[Indices, Indices]:
    """Divide numbers by one that is the same for all.

    Parameters
    ----------
    numbers : (n,) int64
    base : int
        More than 0.

    Returns
    -------
    quotient, remainder : (n,) int64
        As of `numpy.divmod`, which takes several times as long.
    """
    quotient = numbers // base
    return quotient, numbers - quotient * base


def concatenated_ranges(starts: Indices, counts: Indices) -> tuple[Indices, Indices]:
    """Lay the ranges ``starts[i] .. starts[i] + counts[i]`` end to end.

    Parameters
    ----------
    starts, counts : (n,) int64

    Returns
    -------
    owner : (sum(counts),) int64
        The range that each element comes from.
    values : (sum(counts),) int64

    Examples
    --------
    >>> concatenated_ranges(np.array([5, 9]), np.array([2, 1]))[1].tolist()
    [5, 6, 9]
    """
    owner = np.repeat(np.arange(len(counts)), counts)
    first = np.cumsum(counts) - counts
    return owner, np.arange(len(owner)) - first[owner] + starts[owner]


def cycle_minima(following: Indices, value: Indices | None = None) -> Indices:
    """Give every element of a permutation the smallest element of its cycle, or the smallest value.

    Cycles of four (the contours of rectangles) are found at once; the rest by pointer doubling, so the number of
    passes grows with the logarithm of the longest cycle.

    Parameters
    ----------
    following : (n,) int64
        A permutation.
    value : (n,) int64, optional
        Of each element; by default its number.

    Returns
    -------
    (n,) int64
    """
    here = np.arange(len(following))
    value = here if value is None else value
    second = following[following]
    third = following[second]
    smallest = np.minimum(value, value[second])
    smallest = np.minimum(smallest, smallest[following])
    rest = np.flatnonzero(following[third] != here)
    if len(rest) == 0:
        return smallest
    local = np.empty(len(following), np.int64)
    local[rest] = np.arange(len(rest))
    jump = local[following[third[rest]]]
    low = smallest[rest]
    while True:
        lower = np.minimum(low, low[jump])
        if np.array_equal(lower, low):
            break
        low, jump = lower, jump[jump]
    smallest[rest] = low
    return smallest


def cycle_order(following: Indices) -> tuple[Indices, Indices]:
    """List the cycles of a permutation one after another, each from its smallest element on.

    Parameters
    ----------
    following : (n,) int64
        A permutation.

    Returns
    -------
    order : (n,) int64
        The elements, cycle by cycle in the order of their smallest elements.
    length : (number of cycles,) int64
    """
    smallest = cycle_minima(following)
    here = np.arange(len(following))
    # Steps to the end of the cycle (the element before the smallest), by pointer doubling over the opened cycles.
    jump = np.where(smallest[following] == following, here, following)
    steps = (jump != here).astype(np.int64)
    active = np.flatnonzero(jump[jump] != jump)
    while len(active):
        target = jump[active]
        steps[active] += steps[target]
        jump[active] = jump[target]
        active = active[jump[jump[active]] != jump[active]]
    cycle = np.cumsum(smallest == here) - 1
    length = np.bincount(cycle[smallest], minlength=cycle[-1] + 1 if len(cycle) else 0)
    first = np.cumsum(length) - length
    position = first[cycle[smallest]] + length[cycle[smallest]] - 1 - steps
    order = np.empty(len(following), np.int64)
    order[position] = here
    return order, length


def components(count: int, left: Indices, right: Indices) -> Indices:
    """Label the connected components of a graph.

    Parameters
    ----------
    count : int
        Number of nodes.
    left, right : (m,) int64
        The two ends of each edge.

    Returns
    -------
    (count,) int64
        The smallest node of each node's component.

    References
    ----------
    Shiloach and Vishkin 1982, "An O(log n) parallel connectivity algorithm" (hooking and shortcutting).
    """
    label = np.arange(count)
    while True:
        a, b = label[left], label[right]
        differ = a != b
        if not differ.any():
            return label
        left, right, a, b = left[differ], right[differ], a[differ], b[differ]
        np.minimum.at(label, np.maximum(a, b), np.minimum(a, b))
        while True:
            shorter = label[label]
            if np.array_equal(shorter, label):
                break
            label = shorter
