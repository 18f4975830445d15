"""Small odd and broken files with what a user should see of each: outcome and facts, from cases.json."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path
from typing import Any

import helpers_vox
import numpy as np
import pytest
from call_count import counted_calls
from trivox.core.errors import TrivoxError
from trivox.core.formats.vox import VoxScene, read_vox
from trivox.core.scene import SceneOptions
from trivox.core.scene.arrange import arrange
from trivox.core.scene.world import hidden_in_scene, placed_shapes, world_cells

FOLDER = helpers_vox.shared_folder("cases")
CASES: list[dict[str, Any]] = json.loads((FOLDER / "cases.json").read_text(encoding="utf-8")) if FOLDER else []

LARGEST = 50_000_000
"""Bytes of memory while a file is read: three grids of 256 voxels a side."""

MESSAGES = {
    "A01": "empty",
    "A02": "cut short",
    "A04": "cut short",
    "A05": "no models",
    "A07": "Git LFS",
    "A08": "Voxlap/Slab6",
    "A10": None,
    "A25": "cut short",
    "A35": "not a MagicaVoxel file",
    "E08": "cycle",
    "E10": "node 99",
}


QUIET = {"E44": "accept"}
"""A node without frames rests, which nobody need be told."""


@pytest.mark.skipif(FOLDER is None, reason="the folder of cases is not there")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_outcome_and_facts(case: dict[str, Any]) -> None:
    assert FOLDER is not None
    path = FOLDER / case["file"]
    tracemalloc.start()
    try:
        with counted_calls(helpers_vox.read_limit(path.stat().st_size)):
            scene, told = _read(path)
        assert tracemalloc.get_traced_memory()[1] < LARGEST
    finally:
        tracemalloc.stop()
    outcome = QUIET.get(case["id"][:3], case["expect"]["outcome"])
    if outcome == "accept":
        assert scene is not None and not told
    elif outcome == "warn":
        assert scene is not None and told
    elif outcome == "either":
        assert told
    else:
        assert outcome == "error" and scene is None
    assert (MESSAGES.get(case["id"][:3]) or "") in " ".join(told)
    if scene is not None:
        for fact, value in case["facts"].items():
            FACTS.get(fact, _checked_elsewhere)(scene, value)


def _read(path: Path) -> tuple[VoxScene | None, tuple[str, ...]]:
    try:
        scene = read_vox(path)
    except TrivoxError as error:
        return None, (str(error),)
    try:
        arrange(scene, SceneOptions())
    except TrivoxError as error:
        return scene, (*scene.warnings, str(error))
    return scene, scene.warnings


def _checked_elsewhere(scene: VoxScene, value: Any) -> None:
    """Facts on the mesh: faces, polygons, triangles."""


def _models(scene: VoxScene, count: int) -> None:
    assert len(scene.models) == count


def _voxels(scene: VoxScene, count: int) -> None:
    assert sum(model.voxels for model in scene.models) == count
    for model in scene.models:
        assert np.count_nonzero(model.colors) == model.voxels if max(model.size) < 300 else True


def _rgb(scene: VoxScene, colors: dict[str, list[int]]) -> None:
    for index, color in colors.items():
        assert scene.palette[int(index)].tolist() == [*color, 255], index


def _alpha(scene: VoxScene, alpha: int) -> None:
    assert (scene.palette[1:, 3] == alpha).all()


def _cell(scene: VoxScene, cells: dict[str, int]) -> None:
    for position, index in cells.items():
        assert scene.models[0].colors[tuple(map(int, position.split()))] == index


def _size(scene: VoxScene, size: list[int]) -> None:
    assert list(scene.models[0].size) == size


def _instances(scene: VoxScene, count: int) -> None:
    assert len(placed_shapes(scene)) == count


def _instances_with_voxels(scene: VoxScene, count: int) -> None:
    assert sum(scene.models[scene.nodes[node].model or 0].voxels > 0 for node in placed_shapes(scene)) == count


def _hidden(scene: VoxScene, count: int) -> None:
    assert hidden_in_scene(scene)[list(placed_shapes(scene))].sum() == count


def _world_of(scene: VoxScene, node: int) -> list[list[int]]:
    model = scene.models[scene.nodes[node].model or 0]
    return sorted(np.column_stack((world_cells(scene, node), model.indices)).tolist())


def _world(scene: VoxScene, cells: list[list[int]]) -> None:
    (node,) = placed_shapes(scene)
    assert _world_of(scene, node) == sorted(cells)


def _worlds(scene: VoxScene, worlds: list[dict[str, Any]]) -> None:
    found = {tuple(scene.nodes[node].translation.tolist()): _world_of(scene, node) for node in placed_shapes(scene)}
    assert found == {tuple(world["t"]): sorted(world["cells"]) for world in worlds}


def _world_model_1(scene: VoxScene, cells: list[list[int]]) -> None:
    (node,) = [node for node in placed_shapes(scene) if scene.nodes[node].model == 1]
    assert _world_of(scene, node) == sorted(cells)


FACTS = {
    "models": _models,
    "voxels": _voxels,
    "voxels_there": _voxels,
    "rgb": _rgb,
    "alpha": _alpha,
    "cell": _cell,
    "size": _size,
    "instances": _instances,
    "instances_with_voxels": _instances_with_voxels,
    "hidden": _hidden,
    "world": _world,
    "worlds": _worlds,
    "world_model_1": _world_model_1,
}
