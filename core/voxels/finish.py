"""What light does by palette index in; a material's numbers and the texels of its images, (256, 4) uint8, out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .look import Look
from .shading import Floats, Shading

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Texels = npt.NDArray[np.uint8]


GLASSES = ("transmission", "alpha", "both")
"""How one sees through glass."""
WIDE = 64
"""How many times stronger one light may be than another in an image of bytes: 1/64 is 34 of 255, right to 4 percent."""
CLEAREST = 0.1
"""Alpha of the clearest glass: what is drawn with alpha has no reflections by which it could be seen."""


@dataclass(frozen=True)
class Finish:
    """What light does at the voxels of one material; None where an image tells it texel by texel."""

    metallic: float | None
    roughness: float | None
    transmission: float | None
    alpha: float | None
    usual_alpha: float
    """Of what is shown most, for those who want one number."""
    ior: float
    emission: float
    """How many times its color the brightest voxel sends out, or that an image of bytes can tell from the weakest."""
    glow: bool
    """Whether an image tells the color of the light; else it is that of the voxel."""
    wide: bool
    """Whether a voxel is stronger than `emission`."""

    @property
    def surface(self) -> bool:
        """Whether an image tells some of it."""
        return None in (self.metallic, self.roughness, self.transmission)


def finish(look: Look, glass: str, texels: Ints) -> Finish:
    """Choose the numbers of one material.

    Parameters
    ----------
    look : Look
    glass : str
        One of `GLASSES`.
    texels : (256,) int64
        How often each palette index of the material is shown; more than 0 for some.

    Returns
    -------
    Finish
        With the index of refraction that is shown most, since no image can tell it.
    """
    shading, used = look.shading, np.flatnonzero(texels)
    emission = shading.emission[used]
    weakest = emission[emission > 0].min(initial=np.inf)
    alpha = alphas(look, glass)
    return Finish(
        metallic=_same(shading.metallic[used]),
        roughness=_same(shading.roughness[used]),
        transmission=_same(shading.transmission[used]) if glass != "alpha" else 0.0,
        alpha=_same(alpha[used]),
        usual_alpha=float(alpha[texels.argmax()]),
        ior=float(shading.ior[texels.argmax()]),
        emission=float(min(emission.max(), WIDE * weakest)),
        glow=_same(emission) is None,
        wide=bool(emission.max() > WIDE * weakest),
    )


def alike(shading: Shading, transparent: Flags) -> Ints:
    """Put palette indices in groups of materials that differ in color only.

    Parameters
    ----------
    shading : Shading
    transparent : (256,) bool

    Returns
    -------
    (256,) int64
        0 is the group of index 0, which is at rest: most files need no other.
    """
    ior = np.where(transparent, shading.ior, 0)
    # Exporters know one color of light for a material, not that of an attribute; and glass has one alpha.
    own = np.where((shading.emission > 0) | transparent, np.arange(256), 0)
    rows = np.column_stack(
        [shading.metallic, shading.roughness, shading.emission, shading.transmission, ior, transparent, own]
    )
    _rows, first, row = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    groups: Ints = np.argsort(np.argsort(first))[row.reshape(-1)].astype(np.int64)
    return groups


def alphas(look: Look, glass: str) -> Floats:
    """Tell how much of what is behind a voxel it covers.

    Glass lets a part of the light through that takes its color; alpha can only mix. Of all values of alpha these come
    nearest, over black and white: white glass is clear, black glass is not (see docs/glass.md).

    Parameters
    ----------
    look : Look
    glass : str
        One of `GLASSES`.

    Returns
    -------
    (256,) float32
        By palette index; 1 covers all.
    """
    if glass == "transmission":
        return np.ones(256, np.float32)
    color = linear(look.palette[:, :3])
    light, dark = (color**2).sum(axis=1), ((1 - color) ** 2).sum(axis=1)
    transmission = look.shading.transmission
    covered = np.maximum(1 - transmission * light / (light + dark), CLEAREST)
    return np.where(transmission > 0, covered, 1).astype(np.float32)


def color_texels(look: Look, glass: str) -> Texels:
    """Let the palette's alpha say what glass covers.

    Parameters
    ----------
    look : Look
    glass : str
        One of `GLASSES`.

    Returns
    -------
    (256, 4) uint8
        By palette index; RGBA, sRGB.
    """
    alpha = (alphas(look, glass) * 255).round().astype(np.uint8)
    return np.column_stack([look.palette[:, :3], alpha])


def surface_texels(shading: Shading, transparent: Flags) -> Texels:
    """Pack what light does as glTF does: roughness in green, metallic in blue; and transmission in red.

    Readers that take red for occlusion see none on what is opaque.

    Parameters
    ----------
    shading : Shading
    transparent : (256,) bool

    Returns
    -------
    (256, 4) uint8
        By palette index; linear.
    """
    red = np.where(transparent, shading.transmission, 1)
    values = np.column_stack([red, shading.roughness, shading.metallic, np.ones(256)])
    return (values * 255).round().astype(np.uint8)


def glow_texels(shading: Shading, palette: Texels, strongest: float) -> Texels:
    """Scale colors by what they send out.

    Parameters
    ----------
    shading : Shading
    palette : (256, 4) uint8
        RGBA, sRGB.
    strongest : float
        The emission at which the color is the palette's own; what is stronger has this color too.

    Returns
    -------
    (256, 4) uint8
        By palette index; RGBA, sRGB.
    """
    light = linear(palette) * np.clip(shading.emission / strongest, 0, 1)[:, None]
    return np.where(np.arange(4) < 3, (srgb(light) * 255).round(), 255).astype(np.uint8)


def power_texels(shading: Shading, strongest: float) -> Floats:
    """Tell how many times stronger light is than bytes can tell beside the weakest.

    Parameters
    ----------
    shading : Shading
    strongest : float
        As for `glow_texels`.

    Returns
    -------
    (256, 4) float32
        By palette index; the same number, 1 or more, in red, green and blue.
    """
    power = np.maximum(shading.emission / strongest, 1)
    return np.column_stack([power, power, power, np.ones(256)]).astype(np.float32)


def number_texels() -> Texels:
    """Tell the numbers of colors as gray.

    Returns
    -------
    (256, 4) uint8
        By palette index.
    """
    number = np.arange(256)
    return np.column_stack([number, number, number, np.full(256, 255)]).astype(np.uint8)


def linear(color: Texels) -> npt.NDArray[np.float64]:
    """Turn sRGB, 0 to 255, into linear values, 0 to 1 (IEC 61966-2-1)."""
    value = color / 255
    turned: npt.NDArray[np.float64] = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
    return turned


def srgb(value: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Turn linear values, 0 to 1, into sRGB, 0 to 1."""
    curve = 1.055 * np.maximum(value, 0) ** (1 / 2.4) - 0.055
    turned: npt.NDArray[np.float64] = np.where(value <= 0.0031308, value * 12.92, curve)
    return turned


def _same(values: Floats) -> float | None:
    """The value, if all are equal."""
    return float(values[0]) if (values == values[0]).all() else None
