"""File > Export and collection exporters: objects that carry voxels in, a .tvx file and one summary line out."""

import bpy

from ..blender.words import BoolProperty, IntProperty, StringProperty
from ..core import Assembly
from ..core.formats import WriteOptions
from ..core.levels import LevelOptions
from ..core.levels.options import MAX_LEVELS
from ..core.progress import Progress, part
from ..core.scene.extras import with_collisions, with_levels
from ..core.texture import Layout
from .collision import CollisionSettings
from .exporting import ExportObjects, Extras
from .levels import LevelSettings


class EXPORT_SCENE_OT_trivox(LevelSettings, CollisionSettings, ExportObjects, bpy.types.Operator):
    """Exports objects with the options of the file browser, of a collection or of a script."""

    bl_idname = "export_scene.trivox"
    bl_label = "Export Trivox"
    bl_description = "Export models that were imported with Trivox to a compact file for games, from their voxels"

    filename_ext = ".tvx"
    filter_glob: StringProperty(default="*.tvx", options={"HIDDEN"})
    compress: BoolProperty(
        name="Compress",
        description="Make the file smaller; a game has to unpack it before it can draw it",
        default=False,
    )
    voxels: BoolProperty(
        name="Voxels",
        description="Store the voxels too, so that who imports the file can compare and change modes and export again",
        default=False,
    )

    levels: IntProperty(
        name="Levels",
        description="How many coarser models of each go into the file, for games to show from farther away",
        min=0,
        max=MAX_LEVELS,
        default=0,
    )
    collision: BoolProperty(name="Collision", description="Store shapes for the physics of games, too", default=False)

    def write_options(self) -> WriteOptions:
        """Say what was chosen of how the file is written."""
        return WriteOptions(compress=self.compress, voxels=self.voxels)

    def draw_options(self, layout: bpy.types.UILayout) -> None:
        """Draw the options of the format."""
        layout.prop(self, "compress")
        layout.prop(self, "voxels")
        layout.prop(self, "levels")
        if self.levels:
            layout.prop(self, "rule")
            layout.prop(self, "keep_thin")
        layout.prop(self, "collision")
        if self.collision:
            self.draw_shapes(layout)

    def extras(self) -> Extras | None:
        """Add levels of detail and shapes for physics, if they are asked for."""
        levels = LevelOptions(levels=self.levels, rule=self.rule, keep_thin=self.keep_thin) if self.levels else None
        collision = self.collision_options() if self.collision else None
        if levels is None and collision is None:
            return None

        def added(file: Assembly, layout: Layout, largest: int | None, progress: Progress) -> Assembly:
            if levels is not None:
                file = with_levels(file, levels, layout=layout, largest=largest, progress=part(progress, 0, 0.5))
            return file if collision is None else with_collisions(file, collision, progress=part(progress, 0.5, 1))

        return added


CLASSES = (EXPORT_SCENE_OT_trivox,)
