"""How voxels are made of files that hold none reaches the readers that make them, and only those."""

from __future__ import annotations

import json
from pathlib import Path

import helpers_vox as hv
import numpy as np
import pytest
from trivox import core
from trivox.cli import main
from trivox.core import Look, MeshOptions, Model, OptionError, Scene, SceneOptions
from trivox.core.convert import ConvertOptions, convert_file
from trivox.core.files import assemble_files
from trivox.core.formats import READERS, ReadOptions, plain_readers, tables
from trivox.core.voxels import ModelFrame, SceneNode
from trivox.core.voxels.transforms import resting


class BarReader:
    """Makes a bar of as many voxels as are asked for."""

    name = "Bar"
    title = "Bar (.bar)"
    endings = (".bar",)
    finished = False
    library: str | None = "something"
    folders: list[Path | None]

    def __init__(self) -> None:
        self.folders = []

    def sniff(self, head: bytes) -> bool:
        return head.startswith(b"BAR")

    def read(self, data: bytes, name: str) -> Scene:
        return self.make(data, name, ReadOptions(), None)

    def make(self, data: bytes, name: str, options: ReadOptions, folder: Path | None) -> Scene:
        self.folders.append(folder)
        length = options.count or round(8 / (options.voxel_size or 1))
        model = Model.from_grid(np.full((length, 1, 1), 2 if options.fill else 1, np.uint8))
        node = SceneNode("bar", -1, "shape", resting(), (ModelFrame(0, 0),))
        return Scene(name=name, models=(model,), look=Look(np.zeros((256, 4), np.uint8)), nodes=(node,))


@pytest.fixture
def bar(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> tuple[Path, BarReader]:
    reader = BarReader()
    monkeypatch.setattr(tables, "READERS", [*READERS, reader])
    path = tmp_path / "a.bar"
    path.write_bytes(b"BAR")
    return path, reader


def voxels(document: object) -> int:
    assert isinstance(document, Scene)
    return document.models[0].voxels


def test_options_reach_a_reader_that_makes_voxels(bar: tuple[Path, BarReader]) -> None:
    path, reader = bar
    assert voxels(core.read(path)) == 128
    assert voxels(core.formats.read(path, ReadOptions(voxels=7))) == 7
    assert voxels(core.formats.read(path, ReadOptions(voxel_size=2.0))) == 4
    assert voxels(core.formats.read(b"BAR", ReadOptions(voxels=3))) == 3
    assert reader.folders == [path.parent] * 3 + [None]


def test_several_files_and_conversions_hand_them_on(bar: tuple[Path, BarReader], tmp_path: Path) -> None:
    path, _reader = bar
    files = assemble_files([path], MeshOptions(), SceneOptions(), read_options=ReadOptions(voxels=9))
    assert files.made[0][1].scene.models[0].voxels == 9
    done = convert_file(str(path), str(tmp_path / "a.tvx"), ConvertOptions(read=ReadOptions(voxels=5)))
    assert done.error is None and done.voxels == 5


@pytest.mark.parametrize(
    ("words", "count"), [((), 128), (("--voxels", "6"), 6), (("--voxel-size", "0.5"), 16), (("--hollow",), 128)]
)
def test_the_command_line_asks_for_them(
    bar: tuple[Path, BarReader], tmp_path: Path, words: tuple[str, ...], count: int
) -> None:
    path, _reader = bar
    target = tmp_path / "a.tvx"
    assert main(["convert", str(path), str(target), "--store-voxels", *words]) == 0
    model = core.read(target).scene.models[0]
    assert model.voxels == count


def test_other_commands_ask_for_them(bar: tuple[Path, BarReader], capsys: pytest.CaptureFixture[str]) -> None:
    path, _reader = bar
    assert main(["stats", str(path), "--voxels", "11", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["voxels"] == 11
    assert main(["check", str(path), "--voxels", "11"]) == 0


def test_other_files_know_nothing_of_them(tmp_path: Path) -> None:
    path = tmp_path / "a.vox"
    path.write_bytes(hv.vox(hv.cube()))
    assert voxels(core.formats.read(path, ReadOptions(voxels=3))) == voxels(core.read(path)) == 8


def test_what_needs_a_library_is_not_listed_where_there_is_none(bar: tuple[Path, BarReader]) -> None:
    _path, reader = bar
    assert reader not in plain_readers()
    assert {one.name for one in plain_readers()} >= {"MagicaVoxel", "Trivox"}
    reader.library = None
    assert reader in plain_readers()


@pytest.mark.parametrize(
    "wrong",
    [
        {"voxels": 0},
        {"voxels": 5000},
        {"voxel_size": 0.0},
        {"voxel_size": float("nan")},
        {"voxels": 3, "voxel_size": 1.0},
        {"surface": "thick"},
    ],
)
def test_wrong_values_are_one_sentence(wrong: dict[str, object]) -> None:
    with pytest.raises(OptionError) as caught:
        ReadOptions(**wrong)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


def test_the_number_and_the_size_are_not_asked_for_together(
    bar: tuple[Path, BarReader], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, _reader = bar
    target = tmp_path / "a.tvx"
    assert main(["convert", str(path), str(target), "--voxels", "3", "--voxel-size", "1"]) == 2
    assert "give one of them" in capsys.readouterr().err and not target.exists()
