"""The entry in File > Import."""

from __future__ import annotations

import bpy


def draw_import_entry(self: bpy.types.Menu, _context: bpy.types.Context) -> None:
    """Draw the entry."""
    self.layout.operator("import_scene.trivox", text="MagicaVoxel (.vox)")
