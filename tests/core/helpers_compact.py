"""Grids, meshes and scenes in, what the writer of .tvx files is given for them out."""

from __future__ import annotations

import numpy as np
from trivox.core import Assembly, CompactLayout, MeshOptions, SceneOptions, assemble, build_model
from trivox.core.formats.tvx import TvxFile, TvxMesh, tvx_of
from trivox.core.mesh.mesh import Mesh
from trivox.core.voxels import Look, Material, Model, Scene

PALETTE = np.zeros((256, 4), np.uint8)
LARGEST = 255


def tvx_from_scene(scene: Scene, options: MeshOptions | None = None, **more: object) -> TvxFile:
    """What a file says of a scene."""
    scene_options = SceneOptions(animation="animate")
    assembly = assemble(scene, options, scene_options, layout=CompactLayout(), largest=LARGEST, **more)
    return tvx_of(assembly)


def compact(grid: np.ndarray, options: MeshOptions | None = None, look: Look | None = None) -> Mesh:
    """The mesh of a grid as the writer wants it."""
    return build_model(Model.from_grid(grid), options, look, layout=CompactLayout(), largest=LARGEST)


def tvx_mesh(mesh: Mesh, look: Look | None = None) -> TvxMesh:
    """What a file says of one mesh; its pivot is the middle of its size."""
    nothing = Model(mesh.size, np.zeros((0, 3), np.uint8), np.zeros(0, np.uint8))
    scene = Scene(name="", models=(nothing,), look=look or Look(PALETTE), nodes=())
    return tvx_of(Assembly(scene, (mesh,))).meshes[0]


def look_of(kinds: list[str]) -> Look:
    """A look with a material of each kind in turn, from palette index 0 on."""
    return Look(PALETTE, tuple(Material(kind=kinds[index % len(kinds)]) for index in range(256)))
