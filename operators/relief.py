"""Selected models in, objects of a quad a side that look as deep as these from afar, and one summary line, out."""

from collections.abc import Callable

import bpy

from ..blender.record import VOXELS, has_voxels, voxels_of
from ..blender.relief import new_relief_object
from ..blender.scene import leave_edit_mode, select
from ..blender.textures import FOLDER, save_textures
from ..blender.words import CONTEXT, EnumProperty, IntProperty, pgettext_rpt
from ..core.errors import TrivoxError
from ..core.relief import Relief, bake
from ..core.voxels import Look, Model
from .long_work import LongWork

SIDES = (
    ("+X", "Right", "What is seen from +X"),
    ("-X", "Left", "What is seen from -X"),
    ("+Y", "Back", "What is seen from +Y"),
    ("-Y", "Front", "What is seen from -Y"),
    ("+Z", "Top", "What is seen from +Z"),
    ("-Z", "Bottom", "What is seen from -Z"),
)
"""In the order of core's table of directions."""
KEPT = (
    ("packed", "In .blend", "In the .blend file only"),
    ("beside", "As Files", "In the folder textures beside the .blend file, where exporters find them to copy"),
    ("both", "Both", "In the .blend file, and in the folder textures beside it"),
)
LONG_BYTES = 1_000_000
"""Characters of packed voxels beyond which the work takes long."""

Baked = list[tuple[str, Model, Look, tuple[Relief, ...]]]


class TRIVOX_OT_bake_relief(LongWork, bpy.types.Operator):
    """Makes an object of pictures with heights for each selected model."""

    bl_idname = "trivox.bake_relief"
    bl_label = "Bake Relief"
    bl_translation_context = CONTEXT
    bl_description = (
        "For each selected model, make an object of two triangles a side with pictures of colors, heights and normals, "
        "which looks as deep as the model and can stand for it from far away"
    )
    bl_options = {"REGISTER", "UNDO"}

    sides: EnumProperty(
        name="Sides",
        description="The sides of the model that get a picture",
        items=SIDES,
        options={"ENUM_FLAG"},
        default={side[0] for side in SIDES},
    )
    bits: EnumProperty(
        name="Heights",
        description="How finely the pictures of heights are stored. Models deeper than 255 voxels always have 16 bits",
        items=(("8", "8 Bits", "Up to 255 heights"), ("16", "16 Bits", "Up to 65,535 heights")),
        default="8",
    )
    steps: IntProperty(
        name="Steps",
        description="At how many depths the material looks for what a ray meets. More are exacter and render longer",
        min=4,
        max=128,
        default=24,
    )
    textures: EnumProperty(name="Keep Textures", description="Where the images are kept", items=KEPT, default="packed")

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Work on models with voxels."""
        if any(map(has_voxels, context.selected_objects)):
            return True
        cls.poll_message_set("No selected object has voxels; only models of files that hold voxels have them")
        return False

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Look at the models from their sides."""
        if not self.sides:
            self.report({"ERROR"}, pgettext_rpt("Choose at least one side"))
            return {"CANCELLED"}
        numbers = [number for number, side in enumerate(SIDES) if side[0] in self.sides]
        texts = {obj.name: obj.data[VOXELS] for obj in context.selected_objects if has_voxels(obj)}

        def work(progress: Callable[[float], None]) -> Baked:
            baked: Baked = []
            for name, text in texts.items():
                model, look = voxels_of(text)
                if model.voxels:
                    baked.append((name, model, look, tuple(bake(model, side) for side in numbers)))
                progress(len(baked) / len(texts))
            return baked

        return self.run(context, work, long=sum(map(len, texts.values())) > LONG_BYTES)

    def finish(self, context: bpy.types.Context, baked: Baked) -> set[str]:
        """Make the objects."""
        if not baked:
            self.report({"ERROR"}, pgettext_rpt("The models are empty"))
            return {"CANCELLED"}
        leave_edit_mode(context)
        made, images = [], []
        for name, model, look, reliefs in baked:
            wide = self.bits == "16" or max(relief.depth for relief in reliefs) > 255
            obj = context.scene.objects[name]
            new, own = new_relief_object(obj, reliefs, look, model.pivot, wide=wide, steps=self.steps)
            made.append(new)
            images += own
        if self.textures != "packed":
            self._store(images)
        select(made, context)
        line = pgettext_rpt("Reliefs: {objects}, triangles: {triangles}, images: {images}")
        triangles = 2 * sum(len(reliefs) for *_rest, reliefs in baked)
        self.report({"INFO"}, line.format(objects=len(made), triangles=triangles, images=len(images)))
        return {"FINISHED"}

    def _store(self, images: list[bpy.types.Image]) -> None:
        """Save the images beside the .blend file; what goes wrong leaves them in it."""
        try:
            save_textures(images, FOLDER, packed=self.textures == "both")
        except TrivoxError as error:
            line = pgettext_rpt("The textures stay in the .blend file: {reason}")
            self.report({"WARNING"}, line.format(reason=error))


CLASSES = (TRIVOX_OT_bake_relief,)
