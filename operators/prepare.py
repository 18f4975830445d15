""".vox files and options in, `PreparedFile`s of meshes, texture layout and placements out; Blender is not touched."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ..core import MeshOptions, read_vox
from ..core.errors import FormatError, TrivoxError
from ..core.texture.packing import pack
from ..core.vox import VoxScene, hidden_in_scene
from ..core.vox.classes import material_classes
from ..core.vox.shading import shading
from ..core.voxmesh import VoxMesh
from .build.options import BuildOptions, SceneOptions
from .build.prepared import Layout, Placements, PreparedFile
from .build.voxels import Voxels, pack_voxels
from .frames import as_frames, frames_of
from .parts import Paint, distinct_models, joined, origin_shift, voxel_mesh, without_contacts
from .placement import moved, place
from .viewing import light_of, views_of

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Progress = Callable[[float], object]
"""Is called with the share that is done, from 0 to 1; what it raises ends the work."""


@dataclass(frozen=True)
class Prepared:
    """What came of several files."""

    files: tuple[PreparedFile, ...]
    failures: tuple[tuple[str, TrivoxError], ...]
    """Name and error of each file that cannot be used."""


def prepare_all(
    paths: Sequence[Path],
    mesh_options: MeshOptions,
    build_options: BuildOptions,
    scene_options: SceneOptions,
    progress: Progress,
) -> Prepared:
    """Prepare several files; one that cannot be used does not keep the others back.

    Parameters
    ----------
    paths : sequence of Path
    mesh_options : MeshOptions
        As the user chose them; those that the build options exclude are replaced.
    build_options : BuildOptions
    scene_options : SceneOptions
    progress : callable

    Returns
    -------
    Prepared
    """
    files, failures = [], []
    options = build_options.fit(mesh_options)
    for number, path in enumerate(paths):

        def file_progress(share: float, number: int = number) -> None:
            progress((number + share) / len(paths))

        try:
            flat = build_options.hierarchy == "flat"
            files.append(prepare(path, options, scene_options, flat=flat, progress=file_progress))
        except TrivoxError as error:
            failures.append((path.name, error))
    return Prepared(tuple(files), tuple(failures))


def prepare(
    path: Path, options: MeshOptions, scene_options: SceneOptions, *, flat: bool, progress: Progress
) -> PreparedFile:
    """Read a file and mesh each of its placed models once.

    Parameters
    ----------
    path : Path
    options : MeshOptions
    scene_options : SceneOptions
    flat : bool
        Place all objects in the world, without their groups.
    progress : callable
        Takes the share that is done.

    Returns
    -------
    PreparedFile

    Raises
    ------
    TrivoxError
        If the file cannot be used; `FormatError` if nothing in it has voxels.
    """
    scene = read_vox(path)
    paint = Paint(scene.palette, material_classes(scene.materials), shading(scene.materials))
    parts, placements, used, warning = _arrange(scene, paint, scene_options, flat=flat, name=path.stem)
    if not parts:
        raise FormatError(_nothing(scene, scene_options))
    meshes = _meshes(parts, options, progress)
    shifts = np.array([origin_shift(part, scene_options.origin) for part in parts])
    offset = -_floor(parts, placements) if scene_options.at_origin else np.zeros(3)
    return PreparedFile(
        name=path.stem,
        meshes=meshes,
        voxels=tuple(pack_voxels(part) for part in parts),
        layout=lay_out(np.array([mesh.atlas.shape[::-1] for mesh in meshes]), power_of_two=options.power_of_two),
        shifts=shifts,
        palette=scene.palette,
        shading=paint.shading,
        transparent=parts[0].transparent,
        color_names=_color_names(scene),
        placements=moved(placements, shifts, offset),
        layer_names=layer_names_of(scene, np.unique(placements.layer).tolist()),
        views=views_of(scene, offset) if scene_options.cameras else (),
        light=light_of(scene) if scene_options.lights else None,
        frame_range=used.animation_range if scene_options.scene_range else None,
        warnings=(*scene.warnings, *([warning] if warning else [])),
    )


def lay_out(sizes: npt.NDArray[np.int64], *, power_of_two: bool) -> Layout:
    """Lay atlases side by side in one image.

    Parameters
    ----------
    sizes : (n, 2) int64
        Width and height of each.
    power_of_two : bool
        Of the image's sides.

    Returns
    -------
    Layout
    """
    return Layout(*pack(*sizes.astype(np.int64).T, power_of_two))


def _arrange(
    scene: VoxScene, paint: Paint, options: SceneOptions, *, flat: bool, name: str
) -> tuple[list[Voxels], Placements, VoxScene, str]:
    """Choose what each mesh is made of and where it goes; the scene as it was taken, and what could not be done."""
    in_frames = options.unplaced == "frames" and not scene.has_graph and len(scene.models) > 1
    scene = as_frames(scene) if in_frames else scene
    animated = options.animates or (in_frames and options.join == "separate" and options.animation == "first")
    scenes, frames, warning = frames_of(scene, options, animated=animated)
    hidden = hidden_in_scene(scene)
    kept = ~hidden if options.hidden == "skip" else np.ones(len(hidden), np.bool_)
    if options.join == "one":
        return *_arrange_joined(scenes[0], paint, hidden, kept, name), scene, warning
    if options.join == "contacts":
        parts, meshes = without_contacts(scenes[0], ~hidden, kept, paint)
    else:
        parts, meshes = distinct_models(scenes, kept, paint)
    layers = layers_of(scene) if options.layers != "none" else np.full(len(hidden), -1, np.int64)
    return parts, place(scenes, meshes, frames, kept, hidden, layers, flat=flat), scene, warning


def _arrange_joined(
    scene: VoxScene, paint: Paint, hidden: Flags, kept: Flags, name: str
) -> tuple[list[Voxels], Placements]:
    """Make one object of all that is seen, and one of the rest."""
    found = [joined(scene, nodes, paint) for nodes in (kept & ~hidden, kept & hidden)]
    parts = [part for part in found if part is not None]
    count = len(parts)
    corners = np.array([corner + voxels.model.pivot for voxels, corner in parts], np.float64).reshape(-1, 3)
    return [voxels for voxels, _corner in parts], Placements(
        name=tuple(name if number == 0 else f"{name} hidden" for number, part in enumerate(found) if part is not None),
        parent=np.full(count, -1),
        rotation=np.tile(np.eye(3, dtype=np.int64), (count, 1, 1)),
        translation=corners,
        mesh=np.arange(count),
        mirrored=np.zeros(count, np.bool_),
        hidden=np.array([number > 0 for number, part in enumerate(found) if part is not None], np.bool_),
        layer=np.full(count, -1),
        keys={},
    )


def _meshes(parts: Sequence[Voxels], options: MeshOptions, progress: Progress) -> tuple[VoxMesh, ...]:
    """Make the meshes, with progress by voxels."""
    meshes = []
    done, total = 0, sum(part.model.voxels for part in parts)
    for part in parts:

        def part_progress(share: float, done: int = done, size: int = part.model.voxels) -> None:
            progress((done + share * size) / total)

        meshes.append(voxel_mesh(part, options, part_progress))
        done += part.model.voxels
    return tuple(meshes)


def _floor(parts: Sequence[Voxels], placements: Placements) -> npt.NDArray[np.float64]:
    """(3,) float64 whole voxels: the middle of the bottom of all that is placed, by the boxes around each object."""
    row = np.flatnonzero(placements.mesh >= 0)
    boxes = np.array([_box(part) for part in parts])[placements.mesh[row]]
    boxes[placements.mirrored[row], :, 0] *= -1
    rotation, translation = _in_world(placements)
    ends = (np.einsum("nij,nkj->nki", rotation[row], boxes) + translation[row, None]).reshape(-1, 3)
    low, high = ends.min(axis=0), ends.max(axis=0)
    return np.array([*np.floor((low + high)[:2] / 2), low[2]])


def _box(part: Voxels) -> Ints:
    """(2, 3) int64: opposite corners around the pivot."""
    positions = part.model.positions
    ends = np.array([positions.min(axis=0), positions.max(axis=0).astype(np.int64) + 1])
    return ends - np.array(part.model.pivot)


def _in_world(placements: Placements) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Rotations (n, 3, 3) and moves (n, 3) in the world, float64; parents come before children."""
    rotation, translation = placements.rotation.astype(np.float64), placements.translation.astype(np.float64)
    for row, parent in enumerate(placements.parent.tolist()):
        if parent >= 0:
            translation[row] = rotation[parent] @ translation[row] + translation[parent]
            rotation[row] = rotation[parent] @ rotation[row]
    return rotation, translation


def layers_of(scene: VoxScene) -> Ints:
    """(nodes,) int64: the layer of each node, or that of its group; -1 for none."""
    layers = np.full(len(scene.nodes), -1, np.int64)
    for index, node in enumerate(scene.nodes):
        if node.layer is not None:
            layers[index] = node.layer
        elif node.parent >= 0:
            layers[index] = layers[node.parent]
    return layers


def layer_names_of(scene: VoxScene, used: Sequence[int]) -> dict[int, str]:
    """Names of layers; one that has everything on it and no name of its own is none that a user made."""
    names = {number: scene.layers[number].name if number in scene.layers else "" for number in used if number >= 0}
    if len(names) == 1 and not any(names.values()):
        return {}
    return {number: name or f"Layer {number}" for number, name in names.items()}


def _color_names(scene: VoxScene) -> dict[int, str]:
    """Names of palette indices: the file names rows of eight places of the palette."""
    places = enumerate(scene.palette_order.tolist())
    rows = {index: place // 8 for place, index in places if index}
    names = scene.color_names
    return {index: names[row] for index, row in sorted(rows.items()) if row < len(names) and names[row]}


def _nothing(scene: VoxScene, options: SceneOptions) -> str:
    """Say why there is nothing to import."""
    if options.hidden == "skip" and hidden_in_scene(scene).any() and any(model.voxels for model in scene.models):
        return "all objects of the file that have voxels are hidden, and hidden ones are skipped"
    return "the file has no voxels, so there is nothing to import"
