"""Rows of objects in whole voxels in, the nodes of a scene out, hidden where the objects are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ..blender.provenance import Origin
from ..core.scene.placement import layers_of
from ..core.scene.world import hidden_in_scene
from ..core.voxels import ModelFrame, Scene, SceneNode
from ..core.voxels.transforms import make_frame

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Row:
    """An object, or a group that holds some."""

    name: str
    parent: int
    """An earlier row, or -1."""
    shows: tuple[ModelFrame, ...]
    """The numbers of its sources, by frame; none for a group."""
    rotation: Ints
    """(3, 3) int64 signed permutation, in the world."""
    translation: Ints
    """(3,) int64 voxels in the world: where the pivot of its model is."""
    hidden: bool
    """By more than the own eye of its layer."""
    origin: Origin | None
    """What it was made of; None where that is not known."""
    layer: int | None
    """In the file that it comes from."""
    stays: bool
    """Whether it moves as its origin says, as seen from its parent."""


def nodes_of(rows: Sequence[Row], scene: str) -> tuple[SceneNode, ...]:
    """Make nodes of rows.

    Parameters
    ----------
    rows : sequence of Row
        Parents before children.
    scene : str
        The name of the scene.

    Returns
    -------
    tuple of SceneNode
        One for each row.
    """
    nodes: list[SceneNode] = []
    worlds: list[tuple[Ints, Ints]] = []
    for row in rows:
        node, world = _node(row, worlds[row.parent] if row.parent >= 0 else None, rows, scene)
        nodes.append(node)
        worlds.append(world)
    return tuple(nodes)


def as_seen(scene: Scene, rows: Sequence[Row], layers: Mapping[tuple[str, int], bool]) -> Scene:
    """Let a shape be hidden in the file if it is in Blender, where what a group or layer hides may be shown alone.

    What the collection of its layer hides keeps to its layer.

    Parameters
    ----------
    scene : Scene
    rows : sequence of Row
        One for each of its nodes.
    layers : mapping of (str, int) to bool
        Whether layers are shown, by file and number, where that is known.

    Returns
    -------
    Scene
    """
    away = {layer.id for layer in scene.layers.values() if layer.hidden}
    nodes, unseen = list(scene.nodes), hidden_in_scene(scene)
    wanted = [
        row.hidden or (row.origin is not None and not layers.get((row.origin.file, layer), True))
        for row, layer in zip(rows, layers_of(scene).tolist(), strict=True)
    ]
    for index, node in enumerate(scene.nodes):
        above = index if node.kind == "shape" and unseen[index] and not wanted[index] else -1
        while above >= 0:
            if nodes[above].layer in away:
                nodes[above] = replace(nodes[above], layer=None)
            above = nodes[above].parent
    unseen = hidden_in_scene(replace(scene, nodes=tuple(nodes)))
    for index, node in enumerate(nodes):
        if node.kind == "shape" and wanted[index] and not unseen[index]:
            nodes[index] = replace(node, hidden=True)
    return replace(scene, nodes=tuple(nodes))


def _node(
    row: Row, above: tuple[Ints, Ints] | None, rows: Sequence[Row], scene: str
) -> tuple[SceneNode, tuple[Ints, Ints]]:
    """A row as seen from its parent, and where that is: as it was in the file where nothing was moved since."""
    origin = row.origin
    turn, move = (np.eye(3, dtype=np.int64), np.zeros(3, np.int64)) if above is None else above
    if origin is not None and row.stays and _same_parent(row, origin, rows):
        transforms = origin.transforms
        rotation = turn @ transforms[0].rotation
        world = rotation, turn @ transforms[0].translation + move
    else:
        world = row.rotation, row.translation
        x, y, z = (turn.T @ (row.translation - move)).tolist()
        transforms = (make_frame(0, (turn.T @ row.rotation).astype(np.int8), (x, y, z)),)
    node = SceneNode(
        name=row.name if origin is None else origin.name_in(scene),
        parent=row.parent,
        kind="shape" if row.shows else "group",
        transforms=transforms,
        models=row.shows,
        layer=row.layer,
        hidden=row.hidden if origin is None or row.hidden != origin.arrived else origin.hidden,
        attributes={} if origin is None else origin.attributes,
        loops=origin is not None and origin.loops and (len(transforms) > 1 or len(row.shows) > 1),
    )
    return node, world


def _same_parent(row: Row, origin: Origin, rows: Sequence[Row]) -> bool:
    """Whether the node is in the group in which it arrived."""
    above = rows[row.parent].origin if row.parent >= 0 else None
    if row.parent < 0:
        return origin.parent < 0
    return above is not None and (above.file, above.node) == (origin.file, origin.parent)
