"""A scene in, the scene as it is in single frames out: which frames there are, and what holds in each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from ..core.vox import ModelFrame, SceneNode, TransformFrame, VoxScene
from ..core.vox.fields import is_set
from .build.options import SceneOptions

Ints = npt.NDArray[np.int64]
Frame = TypeVar("Frame", TransformFrame, ModelFrame)

MAX_STATES = 2_000_000
"""Nodes times frames that an animation may have."""


def as_frames(scene: VoxScene) -> VoxScene:
    """Let one shape show all models of a scene one after the other.

    Parameters
    ----------
    scene : VoxScene

    Returns
    -------
    VoxScene
    """
    models = tuple(ModelFrame(index, index) for index in range(len(scene.models)))
    node = replace(scene.nodes[0], transforms=(replace_move(scene.nodes[0].transforms[0]),), models=models)
    last = max(len(models) - 1, 0)
    return replace(scene, nodes=(node,), animation_range=scene.animation_range or (0, last))


def replace_move(frame: TransformFrame) -> TransformFrame:
    """The same frame, not moved."""
    return replace(frame, translation=np.zeros(3, np.int64))


def frames_of(scene: VoxScene, options: SceneOptions, *, animated: bool) -> tuple[list[VoxScene], Ints, str]:
    """Take a scene apart into frames.

    Parameters
    ----------
    scene : VoxScene
    options : SceneOptions
    animated : bool
        All frames; else one.

    Returns
    -------
    scenes : list of VoxScene
        One for each frame.
    frames : (n,) int64
        Their numbers, ascending.
    warning : str
        What could not be done; empty if all could.
    """
    if not animated:
        if options.animation == "frame":
            return [scene_at(scene, options.frame)], np.array([options.frame]), ""
        return [scene], np.zeros(1, np.int64), ""
    numbers = _numbers(scene)
    if len(numbers) * len(scene.nodes) > MAX_STATES:
        sentence = f"the animation has {len(numbers):,} frames of {len(scene.nodes):,} objects; only the first was read"
        return [scene], np.zeros(1, np.int64), sentence
    return [scene_at(scene, number) for number in numbers.tolist()], numbers, ""


def scene_at(scene: VoxScene, frame: int) -> VoxScene:
    """The scene in one frame, in which each node has one transform and at most one model.

    Parameters
    ----------
    scene : VoxScene
    frame : int

    Returns
    -------
    VoxScene
    """
    return replace(scene, nodes=tuple(_node_at(node, frame) for node in scene.nodes))


def _node_at(node: SceneNode, frame: int) -> SceneNode:
    if len(node.transforms) == 1 and len(node.models) <= 1:
        return node
    loop = is_set(node.attributes, "_loop")
    transforms = (_at(node.transforms, frame, loop=loop),)
    return replace(node, transforms=transforms, models=(_at(node.models, frame, loop=loop),) if node.models else ())


def _at(frames: Sequence[Frame], frame: int, *, loop: bool) -> Frame:
    """What holds in a frame: the last that has begun, or the first; a loop begins again after its last frame."""
    first, last = frames[0].frame, frames[-1].frame
    if loop and frame > last:
        frame = first + (frame - first) % (last - first + 1)
    return next((entry for entry in reversed(frames) if entry.frame <= frame), frames[0])


def _numbers(scene: VoxScene) -> Ints:
    """All frames in which something may change, loops included up to the end of the animation."""
    lists = [entries for node in scene.nodes for entries in (node.transforms, node.models) if len(entries) > 1]
    found = {entry.frame for entries in lists for entry in entries}
    end = scene.animation_range[1] if scene.animation_range else max(found, default=0)
    for node in scene.nodes:
        for entries in (node.transforms, node.models) if is_set(node.attributes, "_loop") else ():
            own = np.array([entry.frame for entry in entries], np.int64)
            length = int(own[-1] - own[0]) + 1 if len(own) else 0
            if len(own) > 1 and own[0] + length <= end <= own[0] + MAX_STATES and len(found) <= MAX_STATES:
                starts = np.arange(0, end - own[0] + 1, length)
                again = (own + starts[:, None]).ravel()
                found.update(again[again <= end].tolist())
    return np.array(sorted(found) or [0], np.int64)
