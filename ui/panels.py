"""The sidebar tab "Trivox": stored counts of the active object and of the selection in, tables out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, pairwise

import bpy
from bpy.app.translations import pgettext_iface

from .format import number, percent
from .stats import Statistics, has_record, statistics

STAGES = (
    ("cubes", "Cubes"),
    ("shell", "Shell"),
    ("faces", "Visible Faces"),
    ("polygons", "Polygons"),
    ("mesh", "This Mesh"),
)
HEADER = "Step"
MODES = {"faces": "Voxel Faces", "polygons": "Polygons", "watertight": "Watertight"}
INTERIORS = {"remove": "Removed", "keep": "Kept"}


class Sidebar:
    """Where the panels are."""

    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Trivox"


class VIEW3D_PT_trivox(Sidebar, bpy.types.Panel):
    """The import button, and a hint where there is nothing to count."""

    bl_label = "Trivox"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Hide where nothing can be imported."""
        return context.scene is not None

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the import button and, where there is nothing to count, why."""
        self.layout.operator("import_scene.trivox", text="Import", icon="IMPORT")
        obj = context.object
        if not has_record(obj):
            _hint(self.layout, "No active object" if obj is None else "Not a Trivox mesh")


class VIEW3D_PT_trivox_object(Sidebar, bpy.types.Panel):
    """The counts of the active object."""

    bl_label = "Active Object"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Show for objects that carry counts."""
        return has_record(context.object)

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the counts of the active object."""
        obj = context.object
        stats = statistics([obj])
        self.layout.label(text=obj.name, icon="OBJECT_DATA", translate=False)
        draw_statistics(self.layout, stats)
        if len(obj.data.vertices) != stats.counts["vertices"]:
            _hint(self.layout, "Edited since the import")


class VIEW3D_PT_trivox_selection(Sidebar, bpy.types.Panel):
    """The sums over the selected objects."""

    bl_label = "Selection"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Show when several objects that carry counts are selected."""
        return len(list(islice(filter(has_record, context.selected_objects), 2))) == 2

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the sums over the selected objects."""
        stats = statistics(context.selected_objects)
        draw_statistics(self.layout, stats)
        if stats.meshes < stats.objects:
            _hint(self.layout, "Shared meshes count for each object")


def draw_statistics(layout: bpy.types.UILayout, stats: Statistics) -> None:
    """Draw the stage table and the facts below it.

    Parameters
    ----------
    layout : bpy.types.UILayout
    stats : Statistics
    """
    _table(layout, stage_rows(stats))
    layout.separator()
    _table(layout, fact_rows(stats))


def stage_rows(stats: Statistics) -> list[tuple[str, ...]]:
    """List the steps with their triangles and what they keep of the step before.

    Returns
    -------
    list of (label, triangles, percent)
        Labels are not yet translated.
    """
    # A mesh of voxel faces does not go through the step of polygons.
    names = [stage for stage in STAGES if stage[0] != "polygons" or stats.modes != ("faces",)]
    values = [stats.stages[name] for name, _label in names]
    kept = [""] + [percent(value, before) for before, value in pairwise(values)]
    rows = [(label, number(value), share) for (_name, label), value, share in zip(names, values, kept, strict=True)]
    if stats.objects > 1:
        rows[-1] = ("These Meshes", *rows[-1][1:])
    return [(HEADER, pgettext_iface("Triangles"), pgettext_iface("Kept")), *rows]


def fact_rows(stats: Statistics) -> list[tuple[str, ...]]:
    """List what else is stored: label and value; labels are not yet translated, values are."""
    rows = [
        ("Vertices", number(stats.counts["vertices"])),
        ("GPU Vertices", number(stats.counts["gpu_vertices"])),
    ]
    if len(stats.textures) == 1:
        rows.append(("Texture", "{} × {}".format(*stats.textures[0])))
    else:
        rows.append(("Textures", number(len(stats.textures))))
    rows += [
        ("Texture Used", percent(stats.texture_used, stats.texels)),
        ("Mode", _named(stats.modes, MODES)),
        ("Sealed Interior", _named(stats.interiors, INTERIORS)),
    ]
    if stats.objects > 1:
        rows = [("Objects", number(stats.objects)), ("Different Meshes", number(stats.meshes)), *rows]
    return rows


def _hint(layout: bpy.types.UILayout, text: str) -> None:
    """Draw a remark less bright than the numbers."""
    row = layout.row()
    row.active = False
    row.label(text=text, icon="INFO")


def _named(values: Sequence[str], names: dict[str, str]) -> str:
    """Name the one value, or say that there are several."""
    return pgettext_iface(names.get(values[0], values[0]) if len(values) == 1 else "Mixed")


def _table(layout: bpy.types.UILayout, rows: Sequence[tuple[str, ...]]) -> None:
    """Draw rows with the first column on the left and numbers on the right."""
    column = layout.column(align=True)
    for label, *values in rows:
        split = column.split(factor=0.44)
        split.active = label != HEADER
        split.label(text=label)
        if len(values) == 2:
            split = split.split(factor=0.62)
        for value in values:
            cell = split.row()
            cell.alignment = "RIGHT"
            cell.label(text=value, translate=False)


CLASSES = (VIEW3D_PT_trivox, VIEW3D_PT_trivox_object, VIEW3D_PT_trivox_selection)
