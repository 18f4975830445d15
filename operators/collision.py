"""Selected models in, shapes for physics below them, named as engines want it, and one summary line out."""

from __future__ import annotations

from collections.abc import Mapping

import bpy

from ..blender.collision import new_shape_meshes, put_shapes
from ..blender.record import VOXELS, has_voxels, voxels_of
from ..blender.scene import leave_edit_mode
from ..blender.words import CONTEXT, EnumProperty, IntProperty, pgettext_rpt
from ..core.collision import Collision, CollisionOptions, collision_of
from ..core.collision.options import MAX_BOXES, MAX_EFFORT
from ..core.errors import LimitError
from ..core.progress import Progress, shared
from .levels import chosen_models, poll_voxels
from .long_work import LongWork
from .relief import LONG_BYTES

SHAPES = (
    ("boxes", "Boxes", "Boxes along the axes of the model"),
    ("hull", "Hull", "One body without hollows around the whole model"),
)
FITS = (
    ("outside", "Outside", "Boxes hold all voxels, and more"),
    ("inside", "Inside", "Boxes hold nothing but voxels, and not all"),
)
NAMES = (
    ("unreal", "Unreal", "UBX_NAME_00 for boxes, UCX_NAME_00 for hulls"),
    ("godot", "Godot", "NAME_00-convcolonly"),
)
LONG_EFFORT = 1_000
"""Tries beyond which the work takes long."""
MOST_OBJECTS = 5_000
"""Boxes of a model: each is an object."""

Shapes = dict[str, tuple[Collision, tuple[int, int, int]]]
"""By the packed voxels of a model, with its pivot."""


class CollisionSettings:
    """What an operator asks of shapes for physics; the export of files for games asks the same."""

    shape: EnumProperty(name="Shape", description="What stands for the model in physics", items=SHAPES)
    most: IntProperty(
        name="Boxes at Most",
        description="How many boxes there may be; 0 for as many as fill the model exactly",
        min=0,
        max=MAX_BOXES,
        soft_max=256,
        default=32,
    )
    fit: EnumProperty(name="Coarse Boxes", description="How boxes lie where there are fewer than it takes", items=FITS)
    effort: IntProperty(
        name="Tries",
        description="How often to try to do with fewer boxes. More take longer",
        min=0,
        max=MAX_EFFORT,
        soft_max=100_000,
        default=CollisionOptions.effort,
    )

    def draw_shapes(self, layout: bpy.types.UILayout) -> None:
        """Draw the options of the shape."""
        layout.row().prop(self, "shape", expand=True)
        if self.shape != "boxes":
            return
        layout.prop(self, "most")
        if self.most:
            layout.row().prop(self, "fit", expand=True)
        layout.prop(self, "effort")

    def collision_options(self) -> CollisionOptions:
        """The properties as the core's options."""
        return CollisionOptions(shape=self.shape, most=self.most, fit=self.fit, effort=self.effort)


class TRIVOX_OT_make_collision(CollisionSettings, LongWork, bpy.types.Operator):
    """Makes shapes for physics of the selected models."""

    bl_idname = "trivox.make_collision"
    bl_label = "Make Collision"
    bl_translation_context = CONTEXT
    bl_description = (
        "For each selected model, make boxes or a hull that stand for it in the physics of games, as wires below it "
        "that renders do not show; those made before are replaced"
    )
    bl_options = {"REGISTER", "UNDO"}

    names: EnumProperty(name="Names For", description="The engine whose importer knows the names", items=NAMES)

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Work on models with voxels."""
        return poll_voxels(cls, context)

    def draw(self, _context: bpy.types.Context) -> None:
        """Draw the options below the viewport."""
        self.layout.use_property_split = True
        self.draw_shapes(self.layout)
        self.layout.row().prop(self, "names", expand=True)

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Make the shape of each different model."""
        self._wanted = {obj.session_uid: obj.data[VOXELS] for obj in chosen_models(context)}
        options, texts = self.collision_options(), dict.fromkeys(self._wanted.values())
        # Translated here, for the work may be done on a thread.
        too_many = pgettext_rpt("It takes {count} boxes to fill the model, too many objects; limit their number")

        def work(progress: Progress) -> Shapes:
            made: Shapes = {}
            for text, share in zip(texts, shared(progress, [len(text) for text in texts]), strict=True):
                model, _look = voxels_of(text)
                shape = collision_of(model, options)
                if shape.boxes is not None and len(shape.boxes) > MOST_OBJECTS:
                    raise LimitError(too_many.format(count=f"{len(shape.boxes):,}"))
                made[text] = shape, model.pivot
                share(1)
            return made

        searches = self.shape == "boxes" and self.effort > LONG_EFFORT
        return self.run(context, work, long=searches or sum(map(len, texts)) > LONG_BYTES)

    def finish(self, context: bpy.types.Context, made: Shapes) -> set[str]:
        """Put the shapes below the objects that are still there."""
        leave_edit_mode(context)
        there = {obj.session_uid: obj for obj in context.scene.objects}
        texts = {there[uid]: text for uid, text in self._wanted.items() if uid in there and has_voxels(there[uid])}
        of_mesh = {obj.data: made[text] for obj, text in texts.items()}
        meshes = {mesh: new_shape_meshes(mesh, shape, pivot) for mesh, (shape, pivot) in of_mesh.items()}
        for obj in texts:
            shape, _pivot = of_mesh[obj.data]
            told = {"shape": self.shape, "fit": shape.fit, "bound": shape.bound, "names": self.names}
            put_shapes(obj, meshes[obj.data], told, context.view_layer)
        self._tell({obj: of_mesh[obj.data][0] for obj in texts})
        return {"FINISHED"}

    def _tell(self, shapes: Mapping[bpy.types.Object, Collision]) -> None:
        """Report what was made."""
        if not shapes:
            return
        obj, shape = next(iter(shapes.items()))
        if shape.hull is not None:
            text = pgettext_rpt("a hull of {corners} corners").format(corners=f"{len(shape.hull.vertices):,}")
        else:
            text = boxes_line(len(shape.boxes) if shape.boxes else 0, shape.bound, shape.fit)
        line = pgettext_rpt(
            "{name}: {shape}" if len(shapes) == 1 else "{count} objects with shapes for physics; {name}: {shape}"
        )
        self.report({"INFO"}, line.format(name=obj.name, count=len(shapes), shape=text))


def boxes_line(count: int, bound: int, fit: str) -> str:
    """Say how many boxes there are, and how many there have to be."""
    if fit == "exact":
        line = pgettext_rpt("{count} boxes, which fill it exactly; no fewer than {bound} can")
    else:
        line = pgettext_rpt("{count} boxes; to fill it exactly takes {bound} or more")
    return line.format(count=f"{count:,}", bound=f"{bound:,}")


CLASSES = (TRIVOX_OT_make_collision,)
