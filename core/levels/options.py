"""What a user can choose of levels of detail: one frozen dataclass."""

from __future__ import annotations

from dataclasses import dataclass

from ..borders import require_choices, require_range

RULES = ("silhouette", "majority", "any")
MAX_LEVELS = 8


@dataclass(frozen=True)
class LevelOptions:
    """How coarser models are made, and from where on they are shown.

    Raises
    ------
    OptionError
        If a value is none of those that it can have.
    """

    levels: int = 3
    """How many there are beside the full model, from 1 to `MAX_LEVELS`; a model may be too small for all of them."""
    rule: str = "silhouette"
    """Which cells of a level are filled, one of `RULES`: with ``any`` those that have a filled cell in them, with
    ``majority`` those that are at least half full, with ``silhouette`` these and as few others as keep the outlines of
    the model as seen along the three axes."""
    keep_thin: bool = True
    """Fill cells that a wall goes through, too, where without them there would be a hole in it."""
    pixels: float = 1.0
    """How large a cell of a level may look where it is shown first, in pixels."""
    view_angle: float = 50.0
    """Of the camera, from the bottom to the top of the picture, in degrees."""
    picture_height: int = 1080
    """In pixels."""

    def __post_init__(self) -> None:
        require_choices(self, {"rule": RULES})
        require_range(self, "levels", 1, MAX_LEVELS)
        require_range(self, "pixels", 1 / 64, 64)
        require_range(self, "view_angle", 1, 170)
        require_range(self, "picture_height", 1, 1 << 16)
