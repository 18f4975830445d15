"""What the panels of the sidebar share: their place, and remarks."""

from __future__ import annotations

import bpy

from ..blender.words import CONTEXT, pgettext_iface
from .widths import Room


class Sidebar:
    """Where the panels are."""

    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Trivox"
    bl_translation_context = CONTEXT


def hint(layout: bpy.types.UILayout, text: str, room: Room | None = None) -> None:
    """Draw a remark less bright than the numbers.

    Parameters
    ----------
    layout : bpy.types.UILayout
    text : str
        Not yet translated.
    room : Room, optional
        Where the remark may be too long for one line.
    """
    row = layout.row()
    row.active = False
    if room is None:
        row.label(text=text, text_ctxt=CONTEXT, icon="INFO")
    else:
        draw_lines(row, pgettext_iface(text), room, icon="INFO")


def draw_lines(layout: bpy.types.UILayout, text: str, room: Room, *, icon: str, indent: float = 0) -> None:
    """Draw a sentence in as many lines as it needs.

    Parameters
    ----------
    layout : bpy.types.UILayout
    text : str
        Translated.
    room : Room
    icon : str
        Before the first line.
    indent : float
        Pixels that something else takes on each line.
    """
    lines = room.lines(text, indent + (0 if icon == "NONE" else room.icon()))
    column = layout.column(align=True)
    for index, line in enumerate(lines):
        column.label(text=line, icon=icon if index == 0 or icon == "NONE" else "BLANK1", translate=False)
