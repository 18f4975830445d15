"""Readers that are not ours find in our .vox files what the scene says: pyvox, three.js and npm's vox-reader."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import helpers_vox as hv
import npm
import numpy as np
import pytest
from godot import CACHE
from pyvox.parser import VoxParser
from test_vox_writer_scenes import random_scene
from trivox.core import VoxScene, read_vox
from trivox.core.formats.vox import write_vox
from trivox.core.scene.world import world_transforms
from trivox.core.voxels import Scene

FOLDER = hv.shared_folder("models")
OF_ITS_KIND = ["chr_knight", "chr_bow", "ff3", "gromgull+py-vox-io__3x3x3", "monu0"]
"""Public files of the kind that pyvox knows."""
PLACED = ["jpaver+opengametools__test_multiple_model_scene", "AstrorEnales+blender_magicavoxel__hierarchy"]
PACKAGES = CACHE / "vox-readers" / "node_modules"
WANTED = ("three@0.187.0", "vox-reader@4.0.1")
SCRIPT = Path(__file__).with_name("read_vox.mjs")
TO_THREE = np.array([(1, 0, 0), (0, 0, 1), (0, -1, 0)])


@cache
def missing() -> str | None:
    if shutil.which("node") is None:
        return "these readers need node"
    return None if (PACKAGES / "vox-reader").is_dir() else npm.get(PACKAGES.parent, *WANTED)


def found_by_others(paths: Sequence[Path]) -> list[dict[str, Any]]:
    if missing():
        pytest.skip(missing())
    command = [shutil.which("node") or "node", str(SCRIPT), str(PACKAGES), *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and not done.stderr, done.stderr
    return json.loads(done.stdout)


def rows(model: Any) -> list[list[int]]:
    return np.column_stack((model.positions, model.indices)).tolist()


def named() -> list[Path]:
    return [FOLDER / f"{name}.vox" for name in (*OF_ITS_KIND, *PLACED)] if FOLDER else []


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Scene, Path]]:
    """Scenes and what they were written to: public ones, the one of all chunks, and random ones."""
    folder = tmp_path_factory.mktemp("vox")
    scenes: list[Scene] = [read_vox(path) for path in named()]
    scenes += [read_vox(hv.golden()), *(random_scene(np.random.default_rng(seed), large=False) for seed in range(12))]
    paths = [folder / f"{number}.vox" for number in range(len(scenes))]
    for scene, path in zip(scenes, paths, strict=True):
        write_vox(path, scene)
    return list(zip(scenes, paths, strict=True))


@pytest.mark.parametrize("name", OF_ITS_KIND)
def test_pyvox_reads_models_and_colors(name: str, tmp_path: Path) -> None:
    if FOLDER is None:
        pytest.skip("the folder of public models is not there")
    scene = read_vox(FOLDER / f"{name}.vox")
    write_vox(tmp_path / "a.vox", scene)
    theirs = VoxParser(str(tmp_path / "a.vox")).parse()
    for old, new in zip(theirs.models, scene.models, strict=True):
        assert tuple(old.size) == new.size and sorted((v.x, v.y, v.z, v.c) for v in old.voxels) == [
            tuple(row) for row in rows(new)
        ]
    # pyvox keeps a file's own palette one entry too low.
    assert [tuple(color)[:3] for color in theirs.palette[:255]] == [
        tuple(one) for one in scene.palette[1:, :3].tolist()
    ]


def test_npm_readers_find_models_and_palette(files: list[tuple[Scene, Path]]) -> None:
    for (scene, _path), told in zip(files, found_by_others([path for _scene, path in files]), strict=True):
        models = {(model.size, json.dumps(rows(model))) for model in scene.models}
        three = [(tuple(one["size"]), np.array(one["data"]).reshape(-1, 4).tolist()) for one in told["three"]["models"]]
        assert {(size, json.dumps(voxels)) for size, voxels in three} == models
        sizes, voxels = told["reader"]["size"], told["reader"]["xyzi"]
        if isinstance(sizes, dict):
            sizes, voxels = [sizes], [voxels]
        theirs = {
            (tuple(size.values()), json.dumps([list(voxel.values()) for voxel in one["values"]]))
            for size, one in zip(sizes, voxels, strict=True)
        }
        assert theirs == models
        colors = np.array(told["three"]["palette"][:256], np.uint32).view(np.uint8).reshape(-1, 4)
        assert np.array_equal(colors[1:, :3], scene.palette[1:, :3])
        assert [list(one.values())[:3] for one in told["reader"]["rgba"]["values"][:255]] == colors[1:, :3].tolist()


def test_three_places_objects_where_the_scene_has_them(files: list[tuple[Scene, Path]]) -> None:
    told = found_by_others([path for _scene, path in files])
    placed = [(scene, one) for (scene, _path), one in zip(files, told, strict=True) if one["three"]["meshes"]]
    assert len(placed) > 12
    for scene, one in placed:
        turns, moves = world_transforms(scene)
        expected = []
        for node, turn, move in zip(scene.nodes, turns.astype(int), moves, strict=True):
            turned, moved = TO_THREE @ turn @ TO_THREE.T, TO_THREE @ move
            expected += [(turned.tolist(), moved.tolist())] * len(node.models)
        matrices = [np.array(mesh["matrix"]).reshape(4, 4).T for mesh in one["three"]["meshes"]]
        theirs = [(np.rint(each[:3, :3]).astype(int).tolist(), each[:3, 3].round().tolist()) for each in matrices]
        # It takes mirrors in a way of its own: only where an object is counts then.
        mirrors = any(np.linalg.det(turn) < 0 for turn in turns)
        pick = (lambda found: sorted(each[1] for each in found)) if mirrors else sorted
        assert pick(theirs) == pick(expected)


def test_vox_reader_finds_all_pairs(files: list[tuple[Scene, Path]]) -> None:
    scene, path = next((scene, path) for scene, path in files if isinstance(scene, VoxScene) and scene.pack == 3)
    (told,) = found_by_others([path])
    reader = told["reader"]
    assert [one["nodeAttributes"].get("_name") for one in reader["ntrn"][1:]] == ["first", "group", "moving", "again"]
    assert reader["ntrn"][3]["frames"] == [{"_r": "100", "_t": "4 0 0", "_f": "4"}, {"_t": "5 0 0", "_f": "9"}]
    assert [one["layerAttributes"]["_name"] for one in reader["layr"]] == ["ground", "secret"]
    assert [one["materialProperties"] for one in reader["matl"]] == [
        dict(scene.materials[i].properties) for i in range(1, 5)
    ]
    assert reader["pack"] == {"numModels": 3}
