"""What a user can choose of how a picture becomes a relief: one frozen dataclass."""

from __future__ import annotations

from dataclasses import dataclass

from ..borders import require_choices, require_range
from .heights import HEIGHTS

MAX_DEPTH = 1024
"""Voxels of full height."""
SHELLS = ("closed", "open", "solid")


@dataclass(frozen=True)
class ReliefOptions:
    """How a picture becomes voxels.

    Raises
    ------
    OptionError
        If a value is none of those that it can have.
    """

    depth: int = 16
    """Voxels of full height, 1 to `MAX_DEPTH`; of a relief of two sides on each of them."""
    steps: int = 0
    """Different heights, from 2; 0 for as many as the depth has."""
    heights: str = "brightness"
    """What tells heights where no other picture does, one of `HEIGHTS`; ``flat`` makes all as high."""
    shell: str = "closed"
    """What is stored: the skin and what closes it below, ``closed``; what is seen from above and from the sides,
    ``open``; or all of it, ``solid``."""
    upright: bool = False
    """The picture stands and looks to -y; else it lies and looks up."""

    def __post_init__(self) -> None:
        require_choices(self, {"heights": HEIGHTS, "shell": SHELLS})
        require_range(self, "depth", 1, MAX_DEPTH)
        require_range(self, "steps", 0, MAX_DEPTH)
