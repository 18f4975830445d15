"""The operators: what a user or a script asks Blender for in, core results built into data-blocks out."""

from __future__ import annotations

import bpy

from . import export_tvx, import_files, modes, textures

CLASSES = (*import_files.CLASSES, *modes.CLASSES, *textures.CLASSES, *export_tvx.CLASSES)


def register() -> None:
    """Register the operators and file handlers."""
    for cls in CLASSES:
        bpy.utils.register_class(cls)


def unregister() -> None:
    """Unregister them in reverse order."""
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)
