"""What exporters inherit: objects that carry voxels in, a file of a format of the core and one summary line out."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import bpy
from bpy_extras.io_utils import ExportHelper

from ..blender.words import CONTEXT, EnumProperty, StringProperty, pgettext_rpt
from ..core import Assembly, TrivoxError
from ..core.formats import WriteOptions, writer_of
from ..core.formats.source import replace_file
from ..core.mesh.mesh import Mesh
from ..core.progress import Progress, part
from ..core.scene import meshed
from ..core.text import readable
from ..core.texture import Layout
from .gather import Gathered, gather, scene_of
from .long_work import LongWork
from .naming import named, without_voxels
from .summary import triangle_count

Extras = Callable[[Assembly, Layout, int | None, Progress], Assembly]
"""Adds to a file what a writer with this layout of textures, and this largest one, can write."""
OBJECTS = (
    ("selection", "Selected", "The selected objects"),
    ("visible", "Visible", "The objects that can be seen"),
    ("all", "All", "All objects of the scene; hidden ones are hidden in the file too"),
)
"""Which objects a file is made of."""
LONG_FACES = 100_000
"""Meshes of more visible sides, in sum, take long."""


@dataclass(frozen=True)
class Made:
    """A file that is yet to be written."""

    data: bytes
    gathered: Gathered
    voxels: int
    triangles: int
    """0 where the file has no meshes."""
    drawn: int


class ExportObjects(LongWork, ExportHelper):
    """What the exporters of all formats of voxels inherit; one says its ending and adds what its format can choose."""

    bl_translation_context = CONTEXT
    bl_options = {"PRESET"}

    collection: StringProperty(
        name="Source Collection",
        description="Export only the objects of this collection and of those inside it",
        options={"HIDDEN"},
    )
    what: EnumProperty(
        name="Objects",
        description="Which objects are exported",
        items=OBJECTS,
        default="visible",
    )

    def write_options(self) -> WriteOptions:
        """Say what was chosen of how the file is written."""
        return WriteOptions()

    def extras(self) -> Extras | None:
        """Say what goes into the file beside meshes: a function that adds it and touches no Blender."""
        return None

    def draw_options(self, layout: bpy.types.UILayout) -> None:
        """Draw the options of the format."""

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the options; a collection says itself which objects it has."""
        layout = self.layout
        layout.use_property_split = True
        layout.use_property_decorate = False
        if context.space_data and context.space_data.type == "FILE_BROWSER":
            layout.row().prop(self, "what", expand=True)
        self.draw_options(layout)

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Make the file of the voxels of the objects."""
        self._start = perf_counter()
        if not self.filepath:
            return self._problem(pgettext_rpt("No file was chosen"))
        if self.collection and self.collection not in bpy.data.collections:
            line = pgettext_rpt("There is no collection {name}")
            return self._problem(line.format(name=self.collection))
        source = bpy.data.collections.get(self.collection) if self.collection else None
        gathered = gather(self._objects(context), context.view_layer, source)
        if not gathered.objects:
            return self._problem(_nothing(gathered))
        options, writer, extras = self.write_options(), writer_of(self.filename_ext), self.extras()
        try:
            scene, own = scene_of(gathered, readable(self._path().stem))
        except TrivoxError as error:
            return self._problem(str(error))

        def work(progress: Callable[[float], None]) -> Made:
            meshes: tuple[Mesh, ...] = ()
            if writer.meshes:
                meshes = meshed(
                    scene,
                    own,
                    layout=writer.layout(own[0]),
                    largest=writer.largest,
                    jobs=None,
                    progress=progress if extras is None else part(progress, 0, 0.5),
                )
            file = Assembly(scene, meshes)
            if extras is not None:
                file = extras(file, writer.layout(own[0]), writer.largest, part(progress, 0.5, 1))
            data = writer.write(file, options, scene.name).data
            voxels = sum(model.voxels for model in scene.models)
            return Made(data, gathered, voxels, file.triangles, file.triangles_drawn)

        return self.run(context, work, long=gathered.faces > LONG_FACES)

    def finish(self, _context: bpy.types.Context, made: Made) -> set[str]:
        """Write the file."""
        path = self._path()
        try:
            replace_file(path, made.data)
        except TrivoxError as error:
            return self._problem(f"{readable(path.name)}: {error}")
        self.report({"INFO"}, export_summary(readable(path.name), made, perf_counter() - self._start))
        for line in warnings(made.gathered):
            self.report({"WARNING"}, line)
        return {"FINISHED"}

    def _objects(self, context: bpy.types.Context) -> Iterable[bpy.types.Object]:
        if self.collection:
            return bpy.data.collections[self.collection].all_objects
        layer = context.view_layer
        if self.what == "selection":
            return layer.objects.selected
        if self.what == "visible":
            return [obj for obj in layer.objects if obj.visible_get(view_layer=layer)]
        return context.scene.objects

    def _path(self) -> Path:
        return Path(bpy.path.abspath(self.filepath))

    def _problem(self, line: str) -> set[str]:
        self.report({"ERROR"}, line)
        return {"CANCELLED"}


def export_summary(name: str, made: Made, seconds: float) -> str:
    """Say what was written.

    Parameters
    ----------
    name : str
        Of the file.
    made : Made
    seconds : float

    Returns
    -------
    str
    """
    count = made.gathered.objects
    line = pgettext_rpt(
        "{name}: {objects}, {bytes} bytes, {triangles} triangles, {each} bytes per triangle, {seconds} s"
        if made.triangles
        else "{name}: {objects}, {bytes} bytes, {voxels} voxels, {seconds} s"
    )
    text = line.format(
        name=name,
        objects=pgettext_rpt("1 object" if count == 1 else "{count} objects").format(count=f"{count:,}"),
        bytes=f"{len(made.data):,}",
        voxels=f"{made.voxels:,}",
        triangles=triangle_count(made.triangles, made.drawn),
        each=f"{len(made.data) / max(1, made.triangles):.1f}",
        seconds=f"{seconds:.1f}",
    )
    return f"{text}; {without_voxels(made.gathered.without_voxels)}" if made.gathered.without_voxels else text


def warnings(gathered: Gathered) -> list[str]:
    """Say which objects are not in the file as they are in the scene.

    Parameters
    ----------
    gathered : Gathered

    Returns
    -------
    list of str
    """
    turned = pgettext_rpt("{names}: left out, for the file holds quarter turns and voxels of {size} m only")
    snapped = pgettext_rpt("{names}: moved to whole voxels, for the file holds no other places")
    edited = pgettext_rpt("{names}: written as imported, for the file is made of voxels and not of the edited mesh")
    stopped = pgettext_rpt("{names}: written as they stand now, for their animation was changed since the import")
    lines = (
        (turned, gathered.turned),
        (snapped, gathered.snapped),
        (edited, gathered.edited),
        (stopped, gathered.stopped),
    )
    size = f"{gathered.voxel_size:g}"
    return [line.format(names=named(names), size=size) for line, names in lines if names]


def _nothing(gathered: Gathered) -> str:
    """Say why there is nothing to export."""
    if gathered.turned:
        return warnings(gathered)[0]
    if gathered.without_voxels:
        return pgettext_rpt("No object has voxels; only models of files that hold voxels have them")
    return pgettext_rpt("There is no object to export")
