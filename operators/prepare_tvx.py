"""Paths of .tvx files and scene options in, `Prepared` files as those of .vox files out; Blender is not touched."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from ..core.errors import FormatError, TrivoxError
from ..core.tvx import TvxFile, TvxMesh, read_tvx, scene_of_tvx, voxmesh_of
from ..core.vox import SceneNode, TransformFrame, VoxScene, hidden_in_scene
from ..core.vox.classes import TRANSPARENT, material_classes
from ..core.vox.shading import shading
from ..core.voxmesh import VoxMesh
from .build.options import MIN_VOXEL_SIZE, SceneOptions
from .build.prepared import Floats, Ints, Placements, PreparedFile
from .frames import frames_of
from .placement import moved, place
from .prepare import Prepared, Progress, lay_out, layer_names_of, layers_of

_LARGEST_VOXEL = 1e6
"""Metres."""
_TURN_UP = {
    "x": np.array([(0, 1, 0), (0, 0, 1), (1, 0, 0)], np.int8),
    "y": np.array([(1, 0, 0), (0, 0, -1), (0, 1, 0)], np.int8),
}
"""What lets an axis point up that does not point up in Blender."""


def prepare_all_tvx(
    paths: Sequence[Path], options: SceneOptions, progress: Progress, *, flat: bool
) -> tuple[Prepared, tuple[float, ...]]:
    """Prepare several files; one that cannot be used does not keep the others back.

    Parameters
    ----------
    paths : sequence of Path
    options : SceneOptions
    progress : callable
    flat : bool
        Place all objects in the world, without their groups.

    Returns
    -------
    prepared : Prepared
    voxel_sizes : tuple of float
        Metres, of each of its files.
    """
    files, sizes, failures = [], [], []
    for number, path in enumerate(paths):
        progress(number / len(paths))
        try:
            file = read_tvx(path)
            files.append(_prepare(file, path.stem, options, flat=flat))
            sizes.append(file.voxel_size)
        except TrivoxError as error:
            failures.append((path.name, error))
    return Prepared(tuple(files), tuple(failures)), tuple(sizes)


def _prepare(file: TvxFile, name: str, options: SceneOptions, *, flat: bool) -> PreparedFile:
    if not MIN_VOXEL_SIZE <= file.voxel_size <= _LARGEST_VOXEL:
        raise FormatError(f"its voxels are {file.voxel_size:g} metres wide, which Blender cannot show", "INFO")
    scene = _upright(scene_of_tvx(file), file.up_axis)
    placements, used, warning = _arrange(scene, file.meshes, options, flat=flat)
    if not len(used):
        raise FormatError("no object of the file that may be imported has triangles, so there is nothing to import")
    meshes = tuple(_counted(voxmesh_of(file.meshes[index])) for index in used.tolist())
    return PreparedFile(
        name=name,
        meshes=meshes,
        voxels=(b"",) * len(meshes),
        layout=lay_out(np.array([mesh.atlas.shape[::-1] for mesh in meshes]), power_of_two=False),
        shifts=np.array([_shift(file.meshes[index]) for index in used.tolist()]),
        palette=file.palette,
        shading=shading(file.materials),
        transparent=material_classes(file.materials) == TRANSPARENT,
        color_names={},
        placements=placements,
        layer_names=layer_names_of(scene, np.unique(placements.layer).tolist()),
        views=(),
        light=None,
        frame_range=file.animation_range if options.scene_range else None,
        warnings=(warning,) if warning else (),
    )


def _arrange(
    scene: VoxScene, meshes: Sequence[TvxMesh], options: SceneOptions, *, flat: bool
) -> tuple[Placements, Ints, str]:
    """Where objects go, the meshes that they show, and what could not be done."""
    scenes, frames, warning = frames_of(scene, options, animated=options.animates)
    hidden = hidden_in_scene(scene)
    kept = ~hidden if options.hidden == "skip" else np.ones(len(hidden), np.bool_)
    shown = np.array([[-1 if node.model is None else node.model for node in one.nodes] for one in scenes], np.int64)
    solid = np.array([*(mesh.triangle_count > 0 for mesh in meshes), False], np.bool_)
    shown = np.where(kept & solid[shown], shown, -1)
    used = np.unique(shown[shown >= 0])
    number = np.full(len(meshes) + 1, -1, np.int64)
    number[used] = np.arange(len(used))
    layers = layers_of(scene) if options.layers != "none" else np.full(len(hidden), -1, np.int64)
    if not len(used):
        return _nowhere(), used, warning
    placements = place(scenes, number[shown], frames, kept, hidden, layers, flat=flat)
    return moved(placements, np.zeros((len(used), 3)), np.zeros(3)), used, warning


def _nowhere() -> Placements:
    nothing = np.zeros(0, np.int64)
    none = nothing.astype(np.bool_)
    return Placements((), nothing, np.zeros((0, 3, 3), np.int64), np.zeros((0, 3)), nothing, none, none, nothing, {})


def _upright(scene: VoxScene, up_axis: str) -> VoxScene:
    """Let the scene's up axis be z."""
    turn = _TURN_UP.get(up_axis)
    if turn is None:
        return scene

    def turned(frame: TransformFrame) -> TransformFrame:
        return TransformFrame(frame.frame, turn @ frame.rotation, turn.astype(np.int64) @ frame.translation)

    def upright(node: SceneNode) -> SceneNode:
        return node if node.parent >= 0 else replace(node, transforms=tuple(map(turned, node.transforms)))

    return replace(scene, nodes=tuple(map(upright, scene.nodes)))


def _shift(mesh: TvxMesh) -> Floats:
    """(3,) float64: the middle lattice point of the model as seen from the pivot, which becomes the mesh's origin."""
    return (np.array(mesh.size, np.int64) // 2 - np.array(mesh.pivot, np.int64)).astype(np.float64)


def _counted(mesh: VoxMesh) -> VoxMesh:
    """Take the mesh for what its polygons can become at least: the file does not tell their corners."""
    counts = mesh.counts
    return replace(mesh, counts=replace(counts, corners=counts.triangles + 2 * counts.polygons))
