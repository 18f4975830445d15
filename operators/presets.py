"""The folder ``presets`` of the extension in, entries in the menu "Operator Presets" of the import out."""

from __future__ import annotations

from pathlib import Path

import bpy

FOLDER = str(Path(__file__).resolve().parents[1])
"""Where Blender finds the folder."""


def register() -> None:
    """Let Blender look for presets here too."""
    bpy.utils.register_preset_path(FOLDER)


def unregister() -> None:
    """Let it look here no longer."""
    bpy.utils.unregister_preset_path(FOLDER)
