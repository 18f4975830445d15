"""The selected objects in, of any kind that Blender turns into meshes, objects of voxels in their places out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

import bpy
import numpy as np
from mathutils import Matrix

from ..blender.cutouts import let_rays_through
from ..blender.options import BuildOptions
from ..blender.record import VOXELS, has_voxels, voxels_of
from ..blender.scene import build_file, leave_edit_mode, select
from ..blender.shown import show_colors
from ..blender.triangles import UNSEEN, Taken, corners_of_boxes, take_triangles
from ..blender.units import metres_per_unit, shortest
from ..blender.voxelized import Model, grid_of, model_of, put, with_palette
from ..blender.words import (
    CONTEXT,
    BoolProperty,
    EnumProperty,
    FloatProperty,
    IntProperty,
    pgettext_iface,
    pgettext_rpt,
)
from ..core import Assembly, MeshOptions, SceneOptions, assemble
from ..core.errors import OptionError, TrivoxError
from ..core.progress import Progress, part, shared
from ..core.voxelise import Triangles, VoxeliseOptions, voxelise
from ..core.voxelise.lattice import MAX_CELLS
from ..core.voxelise.options import MAX_SIDE
from ..core.voxels import Look
from .long_work import LongWork
from .naming import named
from .properties import MODES

LONG_TRIANGLES = 100_000
LONG_CELLS = 2**20
"""More of one of these take long."""


@dataclass(frozen=True)
class Made:
    """What became of one part of the selection."""

    model: Model
    file: Assembly


class TRIVOX_OT_voxelize(LongWork, bpy.types.Operator):
    """Makes voxels of the selected objects."""

    bl_idname = "trivox.voxelize"
    bl_label = "Voxelize"
    bl_translation_context = CONTEXT
    bl_description = (
        "Make voxel models of the selected objects: meshes with their modifiers, instances, text, curves and "
        "metaballs, with the colors of their materials, textures and color attributes"
    )
    bl_options = {"REGISTER", "UNDO"}

    size_by: EnumProperty(
        name="Size By",
        description="What says how large voxels are",
        items=(
            ("count", "Number", "So many voxels along the longest side of all that is selected"),
            ("length", "Length", "The edge of a voxel has this length"),
        ),
    )
    count: IntProperty(
        name="Voxels",
        description="Voxels along the longest side of all that is selected",
        min=1,
        max=MAX_SIDE,
        soft_max=512,
        default=64,
    )
    length: FloatProperty(
        name="Voxel Size",
        description="Length of the edge of a voxel",
        subtype="DISTANCE",
        unit="LENGTH",
        min=1e-5,
        max=1e5,
        soft_min=0.001,
        soft_max=10,
        precision=3,
        default=0.1,
    )
    grid: EnumProperty(
        name="Along",
        description="How the voxels lie",
        items=(
            ("world", "World", "Along the axes of the world"),
            ("object", "Active Object", "Along the axes of the active object, however it is turned"),
        ),
    )
    inside: EnumProperty(
        name="Inside",
        description="What becomes of the space inside closed surfaces",
        items=(
            ("solid", "Solid", "Fill what is inside, also of surfaces with small holes"),
            ("surface", "Surface Only", "Make voxels of the surface alone"),
        ),
    )
    keep_thin: BoolProperty(
        name="Keep Thin Parts",
        description="Keep parts that are thinner than a voxel, such as leaves and cloth",
        default=True,
    )
    thick: BoolProperty(
        name="Thick Surface",
        description="Fill every voxel that the surface touches, and not as few as leave no gap",
        default=False,
    )
    palette: EnumProperty(
        name="Palette",
        description="Which colors the voxels have",
        items=(
            ("own", "Own", "Up to 255 colors that fit best"),
            ("active", "Active Model", "The colors of the active object, a model of Trivox, which stays as it is"),
        ),
    )
    dither: BoolProperty(name="Dither", description="Mix colors that the palette lacks, voxel by voxel", default=False)
    mode: EnumProperty(
        name="Mode",
        description="How the visible sides of the voxels become a mesh",
        items=MODES,
        default=MeshOptions.mode,
    )
    join: EnumProperty(
        name="Make",
        description="How many objects come out",
        items=(
            ("one", "One Object", "All that is selected becomes one model"),
            ("each", "One per Object", "Each selected object becomes a model of its own, with voxels of the same size"),
        ),
    )
    originals: EnumProperty(
        name="Originals",
        description="What becomes of the selected objects",
        items=(
            ("hide", "Hide", "Hide them in the viewports and in renders"),
            ("keep", "Keep", "Leave them as they are"),
        ),
    )

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Work on selected objects that may show something; say what is missing where the button is gray."""
        if any(obj.type not in UNSEEN for obj in context.selected_objects):
            return True
        cls.poll_message_set(pgettext_rpt("Select objects that have a surface, such as meshes, text or curves"))
        return False

    def invoke(self, context: bpy.types.Context, _event: bpy.types.Event) -> set[str]:
        """Show the options, and how many cells they ask for."""
        leave_edit_mode(context)
        self._boxes = corners_of_boxes(self._objects(context), context.evaluated_depsgraph_get())
        text = pgettext_iface(self.bl_label)
        return context.window_manager.invoke_props_dialog(self, width=340, confirm_text=text)

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the options in the dialog and below the viewport."""
        layout = self.layout
        layout.use_property_split = True
        layout.use_property_decorate = False
        layout.row().prop(self, "size_by", expand=True)
        layout.prop(self, "count" if self.size_by == "count" else "length")
        self._draw_cells(context)
        layout.row().prop(self, "grid", expand=True)
        layout.row().prop(self, "inside", expand=True)
        layout.prop(self, "keep_thin")
        if self.inside == "surface":
            layout.prop(self, "thick")
        layout.row().prop(self, "palette", expand=True)
        layout.prop(self, "dither")
        layout.prop(self, "mode")
        layout.row().prop(self, "join", expand=True)
        layout.row().prop(self, "originals", expand=True)

    def _draw_cells(self, context: bpy.types.Context) -> None:
        """Draw the box of cells that is asked for; the redo panel knows no more what was selected."""
        boxes = getattr(self, "_boxes", None)
        if boxes is None or not len(boxes):
            return
        points = boxes @ np.array(self._grid(context).inverted())[:3, :3].T
        extent = np.ptp(points, axis=0)
        edge = self._edge(float(extent.max()))
        sides = np.ceil(np.maximum(extent / edge, 1)) if edge > 0 else np.zeros(3)
        x, y, z = (f"{int(side):,}" for side in sides)
        row = self.layout.row()
        row.alignment = "RIGHT"
        row.alert = bool(sides.prod() > MAX_CELLS or sides.max() > MAX_SIDE)
        text = pgettext_iface("Too many: {x} × {y} × {z} cells" if row.alert else "About {x} × {y} × {z} cells")
        row.label(text=text.format(x=x, y=y, z=z), translate=False)

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Take the triangles, and make voxels of them."""
        self._start = perf_counter()
        leave_edit_mode(context)
        objects = self._objects(context)
        grid, unit = self._grid(context), metres_per_unit(context.scene)
        try:
            look = self._look(context)
            taken = take_triangles(objects, context.evaluated_depsgraph_get(), np.array(grid.inverted()))
            if not taken.parts:
                raise OptionError(self._nothing(objects))
            longest = float(np.ptp(taken.box, axis=0).max())
            wanted = self._wanted(taken, objects)
            options = self._options(longest)
        except TrivoxError as error:
            return self._failed(error)
        self._done = [obj.session_uid for obj in objects]
        self._matrix, self._passed_over = grid, taken.passed_over
        dither, mode = self.dither, MeshOptions(mode=self.mode)

        def work(progress: Progress) -> list[Made]:
            made = []
            shares = shared(progress, [len(triangles) for _name, triangles in wanted])
            for (name, triangles), share in zip(wanted, shares, strict=True):
                voxels = voxelise(triangles, taken.paints, options, part(share, 0, 0.7))
                if look is not None:
                    voxels = with_palette(voxels, look, dither=dither)
                model = model_of(voxels, name, unit)
                file = assemble(model.scene, mode, SceneOptions(), progress=part(share, 0.7, 1))
                made.append(Made(model, file))
            return made

        cells = np.maximum(np.ptp(taken.box, axis=0) / self._edge(longest), 1).prod() if longest else 1
        count = sum(len(triangles) for _name, triangles in wanted)
        return self.run(context, work, long=count > LONG_TRIANGLES or cells > LONG_CELLS)

    def finish(self, context: bpy.types.Context, made: Sequence[Made]) -> set[str]:
        """Build the objects where the originals are, and hide these."""
        leave_edit_mode(context)
        objects = []
        for one in made:
            options = BuildOptions(voxel_size=one.file.voxel_size).suiting(self.mode)
            built = build_file(one.file, context, options, SceneOptions())
            put(built, self._matrix, one.model.rest)
            objects += built
        if any(mesh.has_clear_texels for one in made for mesh in one.file.meshes):
            let_rays_through(context.scene)
        if self.originals == "hide":
            self._hide(context)
        select(objects, context)
        show_colors("texture")
        self._tell(made)
        return {"FINISHED"}

    def _tell(self, made: Sequence[Made]) -> None:
        voxels = sum(model.voxels for one in made for model in one.file.scene.models)
        line = pgettext_rpt("{voxels} voxels, {triangles} triangles in {seconds} s")
        triangles = sum(one.file.triangles for one in made)
        seconds = f"{perf_counter() - self._start:.1f}"
        self.report({"INFO"}, line.format(voxels=f"{voxels:,}", triangles=f"{triangles:,}", seconds=seconds))
        for note in dict.fromkeys(note for one in made for note in one.file.scene.warnings):
            self.report({"WARNING"}, f"{note[:1].upper()}{note[1:]}")
        if self._passed_over:
            text = pgettext_rpt("Materials whose colors are made by nodes got their viewport color: {names}")
            self.report({"WARNING"}, text.format(names=named(self._passed_over)))

    def _hide(self, context: bpy.types.Context) -> None:
        """Hide the originals that are still there; what comes from another file keeps to its renders."""
        done = set(self._done)
        for obj in context.view_layer.objects:
            if obj.session_uid in done:
                obj.hide_set(True)
                if obj.is_editable:
                    obj.hide_render = True

    def _objects(self, context: bpy.types.Context) -> list[bpy.types.Object]:
        """The objects to make voxels of: not the one whose palette they get."""
        kept = context.object if self.palette == "active" else None
        return [obj for obj in context.selected_objects if obj != kept]

    def _nothing(self, objects: Sequence[bpy.types.Object]) -> str:
        """Say why there is nothing to voxelize."""
        if not objects:
            return pgettext_rpt("Only the active object is selected, which gives its palette; select others as well")
        return pgettext_rpt("The selected objects have no faces, so there is nothing to voxelize")

    def _grid(self, context: bpy.types.Context) -> Matrix:
        return grid_of(context.object if self.grid == "object" else None)

    def _look(self, context: bpy.types.Context) -> Look | None:
        """The palette to take; None for one that fits."""
        if self.palette == "own":
            return None
        if not has_voxels(context.object):
            raise OptionError(pgettext_rpt("The active object is no model of Trivox, so it has no palette to take"))
        return voxels_of(context.object.data[VOXELS])[1]

    def _wanted(self, taken: Taken, objects: Sequence[bpy.types.Object]) -> list[tuple[str, Triangles]]:
        """What becomes a model each, with its name."""
        if self.join == "each":
            return [(f"{obj.name} Voxels", triangles) for obj, triangles in taken.parts.items()]
        first = next(obj for obj in objects if obj in taken.parts)
        active = bpy.context.object
        return [(f"{(active if active in taken.parts else first).name} Voxels", taken.joined)]

    def _edge(self, longest: float) -> float:
        """The edge of a voxel in Blender units."""
        return longest / self.count if self.size_by == "count" else shortest(self.length)

    def _options(self, longest: float) -> VoxeliseOptions:
        """The properties as the core's options; several models of one size share a lattice."""
        by_count = self.size_by == "count" and (self.join == "one" or not longest)
        return VoxeliseOptions(
            voxels=self.count if by_count else None,
            voxel_size=None if by_count else self._edge(longest),
            surface="conservative" if self.thick and self.inside == "surface" else "thin",
            fill=self.inside == "solid",
            keep_thin=self.keep_thin,
            dither=self.dither,
        )


CLASSES = (TRIVOX_OT_voxelize,)
"""The classes to register."""
