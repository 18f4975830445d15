"""Selected empties and meshes in; the active object's voxels with these shapes added, carved out or painted, out."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

import bpy
import numpy as np

from ..blender.exact import smooth_of
from ..blender.groups import group_indices, used_groups
from ..blender.rebuild import Anew, rebuild_meshes
from ..blender.record import VOXELS, has_voxels, read_record, voxels_of, voxels_text
from ..blender.scene import leave_edit_mode
from ..blender.smooth import make_exact, make_smooth
from ..blender.words import (
    CONTEXT,
    EnumProperty,
    FloatProperty,
    FloatVectorProperty,
    IntProperty,
    pgettext_rpt,
    pgettext_tip,
)
from ..core.errors import OptionError, TrivoxError
from ..core.mesh.options import MeshOptions
from ..core.patch import Workpiece, build_workpiece, patch
from ..core.progress import Progress
from ..core.smooth import SmoothMesh
from ..core.voxels import shapes
from .lattice import of_lattice
from .long_work import LongWork
from .modes import LONG_FACES, lost_text, missing_text, problem_of
from .progress import shown_progress
from .shape_tools import DISPLAYED, SHAPES, is_tool, shape_of
from .smooth import made_smooth

ACTIONS = (
    ("ADD", "Add", "Fill the empty cells of the shapes; filled ones keep their colors"),
    ("CARVE", "Carve", "Empty the cells of the shapes"),
    ("PAINT", "Paint", "Give the filled cells of the shapes another color"),
)
_KEPT = 3
"""Models whose meshes are remembered: that before an edit, that after it, and one more."""
_pieces: OrderedDict[tuple[bytes, str], Workpiece] = OrderedDict()


class TRIVOX_OT_edit_with_objects(LongWork, bpy.types.Operator):
    """Edits the voxels of the active object by the other selected ones."""

    bl_idname = "trivox.edit_with_objects"
    bl_label = "Edit with Objects"
    bl_translation_context = CONTEXT
    bl_description = (
        "Add, carve or paint the voxels of the active object where the other selected objects are: empties, which are "
        "the shapes that they show, and closed meshes. A voxel is inside if its middle is. All objects that share the "
        "mesh follow, and stay where they are; what was put on the mesh stays as with Use Mode"
    )
    bl_options = {"REGISTER", "UNDO"}

    action: EnumProperty(name="Action", description="What the shapes do", items=ACTIONS)
    color: FloatVectorProperty(
        name="Color",
        description="The nearest color of the model's palette that its materials can show is taken",
        subtype="COLOR_GAMMA",
        size=3,
        min=0,
        max=1,
        default=(0.8, 0.3, 0.2),
    )
    index: IntProperty(
        name="Palette Number",
        description="The number of a color of the model's palette; 0 takes the one nearest to the color above",
        min=0,
        max=255,
        default=0,
    )
    smooth: FloatProperty(
        name="Smooth",
        description="Radius of the rounding between what is added and the model, in voxels",
        min=0,
        max=shapes.MAX_SMOOTH,
        soft_max=16,
        default=0,
    )

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Work where there are voxels and tools; say what is missing where the button is gray."""
        missing = missing_text(context.object)
        if not missing and not _tools(context):
            missing = pgettext_rpt("Select empties or closed meshes, and the model last")
        if missing:
            cls.poll_message_set(missing)
        return not missing

    @classmethod
    def description(cls, _context: bpy.types.Context, properties: bpy.types.OperatorProperties) -> str:
        """Tell what the action does, then what the operator does."""
        text = next(description for action, _label, description in ACTIONS if action == properties.action)
        return f"{pgettext_tip(text)}.\n\n{pgettext_tip(cls.bl_description)}"

    def draw(self, _context: bpy.types.Context) -> None:
        """Draw what the action knows."""
        self.layout.use_property_split = True
        self.layout.prop(self, "action")
        if self.action != "CARVE":
            self.layout.prop(self, "color")
            self.layout.prop(self, "index")
        if self.action == "ADD":
            self.layout.prop(self, "smooth")

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> set[str]:
        """Ask first where something would be lost."""
        lost = "" if problem_of(context.object.data, _mode(context.object)) else lost_text([context.object.data])
        if lost:
            question = pgettext_rpt("This will be lost: {edits}").format(edits=lost)
            return context.window_manager.invoke_confirm(self, event, message=question)
        return self.execute(context)

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Find the shapes, then make the edit."""
        target = context.object
        mesh, record = target.data, read_record(target.data)
        problem = problem_of(mesh, _mode(target))
        if problem:
            self.report({"ERROR"}, problem)
            return {"CANCELLED"}
        self._mesh, self._text = mesh.session_uid, mesh[VOXELS]
        options, text = record.build.fit(record.options), self._text
        action, smooth, index, color = self.action, self.smooth, self.index, tuple(self.color)
        try:
            model = voxels_of(text)[0] if _known(text, options) is None else _known(text, options).model
            found = [shape_of(tool, target, model, smooth if action == "ADD" else 0) for tool in _tools(context)]
        except TrivoxError as error:
            return self._failed(error)

        # Translated here, for the work may be done on a thread.
        nothing = pgettext_rpt("Nothing would be left of the model; move the shapes or make them smaller")

        surface = smooth_of(mesh)

        def work(progress: Progress) -> tuple[Workpiece, Workpiece, SmoothMesh | None]:
            before = _piece(text, options, progress)
            number = index or _nearest(before, record.build.colors, color)
            after = _edited(before, found, action, number, smooth, nothing)
            rounded = after is not before and surface
            return before, after, made_smooth(after.model, after.look, rounded) if rounded else None

        return self.run(context, work, long=record.counts.get("faces", 0) > LONG_FACES and not _known(text, options))

    def finish(self, context: bpy.types.Context, done: tuple[Workpiece, Workpiece, SmoothMesh | None]) -> set[str]:
        """Give the mesh its new voxels, which may have gone while the work was done."""
        before, after, rounded = done
        mesh = next((one for one in bpy.data.meshes if one.session_uid == self._mesh), None)
        if mesh is None or mesh.get(VOXELS) != self._text:
            self.report({"ERROR"}, pgettext_rpt("The mesh was changed while it was edited. Try again"))
            return {"CANCELLED"}
        if after is before:
            self.report({"WARNING"}, pgettext_rpt("The shapes touch nothing that they could change"))
            return {"FINISHED"}
        leave_edit_mode(context)
        lost, look = lost_text([mesh]), after.look
        mesh[VOXELS] = voxels_text(after.model, look)
        try:
            with shown_progress(context.window_manager) as progress:
                # Its exact mesh and materials are what the patch belongs to.
                make_exact(mesh)
                rebuild_meshes([Anew(mesh, after.mesh, look, before.mesh)], progress)
        except TrivoxError as error:
            mesh[VOXELS] = self._text
            return self._failed(error)
        _remember(mesh[VOXELS], after)
        if rounded:
            make_smooth(mesh, rounded, look, {})
        if lost:
            self.report({"WARNING"}, pgettext_rpt("Lost: {edits}").format(edits=lost))
        line = pgettext_rpt("{name}: {voxels} voxels (before: {before}), {triangles} triangles")
        told = {"voxels": after.model.voxels, "before": before.model.voxels, "triangles": after.mesh.counts.triangles}
        self.report({"INFO"}, line.format(name=mesh.name, **{name: f"{count:,}" for name, count in told.items()}))
        return {"FINISHED"}


class TRIVOX_OT_add_shape(bpy.types.Operator):
    """Adds an empty that is a tool."""

    bl_idname = "trivox.add_shape"
    bl_label = "Add Shape"
    bl_translation_context = CONTEXT
    bl_description = (
        "Add an empty at the 3D cursor that is a shape for editing voxels, as many voxels of the active object large "
        "as you say"
    )
    bl_options = {"REGISTER", "UNDO"}

    shape: EnumProperty(name="Shape", description="Which solid the empty is", items=SHAPES[1:])
    size: FloatProperty(name="Size", description="Half its width, in voxels", min=0.1, soft_max=256, default=8)

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Make the empty, select it, and leave the model active."""
        target = context.object
        edge = 1.0
        if has_voxels(target):
            edge = float(np.cbrt(abs(np.linalg.det(of_lattice(target, still=False)[:3, :3])))) or 1.0
        label = next(name for key, name, _about in SHAPES if key == self.shape)
        empty = bpy.data.objects.new(label, None)
        empty.empty_display_type, empty.trivox_shape = DISPLAYED[self.shape], self.shape
        empty.location = context.scene.cursor.location
        empty.scale = (self.size * edge,) * 3
        context.collection.objects.link(empty)
        for obj in context.selected_objects:
            obj.select_set(False)
        empty.select_set(True)
        if has_voxels(target):
            target.select_set(True)
        else:
            context.view_layer.objects.active = empty
        return {"FINISHED"}


def register() -> None:
    """Let empties remember which shape they are."""
    bpy.types.Object.trivox_shape = EnumProperty(
        name="Shape", description="Which solid this empty is when it edits voxels", items=SHAPES, default="AUTO"
    )


def unregister() -> None:
    """Take that away, and forget the models."""
    del bpy.types.Object.trivox_shape
    _pieces.clear()


def _tools(context: bpy.types.Context) -> list[bpy.types.Object]:
    """The selected objects that can be tools, but for the active one."""
    return [obj for obj in context.selected_objects if obj != context.object and is_tool(obj)]


def _mode(obj: bpy.types.Object) -> str:
    return read_record(obj.data).options.mode


def _edited(
    piece: Workpiece, found: Sequence[shapes.Shape], action: str, index: int, smooth: float, nothing: str
) -> Workpiece:
    """The workpiece after all shapes were at work, one after the other."""
    away = np.zeros(3, np.int64)
    for shape in found:
        there: Callable[..., Any] = shape.moved(*away.tolist())
        if action == "ADD":
            edited = shapes.add(piece.model, there, index, smooth)
        elif action == "CARVE":
            edited = shapes.carve(piece.model, there)
        else:
            edited = shapes.paint(piece.model, there, index)
        if edited.touched is None:
            continue
        if not edited.model.voxels:
            raise OptionError(nothing)
        edited = shapes.around_pivot(edited, piece.model)
        piece, away = patch(piece, edited), away + edited.moved
    return piece


def _nearest(piece: Workpiece, colors: str, color: Sequence[float]) -> int:
    """The palette index of the nearest color of those that the object's materials can show."""
    look = piece.look
    group = group_indices(look.shading, look.transparent, colors)
    shown = np.isin(group, used_groups(piece.mesh, group, colors))
    shown[0] = False
    away = (look.palette[:, :3].astype(np.float64) - 255 * np.array(color)) ** 2
    return int(np.where(shown, away.sum(axis=1), np.inf).argmin())


def _key(text: str, options: MeshOptions) -> tuple[bytes, str]:
    return hashlib.blake2b(text.encode(), digest_size=16).digest(), repr(options)


def _known(text: str, options: MeshOptions) -> Workpiece | None:
    return _pieces.get(_key(text, options))


def _piece(text: str, options: MeshOptions, progress: Progress) -> Workpiece:
    """The workpiece of voxels; the redo panel asks for the same again and again."""
    found = _known(text, options)
    if found is None:
        model, look = voxels_of(text)
        found = build_workpiece(model, options, look, progress)
        _remember(text, found)
    else:
        _pieces.move_to_end(_key(text, options))
    return found


def _remember(text: str, piece: Workpiece) -> None:
    _pieces[_key(text, piece.mesh.options)] = piece
    while len(_pieces) > _KEPT:
        _pieces.popitem(last=False)


CLASSES = (TRIVOX_OT_edit_with_objects, TRIVOX_OT_add_shape)
