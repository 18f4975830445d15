"""All modes look the same from outside: rays from six sides and obliquely meet the same colours first."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import helpers_mesh as oracle
import numpy as np
import pytest
from helpers_bodies import Model, models
from helpers_rays import AXIS_VIEWS, OBLIQUE_VIEWS, View, first_voxels, origins, picture, through_glass
from hypothesis import given, settings
from hypothesis import strategies as st
from trivox.core import MeshOptions, build_mesh, read_vox
from trivox.core.mesh.options import MAX_PRICE

HAS_MODELS = oracle.shared("models") is not None
needs_models = pytest.mark.skipif(not HAS_MODELS, reason="the folder of public models (TRIVOX_SHARED) is absent")


PRICES = (0, 1, 16, MAX_PRICE)
"""Texels for a rectangle."""

OVERLAPPING = [MeshOptions("fewest"), *(MeshOptions("cutout", texels_per_rectangle=price) for price in PRICES)]


def check_pictures(
    grid: np.ndarray, options: MeshOptions, rays: int, *, culled: bool, views: list[View] = OBLIQUE_VIEWS
) -> None:
    """Compare the pictures of a mode, along the axes and obliquely, with those of another one, and with the grid."""
    mesh, other = build_mesh(grid, options), build_mesh(grid, MeshOptions("faces" if grid.size < 500 else "polygons"))
    for view in AXIS_VIEWS + views:
        points = origins(grid.shape, view, rays)
        seen = picture(mesh, view, points, culled=culled)
        assert np.array_equal(seen, picture(other, view, points, culled=culled))
        if grid.any():
            assert np.array_equal(seen, first_voxels(grid, view, points))
        if view in AXIS_VIEWS:
            assert len(points) == 4 * np.prod(grid.shape) // grid.shape[np.argmax(np.abs(view))]
            assert seen.any() == grid.any()


@lru_cache(maxsize=1)
def model(file: str) -> np.ndarray:
    """The only model of a file."""
    path = oracle.shared("models")
    assert path is not None
    (only,) = read_vox(path / file).models
    return only.colors


@pytest.mark.parametrize("culled", [True, False])
@pytest.mark.parametrize("options", [MeshOptions("fewest"), MeshOptions("cutout")], ids=lambda options: options.mode)
@pytest.mark.parametrize("file", ["chr_knight.vox", "chr_sword.vox", "chr_fox.vox"])
@needs_models
def test_models_look_the_same(file: str, options: MeshOptions, culled: bool) -> None:
    check_pictures(model(file), options, 6000, culled=culled)


@pytest.mark.parametrize("view", [*AXIS_VIEWS[::2], *OBLIQUE_VIEWS])
@needs_models
def test_a_large_model_looks_the_same(view: tuple[int, int, int]) -> None:
    grid = model("monu1.vox")
    points = origins(grid.shape, view, 6000)
    points = points[:: max(1, len(points) // 3000)]
    one, *others = (
        picture(build_mesh(grid, options), view, points, culled=True) for options in [MeshOptions(), *OVERLAPPING]
    )
    assert np.count_nonzero(one) > 200
    assert all(np.array_equal(one, other) for other in others)


@pytest.mark.parametrize("mode", oracle.ALL_MODES)
@pytest.mark.parametrize("name", oracle.shapes())
def test_shapes_look_the_same(name: str, mode: str) -> None:
    grid = oracle.random_colours(oracle.shapes()[name], 5)
    check_pictures(grid, MeshOptions(mode), 400, culled=True)


views = st.tuples(*[st.integers(-9, 9)] * 3).filter(lambda view: sum(c != 0 for c in view) > 1)
"""Directions that are not along an axis."""

overlapping = st.builds(
    replace,
    st.sampled_from(OVERLAPPING),
    interior=st.sampled_from(oracle.INTERIORS),
    merge=st.sampled_from(["any", "color"]),
)


@settings(max_examples=80)
@given(oracle.grids(), overlapping, st.booleans(), views)
def test_random_grids_look_the_same(grid: np.ndarray, options: MeshOptions, culled: bool, view: View) -> None:
    check_pictures(oracle.random_colours(grid, 1), options, 1000, culled=culled, views=[view])


@settings(max_examples=80)
@given(models(), overlapping, views)
def test_the_same_is_seen_through_glass(this: Model, options: MeshOptions, view: View) -> None:
    """Nothing is missing behind glass, and nothing is drawn twice."""
    if options.mode == "fewest":
        options = replace(options, mode="rectangles")
    # What other objects hide would be in sight here.
    this = replace(this, blocked=this.blocked[:0])
    mesh, other = this.built(options), this.built(replace(options, mode="faces"))
    for each in [*AXIS_VIEWS, view]:
        points = origins(this.grid.shape, each, 400)
        one, two = (through_glass(m, each, points, this.transparent) for m in (mesh, other))
        assert np.array_equal(one, two)


@pytest.mark.parametrize("density", [0.3, 0.6, 0.9])
def test_noise_looks_the_same(density: float) -> None:
    rng = np.random.default_rng(3)
    grid = np.where(rng.random((12, 14, 10)) < density, rng.integers(1, 200, (12, 14, 10)), 0).astype(np.uint8)
    for options in OVERLAPPING:
        check_pictures(grid, options, 900, culled=False)
