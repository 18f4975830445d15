"""The demo model: its size, its colours, its counts, and that it comes out the same each time and through a file."""

from __future__ import annotations

from pathlib import Path

import cottage
import numpy as np
import pytest
import voxel_paint
from scipy import ndimage
from trivox.core import MeshOptions, build_mesh, read_vox


@pytest.fixture(scope="module")
def grid() -> np.ndarray:
    """Return the cottage's grid."""
    return cottage.make_cottage()


def test_it_is_the_same_each_time(grid: np.ndarray) -> None:
    assert grid.dtype == np.uint8
    assert np.array_equal(cottage.make_cottage(), grid)


def test_it_fills_about_a_hundred_cells_each_way(grid: np.ndarray) -> None:
    extent = [np.ptp(at) + 1 for at in np.nonzero(grid)]
    assert all(85 <= length <= 100 for length in extent)


def test_every_material_is_used_and_no_index_beyond_them(grid: np.ndarray) -> None:
    used = np.unique(grid)
    last = 0
    for first, count in voxel_paint.PLACE.values():
        assert ((used >= first) & (used < first + count)).any()
        last = max(last, first + count - 1)
    assert used.max() <= last < 256


def test_it_has_about_the_faces_of_the_blog_post(grid: np.ndarray) -> None:
    counts = build_mesh(grid, MeshOptions()).counts
    assert 77_000 <= counts.faces <= 81_000
    assert 11_500 <= counts.polygons <= 13_000
    assert counts.holes > 150, "framed windows, pickets and blades of grass leave holes"


def test_it_is_hollow_and_one_floor_is_open(grid: np.ndarray) -> None:
    air, number = ndimage.label(np.pad(grid, 1) == 0)
    sizes = np.bincount(air.ravel())[1:]
    sealed = np.delete(sizes, air[0, 0, 0] - 1)
    assert number > 1
    assert sealed.max() > 10_000, "the upper floor"
    inside = air[tuple(np.array([45, 60, cottage.FLOOR - cottage.CUT + 5]) + 1)]
    assert inside == air[0, 0, 0], "the ground floor opens through a window"


def test_it_goes_through_a_file(grid: np.ndarray, tmp_path: Path) -> None:
    path = tmp_path / "cottage.vox"
    cottage.write(path)
    scene = read_vox(path)
    assert np.array_equal(scene.models[0].colors, grid)
    assert np.array_equal(scene.palette[1:], voxel_paint.PALETTE[1:])
    assert not scene.warnings
