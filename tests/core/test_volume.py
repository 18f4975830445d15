"""Volumes of cells, kept as a grid or as a list, against a dictionary of cells in plain Python."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from trivox.core import LimitError
from trivox.core.mesh import bits, volume
from trivox.core.mesh.volume import Volume, volume_of_cells

FAR = (0, 40, 900)
cells = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2), st.integers(0, 70), st.integers(1, 4)), min_size=1)


def filled(words: bits.Words | None) -> set[tuple[int, ...]]:
    """The cells whose bits are set."""
    return set() if words is None else set(zip(*(axis.tolist() for axis in bits.positions(words)), strict=True))


def colours(made: Volume, places: list[tuple[int, ...]]) -> list[int]:
    """Palette indices of cells, looked up all at once."""
    return made.colors(*np.array(places, np.int64).reshape(-1, 3).T).tolist()


@pytest.mark.parametrize("far", [False, True])
@given(drawn=cells, transparent=st.sets(st.integers(0, 4)), others=st.sampled_from([None, [(3, 1, 66)], [(0, 0, 0)]]))
def test_cells_are_those_of_a_dictionary(
    far: bool, drawn: list[tuple[int, ...]], transparent: set[int], others: list[tuple[int, ...]] | None
) -> None:
    listed = [*drawn, (*FAR, 2)] if far else drawn
    known = {cell[:3]: cell[3] for cell in listed}  # of equal ones the last
    made = volume_of_cells(
        np.array([cell[:3] for cell in listed], np.int32),
        np.array([cell[3] for cell in listed], np.uint8),
        np.isin(np.arange(256), sorted(transparent)),
        None if others is None else np.array(others, np.int32),
    )
    ends = np.array([*known, *(others or [])]).max(axis=0) + 1
    assert made.shape == tuple(ends.tolist())
    assert filled(made.opaque) == {cell for cell, index in known.items() if index not in transparent}
    assert filled(made.clear) == {cell for cell, index in known.items() if index in transparent}
    assert filled(made.blocked) == set(others or [])
    assert made.voxels == len(known)
    everywhere = list(itertools.product(*(range(min(side, 72)) for side in made.shape)))
    everywhere += [cell for cell in known if cell not in set(everywhere)]
    assert colours(made, everywhere) == [known.get(cell, 0) for cell in everywhere]


@pytest.mark.parametrize(("side", "as_grid"), [(32, True), (33, False)])
def test_cells_that_fill_little_of_their_box_are_kept_as_a_list(
    side: int, as_grid: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    grids, of_grid = [], volume.volume_of_grid

    def counted(*arguments: object) -> Volume:
        grids.append(arguments)
        return of_grid(*arguments)

    monkeypatch.setattr(volume, "volume_of_grid", counted)
    volume_of_cells(np.array([[0, 0, side - 1]]), np.array([1], np.uint8))
    assert len(grids) == as_grid


def test_a_box_that_is_too_large_is_refused() -> None:
    far = np.array([[0, 0, 0], [1 << 13, 1 << 13, 200]])
    with pytest.raises(LimitError, match=r"8,193 x 8,193 x 201 cells"):
        volume_of_cells(far, np.array([1, 1], np.uint8))


def test_words_count_whole_towards_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(volume, "MAX_WORDS", 199)
    positions, indices = np.array([[0, 0, 0], [99, 0, 64]]), np.ones(2, np.uint8)
    with pytest.raises(LimitError):
        volume_of_cells(positions, indices)
    monkeypatch.setattr(volume, "MAX_WORDS", 200)
    assert volume_of_cells(positions, indices).voxels == 2
