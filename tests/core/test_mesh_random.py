"""Random small grids: counts equal the plain oracle's and all proofs hold, in every mode and with every option."""

from __future__ import annotations

import helpers_mesh as oracle
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trivox.core import MeshOptions, build_mesh
from trivox.core.checks import check_mesh

OPTIONS = st.builds(
    MeshOptions,
    mode=st.sampled_from(oracle.MODES),
    interior=st.sampled_from(oracle.INTERIORS),
    border=st.integers(0, 2),
    power_of_two=st.booleans(),
)


@settings(max_examples=400)
@given(oracle.grids(), OPTIONS)
def test_counts_and_proofs(grid: np.ndarray, options: MeshOptions) -> None:
    mesh = build_mesh(grid, options)
    assert check_mesh(grid, mesh) == []
    expected = oracle.oracle_counts(grid, options.mode, options.interior)
    assert {name: mesh.counts[name] for name in oracle.COUNTED} == expected


@settings(max_examples=150)
@given(oracle.plates(), st.sampled_from(["polygons", "watertight"]))
def test_plates_with_holes(grid: np.ndarray, mode: str) -> None:
    mesh = build_mesh(grid, MeshOptions(mode))
    assert check_mesh(grid, mesh) == []
    expected = oracle.oracle_counts(grid, mode, "remove")
    assert {name: mesh.counts[name] for name in oracle.COUNTED} == expected


@settings(max_examples=40)
@given(oracle.grids(longest=4), st.sampled_from(oracle.MODES))
def test_turned_and_mirrored(grid: np.ndarray, mode: str) -> None:
    seen = set()
    for turned in oracle.orientations(grid):
        counts = build_mesh(turned, MeshOptions(mode)).counts
        seen.add(tuple(counts[k] for k in counts if k not in oracle.TEXTURE_COUNTS))
    assert len(seen) == 1


@pytest.mark.parametrize("mode", ["polygons", "watertight"])
@pytest.mark.parametrize("density", [0.03, 0.2, 0.5, 0.8, 0.97])
def test_larger_noise(density: float, mode: str) -> None:
    rng = np.random.default_rng(int(density * 100))
    for size in ((32, 32, 32), (64, 3, 40), (1, 90, 90), (5, 200, 4)):
        grid = np.where(rng.random(size) < density, rng.integers(1, 6, size), 0).astype(np.uint8)
        for interior in oracle.INTERIORS:
            assert check_mesh(grid, build_mesh(grid, MeshOptions(mode, interior))) == []
