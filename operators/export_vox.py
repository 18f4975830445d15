"""File > Export and collection exporters: objects that carry voxels in, a .vox file and one summary line out."""

import bpy

from ..blender.words import StringProperty
from .exporting import ExportObjects


class EXPORT_SCENE_OT_trivox_vox(ExportObjects, bpy.types.Operator):
    """Exports objects with the options of the file browser, of a collection or of a script."""

    bl_idname = "export_scene.trivox_vox"
    bl_label = "Export MagicaVoxel"
    bl_description = (
        "Export models that carry voxels to a file that MagicaVoxel opens, with groups, layers, materials and animation"
    )

    filename_ext = ".vox"
    filter_glob: StringProperty(default="*.vox", options={"HIDDEN"})


CLASSES = (EXPORT_SCENE_OT_trivox_vox,)
