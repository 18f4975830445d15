"""File > Export: objects that carry voxels in, a page that shows them, opened in the browser, out."""

from __future__ import annotations

import tempfile
import webbrowser
from pathlib import Path

import bpy

from ..blender.words import CONTEXT, EnumProperty, pgettext_rpt
from ..core import TrivoxError
from ..core.formats.source import load, replace_file
from ..core.page import page
from .exporting import OBJECTS

FOLDER = "trivox"
"""Of the pages, among passing files."""


class TRIVOX_OT_view_in_browser(bpy.types.Operator):
    """Exports the objects, puts the file into a page and opens it."""

    bl_idname = "trivox.view_in_browser"
    bl_label = "View in Browser"
    bl_translation_context = CONTEXT
    bl_description = (
        "Show models that were imported with Trivox in the browser, on a page of its own that can be sent to others"
    )

    what: EnumProperty(name="Objects", description="Which objects are shown", items=OBJECTS, default="visible")

    def execute(self, _context: bpy.types.Context) -> set[str]:
        """Write the page and open it."""
        # What was never saved has a name too.
        name = Path(bpy.data.filepath).stem or "scene"
        target = Path(tempfile.gettempdir(), FOLDER, f"{name}.html")
        try:
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder, f"{name}.tvx")
                bpy.ops.export_scene.trivox(filepath=str(file), what=self.what, compress=True)
                data = load(file)[0]
            target.parent.mkdir(parents=True, exist_ok=True)
            replace_file(target, page(data, f"{name}.tvx").encode("utf-8", "replace"))
        except (RuntimeError, OSError, TrivoxError) as error:
            # What the export reports as an error is raised here, with a word of Blender's before it.
            self.report({"ERROR"}, str(error).removeprefix("Error: ").strip())
            return {"CANCELLED"}
        if not webbrowser.open(target.as_uri()):
            self.report({"WARNING"}, pgettext_rpt("{path}: open this page in a browser").format(path=target))
            return {"FINISHED"}
        self.report({"INFO"}, pgettext_rpt("{path}: opened in the browser").format(path=target))
        return {"FINISHED"}


CLASSES = (TRIVOX_OT_view_in_browser,)
