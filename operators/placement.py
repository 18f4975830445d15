"""A scene's node tree in, arrays with a row for each object to make out: (n,) parents, (n, 3, 3) rotations, moves."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..core.vox import VoxScene, hidden_in_scene, world_transforms
from .build.prepared import Placements

Ints = npt.NDArray[np.int64]


def place(scene: VoxScene, mesh_of_model: Ints, *, flat: bool) -> Placements:
    """Turn a node tree into placements of meshes.

    Shapes without a mesh are left out, and so is an unnamed root group that moves nothing: each file has one, and no
    user made it.

    Parameters
    ----------
    scene : VoxScene
    mesh_of_model : (models,) int64
        The mesh of each model, -1 where a model has no voxels.
    flat : bool
        Leave out the groups, so that each placement is relative to the world.

    Returns
    -------
    Placements
    """
    nodes = scene.nodes
    group = np.array([node.kind == "group" for node in nodes], np.bool_)
    parent = np.array([node.parent for node in nodes], np.int64)
    mesh = np.array([-1 if node.model is None else mesh_of_model[node.model] for node in nodes], np.int64)
    rotation, translation = world_transforms(scene)
    sign = _determinant_sign(rotation)
    if flat:
        keep, parent = mesh >= 0, np.full(len(nodes), -1, np.int64)
    else:
        rotation = np.array([node.rotation for node in nodes], np.int64)
        translation = np.array([node.translation for node in nodes], np.int64)
        keep = (mesh >= 0) | (group & ~_technical_root(scene, parent, rotation, translation))
    rotation, translation = _without_mirrors(rotation, translation, np.where(parent >= 0, sign[parent], 1), sign)
    kept = np.flatnonzero(keep)
    row = np.append(np.where(keep, np.cumsum(keep) - 1, -1), -1)
    return Placements(
        name=tuple(nodes[index].name for index in kept.tolist()),
        parent=row[parent[kept]],
        rotation=rotation[kept],
        translation=translation[kept],
        mesh=mesh[kept],
        mirrored=sign[kept] < 0,
        hidden=hidden_in_scene(scene)[kept],
    )


def _determinant_sign(rotation: npt.NDArray[np.signedinteger]) -> Ints:
    """(n,) int64, 1 or -1: whether each (3, 3) signed permutation keeps or mirrors."""
    x, y, z = rotation.astype(np.int64).transpose(1, 0, 2)
    return np.sum(np.cross(x, y) * z, axis=1)


def _technical_root(scene: VoxScene, parent: Ints, rotation: Ints, translation: Ints) -> npt.NDArray[np.bool_]:
    """(n,) bool: unnamed roots that move nothing."""
    unnamed = np.array([not node.name for node in scene.nodes], np.bool_)
    still = (rotation == np.eye(3, dtype=np.int64)).all(axis=(1, 2)) & (translation == 0).all(axis=1)
    return unnamed & (parent < 0) & still


def _without_mirrors(
    rotation: npt.NDArray[np.signedinteger], translation: Ints, parent_sign: Ints, sign: Ints
) -> tuple[Ints, Ints]:
    """Take the mirrors out of chains of transforms.

    A node whose world transform W mirrors stands in Blender as W * M, M being the mirror along x, so that it turns
    only, and what is below it has to start with M, which is its own inverse.
    """
    turned, moved = rotation.astype(np.int64), translation.copy()
    turned[:, 0, :] *= parent_sign[:, None]
    turned[:, :, 0] *= sign[:, None]
    moved[:, 0] *= parent_sign
    return turned, moved
