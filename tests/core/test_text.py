"""Names of files that are not UTF-8: they are read, converted and printed, and nothing half a character comes out."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import helpers_vox as hv
import pytest
from trivox.cli import main
from trivox.core import MeshOptions, SceneOptions, read
from trivox.core.convert import ConvertOptions, convert_file
from trivox.core.errors import TrivoxError
from trivox.core.files import assemble_files
from trivox.core.formats.tvx import read_tvx
from trivox.core.formats.tvx.chunks import Budget, Chunk, Key
from trivox.core.formats.tvx.strings import Names, Strings
from trivox.core.text import readable

Capture = pytest.CaptureFixture[str]
ODD, SHOWN = os.fsdecode(b"caf\xe9"), "caf\ufffd"


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    """A cube in a file whose name is Latin-1."""
    path = tmp_path / f"{ODD}.vox"
    try:
        path.write_bytes(hv.vox(hv.cube()))
    except OSError:
        pytest.skip("this file system wants UTF-8")
    if os.fsencode(path.name) not in os.listdir(os.fsencode(tmp_path)):
        pytest.skip("this file system changes names")
    return path


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("plain é 木 \U0001f333 \n", "plain é 木 \U0001f333 \n"),
        ("a\0b", "a\ufffdb"),
        ("\udc80\udcff\ud800", "\ufffd\ufffd\ufffd"),
    ],
)
def test_what_is_no_character_is_replaced(text: str, expected: str) -> None:
    assert readable(text) == expected
    expected.encode()


def test_the_scene_has_a_name_that_every_format_takes(odd: Path, tmp_path: Path) -> None:
    assert read(odd).name == SHOWN
    target = tmp_path / f"{ODD}.tvx"
    assert convert_file(str(odd), str(target), ConvertOptions()).error is None
    assert read_tvx(target).name == SHOWN
    assert f"{ODD}.tvx" in os.listdir(tmp_path)


def test_names_inside_compact_files() -> None:
    strings = Strings()
    assert strings.number(f"木{ODD}") == 1 and strings.content.decode() == f"木{SHOWN}\0"
    chunk = Chunk(Key("STRS"), 0, False, False, False, 4, memoryview(b"a\0b\0"))
    names = Names(chunk, Budget(100))
    assert [names.at(number, chunk, 0) for number in range(3)] == ["", "a", "b"]


def test_files_that_fail_are_named(odd: Path) -> None:
    odd.write_bytes(b"nothing")
    ((name, _error),) = assemble_files([odd], MeshOptions(), SceneOptions()).failures
    assert name == f"{SHOWN}.vox"


def test_endings_in_sentences(odd: Path) -> None:
    other = odd.with_suffix(f".{ODD}")
    other.write_bytes(b"nothing")
    with pytest.raises(TrivoxError, match=SHOWN):
        read(other)
    assert SHOWN in (convert_file(str(odd), f"x.{ODD}", ConvertOptions()).error or "")


@pytest.mark.parametrize("arguments", [["stats"], ["stats", "--mode", "all"], ["check"], ["convert"], ["info"]])
def test_the_command_line_prints_replacements(odd: Path, tmp_path: Path, capsys: Capture, arguments: list[str]) -> None:
    target = str(tmp_path / f"{ODD}.tvx")
    assert main(["convert", str(odd), target]) == 0
    files = {"convert": [str(odd), target], "info": [target]}.get(arguments[0], [str(odd)])
    assert main([*arguments, *files]) == 0
    assert main([*arguments, *[f"no {file}" for file in files]]) != 0
    out, err = capsys.readouterr()
    (out + err).encode()
    assert SHOWN in out + err and "\\udc" not in out + err


def test_json_is_what_every_program_reads(odd: Path, tmp_path: Path, capsys: Capture) -> None:
    target = str(tmp_path / f"{ODD}.tvx")
    assert main(["convert", str(odd), target]) == 0
    for command, file in (("stats", odd), ("info", target)):
        assert main([command, "--json", str(file)]) == 0
        out = capsys.readouterr().out
        assert Path(json.loads(out)[0]["file"]).stem == SHOWN
        assert "\\ud" not in out


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_terminals_of_few_characters(odd: Path, tmp_path: Path, jobs: str) -> None:
    environment = {**os.environ, "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    arguments = ["convert", "--jobs", jobs, "--out-dir", tmp_path / "out", odd, tmp_path / "nothing.vox"]
    done = subprocess.run([sys.executable, "-m", "trivox", *arguments], env=environment, capture_output=True)
    assert done.returncode == 1
    assert b"caf\\ufffd.tvx: " in done.stderr and b"nothing.vox: the file cannot be opened" in done.stderr
    assert b"Traceback" not in done.stderr
    assert os.listdir(os.fsencode(tmp_path / "out")) == [b"caf\xe9.tvx"]
