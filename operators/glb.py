"""An assembly in, the bytes of a .glb file out, by Blender's own exporter: an entry of the table of writers."""

from __future__ import annotations

import tempfile
from pathlib import Path

import bpy

from ..blender.options import BuildOptions
from ..blender.scene import build_file, select
from ..core import Assembly, AtlasLayout, FormatError, MeshOptions, SceneOptions
from ..core.errors import OptionError
from ..core.formats import WriteOptions, Written


class GlbWriter:
    """Builds the objects in Blender's scene and exports these alone."""

    name = "glTF"
    ending = ".glb"
    meshes = True
    largest = None
    scene = SceneOptions(animation="animate", hidden="skip")

    def layout(self, options: MeshOptions) -> AtlasLayout:
        """Engines filter textures, so tiles have borders."""
        return AtlasLayout.of(options)

    def write(self, assembly: Assembly, options: WriteOptions, _stem: str) -> Written:
        """Write an assembly; whole numbers are nothing that Blender's exporter knows."""
        if options.integers:
            raise OptionError("Blender's exporter writes no whole numbers; use trivox outside of Blender")
        if options.smooth is not None:
            raise OptionError("Blender makes smooth surfaces of objects, not of files; use trivox outside of Blender")
        build = BuildOptions(
            glass=options.glass,
            overlap=options.overlap or 0.0,
            occlusion_in=options.occlusion_in,
            occlusion_strength=options.occlusion_strength,
        )
        # Blender's exporter writes its units as they are, and glTF's are metres.
        select(build_file(assembly, bpy.context, build, SceneOptions(), unit=1.0), bpy.context)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "scene.glb")
            try:
                bpy.ops.export_scene.gltf(filepath=str(path), export_format="GLB", use_selection=True)
            except RuntimeError as error:
                raise FormatError(str(error).strip()) from error
            return Written(path.read_bytes())


WRITER = GlbWriter()
