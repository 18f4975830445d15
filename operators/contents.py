"""Chosen files in, the lines that tell what is in them before they are imported, out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from textwrap import wrap

import bpy

from ..blender.words import pgettext_iface
from ..core.errors import TrivoxError
from ..core.formats import Contents, scan
from ..core.text import for_users, readable

MOST_FILES = 50
"""Of more files nothing is told, so that the popup opens at once."""

LINE = 44
"""Characters that fit into a popup."""


def draw_contents(layout: bpy.types.UILayout, paths: Sequence[Path]) -> None:
    """Draw what is in files, or why they cannot be imported; nothing where nobody can tell quickly.

    Parameters
    ----------
    layout : bpy.types.UILayout
    paths : sequence of Path
    """
    if len(paths) > MOST_FILES:
        return
    found = [(path, _looked_at(path)) for path in paths]
    lines = content_lines([contents for _path, contents in found if isinstance(contents, Contents)])
    column = layout.column(align=True)
    for line in lines:
        column.label(text=line, icon="OUTLINER_OB_MESH" if line is lines[0] else "BLANK1", translate=False)
    for path, contents in found:
        if isinstance(contents, str):
            column.label(text=readable(path.name), icon="ERROR", translate=False)
            for line in wrap(contents, LINE):
                column.label(text=line, icon="BLANK1", translate=False)


def content_lines(files: Sequence[Contents]) -> list[str]:
    """Say what is in one file, or in several together.

    Parameters
    ----------
    files : sequence of Contents

    Returns
    -------
    list of str
        Translated; none if there is no file.
    """
    if not files:
        return []
    models, layers = sum(file.models for file in files), sum(file.layers for file in files)
    frames = max(file.frames for file in files)
    first = [pgettext_iface("1 model" if models == 1 else "{count} models").format(count=f"{models:,}")]
    if all(file.voxels is not None for file in files):
        voxels = sum(file.voxels or 0 for file in files)
        first.append(pgettext_iface("1 voxel" if voxels == 1 else "{count} voxels").format(count=f"{voxels:,}"))
    second = []
    if len(files) == 1:
        second.append(pgettext_iface("Size {size}").format(size=" × ".join(f"{side:,}" for side in files[0].size)))
    else:
        first.insert(0, pgettext_iface("{count} files").format(count=len(files)))
    if layers:
        second.append(pgettext_iface("1 layer" if layers == 1 else "{count} layers").format(count=f"{layers:,}"))
    if frames > 1:
        second.append(pgettext_iface("{count} frames").format(count=f"{frames:,}"))
    return [", ".join(line) for line in (first, second) if line]


def _looked_at(path: Path) -> Contents | str | None:
    """What is in a file, or why it cannot be read; None where nobody can tell quickly, or it is no file."""
    try:
        state = path.stat()
    except (OSError, ValueError):
        return None
    return _scanned(path, state.st_mtime_ns, state.st_size) if path.is_file() else None


@lru_cache(256)
def _scanned(path: Path, _changed: int, _bytes: int) -> Contents | str | None:
    """The same; popups are drawn often, so that each state of a file is looked at once."""
    try:
        return scan(path)
    except TrivoxError as error:
        return for_users(error)
