"""File > Import and drops: files of voxels and options in, objects in the scene and one summary line out."""

from collections.abc import Sequence
from pathlib import Path, PurePath
from time import perf_counter

import bpy
import numpy as np
from bpy_extras.io_utils import ImportHelper, poll_file_object_drop

from ..blender.again import meshes_again
from ..blender.cutouts import let_rays_through
from ..blender.options import BuildOptions
from ..blender.reload import remember
from ..blender.scene import build_file, leave_edit_mode, select
from ..blender.sharing import share_images
from ..blender.shown import show_colors
from ..blender.source import Source, seen_at, stored_path
from ..blender.textures import FOLDER, save_textures, textures_of
from ..blender.units import metres_per_unit
from ..blender.words import (
    CONTEXT,
    CollectionProperty,
    FloatVectorProperty,
    StringProperty,
    pgettext_iface,
    pgettext_rpt,
)
from ..core import Assembly
from ..core.errors import OptionError, TrivoxError
from ..core.files import Files, assemble_files, stand_apart
from ..core.formats import READERS, plain_readers
from ..core.progress import Progress
from ..core.text import for_users, readable
from .contents import draw_contents
from .dropping import drop_point
from .files import chosen_paths
from .long_work import LongWork
from .option_panels import draw_mesh_options, draw_scene_options
from .preferences import begin
from .properties import BuildProperties, MeshProperties
from .scene_properties import SceneProperties, draw_rare_options
from .state import remember_problems
from .summary import summary, warning_line

LONG_BYTES = 1_000_000
"""Files beyond this size, in sum, take long."""
_ENDINGS = tuple(ending for reader in plain_readers() for ending in reader.endings)


def filter_of() -> str:
    """The patterns of the files that can be read, as the file browser takes them."""
    return ";".join(f"*{ending}" for ending in _ENDINGS)


class IMPORT_SCENE_OT_trivox(
    LongWork, bpy.types.Operator, ImportHelper, MeshProperties, BuildProperties, SceneProperties
):
    """Imports one or several files with the options of a popup, the file browser or a script."""

    bl_idname = "import_scene.trivox"
    bl_label = "Import Voxels"
    bl_translation_context = CONTEXT
    bl_description = "Import voxel models as meshes of few triangles, with their colors in a small texture"
    bl_options = {"REGISTER", "UNDO", "PRESET"}

    filename_ext = _ENDINGS[0]
    filter_glob: StringProperty(default=filter_of(), options={"HIDDEN"})
    directory: StringProperty(subtype="DIR_PATH", options={"HIDDEN", "SKIP_SAVE"})
    files: CollectionProperty(type=bpy.types.OperatorFileListElement, options={"HIDDEN", "SKIP_SAVE"})

    location: FloatVectorProperty(subtype="TRANSLATION", options={"HIDDEN", "SKIP_SAVE"})

    def use_defaults(self) -> None:
        """Forget all that was chosen but the files; presets begin with it."""
        for option in self.choices():
            self.properties.property_unset(option)

    def choices(self) -> list[str]:
        """The names of all that can be chosen but the files."""
        every = self.properties.bl_rna.properties
        return [option.identifier for option in every if not (option.is_hidden or option.is_skip_save)]

    def build_options(self) -> BuildOptions:
        """Return the properties as the options of data-blocks; the mode has a say in where colors are kept."""
        chosen = super().build_options()
        return chosen if hold_meshes(self) else chosen.suiting(self.mode)

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> set[str]:
        """Show the options in a popup where files were dropped, else the file browser."""
        begin(self)
        if _is_given(self):
            self.location = drop_point(context, event)
        title = readable(self.filepath)
        text = pgettext_iface(self.bl_label)
        if not _is_given(self) or title == self.filepath or len(self.files) > 1:
            return self.invoke_popup(context, confirm_text=text)
        # Blender's own way is the same, but fails where a name is not UTF-8.
        return context.window_manager.invoke_props_dialog(self, title=title, confirm_text=text, translate=False)

    def draw(self, _context: bpy.types.Context) -> None:
        """Draw the same options in file browser, popup and redo panel."""
        if _is_given(self):
            draw_contents(self.layout, chosen_paths(self))
        finished = hold_meshes(self)
        if finished:
            self.layout.label(text="Meshes stay as they are", text_ctxt=CONTEXT, icon="INFO")
        draw_mesh_options(self.layout, self, finished=finished)
        draw_scene_options(self.layout, self, finished=finished)
        draw_rare_options(self.layout, self, finished=finished)

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Import each file; one that cannot be read does not keep the others from arriving."""
        self._start = perf_counter()
        paths = chosen_paths(self)
        build_options, scene_options = self.build_options(), self.scene_options()
        options, size = build_options.fit(self.mesh_options()), build_options.voxel_size
        at = None
        if self.properties.is_property_set("location") and not scene_options.at_origin:
            at = np.array(self.location, np.float64) * metres_per_unit(context.scene)
        long = sum(path.stat().st_size for path in paths if path.is_file()) > LONG_BYTES

        def work(progress: Progress) -> Files:
            self._seen = {path: seen for path in paths if (seen := seen_at(path))}
            files = assemble_files(paths, options, scene_options, voxel_size=size, progress=progress)
            files = _shown_as_asked(files, build_options)
            return stand_apart(files, at) if build_options.places == "apart" else files

        return self.run(context, work, long=long)

    def finish(self, context: bpy.types.Context, files: Files) -> set[str]:
        """Build what was made."""
        problems = [f"{name}: {for_users(error)}" for name, error in files.failures]
        remember_problems(context.window_manager, files)
        if not files.made:
            self.report({"ERROR"}, "\n".join(problems) or pgettext_rpt("No file was chosen"))
            return {"CANCELLED"}
        options = self.build_options()
        leave_edit_mode(context)
        objects = [obj for path, file in files.made for obj in self._built(context, file, self._source(context, path))]
        if options.one_texture:
            share_images([obj.data for obj in objects if obj.type == "MESH"])
        if any(mesh.has_clear_texels for _path, file in files.made for mesh in file.meshes):
            let_rays_through(context.scene)
        if options.textures != "packed":
            problems += _stored(objects, options.textures)
        select(objects, context)
        if options.show_colors:
            show_colors(options.colors)
        line = summary(files.made, perf_counter() - self._start, len(files.failures))
        if not files.failures:
            self.report({"INFO"}, line)
        warned = ((path.name, file.scene.warnings) for path, file in files.made)
        problems += [warning_line(name, warnings) for name, warnings in warned if warnings]
        for problem in problems:
            self.report({"WARNING"}, problem)
        if files.failures:
            # Blender shows the last report, and the whole list is in the sidebar.
            self.report({"WARNING"}, line)
        return {"FINISHED"}

    def _source(self, context: bpy.types.Context, path: Path) -> Source:
        """What shall be remembered of a file, but for the name that origins have for it."""
        stamp, digest = self._seen.get(path, ((0, 0), ""))
        options = self.mesh_options(), self.build_options(), self.scene_options()
        return Source("", stored_path(path), digest, stamp, *options, metres_per_unit(context.scene))

    def _built(self, context: bpy.types.Context, file: Assembly, source: Source) -> list[bpy.types.Object]:
        """Build a file, of meshes that are there if they may be shared, and remember where it is."""
        rows = file.placements(flat=source.build.hierarchy == "flat")
        meshes = meshes_again(source, file, rows) if source.build.again == "instances" else None
        objects = build_file(file, context, source.build, source.scene, meshes=meshes)
        remember(source, file, objects)
        return objects


def _stored(objects: Sequence[bpy.types.Object], textures: str) -> list[str]:
    """Save the textures of new objects beside the .blend file; what goes wrong, and then they stay in it."""
    try:
        save_textures(textures_of(objects), FOLDER, packed=textures == "both")
    except TrivoxError as error:
        line = pgettext_rpt("The textures stay in the .blend file: {reason}")
        return [line.format(reason=error)]
    return []


def hold_meshes(operator: bpy.types.Operator) -> bool:
    """Tell whether all chosen files hold finished meshes, which most options cannot change.

    Parameters
    ----------
    operator : bpy.types.Operator
        As `chosen_paths` takes it, and with ``filter_glob``: what can be chosen where nothing is chosen yet.
    """
    endings = {path.suffix.lower() for path in chosen_paths(operator) if _is_given(operator)} - {""}
    endings = endings or {PurePath(pattern).suffix for pattern in operator.filter_glob.split(";")}
    return endings <= {ending for reader in READERS if reader.finished for ending in reader.endings}


def _is_given(operator: bpy.types.Operator) -> bool:
    """Whether a file was chosen; Blender also remembers the last one."""
    return bool(operator.files) or operator.properties.is_property_set("filepath")


def _shown_as_asked(files: Files, options: BuildOptions) -> Files:
    """Take files for failures that cannot be shown as asked."""
    made, failures = [], list(files.failures)
    for path, file in files.made:
        try:
            refuse_several_colors(file, options)
            made.append((path, file))
        except OptionError as error:
            failures.append((readable(path.name), error))
    return Files(tuple(made), tuple(failures))


def refuse_several_colors(file: Assembly, options: BuildOptions) -> None:
    """Raise OptionError for finished meshes with faces of several colors, or clear ones, where these cannot be told."""
    if options.one_color_a_face and not all(mesh.projection.is_flat.all() for mesh in file.meshes):
        raise OptionError("the meshes of the file have faces of several colors, which only a texture can show")
    if options.colors != "texture" and any(mesh.has_clear_texels for mesh in file.meshes):
        raise OptionError("the meshes of the file show nothing in places, which only a texture can tell")


class _Drop:
    """Lets files be dropped on the viewport and the outliner."""

    @classmethod
    def poll_drop(cls, context: bpy.types.Context) -> bool:
        """Take files wherever Blender takes objects."""
        return poll_file_object_drop(context)


def _handler(name: str, endings: Sequence[str]) -> type:
    """The file handler of a reader; Trivox's own files can also be written from collections."""
    fields = {
        "__doc__": _Drop.__doc__,
        "bl_idname": f"IO_FH_trivox{endings[0].replace('.', '_')}",
        "bl_label": name,
        "bl_import_operator": IMPORT_SCENE_OT_trivox.bl_idname,
        "bl_file_extensions": ";".join(endings),
    }
    if name == "Trivox":
        fields["bl_export_operator"] = "export_scene.trivox"
    return type(fields["bl_idname"], (_Drop, bpy.types.FileHandler), fields)


CLASSES = (IMPORT_SCENE_OT_trivox, *(_handler(reader.name, reader.endings) for reader in plain_readers()))
