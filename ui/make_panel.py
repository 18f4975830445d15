"""The panel "Make Voxels" of the sidebar tab, and the entry of the viewport's menu: buttons out."""

from __future__ import annotations

import bpy

from ..blender.words import CONTEXT
from .sidebar import Sidebar


class VIEW3D_PT_trivox_make(Sidebar, bpy.types.Panel):
    """What makes voxels of other objects."""

    bl_label = "Make Voxels"
    bl_options = {"DEFAULT_CLOSED"}
    bl_order = 11

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Hide where nothing can be made."""
        return context.scene is not None

    def draw(self, _context: bpy.types.Context) -> None:
        """Draw the buttons."""
        self.layout.operator("trivox.voxelize", icon="MOD_REMESH")


def draw_object_entry(self: bpy.types.Menu, _context: bpy.types.Context) -> None:
    """Draw the entry of Object > Convert."""
    self.layout.separator()
    self.layout.operator_context = "INVOKE_DEFAULT"
    self.layout.operator("trivox.voxelize", text="Voxelize", text_ctxt=CONTEXT, icon="MOD_REMESH")


CLASSES = (VIEW3D_PT_trivox_make,)
