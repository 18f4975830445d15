"""The panel "Checks" of the sidebar tab: which overlays are on in, their buttons out."""

from __future__ import annotations

import bpy

from ..operators import overlays
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
        """Draw the toggles."""
        column = self.layout.column(align=True)
        for name, operator, icon in (
            (overlays.POLYGONS, "trivox.show_polygons", "MOD_DECIM"),
            (overlays.JUNCTIONS, "trivox.show_junctions", "SNAP_MIDPOINT"),
        ):
            column.operator(operator, icon=icon, depress=overlays.shown(name))


CLASSES = (VIEW3D_PT_trivox_checks,)
