"""Runs Blender's module with a user folder of its own in which this repository is the installed extension."""

from __future__ import annotations

import atexit
import importlib.util
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MODULE = "bl_ext.user_default.trivox"
USER = Path(tempfile.mkdtemp(prefix="trivox-test-"))
atexit.register(shutil.rmtree, USER, ignore_errors=True)
# Blender reads it when its module is imported.
os.environ["BLENDER_USER_RESOURCES"] = str(USER)

if importlib.util.find_spec("bpy") is None:
    collect_ignore_glob = ["test_*.py"]


@pytest.fixture(scope="session")
def extension() -> Iterator[str]:
    """Enable the extension; the value is the name of its module."""
    repository = USER / "extensions" / "user_default"
    repository.mkdir(parents=True, exist_ok=True)
    try:
        (repository / "trivox").symlink_to(ROOT, target_is_directory=True)
    except OSError:
        left_out = shutil.ignore_patterns(".*", "build", "dist", "tests", "__pycache__")
        shutil.copytree(ROOT, repository / "trivox", ignore=left_out)
    import addon_utils

    errors: list[Exception] = []
    addon_utils.enable(MODULE, default_set=True, handle_error=errors.append)
    assert not errors
    yield MODULE
    addon_utils.disable(MODULE)


@pytest.fixture
def empty(extension: str) -> None:
    """Start from an empty scene with the extension enabled."""
    import bpy

    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, bytes], str]:
    """Return a function that writes a file and returns its path."""

    def write_file(name: str, data: bytes) -> str:
        path = tmp_path / name
        path.write_bytes(data)
        return str(path)

    return write_file
