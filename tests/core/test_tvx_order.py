"""The vertex-cache order: a permutation that keeps groups apart and lowers the misses of a real cache."""

from __future__ import annotations

from collections import OrderedDict, deque

import helpers_tvx as ht
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from trivox.core import MeshOptions, build_model, read_vox
from trivox.core.formats.tvx.cacheorder import cache_misses, cache_order


def misses(triangles: np.ndarray, size: int) -> int:
    """A first-in, first-out cache as a queue."""
    queue: deque[int] = deque(maxlen=size)
    count = 0
    for vertex in triangles.ravel().tolist():
        if vertex not in queue:
            queue.append(vertex)
            count += 1
    return count


@given(st.lists(st.tuples(*[st.integers(0, 20)] * 3), max_size=60), st.integers(1, 40))
def test_misses(rows: list[tuple[int, int, int]], size: int) -> None:
    triangles = np.array(rows, np.int64).reshape(-1, 3)
    assert cache_misses(triangles, size) == misses(triangles, size)


@given(st.lists(st.tuples(*[st.integers(0, 9)] * 3, st.integers(0, 11)), max_size=80), st.integers(3, 20))
def test_order_is_a_permutation_and_keeps_groups(rows: list[tuple[int, int, int, int]], cache: int) -> None:
    table = np.array(rows, np.int64).reshape(-1, 4)
    order = cache_order(table[:, :3], table[:, 3], cache)
    assert sorted(order.tolist()) == list(range(len(table)))
    assert np.array_equal(table[order, 3], np.sort(table[:, 3]))


@pytest.mark.parametrize("side", [10, 40])
def test_shuffled_sheet_is_put_in_order(side: int) -> None:
    column, row = (part.ravel() for part in np.meshgrid(np.arange(side), np.arange(side)))
    a = row * (side + 1) + column
    triangles = np.concatenate((np.stack((a, a + 1, a + side + 2), 1), np.stack((a, a + side + 2, a + side + 1), 1)))
    triangles = np.random.default_rng(0).permutation(triangles)
    ordered = triangles[cache_order(triangles, np.zeros(len(triangles), np.int64))]
    assert cache_misses(triangles, 16) > 2 * len(triangles)
    assert cache_misses(ordered, 16) < 0.8 * len(triangles)


def test_order_of_a_model() -> None:
    path = next((path for path in ht.models() if path.stem == "dragon"), None)
    if path is None:
        pytest.skip("the folder of public models is not there")
    mesh = build_model(read_vox(path).models[0], MeshOptions(border=0))
    group = mesh.polygon_direction[mesh.triangle_polygon].astype(np.int64)
    before = mesh.triangles[np.argsort(group, kind="stable")]
    after = mesh.triangles[cache_order(mesh.triangles, group)]
    # No order of a range can miss less than once for each of its vertices.
    least = len(OrderedDict.fromkeys(zip(np.repeat(group, 3).tolist(), mesh.triangles.ravel().tolist(), strict=True)))
    for size in (16, 32):
        assert cache_misses(after, size) < min(cache_misses(before, size), 1.02 * least)
