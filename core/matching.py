"""Bipartite graphs: edges in, a largest set of nodes out of which no two are joined."""

from __future__ import annotations

from collections import deque

import numpy as np
import numpy.typing as npt

from .arrays import components
from .progress import Progress, part, unheard

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

_OFTEN = 1000
"""Nodes from one report of progress to the next."""


def largest_independent_set(
    left: Ints, right: Ints, left_weight: Ints, right_weight: Ints, progress: Progress = unheard
) -> tuple[Flags, Flags]:
    """Choose as many nodes as possible of which no two are joined.

    What a largest matching leaves unmatched on one side, and all that alternating paths reach from there, decides a
    smallest vertex cover; its complement is the answer. Starting from the other side decides another one. In each
    component the lighter of the two is taken.

    Parameters
    ----------
    left, right : (m,) int64
        The two ends of each edge.
    left_weight : (n_left,) int64
    right_weight : (n_right,) int64
        Of two sets of equal size in a component, the one of less weight in sum is taken.
    progress : Progress, optional

    Returns
    -------
    left, right : (n_left,) bool, (n_right,) bool
        The chosen nodes.

    References
    ----------
    Hopcroft and Karp 1973, "An n^5/2 algorithm for maximum matchings in bipartite graphs"; Koenig 1931.
    """
    lefts, rights = len(left_weight), len(right_weight)
    forward, backward = (
        _neighbours(left, right, lefts),
        _neighbours(right, left, rights),
    )
    progress(0.3)
    match_left, match_right = _matching(forward, rights, part(progress, 0.3, 0.8))
    progress(0.8)
    reached_left, reached_right = _alternating(forward, match_left, match_right)
    other_right, other_left = _alternating(backward, match_right, match_left)
    component = components(lefts + rights, left, lefts + right)
    weight = np.concatenate([left_weight, right_weight])
    first = np.concatenate([reached_left, ~reached_right])
    second = np.concatenate([~other_left, other_right])
    difference = np.bincount(component, weight * (first.astype(np.int64) - second), lefts + rights)
    chosen = np.where(difference[component] <= 0, first, second)
    return chosen[:lefts], chosen[lefts:]


def _neighbours(ends: Ints, others: Ints, count: int) -> list[list[int]]:
    order = np.lexsort((others, ends))
    bounds = np.cumsum(np.bincount(ends, minlength=count))
    return [part.tolist() for part in np.split(others[order], bounds)[:count]]


def _matching(forward: list[list[int]], rights: int, progress: Progress) -> tuple[list[int], list[int]]:
    """A largest matching: the partner of each node of either side, -1 for none."""
    match_left, match_right = [-1] * len(forward), [-1] * rights
    for node, others in enumerate(forward):
        if node % _OFTEN == 0:
            progress(node / len(forward) / 2)
        free = next((other for other in others if match_right[other] < 0), -1)
        if free >= 0:
            match_left[node], match_right[free] = free, node
    unmatched = match_left.count(-1)
    while True:
        roots = [node for node, partner in enumerate(match_left) if partner < 0]
        share = 1 - len(roots) / max(unmatched, 1) / 2
        progress(share)
        layer = _layers(forward, match_left, match_right)
        found = 0
        for number, root in enumerate(roots):
            if number % _OFTEN == 0:
                progress(share)
            found += _augment(root, forward, match_left, match_right, layer)
        if not found:
            return match_left, match_right


def _layers(forward: list[list[int]], match_left: list[int], match_right: list[int]) -> list[int]:
    """Length of the shortest alternating path from an unmatched node to each node on the left, -1 if none."""
    layer = [0 if partner < 0 else -1 for partner in match_left]
    queue = deque(node for node, depth in enumerate(layer) if depth == 0)
    while queue:
        node = queue.popleft()
        for other in forward[node]:
            partner = match_right[other]
            if partner >= 0 and layer[partner] < 0:
                layer[partner] = layer[node] + 1
                queue.append(partner)
    return layer


def _augment(
    root: int,
    forward: list[list[int]],
    match_left: list[int],
    match_right: list[int],
    layer: list[int],
) -> bool:
    """Enlarge the matching along one path that goes down the layers from the root, if there is one."""
    path = [(root, iter(forward[root]))]
    via: list[int] = []
    while path:
        node, others = path[-1]
        for other in others:
            partner = match_right[other]
            if partner < 0:
                for (left, _), right in zip(path, [*via, other], strict=True):
                    match_left[left], match_right[right] = right, left
                return True
            if layer[partner] == layer[node] + 1:
                path.append((partner, iter(forward[partner])))
                via.append(other)
                break
        else:
            layer[node] = -1
            path.pop()
            if via:
                via.pop()
    return False


def _alternating(forward: list[list[int]], match: list[int], partner_of: list[int]) -> tuple[Flags, Flags]:
    """Nodes that alternating paths from the unmatched nodes of one side reach, on that side and on the other."""
    reached = np.array(match, np.int64) < 0
    reached_other = np.zeros(len(partner_of), bool)
    stack = np.flatnonzero(reached).tolist()
    while stack:
        for other in forward[stack.pop()]:
            if not reached_other[other]:
                reached_other[other] = True
                partner = partner_of[other]
                if partner >= 0 and not reached[partner]:
                    reached[partner] = True
                    stack.append(partner)
    return reached, reached_other
