"""What a user can choose of a scene, which of it is taken and where it stands: one dataclass, checked when made."""

from __future__ import annotations

from dataclasses import dataclass

from ..borders import require_choices, require_range

ORIGINS = ("pivot", "center", "bottom", "corner")
JOINS = ("separate", "contacts", "one")
LAYERS = ("collections", "property", "none")
HIDDEN = ("hide", "skip")
UNPLACED = ("side", "frames")
ANIMATIONS = ("first", "frame", "animate")
# Limits are sums of powers of two, so that Blender, which rounds to 32 bits, keeps to them.
MAX_FRAME = 100_000
MIN_RATE, MAX_RATE = 0.125, 240.0
MIN_VOXEL_SIZE, MAX_VOXEL_SIZE = 2.0**-20, 2.0**20
"""Metres."""
VOXEL_SIZE = 0.1
"""Metres, where neither the file nor the user says how long the edge of a voxel is."""


@dataclass(frozen=True)
class SceneOptions:
    """What of a file's scene arrives, and where.

    Parameters
    ----------
    origin : {"pivot", "center", "bottom", "corner"}
        Where the origin of each object is: MagicaVoxel's pivot, or the center, the center of the bottom or the lowest
        corner of its voxels. Nothing that can be seen moves.
    at_origin : bool
        Move all together so that they stand on the world's origin.
    join : {"separate", "contacts", "one"}
        ``contacts``: objects stay apart, without the faces where they touch; ``one``: one mesh of all. Both are of one
        frame, so nothing moves.
    layers : {"collections", "property", "none"}
        What becomes of layers; ``property``: a custom property of each object.
    hidden : {"hide", "skip"}
        What becomes of hidden objects and layers.
    unplaced : {"side", "frames"}
        How several models are taken that no scene places.
    animation : {"first", "frame", "animate"}
        The first frame, the frame of `frame`, or all.
    frame : int
        As MagicaVoxel numbers them, from 0.
    rate : float
        MagicaVoxel's frames per second.
    scene_range : bool
        Let the scene begin and end with the file's animation.
    cameras, lights : bool
        Make cameras; make a sun and the world's color.

    Raises
    ------
    OptionError
        If a value is not one of the above.
    """

    origin: str = "pivot"
    at_origin: bool = False
    join: str = "separate"
    layers: str = "collections"
    hidden: str = "hide"
    unplaced: str = "side"
    animation: str = "first"
    frame: int = 0
    rate: float = 8.0
    scene_range: bool = False
    cameras: bool = False
    lights: bool = False

    def __post_init__(self) -> None:
        choices = {"origin": ORIGINS, "join": JOINS, "layers": LAYERS, "hidden": HIDDEN, "unplaced": UNPLACED}
        require_choices(self, choices | {"animation": ANIMATIONS})
        require_range(self, "frame", 0, MAX_FRAME)
        require_range(self, "rate", MIN_RATE, MAX_RATE)

    @property
    def animates(self) -> bool:
        """Whether objects may move and change: what is joined, or cut where it touches others, cannot."""
        return self.join == "separate" and self.animation == "animate"
