"""What changes from frame to frame in, actions with constant curves out; the one place that knows kinds of actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import bpy
import numpy as np
import numpy.typing as npt
from mathutils import Euler, Matrix

from ..core.scene.placement import Keys

LAST = 1_048_574
"""The last frame that Blender knows."""
CONSTANT = 0
"""The number of the interpolation that keeps a value until the next key."""


@dataclass(frozen=True)
class Timing:
    """Which frame of Blender a frame of a file is."""

    fps: float
    """Of the scene."""
    rate: float
    """Frames of the file per second."""

    def frame(self, number: int) -> int:
        """Take a frame of the file to one of Blender; 0 goes to 1, where Blender's scenes begin."""
        return max(-LAST, min(1 + round(number * self.fps / self.rate), LAST))


def animate(obj: bpy.types.Object, keys: Keys, voxel_size: float, timing: Timing, *, visibility: bool) -> None:
    """Key what changes of an object's place and visibility; each value stays until the next key.

    Parameters
    ----------
    obj : bpy.types.Object
    keys : Keys
    voxel_size : float
    timing : Timing
    visibility : bool
        Whether the keys say when it is seen.
    """
    frames = np.array([timing.frame(number) for number in keys.frame.tolist()], np.float64)
    new_curve = _curves(obj)
    _key(new_curve, "location", frames, keys.translation * voxel_size)
    _key(new_curve, "rotation_euler", frames, np.array([_euler(turn) for turn in keys.rotation]))
    if visibility and not keys.shown.all() and keys.shown.any():
        hidden = (~keys.shown).astype(np.float64)[:, None]
        for path in ("hide_viewport", "hide_render"):
            _key(new_curve, path, frames, hidden)


def set_range(scene: bpy.types.Scene, frames: Sequence[int], timing: Timing) -> None:
    """Let a scene begin with the first frame of a file and end with the last."""
    first, last = frames
    scene.frame_start = max(timing.frame(first), 0)
    scene.frame_end = max(timing.frame(last + 1) - 1, scene.frame_start)


def _euler(rotation: npt.NDArray[np.int64]) -> Euler:
    return Matrix(rotation.tolist()).to_euler()


def _key(
    new_curve: Callable[[str, int], bpy.types.FCurve],
    path: str,
    frames: npt.NDArray[np.float64],
    values: npt.NDArray[np.float64],
) -> None:
    """Key the columns of a property, (k, n), that change; if none does, nothing is keyed."""
    if (values == values[0]).all():
        return
    for index in range(values.shape[1]):
        points = new_curve(path, index).keyframe_points
        points.add(len(frames))
        points.foreach_set("co", np.column_stack([frames, values[:, index]]).ravel())
        points.foreach_set("interpolation", np.full(len(frames), CONSTANT, np.int32))


def _curves(obj: bpy.types.Object) -> Callable[[str, int], bpy.types.FCurve]:
    """Give an object a new action, and return a function that adds a curve to it."""
    action = bpy.data.actions.new(obj.name)
    data = obj.animation_data_create()
    data.action = action
    if bpy.app.version < (4, 4):
        return lambda path, index: action.fcurves.new(path, index=index)
    slot = action.slots.new("OBJECT", obj.name)
    data.action_slot = slot
    strip = action.layers.new("Layer").strips.new(type="KEYFRAME")
    bag = strip.channelbag(slot, ensure=True)
    return lambda path, index: bag.fcurves.new(path, index=index)
