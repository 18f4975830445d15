"""A setting and a format in, how far each fact is kept in its file out; each is measured once."""

from __future__ import annotations

import atexit
import functools
import importlib
import shutil
import tempfile
from pathlib import Path

from helpers_cases import FPS
from helpers_checks import KEPT, NO, Measure, Verdict
from helpers_exporters import Exported, Setting, export_all
from helpers_found import Found

PACKAGES = {
    "glb": ("reader_gltf", "pygltflib"),
    "gltf": ("reader_gltf", "pygltflib"),
    "fbx": ("reader_fbx", "ufbx"),
    "obj": ("reader_obj", "trimesh"),
    "usda": ("reader_usd", "pxr"),
    "usdc": ("reader_usd", "pxr"),
    "usdz": ("reader_usd", "pxr"),
    "ply": ("reader_ply", "plyfile"),
    "stl": ("reader_stl", "trimesh"),
}
"""The module that reads a format, and the package that it needs."""
FOLDER = Path(tempfile.mkdtemp(prefix="trivox-exports-"))
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)


@functools.cache
def exported(setting: Setting) -> Exported:
    """The files of a setting."""
    return export_all(setting, FOLDER / str(setting))


def read(setting: Setting, kind: str) -> Found:
    """Read a file."""
    reader = importlib.import_module(PACKAGES[kind][0])
    return reader.read(exported(setting).path(kind), setting.case.moments, FPS)


@functools.cache
def measured(setting: Setting, kind: str) -> dict[str, Verdict]:
    """How far each fact is kept that a file can tell; if it cannot be read it tells none."""
    try:
        found = read(setting, kind)
    except (RuntimeError, OSError) as error:
        return {"opens": Verdict(NO, exported(setting).errors.get(kind, str(error)))}
    return {"opens": KEPT} | Measure(setting, exported(setting), kind, found).verdicts()
