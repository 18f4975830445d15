"""Files that Blender wrote with custom properties come back without harm: panels draw, operators answer."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import MagicMock

import bpy
import pytest
from export_limits import known
from helpers_cases import CASES
from helpers_exporters import Setting, import_case, quiet
from helpers_extension import start_empty

pytestmark = pytest.mark.usefixtures("extension")

WAYS = {
    "glb": (lambda path: bpy.ops.export_scene.gltf(filepath=path, export_extras=True), bpy.ops.import_scene.gltf),
    "fbx": (lambda path: bpy.ops.export_scene.fbx(filepath=path, use_custom_props=True), bpy.ops.import_scene.fbx),
    "usdc": (lambda path: bpy.ops.wm.usd_export(filepath=path), bpy.ops.wm.usd_import),
}
"""How a file goes out with what data-blocks remember, and how it comes in."""


def answers(extension: str, folder: Path) -> list[str]:
    """What raises when a user looks at the sidebar and presses each button; a sentence of an operator does not."""
    raised = []
    layout = MagicMock()
    layout.panel.return_value = (MagicMock(), MagicMock())
    for panel in importlib.import_module(f"{extension}.ui.panels").CLASSES:
        try:
            if panel.poll(bpy.context):
                panel.draw(SimpleNamespace(layout=layout), bpy.context)
        except (TypeError, AttributeError, KeyError, ValueError) as error:
            raised.append(f"{panel.__name__}: {error!r}")
    buttons = {
        "compare": lambda: bpy.ops.trivox.compare_modes(),
        "use": lambda: bpy.ops.trivox.use_mode(mode="faces"),
        "export": lambda: bpy.ops.export_scene.trivox(filepath=str(folder / "again.tvx"), what="all"),
    }
    for name, press in buttons.items():
        try:
            press()
        except RuntimeError as error:
            if "Traceback" in str(error):
                raised.append(f"{name}: {error}")
    return raised


@pytest.mark.parametrize("store", ["texture", "materials"])
@pytest.mark.parametrize("kind", WAYS)
def test_a_file_comes_back_without_harm(kind: str, store: str, extension: str, tmp_path: Path) -> None:
    setting = Setting(CASES["several"], store, "polygons")
    path = str(tmp_path / f"out.{kind}")
    write, fetch = WAYS[kind]
    with quiet():
        import_case(setting, tmp_path)
        write(path)
        start_empty()
        fetch(filepath=path)
    bodies = [obj for obj in bpy.data.objects if obj.type == "MESH"]
    assert len(bodies) == 3
    bpy.context.view_layer.objects.active = bodies[0]
    for body in bodies:
        body.select_set(True)
    raised = answers(extension, tmp_path)
    assert bool(raised) == known(setting, kind, "comes back"), raised
