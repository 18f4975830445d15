"""Wavefront .obj as one entry of the table of writers."""

from __future__ import annotations

from dataclasses import replace

from ...mesh.options import MeshOptions
from ...mesh.parting import parted_mesh
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
    meshes = True
    largest = None
    scene = SceneOptions(hidden="skip")

    def layout(self, options: MeshOptions) -> AtlasLayout:
        """Readers filter textures, so tiles have borders."""
        return AtlasLayout.of(options)

    def write(self, assembly: Assembly, options: WriteOptions, stem: str) -> Written:
        """Write an assembly, as `obj_of` does, with its edges parted if that is asked for."""
        with needed(self.ending, "pillow"):
            from .writer import obj_of
        if options.part_edges:
            assembly = replace(assembly, meshes=tuple(map(parted_mesh, assembly.meshes)))
        return obj_of(assembly, stem, options)
