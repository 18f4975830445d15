"""File > Import and drops: .vox files and options in, objects in the scene and one summary line out."""

from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import bpy
from bpy.app.translations import pgettext_rpt
from bpy.props import CollectionProperty, StringProperty
from bpy_extras.io_utils import ImportHelper, poll_file_object_drop

from ..core.errors import TrivoxError
from .build.prepared import PreparedFile
from .build.scene import build_file, leave_edit_mode, select, show_colors
from .prepare import prepare
from .progress import shown_progress
from .properties import BuildProperties, MeshProperties, draw_mesh_options, draw_scene_options
from .summary import summary, warning_line


class IMPORT_SCENE_OT_trivox(bpy.types.Operator, ImportHelper, MeshProperties, BuildProperties):
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

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Import each file; one that cannot be read does not keep the others from arriving."""
        start = perf_counter()
        problems: list[str] = []
        with shown_progress(context.window_manager) as progress:
            files, objects = self._import(context, problems, progress)
        if not files:
            self.report({"ERROR"}, "\n".join(problems) or pgettext_rpt("No file was chosen"))
            return {"CANCELLED"}
        select(objects, context)
        if self.show_colors:
            show_colors(context)
        self.report({"INFO"}, summary(files, perf_counter() - start))
        for problem in problems:
            self.report({"WARNING"}, problem)
        return {"FINISHED"}

    def _import(
        self, context: bpy.types.Context, problems: list[str], progress: Callable[[float], None]
    ) -> tuple[list[PreparedFile], list[bpy.types.Object]]:
        """Prepare and build file by file; add a sentence to `problems` for each that fails or is odd."""
        mesh_options, build_options = self.mesh_options(), self.build_options()
        paths = self._paths()
        files: list[PreparedFile] = []
        objects: list[bpy.types.Object] = []
        for number, path in enumerate(paths):

            def file_progress(share: float, number: int = number) -> None:
                progress((number + share) / len(paths))

            try:
                flat = build_options.hierarchy == "flat"
                file = prepare(path, mesh_options, flat=flat, progress=file_progress)
            except TrivoxError as error:
                problems.append(f"{path.name}: {error}")
                continue
            if not files:
                leave_edit_mode(context)
            objects += build_file(file, context, build_options)
            files.append(file)
            if file.warnings:
                problems.append(warning_line(path.name, file.warnings))
        return files, objects

    def _paths(self) -> list[Path]:
        """List the chosen files: those of a folder, or the one path that a script gives."""
        names = [file.name for file in self.files if file.name]
        if names:
            return [Path(bpy.path.abspath(self.directory), name) for name in names]
        return [Path(bpy.path.abspath(self.filepath))] if self.filepath else []


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
