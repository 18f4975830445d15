"""What Blender's exporters do with hidden objects by default: whatever they write of them is in its place."""

from __future__ import annotations

import importlib
from pathlib import Path

import bpy
import pytest
from export_limits import known
from helpers_cases import CASES, FPS
from helpers_checks import soup, strangers
from helpers_exporters import Setting, import_case, quiet
from helpers_readers import PACKAGES

pytestmark = pytest.mark.usefixtures("extension")

WAYS = {"glb": bpy.ops.export_scene.gltf, "fbx": bpy.ops.export_scene.fbx, "usdc": bpy.ops.wm.usd_export}


@pytest.mark.parametrize("kind", WAYS)
def test_what_is_hidden_is_in_its_place(kind: str, tmp_path: Path) -> None:
    pytest.importorskip(PACKAGES[kind][1])
    setting = Setting(CASES["hidden"], "texture", "polygons")
    path = tmp_path / f"scene.{kind}"
    import_case(setting, tmp_path)
    with quiet():
        WAYS[kind](filepath=str(path))
    found = importlib.import_module(PACKAGES[kind][0]).read(path, [1], FPS)
    allowed = set(setting.case.faces()) | set(setting.case.faces(hidden=True))
    astray = strangers(found, soup(found.bodies(), 0), allowed)
    assert bool(astray) == known(setting, kind, "hidden by default"), f"{astray} triangles are elsewhere"
