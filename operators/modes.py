"""The voxels that the active mesh carries in; figures of every mode, or the mesh in another mode, out."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import bpy
import numpy as np
from bpy.app.translations import pgettext_iface, pgettext_rpt, pgettext_tip
from bpy.props import EnumProperty

from ..blender.groups import PALETTE_SHEET
from ..blender.options import BuildOptions
from ..blender.rebuild import rebuild_mesh
from ..blender.record import (
    ATLAS_FIELDS,
    VOXELS,
    edited,
    has_voxels,
    holds_atlases,
    of_object,
    read_record,
    recorded_image,
    storable,
    voxels_of,
)
from ..blender.scene import leave_edit_mode
from ..blender.sheet import other_atlases
from ..core.compare import Comparison, compare_modes
from ..core.mesh.mesh import Mesh
from ..core.pipeline import build_model
from ..core.texture.sheet import lay_sheet
from ..core.voxels import Look
from .long_work import LongWork
from .properties import MODES

COMPARISONS = "trivox_comparisons"
"""The custom property of the window manager that holds figures, by the key of equal models with equal options."""
LONG_FACES = 100_000
"""Meshes of more visible sides, in sum, take long."""


class OnVoxels(LongWork):
    """What the operators share that work on the active object's voxels."""

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Work on meshes that carry their voxels; say what is missing where the button is gray."""
        obj = context.object
        if has_voxels(obj):
            return True
        if obj is None:
            cls.poll_message_set("No object is active")
        elif of_object(obj) is None:
            cls.poll_message_set("The active object is no mesh that Trivox imported")
        else:
            cls.poll_message_set("The file of this mesh holds triangles and no voxels. Import the .vox file instead")
        return False

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
    bl_description = "See what each mode would make of the active object; nothing in the scene changes"

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Make the mesh of each mode, and keep the figures only."""
        mesh = context.object.data
        record = read_record(mesh)
        self._key, self._options = record.comparison, record.build
        data, options = mesh[VOXELS], record.options

        def work(progress: Callable[[float], None]) -> Sequence[Comparison]:
            model, look = voxels_of(data)
            return compare_modes(model, options, look, progress)

        return self.run(context, work, long=self.long(mesh, len(MODES)))

    def finish(self, context: bpy.types.Context, comparisons: Sequence[Comparison]) -> set[str]:
        """Store the figures."""
        manager = context.window_manager
        if COMPARISONS not in manager:
            manager[COMPARISONS] = {}
        manager[COMPARISONS][self._key] = {row.mode: _storable(row, self._options) for row in comparisons}
        for window in manager.windows:
            for area in window.screen.areas:
                area.tag_redraw()
        return {"FINISHED"}


class TRIVOX_OT_use_mode(OnVoxels, bpy.types.Operator):
    """Rebuilds the active object's mesh in place."""

    bl_idname = "trivox.use_mode"
    bl_label = "Use Mode"
    bl_description = (
        "Make the mesh of the active object anew in this mode, for all objects that share it. "
        "Names, materials, modifiers and transforms stay; what was edited by hand in the mesh is lost"
    )
    bl_options = {"REGISTER", "UNDO"}

    mode: EnumProperty(name="Mode", description="How the visible sides of the voxels become a mesh", items=MODES)

    @classmethod
    def description(cls, _context: bpy.types.Context, properties: bpy.types.OperatorProperties) -> str:
        """Tell what the mode makes, then what the operator does."""
        text = next(description for mode, _label, description in MODES if mode == properties.mode)
        return f"{pgettext_tip(text)}.\n\n{pgettext_tip(cls.bl_description)}"

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> set[str]:
        """Ask first where something would be lost."""
        if edited(context.object.data):
            question = pgettext_iface("The mesh was edited since it was made. That will be lost")
            return context.window_manager.invoke_confirm(self, event, message=question)
        return self.execute(context)

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Make the mesh, then put it in the place of the old one."""
        mesh = context.object.data
        problem = _problem(mesh)
        if problem:
            self.report({"ERROR"}, problem)
            return {"CANCELLED"}
        self._mesh = mesh.session_uid
        data, options = mesh[VOXELS], replace(read_record(mesh).options, mode=self.mode)

        def work(progress: Callable[[float], None]) -> tuple[Look, Mesh]:
            model, look = voxels_of(data)
            return look, build_model(model, options, look, progress=progress)

        return self.run(context, work, long=self.long(mesh))

    def finish(self, context: bpy.types.Context, made: tuple[Look, Mesh]) -> set[str]:
        """Rebuild the mesh, which may have gone while the work was done."""
        look, source = made
        mesh = next((mesh for mesh in bpy.data.meshes if mesh.session_uid == self._mesh), None)
        if mesh is None or _problem(mesh):
            return {"CANCELLED"}
        leave_edit_mode(context)
        record = read_record(mesh)
        before, in_texture = record.stages["mesh"], not record.build.one_color_a_face
        kept = other_atlases(recorded_image(mesh), mesh) if in_texture else np.zeros((0, ATLAS_FIELDS), np.int64)
        sizes = np.vstack([kept[:, 2:4], [source.atlas.shape[::-1]]])
        layout = lay_sheet(sizes, power_of_two=source.options.power_of_two)
        rebuild_mesh(mesh, source, look, kept, layout)
        label = next(label for mode, label, _description in MODES if mode == self.mode)
        line = pgettext_rpt("{name}: {mode}, {triangles} triangles (before: {before})")
        triangles, before = f"{source.counts.triangles:,}", f"{before:,}"
        mode = pgettext_iface(label)
        self.report({"INFO"}, line.format(name=mesh.name, mode=mode, triangles=triangles, before=before))
        return {"FINISHED"}


def _problem(mesh: bpy.types.Mesh) -> str:
    """Say why a mesh cannot be rebuilt; nothing if it can."""
    if not mesh.is_editable:
        return pgettext_rpt("The mesh comes from another file, so it cannot be changed here")
    if mesh.shape_keys:
        return pgettext_rpt("The mesh has shape keys, which would not fit another mesh. Remove them first")
    if not read_record(mesh).build.one_color_a_face and not holds_atlases(recorded_image(mesh)):
        return pgettext_rpt("The texture of the mesh was removed or changed in size. Import the file again")
    return ""


def _storable(row: Comparison, options: BuildOptions) -> dict[str, object]:
    """The figures of a mode, as Blender stores them; texels are those of the image that the mesh has."""
    texels = row.texels if options.colors == "texture" else PALETTE_SHEET.size if options.colors == "palette" else 0
    above = row.triangles - (row.lower_bound or 0)
    counts = {"triangles": row.triangles, "gpu_vertices": row.gpu_vertices, "texels": texels, "above_fewest": above}
    return {**storable(counts), "t_junctions": row.t_junctions, "proven": row.proven}


CLASSES = (TRIVOX_OT_compare_modes, TRIVOX_OT_use_mode)
