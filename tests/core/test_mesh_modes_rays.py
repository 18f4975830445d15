"""All modes look the same from outside: rays from six sides and obliquely meet the same colours first."""

from __future__ import annotations

from functools import lru_cache

import helpers_mesh as oracle
import numpy as np
import pytest
from helpers_rays import AXIS_VIEWS, OBLIQUE_VIEWS, first_voxels, origins, picture
from hypothesis import given, settings
from hypothesis import strategies as st
from trivox.core import MeshOptions, build_mesh, read_vox

HAS_MODELS = oracle.shared("models") is not None
needs_models = pytest.mark.skipif(not HAS_MODELS, reason="the folder of public models (TRIVOX_SHARED) is absent")


def check_pictures(grid: np.ndarray, options: MeshOptions, rays: int, *, culled: bool) -> None:
    """Compare the pictures of a mode with those of mode ``polygons``, and with the grid."""
    mesh, other = build_mesh(grid, options), build_mesh(grid, MeshOptions())
    for view in AXIS_VIEWS + OBLIQUE_VIEWS:
        points = origins(grid.shape, view, rays)
        seen = picture(mesh, view, points, culled=culled)
        assert np.array_equal(seen, picture(other, view, points, culled=culled))
        if grid.any():
            assert np.array_equal(seen, first_voxels(grid, view, points))
        if view in AXIS_VIEWS:
            assert len(points) == np.prod(grid.shape) // grid.shape[np.argmax(np.abs(view))]
        assert seen.any() == grid.any()


@lru_cache(maxsize=1)
def model(file: str) -> np.ndarray:
    """The only model of a file."""
    path = oracle.shared("models")
    assert path is not None
    (only,) = read_vox(path / file).models
    return only.colors


@pytest.mark.parametrize("culled", [True, False])
@pytest.mark.parametrize("file", ["chr_knight.vox", "chr_sword.vox", "chr_fox.vox"])
@needs_models
def test_models_look_the_same(file: str, culled: bool) -> None:
    check_pictures(model(file), MeshOptions("fewest"), 6000, culled=culled)


@pytest.mark.parametrize("view", [*AXIS_VIEWS[::2], *OBLIQUE_VIEWS])
@needs_models
def test_a_large_model_looks_the_same(view: tuple[int, int, int]) -> None:
    grid = model("monu1.vox")
    points = origins(grid.shape, view, 6000)
    points = points[:: max(1, len(points) // 3000)]
    one, two = (
        picture(build_mesh(grid, MeshOptions(mode)), view, points, culled=True) for mode in ("polygons", "fewest")
    )
    assert np.count_nonzero(one) > 200
    assert np.array_equal(one, two)


@pytest.mark.parametrize("mode", oracle.ALL_MODES)
@pytest.mark.parametrize("name", oracle.shapes())
def test_shapes_look_the_same(name: str, mode: str) -> None:
    grid = oracle.random_colours(oracle.shapes()[name], 5)
    check_pictures(grid, MeshOptions(mode), 400, culled=True)


@settings(max_examples=60)
@given(oracle.grids(), st.sampled_from(oracle.INTERIORS), st.sampled_from(["any", "color"]), st.booleans())
def test_random_grids_look_the_same(grid: np.ndarray, interior: str, merge: str, culled: bool) -> None:
    grid = oracle.random_colours(grid, 1)
    check_pictures(grid, MeshOptions("fewest", interior, merge), 1000, culled=culled)


@pytest.mark.parametrize("density", [0.3, 0.6, 0.9])
def test_noise_looks_the_same(density: float) -> None:
    rng = np.random.default_rng(3)
    grid = np.where(rng.random((12, 14, 10)) < density, rng.integers(1, 200, (12, 14, 10)), 0).astype(np.uint8)
    check_pictures(grid, MeshOptions("fewest"), 900, culled=False)
