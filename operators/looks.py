"""Buttons for how models look in: colors in all viewports, a stage for renders out, and back."""

from __future__ import annotations

import bpy
from bpy.app.translations import pgettext_rpt

from ..blender import stage
from ..blender.shown import colors_shown, show_as_before, show_colors_everywhere


class TRIVOX_OT_show_colors(bpy.types.Operator):
    """Lets all viewports show colors and edges, or as they were before."""

    bl_idname = "trivox.show_colors"
    bl_label = "Show Colors"
    bl_description = (
        "Let the 3D viewports of all workspaces show the colors of the models in solid shading, with the edges of "
        "their voxels. Press again to have them as they were"
    )
    bl_options = {"REGISTER"}

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Show colors, or no more."""
        if any(map(colors_shown, bpy.data.screens)):
            show_as_before()
        else:
            show_colors_everywhere(context.selected_objects or context.scene.objects)
        return {"FINISHED"}


class TRIVOX_OT_stage(bpy.types.Operator):
    """Adds light, ground and a camera around models, or takes them away."""

    bl_idname = "trivox.stage"
    bl_label = "Stage"
    bl_description = (
        "Add a sun, a sky, a ground and a camera that frames the selected objects, and let renders keep the colors of "
        "the palette. Press again to remove them and have camera, world and colors as before"
    )
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Work where there is a stage, or something that can stand on one."""
        if stage.find_stage(context.scene) or any(obj.type in stage.SOLID for obj in context.visible_objects):
            return True
        cls.poll_message_set("Nothing can be seen that could stand on a stage")
        return False

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Set the stage, or clear it away."""
        found = stage.find_stage(context.scene)
        if found:
            stage.clear_stage(context.scene, found)
            return {"FINISHED"}
        points = stage.points_of(context.evaluated_depsgraph_get(), context.selected_objects)
        if not len(points):
            self.report({"ERROR"}, pgettext_rpt("The objects have no surface that a camera could show"))
            return {"CANCELLED"}
        stage.set_stage(context.scene, points)
        return {"FINISHED"}


CLASSES = (TRIVOX_OT_show_colors, TRIVOX_OT_stage)
