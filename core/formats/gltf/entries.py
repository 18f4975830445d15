"""glTF as one entry of the table of writers."""

from __future__ import annotations

from ...mesh.options import MeshOptions
from ...scene.assembly import Assembly
from ...scene.options import SceneOptions
from ...texture import AtlasLayout
from ..libraries import needed
from ..options import WriteOptions
from ..source import Written


class GltfWriter:
    """Writes meshes, nodes, materials, images and animations in one file."""

    name = "glTF"
    ending = ".glb"
    meshes = True
    largest = None
    scene = SceneOptions(animation="animate", hidden="skip")
    extras = ("levels", "collisions")

    def layout(self, options: MeshOptions) -> AtlasLayout:
        """Engines filter textures, so tiles have borders."""
        return AtlasLayout.of(options)

    def write(self, assembly: Assembly, options: WriteOptions, _stem: str) -> Written:
        """Write an assembly, as `glb_of` and `smooth_glb_of` do."""
        with needed(self.ending, "pygltflib", "pillow"):
            from .document import glb_of
            from .smooth import smooth_glb_of
        if options.smooth is not None:
            file = smooth_glb_of(assembly, options, options.smooth)
            return Written(file.data, counts=(file.triangles, file.drawn))
        return Written(glb_of(assembly, options))
