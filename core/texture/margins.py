"""Sides of tiles in texels, (n,), in; the same with borders out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]

BLOCK = 4
"""Texels along the side of what BC1 to BC7, ETC and others compress as one."""


class TextureOptions(Protocol):
    """What of the options of a mesh its texture depends on."""

    @property
    def border(self) -> int:
        """Texels, 0 or more."""
        ...

    @property
    def power_of_two(self) -> bool:
        """Round the sides of the atlas up to powers of two."""
        ...

    @property
    def texel_scale(self) -> int:
        """Texels along the side of a face."""
        ...

    @property
    def align(self) -> bool:
        """Start and end tiles with their borders at multiples of `BLOCK`."""
        ...

    @property
    def own_texels(self) -> bool:
        """Every face has texels that no other face shows."""
        ...

    @property
    def page_side(self) -> int:
        """Texels that the sides of images may have; a multiple of `BLOCK` if tiles are aligned."""
        ...

    @property
    def occlusion(self) -> int:
        """More than 0: something lies beside the colours that differs from face to face."""
        ...


@dataclass(frozen=True)
class Margins:
    """How tiles get borders of their outermost texels, repeated.

    Aligned tiles end at multiples of `BLOCK` with their borders. What is before them is rounded up to whole parts of a
    block that faces fill evenly, so that a face of four texels is a block, and two of two texels are one.
    """

    border: int
    """Texels around a tile, at least."""
    align: bool

    def before(self, scale: Ints) -> Ints:
        """Texels in front of each tile, (n,) int64, whose faces have `scale` (n,) texels along a side."""
        step = np.gcd(scale, BLOCK) if self.align else np.ones_like(scale)
        before: Ints = -(-self.border // step) * step
        return before

    def padded(self, side: Ints, before: Ints) -> Ints:
        """Sides of tiles, (n,) int64 texels, with their borders."""
        padded: Ints = before + side + self.border
        return -(-padded // BLOCK) * BLOCK if self.align else padded

    def longest(self, side: int, scale: int) -> int:
        """How many faces of `scale` texels fit side by side in an image, of which `side` texels are to be had."""
        return (side - int(self.before(np.array([scale]))[0]) - self.border) // scale
