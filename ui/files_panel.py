"""The panel "Files" of the sidebar: what remembers a file in, a row with its path and buttons out."""

from __future__ import annotations

import bpy

from ..blender.source import Source, sources
from ..blender.words import CONTEXT
from ..core.text import readable
from .panels import Sidebar

ICON_ONLY = ""


class VIEW3D_PT_trivox_files(Sidebar, bpy.types.Panel):
    """The files that something in the scene comes from."""

    bl_label = "Files"

    @classmethod
    def poll(cls, _context: bpy.types.Context) -> bool:
        """Show where something comes from a file that is known."""
        return bool(sources())

    def draw(self, _context: bpy.types.Context) -> None:
        """Draw a row for each file."""
        for source in sources().values():
            draw_file(self.layout, source)


def draw_file(layout: bpy.types.UILayout, source: Source) -> None:
    """Draw the name of a file, and the buttons that reload and follow it.

    Parameters
    ----------
    layout : bpy.types.UILayout
    source : Source
    """
    there = source.absolute.is_file()
    row = layout.row(align=True)
    name = row.row()
    name.alert = not there
    name.label(text=readable(source.absolute.name), icon="FILE" if there else "ERROR", translate=False)
    if there:
        button = row.operator("trivox.reload", text=ICON_ONLY, icon="FILE_REFRESH")
    else:
        button = row.operator("trivox.reload", text="Find", text_ctxt=CONTEXT, icon="VIEWZOOM")
    button.file = source.file
    icon = "LINKED" if source.follows else "UNLINKED"
    button = row.operator("trivox.follow_file", text=ICON_ONLY, icon=icon, depress=source.follows)
    button.file, button.follow = source.file, not source.follows
    below = layout.row()
    below.active = False
    below.label(text=readable(source.path), translate=False)


CLASSES = (VIEW3D_PT_trivox_files,)
