"""The sidebar's panel "Game": the active object in, buttons, and what levels and shapes for physics it has, out."""

from __future__ import annotations

import bpy

from ..blender.collision import is_shape, shape_told, shapes_below
from ..blender.levels import LEVEL, full_of, levels_below
from ..blender.words import CONTEXT, pgettext_iface
from ..operators.collision import boxes_line
from ..operators.levels import length, triangles_of
from .format import number
from .sidebar import Sidebar, draw_lines
from .widths import Room


class VIEW3D_PT_trivox_game(Sidebar, bpy.types.Panel):
    """Buttons that make levels of detail and shapes for physics, and what the active object has of them."""

    bl_label = "Game"
    bl_options = {"DEFAULT_CLOSED"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Hide where nothing can be made."""
        return context.scene is not None

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the buttons, and what there is."""
        self.layout.operator("trivox.make_levels", icon="MOD_DECIM")
        obj = context.object
        obj = (full_of(obj) or (obj.parent if is_shape(obj) else None) or obj) if obj else None
        if obj is not None:
            _draw_levels(self.layout, context.scene, obj)
        self.layout.operator("trivox.make_collision", icon="MOD_PHYSICS")
        if obj is not None:
            _draw_shapes(self.layout, obj, Room(context))


def _draw_levels(layout: bpy.types.UILayout, scene: bpy.types.Scene, obj: bpy.types.Object) -> None:
    """Draw a row for the model and for each level: which, triangles, and the distance from which on it will do."""
    levels = levels_below(obj)
    if not levels:
        return
    grid = layout.box().grid_flow(row_major=True, columns=3, even_columns=False)
    grid.label(text="Level", text_ctxt=CONTEXT)
    grid.label(text="Triangles", text_ctxt=CONTEXT)
    grid.label(text="From", text_ctxt=CONTEXT)
    for level in (obj, *levels):
        grid.label(text=str(level.get(LEVEL, 0)), translate=False)
        grid.label(text=number(triangles_of(level.data)), translate=False)
        grid.label(text=length(scene, level), translate=False)


def _draw_shapes(layout: bpy.types.UILayout, obj: bpy.types.Object, room: Room) -> None:
    """Draw how many boxes there are."""
    shapes = shapes_below(obj)
    if not shapes:
        return
    told = shape_told(shapes[0])
    if told.get("shape") == "hull":
        line = pgettext_iface("A hull of {corners} corners").format(corners=number(len(shapes[0].data.vertices)))
    else:
        line = boxes_line(len(shapes), int(told.get("bound", 0)), str(told.get("fit", "")))
    draw_lines(layout.box(), line, room, icon="NONE")


CLASSES = (VIEW3D_PT_trivox_game,)
