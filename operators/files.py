"""An operator that was given files in, the paths that the user chose out."""

from __future__ import annotations

from pathlib import Path

import bpy


def chosen_paths(operator: bpy.types.Operator) -> list[Path]:
    """List the chosen files: those of a folder, or the one path that a script gives.

    Parameters
    ----------
    operator : bpy.types.Operator
        With the properties ``files``, ``directory`` and ``filepath`` of Blender's file browser.

    Returns
    -------
    list of Path
    """
    names = [file.name for file in operator.files if file.name]
    if names:
        return [Path(bpy.path.abspath(operator.directory), name) for name in names]
    # With no file chosen, Blender gives the folder.
    path = Path(bpy.path.abspath(operator.filepath)) if operator.filepath else None
    return [] if path is None or path.is_dir() else [path]
