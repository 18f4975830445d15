"""Modes ``rectangles`` and ``fewest`` on public models and small cases: true counts, proven, with all proofs."""

from __future__ import annotations

from functools import lru_cache

import helpers_mesh as oracle
import numpy as np
import pytest
from helpers_labels import labelled_counts
from trivox.core import MeshOptions, build_mesh, read_vox
from trivox.core.checks import check_mesh
from trivox.core.mesh.mesh import Mesh

TRUTH = oracle.shared_json("models", "truth.json")
CASES = [c for c in oracle.shared_json("cases", "cases.json") if c["group"] == "G"]
FILES = sorted({record["file"] for record in TRUTH})

needs_models = pytest.mark.skipif(not TRUTH, reason="the folder of public models (TRIVOX_SHARED) is absent")
needs_cases = pytest.mark.skipif(not CASES, reason="the folder of small cases (TRIVOX_SHARED) is absent")


@lru_cache(maxsize=1)
def grids(folder: str, file: str) -> list[np.ndarray]:
    """All models of a file, as the package reads them."""
    path = oracle.shared(folder)
    assert path is not None
    return [model.colors for model in read_vox(path / file).models]


def certified(mesh: Mesh) -> Mesh:
    """A mesh that is proven on every plane."""
    counts = mesh.counts
    assert (counts.lower_bound, counts.proven_planes) == (counts.triangles, counts.planes)
    return mesh


@pytest.mark.parametrize("mode", oracle.RECTANGLE_MODES)
@pytest.mark.parametrize("file", FILES)
@needs_models
def test_models_have_their_true_counts_and_pass_all_proofs(file: str, mode: str) -> None:
    records = {(r["model"], r["interior"]): r for r in TRUTH if r["file"] == file}
    assert records
    for number, grid in enumerate(grids("models", file)):
        made = {i: certified(build_mesh(grid, MeshOptions(mode, i))) for i in oracle.INTERIORS}
        for interior, mesh in made.items():
            # Empty models and those after the twelfth have no record; they are proved all the same.
            record = records.pop((number, interior), None)
            if record is not None:
                assert mesh.counts.triangles == record["triangles"][mode]
                assert mesh.counts.triangles <= record["triangles"]["fewest_by_plain_greedy"] or mode != "fewest"
                assert mesh.counts.stages["polygons"] == record["triangles"]["polygons"]
        assert check_mesh(grid, made["remove"]) == []
        if made["keep"].counts.faces != made["remove"].counts.faces:
            assert check_mesh(grid, made["keep"]) == []
        else:
            assert np.array_equal(made["keep"].triangles, made["remove"].triangles)
            assert np.array_equal(made["keep"].corner_texels(), made["remove"].corner_texels())
    assert not records


@pytest.mark.parametrize("mode", oracle.RECTANGLE_MODES)
@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
@needs_cases
def test_small_cases_pass_all_proofs(case: dict, mode: str) -> None:
    (grid,) = grids("cases", case["file"])
    for interior in oracle.INTERIORS:
        mesh = certified(build_mesh(grid, MeshOptions(mode, interior)))
        assert check_mesh(grid, mesh) == []
        expected = labelled_counts(grid, interior)
        if mode == "rectangles":
            assert mesh.counts.triangles == 2 * expected["rectangles"]
        assert mesh.counts.triangles <= 2 * expected["rectangles"]
        assert {name: mesh.counts[name] for name in oracle.MODEL_COUNTS} == oracle.model_counts(grid, interior)


@pytest.mark.parametrize("mode", oracle.RECTANGLE_MODES)
@pytest.mark.parametrize("file", ["chr_knight.vox", "chr_sword.vox"])
@needs_models
def test_turned_models_have_the_same_counts(file: str, mode: str) -> None:
    (grid,) = grids("models", file)
    names = ("triangles", "lower_bound", "proven_planes", *oracle.MODEL_COUNTS)
    seen = set()
    for turn, turned in enumerate(oracle.orientations(grid)):
        mesh = build_mesh(turned, MeshOptions(mode))
        if turn % 12 == 7:
            assert check_mesh(turned, mesh) == []
        seen.add(tuple(mesh.counts[name] for name in names))
    assert len(seen) == 1
