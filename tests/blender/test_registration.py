"""Everything that the extension adds to Blender is taken away again, and it can come back."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import bpy
import pytest

# A module of Blender's, which is known when bpy is imported.
addon_utils = importlib.import_module("addon_utils")

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.usefixtures("empty")


def present() -> tuple[list[str], bool, int, int]:
    """Names of registered classes, whether the operator exists, the number of entries in the menu, and of folders."""
    classes = sorted(name for name in dir(bpy.types) if "trivox" in name.lower())
    draws = bpy.types.TOPBAR_MT_file_import._dyn_ui_initialize()
    entries = [draw for draw in draws if "trivox" in getattr(draw, "__module__", "")]
    folders = bpy.utils.preset_paths("operator/import_scene.trivox")
    return classes, "trivox" in dir(bpy.ops.import_scene), len(entries), len(folders)


NOTHING = ([], False, 0, 0)


def test_disable_and_enable_twice(extension: str) -> None:
    first = present()
    assert {"IMPORT_SCENE_OT_trivox", "IO_FH_trivox_vox", "VIEW3D_PT_trivox"} <= set(first[0])
    assert first[1:] == (True, 1, 1)
    for _time in range(2):
        addon_utils.disable(extension)
        assert present() == NOTHING
        addon_utils.enable(extension, default_set=True)
        assert present() == first


def test_register_and_unregister_twice(extension: str) -> None:
    package = importlib.import_module(extension)
    first = present()
    for _time in range(2):
        package.unregister()
        assert present() == NOTHING
        package.register()
    assert present() == first


def test_blender_writes_glb_while_it_is_there(extension: str) -> None:
    package, formats = importlib.import_module(extension), importlib.import_module(f"{extension}.core.formats")
    endings = [writer.ending for writer in formats.WRITERS]
    for _time in range(2):
        assert formats.writer_of("a.glb").__module__ == f"{extension}.operators.glb"
        package.unregister()
        assert formats.writer_of("a.glb").__module__ == f"{extension}.core.formats.gltf.entries"
        package.register()
    assert [writer.ending for writer in formats.WRITERS] == endings


def test_file_handler(extension: str) -> None:
    handler = bpy.types.IO_FH_trivox_vox
    assert handler.bl_import_operator == "import_scene.trivox" and handler.bl_file_extensions == ".vox"


def test_no_blender_before_register() -> None:
    code = (
        "import importlib.util, sys; sys.modules['bpy'] = None;"
        f"spec = importlib.util.spec_from_file_location('package', {str(ROOT / '__init__.py')!r});"
        "module = importlib.util.module_from_spec(spec); spec.loader.exec_module(module);"
        "assert callable(module.register) and callable(module.unregister)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
