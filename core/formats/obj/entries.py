"""Wavefront .obj as one entry of the table of writers."""

from __future__ import annotations

from ...mesh.options import MeshOptions
from ...scene.assembly import Assembly
from ...scene.options import SceneOptions
from ...texture import AtlasLayout
from ..libraries import needed
from ..options import WriteOptions
from ..source import Written


class ObjWriter:
    """Writes the objects of one frame where they stand in the world."""

    name = "Wavefront"
    ending = ".obj"
    largest = None
    scene = SceneOptions(hidden="skip")

    def layout(self, options: MeshOptions) -> AtlasLayout:
        """Readers filter textures, so tiles have borders."""
        return AtlasLayout(options.border, options.power_of_two)

    def write(self, assembly: Assembly, _options: WriteOptions, stem: str) -> Written:
        """Write an assembly, as `obj_of` does."""
        with needed(self.ending, "pillow"):
            from .writer import obj_of
        return obj_of(assembly, stem)
