"""An `Assembly` in, the `TvxFile` that tells it out, and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from ... import directions
from ...collision import Collision
from ...errors import FormatError
from ...mesh.mesh import Mesh
from ...relief import bake
from ...scene.assembly import Assembly
from ...scene.options import MAX_VOXEL_SIZE, MIN_VOXEL_SIZE
from ...scene.tree import TreeEntry
from ...texture import TEXTURED
from ...voxels.look import COLORS, Look, Material
from ...voxels.model import Model
from ...voxels.scene import Scene, SceneNode, TransformFrame
from .levels import level_mesh, tvx_level
from .parts import make_parts
from .records import TvxFile, TvxMesh, TvxVoxels
from .unpack import mesh_of
from .voxels import narrow

Ints = npt.NDArray[np.int64]

_TURN_UP = {
    "x": np.array([(0, 1, 0), (0, 0, 1), (1, 0, 0)], np.int8),
    "y": np.array([(1, 0, 0), (0, 0, -1), (0, 1, 0)], np.int8),
}
"""What lets an axis point up that does not point up in a scene."""


def tvx_of(assembly: Assembly, *, voxels: bool = False, relief: bool = False) -> TvxFile:
    """Write an assembly in the terms of the format.

    Parameters
    ----------
    assembly : Assembly
        No polygon is wider than 255 cells; its atlases need neither borders nor texels of single colours.
    voxels : bool
        Tell the voxels too, of models that have some.
    relief : bool
        Tell besides what is seen of these from all six sides.

    Returns
    -------
    TvxFile
        A mesh for each model, and the colours and materials that some mesh shows or voxel has. Origins that lie
        between lattice points are moved down to one.

    Raises
    ------
    LimitError
        If a mesh is larger than the format can tell.
    FormatError
        If faces have several texels.
    """
    every = (*assembly.meshes, *(level.mesh for levels in assembly.levels for level in levels))
    if any(mesh.projection.scale != 1 for mesh in every):
        raise FormatError("a .tvx file has one texel a face; make the meshes with CompactLayout")
    scene = assembly.scene
    pivots = np.array([model.pivot for model in scene.models], np.int64).reshape(-1, 3)
    origins = pivots - np.ceil(assembly.shifts).astype(np.int64)
    meshes = tuple(
        tvx_mesh_of(mesh, origin, scene.look, model if voxels and model.voxels else None)
        for mesh, origin, model in zip(assembly.meshes, origins, scene.models, strict=True)
    )
    meshes = tuple(_with_extras(mesh, assembly, index, origins - pivots) for index, mesh in enumerate(meshes))
    if relief:
        meshes = tuple(map(_with_reliefs, meshes, scene.models))
    shown = shown_colors(meshes)
    return TvxFile(
        name=scene.name,
        voxel_size=assembly.voxel_size,
        up_axis="z",
        palette=np.where(shown[:, None], scene.palette, 0).astype(np.uint8),
        materials=tuple(
            material if used else Material() for material, used in zip(scene.materials, shown.tolist(), strict=True)
        ),
        meshes=meshes,
        nodes=tuple(_around(node, origins - pivots) for node in scene.nodes),
        layers=scene.layers,
        animation_range=scene.animation_range,
        see_through=scene.look.see_through,
        tree=tuple(_tree_around(entry, origins - pivots) for entry in assembly.tree),
    )


def shown_colors(meshes: Sequence[TvxMesh]) -> npt.NDArray[np.bool_]:
    """Tell which palette indices some mesh or voxel has.

    Parameters
    ----------
    meshes : sequence of TvxMesh

    Returns
    -------
    (256,) bool
        Never index 0.
    """
    shown = np.zeros(COLORS, np.bool_)
    levels = [level.mesh for mesh in meshes for level in mesh.levels]
    for mesh in (*meshes, *levels):
        for part in mesh.parts:
            shown[part.polygons["value"][part.is_flat]] = True
        for page in mesh.pages:
            shown |= np.bincount(page.ravel(), minlength=COLORS) > 0
        if mesh.voxels is not None:
            shown |= np.bincount(mesh.voxels.model.indices, minlength=COLORS) > 0
        for relief in mesh.reliefs:
            shown |= np.bincount(relief.indices.ravel(), minlength=COLORS) > 0
    shown[0] = False
    return shown


def tvx_mesh_of(mesh: Mesh, origin: Ints, look: Look, model: Model | None = None) -> TvxMesh:
    """Write one mesh about a lattice point, (3,) int64, in the terms of the format; with the voxels of a model."""
    x, y, z = origin.tolist()
    textured = bool((mesh.projection.color == TEXTURED).any())
    return TvxMesh(
        size=mesh.size,
        pivot=(x, y, z),
        mode=mesh.options.mode,
        parts=make_parts(mesh, look.kind),
        pages=(mesh.atlas,) if textured else (),
        voxels=None if model is None else TvxVoxels(model, mesh.options.interior, mesh.options.merge),
    )


def _with_extras(mesh: TvxMesh, assembly: Assembly, index: int, moves: Ints) -> TvxMesh:
    """The mesh of a model with its levels of detail and its collision shape."""
    levels = assembly.levels[index] if assembly.levels else ()
    look = assembly.scene.look
    x, y, z = moves[index].tolist()
    return replace(
        mesh,
        levels=tuple(
            tvx_level(level, tvx_mesh_of(level.mesh, np.zeros(3, np.int64), look, None), (x, y, z)) for level in levels
        ),
        collision=assembly.collisions[index] if assembly.collisions else None,
    )


def _with_reliefs(mesh: TvxMesh, model: Model) -> TvxMesh:
    """The mesh with what is seen of the model from each side, if it has voxels."""
    if not model.voxels:
        return mesh
    return replace(mesh, reliefs=tuple(bake(model, side) for side in range(len(directions.NAMES))))


def _around(node: SceneNode, moves: Ints) -> SceneNode:
    """The node with its transforms about the origins of what it shows, so that nothing moves."""
    move = moves[node.model] if node.model is not None else np.zeros(3, np.int64)
    if not move.any():
        return node
    frames = (
        replace(frame, translation=frame.translation + frame.rotation.astype(np.int64) @ move)
        for frame in node.transforms
    )
    return replace(node, transforms=tuple(frames))


def _tree_around(entry: TreeEntry, moves: Ints) -> TreeEntry:
    """The node of a tree about the origin of its mesh, so that nothing moves."""
    if entry.mesh is None or not moves[entry.mesh].any():
        return entry
    x, y, z = (np.array(entry.place, np.int64) + (moves[entry.mesh] << entry.shift)).tolist()
    return entry._replace(place=(x, y, z))


def assembly_of(file: TvxFile, name: str) -> Assembly:
    """Take a file for what an import shows.

    Parameters
    ----------
    file : TvxFile
    name : str
        Stem of the file's name.

    Returns
    -------
    Assembly
        Its models have sizes, and voxels where the file tells them; up is z.

    Raises
    ------
    FormatError
        If its voxels are too small or too large to make sense.
    """
    if not MIN_VOXEL_SIZE <= file.voxel_size <= MAX_VOXEL_SIZE:
        raise FormatError(f"its voxels are {file.voxel_size:g} metres wide, which nothing can show", "INFO")
    turn = _TURN_UP.get(file.up_axis)
    meshes = tuple(map(_centred, file.meshes))
    scene = Scene(
        name=name or file.name,
        models=tuple(map(_model, meshes)),
        look=Look(file.palette, file.materials, see_through=file.see_through),
        nodes=file.nodes if turn is None else tuple(_upright(node, turn) for node in file.nodes),
        layers=file.layers,
        animation_range=file.animation_range,
        voxel_size=file.voxel_size,
    )
    some = any(mesh.levels for mesh in meshes), any(mesh.collision for mesh in meshes)
    return Assembly(
        scene,
        tuple(map(mesh_of, meshes)),
        levels=tuple(tuple(map(level_mesh, mesh.levels)) for mesh in meshes) if some[0] else (),
        collisions=tuple(map(_collision, meshes)) if some[1] else (),
    )


def _collision(mesh: TvxMesh) -> Collision:
    """Its collision shape about the middle of its size, as its mesh will be."""
    if mesh.collision is None:
        return Collision()
    return mesh.collision.moved(np.array(mesh.size, np.int64) // 2 - np.array(mesh.pivot, np.int64))


def _model(mesh: TvxMesh) -> Model:
    """Its voxels, or none."""
    if mesh.voxels is not None:
        return mesh.voxels.model
    return Model(mesh.size, np.zeros((0, 3), np.uint8), np.zeros(0, np.uint8))


def _centred(mesh: TvxMesh) -> TvxMesh:
    """The mesh with a size whose middle is the pivot, if it has voxels: theirs cannot lie elsewhere."""
    pivot, size = np.array(mesh.pivot, np.int64), np.array(mesh.size, np.int64)
    if mesh.voxels is None or (pivot == size // 2).all():
        return mesh
    model = mesh.voxels.model
    whole = 2 * np.maximum(pivot, size - pivot)
    away = whole // 2 - pivot
    if whole.max() >= 1 << 30:
        raise FormatError("a mesh with voxels lies too far from its pivot", "MESH")
    x, y, z = whole.tolist()
    blocked = None if model.blocked is None else (model.blocked + away).astype(np.int32)
    moved = Model((x, y, z), narrow(model.positions + away, (x, y, z)), model.indices, blocked)
    a, b, c = away.tolist()
    return replace(
        mesh,
        size=moved.size,
        pivot=moved.pivot,
        parts=tuple(
            replace(part, origin=(part.origin[0] + a, part.origin[1] + b, part.origin[2] + c)) for part in mesh.parts
        ),
        voxels=replace(mesh.voxels, model=moved),
        collision=None if mesh.collision is None else mesh.collision.moved(away),
    )


def _upright(node: SceneNode, turn: npt.NDArray[np.int8]) -> SceneNode:
    """The node with the scene's up axis turned to z, where it has no parent."""
    if node.parent >= 0:
        return node
    frames = (
        TransformFrame(frame.frame, turn @ frame.rotation, turn.astype(np.int64) @ frame.translation)
        for frame in node.transforms
    )
    return replace(node, transforms=tuple(frames))
