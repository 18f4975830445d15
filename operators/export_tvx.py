"""File > Export and collection exporters: objects that carry voxels in, a .tvx file and one summary line out."""

import bpy

from ..blender.words import BoolProperty, StringProperty
from ..core.formats import WriteOptions
from .exporting import ExportObjects


class EXPORT_SCENE_OT_trivox(ExportObjects, bpy.types.Operator):
    """Exports objects with the options of the file browser, of a collection or of a script."""

    bl_idname = "export_scene.trivox"
    bl_label = "Export Trivox"
    bl_description = "Export models that were imported with Trivox to a compact file for games, from their voxels"

    filename_ext = ".tvx"
    filter_glob: StringProperty(default="*.tvx", options={"HIDDEN"})
    compress: BoolProperty(
        name="Compress",
        description="Make the file smaller; a game has to unpack it before it can draw it",
        default=False,
    )
    voxels: BoolProperty(
        name="Voxels",
        description="Store the voxels too, so that who imports the file can compare and change modes and export again",
        default=False,
    )

    def write_options(self) -> WriteOptions:
        """Say what was chosen of how the file is written."""
        return WriteOptions(compress=self.compress, voxels=self.voxels)

    def draw_options(self, layout: bpy.types.UILayout) -> None:
        """Draw the options of the format."""
        layout.prop(self, "compress")
        layout.prop(self, "voxels")


CLASSES = (EXPORT_SCENE_OT_trivox,)
