"""A scene's node tree in, arrays with a row for each object to make out: (n,) parents, (n, 3, 3) rotations, moves."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..core.vox import VoxScene, world_transforms
from .build.prepared import Keys, Placements

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

MIRROR = np.diag([-1, 1, 1])


@dataclass(frozen=True)
class _Frame:
    """All nodes in one frame, without mirrors."""

    rotation: Ints
    translation: Ints
    sign: Ints
    mesh: Ints


def place(
    scenes: list[VoxScene], meshes: Ints, frames: Ints, kept: Flags, hidden: Flags, layers: Ints, *, flat: bool
) -> Placements:
    """Turn a node tree into placements of meshes.

    Shapes without a mesh are left out, and so is an unnamed root group that moves nothing: each file has one, and no
    user made it.

    Parameters
    ----------
    scenes : list of VoxScene
        The scene in each frame; only the nodes' places differ.
    meshes : (frames, nodes) int64
        The mesh that each node shows in each frame, -1 for none.
    frames : (frames,) int64
        As the file numbers them, ascending.
    kept, hidden : (nodes,) bool
        Nodes that may become objects; those that are not seen.
    layers : (nodes,) int64
        The layer of each node, -1 for none.
    flat : bool
        Leave out the groups, so that each placement is relative to the world.

    Returns
    -------
    Placements
    """
    nodes = scenes[0].nodes
    parent = np.full(len(nodes), -1, np.int64) if flat else np.array([node.parent for node in nodes], np.int64)
    states = [_frame(scene, mesh, parent, flat=flat) for scene, mesh in zip(scenes, meshes, strict=True)]
    group = np.array([node.kind == "group" for node in nodes], np.bool_)
    wanted = kept & ((meshes >= 0).any(axis=0) | (group & ~_technical_root(scenes, parent) & (not flat)))
    # A shape has a row for each mesh that it ever shows, mirrored or not.
    looks = np.stack([np.where(state.mesh < 0, -1, 2 * state.mesh + (state.sign < 0)) for state in states])
    node, look = _rows(np.flatnonzero(wanted), looks)
    row_of_node = np.append(np.full(len(nodes), -1), -1)
    row_of_node[node[::-1]] = np.arange(len(node))[::-1]
    shown = (looks[:, node] == look) & ~hidden[node]
    first = _first_shown(looks, node, look)
    rotation = np.stack([state.rotation for state in states])[:, node]
    translation = np.stack([state.translation for state in states])[:, node].astype(np.float64)
    rows = np.arange(len(node))
    return Placements(
        name=tuple(nodes[index].name for index in node.tolist()),
        parent=row_of_node[parent[node]],
        rotation=rotation[first, rows],
        translation=translation[first, rows],
        mesh=np.where(look < 0, -1, look // 2),
        mirrored=(look >= 0) & (look % 2 == 1),
        hidden=hidden[node] | ~(looks[0, node] == look),
        layer=layers[node],
        keys=_keys(frames, rotation, translation, shown),
    )


def moved(placements: Placements, shifts: Floats, offset: npt.ArrayLike) -> Placements:
    """Let meshes have other origins than the pivot, and move all together.

    Parameters
    ----------
    placements : Placements
    shifts : (meshes, 3) float64
        The pivot as seen from the mesh's origin.
    offset : (3,) float64
        How far to move what has no parent.

    Returns
    -------
    Placements
    """
    own = np.where(placements.mesh[:, None] >= 0, shifts[placements.mesh], 0)
    own = np.where(placements.mirrored[:, None], own @ MIRROR, own)
    root = np.where(placements.parent[:, None] < 0, np.asarray(offset, np.float64), 0)

    def there(rotation: Ints, translation: Floats, row: slice | int = slice(None)) -> Floats:
        return translation - (rotation @ own[row][..., None])[..., 0] + root[row]

    keys = {
        row: Keys(key.frame, key.rotation, there(key.rotation, key.translation, row), key.shown)
        for row, key in placements.keys.items()
    }
    fields = {name: getattr(placements, name) for name in Placements.__dataclass_fields__}
    translation = there(placements.rotation, placements.translation)
    return Placements(**(fields | {"translation": translation, "keys": keys}))


def _frame(scene: VoxScene, mesh: Ints, parent: Ints, *, flat: bool) -> _Frame:
    world, translation = world_transforms(scene)
    sign = _determinant_sign(world)
    rotation = world
    if not flat:
        rotation = np.array([node.rotation for node in scene.nodes], np.int64)
        translation = np.array([node.translation for node in scene.nodes], np.int64)
    rotation, translation = _without_mirrors(rotation, translation, np.where(parent >= 0, sign[parent], 1), sign)
    return _Frame(rotation, translation, sign, mesh)


def _rows(nodes: Ints, looks: Ints) -> tuple[Ints, Ints]:
    """Rows in the order of nodes: (n,) nodes and what they show; groups show -1."""
    if len(looks) == 1:
        return nodes, looks[0, nodes]
    pairs = []
    for node in nodes.tolist():
        seen = np.unique(looks[:, node])
        pairs += [(node, look) for look in (seen[seen >= 0].tolist() or [-1])]
    return tuple(np.array(pairs, np.int64).reshape(-1, 2).T)


def _first_shown(looks: Ints, node: Ints, look: Ints) -> Ints:
    """(n,) int64: the first frame in which each row shows what it is there for."""
    return (looks[:, node] == look).argmax(axis=0)


def _keys(frames: Ints, rotation: Ints, translation: Floats, shown: Flags) -> dict[int, Keys]:
    """The changes of each row that changes."""
    change = np.zeros(shown.shape, np.bool_)
    change[1:] = (
        (rotation[1:] != rotation[:-1]).any(axis=(2, 3))
        | (translation[1:] != translation[:-1]).any(axis=2)
        | (shown[1:] != shown[:-1])
    )
    rows = np.flatnonzero(change.any(axis=0)).tolist()
    change[0] = True
    keys = {}
    for row in rows:
        at = np.flatnonzero(change[:, row])
        keys[row] = Keys(frames[at], rotation[at, row], translation[at, row], shown[at, row])
    return keys


def _determinant_sign(rotation: npt.NDArray[np.signedinteger]) -> Ints:
    """(n,) int64, 1 or -1: whether each (3, 3) signed permutation keeps or mirrors."""
    x, y, z = rotation.astype(np.int64).transpose(1, 0, 2)
    return np.sum(np.cross(x, y) * z, axis=1)


def _technical_root(scenes: list[VoxScene], parent: Ints) -> Flags:
    """(n,) bool: unnamed roots that move nothing."""
    technical = np.array([not node.name for node in scenes[0].nodes], np.bool_) & (parent < 0)
    for root in np.flatnonzero(technical).tolist():
        places = [scene.nodes[root] for scene in scenes]
        technical[root] = all((p.rotation == np.eye(3)).all() and not p.translation.any() for p in places)
    return technical


def _without_mirrors(
    rotation: npt.NDArray[np.signedinteger], translation: Ints, parent_sign: Ints, sign: Ints
) -> tuple[Ints, Ints]:
    """Take the mirrors out of chains of transforms.

    A node whose world transform W mirrors stands in Blender as W * M, M being the mirror along x, so that it turns
    only, and what is below it has to start with M, which is its own inverse.
    """
    turned, away = rotation.astype(np.int64), translation.copy()
    turned[:, 0, :] *= parent_sign[:, None]
    turned[:, :, 0] *= sign[:, None]
    away[:, 0] *= parent_sign
    return turned, away
