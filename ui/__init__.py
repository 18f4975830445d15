"""What a user sees of Trivox in Blender: the menu entries, the sidebar tab and their translations."""

from __future__ import annotations

import bpy

from . import (
    cells,
    checks_panel,
    files_panel,
    game_panel,
    looks_panel,
    make_panel,
    menus,
    panels,
    shapes_panel,
    totals,
)
from .pictures import PICTURES
from .translations import TRANSLATIONS

CLASSES = (
    *cells.CLASSES,
    *panels.CLASSES,
    *files_panel.CLASSES,
    *looks_panel.CLASSES,
    *checks_panel.CLASSES,
    *shapes_panel.CLASSES,
    *make_panel.CLASSES,
    *game_panel.CLASSES,
)
"""Panels in the order in which they are shown: what is looked at most first, what is closed at first last."""


def register() -> None:
    """Register the panels, the menu entries and the translations."""
    for cls in CLASSES:
        bpy.utils.register_class(cls)
    bpy.types.TOPBAR_MT_file_import.append(menus.draw_import_entry)
    bpy.types.TOPBAR_MT_file_export.append(menus.draw_export_entry)
    bpy.types.VIEW3D_MT_object_convert.append(make_panel.draw_object_entries)
    bpy.app.translations.register(__package__, TRANSLATIONS)
    totals.register()


def unregister() -> None:
    """Take them away in reverse order."""
    totals.unregister()
    PICTURES.free()
    bpy.app.translations.unregister(__package__)
    bpy.types.VIEW3D_MT_object_convert.remove(make_panel.draw_object_entries)
    bpy.types.TOPBAR_MT_file_export.remove(menus.draw_export_entry)
    bpy.types.TOPBAR_MT_file_import.remove(menus.draw_import_entry)
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)
