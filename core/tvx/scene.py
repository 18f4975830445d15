"""A `VoxScene` and mesh options in, a `TvxFile` with each different model meshed once out; and a scene of it back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from ..options import MeshOptions
from ..pipeline import build_model
from ..vox.records import ModelFrame, SceneNode, VoxModel, VoxScene
from ..voxmesh import VoxMesh
from .cutting import cut, cut_planes
from .materials import MATERIAL_KINDS
from .parts import make_parts
from .records import LARGEST_COORDINATE, TvxFile, TvxMesh
from .sharing import share_tiles
from .surface import TEXTURED, surface_of

VOXEL_SIZE = 0.1
"""Metres."""

_STITCHED = ("polygons", "watertight")
"""Modes without vertices inside the edges of their own plane."""

Progress = Callable[[float], None]
"""Called with the share that is done, 0 to 1; an exception that it raises stops the work."""


def tvx_from_scene(
    scene: VoxScene,
    options: MeshOptions | None = None,
    *,
    voxel_size: float = VOXEL_SIZE,
    ordered: bool = True,
    progress: Progress | None = None,
) -> TvxFile:
    """Mesh the models of a scene.

    Parameters
    ----------
    scene : VoxScene
    options : MeshOptions, optional
        Border and power of two have no meaning here.
    voxel_size : float
        Metres.
    ordered : bool
        Order the triangles for a vertex cache.
    progress : callable, optional

    Returns
    -------
    TvxFile
        A mesh for each different model that a node shows at any time.

    Raises
    ------
    LimitError
        If a model is larger than the format can tell.
    """
    options = options or MeshOptions()
    transparent = np.array([material.transparent for material in scene.materials], np.bool_)
    classes = material_classes(scene)
    models, mesh_of_model = _shown_models(scene)
    total = sum(model.voxels for model in models) or 1
    meshes, done = [], 0
    for model in models:
        bare = replace(options, border=0, power_of_two=False)
        mesh = build_model(model, bare, material_class=classes, transparent=transparent)
        meshes.append(tvx_mesh(mesh, model.pivot, classes, ordered=ordered))
        done += model.voxels
        if progress is not None:
            progress(done / total)
    return TvxFile(
        name=scene.name,
        voxel_size=voxel_size,
        up_axis="z",
        palette=scene.palette,
        materials=scene.materials,
        meshes=tuple(meshes),
        nodes=tuple(_with_meshes(node, mesh_of_model) for node in scene.nodes),
        layers=scene.layers,
        animation_range=scene.animation_range,
    )


def tvx_mesh(
    mesh: VoxMesh,
    pivot: tuple[int, int, int],
    classes: npt.NDArray[np.int64] | None = None,
    *,
    ordered: bool = True,
) -> TvxMesh:
    """Turn a mesh into its form of the file.

    Parameters
    ----------
    mesh : VoxMesh
        Made with ``border=0``.
    pivot : tuple of int
        Lattice point that nodes turn and move.
    classes : (256,) int64, optional
        The material class of each palette index; by default all are diffuse.
    ordered : bool
        Order the triangles for a vertex cache.

    Returns
    -------
    TvxMesh

    Raises
    ------
    OptionError
        If the mesh has borders around its tiles.
    LimitError
        If it is larger than the format can tell.
    """
    surface = surface_of(mesh)
    if len(mesh.vertices):
        low, high = surface.vertices.min(axis=0), surface.vertices.max(axis=0)
        if (high - low).max() > LARGEST_COORDINATE:
            surface = cut(surface, cut_planes(low, high), stitched=mesh.options.mode in _STITCHED)
    surface = share_tiles(surface)
    classes = np.zeros(256, np.int64) if classes is None else classes
    return TvxMesh(
        size=mesh.size,
        pivot=pivot,
        mode=mesh.options.mode,
        parts=make_parts(surface, classes, ordered=ordered),
        pages=(surface.page,) if (surface.color == TEXTURED).any() else (),
    )


def material_classes(scene: VoxScene) -> npt.NDArray[np.int64]:
    """The material class of each palette index.

    Parameters
    ----------
    scene : VoxScene

    Returns
    -------
    (256,) int64
        Into `MATERIAL_KINDS`.
    """
    return np.array([MATERIAL_KINDS.index(material.kind) for material in scene.materials], np.int64)


def _shown_models(scene: VoxScene) -> tuple[list[VoxModel], dict[int, int]]:
    """The different models that nodes show, and the number of each model among them."""
    shown = sorted({frame.model for node in scene.nodes for frame in node.models})
    number: dict[tuple[object, ...], int] = {}
    models: list[VoxModel] = []
    mesh_of_model: dict[int, int] = {}
    for index in shown:
        model = scene.models[index]
        key = model.size, model.positions.tobytes(), model.indices.tobytes()
        if key not in number:
            number[key] = len(models)
            models.append(model)
        mesh_of_model[index] = number[key]
    return models, mesh_of_model


def _with_meshes(node: SceneNode, mesh_of_model: Mapping[int, int]) -> SceneNode:
    return replace(node, models=tuple(ModelFrame(frame.frame, mesh_of_model[frame.model]) for frame in node.models))


def scene_of_tvx(file: TvxFile) -> VoxScene:
    """The nodes of a file as a scene, whose models have their size but no voxels.

    Parameters
    ----------
    file : TvxFile

    Returns
    -------
    VoxScene
        Model i is mesh i; `world_transforms` and the like work on it.
    """
    nothing = np.zeros((0, 3), np.uint8), np.zeros(0, np.uint8)
    return VoxScene(
        name=file.name,
        version=200,
        models=tuple(VoxModel(mesh.size, *nothing) for mesh in file.meshes),
        palette=file.palette,
        nodes=file.nodes,
        has_graph=True,
        pack=None,
        layers=file.layers,
        materials=file.materials,
        cameras=(),
        render_objects=(),
        color_names=(),
        palette_order=np.roll(np.arange(256, dtype=np.uint8), -1),
        animation_range=file.animation_range,
        meta=MappingProxyType({}),
        warnings=(),
    )
