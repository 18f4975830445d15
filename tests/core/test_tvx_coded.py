"""The coded forms of .tvx: any triangles as trees, and any page as blocks, are the same again."""

from __future__ import annotations

import helpers_tvx as ht
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from trivox.core.formats.tvx.pages import HEAD, blocked_page, page_of, plain_page
from trivox.core.formats.tvx.records import TRIANGLE
from trivox.core.formats.tvx.trees import found, grow

corners = st.tuples(*[st.tuples(st.integers(0, 4), st.integers(0, 4))] * 3)


def triangles_of(rows: list[tuple[int, tuple]]) -> np.ndarray:
    """Triangles by polygon."""
    triangles = np.zeros(len(rows), TRIANGLE)
    for place, (polygon, points) in enumerate(sorted(rows, key=lambda row: row[0])):
        triangles[place] = (points, polygon)
    return triangles


def turned(triangles: np.ndarray) -> list[tuple]:
    """Each triangle turned so that it comes first, in order."""
    rows = []
    for points, polygon in zip(triangles["corners"].tolist(), triangles["polygon"].tolist(), strict=True):
        rows.append((polygon, min(points[first:] + points[:first] for first in range(3))))
    return sorted(rows)


@settings(max_examples=300)
@given(st.lists(st.tuples(st.integers(0, 3), corners), max_size=40))
def test_trees_of_any_triangles(rows: list[tuple[int, tuple]]) -> None:
    triangles = triangles_of(rows)
    trees, ordered = grow(triangles)
    assert len(trees.bits) == len(trees.first) + 2 * len(triangles)
    assert turned(ordered) == turned(triangles)
    again = found(trees)
    assert again is not None and np.array_equal(again, ordered)


def strip(length: int, polygon: int = 0, row: int = 0) -> list[tuple[int, tuple]]:
    """Triangles one beside the other."""
    rows = []
    for x in range(length):
        rows += [
            (polygon, ((x, row), (x + 1, row), (x + 1, row + 1))),
            (polygon, ((x, row), (x + 1, row + 1), (x, row + 1))),
        ]
    return rows


@pytest.mark.parametrize("seed", range(6))
def test_one_tree_for_what_hangs_together(seed: int) -> None:
    rows = strip(40) + strip(3, 0, 5) + strip(7, 0, 9) + strip(20, 2)
    order = np.random.default_rng(seed).permutation(len(rows))
    triangles = triangles_of([rows[place] for place in order])
    trees, ordered = grow(triangles)
    assert len(trees.first) == 4 and trees.first["polygon"].tolist() == [0, 0, 0, 2]
    assert trees.bits.sum() == len(rows) - 4
    once, same = grow(ordered)
    assert np.array_equal(same, ordered) and np.array_equal(once.bits, trees.bits)


def test_sides_that_end_too_early() -> None:
    trees, _ = grow(triangles_of(strip(4)))
    bits = np.sort(trees.bits)
    assert found(type(trees)(trees.first, bits, trees.corners)) is None


pages = hnp.arrays(
    np.uint8,
    st.tuples(st.integers(1, 40), st.integers(1, 40)),
    elements=st.sampled_from([0, 1, 1, 1, 2, 3, 5, 255]),
    fill=st.just(7),
)


@settings(max_examples=60)
@given(pages)
def test_pages_as_blocks(page: np.ndarray) -> None:
    blocks, plain = blocked_page(page), plain_page(page)
    assert blocks is not None
    for content in (blocks, plain):
        assert np.array_equal(page_of(memoryview(content)), page)
        assert ht.page_of(content) == (page.shape[1], page.shape[0], page.tobytes())


@pytest.mark.parametrize(("colors", "size"), [(1, 4), (2, 14), (4, 24), (5, 52), (16, 52), (17, 68), (64, 68)])
def test_bytes_of_a_block(colors: int, size: int) -> None:
    block = (np.arange(64).reshape(8, 8) % colors + 1).astype(np.uint8)
    one, four = blocked_page(block), blocked_page(np.tile(block, (2, 2)))
    assert one is not None and len(one) == HEAD.size + size
    assert four is not None and len(four) == len(one) + 12
