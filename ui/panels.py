"""The sidebar tab "Trivox": stored counts of the active object and of the selection in, tables out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice, pairwise

import bpy
from bpy.app.translations import pgettext_iface

from ..blender.record import edited, read_record
from ..core.mesh import modes
from ..operators import properties
from .format import number, percent
from .stats import Statistics, comparison, has_record, statistics

STAGES = (
    ("cubes", "Cubes"),
    ("shell", "Shell"),
    ("faces", "Visible Faces"),
    ("polygons", "Polygons"),
    ("mesh", "This Mesh"),
)
HEADER = "Step"
MODES = {mode: label for mode, label, _description in properties.MODES}
CERTIFIED = {mode.name for mode in modes.MODES.values() if mode.certified}
"""Modes that are as small as can be, or nearly, and say which."""
COMPARED = (
    ("triangles", "Triangles"),
    ("gpu_vertices", "GPU Vertices"),
    ("texels", "Texels"),
    ("t_junctions", "T-Junctions"),
    ("proven", "Proven"),
)
"""Columns of the table of all modes."""
WIDE = 420
"""Pixels of the sidebar, at a scale of 1, in which these columns are not crowded."""
FOUR_FACES = "Edges with 4 Faces"
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
        if stats.textures:
            self.layout.operator("trivox.save_textures", icon="FILE_TICK")
        if edited(obj.data):
            _hint(self.layout, "Edited since the import")


class VIEW3D_PT_trivox_comparison(Sidebar, bpy.types.Panel):
    """What each mode would make of the active object."""

    bl_label = "Modes"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Show for objects that carry counts."""
        return has_record(context.object)

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the button and, once it was pressed, the table."""
        self.layout.operator("trivox.compare_modes", icon="VIEWZOOM")
        mesh = context.object.data
        rows = comparison(context.window_manager, mesh)
        if rows:
            wide = context.region and context.region.width > WIDE * context.preferences.system.ui_scale
            # Next to each other where there is room; else in two tables, and the line below them tells what is proven.
            for columns in (COMPARED,) if wide else (COMPARED[:2], COMPARED[2:4]):
                _comparison_table(self.layout, rows, columns, read_record(mesh).options.mode)
            above = max(rows[mode]["above_fewest"] for mode in CERTIFIED)
            text = pgettext_iface("Fewest: at most {count} too many" if above else "Proven fewest in every mode")
            _certificate(self.layout, text.format(count=number(above)), proven=not above)


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
    if set(stats.modes) <= CERTIFIED and stats.counts["lower_bound"]:
        text = pgettext_iface("At most {count} above the fewest" if stats.above_fewest else "Proven fewest")
        _certificate(layout, text.format(count=number(stats.above_fewest)), proven=not stats.above_fewest)
    layout.separator()
    _table(layout, fact_rows(stats))
    if stats.counts["four_face_edges"]:
        _hint(layout, "Import with Part Edges for 3D printing")


def stage_rows(stats: Statistics) -> list[tuple[str, ...]]:
    """List the steps with their triangles and what they keep of the step before.

    Returns
    -------
    list of (label, triangles, percent)
        Labels are not yet translated.
    """
    # A mesh of voxel faces does not go through the step of polygons, and a .tvx file does not tell its voxels.
    names = [
        stage for stage in STAGES if stats.stages[stage[0]] and (stage[0] != "polygons" or stats.modes != ("faces",))
    ]
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
    if stats.counts["four_face_edges"]:
        rows.append((FOUR_FACES, number(stats.counts["four_face_edges"])))
    if len(stats.textures) == 1:
        rows.append(("Texture", "{} × {}".format(*stats.textures[0])))
    elif stats.textures:
        rows.append(("Textures", number(len(stats.textures))))
    if stats.textures:
        rows.append(("Texture Used", percent(stats.texture_used, stats.texels)))
    rows += [
        ("Mode", _named(stats.modes, MODES)),
        ("Sealed Interior", _named(stats.interiors, INTERIORS)),
    ]
    if stats.objects > 1:
        rows = [("Objects", number(stats.objects)), ("Different Meshes", number(stats.meshes)), *rows]
    return rows


def _comparison_table(
    layout: bpy.types.UILayout,
    rows: Mapping[str, Mapping[str, float]],
    columns: Sequence[tuple[str, str]],
    current: str,
) -> None:
    """Draw some figures of each mode; where triangles are among them, modes are buttons, that of the mesh pressed."""
    modes = [pgettext_iface(label) for label in ("Mode", *MODES.values())]
    texts = [[pgettext_iface(label), *(_figure(rows[mode][name]) for mode in MODES)] for name, label in columns]
    widths = [max(map(len, column)) for column in (modes, *texts)]
    table = layout.column(align=True)
    header, *lines = [_cells(table, widths, values) for values in zip(*texts, strict=True)]
    header.label(text="Mode")
    header.active = False
    for (mode, label), line in zip(MODES.items(), lines, strict=True):
        if columns[0] == COMPARED[0]:
            line.operator("trivox.use_mode", text=label, depress=mode == current).mode = mode
        else:
            line.label(text=label)


def _certificate(layout: bpy.types.UILayout, text: str, *, proven: bool) -> None:
    layout.label(text=text, icon="CHECKMARK" if proven else "NONE", translate=False)


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


def _cells(layout: bpy.types.UILayout, widths: Sequence[int], values: Sequence[str]) -> bpy.types.UILayout:
    """Draw a row of values on the right of their columns, and return the cell on the left, still empty."""
    cells, rest = [], layout
    for column in range(len(values)):
        rest = rest.split(factor=widths[column] / sum(widths[column:]))
        cells.append(rest.row())
    for cell, value in zip([*cells[1:], rest.row()], values, strict=True):
        cell.alignment = "RIGHT"
        cell.label(text=value, translate=False)
    return cells[0]


def _figure(value: float | bool) -> str:
    """Write a figure of a mode."""
    if isinstance(value, bool):
        return pgettext_iface("Yes") if value else pgettext_iface("No")
    return number(value)


CLASSES = (
    VIEW3D_PT_trivox,
    VIEW3D_PT_trivox_object,
    VIEW3D_PT_trivox_comparison,
    VIEW3D_PT_trivox_selection,
)
