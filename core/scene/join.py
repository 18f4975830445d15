"""Placed models that meet: a scene and its shapes in, one list of world cells or each shape without contact out.

Where shapes overlap, a cell belongs to the one that comes first in the scene.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..voxels.model import Model
from ..voxels.scene import Scene
from .world import placed_cells, world_transforms

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Contact:
    """A shape's own cells, and the cells of other shapes that hide faces of it; all in its model's coordinates."""

    node: int
    """Index of the shape in the scene's nodes."""
    positions: Ints
    """(n, 3) int64: cells that no earlier shape fills."""
    indices: npt.NDArray[np.uint8]
    """(n,) uint8."""
    blocked: Ints
    """(m, 3) int64: opaque cells of other shapes in the cells' box and around it."""


class _Placed:
    """A shape with voxels, and its way between the model's coordinates and the world's."""

    def __init__(self, node: int, model: Model, rotation: Ints, translation: Ints) -> None:
        self.node = node
        self.indices = model.indices
        self._rotation, self._translation, self._pivot = rotation, translation, np.array(model.pivot, np.int64)
        self.positions = model.positions.astype(np.int64)
        self.cells = placed_cells(model, rotation, translation)
        """(n, 3) int64: its cells in the world."""
        self.low, self.high = self.cells.min(axis=0), self.cells.max(axis=0)

    def to_model(self, cells: Ints) -> Ints:
        """World cells in the model's coordinates."""
        centers = 2 * (cells - self._translation) + 1
        return (centers @ self._rotation - 1) // 2 + self._pivot


def joined_cells(scene: Scene, shapes: Sequence[int]) -> tuple[Ints, npt.NDArray[np.uint8]]:
    """Put the cells of shapes together.

    Parameters
    ----------
    scene : Scene
    shapes : sequence of int
        Indices into its nodes.

    Returns
    -------
    positions : (n, 3) int64
        World cells; of equal ones the last is the one that counts.
    indices : (n,) uint8
    """
    placed = _placed(scene, shapes)[::-1]
    positions = [np.zeros((0, 3), np.int64), *(shape.cells for shape in placed)]
    indices = [np.zeros(0, np.uint8), *(shape.indices for shape in placed)]
    return np.concatenate(positions), np.concatenate(indices)


def contacts(scene: Scene, shapes: Sequence[int], transparent: npt.NDArray[np.bool_]) -> Iterator[Contact]:
    """Say for each shape what the others hide of it.

    Parameters
    ----------
    scene : Scene
    shapes : sequence of int
        Indices into its nodes.
    transparent : (256,) bool
        Palette indices of cells that hide nothing.

    Yields
    ------
    Contact
        For every shape with voxels, in order.
    """
    placed = _placed(scene, shapes)
    low = np.array([shape.low for shape in placed]).reshape(-1, 3)
    high = np.array([shape.high for shape in placed]).reshape(-1, 3)
    for number, shape in enumerate(placed):
        near = np.flatnonzero(((low <= shape.high + 1) & (high >= shape.low - 1)).all(axis=1))
        yield _contact(shape, [placed[other] for other in near if other != number], transparent)


def _placed(scene: Scene, shapes: Sequence[int]) -> list[_Placed]:
    rotations, translations = world_transforms(scene)
    placed = []
    for node in sorted(shapes):
        number = scene.nodes[node].model
        if number is not None and scene.models[number].voxels:
            rotation = rotations[node].astype(np.int64)
            placed.append(_Placed(node, scene.models[number], rotation, translations[node]))
    return placed


def _contact(shape: _Placed, others: list[_Placed], transparent: npt.NDArray[np.bool_]) -> Contact:
    low, extent = shape.low - 1, shape.high - shape.low + 3
    pitch = np.array([extent[1] * extent[2], extent[2], 1])
    blocked, taken = [np.zeros((0, 3), np.int64)], np.zeros(len(shape.cells), bool)
    for other in others:
        inside = ((other.cells >= low) & (other.cells < low + extent)).all(axis=1)
        there = other.cells[inside]
        blocked.append(there[~transparent[other.indices[inside]]])
        if other.node < shape.node:
            taken |= np.isin((shape.cells - low) @ pitch, (there - low) @ pitch)
    hidden = shape.to_model(np.concatenate(blocked))
    return Contact(shape.node, shape.positions[~taken], shape.indices[~taken], hidden)
