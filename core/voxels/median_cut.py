"""Weighted points (n, d) float64 of several groups in, at most so many representatives of them out."""

from __future__ import annotations

from heapq import heapify, heappop, heappush

import numpy as np
import numpy.typing as npt

from .oklab import nearest

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

ROUNDS = 8
"""Of improvement; more change little."""


def representatives(points: Floats, weight: Floats, group: Ints, count: int) -> tuple[Floats, Ints]:
    """Choose points that stand for others with small squared error.

    Boxes are cut in two, always the one with the greatest error and where that takes most of it away; then every point
    goes to the nearest representative, and these go to the middle of their points, several times.

    Parameters
    ----------
    points : (n, d) float64
    weight : (n,) float64
        More than 0.
    group : (n,) int64
        0 to g - 1; a representative stands for points of one group only.
    count : int
        At least g.

    Returns
    -------
    (k, d) float64
        At most `count`, group by group.
    (k,) int64
        The group of each.

    References
    ----------
    Wu 1991, "Efficient statistical computations for optimal color quantization"; Lloyd 1982, "Least squares
    quantization in PCM".
    """
    members = _boxes(points, weight, group, count)
    means = np.array([np.average(points[box], axis=0, weights=weight[box]) for box in members])
    owner = np.array([group[box[0]] for box in members], np.int64)
    for each in np.unique(group):
        own, mine = np.flatnonzero(owner == each), np.flatnonzero(group == each)
        means[own] = _improved(points[mine], weight[mine], means[own])
    return means, owner


def _boxes(points: Floats, weight: Floats, group: Ints, count: int) -> list[Ints]:
    """Cut the points of each group into boxes, the one with the greatest error first; the points of each."""
    heap: list[tuple[float, int, Ints]] = []
    done: list[Ints] = []
    for number, each in enumerate(np.unique(group)):
        box = np.flatnonzero(group == each)
        heap.append((-_error(points[box], weight[box]), number, box))
    heapify(heap)
    number = len(heap)
    while heap and len(heap) + len(done) < count:
        error, _number, box = heappop(heap)
        if error == 0 or len(box) == 1:
            done.append(box)
            continue
        for half in _halves(points, weight, box):
            # The number decides between equal errors, so that arrays are never compared.
            heappush(heap, (-_error(points[half], weight[half]), number, half))
            number += 1
    return sorted([*done, *(box for _error, _number, box in heap)], key=lambda box: (group[box[0]], box[0]))


def _error(points: Floats, weight: Floats) -> float:
    mean = np.average(points, axis=0, weights=weight)
    return float((weight @ (points - mean) ** 2).sum())


def _halves(points: Floats, weight: Floats, box: Ints) -> tuple[Ints, Ints]:
    """Cut at the place along the widest axis where the errors of both sides have the smallest sum."""
    inside, heavy = points[box], weight[box]
    mean = np.average(inside, axis=0, weights=heavy)
    axis = int((heavy @ (inside - mean) ** 2).argmax())
    order = np.argsort(inside[:, axis], kind="stable")
    sums = np.cumsum(heavy[order, None] * (inside[order] - mean), axis=0)[:-1]
    left = np.cumsum(heavy[order])[:-1]
    right = heavy.sum() - left
    # The sums are about the mean, so those of the other side are the same with another sign.
    gain = (sums**2).sum(axis=1) * (1 / left + 1 / np.maximum(right, 1e-300))
    gain[np.diff(inside[order, axis]) == 0] = -1
    cut = int(gain.argmax()) + 1
    return np.sort(box[order[:cut]]), np.sort(box[order[cut:]])


def _improved(points: Floats, weight: Floats, means: Floats) -> Floats:
    """Move representatives into the middle of the points that are nearest to each; those without any stay."""
    before = np.full(len(points), -1)
    for _round in range(ROUNDS):
        owner = nearest(points, means)
        if np.array_equal(owner, before):
            break
        total = np.bincount(owner, weight, len(means))
        held = total > 0
        for axis in range(points.shape[1]):
            sums = np.bincount(owner, weight * points[:, axis], len(means))
            means[held, axis] = sums[held] / total[held]
        before = owner
    return means
