"""View in Browser: the page holds what the export writes, and what goes wrong is told."""

from __future__ import annotations

import base64
import re
import webbrowser
from collections.abc import Callable
from pathlib import Path

import bpy
import helpers_vox as hv
import numpy as np
import pytest

pytestmark = pytest.mark.usefixtures("empty")


def test_the_page_holds_what_the_export_writes(
    write: Callable[[str, bytes], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", lambda address: bool(opened.append(address)) or True)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    grid = np.arange(1, 25, dtype=np.uint8).reshape(4, 3, 2)
    path = write("model.vox", hv.vox(hv.dense_model(grid), hv.rgba(hv.colors())))
    assert bpy.ops.import_scene.trivox(filepath=path) == {"FINISHED"}
    assert bpy.ops.trivox.view_in_browser() == {"FINISHED"}
    target = tmp_path / "trivox" / "scene.html"
    assert opened == [target.as_uri()]
    text = re.search(r'<script id="model"[^>]*>([^<]*)<', target.read_text(encoding="utf-8"))
    assert bpy.ops.export_scene.trivox(filepath=str(tmp_path / "scene.tvx"), compress=True) == {"FINISHED"}
    assert base64.b64decode(text[1]) == (tmp_path / "scene.tvx").read_bytes()


def test_problems_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(RuntimeError, match="There is no object to export"):
        bpy.ops.trivox.view_in_browser()
    assert not (tmp_path / "trivox").exists()
