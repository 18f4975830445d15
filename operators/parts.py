"""A scene in one or several frames in, what each mesh is made of and which node shows which mesh out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ..core import MeshOptions
from ..core.compare import Comparison, compare_builds
from ..core.errors import LimitError
from ..core.pipeline import build_cells, build_model
from ..core.vox import VoxModel, VoxScene, contacts, joined_cells
from ..core.vox.shading import Shading
from ..core.voxmesh import VoxMesh
from .build.voxels import Voxels

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]


FARTHEST = 2**30
"""Voxels from end to end that a mesh may have."""


@dataclass(frozen=True)
class Paint:
    """What a file says about its palette."""

    palette: npt.NDArray[np.uint8]
    """(256, 4) uint8 RGBA, sRGB."""
    material_class: Ints
    """(256,) int64"""
    shading: Shading

    def voxels(self, model: VoxModel, blocked: npt.NDArray[np.integer] | None = None) -> Voxels:
        """Give a model its look."""
        return Voxels(model, self.palette, self.material_class, self.shading, blocked)


def voxel_mesh(voxels: Voxels, options: MeshOptions, progress: Callable[[float], object]) -> VoxMesh:
    """Make the mesh of voxels, whether they are a model of a file or lie anywhere.

    Parameters
    ----------
    voxels : Voxels
    options : MeshOptions
    progress : callable

    Returns
    -------
    VoxMesh
        Its size is that of the model.

    Raises
    ------
    TrivoxError
        If they reach too far.
    """
    model, rest = voxels.model, (options, progress, voxels.material_class, voxels.transparent)
    if not voxels.placed_freely:
        return build_model(model, *rest)
    # Signed, for cells beside the lowest ones are looked at.
    mesh = build_cells(model.positions.astype(np.int64), model.indices, *rest, voxels.blocked)
    return replace(mesh, size=model.size)


def compare_modes(voxels: Voxels, options: MeshOptions, progress: Callable[[float], object]) -> tuple[Comparison, ...]:
    """Make the mesh of each mode, and keep the figures only.

    Parameters
    ----------
    voxels : Voxels
    options : MeshOptions
        All but the mode counts.
    progress : callable

    Returns
    -------
    tuple of Comparison
        In the order of `MODES`.
    """
    return compare_builds(lambda chosen, share: voxel_mesh(voxels, chosen, share), options, progress)


def distinct_models(scenes: list[VoxScene], kept: Flags, paint: Paint) -> tuple[list[Voxels], Ints]:
    """Number the different models that are placed and have voxels.

    Parameters
    ----------
    scenes : list of VoxScene
        The scene in each frame.
    kept : (nodes,) bool
        The nodes that count.
    paint : Paint

    Returns
    -------
    parts : list of Voxels
        The first model of each kind.
    meshes : (frames, nodes) int64
        Which of them each node shows, -1 for none.
    """
    models = scenes[0].models
    shown = np.array([[-1 if node.model is None else node.model for node in scene.nodes] for scene in scenes], np.int64)
    shown = np.where(kept, shown, -1)
    of_model = np.full(len(models) + 1, -1, np.int64)
    number: dict[tuple[object, ...], int] = {}
    parts: list[Voxels] = []
    for index in np.unique(shown[shown >= 0]).tolist():
        model = models[index]
        if model.voxels:
            key = (model.size, model.positions.tobytes(), model.indices.tobytes())
            of_model[index] = number.setdefault(key, len(parts))
            if of_model[index] == len(parts):
                parts.append(paint.voxels(model))
    return parts, of_model[shown]


def without_contacts(scene: VoxScene, seen: Flags, kept: Flags, paint: Paint) -> tuple[list[Voxels], Ints]:
    """Cut the shapes where they meet; what is not seen neither cuts nor is cut.

    Parameters
    ----------
    scene : VoxScene
    seen, kept : (nodes,) bool
        The nodes that are seen; those that become objects.
    paint : Paint

    Returns
    -------
    parts : list of Voxels
    meshes : (1, nodes) int64
    """
    parts, meshes = distinct_models([scene], kept & ~seen, paint)
    number: dict[tuple[object, ...], int] = {}
    shapes = [index for index, node in enumerate(scene.nodes) if node.kind == "shape" and seen[index]]
    transparent = paint.voxels(scene.models[0]).transparent
    for contact in contacts(scene, shapes, transparent):
        model = scene.models[scene.nodes[contact.node].model]
        blocked = _touching(contact.blocked, contact.positions)
        key = (model.size, contact.positions.tobytes(), contact.indices.tobytes(), blocked.tobytes())
        if len(contact.positions):
            meshes[0, contact.node] = number.setdefault(key, len(parts))
            if meshes[0, contact.node] == len(parts):
                cells = contact.positions.astype(np.uint8)
                part = VoxModel(model.size, cells, contact.indices)
                parts.append(paint.voxels(part, blocked if len(blocked) else None))
    return parts, meshes


def joined(scene: VoxScene, nodes: Flags, paint: Paint) -> tuple[Voxels, Ints] | None:
    """Make one model of many shapes.

    Parameters
    ----------
    scene : VoxScene
    nodes : (nodes,) bool
    paint : Paint

    Returns
    -------
    voxels : Voxels
        Around a corner of its own.
    corner : (3,) int64
        Where that is in the world; None instead of both if no node has voxels.

    Raises
    ------
    LimitError
        If the shapes are more than `FARTHEST` voxels apart.
    """
    shapes = [index for index, node in enumerate(scene.nodes) if node.kind == "shape" and nodes[index]]
    positions, indices = joined_cells(scene, shapes)
    if not len(positions):
        return None
    low, size = positions.min(axis=0), np.ptp(positions, axis=0) + 1
    if size.max() > FARTHEST:
        raise LimitError(f"the objects are too far apart to join them, {size.max():,} voxels; import them separate")
    positions = (positions - low).astype(np.int32)
    order = np.lexsort(positions.T[::-1])
    positions, indices = positions[order], indices[order]
    # The sort is stable, and of equal cells the last one counts.
    last = np.ones(len(positions), np.bool_)
    last[:-1] = (positions[1:] != positions[:-1]).any(axis=1)
    model = VoxModel((int(size[0]), int(size[1]), int(size[2])), positions[last], indices[last])
    return paint.voxels(model), low


def origin_shift(voxels: Voxels, origin: str) -> Floats:
    """Say where MagicaVoxel's pivot is as seen from an origin.

    Parameters
    ----------
    voxels : Voxels
    origin : str
        One of `options.ORIGINS`.

    Returns
    -------
    (3,) float64
        In voxels.
    """
    pivot = np.array(voxels.model.pivot, np.float64)
    low = voxels.model.positions.min(axis=0).astype(np.float64)
    middle = (low + voxels.model.positions.max(axis=0) + 1) / 2
    places = {"pivot": pivot, "center": middle, "bottom": np.array([*middle[:2], low[2]]), "corner": low}
    return pivot - places[origin]


def _touching(blocked: Ints, positions: Ints) -> npt.NDArray[np.int32]:
    """(m, 3) int32: the cells beside others, sorted, each once."""
    if not len(blocked) or not len(positions):
        return np.zeros((0, 3), np.int32)
    low = positions.min(axis=0) - 2
    size = positions.max(axis=0) + 3 - low
    near = blocked[((blocked > low) & (blocked < low + size - 1)).all(axis=1)] - low
    filled = np.zeros(size, np.bool_)
    filled[tuple((positions - low).T)] = True
    beside = np.zeros(len(near), np.bool_)
    for axis in range(3):
        for step in (-1, 1):
            beside |= filled[tuple((near + step * (np.arange(3) == axis)).T)]
    return (np.unique(near[beside], axis=0) + low).astype(np.int32)
