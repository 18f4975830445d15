"""The numbers that a physically based renderer takes, by palette index: (256,) float32 each.

MagicaVoxel's kinds of material differ in which of their values they use; here the unused ones are at rest, so that
one shader serves all kinds.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Shading:
    """What light does at voxels of each palette index; all linear, none is a colour."""

    metallic: Floats
    """(256,) float32, 0 to 1."""
    roughness: Floats
    """(256,) float32, 0 to 1; 1 for diffuse materials, which MagicaVoxel shows without highlights."""
    emission: Floats
    """(256,) float32, 0 or more: how many times its own colour a voxel sends out."""
    transmission: Floats
    """(256,) float32, 0 opaque to 1 clear."""
    ior: Floats
    """(256,) float32: index of refraction, 1 or more."""
