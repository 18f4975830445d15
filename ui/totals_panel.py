"""Triangles of the selection, the collection and the scene, and how much of a budget they take."""

from __future__ import annotations

import bpy

from ..blender.words import pgettext_iface
from .cells import Row, draw_rows
from .format import number
from .sidebar import Sidebar
from .totals import Totals, kept, totals
from .widths import Room

SCOPES = ("Selection", "Collection", "Scene")
COLUMNS = (
    ("Drawn", "Triangles that can be seen, before modifiers: each instance counts, and what is hidden does not"),
    ("Stored", "Triangles in memory and files: each mesh counts once, however often it is used"),
    ("Objects", "Objects with a mesh, and instances of collections"),
)

_ABOUTS = tuple(about for _label, about in COLUMNS)


class VIEW3D_PT_trivox_totals(Sidebar, bpy.types.Panel):
    """The sums over the selection, the collection and the scene."""

    bl_label = "Triangles in Total"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Show where there are objects."""
        return context.scene is not None and bool(context.scene.objects)

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the table, and the budget if there is one."""
        sums = scope_totals(context)
        header = Row("", tuple(pgettext_iface(label) for label, _about in COLUMNS), _ABOUTS)
        rows = [_row(scope, total) for scope, total in zip(SCOPES, sums, strict=True)]
        draw_rows(self.layout, rows, Room(context), header)
        budget = context.scene.trivox_budget
        self.layout.prop(budget, "use")
        if budget.use:
            self.layout.prop(budget, "triangles")
            _draw_bar(self.layout, sums[-1].drawn, budget.triangles)


def scope_totals(context: bpy.types.Context) -> list[Totals]:
    """Count the selection, the active collection and the scene, or take what was counted since the last change.

    Parameters
    ----------
    context : bpy.types.Context

    Returns
    -------
    list of Totals
    """
    layer, selected = context.view_layer, context.selected_objects
    scopes = (
        (("selection", len(selected)), selected),
        (("collection", context.collection.as_pointer()), context.collection.all_objects),
        (("scene", len(context.scene.objects)), context.scene.objects),
    )
    found = []
    for key, objects in scopes:
        found.append(kept((*key, layer.as_pointer()), lambda objects=objects: totals(objects, layer)))
    return found


def bar(drawn: int, budget: int) -> tuple[float, str]:
    """Say how full a bar is, 0 to 1, and what stands on it, translated."""
    if drawn > budget:
        text = pgettext_iface("{count} too many")
        return 1.0, text.format(count=number(drawn - budget))
    text = pgettext_iface("{count} of {budget}")
    return drawn / budget, text.format(count=number(drawn), budget=number(budget))


def _row(scope: str, total: Totals) -> Row:
    return Row(scope, (number(total.drawn), number(total.stored), number(total.objects)), _ABOUTS)


def _draw_bar(layout: bpy.types.UILayout, drawn: int, budget: int) -> None:
    share, text = bar(drawn, budget)
    row = layout.row()
    row.alert = drawn > budget
    row.progress(factor=share, text=text, translate=False)
    if row.alert:
        row.label(text="", icon="ERROR")


CLASSES = (VIEW3D_PT_trivox_totals,)
