"""A scene's node tree in, arrays with a row for each object to make out: (n,) parents, (n, 3, 3) rotations, moves.

No rotation of a row mirrors, so that engines need no negative scales: what the scene mirrors shows a mirrored mesh.
A node that changes what it shows has a row that shows nothing, its handle, and below it a row for each thing to show.
The handle stands and moves as the node does; what is below it rests there, and is shown in turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ..voxels.scene import Scene
from .frames import frame_numbers, scene_at
from .world import hidden_in_scene, world_transforms

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

MIRROR = np.diag([-1, 1, 1])


@dataclass(frozen=True)
class Keys:
    """Where an object is, and whether it is seen, from certain frames on."""

    frame: Ints
    """(k,) int64, ascending, as the file numbers them."""
    rotation: Ints
    """(k, 3, 3) int64, as in `Placements`."""
    translation: Floats
    """(k, 3) float64"""
    shown: Flags
    """(k,) bool: whether it is the row's turn; what is hidden takes turns too."""


@dataclass(frozen=True)
class Placements:
    """The objects to make, parents before children.

    No rotation mirrors. Where the file mirrors a model, the row says so, and its mesh must be the model's mirror image
    along x.
    """

    name: tuple[str, ...]
    """As in the file, empty where the file has none; below a handle with the first frame that shows the row."""
    node: Ints
    """(n,) int64 index into the scene's nodes; a handle and what is below it are one node."""
    parent: Ints
    """(n,) int64 row of the parent, -1 for none."""
    rotation: Ints
    """(n, 3, 3) int64 signed permutations of determinant 1, relative to the parent."""
    translation: Floats
    """(n, 3) float64 voxels, multiples of one half, relative to the parent."""
    mesh: Ints
    """(n,) int64 mesh to show, -1 for a group or a handle."""
    mirrored: Flags
    """(n,) bool"""
    hidden: Flags
    """(n,) bool: the node, its layer or one of its parents is hidden."""
    layer: Ints
    """(n,) int64 number of the layer, -1 for none."""
    keys: Mapping[int, Keys]
    """By row, of those objects that change."""

    @property
    def in_turn(self) -> Flags:
        """(n,) bool: which rows are below a handle."""
        below: Flags = (self.parent >= 0) & (self.node[self.parent] == self.node)
        return below

    @property
    def waiting(self) -> Flags:
        """(n,) bool: which rows have their first turn later than in the first frame."""
        return np.array([row in self.keys and not self.keys[row].shown[0] for row in range(len(self.node))], np.bool_)


@dataclass(frozen=True)
class _Frame:
    """All nodes in one frame, without mirrors."""

    rotation: Ints
    translation: Ints
    sign: Ints
    mesh: Ints


def place(scene: Scene, solid: Flags, *, flat: bool) -> Placements:
    """Turn a node tree into placements of meshes.

    Parameters
    ----------
    scene : Scene
        As `arrange.arrange` leaves it.
    solid : (models,) bool
        Which of its models have something to show.
    flat : bool
        Leave out the groups, so that each placement is relative to the world.

    Returns
    -------
    Placements
    """
    still = not any(node.changes for node in scene.nodes)
    frames = np.zeros(1, np.int64) if still else frame_numbers(scene)
    scenes = [scene] if still else [scene_at(scene, number) for number in frames.tolist()]
    hidden, layers = hidden_in_scene(scene), layers_of(scene)
    nodes = scene.nodes
    shown = np.array([[-1 if node.model is None else node.model for node in one.nodes] for one in scenes], np.int64)
    meshes = np.where(np.append(solid, False)[shown], shown, -1).reshape(len(scenes), len(nodes))
    parent = np.full(len(nodes), -1, np.int64) if flat else np.array([node.parent for node in nodes], np.int64)
    states = [_frame(scene, mesh, parent, flat=flat) for scene, mesh in zip(scenes, meshes, strict=True)]
    group = np.array([node.kind == "group" for node in nodes], np.bool_)
    wanted = (meshes >= 0).any(axis=0) | (group & (not flat))
    looks = np.stack([np.where(state.mesh < 0, -1, 2 * state.mesh + (state.sign < 0)) for state in states])
    node, look, handle = _rows(np.flatnonzero(wanted), looks)
    row_of_node = np.append(np.full(len(nodes), -1), -1)
    row_of_node[node[::-1]] = np.arange(len(node))[::-1]
    below = handle >= 0
    turn = (looks[:, node] == look) | ~below
    rotation = np.where(below[:, None, None], np.eye(3, dtype=np.int64), _states([s.rotation for s in states], node))
    translation = np.where(below[:, None], 0.0, _states([s.translation for s in states], node))
    return Placements(
        name=_names(scene, frames, node, turn, below),
        node=node,
        parent=np.where(below, handle, row_of_node[parent[node]]),
        rotation=rotation[0],
        translation=translation[0],
        mesh=np.where(look < 0, -1, look // 2),
        mirrored=(look >= 0) & (look % 2 == 1),
        hidden=hidden[node],
        layer=layers[node],
        keys=_keys(frames, rotation, translation, turn),
    )


def moved(placements: Placements, shifts: Floats) -> Placements:
    """Let meshes have other origins than the pivot.

    Parameters
    ----------
    placements : Placements
    shifts : (meshes, 3) float64
        The pivot as seen from the mesh's origin.

    Returns
    -------
    Placements
    """
    own = np.where(placements.mesh[:, None] >= 0, shifts[placements.mesh], 0)
    own = np.where(placements.mirrored[:, None], own @ MIRROR, own)

    def there(rotation: Ints, translation: Floats, row: slice | int = slice(None)) -> Floats:
        away: Floats = translation - (rotation @ own[row][..., None])[..., 0]
        return away

    keys = {
        row: Keys(key.frame, key.rotation, there(key.rotation, key.translation, row), key.shown)
        for row, key in placements.keys.items()
    }
    return replace(placements, translation=there(placements.rotation, placements.translation), keys=keys)


def layers_of(scene: Scene) -> Ints:
    """Find the layers that nodes are on.

    Parameters
    ----------
    scene : Scene

    Returns
    -------
    (nodes,) int64
        The layer of each node, or that of its group; -1 for none.
    """
    layers = np.full(len(scene.nodes), -1, np.int64)
    for index, node in enumerate(scene.nodes):
        if node.layer is not None:
            layers[index] = node.layer
        elif node.parent >= 0:
            layers[index] = layers[node.parent]
    return layers


def hidden_apart(scene: Scene) -> Flags:
    """Find the nodes that stay hidden when the layers that they are on are shown.

    Parameters
    ----------
    scene : Scene

    Returns
    -------
    (nodes,) bool
    """
    away = {layer.id for layer in scene.layers.values() if layer.hidden}
    flagged: list[bool] = []
    above: list[frozenset[int]] = []
    for node in scene.nodes:
        flagged.append(node.hidden or (node.parent >= 0 and flagged[node.parent]))
        around = above[node.parent] if node.parent >= 0 else frozenset()
        above.append(around | {node.layer} if node.layer is not None and node.layer in away else around)
    own = layers_of(scene).tolist()
    apart = [flag or bool(ids - {layer}) for flag, ids, layer in zip(flagged, above, own, strict=True)]
    return np.array(apart, np.bool_)


def _frame(scene: Scene, mesh: Ints, parent: Ints, *, flat: bool) -> _Frame:
    world, translation = world_transforms(scene)
    sign = _determinant_sign(world)
    rotation = world.astype(np.int64)
    if not flat:
        rotation = np.array([node.rotation for node in scene.nodes], np.int64)
        translation = np.array([node.translation for node in scene.nodes], np.int64)
    rotation, translation = _without_mirrors(rotation, translation, np.where(parent >= 0, sign[parent], 1), sign)
    return _Frame(rotation, translation, sign, mesh)


def _rows(nodes: Ints, looks: Ints) -> tuple[Ints, Ints, Ints]:
    """Rows in the order of nodes: (n,) nodes, what they show, and the row of the handle; -1 for none."""
    if len(looks) == 1:
        return nodes, looks[0, nodes], np.full(len(nodes), -1)
    rows: list[tuple[int, int, int]] = []
    for node in nodes.tolist():
        seen = np.unique(looks[:, node]).tolist()
        handle = len(rows)
        rows.append((node, seen[0] if len(seen) == 1 else -1, -1))
        rows += [(node, look, handle) for look in seen if look >= 0 and len(seen) > 1]
    node, look, above = np.array(rows, np.int64).reshape(-1, 3).T
    return node, look, above


def _states(states: Sequence[Ints], node: Ints) -> Ints:
    """(frames, n, ...) int64: something of each node in each frame, by rows."""
    return np.stack(states)[:, node]


def _names(scene: Scene, frames: Ints, node: Ints, turn: Flags, below: Flags) -> tuple[str, ...]:
    """The names of rows."""
    first = frames[turn.argmax(axis=0)]
    return tuple(
        f"{scene.nodes[index].name or scene.name} {frame}" if is_below else scene.nodes[index].name
        for index, frame, is_below in zip(node.tolist(), first.tolist(), below.tolist(), strict=True)
    )


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


def _determinant_sign(rotation: npt.NDArray[np.signedinteger[Any]]) -> Ints:
    """(n,) int64, 1 or -1: whether each (3, 3) signed permutation keeps or mirrors."""
    x, y, z = rotation.astype(np.int64).transpose(1, 0, 2)
    sign: Ints = np.sum(np.cross(x, y) * z, axis=1)
    return sign


def _without_mirrors(
    rotation: npt.NDArray[np.signedinteger[Any]], translation: Ints, parent_sign: Ints, sign: Ints
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
