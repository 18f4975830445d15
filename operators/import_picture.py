"""File > Import and drops: a picture and one of heights in, an object of voxels in the scene and a summary line out."""

from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import bpy
from bpy_extras.io_utils import ImportHelper, poll_file_object_drop

from ..blender.pixels import BlenderDecoder
from ..blender.scene import build_file, leave_edit_mode, select
from ..blender.shown import show_colors
from ..blender.words import (
    CONTEXT,
    BoolProperty,
    EnumProperty,
    IntProperty,
    StringProperty,
    pgettext_iface,
    pgettext_rpt,
)
from ..core import Assembly, SceneOptions
from ..core.errors import TrivoxError
from ..core.files import Files
from ..core.formats import ReadOptions
from ..core.formats.picture import ENDINGS, PictureReader
from ..core.formats.source import load
from ..core.relief import MAX_DEPTH
from ..core.scene import assemble
from ..core.text import for_users, readable
from .long_work import LongWork
from .option_panels import draw_mesh_options
from .properties import BuildProperties, MeshProperties
from .state import remember_problems
from .summary import summary, warning_line

READER = PictureReader(BlenderDecoder())
"""Stands in for the reader of the core, which needs a library that Blender has not."""
LONG_PIXELS = 100_000
"""Pictures of more pixels take long."""
_READ = ReadOptions()
HEIGHTS = (
    ("brightness", "Brightness", "The brighter a pixel, the higher"),
    ("alpha", "Alpha", "The more opaque a pixel, the higher; only pixels that are quite clear are left out"),
    ("flat", "Flat", "All pixels are as high"),
)
SHELLS = (
    ("closed", "Closed", "All voxels of which something can be seen"),
    ("open", "Open Below", "Leave out what can be seen from below only"),
    ("solid", "Solid", "The inside, too"),
)


class PictureProperties:
    """What of `ReadOptions` pictures take; a class with Blender properties inherits them."""

    height: StringProperty(
        name="Height Picture",
        description="A picture of the same size that tells how high the voxels are: white is highest. Without one the "
        "picture itself does",
        subtype="FILE_PATH",
        options={"SKIP_SAVE"},
    )
    heights: EnumProperty(
        name="Height From",
        description="What tells heights where there is no height picture",
        items=HEIGHTS,
        default=_READ.heights,
    )
    depth: IntProperty(
        name="Depth",
        description="Voxels of full height; of a picture with a back, on each side",
        min=1,
        max=MAX_DEPTH,
        soft_max=256,
        default=_READ.depth,
    )
    steps: IntProperty(
        name="Steps",
        description="Different heights, for terraces; 0 for as many as the depth has",
        min=0,
        max=MAX_DEPTH,
        soft_max=64,
        default=_READ.steps,
    )
    back: StringProperty(
        name="Back Picture",
        description="A picture of the same size of the other side, turned over like a page. "
        "Front and back make a whole",
        subtype="FILE_PATH",
        options={"SKIP_SAVE"},
    )
    back_height: StringProperty(
        name="Back Height Picture",
        description="A picture of the same size that tells how high the voxels of the back are",
        subtype="FILE_PATH",
        options={"SKIP_SAVE"},
    )
    shell: EnumProperty(name="Voxels", description="Which voxels the model has", items=SHELLS, default=_READ.shell)
    upright: BoolProperty(
        name="Upright", description="Let the picture stand and look to the front; else it lies", default=_READ.upright
    )

    def read_options(self) -> ReadOptions:
        """Return the properties as options."""
        paths = {name: _path(getattr(self, name)) for name in ("height", "back", "back_height")}
        chosen = {name: getattr(self, name) for name in ("heights", "depth", "steps", "shell", "upright")}
        return ReadOptions(**paths, **chosen)


def _path(text: str) -> str | None:
    return bpy.path.abspath(text) if text else None


class IMPORT_SCENE_OT_trivox_picture(
    LongWork, bpy.types.Operator, ImportHelper, PictureProperties, MeshProperties, BuildProperties
):
    """Imports a picture with the options of a popup, the file browser or a script."""

    bl_idname = "import_scene.trivox_picture"
    bl_label = "Import Picture as Voxels"
    bl_translation_context = CONTEXT
    bl_description = "Make a model of voxels from a picture, as high as another picture or the picture itself says"
    bl_options = {"REGISTER", "UNDO", "PRESET"}

    filename_ext = ENDINGS[0]
    filter_glob: StringProperty(default=";".join(f"*{ending}" for ending in ENDINGS), options={"HIDDEN"})

    def invoke(self, context: bpy.types.Context, _event: bpy.types.Event) -> set[str]:
        """Show the options in a popup where a file was dropped, else the file browser."""
        if not self.properties.is_property_set("filepath"):
            return ImportHelper.invoke(self, context, _event)
        title, text = readable(Path(self.filepath).name), pgettext_iface(self.bl_label)
        return context.window_manager.invoke_props_dialog(self, title=title, confirm_text=text, translate=False)

    def draw(self, _context: bpy.types.Context) -> None:
        """Draw what pictures have of their own, then the options of all meshes."""
        layout = self.layout
        layout.use_property_split = True
        layout.use_property_decorate = False
        column = layout.column()
        column.prop(self, "height")
        row = column.row()
        row.active = not self.height
        row.prop(self, "heights")
        for name in ("depth", "steps", "upright", "shell", "back"):
            column.prop(self, name)
        row = column.row()
        row.active = bool(self.back)
        row.prop(self, "back_height")
        draw_mesh_options(layout, self, finished=False)

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Unpack the pictures here, for Blender does so nowhere else; their voxels are made and meshed besides."""
        self._start = perf_counter()
        path = Path(bpy.path.abspath(self.filepath))
        if not self.filepath or path.is_dir():
            return self._problem(pgettext_rpt("No file was chosen"))
        try:
            data, name = load(path)
            chosen = self.read_options()
            pictures = READER.unpack(data, chosen)
        except TrivoxError as error:
            return self._problem(f"{readable(path.name)}: {for_users(error)}")
        build = self.build_options().suiting(self.mode)
        options, size = build.fit(self.mesh_options()), build.voxel_size

        def work(progress: Callable[[float], None]) -> Assembly:
            scene = READER.relief(pictures, name, chosen)
            return assemble(scene, options, SceneOptions(), voxel_size=size, progress=progress)

        return self.run(context, work, long=pictures.front.colors.size > 4 * LONG_PIXELS)

    def finish(self, context: bpy.types.Context, file: Assembly) -> set[str]:
        """Build what was made."""
        path = Path(bpy.path.abspath(self.filepath))
        made = ((path, file),)
        remember_problems(context.window_manager, Files(made, ()))
        leave_edit_mode(context)
        build = self.build_options().suiting(self.mode)
        select(build_file(file, context, build, SceneOptions()), context)
        if build.show_colors:
            show_colors(build.colors)
        self.report({"INFO"}, summary(made, perf_counter() - self._start, 0))
        if file.scene.warnings:
            self.report({"WARNING"}, warning_line(path.name, file.scene.warnings))
        return {"FINISHED"}

    def _problem(self, line: str) -> set[str]:
        self.report({"ERROR"}, line)
        return {"CANCELLED"}


class IO_FH_trivox_picture(bpy.types.FileHandler):
    """Lets dropped pictures become voxels; Blender asks, for it has uses of its own for them."""

    bl_idname = "IO_FH_trivox_picture"
    bl_label = "Picture as Voxels"
    bl_import_operator = IMPORT_SCENE_OT_trivox_picture.bl_idname
    bl_file_extensions = ";".join(ENDINGS)

    @classmethod
    def poll_drop(cls, context: bpy.types.Context) -> bool:
        """Take pictures in 3D viewports, where Blender offers others beside."""
        return poll_file_object_drop(context) and context.area is not None and context.area.type == "VIEW_3D"


CLASSES = (IMPORT_SCENE_OT_trivox_picture, IO_FH_trivox_picture)
