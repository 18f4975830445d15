"""Grouping of integers: sorted keys and pairs in, membership, connected components and blocks of work out.

Kept apart from the array steps that meshes are made with, so that a fault there cannot hide itself here.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


def find(sorted_keys: Ints, wanted: Ints) -> tuple[Ints, Bools]:
    """Look keys up in a sorted array of distinct keys.

    Parameters
    ----------
    sorted_keys : (n,) int64
    wanted : (m,) int64

    Returns
    -------
    place : (m,) int64
        Index of the wanted key; meaningless where it was not found.
    found : (m,) bool
    """
    if not len(sorted_keys):
        return np.zeros(len(wanted), np.int64), np.zeros(len(wanted), np.bool_)
    place = np.minimum(np.searchsorted(sorted_keys, wanted), len(sorted_keys) - 1)
    return place, sorted_keys[place] == wanted


def components(count: int, first: Ints, second: Ints) -> Ints:
    """Join things 0..count-1 by pairs.

    Each round hooks every root that has a smaller neighbour below it, which at least halves the number of roots
    that still have a neighbour, so the rounds are few even for a maze.

    Parameters
    ----------
    count : int
    first, second : (m,) int64
        Thing ``first[k]`` is joined to thing ``second[k]``.

    Returns
    -------
    (count,) int64
        Smallest member of each thing's component.
    """
    root = np.arange(count)
    while len(first):
        low, high = np.minimum(root[first], root[second]), np.maximum(root[first], root[second])
        apart = low != high
        first, second = low[apart], high[apart]
        root[second] = first
        while True:
            above = root[root]
            if np.array_equal(above, root):
                break
            root = above
    return root


def ranges(starts: Ints, lengths: Ints) -> Ints:
    """Concatenate ``starts[k], starts[k] + 1, ...`` of the given lengths.

    Parameters
    ----------
    starts, lengths : (n,) int64
        Lengths are not negative.

    Returns
    -------
    (sum of lengths,) int64
    """
    ends = np.cumsum(lengths)
    total = int(ends[-1]) if len(ends) else 0
    every: Ints = np.arange(total) + np.repeat(starts - (ends - lengths), lengths)
    return every


def run_starts(flags: Bools) -> Ints:
    """Find where runs of True begin.

    Parameters
    ----------
    flags : (n,) bool

    Returns
    -------
    (m,) int64
        First position of each run, ascending.
    """
    padded = np.zeros(len(flags) + 1, np.bool_)
    padded[1:] = flags
    return np.flatnonzero(padded[1:] & ~padded[:-1])


def run_ends(flags: Bools) -> Ints:
    """Find where runs of True end.

    Parameters
    ----------
    flags : (n,) bool

    Returns
    -------
    (m,) int64
        Position after the last one of each run, ascending.
    """
    padded = np.zeros(len(flags) + 1, np.bool_)
    padded[:-1] = flags
    return np.flatnonzero(padded[:-1] & ~padded[1:]) + 1


def blocks(work: Ints, limit: int = 2_000_000) -> Iterator[slice]:
    """Cut a list of things into slices of bounded work, so that temporary arrays stay small.

    Parameters
    ----------
    work : (n,) int64
        Work of each thing, not negative.
    limit : int
        Most work in a slice, unless one thing alone has more.

    Yields
    ------
    slice
    """
    done = np.cumsum(work)
    start = 0
    while start < len(work):
        before = int(done[start - 1]) if start else 0
        stop = max(start + 1, int(np.searchsorted(done, before + limit, side="right")))
        yield slice(start, stop)
        start = stop


def nonzero_sums(keys: Ints, weights: Ints) -> tuple[Ints, Ints]:
    """Add up the weights of equal keys and keep what does not cancel.

    Parameters
    ----------
    keys, weights : (n,) int64

    Returns
    -------
    place : (m,) int64
        One place in ``keys`` for each key that is left, by ascending keys.
    sums : (m,) int64
        Its sum of weights, not zero.
    """
    if not len(keys):
        return keys, weights
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    starts = np.flatnonzero(np.diff(ordered, prepend=ordered[0] - 1))
    sums = np.add.reduceat(weights[order], starts)
    left = sums != 0
    return order[starts][left], sums[left]
