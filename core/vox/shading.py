"""Materials of the palette in, the numbers that a physically based renderer takes out: (256,) float32 each.

MagicaVoxel's kinds of material differ in which of their values they use; here the unused ones are at rest, so that
one shader serves all kinds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .records import Material

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

    def plain(self, used: npt.NDArray[np.bool_]) -> bool:
        """Whether all the used palette indices, (256,) bool, are diffuse, so that their colour says everything."""
        at_rest = (self.metallic == 0) & (self.roughness == 1) & (self.emission == 0) & (self.transmission == 0)
        return bool(at_rest[used].all())


def shading(materials: Sequence[Material]) -> Shading:
    """Take from each material what its kind uses.

    Emission grows exponentially with MagicaVoxel's power: ``emission * 10 ** flux``.

    Parameters
    ----------
    materials : sequence of Material
        256, by palette index.

    Returns
    -------
    Shading
    """
    rows = np.array([_row(material) for material in materials], np.float32)
    metallic, roughness, emission, transmission, ior = rows.T.copy()
    return Shading(metallic, roughness, emission, transmission, ior)


def _row(material: Material) -> tuple[float, float, float, float, float]:
    """Metallic, roughness, emission, transmission and index of refraction."""
    kind = material.kind
    shiny = kind in ("metal", "glass", "blend")
    metallic = _unit(material.metallic) if kind in ("metal", "blend") else 0.0
    roughness = _unit(material.roughness) if shiny else 1.0
    emission = max(material.emission, 0.0) * 10.0 ** min(max(material.flux, 0.0), 8.0) if kind == "emit" else 0.0
    transmission = 0.0
    if material.transparent:
        # A medium has a density for each voxel instead: so much of the light comes through one voxel of it.
        clear = material.transparency if kind != "media" else 10.0 ** -max(material.density, 0.0)
        transmission = _unit(clear)
    return metallic, roughness, emission, transmission, max(material.ior, 1.0)


def _unit(value: float) -> float:
    return min(max(value, 0.0), 1.0)
