"""Largest independent sets of bipartite graphs: against scipy's matchings and, on small graphs, all sets of nodes."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from scipy.sparse import csgraph
from trivox.core.matching import largest_independent_set

Pairs = list[tuple[int, int]]


def ends(pairs: Pairs) -> tuple[np.ndarray, np.ndarray]:
    """Both ends of edges as arrays."""
    left, right = np.array(pairs, np.int64).reshape(-1, 2).T
    return left, right


def expected_size(lefts: int, rights: int, pairs: Pairs) -> int:
    """All nodes but one for each pair of a largest matching (Koenig), which scipy finds."""
    if not lefts or not rights:
        return lefts + rights
    left, right = ends(pairs)
    graph = sparse.csr_array((np.ones(len(pairs), int), (left, right)), shape=(lefts, rights))
    matched = csgraph.maximum_bipartite_matching(graph, perm_type="column")
    return lefts + rights - int(np.count_nonzero(matched >= 0))


def chosen(pairs: Pairs, left_weight: list[int], right_weight: list[int]) -> tuple[np.ndarray, np.ndarray]:
    """What the package chooses."""
    weights = (np.array(weight, np.int64) for weight in (left_weight, right_weight))
    return largest_independent_set(*ends(pairs), *weights)


def check(lefts: int, rights: int, pairs: Pairs, left: np.ndarray, right: np.ndarray) -> None:
    """Right shapes, no two joined, as many as there can be."""
    assert (left.shape, right.shape, left.dtype, right.dtype) == ((lefts,), (rights,), bool, bool)
    one, two = ends(pairs)
    assert not (left[one] & right[two]).any()
    assert left.sum() + right.sum() == expected_size(lefts, rights, pairs)


@st.composite
def graphs(draw: st.DrawFn, longest: int = 14) -> tuple[int, int, Pairs]:
    """Draw a bipartite graph, sparse to full, in any order of its edges."""
    lefts, rights = draw(st.integers(0, longest)), draw(st.integers(0, longest))
    every = list(itertools.product(range(lefts), range(rights)))
    most = draw(st.sampled_from([longest, 2 * longest, longest**2]))
    pairs = draw(st.lists(st.sampled_from(every), unique=True, max_size=most)) if every else []
    return lefts, rights, pairs


@settings(max_examples=600)
@given(graphs(), st.data())
def test_random_graphs(graph: tuple[int, int, Pairs], data: st.DataObject) -> None:
    lefts, rights, pairs = graph
    weights = [data.draw(st.lists(st.integers(0, 5), min_size=n, max_size=n)) for n in (lefts, rights)]
    check(lefts, rights, pairs, *chosen(pairs, *weights))


@settings(max_examples=150)
@given(graphs(longest=5))
def test_small_graphs_have_no_larger_set(graph: tuple[int, int, Pairs]) -> None:
    lefts, rights, pairs = graph
    left, right = chosen(pairs, [1] * lefts, [1] * rights)
    most = 0
    for nodes in itertools.product((False, True), repeat=lefts + rights):
        if not any(nodes[a] and nodes[lefts + b] for a, b in pairs):
            most = max(most, sum(nodes))
    assert left.sum() + right.sum() == most


@pytest.mark.parametrize("seed", range(12))
def test_larger_graphs(seed: int) -> None:
    """Random graphs of all densities; around two edges a node most of them have many augmenting paths."""
    rng = np.random.default_rng(seed)
    lefts, rights = rng.integers(50, 400, 2)
    edges = np.unique(
        np.stack([rng.integers(0, lefts, (seed + 1) * 120), rng.integers(0, rights, (seed + 1) * 120)], axis=1), axis=0
    )
    pairs = [tuple(edge) for edge in rng.permutation(edges).tolist()]
    weights = [rng.integers(1, 9, n).tolist() for n in (lefts, rights)]
    check(int(lefts), int(rights), pairs, *chosen(pairs, *weights))


@pytest.mark.parametrize("length", [1, 2, 7, 3000])
def test_long_paths(length: int) -> None:
    """Taking the first free partner leaves the last node with none, until all change theirs along the whole path."""
    pairs = [(k, k + step) for k in range(length - 1) for step in (0, 1)] + [(length - 1, 0)]
    for order in (pairs, [(length - 1 - a, length - 1 - b) for a, b in pairs]):
        left, right = chosen(order, [1] * length, [2] * length)
        check(length, length, order, left, right)
        assert left.all()
    open_ended = [(k, k) for k in range(length)] + [(k + 1, k) for k in range(length)]
    left, right = chosen(open_ended, [1] * (length + 1), [1] * length)
    check(length + 1, length, open_ended, left, right)
    assert left.all()


@pytest.mark.parametrize("size", [1, 5, 40])
def test_full_graphs_take_the_larger_side(size: int) -> None:
    pairs = list(itertools.product(range(size), range(size + 1)))
    left, right = chosen(pairs, [1] * size, [1] * (size + 1))
    assert not left.any()
    assert right.all()


def test_no_nodes_and_no_edges() -> None:
    left, right = chosen([], [], [])
    assert (len(left), len(right)) == (0, 0)
    left, right = chosen([], [4, 4], [1, 2, 3])
    assert left.all()
    assert right.all()


@pytest.mark.parametrize(("weights", "side"), [((1, 2), 0), ((2, 1), 1)])
def test_the_lighter_of_two_is_taken(weights: tuple[int, int], side: int) -> None:
    """One edge; and two full graphs, each of which decides for itself."""
    for size in (1, 4):
        pairs = list(itertools.product(range(size), repeat=2))
        left, right = chosen(pairs, [weights[0]] * size, [weights[1]] * size)
        assert (left.all(), right.all()) == (side == 0, side == 1)
        assert (left.any(), right.any()) == (side == 0, side == 1)
    pairs = [(0, 0), (1, 1)]
    left, right = chosen(pairs, [weights[0], weights[1]], [weights[1], weights[0]])
    assert (left.tolist(), right.tolist()) == ([side == 0, side == 1], [side == 1, side == 0])


@given(graphs(longest=5), st.data())
def test_sides_can_be_exchanged(graph: tuple[int, int, Pairs], data: st.DataObject) -> None:
    """The two extreme sets between which weights decide are the same from either side."""
    lefts, rights, pairs = graph
    weights = [data.draw(st.lists(st.integers(0, 50), min_size=n, max_size=n)) for n in (lefts, rights)]
    left, right = chosen(pairs, *weights)
    other_right, other_left = chosen([(b, a) for a, b in pairs], weights[1], weights[0])
    weighed = [
        int(one @ np.array(weights[0], int) + two @ np.array(weights[1], int))
        for one, two in ((left, right), (other_left, other_right))
    ]
    assert weighed[0] == weighed[1]
