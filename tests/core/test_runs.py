"""Runs of cells along z: as long as can be, they come back as cells, and the ends of a byte are no neighbours."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from trivox.core.voxels.runs import cells_of, runs_of

COORDINATE = st.sampled_from((0, 1, 2, 3, 254, 255))
CELLS = st.lists(st.tuples(COORDINATE, COORDINATE, COORDINATE), unique=True, max_size=60).map(sorted)


def slow_runs(cells: list[tuple[int, int, int]]) -> list[list[tuple[int, int, int]]]:
    """Runs, cell by cell."""
    runs: list[list[tuple[int, int, int]]] = []
    for x, y, z in cells:
        if runs and runs[-1][-1] == (x, y, z - 1):
            runs[-1].append((x, y, z))
        else:
            runs.append([(x, y, z)])
    return runs


@pytest.mark.parametrize("kind", [np.uint8, np.int32])
@given(cells=CELLS)
def test_runs_are_those_of_a_walk_and_come_back(kind: type, cells: list[tuple[int, int, int]]) -> None:
    positions = np.array(cells, kind).reshape(-1, 3)
    first, length = runs_of(positions)
    expected = slow_runs(cells)
    assert [tuple(cell) for cell in first.tolist()] == [run[0] for run in expected]
    assert length.tolist() == [len(run) for run in expected]
    assert cells_of(first, length).tolist() == positions.tolist()
