"""The first panel of the sidebar tab "Trivox": the import button, and what went wrong in the last import."""

from __future__ import annotations

import bpy

from ..blender.words import CONTEXT, pgettext_iface
from . import modes_panel, object_panel, totals_panel
from .format import number
from .sidebar import Sidebar, draw_lines, hint
from .stats import has_record
from .widths import Room

MOST_PROBLEMS = 8
"""So many are drawn; all can be copied."""


class VIEW3D_PT_trivox(Sidebar, bpy.types.Panel):
    """The import button, and a hint where there is nothing to count."""

    bl_label = "Trivox"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Hide where nothing can be imported."""
        return context.scene is not None

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the import button, what went wrong and, where there is nothing to count, why."""
        self.layout.operator("import_scene.trivox", text="Import", text_ctxt=CONTEXT, icon="IMPORT")
        told = context.window_manager.trivox_import
        if told.problems:
            _draw_problems(self.layout.box(), told, Room(context))
        obj = context.object
        if not has_record(obj):
            hint(self.layout, "No active object" if obj is None else "Not a Trivox mesh")


def _draw_problems(box: bpy.types.UILayout, told: bpy.types.PropertyGroup, room: Room) -> None:
    """Draw each problem under the name of its file, in as many lines as it needs."""
    failed, count = told.made < told.files, len(told.problems)
    line = pgettext_iface(
        "{made} of {files} files imported" if failed else "1 warning" if count == 1 else "{count} warnings"
    ).format(made=number(told.made), files=number(told.files), count=number(count))
    header = box.row()
    draw_lines(header.column(align=True), line, room, icon="ERROR", indent=room.icon())
    header.operator("trivox.forget_problems", text="", icon="X", emboss=False)
    column = box.column(align=True)
    for problem in told.problems[:MOST_PROBLEMS]:
        column.label(text=problem.name, icon="CANCEL" if problem.failed else "INFO", translate=False)
        reason = column.column(align=True)
        reason.active = False
        draw_lines(reason, problem.reason, room, icon="BLANK1", indent=room.icon())
    if count > MOST_PROBLEMS:
        more = pgettext_iface("{count} more").format(count=number(count - MOST_PROBLEMS))
        column.label(text=more, icon="BLANK1", translate=False)
    box.operator("trivox.copy_problems", icon="COPYDOWN")


CLASSES = (VIEW3D_PT_trivox, *modes_panel.CLASSES, *object_panel.CLASSES, *totals_panel.CLASSES)
"""In the order in which they are shown; what changes in height stands below the buttons of modes."""
