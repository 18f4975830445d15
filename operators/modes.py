"""The voxels that meshes carry in; figures of every mode, or the meshes in another mode, out."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import bpy

from ..blender.cutouts import let_rays_through
from ..blender.edits import edits_of, is_joined, is_piece
from ..blender.exact import smooth_of
from ..blender.groups import PALETTE_SHEET
from ..blender.image_record import holds_atlases
from ..blender.light_map import renew_light_maps
from ..blender.options import BuildOptions
from ..blender.rebuild import Anew, rebuild_meshes
from ..blender.record import VOXELS, Record, has_voxels, of_object, read_record, recorded_image, storable, voxels_of
from ..blender.scene import leave_edit_mode
from ..blender.sheet import Pictures
from ..blender.shown import go_on_showing_colors
from ..blender.smooth import make_exact
from ..blender.words import CONTEXT, EnumProperty, IntProperty, pgettext_iface, pgettext_rpt, pgettext_tip
from ..core.compare import Comparison, compare_modes
from ..core.errors import TrivoxError
from ..core.formats import file_bytes
from ..core.mesh import modes
from ..core.mesh.mesh import Mesh
from ..core.mesh.options import MAX_TEXEL_SCALE, MeshOptions
from ..core.pipeline import build_model
from ..core.progress import shared
from ..core.voxels import Look
from .long_work import LongWork
from .naming import named, without_voxels
from .progress import redraw, shown_progress
from .properties import MODES, texels_per_rectangle

COMPARISONS = "trivox_comparisons"
"""The custom property of the window manager that holds figures, by the key of equal models with equal options."""
CHANGES = (
    ("keep", "As It Is", "Leave it as each mesh has it"),
    ("on", "On", "For all selected objects"),
    ("off", "Off", "For none of the selected objects"),
)
"""What can become of an option that meshes have."""
LONG_FACES = 100_000
"""Meshes of more visible sides, in sum, take long."""


class OnVoxels(LongWork):
    """What the operators share that work on the active object's voxels."""

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Work on meshes that carry their voxels; say what is missing where the button is gray."""
        missing = missing_text(context.object)
        if missing:
            cls.poll_message_set(missing)
        return not missing

    def invoke(self, context: bpy.types.Context, _event: bpy.types.Event) -> set[str]:
        """Start at once; Blender calls an operator invoked only if it has this method."""
        return self.execute(context)

    def long(self, mesh: bpy.types.Mesh, times: int = 1) -> bool:
        """Tell whether a user would have to wait for the mesh to be made so many times."""
        return times * read_record(mesh).counts.get("faces", 0) > LONG_FACES


class TRIVOX_OT_compare_modes(OnVoxels, bpy.types.Operator):
    """Compares the modes without changing the scene."""

    bl_idname = "trivox.compare_modes"
    bl_label = "Compare Modes"
    bl_translation_context = CONTEXT
    bl_description = "See what each mode would make of the active object; nothing in the scene changes"

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Make the mesh of each mode, and keep the figures only."""
        mesh = context.object.data
        record = read_record(mesh)
        self._key, self._options = record.comparison, record.build
        data, options = mesh[VOXELS], record.options

        def work(progress: Callable[[float], None]) -> Sequence[Comparison]:
            model, look = voxels_of(data)
            return compare_modes(model, options, look, progress, size_of=partial(file_bytes, model, look))

        return self.run(context, work, long=self.long(mesh, len(MODES)))

    def finish(self, context: bpy.types.Context, comparisons: Sequence[Comparison]) -> set[str]:
        """Store the figures."""
        manager = context.window_manager
        if COMPARISONS not in manager:
            manager[COMPARISONS] = {}
        shown = [row for row in comparisons if self._options.suits(row.mode)]
        manager[COMPARISONS][self._key] = {row.mode: _storable(row, self._options) for row in shown}
        redraw(manager)
        return {"FINISHED"}


class OnChosen(LongWork):
    """What the operators share that work on the meshes of all selected objects."""

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Work on meshes that carry their voxels and are of this file; say what is missing where the button is gray."""
        found = first_chosen(context)
        missing = missing_text(context.object) if found is None else "" if found.data.is_editable else linked_text()
        if missing:
            cls.poll_message_set(missing)
        return not missing


class TRIVOX_OT_use_mode(OnChosen, bpy.types.Operator):
    """Rebuilds the meshes of the selected objects in place."""

    bl_idname = "trivox.use_mode"
    bl_label = "Use Mode"
    bl_translation_context = CONTEXT
    bl_description = (
        "Make the mesh of the active object anew in this mode, and those of all selected objects, for all objects that "
        "share them. Names, materials, modifiers and transforms stay, and so do weights, UV layers, attributes and "
        "painted textures; you are asked before anything is lost"
    )
    bl_options = {"REGISTER", "UNDO"}

    mode: EnumProperty(name="Mode", description="How the visible sides of the voxels become a mesh", items=MODES)
    # What is left out is left as each mesh has it, also after a press that was for others.
    texel_scale: IntProperty(
        name="Pixels per Voxel",
        description="Pixels along the side of a voxel, in pieces of several colors; 0 leaves them as each mesh has "
        "them",
        min=0,
        max=MAX_TEXEL_SCALE,
        default=0,
        options={"SKIP_SAVE"},
    )
    align: EnumProperty(
        name="Multiples of Four",
        description="Whether each piece of the texture starts and ends at multiples of four pixels",
        items=CHANGES,
        options={"SKIP_SAVE"},
    )
    own_texels: EnumProperty(
        name="Own Pixels",
        description="Whether every side of a voxel has pixels that no other side shows, for painting and baking light",
        items=CHANGES,
        options={"SKIP_SAVE"},
    )
    texels_per_rectangle: texels_per_rectangle(options={"SKIP_SAVE"})

    @classmethod
    def description(cls, _context: bpy.types.Context, properties: bpy.types.OperatorProperties) -> str:
        """Tell what the mode makes, then what the operator does."""
        text = next(description for mode, _label, description in MODES if mode == properties.mode)
        return f"{pgettext_tip(text)}.\n\n{pgettext_tip(cls.bl_description)}"

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> set[str]:
        """Ask first where something would be lost."""
        if not self.properties.is_property_set("texels_per_rectangle"):
            self.texels_per_rectangle = read_record(first_chosen(context).data).options.texels_per_rectangle
        lost = lost_text([mesh for mesh in chosen_meshes(context) if not problem_of(mesh, self.mode)])
        if lost:
            question = pgettext_iface("This will be lost: {edits}").format(edits=lost)
            return context.window_manager.invoke_confirm(self, event, message=question)
        return self.execute(context)

    def draw(self, _context: bpy.types.Context) -> None:
        """Draw what the mode knows in the panel below the viewport."""
        self.layout.use_property_split = True
        self.layout.prop(self, "mode")
        if modes.MODES[self.mode].see_through:
            self.layout.prop(self, "texels_per_rectangle")

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Make the meshes, then put them in the places of the old ones."""
        meshes = chosen_meshes(context)
        problems = {mesh: problem_of(mesh, self.mode) for mesh in meshes}
        good = [mesh for mesh in meshes if not problems[mesh]]
        if not good:
            self.report({"ERROR"}, next(iter(problems.values())))
            return {"CANCELLED"}
        for line in dict.fromkeys(filter(None, problems.values())):
            names = [mesh.name for mesh in meshes if problems[mesh] == line]
            self.report({"WARNING"}, f"{named(names)}: {line}")
        self._without = sum(obj.type == "MESH" and not has_voxels(obj) for obj in _chosen(context))
        self._meshes = [mesh.session_uid for mesh in good]
        wanted = [(mesh[VOXELS], self._options(read_record(mesh))) for mesh in good]
        faces = [read_record(mesh).counts.get("faces", 0) for mesh in good]

        def work(progress: Callable[[float], None]) -> list[tuple[Look, Mesh]]:
            different = dict.fromkeys(zip(wanted, faces, strict=True))
            parts = shared(progress, [count for _one, count in different])
            made = {one: _made(*one, part) for (one, _count), part in zip(different, parts, strict=True)}
            return [made[one] for one in wanted]

        return self.run(context, work, long=sum(faces) > LONG_FACES)

    def finish(self, context: bpy.types.Context, made: Sequence[tuple[Look, Mesh]]) -> set[str]:
        """Rebuild the meshes, which may have gone while the work was done."""
        leave_edit_mode(context)
        there = {mesh.session_uid: mesh for mesh in bpy.data.meshes if mesh.session_uid in self._meshes}
        problems = {uid: problem_of(mesh, self.mode) for uid, mesh in there.items()}
        anew = [
            Anew(there[uid], source, look)
            for uid, (look, source) in zip(self._meshes, made, strict=True)
            if problems.get(uid) == ""
        ]
        if not anew:
            for problem in problems.values():
                self.report({"ERROR"}, problem)
            return {"CANCELLED"}
        before = sum(read_record(one.mesh).stages["mesh"] for one in anew)
        lost = lost_text([one.mesh for one in anew])
        smooth = any(smooth_of(one.mesh) for one in anew)
        try:
            with shown_progress(context.window_manager) as progress:
                for one in anew:
                    make_exact(one.mesh)
                rebuild_meshes(anew, progress)
        except TrivoxError as error:
            return self._failed(error)
        self._renew_light([one.mesh for one in anew])
        if any(one.source.has_clear_texels for one in anew):
            let_rays_through(context.scene)
        if smooth:
            go_on_showing_colors(context.scene.objects)
        if lost:
            self.report({"WARNING"}, pgettext_rpt("Lost: {edits}").format(edits=lost))
        self.report({"INFO"}, self._summary(anew, before))
        return {"FINISHED"}

    def _renew_light(self, meshes: Sequence[bpy.types.Mesh]) -> None:
        """Lay light maps out anew; what was baked is of other faces."""
        renewed, gone = renew_light_maps(meshes)
        if renewed:
            self.report({"WARNING"}, pgettext_rpt("Light maps to bake again: {count}").format(count=renewed))
        if gone:
            line = pgettext_rpt("Light maps that no longer fit were removed: {names}")
            self.report({"WARNING"}, line.format(names=named(gone)))

    def _options(self, record: Record) -> MeshOptions:
        """Those of a mesh, with what shall be otherwise."""
        chosen = {name: value == "on" for name in ("align", "own_texels") if (value := getattr(self, name)) != "keep"}
        if self.properties.is_property_set("texels_per_rectangle"):
            chosen["texels_per_rectangle"] = self.texels_per_rectangle
        if self.texel_scale:
            chosen["texel_scale"] = self.texel_scale
        return record.build.fit(replace(record.options, mode=self.mode, **chosen))

    def _summary(self, anew: Sequence[Anew], before: int) -> str:
        """Say what was made, and what was passed over."""
        label = next(label for mode, label, _description in MODES if mode == self.mode)
        line = pgettext_rpt("{name}: {mode}, {triangles} triangles (before: {before})")
        meshes = pgettext_rpt("{count} meshes").format(count=f"{len(anew):,}")
        text = line.format(
            name=anew[0].mesh.name if len(anew) == 1 else meshes,
            mode=pgettext_iface(label),
            triangles=f"{sum(one.source.counts.triangles for one in anew):,}",
            before=f"{before:,}",
        )
        return f"{text}; {without_voxels(self._without)}" if self._without else text


def problem_of(mesh: bpy.types.Mesh, mode: str) -> str:
    """Say why a mesh cannot be rebuilt in a mode; nothing if it can."""
    if not mesh.is_editable:
        return linked_text()
    if not read_record(mesh).build.suits(mode):
        return pgettext_rpt("This mode needs the colors in a texture. Import the file again with colors stored so")
    if mesh.shape_keys:
        return pgettext_rpt("The mesh has shape keys, which would not fit another mesh. Remove them first")
    if not read_record(mesh).build.one_color_a_face and not holds_atlases(recorded_image(mesh)):
        return pgettext_rpt("The texture of the mesh was removed or changed in size. Import the file again")
    if is_joined(mesh):
        return pgettext_rpt("The mesh holds more than its model, which would vanish. Separate it first")
    if is_piece(mesh):
        return pgettext_rpt("The mesh is a piece of a model, which would become whole again. Join the pieces first")
    return ""


def lost_text(meshes: Sequence[bpy.types.Mesh]) -> str:
    """Name what of each mesh a rebuild cannot carry over; nothing if there is nothing."""
    pictures = Pictures()
    lost = {mesh.name: edits_of(mesh, pictures).lost for mesh in meshes}
    lost = {name: edits for name, edits in lost.items() if edits}
    told = dict.fromkeys(edit for edits in lost.values() for edit in edits)
    text = ", ".join(map(pgettext_rpt, told))
    return f"{text} ({named(list(lost))})" if text else ""


def missing_text(obj: bpy.types.Object | None) -> str:
    """Say why there are no voxels to work on; nothing if there are."""
    if has_voxels(obj):
        return ""
    if obj is None:
        return pgettext_rpt("No object is active")
    if of_object(obj) is None:
        return pgettext_rpt("The active object is no mesh that Trivox imported")
    return pgettext_rpt("The file of this mesh holds triangles and no voxels. Import the .vox file instead")


def linked_text() -> str:
    """Say that a mesh is of another file."""
    return pgettext_rpt("The mesh comes from another file, so it cannot be changed here")


def _chosen(context: bpy.types.Context) -> Sequence[bpy.types.Object]:
    """The selected objects; but the active one alone where it has voxels and is not selected."""
    active = context.object
    if has_voxels(active) and not active.select_get():
        return [active]
    return context.selected_objects


def first_chosen(context: bpy.types.Context) -> bpy.types.Object | None:
    """The first object that the operator works on, one whose mesh can be changed if there is one."""
    first = None
    for obj in _chosen(context):
        if has_voxels(obj):
            if obj.data.is_editable:
                return obj
            first = first or obj
    return first


def chosen_meshes(context: bpy.types.Context) -> list[bpy.types.Mesh]:
    """The meshes with voxels that the operator works on; each once."""
    return list(dict.fromkeys(obj.data for obj in _chosen(context) if has_voxels(obj)))


def _made(data: str, options: MeshOptions, progress: Callable[[float], None]) -> tuple[Look, Mesh]:
    model, look = voxels_of(data)
    return look, build_model(model, options, look, progress=progress)


def _storable(row: Comparison, options: BuildOptions) -> dict[str, object]:
    """The figures of a mode, as Blender stores them; texels are those of the image that the mesh has."""
    texels = row.texels if not options.one_color_a_face else PALETTE_SHEET.size if options.colors == "palette" else 0
    above = row.triangles - (row.lower_bound or 0)
    counts = {"triangles": row.triangles, "gpu_vertices": row.gpu_vertices, "texels": texels, "above_fewest": above}
    counts |= {"drawn_area": row.drawn_area, "file_bytes": row.file_bytes}
    return {**storable(counts), "t_junctions": row.t_junctions, "proven": row.proven}


CLASSES = (TRIVOX_OT_compare_modes, TRIVOX_OT_use_mode)
