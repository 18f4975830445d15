"""Blender's module with this repository as the installed extension, in a user folder of its own."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MODULE = "bl_ext.user_default.trivox"
USER = Path(tempfile.mkdtemp(prefix="trivox-test-"))
atexit.register(shutil.rmtree, USER, ignore_errors=True)
# Blender reads it when its module is imported.
os.environ["BLENDER_USER_RESOURCES"] = str(USER)


@contextmanager
def enabled() -> Iterator[str]:
    """Enable the extension, and disable it in the end; the value is the name of its module."""
    repository = USER / "extensions" / "user_default"
    repository.mkdir(parents=True, exist_ok=True)
    try:
        (repository / "trivox").symlink_to(ROOT, target_is_directory=True)
    except OSError:
        left_out = shutil.ignore_patterns(".*", "build", "dist", "tests", "__pycache__")
        shutil.copytree(ROOT, repository / "trivox", ignore=left_out)
    import bpy  # noqa: F401, I001  makes the next module known
    import addon_utils

    errors: list[Exception] = []
    addon_utils.enable(MODULE, default_set=True, handle_error=errors.append)
    assert not errors
    yield MODULE
    addon_utils.disable(MODULE)


def start_empty() -> None:
    """Begin with an empty scene; the extension stays enabled."""
    import bpy

    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
