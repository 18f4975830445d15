"""What is told of files that were not imported, or not whole, and how long it stays."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import bpy
import helpers_vox as hv
import pytest
from test_sidebar import Layout, draw, sidebar

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")

ODD = hv.vox(hv.chunk("SIZE", hv.int32(2, 2, 2)) + hv.chunk("XYZI", hv.int32(1000) + bytes([0, 0, 0, 1, 1, 1, 1, 2])))
"""A file that announces more voxels than it has."""


@pytest.fixture
def panels(extension: str) -> ModuleType:
    return importlib.import_module(f"{extension}.ui.panels")


def bring_in(write: Write, **files: bytes) -> set[str]:
    paths = [Path(write(f"{name}.vox", data)) for name, data in files.items()]
    names = [{"name": path.name} for path in paths]
    return bpy.ops.import_scene.trivox(directory=str(paths[0].parent), files=names)


def listed() -> list[tuple[str, str, bool]]:
    problems = bpy.context.window_manager.trivox_import.problems
    return [(problem.name, problem.reason, problem.failed) for problem in problems]


def box(panels: ModuleType, width: int = 2000) -> Layout:
    return draw(panels.VIEW3D_PT_trivox, sidebar(width))


def test_one_of_three_files(panels: ModuleType, write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    assert bring_in(write, broken=b"VOX \x96\0\0\0MA", good=hv.vox(hv.cube()), web=b"<html>") == {"FINISHED"}
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith(("Info", "Warning"))]
    # Blender shows the last one.
    assert lines[-1].startswith("Warning: 1 of 3 files imported: 1 object, 12 triangles")
    reasons = {
        "broken.vox": "The file is cut short (10 bytes); copy or export it again",
        "web.vox": "This is not a MagicaVoxel file but a web page or XML; the download went wrong",
    }
    assert listed() == [(name, reason, True) for name, reason in reasons.items()]
    assert not any("at byte" in text for text in (*lines, *reasons.values()))
    rows = box(panels).rows
    assert rows[1] == "1 of 3 files imported" and {*reasons, *reasons.values()} < set(rows)
    narrow = box(panels, 150).rows
    # Words that are wider than the panel break where it ends.
    told = "".join(narrow).replace("web.vox", "").replace(" ", "")
    assert len(narrow) > len(rows) and "".join(reasons.values()).replace(" ", "") in told


def test_the_list_stays_until_it_is_dismissed(panels: ModuleType, write: Write) -> None:
    bring_in(write, good=hv.vox(hv.cube()), web=b"<html>")
    buttons = [button.idname for button in box(panels).buttons]
    assert buttons == ["import_scene.trivox", "trivox.forget_problems", "trivox.copy_problems"]
    bpy.ops.trivox.forget_problems()
    assert not listed() and [button.idname for button in box(panels).buttons] == buttons[:1]


def test_the_next_import_begins_anew(write: Write) -> None:
    with pytest.raises(RuntimeError):
        bring_in(write, web=b"<html>")
    assert [name for name, _reason, _failed in listed()] == ["web.vox"]
    bring_in(write, good=hv.vox(hv.cube()))
    assert not listed()


def test_warnings_are_listed_whole_and_without_places(panels: ModuleType, write: Write) -> None:
    bring_in(write, odd=ODD)
    (problem,) = listed()
    assert problem == ("odd.vox", "The XYZI chunk announces 1,000 voxels and holds 2; read: 2", False)
    assert "1 warning" in box(panels).rows


def test_many_failures(panels: ModuleType, write: Write) -> None:
    bring_in(write, good=hv.vox(hv.cube()), **{f"bad{index}": b"<html>" for index in range(20)})
    rows = box(panels).rows
    assert len(listed()) == 20 and sum(row.startswith("bad") for row in rows) == panels.MOST_PROBLEMS
    assert f"{20 - panels.MOST_PROBLEMS} more" in rows and "1 of 21 files imported" in rows
