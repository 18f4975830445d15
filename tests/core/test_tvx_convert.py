"""``trivox convert`` and ``trivox info``: files, options, failures and what is printed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import helpers_vox as hv
import numpy as np
import pytest
from helpers_compact import tvx_from_scene
from trivox.cli import main
from trivox.core import MeshOptions, read_vox
from trivox.core.formats.tvx import read_tvx, write_tvx


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three models, one of them broken."""
    for name, seed in (("one", 1), ("two", 2)):
        grid = np.random.default_rng(seed).integers(0, 3, (6, 5, 4)).astype(np.uint8)
        (tmp_path / f"{name}.vox").write_bytes(hv.vox(hv.dense_model(grid), hv.rgba(hv.colors())))
    (tmp_path / "broken.vox").write_bytes(b"")
    return tmp_path


def test_convert_and_info(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, target = str(folder / "one.vox"), str(folder / "one.tvx")
    assert main(["convert", source, target, "--mode", "rectangles", "--interior", "keep", "--voxel-size", "0.25"]) == 0
    out, err = capsys.readouterr()
    expected = tvx_from_scene(read_vox(source), MeshOptions(mode="rectangles", interior="keep"), voxel_size=0.25)
    data = Path(target).read_bytes()
    assert data == write_tvx(None, expected)
    each = len(data) / expected.triangle_count
    assert err == (
        f"{target}: {len(data):,} bytes, {expected.triangle_count:,} triangles, {each:.1f} bytes a triangle\n"
    )
    assert out == ""
    assert main(["convert", source, str(folder / "small.TVX"), "--compress"]) == 0
    assert (folder / "small.TVX").read_bytes() == write_tvx(None, tvx_from_scene(read_vox(source)), compress=True)
    capsys.readouterr()
    assert main(["info", target, "--json"]) == 0
    (entry,) = json.loads(capsys.readouterr().out)
    assert (entry["bytes"], entry["triangles"], entry["voxel_size"]) == (len(data), expected.triangle_count, 0.25)
    assert entry["meshes"][0]["size"] == [6, 5, 4] and entry["meshes"][0]["mode"] == "rectangles"
    assert entry["triangles_in_scene"] == entry["triangles"] and entry["nodes"] == len(expected.nodes)
    assert main(["info", target]) == 0
    out = capsys.readouterr().out
    assert f"{len(data):,} ({each:.1f} a triangle)" in out and "6 x 5 x 4 cells, rectangles:" in out


def test_a_failed_file_is_told_and_the_rest_go_on(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sources = [str(folder / f"{name}.vox") for name in ("broken", "one", "two")]
    out_dir = folder / "out" / "deep"
    for jobs in ("1", "2"):
        assert main(["convert", *sources, "--out-dir", str(out_dir), "--jobs", jobs]) == 1
        out, err = capsys.readouterr()
        assert out == "" and f"{sources[0]}: the file is empty\n" in err and err.count("\n") == 3
        assert sorted(path.name for path in out_dir.iterdir()) == ["one.tvx", "two.tvx"]
    assert main(["info", "--json", str(folder / "broken.vox"), str(out_dir / "one.tvx")]) == 1
    out, err = capsys.readouterr()
    assert "the file is empty" in err and len(json.loads(out)) == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["convert", "a.vox", "a.tvx"], "a.vox: the file cannot be opened"),
        (["info", "none.tvx"], "none.tvx: the file cannot be opened"),
    ],
)
def test_mistakes_are_one_sentence(arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 1
    out, err = capsys.readouterr()
    assert out == "" and sentence in err and err.count("\n") == 1


def test_runs_as_a_module_and_tells_warnings(folder: Path) -> None:
    odd = folder / "odd.vox"
    odd.write_bytes(hv.vox(hv.cube(), version=201))
    command = [sys.executable, "-m", "trivox", "convert", str(odd), str(folder / "odd.tvx")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "odd.vox: warning: version 201" in done.stderr
    assert read_tvx(folder / "odd.tvx").triangle_count == 12
