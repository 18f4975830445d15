"""Fixtures: files that leave Blender, and Blender's own pictures of them."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any, NamedTuple

import pytest

if importlib.util.find_spec("bpy") is None:
    collect_ignore_glob = ["test_engine*.py"]


class Studio(NamedTuple):
    """What `engine_pictures.from_blender` made."""

    shots: list[dict[str, Any]]
    files: Path
    out: Path


@pytest.fixture(scope="session")
def studio(extension: str, tmp_path_factory: pytest.TempPathFactory) -> Studio:
    """Import and export the files of the pictures."""
    from engine_pictures import from_blender
    from picture_files import glass, write_cutouts, write_files

    files, out = tmp_path_factory.mktemp("exported"), tmp_path_factory.mktemp("pictures")
    taken = from_blender(write_files(out), files, out)
    blended = out / "blended.vox"
    blended.write_bytes(glass())
    taken += from_blender(write_cutouts(out), files, out, mode="cutout")
    return Studio(taken + from_blender([blended], files, out, glass="both"), files, out)
