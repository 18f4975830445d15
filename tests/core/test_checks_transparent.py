"""The proofs of meshes with transparent voxels, models of glass alone among them."""

from __future__ import annotations

import helpers_mesh as oracle
import numpy as np
import pytest
from helpers_sabotage import drawn
from hypothesis import given
from hypothesis import strategies as st
from trivox.core import MeshOptions, build_mesh
from trivox.core.checks import check_mesh, prove_mesh
from trivox.core.mesh.modes import MODES

GLASS = np.isin(np.arange(256), (4, 5))

ONLY_GLASS = {
    "one cell": drawn("4"),
    "one box": drawn("444 444", "444 444"),
    "an L": drawn("444 400"),
    "a ring": drawn("444 404 444"),
    "a hollow box": drawn("444 444 444", "444 404 444", "444 444 444"),
    "two kinds beside each other": drawn("4455 4455"),
    "one kind inside the other": drawn("444 444 444", "444 454 444", "444 444 444"),
    "two kinds across each other": drawn("454 545 454"),
    "kinds that touch at an edge": drawn("40 05"),
}


@pytest.mark.parametrize("merge", ["any", "color"])
@pytest.mark.parametrize("interior", oracle.INTERIORS)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", ONLY_GLASS)
def test_models_of_glass_alone_are_proved(name: str, mode: str, interior: str, merge: str) -> None:
    grid = ONLY_GLASS[name]
    mesh = build_mesh(grid, MeshOptions(mode, interior, merge), transparent=GLASS)
    assert check_mesh(grid, mesh, transparent=GLASS) == []
    prove_mesh(grid, mesh, transparent=GLASS)
    assert mesh.polygon_is_transparent.all()


@given(oracle.grids(longest=4), st.sampled_from(list(MODES)), st.sampled_from(oracle.INTERIORS))
def test_random_models_of_glass_alone_are_proved(grid: np.ndarray, mode: str, interior: str) -> None:
    panes = np.where(grid > 0, 4 + grid % 2, 0).astype(np.uint8)
    mesh = build_mesh(panes, MeshOptions(mode, interior), transparent=GLASS)
    assert check_mesh(panes, mesh, transparent=GLASS) == []
