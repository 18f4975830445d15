"""Files of meshes as one entry of the table of readers."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ...text import readable
from ...voxelise import Triangles, Voxelised, VoxeliseOptions, voxelise
from ...voxels.scene import ModelFrame, Scene, SceneNode, TransformFrame
from ..libraries import needed
from ..options import ReadOptions


class MeshReader:
    """Reads meshes and makes voxels of them: what they show in their first pose, as one model."""

    name = "Meshes"
    title = "Meshes (.glb, .gltf, .obj, .stl, .ply)"
    endings = (".glb", ".gltf", ".obj", ".stl", ".ply")
    finished = False
    library = "trimesh"

    def sniff(self, head: bytes) -> bool:
        """Whether a file that begins with these bytes is of those that begin with a word of their own."""
        return head.startswith((b"glTF", b"ply\n", b"ply\r"))

    def read(self, data: bytes, name: str) -> Scene:
        """Read a file with the default options."""
        return self.make(data, name, ReadOptions(), None)

    def make(self, data: bytes, name: str, options: ReadOptions, folder: Path | None) -> Scene:
        """Read a file and make voxels of it.

        Parameters
        ----------
        data : bytes
        name : str
        options : ReadOptions
        folder : Path or None
            Where the files lie that it names; None if there are none.

        Returns
        -------
        Scene
            One model, placed where the mesh was, to half a voxel.

        Raises
        ------
        FormatError
            If it is none of these files or damaged, or has no faces.
        LimitError
            If it has too many triangles, or would have too many voxels.
        GeometryError
            If its coordinates are not finite.
        """
        with needed("mesh", "trivox[mesh]"):
            from .geometry import geometry_of
            from .opened import open_mesh
        file = open_mesh(data, folder)
        triangles, paints = geometry_of(file)
        made = voxelise(triangles, paints, _voxelise_options(options, triangles))
        return _scene(made, readable(name))


def _voxelise_options(options: ReadOptions, triangles: Triangles) -> VoxeliseOptions:
    chosen = {name: getattr(options, name) for name in ("voxel_size", "fill", "surface", "dither")}
    return VoxeliseOptions(voxels=options.count, **chosen)


def _scene(made: Voxelised, name: str) -> Scene:
    """One node that shows the model where the mesh was; places are whole voxels."""
    corner = np.rint(made.origin / made.voxel_size).astype(np.int64)
    move = TransformFrame(0, np.eye(3, dtype=np.int8), corner + np.array(made.model.pivot, np.int64))
    node = SceneNode(name, -1, "shape", (move,), (ModelFrame(0, 0),))
    return Scene(
        name=name,
        models=(made.model,),
        look=made.look,
        nodes=(node,),
        voxel_size=made.voxel_size,
        warnings=made.notes,
    )
