"""Khronos' own validator finds nothing wrong with the .glb and .gltf files; with pygltflib's figures trimesh agrees.

The validator runs in Node: `npm install --no-save gltf-validator` in the root of the repository, or NODE_PATH.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from helpers_cases import CASES
from helpers_exporters import SETTINGS
from helpers_extension import ROOT
from helpers_readers import exported, read

SCRIPT = Path(__file__).with_name("validate.js")

pytestmark = pytest.mark.usefixtures("extension")


def node(arguments: list[str], given: str = "") -> subprocess.CompletedProcess[str]:
    command = [shutil.which("node") or "node", *arguments]
    return subprocess.run(command, input=given, capture_output=True, text=True, cwd=ROOT, check=False)


@pytest.fixture(scope="module")
def validator() -> None:
    """Skip where there is none."""
    if shutil.which("node") is None:
        pytest.skip("Khronos' validator needs node")
    if node(["-e", "require('gltf-validator')"]).returncode:
        pytest.skip("gltf-validator is not installed: npm install --no-save gltf-validator")


@pytest.mark.parametrize("case", CASES)
@pytest.mark.usefixtures("validator")
def test_khronos_validator_finds_nothing(case: str) -> None:
    settings = [setting for setting in SETTINGS if setting.case.name == case]
    files = [str(exported(setting).path(kind)) for setting in settings for kind in ("glb", "gltf")]
    done = node([str(SCRIPT)], json.dumps(files))
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert len(found) == len(files)
    assert {Path(file).parent.parent.name: issues for file, issues in zip(files, found, strict=True) if issues} == {}


@pytest.mark.parametrize("case", ["plain", "groups", "mirrored", "mixed"])
def test_a_second_reader_finds_the_same(case: str) -> None:
    trimesh = pytest.importorskip("trimesh")
    pytest.importorskip("pygltflib")
    for setting in [one for one in SETTINGS if one.case.name == case and one.mode == "polygons"]:
        scene = trimesh.load_scene(exported(setting).path("glb"), process=False)
        corners = np.concatenate([body.world_triangles() for body in read(setting, "glb").bodies()])
        assert sum(len(mesh.faces) for mesh in scene.dump()) == len(corners)
        bounds = np.array([corners.min(axis=(0, 1)), corners.max(axis=(0, 1))])
        turned = np.array([(x, -z, y) for x, y, z in scene.bounds.tolist()])
        np.testing.assert_allclose(np.sort(turned, axis=0), bounds, atol=1e-5)
