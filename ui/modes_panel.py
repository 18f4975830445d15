"""The table of modes: what the active object's mesh is and, once compared, what each mode would make of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import bpy

from ..blender.exact import smooth_of
from ..blender.record import Record, read_record
from ..blender.words import pgettext_iface, pgettext_tip
from ..core.mesh import modes
from ..operators import properties
from .cells import Cells, explained, fit_columns
from .format import kilobytes, number, percent
from .pictures import PICTURES
from .sidebar import Sidebar, draw_lines
from .smooth_row import draw_smooth
from .stats import comparison, has_record
from .widths import Room

MODES = {mode: label for mode, label, _description in properties.MODES}
UNKNOWN = "–"


@dataclass(frozen=True)
class Column:
    """One figure of every mode."""

    name: str
    label: str
    about: str


COLUMNS = (
    Column("triangles", "Triangles", "Triangles of the whole mesh, as games and renders draw them"),
    Column("share", "Share", "Of the triangles that the visible faces of the voxels would take, two for each face"),
    Column(
        "gpu_vertices",
        "In Games",
        "Vertices as games store them: a corner counts again for each direction and place in the texture that it has",
    ),
    Column("texels", "Pixels", "Pixels of the texture, width times height"),
    Column(
        "drawn_area",
        "Drawn Area",
        "Area of all triangles, in sides of voxels: what a graphics card fills. Where triangles overlap it counts as "
        "often as it is drawn, and where they are clear it counts too",
    ),
    Column(
        "t_junctions",
        "T-Junctions",
        "Whether corners lie on the sides of neighbors, where single pixels can flicker and edges cannot be welded",
    ),
    Column("file_bytes", "File", "Bytes of a compressed .tvx file"),
)
"""The most important first: a narrow sidebar shows fewer."""

Figures = Mapping[str, Mapping[str, float]]


class VIEW3D_PT_trivox_comparison(Sidebar, bpy.types.Panel):
    """What each mode would make of the active object; nothing in it moves, whatever is pressed."""

    bl_label = "Modes"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Show for objects that carry counts."""
        return has_record(context.object)

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the table, the button and the line about the best."""
        mesh = context.object.data
        record = read_record(mesh)
        compared = comparison(context.window_manager, mesh)
        figures = compared or {record.options.mode: own_figures(record)}
        best = best_mode(figures) if compared else ""
        room = Room(context)
        pressed = "" if smooth_of(mesh) else record.options.mode
        _draw_table(self.layout, figures, record, best, room, pressed)
        self.layout.operator("trivox.compare_modes", icon="VIEWZOOM")
        text, proven = verdict(figures, best)
        draw_lines(self.layout, text, room, icon="CHECKMARK" if proven else "NONE")
        # Below what belongs to the table, for one of its buttons comes and goes.
        draw_smooth(self.layout, smooth_of(mesh))


def own_figures(record: Record) -> dict[str, float]:
    """What a mesh tells of its own mode, as far as known."""
    names = ("triangles", "gpu_vertices", "texels", "drawn_area")
    known = {name: record.counts[name] for name in names if name in record.counts}
    if "lower_bound" in record.counts:
        known["above_fewest"] = record.counts["triangles"] - record.counts["lower_bound"]
    return known


def best_mode(figures: Figures) -> str:
    """Find the mode of fewest triangles that are drawn for nothing else; of several the one without T-junctions."""
    return min(
        (mode for mode in MODES if mode in figures and not modes.MODES[mode].see_through),
        key=lambda mode: (figures[mode]["triangles"], figures[mode]["t_junctions"]),
    )


def verdict(figures: Figures, best: str) -> tuple[str, bool]:
    """Say how good the best mode is, and whether that is proven.

    Parameters
    ----------
    figures : mapping
    best : str
        Empty where modes were not compared.

    Returns
    -------
    text : str
        Translated.
    proven : bool
    """
    if not best:
        return "", False
    # A cover of rectangles is never larger than what another mode makes, and neither is its lower bound.
    covers = [row for mode, row in figures.items() if modes.MODES[mode].pieces == "cover"]
    lower = min(row["triangles"] - row["above_fewest"] for row in covers)
    above = max(0, figures[best]["triangles"] - lower)
    text = pgettext_iface("Best: {mode}, at most {count} too many" if above else "Best: {mode}, proven")
    return text.format(mode=pgettext_iface(MODES[best]), count=number(above)), not above


def figure(column: Column, row: Mapping[str, float] | None, faces: float) -> str:
    """Write a figure of a mode; a dash where it is not known."""
    if row is None:
        return UNKNOWN
    if column.name == "share":
        return percent(row["triangles"], faces) or UNKNOWN
    value = row.get(column.name)
    if value is None:
        return UNKNOWN
    if column.name == "t_junctions":
        return pgettext_iface("Yes") if value else pgettext_iface("No")
    return kilobytes(value) if column.name == "file_bytes" else number(value)


def tooltip(column: Column, mode: str, row: Mapping[str, float] | None, faces: float, *, suits: bool = True) -> str:
    """Say what a figure means, and what is proven of it; or why there is none, as where colors do not suit the mode."""
    about = pgettext_tip(column.about)
    if row is None:
        missing = pgettext_tip(
            "Press Compare Modes to see it"
            if suits
            else "Needs the colors in a texture; those of this object are stored elsewhere"
        )
        return f"{about}.\n{missing}"
    if column.name == "share" and faces:
        line = pgettext_tip("{triangles} of {faces} triangles")
        return f"{about}.\n{line.format(triangles=number(row['triangles']), faces=number(faces))}"
    if column.name == "triangles" and modes.MODES[mode].certified and "above_fewest" in row:
        above = row["above_fewest"]
        line = pgettext_tip(
            "At most {count} more than there must be"
            if above
            else "Proven: as few as there can be"
            if modes.MODES[mode].overlapping
            else "Proven: as few as there can be without overlap"
        )
        return f"{about}.\n{line.format(count=number(above))}"
    return about


def _draw_table(
    layout: bpy.types.UILayout, figures: Figures, record: Record, best: str, room: Room, pressed: str
) -> None:
    """Draw a row for each mode: its button, and as many figures as fit."""
    faces = record.stages.get("faces", 0)
    labels = [pgettext_iface(label) for label in MODES.values()]
    columns = [[pgettext_iface(column.label), *_texts(column, figures, faces)] for column in COLUMNS]
    mark = room.icon()
    texts, widths = fit_columns(columns, room.icon() + room.cell(*labels) + mark, room, headed=True)
    if len(widths) < 2:
        # Pictures alone leave more room for numbers.
        labels = [""] * len(labels)
        texts, widths = fit_columns(columns, 1.5 * room.icon() + mark, room, headed=True)
    marked = 1.5 * room.icon() + mark + sum(widths) <= room.pixels
    table = layout.column(align=True)
    grid = Cells([room.icon(), *widths] if marked else widths, room)
    cells = grid.row(table, active=False)
    for _empty in range(1 + marked):
        next(cells).label(text="")
    for cell, column, text in zip(cells, COLUMNS, texts, strict=False):
        explained(cell, text[0], column.about)
    for place, (mode, label) in enumerate(zip(MODES, labels, strict=True), 1):
        cells = grid.row(table)
        suits = record.build.suits(mode)
        _draw_button(next(cells), mode, label, pressed=mode == pressed, enabled=suits)
        if marked:
            next(cells).label(text="", icon="SOLO_ON" if mode == best else "BLANK1")
        for cell, column, values in zip(cells, COLUMNS, texts, strict=False):
            explained(cell, values[place], tooltip(column, mode, figures.get(mode), faces, suits=suits))


def _draw_button(cell: bpy.types.UILayout, mode: str, label: str, *, pressed: bool, enabled: bool) -> None:
    """Draw the picture of a mode and, where there is room or no picture, its name."""
    cell.enabled = enabled
    picture = PICTURES.icon(mode)
    text = label if picture or label else pgettext_iface(MODES[mode])
    cell.operator("trivox.use_mode", text=text, icon_value=picture, depress=pressed, translate=False).mode = mode


def _texts(column: Column, figures: Figures, faces: float) -> Sequence[str]:
    return [figure(column, figures.get(mode), faces) for mode in MODES]


CLASSES = (VIEW3D_PT_trivox_comparison,)
