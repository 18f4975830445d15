"""The bytes that a model takes as a compressed .tvx file, against files that are written the usual way."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import helpers_compact as compact
import helpers_mesh as oracle
import numpy as np
import pytest
from trivox.core import AtlasLayout, CompactLayout, LimitError, MeshOptions, assemble, build_model, read_vox
from trivox.core.compare import compare_modes
from trivox.core.formats import WriteOptions, file_bytes, write
from trivox.core.formats.tvx import size
from trivox.core.mesh.modes import MODES
from trivox.core.voxels import Look, Model, ModelFrame, Scene, SceneNode, TransformFrame

LOOKS = {
    "opaque": compact.look_of(["diffuse"]),
    "several": compact.look_of(["diffuse", "metal", "glass"]),
}
OPTIONS: list[dict[str, Any]] = [
    {},
    {"border": 3},
    {"texel_scale": 4, "align": True},
    {"own_texels": True, "power_of_two": True},
    {"occlusion": 3},
    {"largest_texture": 64},
    {"merge": "color", "interior": "keep"},
    {"merge": "material"},
]


def grid_of(seed: int, *shape: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    grid = rng.integers(1, 5, shape) * (rng.random(shape) < 0.6)
    # Some colours beside each other, so that tiles repeat and single colours are merged.
    grid[: shape[0] // 2] = np.where(grid[: shape[0] // 2] > 0, 3, 0)
    return grid.astype(np.uint8)


def written(model: Model, look: Look, options: MeshOptions, path: Path) -> int:
    """The length of a file that shows one model, meshed as its writer wants it."""
    frame = TransformFrame(0, np.eye(3, dtype=np.int8), np.zeros(3, np.int64))
    node = SceneNode("", -1, "shape", (frame,), (ModelFrame(0, 0),))
    scene = Scene(name="", models=(model,), look=look, nodes=(node,))
    write(path, assemble(scene, options, layout=CompactLayout(), largest=255), WriteOptions(compress=True))
    return path.stat().st_size


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_it_is_the_length_of_a_file(look: str, options: dict[str, Any], tmp_path: Path) -> None:
    for seed in range(4):
        model, known = Model.from_grid(grid_of(seed, 7, 6, 5)), LOOKS[look]
        rows = compare_modes(model, MeshOptions(**options), known, size_of=partial(file_bytes, model, known))
        for row in rows:
            chosen = MeshOptions(**options, mode=row.mode)
            assert row.file_bytes == written(model, known, chosen, tmp_path / "model.tvx"), (seed, row.mode)
    assert all(row.file_bytes is None for row in compare_modes(model))


@pytest.mark.parametrize("shape", [(260, 2, 3), (2, 600, 2)])
def test_long_models_are_cut_as_the_file_cuts_them(shape: tuple[int, ...], tmp_path: Path) -> None:
    grid = grid_of(1, *shape)
    grid[..., 0] = 3
    for options in ({}, {"largest_texture": 256}):
        for mode in MODES:
            chosen = MeshOptions(mode=mode, **options)
            model, look = Model.from_grid(grid), LOOKS["opaque"]
            found = file_bytes(model, look, build_model(model, chosen, look))
            assert found == written(model, look, chosen, tmp_path / "model.tvx")


def test_pieces_of_small_pages_are_not_counted(tmp_path: Path) -> None:
    model, look = Model.from_grid(grid_of(2, 100, 3, 3)), LOOKS["several"]
    chosen = MeshOptions(mode="polygons", largest_texture=64)
    assert AtlasLayout.of(chosen).longest < 100
    found = file_bytes(model, look, build_model(model, chosen, look))
    assert found == written(model, look, chosen, tmp_path / "model.tvx")


@pytest.mark.skipif(oracle.shared("models") is None, reason="no shared models")
@pytest.mark.parametrize("name", ["chr_knight", "deer", "monu1"])
def test_models(name: str, tmp_path: Path) -> None:
    scene = assemble(read_vox(oracle.shared("models") / f"{name}.vox")).scene
    model, look = max(scene.models, key=lambda model: model.voxels), scene.look
    for mode in MODES:
        chosen = MeshOptions(mode=mode)
        found = file_bytes(model, look, build_model(model, chosen, look))
        assert found == written(model, look, chosen, tmp_path / "model.tvx")


def test_it_is_meshed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise AssertionError("meshed again")

    monkeypatch.setattr(size, "meshed", refused)
    model, look = Model.from_grid(grid_of(3, 9, 8, 7)), LOOKS["several"]
    for options in ({}, {"own_texels": True}, {"largest_texture": 256}):
        assert all(compare_modes(model, MeshOptions(**options), look, size_of=partial(file_bytes, model, look)))


def test_what_no_file_holds_has_no_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise LimitError("too large")

    model, look = Model.from_grid(grid_of(3, 4, 4, 4)), LOOKS["opaque"]
    mesh = build_model(model, None, look)
    monkeypatch.setattr(size, "write_tvx", refuse)
    assert file_bytes(model, look, mesh) is None


def test_a_model_of_nothing_has_a_file() -> None:
    model, look = Model.from_grid(np.zeros((2, 3, 4), np.uint8)), LOOKS["opaque"]
    empty = file_bytes(model, look, build_model(model, None, look))
    full = replace(model, positions=np.zeros((1, 3), np.uint8), indices=np.ones(1, np.uint8))
    assert 0 < empty < file_bytes(full, look, build_model(full, None, look))


def test_large_tiles(tmp_path: Path) -> None:
    """More texels than are read at a time."""
    grid = np.random.default_rng(4).integers(1, 9, (250, 240, 2)).astype(np.uint8)
    grid[:, ::50] = 0
    model, look, chosen = Model.from_grid(grid), LOOKS["opaque"], MeshOptions(mode="fewest")
    mesh = build_model(model, chosen, look)
    assert mesh.atlas.size > 1 << 16
    assert file_bytes(model, look, mesh) == written(model, look, chosen, tmp_path / "model.tvx")
