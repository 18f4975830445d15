"""``trivox view`` and the page that it writes, as text; the viewer's tests look at it in a browser."""

from __future__ import annotations

import base64
import html
import json
import re
import webbrowser
from pathlib import Path

import helpers_vox as hv
import numpy as np
import pytest
from trivox.cli import main
from trivox.core import read
from trivox.core.convert import ConvertOptions, convert_file
from trivox.core.formats import WriteOptions
from trivox.core.page import VIEWER, page

Capture = pytest.CaptureFixture[str]
MODEL = re.compile(
    r'<script id="model" type="text/plain" data-name="([^"]*)"(?: data-counts="([^"]*)")?>([^<]*)</script>'
)


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A plate in two colors, and a cube of 2 x 2 x 2."""
    grid = np.full((5, 4, 1), 7, np.uint8)
    grid[2:] = 9
    path = tmp_path / "a & b.vox"
    path.write_bytes(hv.vox(hv.dense_model(grid), hv.cube(), hv.rgba(hv.colors())))
    return path


def held(path: Path) -> tuple[str, bytes]:
    """Name and bytes of the model in a page."""
    ((name, _counts, text),) = MODEL.findall(path.read_text(encoding="utf-8"))
    return name, base64.b64decode(text)


def test_a_page_needs_nothing_else() -> None:
    text = page()
    assert not MODEL.findall(text) and text.count("<script") == text.count("</script>") == 1
    assert not re.findall(r'(?:src|href)="(?!data:)|\bimport\b|^export |url\((?!"data:)', text, re.MULTILINE)
    for file in VIEWER.glob("*.js"):
        # All its code is in the page, but for what ties modules together.
        for line in file.read_text(encoding="utf-8").splitlines():
            assert line.startswith(("import ", "export ")) or line in text
    assert (VIEWER / "style.css").read_text(encoding="utf-8") in text


def test_a_model_is_converted_and_opened(
    model: Path, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", lambda address: bool(opened.append(address)) or True)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert main(["view", str(model), "--mode", "fewest"]) == 0
    target = tmp_path / "trivox" / "a & b.html"
    assert capsys.readouterr().out == f"{target}\n" and opened == [target.as_uri()]
    name, data = held(target)
    ((_name, counts, _text),) = MODEL.findall(target.read_text(encoding="utf-8"))
    assert json.loads(html.unescape(counts)) == {"voxels": 20 + 8, "faces": 2 * 20 + 2 * 9 + 24}
    assert name == "a &amp; b.tvx"
    assert {mesh.options.mode for mesh in read(data).meshes} == {"fewest"}
    options = ConvertOptions(write=WriteOptions(compress=True))
    convert_file(str(model), str(tmp_path / "same" / "a & b.tvx"), options)
    assert main(["view", str(model), "--output", str(tmp_path / "other.html"), "--no-open"]) == 0
    assert len(opened) == 1 and held(tmp_path / "other.html")[1] == (tmp_path / "same" / "a & b.tvx").read_bytes()


def test_a_file_that_the_viewer_reads_is_taken_as_it_is(model: Path, tmp_path: Path) -> None:
    source = tmp_path / "plain.tvx"
    convert_file(str(model), str(source), ConvertOptions())
    assert main(["view", str(source), "--no-open", "--output", str(tmp_path / "p.html")]) == 0
    assert held(tmp_path / "p.html") == ("plain.tvx", source.read_bytes())


def test_problems_are_told(model: Path, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    bad = tmp_path / "bad.vox"
    bad.write_bytes(b"VOX nothing")
    (tmp_path / "file").write_bytes(b"")
    for arguments, code, words in (
        (["none.vox"], 1, "none.vox"),
        ([str(bad), "--output", str(tmp_path / "p.html")], 1, "bad.vox"),
        ([str(model), "--output", "page.txt"], 2, "page.txt is no page; its name must end in .html"),
        ([str(model), "--output", str(tmp_path / "file" / "p.html")], 1, "the folder cannot be made"),
    ):
        assert main(["view", "--no-open", *arguments]) == code
        out, err = capsys.readouterr()
        assert out == "" and words in err and err.count("\n") == 1
    assert not (tmp_path / "p.html").exists()
    monkeypatch.setattr(webbrowser, "open", lambda _address: False)
    assert main(["view", str(model), "--output", str(tmp_path / "p.html")]) == 0
    assert "there is no browser to open it" in capsys.readouterr().err
