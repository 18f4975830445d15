"""Selected models and options in, a UV layer for baked light on each, images to bake it in and one summary line out."""

from __future__ import annotations

import bpy

from ..blender.light_map import LightSheet, add_light_maps, light_image
from ..blender.record import of_object
from ..blender.scene import leave_edit_mode
from ..blender.words import CONTEXT, BoolProperty, IntProperty, pgettext_rpt
from ..core.errors import TrivoxError
from ..core.texture.lightmap import MAX_LIGHT_MARGIN, MAX_LIGHT_SIDE, MAX_LIGHT_TEXELS, LightMapOptions
from .naming import named


class TRIVOX_OT_add_light_map(bpy.types.Operator):
    """Adds a second UV layer, in which no faces overlap."""

    bl_idname = "trivox.add_light_map"
    bl_label = "Add Light Map"
    bl_translation_context = CONTEXT
    bl_description = (
        "Give the selected models a second UV layer in which no faces overlap, for baking light and for game engines, "
        "or renew it. Colors keep the first one. To bake: choose the image in an Image Texture node of each material, "
        "then press Bake in the render properties of Cycles"
    )
    bl_options = {"REGISTER", "UNDO"}

    texels: IntProperty(
        name="Pixels per Voxel",
        description="Pixels along the side of a voxel; fewer where the light map would become larger than allowed",
        min=1,
        max=MAX_LIGHT_TEXELS,
        soft_max=16,
        default=LightMapOptions.texels,
    )
    margin: IntProperty(
        name="Margin",
        description="Free pixels around each flat piece, so that light does not run from one into another",
        min=0,
        max=MAX_LIGHT_MARGIN,
        soft_max=8,
        default=LightMapOptions.margin,
    )
    power_of_two: BoolProperty(
        name="Power of Two",
        description="Let both sides of the light map be powers of two, as some game engines want",
        default=LightMapOptions.power_of_two,
    )
    largest: IntProperty(
        name="Largest Texture",
        description="Pixels that a side of the light map may have at most",
        min=16,
        max=MAX_LIGHT_SIDE,
        default=LightMapOptions.largest,
    )
    together: BoolProperty(
        name="Together",
        description="Put all selected models into one light map, else each has its own",
        default=False,
    )
    new_image: BoolProperty(
        name="New Image",
        description="Make an image of the right size for each light map, into which light can be baked",
        default=False,
    )
    deep: BoolProperty(
        name="32-bit Float",
        description="Let the image hold light brighter than white",
        default=True,
    )

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Work on meshes of Trivox."""
        if any(map(of_object, context.selected_objects)):
            return True
        cls.poll_message_set("No selected object is a mesh that Trivox imported")
        return False

    def draw(self, _context: bpy.types.Context) -> None:
        """Draw the options in the panel below the viewport."""
        layout = self.layout
        layout.use_property_split = True
        for name in ("texels", "margin", "power_of_two", "largest", "together", "new_image"):
            layout.prop(self, name)
        row = layout.row()
        row.active = self.new_image
        row.prop(self, "deep")

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Lay the meshes out."""
        leave_edit_mode(context)
        objects = [obj for obj in context.selected_objects if of_object(obj)]
        meshes = list(dict.fromkeys(obj.data for obj in objects if obj.data.is_editable))
        if not meshes:
            return self._problem(pgettext_rpt("The mesh comes from another file, so it cannot be changed here"))
        options = LightMapOptions(self.texels, self.margin, self.power_of_two, self.largest)
        try:
            sheets = add_light_maps(meshes, options, together=self.together)
        except TrivoxError as error:
            return self._problem(str(error))
        if self.new_image:
            self._make_images(context, objects, sheets)
        self._warn(objects, sheets)
        return {"FINISHED"}

    def _make_images(
        self, context: bpy.types.Context, objects: list[bpy.types.Object], sheets: list[LightSheet]
    ) -> None:
        """Make an image for each light map, with the name of the object; or of the active one."""
        first = [context.object] if context.object in objects else []
        for sheet in sheets:
            obj = next(obj for obj in (*first, *objects) if obj.data in sheet.meshes)
            light_image(sheet, pgettext_rpt("{name} Light Map").format(name=obj.name), deep=self.deep)

    def _warn(self, objects: list[bpy.types.Object], sheets: list[LightSheet]) -> None:
        """Report what was made, and what is not as it was asked for."""
        line = pgettext_rpt("Light maps: {count}; {width} x {height} pixels, {used}% used")
        largest = max(sheets, key=lambda sheet: sheet.width * sheet.height)
        size = {"width": f"{largest.width:,}", "height": f"{largest.height:,}", "used": f"{100 * largest.used:.0f}"}
        self.report({"INFO"}, line.format(count=f"{len(sheets):,}", **size))
        coarse = [sheet for sheet in sheets if sheet.texels < sheet.asked]
        if coarse:
            line = pgettext_rpt("Fewer pixels per voxel, for want of room: {names}")
            names = [f"{mesh.name} ({sheet.texels})" for sheet in coarse for mesh in sheet.meshes]
            self.report({"WARNING"}, line.format(names=named(names)))
        users = [obj.data for obj in bpy.data.objects if obj.type == "MESH"]
        alike = [mesh.name for sheet in sheets for mesh in sheet.meshes if users.count(mesh) > 1]
        if alike:
            line = pgettext_rpt(
                "Objects that share a mesh share its light; to bake each, make them single-user: {names}"
            )
            self.report({"WARNING"}, line.format(names=named(alike)))
        linked = [obj.name for obj in objects if not obj.data.is_editable]
        if linked:
            line = pgettext_rpt("Objects from other files were left out: {names}")
            self.report({"WARNING"}, line.format(names=named(linked)))

    def _problem(self, line: str) -> set[str]:
        self.report({"ERROR"}, line)
        return {"CANCELLED"}


CLASSES = (TRIVOX_OT_add_light_map,)
"""In the order in which they are registered."""
