"""The panel "Checks" of the sidebar tab: overlays and what validating found in, buttons out."""

from __future__ import annotations

import bpy

from ..blender.words import CONTEXT
from ..operators import overlays
from ..operators.validate import EDITED, fault_text, verdict_of
from .panels import Sidebar
from .stats import has_record


class VIEW3D_PT_trivox_checks(Sidebar, bpy.types.Panel):
    """What can be looked at and proven of meshes."""

    bl_label = "Checks"
    bl_options = {"DEFAULT_CLOSED"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Show for objects that carry counts, and while an overlay is on."""
        return has_record(context.object) or overlays.shown(overlays.POLYGONS) or overlays.shown(overlays.JUNCTIONS)

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the toggles, the button to validate, and what it found."""
        column = self.layout.column(align=True)
        for name, operator, icon in (
            (overlays.POLYGONS, "trivox.show_polygons", "MOD_DECIM"),
            (overlays.JUNCTIONS, "trivox.show_junctions", "SNAP_MIDPOINT"),
        ):
            column.operator(operator, icon=icon, depress=overlays.shown(name))
        if has_record(context.object):
            self.layout.operator("trivox.validate", icon="CHECKMARK")
            self._draw_verdict(context.object.data)

    def _draw_verdict(self, mesh: bpy.types.Mesh) -> None:
        verdict = verdict_of(mesh)
        if verdict is None:
            return
        if verdict.holds:
            self.layout.label(text="All proofs hold", text_ctxt=CONTEXT, icon="CHECKMARK")
        column = self.layout.column(align=True)
        for index, fault in enumerate(verdict.faults):
            text = fault_text(fault)
            if len(fault.faces):
                column.operator("trivox.select_fault", text=text, icon="ERROR", translate=False).index = index
            else:
                column.label(text=text, icon="INFO" if fault.kind == EDITED else "ERROR", translate=False)


CLASSES = (VIEW3D_PT_trivox_checks,)
