"""Progress: shares that ascend from 0 to 1 through every part of the work, often enough, and an end at any of them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import helpers_mesh as oracle
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from trivox.core import matching
from trivox.core.mesh import triangulate
from trivox.core.mesh.contours import trace_polygons
from trivox.core.mesh.exposure import visible_faces
from trivox.core.mesh.modes import MODES
from trivox.core.mesh.surface import Search, Surface, build_surface
from trivox.core.mesh.volume import volume_of_grid
from trivox.core.progress import coarse, part, shared

CORE = str(Path(matching.__file__).parent)
bounds = st.tuples(st.floats(0, 1), st.floats(0, 1)).map(sorted)


class StopError(Exception):
    """What a listener raises to end the work."""


def surface(grid: np.ndarray, mode: str, progress: Callable[[float], object] | None = None) -> Surface:
    """The triangles of a grid, with progress."""
    faces = visible_faces(volume_of_grid(grid), "remove")
    return build_surface(faces, trace_polygons(faces), mode, Search(200, 16), progress)


def caves(side: int) -> np.ndarray:
    """A block full of rounded holes: noise, averaged over boxes of five cells."""
    noise = np.random.default_rng(0).random((side, side, side))
    for axis in range(3):
        for _ in range(2):
            noise = sum(np.roll(noise, step, axis) for step in (-1, 0, 1))
    return (noise > np.median(noise)).astype(np.uint8)


@given(bounds, st.lists(st.floats(0, 1)))
def test_a_part_of_the_work(ends: list[float], shares: list[float]) -> None:
    said: list[float] = []
    for share in sorted([0, *shares, 1]):
        part(said.append, *ends)(share)
    assert said == sorted(said) and ends[0] == said[0] and said[-1] <= ends[1]
    assert said[-1] == pytest.approx(ends[1])
    assert all(
        value == pytest.approx(ends[0] + share * (ends[1] - ends[0]))
        for share, value in zip(sorted([0, *shares, 1]), said, strict=True)
    )


@given(bounds, st.lists(st.integers(0, 10**9) | st.floats(0, 1e9), min_size=1, max_size=30))
def test_shared_work(ends: list[float], sizes: list[float]) -> None:
    said: list[float] = []
    for each in shared(part(said.append, *ends), sizes):
        for share in (0, 0.5, 1):
            each(share)
    assert said == sorted(said) and len(said) == 3 * len(sizes)
    assert said[0] == ends[0] and said[-1] == pytest.approx(ends[1]) and said[-1] <= ends[1]
    whole = sum(sizes)
    done = [sum(sizes[:number]) / whole if whole else number / len(sizes) for number in range(len(sizes))]
    assert said[::3] == pytest.approx([ends[0] + (ends[1] - ends[0]) * share for share in done])


def test_no_work_to_share() -> None:
    assert list(shared(float, [])) == []


@pytest.mark.parametrize("mode", MODES)
def test_shares_ascend_from_0_to_1(mode: str) -> None:
    random = np.random.default_rng(3)
    models = [*oracle.shapes().values(), np.zeros((1, 1, 1), np.uint8), caves(20)]
    models += [random.integers(0, 2, (6, 7, 8)).astype(np.uint8) for _ in range(10)]
    for grid in models:
        said: list[float] = []
        surface(grid, mode, said.append)
        assert said == sorted(said) and said[0] >= 0 and said[-1] == 1


@pytest.mark.parametrize("mode", MODES)
def test_the_mesh_is_the_same_with_and_without_progress(mode: str) -> None:
    grid = caves(16)
    heard, unheard = surface(grid, mode, lambda share: None), surface(grid, mode)
    assert np.array_equal(heard.triangles.node, unheard.triangles.node)


@pytest.mark.parametrize("mode", MODES)
def test_every_report_can_end_the_work(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matching, "_OFTEN", 5)
    monkeypatch.setattr(triangulate, "_OFTEN", 5)
    grid = caves(12)
    said: list[float] = []
    surface(grid, mode, said.append)
    for last in range(len(said)):
        heard: list[float] = []

        def stop(share: float, heard: list[float] = heard, last: int = last) -> None:
            heard.append(share)
            if len(heard) > last:
                raise StopError

        with pytest.raises(StopError):
            surface(grid, mode, stop)
        assert heard == said[: last + 1]


@contextmanager
def counted_calls() -> Iterator[list[int]]:
    """Count the calls of core's functions, but for those of progress itself, in the list's only number."""
    count = [0]

    def look(frame: FrameType, event: str, _: object) -> None:
        name = frame.f_code.co_filename
        count[0] += event == "call" and name.startswith(CORE) and not name.endswith("progress.py")

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        yield count
    finally:
        sys.setprofile(before)


@pytest.mark.parametrize(
    ("mode", "step", "gap"),
    [("polygons", 0.35, 0.15), ("watertight", 0.2, 0.15), ("rectangles", 0.2, 0.12), ("fewest", 0.1, 0.01)],
)
def test_reports_come_often(mode: str, step: float, gap: float) -> None:
    """No two lie further apart than a share of all, and than a part of all the calls that the work consists of."""
    shares, calls = [0.0], [0]
    faces = visible_faces(volume_of_grid(caves(70)), "remove")
    polygons = trace_polygons(faces)
    with counted_calls() as count:

        def listen(share: float) -> None:
            shares.append(share)
            calls.append(count[0])

        build_surface(faces, polygons, mode, Search(200, 16), listen)
    assert shares == sorted(shares)
    assert np.diff(shares).max() <= step
    assert np.diff([*calls, count[0]]).max() <= gap * count[0]
    assert len(shares) <= 0.05 * count[0]


def test_reports_that_tell_little_are_left_out_but_not_too_many() -> None:
    told: list[float] = []
    report = coarse(told.append, 0.25, 2)
    for share in (0, 0.25, 0.3, 0.35, 0.4, 0.41, 0.42, 0.7, 0.9, 0.91, 1):
        report(share)
    assert told == [0, 0.25, 0.4, 0.7, 1]
