"""A scene whose models have sizes but no cells in, what the file holds, as a user is told before importing it, out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..scene.frames import frame_numbers
from ..scene.world import world_transforms
from ..voxels.scene import Scene


@dataclass(frozen=True)
class Contents:
    """What is in a file."""

    models: int
    objects: int
    """Places where a model is shown."""
    voxels: int | None
    """Of all models, each once; None if counting them takes unpacking them."""
    layers: int
    """On which there are objects."""
    frames: int
    """1 if nothing moves."""
    size: tuple[int, int, int]
    """Voxels along x, y, z of the box around all models as they are placed in the first frame."""


def contents_of(scene: Scene, voxels: int | None) -> Contents:
    """Say what is in a scene.

    Parameters
    ----------
    scene : Scene
        Nothing of its models is looked at but their sizes.
    voxels : int or None

    Returns
    -------
    Contents
    """
    shapes = [index for index, node in enumerate(scene.nodes) if node.kind == "shape"]
    layers = {scene.nodes[index].layer for index in shapes} - {None}
    return Contents(
        models=len(scene.models),
        objects=len(shapes),
        voxels=voxels,
        layers=len(layers),
        frames=len(frame_numbers(scene)),
        size=_extent(scene, shapes),
    )


def _extent(scene: Scene, shapes: Sequence[int]) -> tuple[int, int, int]:
    """Voxels along each axis of the box around placed models."""
    if not shapes:
        return 0, 0, 0
    rotations, translations = world_transforms(scene)
    models = [scene.models[scene.nodes[index].model or 0] for index in shapes]
    size = np.array([model.size for model in models], np.int64)
    pivot = np.array([model.pivot for model in models], np.int64)
    ends = np.stack([-pivot, size - pivot])
    corners = np.einsum("nij,enj->eni", rotations[shapes].astype(np.int64), ends) + translations[shapes]
    x, y, z = (corners.max(axis=(0, 1)) - corners.min(axis=(0, 1))).tolist()
    return x, y, z
