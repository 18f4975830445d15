"""Selected objects and a folder in, the files of their textures and one summary line out."""

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import bpy

from ..blender.options import ATLASES
from ..blender.record import of_object, read_record
from ..blender.scene import leave_edit_mode
from ..blender.sharing import share_images
from ..blender.textures import FOLDER, save_textures, textures_of
from ..blender.words import CONTEXT, BoolProperty, StringProperty, pgettext_rpt
from ..core.errors import TrivoxError
from .naming import named


class TRIVOX_OT_save_textures(bpy.types.Operator):
    """Writes the images of the selected objects, or of the active one, to files."""

    bl_idname = "trivox.save_textures"
    bl_label = "Save Textures"
    bl_translation_context = CONTEXT
    bl_description = (
        "Save the textures of the selected models as image files in a folder, where exporters find them to copy. "
        "By default that is the folder textures beside the .blend file"
    )
    bl_options = {"REGISTER", "UNDO"}

    directory: StringProperty(subtype="DIR_PATH", options={"SKIP_SAVE"})
    filter_folder: BoolProperty(default=True, options={"HIDDEN", "SKIP_SAVE"})
    filter_image: BoolProperty(default=True, options={"HIDDEN", "SKIP_SAVE"})
    packed: BoolProperty(
        name="Keep in .blend",
        description="Keep the textures in the .blend file as well; some exporters then do not copy the files",
        default=False,
    )
    overwrite: BoolProperty(
        name="Overwrite",
        description="Write over files of the same names; else the names get numbers",
        default=False,
    )

    _made: Path | None = None
    """The folder that was made to begin in."""

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Work on meshes of Trivox."""
        if any(of_object(obj) for obj in _chosen(context)):
            return True
        cls.poll_message_set("No selected object is a mesh that Trivox imported")
        return False

    def invoke(self, context: bpy.types.Context, _event: bpy.types.Event) -> set[str]:
        """Let the user choose a folder; Blender's file browser can only begin in one that is there."""
        if not self.directory and bpy.data.filepath:
            folder = Path(bpy.path.abspath(FOLDER))
            self._made = None if folder.exists() else folder
            with suppress(OSError):
                folder.mkdir(exist_ok=True)
            self.directory = f"{folder}{os.sep}"
        context.window_manager.fileselect_add(self)
        return {"RUNNING_MODAL"}

    def cancel(self, _context: bpy.types.Context) -> None:
        """Leave no folder behind that was made only to begin in."""
        self._forget_folder()

    def _forget_folder(self) -> None:
        """Remove the folder that was made to begin in, if nothing was put into it."""
        if self._made is not None:
            with suppress(OSError):
                self._made.rmdir()

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Write the files."""
        images = textures_of(_chosen(context))
        if not images:
            return self._problem(pgettext_rpt("The selected models have no textures; their colors are kept elsewhere"))
        try:
            paths = save_textures(images, self.directory or FOLDER, packed=self.packed, overwrite=self.overwrite)
        except TrivoxError as error:
            return self._problem(str(error))
        self._forget_folder()
        self.report({"INFO"}, saved_line(paths))
        return {"FINISHED"}

    def _problem(self, line: str) -> set[str]:
        self.report({"ERROR"}, line)
        return {"CANCELLED"}


def saved_line(paths: Sequence[Path]) -> str:
    """Say which files were written.

    Parameters
    ----------
    paths : sequence of Path
        In one folder; at least one.

    Returns
    -------
    str
    """
    if len(paths) == 1:
        return pgettext_rpt("{name} was saved").format(name=paths[0])
    line = pgettext_rpt("{count} textures were saved in {folder}")
    return line.format(count=f"{len(paths):,}", folder=paths[0].parent)


def _chosen(context: bpy.types.Context) -> list[bpy.types.Object]:
    """The selected objects; the active one where none is selected."""
    chosen = list(context.selected_objects)
    return chosen or [obj for obj in [context.object] if obj]


class TRIVOX_OT_share_texture(bpy.types.Operator):
    """Puts the textures of the selected objects together."""

    bl_idname = "trivox.share_texture"
    bl_label = "Share Texture"
    bl_translation_context = CONTEXT
    bl_description = (
        "Put the textures of the selected models together into one, and let models that look alike share materials. "
        "What was painted stays"
    )
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Work on models with several textures."""
        meshes = {obj.data for obj in context.selected_objects if of_object(obj)}
        atlases = [mesh for mesh in meshes if read_record(mesh).build.colors in ATLASES]
        if len({image for mesh in atlases for image in read_record(mesh).images}) > 1:
            return True
        cls.poll_message_set("Select models with different textures")
        return False

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Lay the textures out anew."""
        leave_edit_mode(context)
        shared = share_images([obj.data for obj in context.selected_objects if of_object(obj)])
        line = pgettext_rpt("Models: {meshes}, textures: {images}")
        self.report({"INFO"}, line.format(meshes=f"{shared.meshes:,}", images=f"{shared.images:,}"))
        if shared.left:
            line = pgettext_rpt("Models that keep their own textures: {names}")
            self.report({"WARNING"}, line.format(names=named(shared.left)))
        return {"FINISHED"}


CLASSES = (TRIVOX_OT_save_textures, TRIVOX_OT_share_texture)
