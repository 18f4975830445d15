"""The sidebar's panel "Shape Tools": the active object and selected tools in, buttons that edit voxels out."""

from __future__ import annotations

import bpy

from ..blender.words import CONTEXT
from .sidebar import Sidebar

_ACTIONS = (("ADD", "Add", "SELECT_EXTEND"), ("CARVE", "Carve", "SELECT_SUBTRACT"), ("PAINT", "Paint", "BRUSH_DATA"))


class TRIVOX_MT_add_shape(bpy.types.Menu):
    """The shapes that an empty can be."""

    bl_idname = "TRIVOX_MT_add_shape"
    bl_label = "Add Shape"
    bl_translation_context = CONTEXT

    def draw(self, _context: bpy.types.Context) -> None:
        """Draw an entry for each."""
        self.layout.operator_enum("trivox.add_shape", "shape")


class VIEW3D_PT_trivox_shapes(Sidebar, bpy.types.Panel):
    """Buttons that edit the voxels of the active object by the other selected ones."""

    bl_label = "Shape Tools"
    bl_options = {"DEFAULT_CLOSED"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Hide where nothing can be edited."""
        return context.scene is not None

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the menu of shapes, what the selected empties are, and the buttons."""
        self.layout.menu("TRIVOX_MT_add_shape", icon="ADD")
        for obj in context.selected_objects:
            if obj.type == "EMPTY":
                row = self.layout.row()
                row.label(text=obj.name, icon="EMPTY_DATA", translate=False)
                row.prop(obj, "trivox_shape", text="")
        # Below each other, for in other languages their words are longer.
        column = self.layout.column(align=True)
        for action, label, icon in _ACTIONS:
            column.operator("trivox.edit_with_objects", text=label, text_ctxt=CONTEXT, icon=icon).action = action


CLASSES = (TRIVOX_MT_add_shape, VIEW3D_PT_trivox_shapes)
