"""The sidebar's panel "Looks": what is shown now in, buttons for colors in viewports and a stage for renders out."""

from __future__ import annotations

import bpy

from ..blender.shown import colors_shown
from ..blender.soft_edges import are_soft
from ..blender.stage import find_stage
from .panels import Sidebar


class VIEW3D_PT_trivox_looks(Sidebar, bpy.types.Panel):
    """Buttons for how models look."""

    bl_label = "Looks"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Hide where nothing can be shown."""
        return context.scene is not None

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the buttons; those that are on are pressed."""
        row = self.layout.row(align=True)
        row.operator("trivox.show_colors", icon="SHADING_TEXTURE", depress=colors_shown(context.screen))
        row.operator("trivox.stage", icon="LIGHT_SUN", depress=find_stage(context.scene) is not None)
        self.layout.operator("trivox.add_light_map", icon="LIGHTPROBE_VOLUME")
        self.layout.operator(
            "trivox.soft_edges", icon="MOD_BEVEL", depress=are_soft([context.object] if context.object else [])
        )


CLASSES = (VIEW3D_PT_trivox_looks,)
