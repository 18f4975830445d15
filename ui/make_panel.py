"""The panel "Convert" of the sidebar tab, and the entries of the viewport's menu: buttons out."""

from __future__ import annotations

import bpy

from ..blender.words import CONTEXT
from .sidebar import Sidebar


class VIEW3D_PT_trivox_make(Sidebar, bpy.types.Panel):
    """What makes voxels of objects and pictures, and pictures with heights of voxels."""

    bl_label = "Convert"
    bl_options = {"DEFAULT_CLOSED"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Hide where nothing can be made."""
        return context.scene is not None

    def draw(self, _context: bpy.types.Context) -> None:
        """Draw the buttons."""
        self.layout.operator("trivox.voxelize", icon="MOD_REMESH")
        self.layout.operator(
            "import_scene.trivox_picture", text="Picture as Voxels", text_ctxt=CONTEXT, icon="IMAGE_DATA"
        )
        self.layout.operator("trivox.bake_relief", icon="IMAGE_ZDEPTH")


def draw_object_entries(self: bpy.types.Menu, _context: bpy.types.Context) -> None:
    """Draw the entries of Object > Convert."""
    self.layout.separator()
    self.layout.operator_context = "INVOKE_DEFAULT"
    self.layout.operator("trivox.voxelize", text="Voxelize", text_ctxt=CONTEXT, icon="MOD_REMESH")
    self.layout.operator("trivox.bake_relief", text="Bake Relief", text_ctxt=CONTEXT, icon="IMAGE_ZDEPTH")


CLASSES = (VIEW3D_PT_trivox_make,)
