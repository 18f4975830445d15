"""What a user can choose of collision shapes: one frozen dataclass."""

from __future__ import annotations

from dataclasses import dataclass

from ..borders import require_choices, require_range

SHAPES = ("boxes", "hull")
FITS = ("outside", "inside")
MAX_EFFORT = 1_000_000
MAX_BOXES = 1 << 20


@dataclass(frozen=True)
class CollisionOptions:
    """How collision shapes are made.

    Raises
    ------
    OptionError
        If a value is none of those that it can have.
    """

    shape: str = "boxes"
    """One of `SHAPES`: ``boxes``, or the convex ``hull`` of the whole model."""
    most: int = 0
    """Boxes that there may be, 0 for as many as it takes to fill the model exactly."""
    fit: str = "outside"
    """Where there may be fewer than it takes, one of `FITS`: ``outside`` holds all filled cells and more, ``inside``
    only filled cells, and not all."""
    fill: bool = True
    """Take sealed cavities for filled: nothing gets into them, and fewer boxes do."""
    effort: int = 10_000
    """Tries to do with fewer boxes, from 0 to `MAX_EFFORT`."""

    def __post_init__(self) -> None:
        require_choices(self, {"shape": SHAPES, "fit": FITS})
        require_range(self, "most", 0, MAX_BOXES)
        require_range(self, "effort", 0, MAX_EFFORT)
