"""Packing of blocks: inside, apart, nearly square, powers of two, the same each time, and little waste."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from trivox.core.texture.packing import pack, pack_turned

SIDES = st.integers(1, 12) | st.integers(1, 258) | st.sampled_from([3, 3, 10])
BLOCKS = st.lists(st.tuples(SIDES, SIDES), min_size=1, max_size=60) | st.tuples(
    st.lists(st.tuples(SIDES, SIDES), min_size=1, max_size=5), st.integers(1, 40)
).map(lambda some: some[0] * some[1])


def covered(
    widths: npt.NDArray[np.int64],
    heights: npt.NDArray[np.int64],
    positions: npt.NDArray[np.int64],
    size: tuple[int, int],
) -> npt.NDArray[np.int64]:
    """How many blocks lie on each texel: differences at the corners of the blocks, summed up both ways."""
    count = np.zeros((size[1] + 1, size[0] + 1), np.int64)
    column, row = positions.T
    for x, y, sign in ((0, 0, 1), (1, 0, -1), (0, 1, -1), (1, 1, 1)):
        np.add.at(count, (row + y * heights, column + x * widths), sign)
    return count.cumsum(axis=0).cumsum(axis=1)


def check(widths: npt.NDArray[np.int64], heights: npt.NDArray[np.int64], power_of_two: bool) -> float:
    """Prove a packing and return its waste."""
    positions, width, height = pack(widths, heights, power_of_two)
    assert positions.shape == (len(widths), 2)
    assert positions.min() >= 0
    assert (positions[:, 0] + widths).max() <= width
    assert (positions[:, 1] + heights).max() <= height
    assert covered(widths, heights, positions, (width, height)).max() == 1, "blocks overlap"
    again = pack(widths, heights, power_of_two)
    assert (again[0].tobytes(), *again[1:]) == (positions.tobytes(), width, height)
    unit = np.gcd.reduce(np.concatenate([widths, heights]))
    if not power_of_two:
        assert not (positions % unit).any() and not width % unit and not height % unit
    area = int((widths * heights).sum())
    longest = (int(widths.max()), int(heights.max()))
    if power_of_two:
        assert width & (width - 1) == 0 and height & (height - 1) == 0
        longest = tuple(1 << (side - 1).bit_length() for side in longest)
        assert width <= max(2 * height, longest[0]) and height <= max(2 * width, longest[1]), "needlessly long"
    else:
        assert (positions[:, 0] + widths).max() == width
        assert (positions[:, 1] + heights).max() == height
        assert max(width, height) <= max(3 * min(width, height), 1.25 * max(longest)), "needlessly long"
    return 1 - area / (width * height)


@given(BLOCKS, st.booleans())
@example([(258, 3), (3, 258)], False)
@example([(3, 4), (3, 4)], False)
@example([(200, 1), (1, 3), (200, 1)], False)
@settings(max_examples=200, deadline=None)
def test_blocks_lie_inside_and_apart(blocks: list[tuple[int, int]], power_of_two: bool) -> None:
    widths, heights = np.array(blocks, np.int64).T
    check(widths, heights, power_of_two)


@given(BLOCKS, st.booleans())
@example([(257, 3), (3, 257), (3, 3), (3, 3)], False)
@example([(70, 31), (70, 31), (70, 31), (70, 31), (31, 70), (53, 40), (40, 53), (90, 17), (90, 17)], False)
@settings(max_examples=100, deadline=None)
def test_turned_blocks_lie_inside_and_apart(blocks: list[tuple[int, int]], power_of_two: bool) -> None:
    widths, heights = np.array(blocks, np.int64).T
    positions, turned, width, height = pack_turned(widths, heights, power_of_two)
    assert (turned.dtype, turned.shape) == (np.bool_, widths.shape) and not turned[widths == heights].any()
    across, along = np.where(turned, heights, widths), np.where(turned, widths, heights)
    assert positions.min() >= 0
    assert (positions[:, 0] + across).max() <= width and (positions[:, 1] + along).max() <= height
    assert covered(across, along, positions, (width, height)).max() == 1, "blocks overlap"
    again = pack_turned(widths, heights, power_of_two)
    assert (again[0].tobytes(), again[1].tobytes(), *again[2:]) == (
        positions.tobytes(), turned.tobytes(), width, height,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("blocks", "most"),
    [
        ([(257, 3), (3, 257), (3, 3), (3, 3)], 0.0),
        ([(39, 12), (12, 39)], 0.0),
        # There is less free beside the ends of the long ones than along them.
        ([(3, 3), (3, 3), (3, 3), (4, 130), (130, 4)], 0.02),
        ([(18, 18), (18, 18), (18, 3), (18, 3), (3, 18), (3, 18)], 0.04),
        ([(29, 3), (27, 3), (25, 3), (20, 12), (12, 20), (5, 17), (3, 39), (3, 29), (3, 27), (3, 3), (3, 3)], 0.1),
    ],
)
def test_few_blocks_of_all_kinds(blocks: list[tuple[int, int]], most: float) -> None:
    widths, heights = np.array(blocks, np.int64).T
    _positions, _turned, width, height = pack_turned(widths, heights)
    assert 1 - (widths * heights).sum() / (width * height) <= most


def test_no_blocks() -> None:
    positions, width, height = pack(np.zeros(0, np.int64), np.zeros(0, np.int64))
    assert (positions.shape, width, height) == ((0, 2), 1, 1)


@pytest.mark.parametrize(
    ("block", "count", "expected"),
    [((258, 3), 1, (258, 3)), ((3, 258), 1, (3, 258)), ((1, 1), 1, (1, 1)), ((5, 5), 4, (10, 10)), ((3, 6), 2, (6, 6))],
)
def test_equal_blocks_fill_their_rectangle(block: tuple[int, int], count: int, expected: tuple[int, int]) -> None:
    assert pack(np.full(count, block[0]), np.full(count, block[1]))[1:] == expected


@pytest.mark.parametrize(
    ("block", "count", "sides"),
    [
        ((258, 3), 1, [4, 512]),
        ((3, 258), 1, [4, 512]),
        ((8, 8), 4, [16, 16]),
        ((8, 8), 5, [16, 32]),
        ((8, 8), 8, [16, 32]),
        ((8, 8), 9, [32, 32]),
        ((3, 3), 100, [32, 32]),
        ((3, 3), 101, [32, 64]),
        ((1, 1), 1, [1, 1]),
        ((1, 1), 65_536, [256, 256]),
    ],
)
def test_smallest_powers_of_two(block: tuple[int, int], count: int, sides: list[int]) -> None:
    assert sorted(pack(np.full(count, block[0]), np.full(count, block[1]), power_of_two=True)[1:]) == sides


def test_wide_and_tall_are_the_same_task() -> None:
    rng = np.random.default_rng(2)
    widths, heights = rng.integers(3, 200, (2, 40))
    upright, turned = check(widths, heights, False), check(heights, widths, False)
    assert abs(upright - turned) < 0.03


def _noise(rng: np.random.Generator) -> npt.NDArray[np.int64]:
    return 2 + np.minimum(rng.geometric(0.55, (2, 70_000)), 40)


def _crossed_strips(rng: np.random.Generator) -> npt.NDArray[np.int64]:
    strips = np.stack((np.full(300, 3), rng.integers(3, 259, 300)))
    strips[:, ::2] = strips[::-1, ::2].copy()
    return strips


def _tiny_and_huge(rng: np.random.Generator) -> npt.NDArray[np.int64]:
    return np.concatenate(
        (rng.integers(100, 259, (2, 12)), rng.integers(3, 9, (2, 3000)), np.full((2, 255), 3)), axis=1
    )


DISTRIBUTIONS = {
    "two": (lambda rng: np.array([[40, 3], [30, 3]]), 0.20),
    "a dozen": (lambda rng: rng.integers(3, 130, (2, 12)), 0.15),
    "sixty, even": (lambda rng: rng.integers(3, 130, (2, 60)), 0.07),
    "sixty, mostly small": (lambda rng: 2 + rng.geometric(0.05, (2, 60)), 0.07),
    "hundreds, many scales": (lambda rng: np.exp(rng.uniform(1.1, 5.5, (2, 400))).astype(np.int64), 0.05),
    "strips": (lambda rng: np.stack((np.full(300, 3), rng.integers(3, 259, 300))), 0.05),
    "crossed strips": (_crossed_strips, 0.05),
    "squares of one size": (lambda rng: np.full((2, 97), 66), 0.05),
    "flat colours only": (lambda rng: np.full((2, 255), 3), 0.05),
    "tiny and huge": (_tiny_and_huge, 0.02),
    "noise": (_noise, 0.02),
}


@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_waste_is_small(name: str) -> None:
    make, most = DISTRIBUTIONS[name]
    widths, heights = make(np.random.default_rng(11)).astype(np.int64)
    waste = check(widths, heights, False)
    print(f"{name}: {len(widths):,} blocks, {100 * waste:.2f} % waste")
    assert waste <= most
    assert check(widths, heights, True) < 0.75
