"""Shared array steps against plain Python."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from trivox.core.arrays import common, components, concatenated_ranges, cycle_minima, cycle_order, distinct, grouped


def cycles_of(permutation):
    seen, cycles = set(), []
    for start in range(len(permutation)):
        cycle = []
        while start not in seen:
            seen.add(start)
            cycle.append(start)
            start = permutation[start]
        if cycle:
            cycles.append(cycle)
    return cycles


@given(st.lists(st.tuples(st.integers(-50, 50), st.integers(0, 6)), max_size=20))
def test_ranges_end_to_end(ranges):
    starts = np.array([start for start, _ in ranges], np.int64)
    counts = np.array([count for _, count in ranges], np.int64)
    owner, values = concatenated_ranges(starts, counts)
    expected = [(i, v) for i, (start, count) in enumerate(ranges) for v in range(start, start + count)]
    assert list(zip(owner.tolist(), values.tolist(), strict=True)) == expected


@given(st.integers(0, 60).flatmap(lambda n: st.permutations(range(n))))
def test_cycles_of_a_permutation(permutation):
    following = np.array(permutation, np.int64)
    cycles = cycles_of(permutation)
    minima = {element: min(cycle) for cycle in cycles for element in cycle}
    assert cycle_minima(following).tolist() == [minima[i] for i in range(len(permutation))]
    order, length = cycle_order(following)
    assert order.tolist() == [element for cycle in cycles for element in cycle]
    assert length.tolist() == [len(cycle) for cycle in cycles]


def test_one_long_cycle():
    following = np.roll(np.arange(100_000), -1)
    assert not cycle_minima(following).any()
    assert np.array_equal(cycle_order(following)[0], np.arange(100_000))


@given(st.integers(1, 30), st.data())
def test_components(count, data):
    node = st.integers(0, count - 1)
    edges = data.draw(st.lists(st.tuples(node, node), max_size=40))
    label = list(range(count))
    for _ in range(count):
        for a, b in edges:
            label[a] = label[b] = min(label[a], label[b])
    left, right = (np.array([edge[i] for edge in edges], np.int64) for i in range(2))
    assert components(count, left, right).tolist() == label


values_of_a_kind = st.sampled_from([np.int64, np.uint64, np.uint8, np.int32]).flatmap(
    lambda kind: st.lists(
        st.sampled_from([0, 1, 2, 7, 100]) | st.integers(int(np.iinfo(kind).min), int(np.iinfo(kind).max)), max_size=40
    ).map(lambda values: np.array(values, kind))
)


@given(values_of_a_kind)
def test_equal_values(values):
    different = sorted(set(values.tolist()))
    assert distinct(values).tolist() == different and distinct(values).dtype == values.dtype
    groups = grouped(values)
    assert len(groups) == len(different)
    assert groups.value.tolist() == different
    assert groups.first.tolist() == [values.tolist().index(value) for value in different]
    assert groups.number.tolist() == [different.index(value) for value in values.tolist()]
    assert groups.size.tolist() == [values.tolist().count(value) for value in different]


def test_equal_values_of_long_arrays():
    values = np.random.default_rng(1).integers(-(1 << 60), 1 << 60, 1000)[np.arange(50_000) * 7919 % 1000]
    groups, different = grouped(values), distinct(values)
    assert np.array_equal(different, sorted(set(values.tolist())))
    assert np.array_equal(different[groups.number], values) and (groups.size == 50).all()
    assert (groups.first < 1000).all() and np.array_equal(values[groups.first], different)


@given(st.sets(st.integers(-30, 30)), st.sets(st.integers(-30, 30)), st.randoms(use_true_random=False))
def test_values_that_two_arrays_share(one, other, random):
    one, other = (np.array(random.sample(sorted(values), len(values)), np.int64) for values in (one, other))
    in_one, in_other = common(one, other)
    assert one[in_one].tolist() == other[in_other].tolist() == sorted(set(one.tolist()) & set(other.tolist()))
