"""Text from outside in Blender: names of files that are not UTF-8, names that are too long, and NUL in names."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import bpy
import helpers_vox as hv
import pytest

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")

ODD, SHOWN = os.fsdecode(b"caf\xe9"), "caf\ufffd"
LONG = "木" * 70
"""210 bytes: more than older versions of Blender keep, less than a file's name may have."""


def cube() -> bytes:
    return hv.vox(hv.cube(), hv.robj(type="_inf", i=0.5), hv.robj(type="_uni", i=0.5), hv.rgba(hv.colors()))


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    """A cube in a file and a folder whose names are Latin-1."""
    path = tmp_path / ODD / f"{ODD}.vox"
    try:
        path.parent.mkdir()
        path.write_bytes(cube())
    except OSError:
        pytest.skip("this file system wants UTF-8")
    if os.fsencode(path.name) not in os.listdir(os.fsencode(path.parent)):
        pytest.skip("this file system changes names")
    return path


def names() -> set[str]:
    kinds = ("objects", "meshes", "materials", "images", "collections", "worlds")
    return {block.name for kind in kinds for block in getattr(bpy.data, kind) if block.name != "Render Result"}


@pytest.mark.parametrize("colors", ["texture", "materials"])
def test_a_file_whose_name_is_not_utf8_arrives(odd: Path, colors: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert bpy.ops.import_scene.trivox(filepath=str(odd), colors=colors, lights=True) == {"FINISHED"}
    assert SHOWN in {collection.name for collection in bpy.data.collections}
    assert any(name.startswith(SHOWN) for name in names()) and not any("\udce9" in name for name in names())
    assert f"{SHOWN}.vox: 1 object" in capfd.readouterr().out


def test_sentences_about_such_files(odd: Path, capfd: pytest.CaptureFixture[str]) -> None:
    odd.write_bytes(cube()[:-7])
    assert bpy.ops.import_scene.trivox(filepath=str(odd)) == {"FINISHED"}
    assert f"Warning: {SHOWN}.vox: " in capfd.readouterr().out
    with pytest.raises(RuntimeError, match=f"no {SHOWN}.vox: the file cannot be opened"):
        bpy.ops.import_scene.trivox(filepath=str(odd.with_name(f"no {odd.name}")))
    other = odd.with_name(f"x.{ODD}")
    other.write_bytes(b"nothing")
    with pytest.raises(RuntimeError, match=f"x.{SHOWN}: files with the ending .{SHOWN}"):
        bpy.ops.import_scene.trivox(filepath=str(other))


def test_the_title_of_the_dialog(odd: Path, extension: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = importlib.import_module(f"{extension}.operators.import_files")
    monkeypatch.setattr(module, "begin", lambda _operator: None)
    shown = []
    manager = SimpleNamespace(invoke_props_dialog=lambda _operator, **words: shown.append(words["title"]))
    given = SimpleNamespace(is_property_set=lambda _name: True)
    operator = SimpleNamespace(filepath=str(odd), files=[], properties=given, bl_label="Import Voxels")
    context = SimpleNamespace(window_manager=manager, scene=bpy.context.scene, area=None)
    module.IMPORT_SCENE_OT_trivox.invoke(operator, context, None)
    assert len(shown) == 1 and shown[0].endswith(f"/{SHOWN}/{SHOWN}.vox")
    shown[0].encode()
    # A path that Blender remembers opens the file browser.
    operator.properties = SimpleNamespace(is_property_set=lambda _name: False)
    operator.invoke_popup = lambda _context, confirm_text: {"RUNNING_MODAL"} if confirm_text else set()
    assert module.IMPORT_SCENE_OT_trivox.invoke(operator, context, None) == {"RUNNING_MODAL"} and len(shown) == 1


def test_such_files_are_written(odd: Path, tmp_path: Path, extension: str, capfd: pytest.CaptureFixture[str]) -> None:
    convert = importlib.import_module(f"{extension}.core.convert")
    bpy.ops.import_scene.trivox(filepath=str(odd))
    target = odd.with_suffix(".tvx")
    assert bpy.ops.export_scene.trivox(filepath=str(target), what="all") == {"FINISHED"}
    assert f"{SHOWN}.tvx: 1 object" in capfd.readouterr().out
    data = target.read_bytes()
    assert convert.convert_file(str(odd), str(target), convert.ConvertOptions()).error is None
    assert target.read_bytes() == data
    assert convert.convert_file(str(odd), str(odd.with_suffix(".glb")), convert.ConvertOptions()).error is None
    assert odd.with_suffix(".glb").stat().st_size > 500
    with pytest.raises(RuntimeError, match=f"{SHOWN}.tvx: the file cannot be written"):
        bpy.ops.export_scene.trivox(filepath=str(odd.parent / "no" / target.name), what="all")


def test_long_names_travel_whole(tmp_path: Path, extension: str) -> None:
    path = tmp_path / f"{LONG}.vox"
    twin = LONG + "!"
    nodes = (hv.ntrn(0, 1), hv.ngrp(1, 2, 4), hv.ntrn(2, 3, name=LONG, layer=1), hv.nshp(3, 0))
    nodes += (hv.ntrn(4, 5, {"t": "9 9 9"}, name=twin, layer=1), hv.nshp(5, 0), hv.layr(1, name="L" * 300))
    path.write_bytes(hv.vox(hv.cube(), *nodes, hv.rgba(hv.colors())))
    convert = importlib.import_module(f"{extension}.core.convert")
    target = path.with_suffix(".tvx")
    assert convert.convert_file(str(path), str(target), convert.ConvertOptions()).error is None
    expected = target.read_bytes()
    assert bpy.ops.import_scene.trivox(filepath=str(path)) == {"FINISHED"}
    assert bpy.ops.export_scene.trivox(filepath=str(target), what="all") == {"FINISHED"}
    assert target.read_bytes() == expected and twin.encode() in expected and b"L" * 300 in expected


def test_nul_in_names(write: Write, tmp_path: Path, extension: str) -> None:
    nodes = (hv.ntrn(0, 1), hv.ngrp(1, 2), hv.ntrn(2, 3, name="ab\0cd", layer=1), hv.nshp(3, 0))
    path = write("a.vox", hv.vox(hv.cube(), *nodes, hv.layr(1, name="k\0l"), hv.rgba(hv.colors())))
    convert = importlib.import_module(f"{extension}.core.convert")
    target = tmp_path / "b.tvx"
    assert convert.convert_file(path, str(target), convert.ConvertOptions()).error is None
    for file in (path, str(target)):
        bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
        assert bpy.ops.import_scene.trivox(filepath=file) == {"FINISHED"}
        assert {"ab\ufffdcd", "k\ufffdl"} <= names()
