"""Labels, numbers and what they mean in, rows of a table out, with a tooltip on each number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import bpy

from ..blender.words import CONTEXT, StringProperty, pgettext_iface, pgettext_tip
from .widths import Room


class TRIVOX_OT_explain(bpy.types.Operator):
    """Does nothing: a number is drawn as its button, since labels have no tooltips."""

    bl_idname = "trivox.explain"
    bl_label = ""
    bl_translation_context = CONTEXT
    bl_options = {"INTERNAL"}

    text: StringProperty(options={"HIDDEN", "SKIP_SAVE"})

    @classmethod
    def description(cls, _context: bpy.types.Context, properties: bpy.types.OperatorProperties) -> str:
        """What the number means."""
        return pgettext_tip(properties.text)

    def execute(self, _context: bpy.types.Context) -> set[str]:
        return {"CANCELLED"}


@dataclass(frozen=True)
class Row:
    """One row of a table: label and meanings are not yet translated, values are."""

    label: str
    values: tuple[str, ...]
    abouts: tuple[str, ...]
    """What the values mean, one each."""


def draw_rows(layout: bpy.types.UILayout, rows: Sequence[Row], room: Room, header: Row | None = None) -> None:
    """Draw rows with labels on the left and as many columns of values as fit on the right.

    Parameters
    ----------
    layout : bpy.types.UILayout
    rows : sequence of Row
        All with as many values; the first one is always drawn.
    room : Room
    header : Row, optional
        Drawn above them, less bright.
    """
    every = [header, *rows] if header else list(rows)
    labels = [pgettext_iface(row.label) for row in every]
    columns = list(zip(*(row.values for row in every), strict=True))
    columns, widths = fit_columns(columns, room.cell(*labels), room, headed=header is not None)
    table = layout.column(align=True)
    grid = Cells(widths, room)
    for row, label, *values in zip(every, labels, *columns, strict=True):
        cells = grid.row(table, active=row is not header)
        next(cells).label(text=label, translate=False)
        for cell, value, about in zip(cells, values, row.abouts, strict=False):
            explained(cell, value, about)


def fit_columns(
    columns: Sequence[Sequence[str]], first: float, room: Room, *, headed: bool
) -> tuple[list[list[str]], list[float]]:
    """Choose columns of texts that fit beside a first one, and make their texts end below each other.

    Parameters
    ----------
    columns : sequence of sequence of str
        The most important first; one is taken in any case.
    first : float
        Pixels that the first column wants.
    room : Room
    headed : bool
        Their first texts are headers, which may be cut where numbers must not.

    Returns
    -------
    texts : list of list of str
        All columns.
    widths : list of float
        Pixels of those that fit.
    """
    texts = [room.flush(column) for column in columns]
    widths = [room.cell(*column) for column in texts]
    widths = widths[: room.columns(first, widths)]
    if headed and len(widths) == 1 and first + widths[0] > room.pixels:
        header, *values = columns[0]
        texts[0] = [header, *room.flush(values)]
        widths = [max(room.cell(*values), min(widths[0], room.pixels - first))]
    return texts, widths


class Cells:
    """Rows with one cell that takes what is left, and one for each width on the right.

    Parameters
    ----------
    widths : sequence of float
        Pixels.
    room : Room
    """

    def __init__(self, widths: Sequence[float], room: Room) -> None:
        # Each split may lose a pixel, which the last cell would miss.
        widths = [*widths[:-1], widths[-1] + len(widths)]
        widths = [max(1.0, room.pixels - sum(widths)), *widths]
        self._shares = [width / sum(widths[index:]) for index, width in enumerate(widths[:-1])]

    def row(self, layout: bpy.types.UILayout, *, active: bool = True) -> Iterator[bpy.types.UILayout]:
        """Make the cells of one row; each must be given one thing before the next is taken.

        Parameters
        ----------
        layout : bpy.types.UILayout
        active : bool
            Whether it is as bright as others.

        Yields
        ------
        bpy.types.UILayout
        """
        rest = layout
        for share in self._shares:
            rest = rest.split(factor=share, align=True)
            rest.active = active
            yield rest
        yield rest


def explained(cell: bpy.types.UILayout, text: str, about: str) -> None:
    """Draw a text that tells what it means when the pointer rests on it.

    Parameters
    ----------
    cell : bpy.types.UILayout
    text : str
        Translated.
    about : str
        Not yet translated, or in the user's language already.
    """
    cell.operator("trivox.explain", text=text, emboss=False, translate=False).text = about


CLASSES = (TRIVOX_OT_explain,)
