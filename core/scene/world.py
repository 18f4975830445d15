"""Nodes of a scene -> where they are: rotations (n, 3, 3) int8, translations (n, 3) int64, world cells (n, 3) int64."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..voxels.model import Model
from ..voxels.scene import Scene


def world_transforms(
    scene: Scene,
) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int64]]:
    """Where all nodes are in the first frame.

    A point p of a shape's model (lattice, voxels) comes to ``rotation @ (p - pivot) + translation``.

    Parameters
    ----------
    scene : Scene

    Returns
    -------
    rotations : (n, 3, 3) int8
        Signed permutation matrices; determinant -1 mirrors.
    translations : (n, 3) int64
        Voxels from the world's origin.
    """
    count = len(scene.nodes)
    rotations = np.array([node.rotation for node in scene.nodes], np.int8).reshape(count, 3, 3)
    translations = np.array([node.translation for node in scene.nodes], np.int64).reshape(count, 3)
    parents = np.array([node.parent for node in scene.nodes], np.intp)
    for level in _levels(parents)[1:]:
        above = rotations[parents[level]]
        translations[level] = np.einsum("nij,nj->ni", above, translations[level]) + translations[parents[level]]
        rotations[level] = np.einsum("nij,njk->nik", above, rotations[level])
    return rotations, translations


def world_transform(scene: Scene, node: int) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int64]]:
    """Where one node is in the first frame; for many nodes use `world_transforms`.

    Parameters
    ----------
    scene : Scene
    node : int
        Index into its nodes.

    Returns
    -------
    rotation : (3, 3) int8
        Signed permutation matrix.
    translation : (3,) int64
        Voxels from the world's origin.
    """
    rotation, translation = scene.nodes[node].rotation, scene.nodes[node].translation
    parent = scene.nodes[node].parent
    while parent >= 0:
        above = scene.nodes[parent]
        rotation, translation = (
            above.rotation @ rotation,
            above.rotation @ translation + above.translation,
        )
        parent = above.parent
    return rotation, translation


def placed_shapes(scene: Scene) -> tuple[int, ...]:
    """The nodes that show a model.

    Parameters
    ----------
    scene : Scene

    Returns
    -------
    tuple of int
        Indices into its nodes, in order; hidden ones and those whose model is empty are among them.
    """
    return tuple(index for index, node in enumerate(scene.nodes) if node.kind == "shape")


def hidden_in_scene(scene: Scene) -> npt.NDArray[np.bool_]:
    """Which nodes cannot be seen: hidden themselves, on a hidden layer, or inside such a group.

    Parameters
    ----------
    scene : Scene

    Returns
    -------
    (n,) bool
        For each node.
    """
    hidden_layers = {layer.id for layer in scene.layers.values() if layer.hidden}
    hidden = np.zeros(len(scene.nodes), np.bool_)
    for index, node in enumerate(scene.nodes):
        hidden[index] = node.hidden or node.layer in hidden_layers or (node.parent >= 0 and hidden[node.parent])
    return hidden


def world_cells(scene: Scene, node: int) -> npt.NDArray[np.int64]:
    """The world cells that a placed model fills.

    Parameters
    ----------
    scene : Scene
    node : int
        Index of a shape.

    Returns
    -------
    (n, 3) int64
        In the order of the model's positions; the cell c is the cube from c to c + 1.
    """
    index = scene.nodes[node].model
    if index is None:
        return np.zeros((0, 3), np.int64)
    return placed_cells(scene.models[index], *world_transform(scene, node))


def placed_cells(
    model: Model, rotation: npt.NDArray[np.signedinteger[Any]], translation: npt.NDArray[np.int64]
) -> npt.NDArray[np.int64]:
    """The cells that a model fills where it is placed.

    Parameters
    ----------
    model : Model
    rotation : (3, 3) integers
        Signed permutation matrix.
    translation : (3,) int64
        Voxels, where its pivot goes.

    Returns
    -------
    (n, 3) int64
        In the order of the model's positions; the cell c is the cube from c to c + 1.
    """
    # Twice the centre stays whole: 2 (c + 1/2 - pivot).
    centers = 2 * (model.positions.astype(np.int64) - np.array(model.pivot, np.int64)) + 1
    cells: npt.NDArray[np.int64] = (centers @ rotation.T.astype(np.int64) - 1) // 2 + translation
    return cells


def _levels(parents: npt.NDArray[np.intp]) -> list[npt.NDArray[np.intp]]:
    """Node indices by depth."""
    depths = np.zeros(len(parents), np.intp)
    for index, parent in enumerate(parents.tolist()):
        if parent >= 0:
            depths[index] = depths[parent] + 1
    order = np.argsort(depths, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(depths[order])) + 1)
