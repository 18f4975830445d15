"""A scene in, the scene as it is in single frames out: which frames there are, and what holds in each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from ..errors import LimitError
from ..voxels.scene import ModelFrame, Scene, SceneNode, TransformFrame
from ..voxels.transforms import resting
from .options import MAX_FRAME

Ints = npt.NDArray[np.int64]
Frame = TypeVar("Frame", TransformFrame, ModelFrame)

MAX_STATES = 2_000_000
"""Nodes times frames that an animation may have."""


class Animated(Protocol):
    """What has nodes, and says when their animation begins and ends: a scene, or a file of one."""

    @property
    def nodes(self) -> tuple[SceneNode, ...]:
        """All nodes."""

    @property
    def animation_range(self) -> tuple[int, int] | None:
        """First and last frame, both included."""


def as_frames(scene: Scene) -> Scene:
    """Let one shape show all models of a scene one after the other.

    Parameters
    ----------
    scene : Scene

    Returns
    -------
    Scene
    """
    models = tuple(ModelFrame(index, index) for index in range(len(scene.models)))
    node = replace(scene.nodes[0], transforms=resting(), models=models)
    last = max(len(models) - 1, 0)
    return replace(scene, nodes=(node,), animation_range=scene.animation_range or (0, last))


def first_frame(scene: Scene) -> Scene:
    """The scene as it begins: each node has its first transform and its first model.

    Parameters
    ----------
    scene : Scene

    Returns
    -------
    Scene
    """
    return replace(scene, nodes=tuple(_still(node, node.transforms[0], node.models[:1]) for node in scene.nodes))


def scene_at(scene: Scene, frame: int) -> Scene:
    """The scene in one frame: each node has one transform and at most one model; nodes that do not change stay.

    Parameters
    ----------
    scene : Scene
    frame : int

    Returns
    -------
    Scene
    """
    return replace(scene, nodes=tuple(_node_at(node, frame) for node in scene.nodes))


def _node_at(node: SceneNode, frame: int) -> SceneNode:
    if not node.changes:
        return node
    transform = _at(node.transforms, frame, loop=node.loops)
    models = (_at(node.models, frame, loop=node.loops),) if node.models else ()
    return _still(node, transform, models)


def _still(node: SceneNode, transform: TransformFrame, models: Sequence[ModelFrame]) -> SceneNode:
    """The node as it is in one frame, from the first frame on."""
    shown = tuple(replace(entry, frame=0) for entry in models)
    return replace(node, transforms=(replace(transform, frame=0),), models=shown, loops=False)


def _at(frames: Sequence[Frame], frame: int, *, loop: bool) -> Frame:
    """What holds in a frame: the last that has begun, or the first; a loop begins again after its last frame."""
    first, last = frames[0].frame, frames[-1].frame
    if loop and frame > last:
        frame = first + (frame - first) % (last - first + 1)
    return next((entry for entry in reversed(frames) if entry.frame <= frame), frames[0])


def frame_numbers(scene: Animated) -> Ints:
    """All frames in which something may change, loops included up to the end of the animation.

    Parameters
    ----------
    scene : Animated

    Returns
    -------
    (n,) int64
        Ascending, as the file numbers them; 0 alone if nothing changes.
    """
    found = _key_frames(scene)
    end = frame_span(scene)[1]
    for node in scene.nodes:
        for entries in (node.transforms, node.models) if node.loops else ():
            own = np.array([entry.frame for entry in entries], np.int64)
            length = int(own[-1] - own[0]) + 1 if len(own) else 0
            if len(own) > 1 and own[0] + length <= end <= own[0] + MAX_STATES and len(found) <= MAX_STATES:
                starts = np.arange(0, end - own[0] + 1, length)
                again = (own + starts[:, None]).ravel()
                found.update(again[again <= end].tolist())
    return np.array(sorted(found) or [0], np.int64)


def all_frames(scene: Scene) -> range:
    """List all frames of an animation, also those in which nothing changes.

    Parameters
    ----------
    scene : Scene

    Returns
    -------
    range
        As the file numbers them.

    Raises
    ------
    LimitError
        If some are not from 0 to `options.MAX_FRAME`.
    """
    first, last = frame_span(scene)
    if not 0 <= first <= last <= MAX_FRAME:
        raise LimitError(f"the animation goes from frame {first:,} to {last:,}; frames can be from 0 to {MAX_FRAME:,}")
    return range(first, last + 1)


def frame_span(scene: Animated) -> tuple[int, int]:
    """When the animation begins and ends: as the file says, or with the frames that it has.

    Parameters
    ----------
    scene : Animated

    Returns
    -------
    first, last : int
        Both included.
    """
    if scene.animation_range:
        return scene.animation_range
    found = _key_frames(scene)
    return min(found, default=0), max(found, default=0)


def _key_frames(scene: Animated) -> set[int]:
    """The frames of nodes that have more than one."""
    lists = [entries for node in scene.nodes for entries in (node.transforms, node.models) if len(entries) > 1]
    return {entry.frame for entries in lists for entry in entries}
