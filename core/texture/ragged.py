"""Lengths of groups (n,) in; the group of every element and its place there, (sum,) each, or slices of groups, out."""

from __future__ import annotations

import itertools

import numpy as np
import numpy.typing as npt


def spread(
    length: npt.NDArray[np.int64],
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.int64]]:
    """Number the elements of groups of different lengths that lie one after another.

    Parameters
    ----------
    length : (n,) int64
        Elements of each group, 0 or more.

    Returns
    -------
    group : (sum of length,) intp
        The group of each element: ``[2, 0, 3] -> [0, 0, 2, 2, 2]``.
    place : (sum of length,) int64
        Its number inside the group: ``[2, 0, 3] -> [0, 1, 0, 1, 2]``.
    """
    group = np.repeat(np.arange(len(length)), length)
    place = np.arange(len(group)) - (np.cumsum(length) - length)[group]
    return group, place


def batches(length: npt.NDArray[np.int64], most: int = 1 << 16) -> list[slice]:
    """Divide groups that lie one after another into parts that can be worked on in little memory.

    Parameters
    ----------
    length : (n,) int64
        Elements of each group.
    most : int
        Elements of a part, about: a part is larger where a group is. The default fits in a processor's cache.

    Returns
    -------
    parts : list of slice
        Ranges of groups that cover all of them in turn; none is empty unless there are no groups.
    """
    cuts = np.flatnonzero(np.diff(np.cumsum(length) // most)) + 1
    edges = [0, *cuts.tolist(), len(length)]
    return [slice(first, end) for first, end in itertools.pairwise(edges)]
