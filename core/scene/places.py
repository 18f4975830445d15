"""Scenes and the boxes (2, 3) of their models in, bounds in the world, and the same moved by whole voxels, out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from ..voxels.scene import Scene, SceneNode
from .world import world_transforms

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

GAP = 1 / 8
"""Between files that stand side by side, in widths of the widest."""


def bounds(scene: Scene, boxes: Sequence[Ints | None]) -> Ints:
    """Find how far reaches what is placed in the first frame.

    Parameters
    ----------
    scene : Scene
        Some of its nodes show a model that has a box.
    boxes : sequence of (2, 3) int64 or None
        The lowest and the highest lattice point of what each model shows, None where it shows nothing.

    Returns
    -------
    (2, 3) int64 voxels
        The lowest and the highest point in the world.
    """
    rotations, translations = world_transforms(scene)
    ends = []
    for node, rotation, translation in zip(scene.nodes, rotations, translations, strict=True):
        for entry in node.models:
            box = boxes[entry.model]
            if box is not None:
                ends.append(
                    (box - np.array(scene.models[entry.model].pivot)) @ rotation.T.astype(np.int64) + translation
                )
                break
    points = np.concatenate(ends)
    return np.array([points.min(axis=0), points.max(axis=0)], np.int64)


def foot(box: Ints) -> Ints:
    """(3,) int64: the middle of the bottom of a box, rounded down."""
    return np.array([*((box[0, :2] + box[1, :2]) // 2), box[0, 2]], np.int64)


def shifted(scene: Scene, offset: Ints) -> Scene:
    """Move all of a scene.

    Parameters
    ----------
    scene : Scene
    offset : (3,) int64 voxels

    Returns
    -------
    Scene
    """

    def moved(node: SceneNode) -> SceneNode:
        """The node moved, if it has no parent."""
        if node.parent >= 0:
            return node
        frames = (replace(frame, translation=frame.translation + offset) for frame in node.transforms)
        return replace(node, transforms=tuple(frames))

    views = (replace(view, position=view.position + offset) for view in scene.views)
    return replace(scene, nodes=tuple(map(moved, scene.nodes)), views=tuple(views))


def side_by_side(boxes: Floats, *, least: float = 0.0) -> Floats:
    """Find places in rows for boxes, around the world's origin, so that there are about as many rows as in each.

    Parameters
    ----------
    boxes : (n, 2, 3) float64
        Lowest and highest points. The first is on the left of the row in front.
    least : float
        Between two, however small they are.

    Returns
    -------
    (n, 2) float64
        By what to move each along x and y.
    """
    if not len(boxes):
        return np.zeros((0, 2))
    low, size = boxes[:, 0, :2], np.ptp(boxes, axis=1)[:, :2]
    gap, columns = max(GAP * size.max(), least), math.ceil(math.sqrt(len(boxes)))
    places, y = np.zeros((len(boxes), 2)), 0.0
    for start in range(0, len(boxes), columns):
        row = slice(start, start + columns)
        wide, deep = size[row].T
        places[row, 0] = np.cumsum(wide + gap) - wide - gap
        places[row, 1] = y + (deep.max() - deep) / 2
        y += deep.max() + gap
    middle = ((places + size).max(axis=0)) / 2
    away: Floats = places - middle - low
    return away
