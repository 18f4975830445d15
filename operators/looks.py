"""Buttons for how models look in: colors in all viewports, a stage for renders out, and back."""

from __future__ import annotations

import bpy

from ..blender import soft_edges, stage
from ..blender.record import of_object
from ..blender.shown import colors_shown, follow_undo, show_as_before, show_colors_everywhere
from ..blender.words import CONTEXT, FloatProperty, pgettext_rpt


class TRIVOX_OT_show_colors(bpy.types.Operator):
    """Lets all viewports show colors and edges, or as they were before."""

    bl_idname = "trivox.show_colors"
    bl_label = "Show Colors"
    bl_translation_context = CONTEXT
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
    bl_translation_context = CONTEXT
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


class TRIVOX_OT_soft_edges(bpy.types.Operator):
    """Lets edges of models look rounded, or sharp again."""

    bl_idname = "trivox.soft_edges"
    bl_label = "Soft Edges"
    bl_translation_context = CONTEXT
    bl_description = (
        "Round the edges of the selected models: in their materials if Cycles renders, else by a Bevel modifier. "
        "Press again to have them sharp"
    )
    bl_options = {"REGISTER", "UNDO"}

    width: FloatProperty(name="Width", description="Width of the rounding, in voxels", min=0.01, max=0.5, default=0.1)

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Work on meshes of Trivox whose edges can be rounded, or are."""
        chosen, by_shader = _models(context), _by_shader(context)
        if any(soft_edges.can_round(obj, by_shader=by_shader) for obj in chosen) or soft_edges.are_soft(chosen):
            return True
        if not chosen:
            cls.poll_message_set("No selected object is a mesh that Trivox imported")
        elif by_shader:
            cls.poll_message_set("Faces of the mode Fewest overlap, which Cycles does not bear. Use another mode")
        else:
            cls.poll_message_set(
                "A Bevel modifier needs the mode Voxel Faces or Watertight, and Part Edges where four faces share an "
                "edge. In Cycles other modes can have soft edges as well"
            )
        return False

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Round the edges, or no more."""
        chosen = _models(context)
        if soft_edges.are_soft(chosen):
            soft_edges.sharpen(chosen)
            return {"FINISHED"}
        sharp = soft_edges.soften(chosen, self.width, by_shader=_by_shader(context))
        if sharp:
            line = pgettext_rpt("Objects that stay sharp, for their mode or their edges cannot be rounded: {count}")
            self.report({"WARNING"}, line.format(count=len(sharp)))
        return {"FINISHED"}


def _models(context: bpy.types.Context) -> list[bpy.types.Object]:
    """The selected objects with meshes of Trivox."""
    return [obj for obj in context.selected_objects if of_object(obj)]


def _by_shader(context: bpy.types.Context) -> bool:
    return context.scene.render.engine == "CYCLES"


CLASSES = (TRIVOX_OT_show_colors, TRIVOX_OT_stage, TRIVOX_OT_soft_edges)

_UNDO = (bpy.app.handlers.undo_post, bpy.app.handlers.redo_post)


def register() -> None:
    """Watch undo and redo."""
    for handlers in _UNDO:
        handlers.append(follow_undo)


def unregister() -> None:
    """Stop watching."""
    for handlers in _UNDO:
        handlers.remove(follow_undo)
