"""The panel "Files" and what it reads: a row for each file, and texts that make no sense."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import bpy
import helpers_vox as hv
import pytest

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")


class Layout:
    """Writes down labels and buttons."""

    def __init__(self, parent: Layout | None = None) -> None:
        self.labels: list[str] = parent.labels if parent else []
        self.buttons: list[SimpleNamespace] = parent.buttons if parent else []

    def row(self, **_options: Any) -> Layout:
        return Layout(self)

    def label(self, text: str = "", **_options: Any) -> None:
        self.labels.append(text)

    def operator(self, idname: str, **options: Any) -> SimpleNamespace:
        self.buttons.append(SimpleNamespace(idname=idname, **options))
        return self.buttons[-1]


def drawn(extension: str) -> Layout:
    panel = importlib.import_module(f"{extension}.ui.files_panel").VIEW3D_PT_trivox_files
    layout = Layout()
    if panel.poll(bpy.context):
        panel.draw(SimpleNamespace(layout=layout), bpy.context)
    return layout


def test_a_row_for_each_file(extension: str, write: Write) -> None:
    assert drawn(extension).labels == []
    paths = [write(f"{name}.vox", hv.vox(hv.cube())) for name in "ab"]
    for path in paths:
        bpy.ops.import_scene.trivox(filepath=path)
    Path(paths[1]).unlink()
    layout = drawn(extension)
    assert layout.labels == ["a.vox", paths[0], "b.vox", paths[1]]
    assert [button.text for button in layout.buttons] == ["", "", "Find", ""]
    follow = layout.buttons[1]
    assert follow.follow and not follow.depress
    bpy.ops.trivox.follow_file("EXEC_DEFAULT", True, file=follow.file)
    pressed = [button for button in drawn(extension).buttons if button.idname == "trivox.follow_file"]
    assert [(button.depress, button.follow) for button in pressed] == [(True, False), (False, True)]


@pytest.mark.parametrize(
    "change",
    [
        {"stamp": [1]},
        {"unit": 0},
        {"unit": float("nan")},
        {"mesh": {"mode": "best"}},
        {"build": []},
        {"path": None, "file": None, "digest": None, "follows": None, "scene": None},
    ],
)
def test_what_makes_no_sense_is_no_file(extension: str, write: Write, change: dict[str, object]) -> None:
    bpy.ops.import_scene.trivox(filepath=write("a.vox", hv.vox(hv.cube())))
    holder = bpy.context.object
    told = json.loads(holder["trivox_source"])
    holder["trivox_source"] = json.dumps(told | change)
    assert drawn(extension).labels == [] and not bpy.ops.trivox.reload.poll()
    for text in ("", "[]", "nonsense", 7):
        holder["trivox_source"] = text
        assert not bpy.ops.trivox.reload.poll()
