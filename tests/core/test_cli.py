"""The command line: JSON, tables, warnings, exit codes, and files that fail among others that do not."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import helpers_vox as hv
import numpy as np
import pytest
import trivox.cli.commands as commands
from trivox.cli import main
from trivox.core import MeshOptions, build_mesh, read_vox
from trivox.core.options import MODES
from trivox.core.voxmesh import Counts


@pytest.fixture
def box(tmp_path: Path) -> Path:
    """A hollow box of 5x5x5 with a voxel beside it: a sealed cavity."""
    grid = np.full((5, 5, 5), 7, np.uint8)
    grid[1:4, 1:4, 1:4] = 0
    path = tmp_path / "box.vox"
    path.write_bytes(hv.vox(hv.dense_model(grid), hv.cube(), hv.rgba(hv.colors())))
    return path


def test_stats_as_json(box: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", str(box), "--json", "--interior", "keep", "--mode", "faces"]) == 0
    out, err = capsys.readouterr()
    first, second = json.loads(out)
    assert err == ""
    counts = build_mesh(read_vox(box).models[0].colors, MeshOptions(mode="faces", interior="keep")).counts
    assert {name: first[name] for name in counts} == dict(counts)
    assert (first["file"], first["model"], second["model"]) == (str(box), 0, 1)
    assert (first["mode"], first["interior"], first["size"]) == ("faces", "keep", [5, 5, 5])
    assert first["faces"] == 150 + 54 and first["triangles"] == 408 and second["triangles"] == 48
    assert np.prod(first["atlas"]) == first["texels"]
    assert set(first["seconds"]) >= {"read", "exposure", "contours", "triangles", "texture"}
    assert set(Counts.__dataclass_fields__) <= set(first)


def test_options_reach_the_mesh(box: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = []
    for options in ([], ["--interior", "keep"], ["--mode", "watertight"], ["--border", "3"]):
        assert main(["stats", "--json", *options, str(box)]) == 0
        found.append(json.loads(capsys.readouterr().out)[0])
    plain, keep, watertight, border = found
    assert (plain["mode"], plain["interior"], watertight["mode"]) == ("polygons", "remove", "watertight")
    assert (plain["faces"], keep["faces"]) == (150, 204)
    assert border["texels"] > plain["texels"]


def test_stats_as_a_table(box: Path, capsys: pytest.CaptureFixture[str]) -> None:
    big = np.full((30, 20, 10), 3, np.uint8)
    box.write_bytes(hv.vox(hv.dense_model(big)))
    assert main(["stats", str(box)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{box}, model 0"
    assert lines[1] == "  30 x 20 x 10 cells, 6,000 voxels; mode polygons, sealed cavities removed"
    rows = {line[2:17].strip(): line[17:].split("  ") for line in lines[2:] if line}
    numbers = {label: [part.strip() for part in parts if part.strip()] for label, parts in rows.items()}
    assert numbers["cubes"] == ["72,000"]
    assert numbers["visible faces"] == ["4,400", f"{100 * 4400 / (12 * 1968):.1f} %"]
    assert numbers["polygons"] == ["12", "0.3 %"] and numbers["this mesh"] == ["12", "100.0 %"]
    assert numbers["vertices"] == ["8"] and numbers["GPU vertices"] == ["24", "split by normal and UV"]
    header = next(line for line in lines if line.endswith("of stage before"))
    assert {len(line) for line in lines if line.endswith(" %")} == {len(header)}


def test_warnings_go_to_stderr(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "odd.vox"
    path.write_bytes(hv.vox(hv.cube(), version=201))
    assert main(["stats", "--json", str(path)]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)[0]["triangles"] == 12
    assert err == f"{path}: warning: version 201 of the format is unknown; the file was read like version 200\n"


@pytest.mark.parametrize("command", [["stats"], ["stats", "--json"], ["check"]])
def test_a_file_that_fails_stops_no_other(box: Path, capsys: pytest.CaptureFixture[str], command: list[str]) -> None:
    broken = box.with_name("broken.vox")
    broken.write_bytes(b"")
    assert main([*command, str(broken), str(box)]) == 1
    out, err = capsys.readouterr()
    assert err == f"{broken}: the file is empty\n"
    assert out.count(json.dumps(str(box))[1:-1]) == 2 and "broken" not in out


def test_check(box: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["check", str(box), "--mode", "watertight"]) == 0
    out, err = capsys.readouterr()
    assert err == "" and out.splitlines()[1] == f"{box}, model 1: all proofs hold (watertight, 12 triangles)"
    monkeypatch.setattr(commands, "check_mesh", lambda grid, *_: ["a hole"] if grid.shape == (2, 2, 2) else [])
    assert main(["check", str(box)]) == 1
    out, err = capsys.readouterr()
    assert err == f"{box}, model 1: mode polygons: a hole\n" and out.count("all proofs hold") == 1


def test_models_that_are_too_large_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "huge.vox"
    path.write_bytes(hv.vox(hv.model((2**31 - 1,) * 3, [(1, 2, 3, 4)]), hv.cube()))
    assert main(["check", str(path)]) == 1
    out, err = capsys.readouterr()
    assert "model 0: the model's size of 2,147,483,647" in err and "model 1: all proofs hold" in out
    assert main(["stats", "--json", str(path)]) == 0
    assert [entry["triangles"] for entry in json.loads(capsys.readouterr().out)] == [12, 12]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "required: COMMAND"),
        (["stats"], "required: FILE"),
        (["stats", "x.vox", "--mode", "cubes"], "invalid choice: 'cubes'"),
        (["check", "x.vox", "--border", "17"], "from 0 to 16"),
        (["stats", "x.vox", "--border", "one"], "invalid int value"),
        (["stats", "no such file.vox"], "no such file.vox: the file cannot be opened"),
    ],
)
def test_mistakes_are_one_sentence(arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 1
    out, err = capsys.readouterr()
    assert out == "" and sentence in err and err.count("\n") == 1


def test_runs_as_a_module(box: Path) -> None:
    command = [sys.executable, "-m", "trivox", "stats", "--json", str(box)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert [entry["model"] for entry in json.loads(done.stdout)] == [0, 1]


def test_all_modes_side_by_side(box: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", "--mode", "all", str(box)]) == 0
    first = capsys.readouterr().out.split("\n\n\n")[0].split("\n\n")[1].splitlines()
    assert [line.split()[0] for line in first] == ["mode", *MODES]
    grid = read_vox(box).models[0].colors
    for line, mode in zip(first[1:], MODES, strict=True):
        assert int(line.split()[1]) == build_mesh(grid, MeshOptions(mode=mode)).counts.triangles
        assert line.split()[-1] == "yes"
    assert main(["stats", "--mode", "all", "--json", str(box)]) == 0
    assert [entry["mode"] for entry in json.loads(capsys.readouterr().out)] == [*MODES, *MODES]


def test_the_certificate_is_said(box: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", "--mode", "fewest", str(box)]) == 0
    assert "proven fewest (6 of 6 planes proven)" in capsys.readouterr().out
    assert main(["check", "--mode", "all", "--merge", "color", str(box)]) == 0
    assert capsys.readouterr().out.count("all proofs hold") == 2 * len(MODES)


def test_glass_counts_as_opaque_unless_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "glass.vox"
    row = hv.model((3, 1, 1), [(0, 0, 0, 1), (1, 0, 0, 2), (2, 0, 0, 1)])
    path.write_bytes(hv.vox(row, hv.matl(2, type="_glass", trans=0.5)))
    found = []
    for flags in ([], ["--transparent"]):
        assert main(["stats", "--json", *flags, str(path)]) == 0
        found.append(json.loads(capsys.readouterr().out)[0]["faces"])
        assert main(["check", "--mode", "all", *flags, str(path)]) == 0
        capsys.readouterr()
    assert found == [14, 16]
