"""Selected models in, coarser ones in groups that engines know as levels of detail, and one summary line, out."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace

import bpy
import numpy as np

from ..blender.cutouts import let_rays_through
from ..blender.levels import DISTANCE, LEVEL, Coarse, full_of, new_level_meshes, put_levels
from ..blender.options import BuildOptions
from ..blender.provenance import read_origin
from ..blender.record import VOXELS, has_voxels, read_record, voxels_of
from ..blender.scene import leave_edit_mode
from ..blender.words import CONTEXT, BoolProperty, EnumProperty, IntProperty, pgettext_rpt
from ..core.errors import TrivoxError
from ..core.levels import Level, LevelOptions, levels_of, switch_distance
from ..core.levels.options import MAX_LEVELS
from ..core.mesh.mesh import Mesh
from ..core.mesh.options import MeshOptions
from ..core.pipeline import build_model
from ..core.progress import Progress, shared
from ..core.voxels import Look
from .lattice import of_lattice
from .long_work import LongWork
from .naming import named
from .properties import MODES
from .relief import LONG_BYTES

RULES = (
    ("silhouette", "Silhouette", "Fill what is half full, and what the outline needs as seen from the six sides"),
    ("majority", "Majority", "Fill what is half full; volumes stay, thin parts go"),
    ("any", "Any", "Fill whatever holds a voxel; nothing gets lost, and everything grows"),
)
Wish = tuple[str, MeshOptions, BuildOptions]
"""The packed voxels of a model, and how its levels become meshes."""


@dataclass(frozen=True, eq=False)
class Made:
    """What the levels of a model are made of."""

    look: Look
    levels: Sequence[tuple[Level, Mesh]]


class LevelSettings:
    """What an operator asks of levels; the export of files for games asks the same."""

    rule: EnumProperty(name="Keep", description="What of the model larger voxels keep", items=RULES)
    keep_thin: BoolProperty(
        name="Keep Thin Parts",
        description="Keep walls closed that are thinner than half a voxel of a level",
        default=LevelOptions.keep_thin,
    )


class TRIVOX_OT_make_levels(LevelSettings, LongWork, bpy.types.Operator):
    """Makes levels of detail of the selected models."""

    bl_idname = "trivox.make_levels"
    bl_label = "Make Levels"
    bl_translation_context = CONTEXT
    bl_description = (
        "For each selected model, make coarser ones that games show from farther away: of voxels 2, 4, 8 .. times as "
        "large. Objects get the names that Unity and Unreal know, NAME_LOD0 and so on, below an empty; levels are "
        "hidden and follow the model, and those made before are replaced"
    )
    bl_options = {"REGISTER", "UNDO"}

    levels: IntProperty(
        name="Levels",
        description="How many coarser models; small models have fewer",
        min=1,
        max=MAX_LEVELS,
        default=LevelOptions.levels,
    )
    mode: EnumProperty(
        name="Mode",
        description="How the levels become meshes",
        items=(("same", "As the Model", "In the mode of each model"), *MODES),
        default="same",
    )

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Work on models with voxels."""
        return poll_voxels(cls, context)

    def draw(self, _context: bpy.types.Context) -> None:
        """Draw the options below the viewport."""
        self.layout.use_property_split = True
        for name in ("levels", "rule", "keep_thin", "mode"):
            self.layout.prop(self, name)

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Make the levels of each different model."""
        chosen = chosen_models(context)
        objects = [obj for obj in chosen if not _takes_turns(obj)]
        if not objects:
            self.report({"ERROR"}, pgettext_rpt("What an animation shows in turn can have no levels of detail"))
            return {"CANCELLED"}
        self._left_out = [obj.name for obj in chosen if obj not in objects]
        self._angle = view_angle(context)
        self._wanted = {obj.session_uid: self._wish(obj.data) for obj in objects}
        wanted = dict.fromkeys(self._wanted.values())
        options = LevelOptions(levels=self.levels, rule=self.rule, keep_thin=self.keep_thin)

        def work(progress: Progress) -> dict[Wish, Made]:
            shares = shared(progress, [len(text) for text, _options, _build in wanted])
            return {wish: _made(wish, options, share) for wish, share in zip(wanted, shares, strict=True)}

        return self.run(context, work, long=sum(len(text) for text, _options, _build in wanted) > LONG_BYTES)

    def finish(self, context: bpy.types.Context, made: Mapping[Wish, Made]) -> set[str]:
        """Build the levels of the objects that are still there."""
        leave_edit_mode(context)
        there = {obj.session_uid: obj for obj in context.scene.objects}
        wishes = {there[uid]: wish for uid, wish in self._wanted.items() if uid in there and has_voxels(there[uid])}
        full = {obj.data: made[wish] for obj, wish in wishes.items()}
        try:
            meshes = _level_meshes(full, {obj.data: wish for obj, wish in wishes.items()})
        except TrivoxError as error:
            return self._failed(error)
        found = {}
        for obj in wishes:
            levels = [(mesh, self._distance(obj, factor)) for mesh, factor in meshes[obj.data]]
            found[obj] = put_levels(obj, levels, context) if levels else []
        if any(mesh.has_clear_texels for one in full.values() for _level, mesh in one.levels):
            let_rays_through(context.scene)
        self._tell(context, found)
        return {"FINISHED"}

    def _wish(self, mesh: bpy.types.Mesh) -> Wish:
        """The voxels of a mesh, and how its levels shall be made."""
        record = read_record(mesh)
        mode = record.options.mode if self.mode == "same" else self.mode
        build = replace(record.build.suiting(mode), single_sided=_single_sided(mesh))
        return mesh[VOXELS], build.fit(replace(record.options, mode=mode)), build

    def _distance(self, obj: bpy.types.Object, factor: float) -> float:
        """From where on a level will do, in units of the scene."""
        edge = float(np.cbrt(abs(np.linalg.det(of_lattice(obj, still=False)[:3, :3]))))
        return switch_distance(factor, edge, LevelOptions(view_angle=self._angle))

    def _tell(self, context: bpy.types.Context, found: Mapping[bpy.types.Object, Sequence[bpy.types.Object]]) -> None:
        """Report what was made, and what was not."""
        empty = [obj.name for obj, levels in found.items() if not levels]
        told = {obj: levels for obj, levels in found.items() if levels}
        if told:
            obj, levels = next(iter(told.items()))
            text = "; ".join(level_line(context.scene, level) for level in levels)
            line = pgettext_rpt(
                "{name}: {levels}" if len(told) == 1 else "{count} objects with levels of detail; {name}: {levels}"
            )
            self.report({"INFO"}, line.format(name=obj.name, count=len(told), levels=text))
        if empty:
            line = pgettext_rpt("{names}: too small for levels of detail")
            self.report({"WARNING"}, line.format(names=named(empty)))
        if self._left_out:
            line = pgettext_rpt("{names}: left out, for an animation shows them in turn")
            self.report({"WARNING"}, line.format(names=named(self._left_out)))


def poll_voxels(cls: type[bpy.types.Operator], context: bpy.types.Context) -> bool:
    """Work where a model is selected; say what is missing where the button is gray."""
    if chosen_models(context):
        return True
    cls.poll_message_set(pgettext_rpt("Select models that have voxels; only those of files that hold voxels have them"))
    return False


def chosen_models(context: bpy.types.Context) -> list[bpy.types.Object]:
    """The selected models that can be changed; what is a level itself is none."""
    return [obj for obj in context.selected_objects if has_voxels(obj) and obj.is_editable and full_of(obj) is None]


def view_angle(context: bpy.types.Context) -> float:
    """The viewport's angle of view from bottom to top, in degrees; that of the core's options where it has none."""
    view = getattr(context.space_data, "region_3d", None)
    if view is None or not view.is_perspective:
        return LevelOptions.view_angle
    return min(170.0, max(1.0, 2 * math.degrees(math.atan(1 / view.window_matrix[1][1]))))


def level_line(scene: bpy.types.Scene, level: bpy.types.Object) -> str:
    """Say how many triangles a level has, and from where on it will do."""
    line = pgettext_rpt("level {number}: {triangles} triangles from {distance}")
    return line.format(number=level[LEVEL], triangles=f"{triangles_of(level.data):,}", distance=length(scene, level))


def length(scene: bpy.types.Scene, level: bpy.types.Object) -> str:
    """Write down the distance of a level in the units of a scene."""
    units, distance = scene.unit_settings, float(level.get(DISTANCE, 0))
    if units.system == "NONE":
        return f"{distance:.3g}"
    return bpy.utils.units.to_string(units.system, "LENGTH", distance * units.scale_length, precision=3)


def triangles_of(mesh: bpy.types.Mesh) -> int:
    """Count the triangles that polygons are drawn as, without making them."""
    return len(mesh.loops) - 2 * len(mesh.polygons)


def _takes_turns(obj: bpy.types.Object) -> bool:
    origin = read_origin(obj)
    return origin is not None and origin.turn


def _single_sided(mesh: bpy.types.Mesh) -> bool:
    return all(material.use_backface_culling for material in mesh.materials if material)


def _made(wish: Wish, options: LevelOptions, progress: Progress) -> Made:
    """Make the voxels and meshes of the levels of a model, and the reliefs of it; touches no Blender."""
    text, own, build = wish
    model, look = voxels_of(text)
    replace(build, voxel_size=build.voxel_size * 2**options.levels)
    levels = levels_of(model, look, options)
    shares, made = shared(progress, [1 + level.model.voxels for level in levels]), []
    for level, share in zip(levels, shares, strict=True):
        made.append((level, build_model(level.model, own, look, progress=share)))
    return Made(look, tuple(made))


def _level_meshes(
    full: Mapping[bpy.types.Mesh, Made], wishes: Mapping[bpy.types.Mesh, Wish]
) -> dict[bpy.types.Mesh, list[tuple[bpy.types.Mesh, int]]]:
    """The meshes of the levels of each full one, and how many of its voxels theirs are wide; models of a look share."""
    alike: dict[Hashable, list[bpy.types.Mesh]] = {}
    for mesh, made in full.items():
        _text, options, build = wishes[mesh]
        if made.levels:
            key = made.look.palette.tobytes(), made.look.described, options, replace(build, voxel_size=1.0)
            alike.setdefault(key, []).append(mesh)
    found: dict[bpy.types.Mesh, list[tuple[bpy.types.Mesh, int]]] = {mesh: [] for mesh in full}
    for meshes in alike.values():
        coarse = [Coarse(mesh, level.model, own, level.factor) for mesh in meshes for level, own in full[mesh].levels]
        name = f"{meshes[0].name} LOD"
        made_of = new_level_meshes(name, full[meshes[0]].look, coarse, wishes[meshes[0]][2])
        for one, mesh in zip(coarse, made_of, strict=True):
            found[one.full].append((mesh, one.factor))
    return found


CLASSES = (TRIVOX_OT_make_levels,)
