"""The voxels that meshes carry in; smooth surfaces in the same data-blocks, and materials that blend on them, out."""

from collections.abc import Callable, Sequence

import bpy

from ..blender.edits import edits_of
from ..blender.exact import smooth_of
from ..blender.record import VOXELS, read_record, voxels_of
from ..blender.scene import leave_edit_mode
from ..blender.sheet import Pictures
from ..blender.shown import go_on_showing_colors
from ..blender.smooth import BLENDED, make_smooth
from ..blender.triplanar import blend_materials
from ..blender.words import (
    CONTEXT,
    BoolProperty,
    EnumProperty,
    FloatProperty,
    IntProperty,
    pgettext_iface,
    pgettext_rpt,
    pgettext_tip,
)
from ..core.checks.smooth import prove_smooth
from ..core.progress import shared
from ..core.smooth import MAX_BLUR, SmoothMesh, SmoothOptions, build_smooth
from ..core.voxels import Look, Model
from .modes import LONG_FACES, OnChosen, chosen_meshes, first_chosen, problem_of
from .naming import named

METHOD_ITEMS = (
    ("nets", "Surface Nets", "Round shapes of even triangles, with a corner between each eight voxels"),
    ("cubes", "Marching Cubes", "Beveled shapes, with a corner on each visible side of a voxel"),
)
COLOR_ITEMS = (
    ("faces", "Per Face", "Each triangle has the color of its voxel"),
    ("blend", "Blended", "Colors run into each other from corner to corner, and materials can be blended"),
)


class TRIVOX_OT_use_smooth(OnChosen, bpy.types.Operator):
    """Rebuilds the meshes of the selected objects in place as smooth surfaces."""

    bl_idname = "trivox.use_smooth"
    bl_label = "Use Smooth Surface"
    bl_translation_context = CONTEXT
    bl_description = (
        "Turn the voxels of the selected objects into smooth closed surfaces, for all objects that share them. The "
        "mesh as it is now is kept and comes back when you choose another mode; what you do to the smooth surface "
        "itself is lost then. Exported .tvx files stay exact"
    )
    bl_options = {"REGISTER", "UNDO"}

    method: EnumProperty(name="Method", description="How the surface is made", items=METHOD_ITEMS)
    blur: IntProperty(
        name="Blur",
        description="How far corners are rounded; nothing thin vanishes",
        min=0,
        max=MAX_BLUR,
        default=SmoothOptions.blur,
    )
    colors: EnumProperty(name="Colors", description="How colors meet on the surface", items=COLOR_ITEMS)
    joined: BoolProperty(
        name="Join Diagonals",
        description="Let voxels that touch along an edge hang together; else they are apart",
        default=SmoothOptions.joined,
    )

    @classmethod
    def description(cls, _context: bpy.types.Context, properties: bpy.types.OperatorProperties) -> str:
        """Tell what the method makes, then what the operator does."""
        about = next(text for method, _label, text in METHOD_ITEMS if method == properties.method)
        return f"{pgettext_tip(about)}.\n\n{pgettext_tip(cls.bl_description)}"

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> set[str]:
        """Take what is not told from the surface that there is; ask first where something would be lost."""
        now = smooth_of(first_chosen(context).data)
        for name in ("blur", "colors", "joined"):
            if now and not self.properties.is_property_set(name):
                setattr(self, name, getattr(now, name))
        lost = _edited(chosen_meshes(context))
        if lost:
            question = pgettext_iface("What was changed on the smooth surface will be lost: {names}")
            return context.window_manager.invoke_confirm(self, event, message=question.format(names=lost))
        return self.execute(context)

    def draw(self, _context: bpy.types.Context) -> None:
        """Draw the choices in the panel below the viewport."""
        self.layout.use_property_split = True
        for name in ("method", "blur", "colors", "joined"):
            self.layout.prop(self, name)

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Make the surfaces, prove that they are closed, then put them in the places of the meshes."""
        meshes = chosen_meshes(context)
        problems = {mesh: _problem_of(mesh) for mesh in meshes}
        good = [mesh for mesh in meshes if not problems[mesh]]
        if not good:
            self.report({"ERROR"}, next(iter(problems.values())))
            return {"CANCELLED"}
        for line in dict.fromkeys(filter(None, problems.values())):
            self.report({"WARNING"}, f"{named([mesh.name for mesh in meshes if problems[mesh] == line])}: {line}")
        self._meshes = [mesh.session_uid for mesh in good]
        options = SmoothOptions(self.method, self.blur, self.colors, self.joined)
        wanted = [mesh[VOXELS] for mesh in good]
        faces = [read_record(mesh).counts.get("faces", 0) for mesh in good]

        def work(progress: Callable[[float], None]) -> list[tuple[Look, SmoothMesh]]:
            different = dict(zip(wanted, faces, strict=True))
            parts = shared(progress, list(different.values()))
            made = {data: _made(data, options, part) for data, part in zip(different, parts, strict=True)}
            return [made[data] for data in wanted]

        return self.run(context, work, long=sum(faces) > LONG_FACES)

    def finish(self, context: bpy.types.Context, made: Sequence[tuple[Look, SmoothMesh]]) -> set[str]:
        """Fill the meshes, which may have gone while the work was done."""
        leave_edit_mode(context)
        there = {mesh.session_uid: mesh for mesh in bpy.data.meshes if mesh.session_uid in self._meshes}
        names, triangles = [], 0
        materials: dict[object, bpy.types.Material] = {}
        for uid, (look, source) in zip(self._meshes, made, strict=True):
            if uid in there and not _problem_of(there[uid]):
                make_smooth(there[uid], source, look, materials)
                names.append(there[uid].name)
                triangles += len(source.triangles)
        if not names:
            self.report({"ERROR"}, pgettext_rpt("The meshes have gone"))
            return {"CANCELLED"}
        go_on_showing_colors(context.scene.objects)
        line = pgettext_rpt("{name}: {mode}, {triangles} triangles")
        label = next(label for method, label, _about in METHOD_ITEMS if method == self.method)
        text = line.format(name=named(names), mode=pgettext_iface(label), triangles=f"{triangles:,}")
        self.report({"INFO"}, text)
        return {"FINISHED"}


class TRIVOX_OT_blend_materials(bpy.types.Operator):
    """Lets smooth surfaces show textures that are projected from three sides and blended by weights."""

    bl_idname = "trivox.blend_materials"
    bl_label = "Blend Materials"
    bl_translation_context = CONTEXT
    bl_description = (
        "Give the selected smooth surfaces with blended colors a material that projects a texture from three sides for "
        "each of the four most frequent colors, and blends them. Choose images of your own inside of the node groups "
        "named Trivox Triplanar"
    )
    bl_options = {"REGISTER", "UNDO"}

    scale: FloatProperty(
        name="Scale",
        description="Voxels along the side of a texture",
        min=0.1,
        max=1000,
        default=8,
    )
    sharpness: FloatProperty(
        name="Sharpness",
        description="How abruptly the three projections of a texture meet; 1 is softest",
        min=1,
        max=64,
        default=8,
    )

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Work on smooth surfaces with blended colors."""
        if _blended(context):
            return True
        cls.poll_message_set(pgettext_rpt("No selected object is a smooth surface with blended colors"))
        return False

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Give each mesh its material."""
        for mesh in _blended(context):
            record = read_record(mesh)
            _model, look = voxels_of(mesh[VOXELS])
            blend_materials(mesh, look, self.scale * record.voxel_edge, self.sharpness)
        return {"FINISHED"}


def _blended(context: bpy.types.Context) -> list[bpy.types.Mesh]:
    return [mesh for mesh in chosen_meshes(context) if smooth_of(mesh) and BLENDED in mesh and mesh.is_editable]


def _problem_of(mesh: bpy.types.Mesh) -> str:
    """Say why a mesh cannot become smooth; nothing if it can."""
    return problem_of(mesh, read_record(mesh).options.mode)


def _edited(meshes: Sequence[bpy.types.Mesh]) -> str:
    """Name the smooth meshes that were changed since they were made."""
    pictures = Pictures()
    names = [mesh.name for mesh in meshes if smooth_of(mesh) and edits_of(mesh, pictures).lost]
    return named(names) if names else ""


def _made(data: str, options: SmoothOptions, progress: Callable[[float], None]) -> tuple[Look, SmoothMesh]:
    model, look = voxels_of(data)
    return look, made_smooth(model, look, options, progress)


def made_smooth(
    model: Model, look: Look, options: SmoothOptions, progress: Callable[[float], object] = lambda _share: None
) -> SmoothMesh:
    """Make a smooth surface, and prove that it is closed."""
    mesh = build_smooth(model, options, look, progress)
    prove_smooth(mesh)
    return mesh


CLASSES = (TRIVOX_OT_use_smooth, TRIVOX_OT_blend_materials)
