"""What a user can choose of chunks: one frozen dataclass."""

from __future__ import annotations

from dataclasses import dataclass

from ..borders import require_range
from ..errors import OptionError

SMALLEST, LARGEST = 8, 128
"""Cells along a side of a chunk; with what lies around it, it still fits into a byte."""
MOST_LEVELS = 30


@dataclass(frozen=True)
class ChunkOptions:
    """How a model is divided.

    Raises
    ------
    OptionError
        If a value is none of those that it can have.
    """

    size: int = 64
    """Cells along a side of a chunk, a power of two from `SMALLEST` to `LARGEST`. The lattice has a corner at the
    world's origin, wherever the voxels are."""
    levels: int = MOST_LEVELS
    """How many levels of coarser meshes there are above the chunks, at most; 0 for none."""

    def __post_init__(self) -> None:
        require_range(self, "size", SMALLEST, LARGEST)
        require_range(self, "levels", 0, MOST_LEVELS)
        if self.size & (self.size - 1):
            raise OptionError(
                f"size is {self.size}; chunks are 8, 16, 32, 64 or 128 cells wide, so that they can be halved"
            )
