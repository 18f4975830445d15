"""The group of buttons for smooth surfaces: what the active mesh is now in, a row below the table of modes out."""

from __future__ import annotations

import bpy

from ..blender.words import CONTEXT
from ..core.smooth import METHODS, SmoothOptions


def draw_smooth(layout: bpy.types.UILayout, now: SmoothOptions | None) -> None:
    """Draw a button for each method; that of the mesh is pressed, and its materials can be blended.

    Parameters
    ----------
    layout : bpy.types.UILayout
    now : SmoothOptions or None
        How the mesh was made, if it is smooth.
    """
    column = layout.column(align=True)
    column.label(text="Smooth", text_ctxt=CONTEXT)
    row = column.row(align=True)
    for method in METHODS:
        label = LABELS[method]
        pressed = now is not None and now.method == method
        row.operator("trivox.use_smooth", text=label, text_ctxt=CONTEXT, depress=pressed).method = method
    if now is not None and now.colors == "blend":
        column.operator("trivox.blend_materials", icon="NODE_MATERIAL")


LABELS = {"nets": "Surface Nets", "cubes": "Marching Cubes"}
