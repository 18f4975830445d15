"""File > Import and drops: .tvx files in, the objects that their .vox files would give and a summary line out."""

from dataclasses import replace
from time import perf_counter

import bpy
from bpy.app.translations import pgettext_rpt
from bpy.props import CollectionProperty, StringProperty
from bpy_extras.io_utils import ImportHelper, poll_file_object_drop

from .build.options import BuildOptions, SceneOptions
from .build.record import VOXELS
from .build.scene import build_file, leave_edit_mode, select, show_colors
from .files import chosen_paths
from .long_work import LongWork
from .prepare import Prepared
from .prepare_tvx import prepare_all_tvx
from .properties import BuildProperties
from .scene_properties import SceneProperties
from .summary import summary, warning_line

LONG_BYTES = 1_000_000
"""Files beyond this size, in sum, take long."""
_BUILD = BuildProperties.__annotations__
_SCENE = SceneProperties.__annotations__


class IMPORT_SCENE_OT_trivox_tvx(LongWork, bpy.types.Operator, ImportHelper):
    """Imports one or several compact files."""

    bl_idname = "import_scene.trivox_tvx"
    bl_label = "Import Trivox"
    bl_description = "Import compact Trivox files: the same objects, triangles and colors as when they were exported"
    bl_options = {"REGISTER", "UNDO", "PRESET"}

    filename_ext = ".tvx"
    filter_glob: StringProperty(default="*.tvx", options={"HIDDEN"})
    directory: StringProperty(subtype="DIR_PATH", options={"HIDDEN", "SKIP_SAVE"})
    files: CollectionProperty(type=bpy.types.OperatorFileListElement, options={"HIDDEN", "SKIP_SAVE"})
    faces: _BUILD["faces"]
    hierarchy: _BUILD["hierarchy"]
    show_colors: _BUILD["show_colors"]
    layers: _SCENE["layers"]
    hidden: _SCENE["hidden"]
    animation: _SCENE["animation"]
    frame: _SCENE["frame"]
    rate: _SCENE["rate"]
    scene_range: _SCENE["scene_range"]

    def invoke(self, context: bpy.types.Context, _event: bpy.types.Event) -> set[str]:
        """Show the options in a popup where files were dropped, else the file browser."""
        return self.invoke_popup(context)

    def draw(self, _context: bpy.types.Context) -> None:
        """Draw the options."""
        layout = self.layout
        layout.use_property_split = True
        layout.use_property_decorate = False
        layout.row().prop(self, "faces", expand=True)
        layout.row().prop(self, "hierarchy", expand=True)
        layout.prop(self, "layers")
        layout.prop(self, "hidden")
        layout.prop(self, "animation")
        if self.animation == "frame":
            layout.prop(self, "frame")
        if self.animation == "animate":
            layout.prop(self, "rate")
        layout.prop(self, "scene_range")
        layout.prop(self, "show_colors")

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Import each file; one that cannot be read does not keep the others from arriving."""
        self._start = perf_counter()
        paths, options, flat = chosen_paths(self), self._scene_options(), self.hierarchy == "flat"
        long = sum(path.stat().st_size for path in paths if path.is_file()) > LONG_BYTES
        return self.run(context, lambda progress: prepare_all_tvx(paths, options, progress, flat=flat), long=long)

    def finish(self, context: bpy.types.Context, made: tuple[Prepared, tuple[float, ...]]) -> set[str]:
        """Build what was prepared."""
        prepared, sizes = made
        problems = [f"{name}: {error}" for name, error in prepared.failures]
        if not prepared.files:
            self.report({"ERROR"}, "\n".join(problems) or pgettext_rpt("No file was chosen"))
            return {"CANCELLED"}
        options = BuildOptions(faces=self.faces, hierarchy=self.hierarchy, show_colors=self.show_colors)
        leave_edit_mode(context)
        objects = []
        for file, size in zip(prepared.files, sizes, strict=True):
            objects += build_file(file, context, replace(options, voxel_size=size), self._scene_options())
        for mesh in {obj.data for obj in objects if obj.data}:
            # The file tells what can be seen, not of which voxels it was made.
            del mesh[VOXELS]
        select(objects, context)
        if options.show_colors:
            show_colors(context, options.colors)
        self.report({"INFO"}, summary(prepared.files, perf_counter() - self._start, ending=".tvx"))
        problems += [warning_line(f"{file.name}.tvx", file.warnings) for file in prepared.files if file.warnings]
        for problem in problems:
            self.report({"WARNING"}, problem)
        return {"FINISHED"}

    def _scene_options(self) -> SceneOptions:
        names = ("layers", "hidden", "animation", "frame", "rate", "scene_range")
        return SceneOptions(**{name: getattr(self, name) for name in names})


class IO_FH_trivox_tvx(bpy.types.FileHandler):
    """Lets files be dropped on the viewport and the outliner, and collections be exported."""

    bl_idname = "IO_FH_trivox_tvx"
    bl_label = "Trivox"
    bl_import_operator = "import_scene.trivox_tvx"
    bl_export_operator = "export_scene.trivox"
    bl_file_extensions = ".tvx"

    @classmethod
    def poll_drop(cls, context: bpy.types.Context) -> bool:
        """Take files wherever Blender takes objects."""
        return poll_file_object_drop(context)


CLASSES = (IMPORT_SCENE_OT_trivox_tvx, IO_FH_trivox_tvx)
