"""Counts and proofs on public models and on small files made for checking, where they lie beside the repository."""

from __future__ import annotations

from functools import lru_cache

import helpers_mesh as oracle
import numpy as np
import pytest
from trivox.core import MeshOptions, build_mesh, build_model, read_vox
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


@pytest.mark.parametrize("mode", oracle.MODES)
@pytest.mark.parametrize("file", FILES)
@needs_models
def test_models_have_their_true_counts_and_pass_all_proofs(file: str, mode: str) -> None:
    records = {(r["model"], r["interior"]): r for r in TRUTH if r["file"] == file}
    assert records
    for number, grid in enumerate(grids("models", file)):
        made = {interior: build_mesh(grid, MeshOptions(mode, interior)) for interior in oracle.INTERIORS}
        for interior, mesh in made.items():
            # Empty models and those after the twelfth have no record; they are proved all the same.
            record = records.pop((number, interior), None)
            if record is not None:
                assert true_counts(mesh) == recorded_counts(record, mode)
        assert check_mesh(grid, made["remove"]) == []
        if made["keep"].counts.faces != made["remove"].counts.faces:
            assert check_mesh(grid, made["keep"]) == []
        else:
            assert np.array_equal(made["keep"].triangles, made["remove"].triangles)
            assert np.array_equal(made["keep"].corner_texels(), made["remove"].corner_texels())
    assert not records


def true_counts(mesh: Mesh) -> dict[str, object]:
    """What `recorded_counts` has, of a mesh."""
    names = ("voxels", "faces", "polygons", "corners", "holes", "triangles")
    counts: dict[str, object] = {name: mesh.counts[name] for name in names}
    if mesh.options.mode != "faces":
        counts["vertices"] = mesh.counts.vertices
    return {**counts, "size": list(mesh.size), "stages": (mesh.counts.stages["faces"], mesh.counts.stages["polygons"])}


def recorded_counts(record: dict, mode: str) -> dict[str, object]:
    """What an independent program counted; its vertices are the corners of merged polygons."""
    names = ("voxels", "faces", "polygons", "corners", "holes", "size")
    counts = {name: record[name] for name in names}
    if mode != "faces":
        counts["vertices"] = record["vertices"]
    triangles = record["triangles"]
    return {**counts, "triangles": triangles[mode], "stages": (triangles["faces"], triangles["polygons"])}


@pytest.mark.parametrize("file", FILES)
@needs_models
def test_sparse_models_give_the_mesh_of_their_whole_grid(file: str) -> None:
    path = oracle.shared("models")
    assert path is not None
    scene = read_vox(path / file)
    for model in scene.models[:3]:
        whole, sparse = build_mesh(model.colors), build_model(model)
        assert oracle.mesh_bytes(sparse) == oracle.mesh_bytes(whole)


@pytest.mark.parametrize("file", ["chr_knight.vox", "monu1.vox", "chr_sword.vox"])
@needs_models
def test_turned_models_have_the_same_counts(file: str) -> None:
    (grid,) = grids("models", file)
    seen = set()
    for turn, turned in enumerate(oracle.orientations(grid)):
        mesh = build_mesh(turned, MeshOptions("watertight"))
        if turn % 12 == 7:
            assert check_mesh(turned, mesh) == []
        seen.add(tuple(mesh.counts[k] for k in mesh.counts if k not in oracle.TEXTURE_COUNTS))
    assert len(seen) == 1


@pytest.mark.parametrize("mode", oracle.MODES)
@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
@needs_cases
def test_small_cases_have_their_facts_and_pass_all_proofs(case: dict, mode: str) -> None:
    facts = case["facts"]
    (grid,) = grids("cases", case["file"])
    kept, removed = (build_mesh(grid, MeshOptions(mode, interior)) for interior in ("keep", "remove"))
    for mesh in (kept, removed):
        assert check_mesh(grid, mesh) == []
        assert {name: mesh.counts[name] for name in oracle.COUNTED} == oracle.oracle_counts(
            grid, mode, mesh.options.interior
        )
    assert (kept.counts.voxels, list(kept.size)) == (facts["voxels"], facts["size"])
    assert (kept.counts.faces, removed.counts.faces) == (facts["exposed_faces"], facts["outer_faces"])
    assert (kept.counts.polygons, kept.counts.holes) == (facts["flat_regions"], facts["flat_region_holes"])
    assert kept.counts.stages["polygons"] == facts["corner_triangles"]
