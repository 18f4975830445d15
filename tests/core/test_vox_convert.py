"""Conversion to .vox: files of voxels as they are or as scene options want them, and one sentence for those of none."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import helpers_vox as hv
import numpy as np
import pytest
from helpers_vox_scene import cells_at, told
from trivox.cli import main
from trivox.core import MeshOptions, SceneOptions, read, read_vox
from trivox.core.convert import ConvertOptions, convert_file
from trivox.core.formats import WriteOptions, keep, restored, writer_of
from trivox.core.formats.vox import VoxScene, write_vox

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def golden(tmp_path: Path) -> Path:
    path = tmp_path / "a.vox"
    path.write_bytes(hv.golden())
    return path


def converted(source: Path, target: Path, **scene: object) -> VoxScene:
    options = ConvertOptions(scene=replace(writer_of(target).scene, **scene))
    assert convert_file(str(source), str(target), options).error is None
    return read_vox(target)


@pytest.mark.parametrize(
    "data", [hv.golden(), hv.vox(hv.cube(), hv.model((2, 2, 2), [])), hv.vox(hv.model((1, 1, 1), []))]
)
def test_nothing_is_lost_where_all_is_asked_for(tmp_path: Path, capsys: Capture, data: bytes) -> None:
    source, target = tmp_path / "a.vox", tmp_path / "b.vox"
    source.write_bytes(data)
    assert main(["convert", str(source), str(target)]) == 0
    assert told(read_vox(target)) == told(read_vox(source))
    voxels = sum(model.voxels for model in read_vox(source).models)
    counted = "1 voxel" if voxels == 1 else f"{voxels} voxels"
    assert capsys.readouterr().err.endswith(f"b.vox: {target.stat().st_size:,} bytes, {counted}\n")
    assert target.read_bytes() == write_vox(None, read_vox(source))


def test_no_meshes_are_made(golden: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trivox.core.scene.assembly.build_model", None)
    done = convert_file(str(golden), str(tmp_path / "b.vox"), ConvertOptions())
    assert (done.error, done.triangles, done.drawn, done.voxels, done.faces) == (None, 0, 0, 11, None)


def test_scene_options(golden: Path, tmp_path: Path) -> None:
    scene, target = read_vox(golden), tmp_path / "b.vox"
    for join in ("one", "contacts"):
        found = converted(golden, target, join=join, hidden="skip")
        seen = cells_at(found, 0)
        assert sorted({cell for cell, _index in seen}) == [cell for cell, _index in seen] and seen
    at = converted(golden, target, animation="frame", frame=9)
    assert cells_at(at, 0) == cells_at(scene, 9) and not any(node.changes for node in at.nodes)
    shown = converted(golden, target, hidden="skip")
    assert [node.name for node in shown.nodes if node.kind == "shape"] == ["first"] and len(shown.models) == 1
    assert converted(golden, target, layers="none").layers == {}
    low = np.array([cell for cell, _index in cells_at(converted(golden, target, at_origin=True), 0)])
    assert low[:, 2].min() == 0


def test_models_that_no_scene_places(tmp_path: Path) -> None:
    source, target = tmp_path / "a.vox", tmp_path / "b.vox"
    source.write_bytes(hv.vox(hv.cube(), hv.cube(), hv.model((1, 1, 1), [(0, 0, 0, 7)])))
    scene = read_vox(source)
    assert told(converted(source, target)) == told(scene)
    turns = converted(source, target, unplaced="frames")
    assert [(one.frame, turns.models[one.model].voxels) for one in turns.nodes[1].models] == [(0, 8), (1, 8), (2, 1)]
    ground = converted(source, target, at_origin=True)
    assert ground.placed and min(cell[2] for cell, _index in cells_at(ground, 0)) == 0


def test_a_file_for_each_frame(golden: Path, tmp_path: Path) -> None:
    done = convert_file(str(golden), str(tmp_path / "b.vox"), ConvertOptions(each_frame=True))
    assert done.error is None and done.files == 29
    for number in (2, 5, 9, 30):
        assert cells_at(read_vox(tmp_path / f"b_{number:04}.vox"), 0) == cells_at(read_vox(golden), number)


def test_stored_voxels_come_back(golden: Path, tmp_path: Path, capsys: Capture) -> None:
    middle, target = tmp_path / "b.tvx", tmp_path / "c.vox"
    assert main(["convert", "--store-voxels", str(golden), str(middle)]) == 0
    assert main(["convert", str(middle), str(target)]) == 0
    for number in (0, 6, 9):
        assert cells_at(read_vox(target), number) == cells_at(read_vox(golden), number)
    assert read_vox(target).layers == read_vox(golden).layers
    assert [material.kind for material in read_vox(target).materials[1:3]] == ["metal", "glass"]
    assert main(["convert", str(golden), str(middle)]) == 0
    capsys.readouterr()
    assert main(["convert", str(middle), str(target)]) == 1
    told = capsys.readouterr().err
    assert "b.tvx: the file holds triangles and not voxels, and this format is made of voxels" in told
    # The option that it names does what it says.
    option = re.search(r"\((--[a-z-]+)\)", told)[1]
    assert main(["convert", option, str(golden), str(middle)]) == 0
    assert main(["convert", str(middle), str(target)]) == 0


def test_opaque_and_into_a_folder(golden: Path, tmp_path: Path) -> None:
    assert main(["convert", "--opaque", "--out-dir", str(tmp_path / "out"), "--to", ".vox", str(golden)]) == 0
    found = read_vox(tmp_path / "out" / "a.vox")
    assert [found.materials[index].kind for index in (1, 2, 3, 4)] == ["metal", "diffuse", "emit", "diffuse"]


def test_what_was_kept_is_given_back(golden: Path) -> None:
    scene = read_vox(golden)
    bare = read(hv.vox(hv.cube()))
    found = restored(scene, keep(scene))
    assert told(found) == told(scene) and keep(found) == keep(scene)
    assert restored(bare, {}) is bare and restored(bare, {"MagicaVoxel": {"version": 1}}) is bare
    assert restored(bare, {"MagicaVoxel": [3]}) is bare and restored(bare, {"another": 3}) is bare
    wrong = keep(scene)["MagicaVoxel"] | {"palette_order": "00" * 256}
    assert restored(bare, {"MagicaVoxel": wrong}) is bare


def test_the_writer_says_that_it_needs_no_meshes() -> None:
    assert {ending: writer_of(f"a{ending}").meshes for ending in (".tvx", ".glb", ".obj", ".vox")} == {
        ".tvx": True, ".glb": True, ".obj": True, ".vox": False,
    }  # fmt: skip
    assert writer_of("a.vox").layout(MeshOptions()) and WriteOptions() and SceneOptions()
