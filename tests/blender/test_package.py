"""The extension's zip: what is in it, that Blender installs it and it works, and that it goes without a trace."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import build_extension
import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]

INSTALL = """
import json, pathlib, sys
import bpy
archive, model, answer = sys.argv[1:]
bpy.ops.extensions.package_install_files(repo="user_default", filepath=archive, enable_on_install=True)
enabled = "bl_ext.user_default.trivox" in bpy.context.preferences.addons
local = pathlib.Path(bpy.utils.user_resource("EXTENSIONS")) / ".local"
unpacked = sorted(path.parent.name for path in local.glob("lib/python*/site-packages/*/__init__.py"))
result = bpy.ops.import_scene.trivox(filepath=model) if enabled else set()
triangles = sum(len(polygon.vertices) - 2 for mesh in bpy.data.meshes if "trivox" in mesh for polygon in mesh.polygons)
with open(answer, "w") as file:
    json.dump({"enabled": enabled, "unpacked": unpacked, "result": sorted(result), "triangles": triangles}, file)
if enabled:
    bpy.ops.preferences.addon_disable(module="bl_ext.user_default.trivox")
"""

REGISTER = """
import json, sys
import bpy, addon_utils
name, answer = "bl_ext.user_default.trivox", sys.argv[1]
OWNERS = ("Collection", "Image", "Material", "Mesh", "Object", "Scene", "WindowManager")

def present():
    found = [kind for kind in dir(bpy.types) if "trivox" in kind.lower()]
    for kind in dir(bpy.types):
        if "_MT_" in kind or "_HT_" in kind:
            drawn = getattr(getattr(bpy.types, kind).draw, "_draw_funcs", [])
            found += [f"{kind}: {draw.__name__}" for draw in drawn if draw.__module__.startswith(name)]
    for owner in OWNERS:
        found += [f"{owner}.{key}" for key in getattr(bpy.types, owner).bl_rna.properties.keys() if "trivox" in key]
    for event in dir(bpy.app.handlers):
        calls = getattr(bpy.app.handlers, event)
        if isinstance(calls, list):
            found += [event for call in calls if str(getattr(call, "__module__", "")).startswith(name)]
    return found + [path for path in bpy.utils.preset_paths("operator/import_scene.trivox")]

states = [present()]
for _ in range(2):
    addon_utils.enable(name)
    states.append(present())
    addon_utils.disable(name)
    states.append(present())
with open(answer, "w") as file:
    json.dump(states, file)
"""


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the extension; Blender's own tool validates it."""
    return build_extension.build(tmp_path_factory.mktemp("dist"))


def run(script: str, user: Path, *arguments: str | Path) -> None:
    """Run a script with Blender's module and a user folder of its own."""
    environment = {**os.environ, "BLENDER_USER_RESOURCES": str(user)}
    command = [sys.executable, "-c", script, *map(str, arguments)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr


def test_it_holds_the_code_the_licence_and_the_wheels_and_nothing_else(archive: Path) -> None:
    code = [path for part in ("core", "cli", "blender", "operators", "ui") for path in (ROOT / part).rglob("*.py")]
    code += [ROOT / "__init__.py", ROOT / "__main__.py"]
    expected = {path.relative_to(ROOT).as_posix() for path in code}
    expected |= {path.relative_to(ROOT).as_posix() for path in (ROOT / "presets").rglob("*.py")}
    expected |= {path.relative_to(ROOT).as_posix() for path in (ROOT / "viewer").iterdir()}
    expected |= {"blender_manifest.toml", "LICENSE", *build_extension.wheels_of_manifest()}
    with zipfile.ZipFile(archive) as file:
        assert file.testzip() is None
        names = file.namelist()
    assert len(names) == len(set(names))
    assert set(names) == expected


def test_its_wheels_serve_each_platform_and_python_and_carry_licences(archive: Path) -> None:
    wheels = build_extension.wheels_of_manifest()
    assert not [wheel for wheel in wheels if "numpy" in wheel], "numpy comes with Blender"
    manifest = tomllib.loads((ROOT / "blender_manifest.toml").read_text(encoding="utf-8"))
    earcut = [wheel for wheel in wheels if "mapbox_earcut" in wheel]
    assert len(earcut) == len(manifest["platforms"]) * len(build_extension.PYTHONS)
    for wheel in wheels:
        with zipfile.ZipFile(ROOT / wheel) as file:
            assert any("/licenses/LICENSE" in name for name in file.namelist()), wheel


def test_blender_installs_it_and_it_imports_a_model(archive: Path, tmp_path: Path) -> None:
    from trivox.core import Look, Model, Scene
    from trivox.core.formats.vox import write_vox

    model, answer = tmp_path / "cube.vox", tmp_path / "answer.json"
    grid = np.ones((5, 5, 5), np.uint8)
    grid[2, 2] = 0
    look = Look(np.full((256, 4), 255, np.uint8))
    write_vox(model, Scene(name="", models=(Model.from_grid(grid),), look=look, nodes=()))
    run(INSTALL, tmp_path / "user", archive, model, answer)
    found = json.loads(answer.read_text())
    assert found["enabled"]
    assert found["result"] == ["FINISHED"]
    # A block with a shaft through it: two sides with a hole, eight plain ones.
    assert found["triangles"] == 2 * 8 + 8 * 2
    assert {"mapbox_earcut", "pyvox"} <= set(found["unpacked"]), "Blender did not take the wheels of this platform"


def test_it_comes_and_goes_twice_without_a_trace(archive: Path, tmp_path: Path) -> None:
    answer = tmp_path / "answer.json"
    repository = tmp_path / "user" / "extensions" / "user_default"
    repository.mkdir(parents=True)
    with zipfile.ZipFile(archive) as file:
        file.extractall(repository / "trivox")
    run(REGISTER, tmp_path / "user", answer)
    before, first, between, second, after = json.loads(answer.read_text())
    assert before == between == after == []
    assert first == second
    assert "IMPORT_SCENE_OT_trivox" in first
    assert any(entry.startswith("TOPBAR_MT_file_import: ") for entry in first)
    assert len(list(Path(first[-1]).glob("*.py"))) == 9
