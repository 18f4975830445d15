"""What changes from frame to frame in, actions with constant curves out; the one place that knows kinds of actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import bpy
import numpy as np
import numpy.typing as npt
from mathutils import Euler, Matrix

from ..core.scene.placement import Keys

NewCurve = Callable[[str, int], bpy.types.FCurve]
"""Takes a property's path and an index."""
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

    def span(self, frames: Sequence[int]) -> tuple[int, int]:
        """Take the first and last frame of a file to the first and last of Blender, all included."""
        start = self.frame(frames[0])
        return start, max(self.frame(frames[1] + 1) - 1, start)


class Actions:
    """The keys of a file's objects: one action that all share, so that exporters play them together.

    Before Blender 4.4 an action moves one object only, so there each has its own.
    """

    def __init__(self, name: str, frames: Sequence[int], timing: Timing) -> None:
        self._name, self.timing = name, timing
        self._start, self._end = timing.span(frames)
        self._shared: bpy.types.Action | None = None

    def curves(self, obj: bpy.types.Object) -> NewCurve:
        """Let an object be moved, and return a function that adds a curve to what moves it."""
        data = obj.animation_data_create()
        if bpy.app.version < (4, 4):
            data.action = action = self._new(obj.name)
            return lambda path, index: action.fcurves.new(path, index=index)
        if self._shared is None:
            self._shared = self._new(self._name)
            self._shared.layers.new("Layer").strips.new(type="KEYFRAME")
        slot = self._shared.slots.new("OBJECT", obj.name)
        data.action, data.action_slot = self._shared, slot
        bag = self._shared.layers[0].strips[0].channelbag(slot, ensure=True)
        return lambda path, index: bag.fcurves.new(path, index=index)

    def _new(self, name: str) -> bpy.types.Action:
        """A new action; the range lets exporters hold the last frame, which its last keys only begin."""
        action = bpy.data.actions.new(name)
        action.use_frame_range, action.frame_start, action.frame_end = True, self._start, self._end + 1
        return action


def animate(obj: bpy.types.Object, keys: Keys, voxel_size: float, actions: Actions, turns: Sequence[str] = ()) -> None:
    """Key what changes of an object's place and visibility; each value stays until the next key.

    Parameters
    ----------
    obj : bpy.types.Object
    keys : Keys
    voxel_size : float
        In Blender units.
    actions : Actions
        Of the file.
    turns : sequence of str
        The properties that say whether it is seen.
    """
    frames = np.array([actions.timing.frame(number) for number in keys.frame.tolist()], np.float64)
    new_curve = actions.curves(obj)
    _key(new_curve, "location", frames, keys.translation * voxel_size)
    _key(new_curve, "rotation_euler", frames, np.array([_euler(turn) for turn in keys.rotation]))
    shown = keys.shown.astype(np.float64)[:, None]
    for path in turns:
        _key(new_curve, path, frames, shown.repeat(3, axis=1) if path == "scale" else 1 - shown)


def set_range(scene: bpy.types.Scene, frames: Sequence[int], timing: Timing) -> None:
    """Let a scene begin with the first frame of a file and end with the last."""
    start, end = timing.span(frames)
    scene.frame_start = max(start, 0)
    scene.frame_end = max(end, scene.frame_start)


def _euler(rotation: npt.NDArray[np.int64]) -> Euler:
    return Matrix(rotation.tolist()).to_euler()


def _key(
    new_curve: NewCurve,
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
