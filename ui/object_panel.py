"""The counts that the active object or the selected ones carry in, tables of steps and facts out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, pairwise

import bpy

from ..blender.edits import edits_of
from ..blender.exact import smooth_of
from ..blender.record import edited
from ..blender.words import pgettext_iface
from ..core.mesh import modes
from .cells import Row, draw_rows
from .format import number, percent
from .modes_panel import MODES
from .sidebar import Sidebar, draw_lines, hint
from .stats import Statistics, has_record, statistics
from .totals import kept, triangles
from .widths import Room

STAGES = (
    ("cubes", "Whole Cubes", "Every voxel as a cube of twelve triangles"),
    ("shell", "Outer Cubes", "Only those voxels of which something can be seen"),
    ("faces", "Visible Faces", "Only the sides of voxels that can be seen, two triangles each"),
    ("polygons", "Merged Areas", "Flat areas in one piece each, cut into as few triangles as their corners allow"),
    ("mesh", "This Mesh", "The mesh as Trivox made it"),
)
KEPT = "What stays of the triangles of the step before"
HEADER = Row("Step", ("Triangles", "Kept"), ("Triangles that the model takes after each step", KEPT))
VERTICES = ("Vertices", "Corners of the mesh, each once")
IN_GAMES = (
    "Vertices in Games",
    "As games store them: a corner counts again for each direction and place in the texture that it has",
)
FOUR_FACES = (
    "Edges with 4 Faces",
    "Where voxels touch along an edge alone; 3D printing refuses such edges",
)
TEXTURE = ("Texture", "Pixels from left to right and from bottom to top")
TEXTURES = ("Textures", "Different images")
USED = ("Texture Used", "How much of the texture holds colors; the rest is empty")
MODE = ("Mode", "How the visible sides of the voxels became a mesh")
INTERIOR = ("Sealed Interior", "What became of walls of hollows that cannot be seen from outside")
NOW = ("As Edited", "Triangles as the mesh is now")
FACTS = (VERTICES, IN_GAMES, FOUR_FACES, TEXTURE, TEXTURES, USED, MODE, INTERIOR, NOW)
INTERIORS = {"remove": "Removed", "keep": "Kept"}


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
        draw_statistics(self.layout, stats, Room(context))
        now = triangles(obj.data)
        if obj.mode != "EDIT" and now != stats.stages["mesh"]:
            label = "Smooth" if smooth_of(obj.data) else NOW[0]
            draw_rows(self.layout, [Row(label, (number(now),), NOW[1:])], Room(context))
        if stats.textures:
            self.layout.operator("trivox.save_textures", icon="FILE_TICK")
        if stats.textures and len(context.selected_objects) > 1:
            self.layout.operator("trivox.share_texture", icon="IMAGE_REFERENCE")
        if is_edited(obj.data):
            hint(self.layout, "Edited since the import")


def is_edited(mesh: bpy.types.Mesh) -> bool:
    """Tell whether a user changed what is in a mesh with a record; looked at again only when it may have changed.

    Parameters
    ----------
    mesh : bpy.types.Mesh

    Returns
    -------
    bool
    """
    # While it is edited, the mesh itself is as it was before.
    if mesh.is_editmode:
        return edited(mesh)
    return kept(("edited", mesh.session_uid), lambda: bool(edits_of(mesh).found), lasting=True)


class VIEW3D_PT_trivox_selection(Sidebar, bpy.types.Panel):
    """The sums over the selected objects."""

    bl_label = "Steps of the Selection"
    bl_options = {"DEFAULT_CLOSED"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Show when several objects that carry counts are selected."""
        return len(list(islice(filter(has_record, context.selected_objects), 2))) == 2

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the sums over the selected objects."""
        selected = context.selected_objects
        key = ("steps", context.view_layer.as_pointer(), len(selected))
        stats = kept(key, lambda: statistics(selected))
        draw_statistics(self.layout, stats, Room(context))
        if stats.meshes < stats.objects:
            hint(self.layout, "Shared meshes count for each object")


def draw_statistics(layout: bpy.types.UILayout, stats: Statistics, room: Room) -> None:
    """Draw the table of steps and the facts below it.

    Parameters
    ----------
    layout : bpy.types.UILayout
    stats : Statistics
    room : Room
    """
    header = Row(HEADER.label, tuple(map(pgettext_iface, HEADER.values)), HEADER.abouts)
    draw_rows(layout, stage_rows(stats), room, header)
    if stats.counts["lower_bound"]:
        text, proven = certificate(stats)
        if text:
            draw_lines(layout, text, room, icon="CHECKMARK" if proven else "NONE")
    layout.separator()
    draw_rows(layout, fact_rows(stats), room)
    if stats.counts["four_face_edges"]:
        hint(layout, "Import with Part Edges for 3D printing", room)


def certificate(stats: Statistics) -> tuple[str, bool]:
    """Say how near the meshes are to the fewest triangles that their mode can have, translated, and if it is proven.

    Nothing where they are of several modes, or of one that does not search for the fewest.
    """
    mode = modes.MODES.get(stats.modes[0]) if len(stats.modes) == 1 else None
    if mode is None or not mode.certified:
        return "", False
    above = stats.above_fewest
    text = pgettext_iface(
        "At most {count} too many"
        if above
        else "Proven fewest"
        if mode.overlapping
        else "Proven fewest without overlap"
    )
    return text.format(count=number(above)), not above


def stage_rows(stats: Statistics) -> list[Row]:
    """List the steps that changed something, with their triangles and what they keep of the step before.

    Parameters
    ----------
    stats : Statistics

    Returns
    -------
    list of Row
        The last one is the mesh itself.
    """
    # A mesh of voxel faces does not go through the step of polygons, and a .tvx file does not tell its voxels.
    known = [
        stage for stage in STAGES if stats.stages[stage[0]] and (stage[0] != "polygons" or stats.modes != ("faces",))
    ]
    # Of steps with equal numbers the last one stands for all.
    values = [stats.stages[name] for name, _label, _about in known]
    steps = [
        (stage, value) for stage, value, after in zip(known, values, [*values[1:], None], strict=True) if value != after
    ]
    shares = ["", *(percent(value, before) for (_one, before), (_other, value) in pairwise(steps))]
    rows = [
        Row(label, (number(value), share), (about, KEPT))
        for ((_name, label, about), value), share in zip(steps, shares, strict=True)
    ]
    if stats.objects > 1:
        rows[-1] = Row("These Meshes", rows[-1].values, rows[-1].abouts)
    return rows


def fact_rows(stats: Statistics) -> list[Row]:
    """List what else is stored.

    Parameters
    ----------
    stats : Statistics

    Returns
    -------
    list of Row
        With one value each.
    """
    facts = [
        (VERTICES, number(stats.counts["vertices"])),
        (IN_GAMES, number(stats.counts["gpu_vertices"])),
    ]
    if stats.counts["four_face_edges"]:
        facts.append((FOUR_FACES, number(stats.counts["four_face_edges"])))
    if len(stats.textures) == 1:
        facts.append((TEXTURE, "{} × {}".format(*stats.textures[0])))
    elif stats.textures:
        facts.append((TEXTURES, number(len(stats.textures))))
    if stats.textures:
        facts.append((USED, percent(stats.texture_used, stats.texels)))
    if stats.objects > 1:
        # The mode of a single object is pressed in the table of modes.
        facts.append((MODE, _named(stats.modes, MODES)))
    facts.append((INTERIOR, _named(stats.interiors, INTERIORS)))
    return [Row(label, (value,), (about,)) for (label, about), value in facts]


def _named(values: Sequence[str], names: dict[str, str]) -> str:
    """Name the one value, or say that there are several."""
    return pgettext_iface(names.get(values[0], values[0]) if len(values) == 1 else "Mixed")


CLASSES = (VIEW3D_PT_trivox_object, VIEW3D_PT_trivox_selection)
