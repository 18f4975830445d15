"""Numbering, ordering and counting give what numpy's own ways do, by tables or by sorting; sets below limits."""

import numpy as np
import pytest
from trivox.core.arrays import count_distinct, cycle_minima, distinct, numbered, order_of, split
from trivox.core.texture.limits import UpTo, lowest


@pytest.mark.parametrize("count", [0, 1, 255, 256, 300, 5000])
@pytest.mark.parametrize("spread", [0.2, 3, 15.9, 16.1, 1e6])
@pytest.mark.parametrize("least", [0, 7, -3])
def test_values_are_numbered_listed_and_counted(count: int, spread: float, least: int) -> None:
    values = np.random.default_rng(count).integers(0, max(1, int(count * spread)), count) + least
    different, number = np.unique(values, return_inverse=True)
    found = numbered(values)
    assert np.array_equal(found[0], different) and np.array_equal(found[1], number.reshape(-1))
    assert np.array_equal(distinct(values), different) and count_distinct(values) == len(different)
    mixed = np.random.default_rng(1).permutation(different)
    assert np.array_equal(mixed[order_of(mixed)], different)


def test_division_is_that_of_divmod() -> None:
    numbers = np.random.default_rng(2).integers(0, 1 << 40, 999)
    for base in (1, 2, 7, 131, 1 << 33):
        assert all(map(np.array_equal, split(numbers, base), np.divmod(numbers, base)))


def test_cycles_have_their_smallest_value() -> None:
    rng = np.random.default_rng(3)
    for count in (1, 4, 5, 40, 400):
        following, value = rng.permutation(count), rng.integers(0, 99, count)
        for element, smallest in enumerate(cycle_minima(following, value).tolist()):
            cycle = [element]
            while following[cycle[-1]] != element:
                cycle.append(int(following[cycle[-1]]))
            assert smallest == value[cycle].min()


def test_sets_hold_what_is_not_above_a_limit() -> None:
    number = np.random.default_rng(4).integers(0, 50, 130)
    up_to = UpTo(number)
    for limit in range(-1, 52):
        assert [entry for entry in range(130) if up_to[limit] >> entry & 1] == np.flatnonzero(number <= limit).tolist()
    assert lowest(0b1011000) == 3
