"""The entries in File > Import and File > Export."""

from __future__ import annotations

import bpy


def draw_import_entry(self: bpy.types.Menu, _context: bpy.types.Context) -> None:
    """Draw the entries."""
    self.layout.operator("import_scene.trivox", text="MagicaVoxel (.vox)")
    self.layout.operator("import_scene.trivox_tvx", text="Trivox (.tvx)")


def draw_export_entry(self: bpy.types.Menu, _context: bpy.types.Context) -> None:
    """Draw the entry."""
    self.layout.operator("export_scene.trivox", text="Trivox (.tvx)")
