"""One .vox gives one .tvx: by the command line, and by import and export in Blender."""

from __future__ import annotations

import importlib
from pathlib import Path

import bpy
import helpers_vox as hv
import numpy as np
import pytest

pytestmark = pytest.mark.usefixtures("empty")

BOX = np.array([1, 2, 3, 4, 5, 6, 7, 8], np.uint8).reshape(2, 2, 2)
ROD = np.array([9, 9, 3], np.uint8).reshape(3, 1, 1)

SHARED = sorted(folder.glob("*.vox")) if (folder := hv.shared_folder("models")) else []
CASES = [
    path for name in ("cases", "exports") if (folder := hv.shared_folder(name)) for path in sorted(folder.glob("*.vox"))
]
LARGE = 300_000
"""Bytes; larger files take long in Blender and show nothing new."""

MATERIALS = (
    hv.matl(1, type="_metal", metal=0.7, rough=0.3, sp=1.7),
    hv.matl(2, type="_glass", trans=0.4, rough=0.2, ri=1.6, att=0.3),
    hv.matl(3, type="_emit", emit=0.2, flux=4, ldr=0.8),
    hv.matl(4, type="_blend", metal=0.4, rough=0.1),
    hv.matl(5, type="_media", d=0.1, g=0.3, media_type="_sss"),
)


def rich() -> bytes:
    """Groups, mirrored and hidden ones, layers, names twice, instances, materials and an animation with a loop."""
    frames = ({"f": 0, "t": "0 0 0"}, {"f": 3, "t": "4 0 0"}, {"f": 9, "t": "4 5 0"})
    return hv.vox(
        hv.dense_model(BOX) + hv.dense_model(ROD) + hv.dense_model(BOX[:, :1]),
        hv.ntrn(0, 1),
        hv.ngrp(1, 2, 8, 10, 12, 14),
        hv.ntrn(2, 3, {"r": 17, "t": "5 -6 7"}, name="group", layer=2),
        hv.ngrp(3, 4, 6),
        hv.ntrn(4, 5, {"r": 0b1100100, "t": "1 2 3"}, name="twin"),
        hv.nshp(5, 0),
        hv.ntrn(6, 7, {"t": "9 9 9"}, name="twin", hidden=1),
        hv.nshp(7, 1),
        hv.ntrn(8, 9, {"t": "0 0 40"}),
        hv.nshp(9, 0),
        hv.ntrn(10, 11, *frames, name="mover", loop=1, layer=5),
        hv.nshp(11, 1, (2, 4)),
        hv.ntrn(12, 13, {"t": "30 0 0"}, name="away", layer=3),
        hv.ngrp(13, 16),
        hv.ntrn(14, 15, {"t": "30 9 0"}, name="empty group"),
        hv.ngrp(15),
        hv.ntrn(16, 17, {"t": "1 0 0"}, name="in it"),
        hv.nshp(17, 2),
        hv.layr(2, name="stage"),
        hv.layr(3, name="off", hidden=1),
        hv.layr(5, name="5"),
        hv.rgba(hv.colors()),
        *MATERIALS,
    )


def both_ways(extension: str, path: Path, folder: Path, **options: object) -> tuple[bytes, bytes]:
    """The file by conversion, and the one by import and export."""
    convert = importlib.import_module(f"{extension}.core.convert")
    core = importlib.import_module(f"{extension}.core")
    target = folder / f"{path.stem}.tvx"
    chosen = convert.ConvertOptions(scene=core.SceneOptions(**options))
    done = convert.convert_file(str(path), str(target), chosen)
    if done.error is not None:
        with pytest.raises(RuntimeError):
            bpy.ops.import_scene.trivox(filepath=str(path), **options)
        return b"", b""
    expected = target.read_bytes()
    target.unlink()
    bpy.ops.import_scene.trivox(filepath=str(path), **options)
    bpy.ops.export_scene.trivox(filepath=str(target), what="all")
    return expected, target.read_bytes()


@pytest.mark.parametrize("animation", ["first", "animate"])
@pytest.mark.parametrize("layers", ["collections", "property", "none"])
def test_a_rich_scene(extension: str, tmp_path: Path, animation: str, layers: str) -> None:
    path = tmp_path / "rich.vox"
    path.write_bytes(rich())
    expected, found = both_ways(extension, path, tmp_path, animation=animation, layers=layers)
    assert expected == found and len(expected) > 2000


@pytest.mark.parametrize(
    "path", [path for path in SHARED + CASES if path.stat().st_size <= LARGE], ids=lambda p: p.stem
)
def test_shared_files(extension: str, tmp_path: Path, path: Path) -> None:
    try:
        importlib.import_module(f"{extension}.core").read(path)
    except importlib.import_module(f"{extension}.core").TrivoxError:
        pytest.skip("no file that can be read")
    expected, found = both_ways(extension, path, tmp_path, animation="animate")
    assert expected == found
