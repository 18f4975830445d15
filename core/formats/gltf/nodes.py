"""Placements of meshes in, glTF's nodes and one animation of steps out."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
import pygltflib

from ...scene.assembly import Assembly
from ...scene.placement import Keys, Placements
from ...text import readable
from ..axes import Y_UP, y_up
from .blob import Blob
from .extras import Extras

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

VISIBILITY = "KHR_node_visibility"
LAYER = "trivox_layer"
"""What holds the name of a node's layer."""


class Nodes:
    """The nodes of a file: one for each placement, and one more for a mesh whose node has others below it.

    Parameters
    ----------
    assembly : Assembly
    rows : Placements
        In groups.
    meshes : mapping of (int, bool) to (int, float)
        By mesh and whether it is mirrored: which of the file's meshes it is, and the unit of its positions in metres.
    extras : Extras
        What goes below nodes beside their meshes.
    """

    def __init__(
        self,
        assembly: Assembly,
        rows: Placements,
        meshes: Mapping[tuple[int, bool], tuple[int, float]],
        extras: Extras,
    ) -> None:
        self._assembly, self._rows, self._layers = assembly, rows, assembly.layer_names
        self.nodes = [self._node(row) for row in range(len(rows.name))]
        self.carriers: dict[int, int] = {}
        """By row, the node that has its mesh."""
        self.units: dict[int, float] = {}
        """By row, the unit of its mesh."""
        for row, parent in enumerate(rows.parent.tolist()):
            if parent >= 0:
                self.nodes[parent].children.append(row)
        parents = set(rows.parent.tolist())
        for row in np.flatnonzero(rows.mesh >= 0).tolist():
            which = int(rows.mesh[row]), bool(rows.mirrored[row])
            number, self.units[row] = meshes[which]
            if not extras.need_room(*which):
                self.carriers[row] = self._carry(row, number, apart=row in parents)
                continue
            unit, self.units[row] = self.units[row], 1.0
            self.carriers[row] = self._carry(row, None, apart=row in parents)
            extras.add(self.nodes, self.carriers[row], self._below(self.carriers[row], number, unit), *which)

    @property
    def roots(self) -> list[int]:
        """The nodes without parents."""
        roots: list[int] = np.flatnonzero(self._rows.parent < 0).tolist()
        return roots

    @property
    def some_are_hidden(self) -> bool:
        """Whether readers must know that nodes can be hidden."""
        return any(VISIBILITY in node.extensions for node in self.nodes)

    def _node(self, row: int) -> pygltflib.Node:
        """The node of a placement, without its mesh."""
        rows = self._rows
        place = rows.translation[row] * self._assembly.voxel_size
        node = pygltflib.Node(name=readable(rows.name[row] or self._assembly.scene.name))
        if place.any():
            node.translation = y_up(place).tolist()
        if (rows.rotation[row] != np.eye(3)).any():
            node.rotation = quaternion(rows.rotation[row])
        layer = self._layers.get(int(rows.layer[row]))
        if layer is not None:
            node.extras[LAYER] = readable(layer)
        if rows.hidden[row] and not (rows.parent[row] >= 0 and rows.hidden[rows.parent[row]]):
            node.extensions[VISIBILITY] = {"visible": False}
        return node

    def _below(self, stand: int, mesh: int, unit: float) -> int:
        """Make a node below another that shows a mesh."""
        node = pygltflib.Node(name=self.nodes[stand].name, mesh=mesh)
        if unit != 1:
            node.scale = [unit] * 3
        self.nodes[stand].children.append(len(self.nodes))
        self.nodes.append(node)
        return len(self.nodes) - 1

    def _carry(self, row: int, mesh: int | None, *, apart: bool) -> int:
        """Let a node show a mesh, or one below it if the mesh has a scale that others must not get."""
        carrier = row
        if apart:
            carrier = len(self.nodes)
            self.nodes.append(pygltflib.Node(name=self.nodes[row].name))
            self.nodes[row].children.append(carrier)
        node, unit = self.nodes[carrier], self.units[row]
        node.mesh = mesh
        waits = bool(self._rows.waiting[row])
        if waits or unit != 1:
            node.scale = [0.0 if waits else unit] * 3
        return carrier


def animation_of(assembly: Assembly, rows: Placements, nodes: Nodes, blob: Blob) -> pygltflib.Animation | None:
    """Key what changes from frame to frame; each value stays until the next key.

    Parameters
    ----------
    assembly : Assembly
    rows : Placements
    nodes : Nodes
        Of these placements.
    blob : Blob
        Takes the keys.

    Returns
    -------
    pygltflib.Animation or None
        None if nothing changes. It lasts until the end of the last frame.
    """
    if not rows.keys:
        return None
    span = assembly.scene.animation_range or (0, 0)
    start = min(span[0], *(int(keys.frame[0]) for keys in rows.keys.values()))
    end = max(span[1], *(int(keys.frame[-1]) for keys in rows.keys.values())) + 1
    made = pygltflib.Animation(name=readable(assembly.scene.name))
    for row, keys in rows.keys.items():
        times = (np.append(keys.frame, end) - start) / assembly.rate
        time = blob.numbers(times[:, None], bounds=True)
        for node, path, values in _changes(keys, row, nodes, assembly.voxel_size):
            sampler = pygltflib.AnimationSampler(
                input=time, interpolation="STEP", output=blob.numbers(np.append(values, values[-1:], axis=0))
            )
            target = pygltflib.AnimationChannelTarget(node=node, path=path)
            made.channels.append(pygltflib.AnimationChannel(sampler=len(made.samplers), target=target))
            made.samplers.append(sampler)
    return made if made.channels else None


def quaternion(rotation: Ints) -> list[float]:
    """Tell a rotation as glTF does.

    Parameters
    ----------
    rotation : (3, 3) int64
        Signed permutation of determinant 1; up is z.

    Returns
    -------
    list of float
        x, y, z, w; up is y.
    """
    turn = Y_UP @ rotation @ Y_UP.T
    # The products of the components by pairs; any row that is not 0 is the quaternion times one of them.
    away, trace = turn.T - turn, np.trace(turn)
    pairs = np.zeros((4, 4))
    pairs[:3, :3] = turn + turn.T + (1 - trace) * np.eye(3)
    pairs[3, :3] = pairs[:3, 3] = away[1, 2], away[2, 0], away[0, 1]
    pairs[3, 3] = 1 + trace
    row = pairs[np.argmax(np.abs(np.diag(pairs)))]
    unit: list[float] = (row / np.linalg.norm(row)).tolist()
    return unit


def _changes(keys: Keys, row: int, nodes: Nodes, voxel_size: float) -> list[tuple[int, str, Floats]]:
    """Nodes and paths with their (k, n) values, of those that change."""
    found = [
        (row, "translation", y_up(keys.translation) * voxel_size),
        (row, "rotation", np.array([quaternion(turn) for turn in keys.rotation])),
    ]
    if row in nodes.carriers:
        scale = np.where(keys.shown, nodes.units[row], 0.0)
        found.append((nodes.carriers[row], "scale", np.repeat(scale[:, None], 3, axis=1)))
    return [(node, path, values) for node, path, values in found if (values != values[0]).any()]
