"""File > Import and drops: .vox files and options in, objects in the scene and one summary line out."""

from time import perf_counter

import bpy
from bpy.app.translations import pgettext_rpt
from bpy.props import CollectionProperty, StringProperty
from bpy_extras.io_utils import ImportHelper, poll_file_object_drop

from .build.scene import build_file, leave_edit_mode, select, show_colors
from .files import chosen_paths
from .long_work import LongWork
from .prepare import Prepared, prepare_all
from .properties import BuildProperties, MeshProperties, draw_mesh_options, draw_scene_options
from .scene_properties import SceneProperties, draw_rare_options
from .summary import summary, warning_line

LONG_BYTES = 1_000_000
"""Files beyond this size, in sum, take long."""


class IMPORT_SCENE_OT_trivox(
    LongWork, bpy.types.Operator, ImportHelper, MeshProperties, BuildProperties, SceneProperties
):
    """Imports one or several files with the options of a popup, the file browser or a script."""

    bl_idname = "import_scene.trivox"
    bl_label = "Import MagicaVoxel"
    bl_description = "Import MagicaVoxel models as meshes of few triangles, with their colors in a small texture"
    bl_options = {"REGISTER", "UNDO", "PRESET"}

    filename_ext = ".vox"
    filter_glob: StringProperty(default="*.vox", options={"HIDDEN"})
    directory: StringProperty(subtype="DIR_PATH", options={"HIDDEN", "SKIP_SAVE"})
    files: CollectionProperty(type=bpy.types.OperatorFileListElement, options={"HIDDEN", "SKIP_SAVE"})

    def invoke(self, context: bpy.types.Context, _event: bpy.types.Event) -> set[str]:
        """Show the options in a popup where files were dropped, else the file browser."""
        return self.invoke_popup(context)

    def draw(self, _context: bpy.types.Context) -> None:
        """Draw the same options in file browser, popup and redo panel."""
        draw_mesh_options(self.layout, self)
        draw_scene_options(self.layout, self)
        draw_rare_options(self.layout, self)

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Import each file; one that cannot be read does not keep the others from arriving."""
        self._start = perf_counter()
        paths = chosen_paths(self)
        options = self.mesh_options(), self.build_options(), self.scene_options()
        long = sum(path.stat().st_size for path in paths if path.is_file()) > LONG_BYTES
        return self.run(context, lambda progress: prepare_all(paths, *options, progress), long=long)

    def finish(self, context: bpy.types.Context, prepared: Prepared) -> set[str]:
        """Build what was prepared."""
        problems = [f"{name}: {error}" for name, error in prepared.failures]
        if not prepared.files:
            self.report({"ERROR"}, "\n".join(problems) or pgettext_rpt("No file was chosen"))
            return {"CANCELLED"}
        options, scene_options = self.build_options(), self.scene_options()
        leave_edit_mode(context)
        files = prepared.files
        select([obj for file in files for obj in build_file(file, context, options, scene_options)], context)
        if options.show_colors:
            show_colors(context, options.colors)
        self.report({"INFO"}, summary(prepared.files, perf_counter() - self._start))
        problems += [warning_line(f"{file.name}.vox", file.warnings) for file in prepared.files if file.warnings]
        for problem in problems:
            self.report({"WARNING"}, problem)
        return {"FINISHED"}


class IO_FH_trivox(bpy.types.FileHandler):
    """Lets files be dropped on the viewport and the outliner."""

    bl_idname = "IO_FH_trivox"
    bl_label = "MagicaVoxel"
    bl_import_operator = "import_scene.trivox"
    bl_file_extensions = ".vox"

    @classmethod
    def poll_drop(cls, context: bpy.types.Context) -> bool:
        """Take files wherever Blender takes objects."""
        return poll_file_object_drop(context)


CLASSES = (IMPORT_SCENE_OT_trivox, IO_FH_trivox)
