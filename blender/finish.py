"""Numbers for a renderer by palette index in, the materials they need and the texels of their images out.

Palette indices are put in groups: the indices of a group share a material.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..core.mesh.mesh import Mesh
from ..core.voxels import Shading

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Texels = npt.NDArray[np.uint8]

PALETTE_SHEET = np.roll(np.arange(256, dtype=np.uint8), -1)[None, :]
"""(1, 256) uint8: the palette as MagicaVoxel writes it to an image, index 1 first; the last texel is never used."""


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
    ior: float
    emission: float
    """How many times its color the brightest voxel sends out, or that an image of bytes can tell from the weakest."""
    glow: bool
    """Whether an image tells the color of the light; else it is that of the voxel."""
    wide: bool
    """Whether another image tells how many times stronger than `emission` a voxel is."""

    @property
    def surface(self) -> bool:
        """Whether an image tells some of it."""
        return None in (self.metallic, self.roughness, self.transmission)


def group_indices(shading: Shading, transparent: Flags, colors: str) -> Ints:
    """Put palette indices in groups.

    Parameters
    ----------
    shading : Shading
    transparent : (256,) bool
    colors : str
        One of `options.COLORS`. Images tell all but whether light passes; an attribute tells the color only.

    Returns
    -------
    (256,) int64
        0 to 255.
    """
    if colors == "materials":
        return np.arange(256)
    if colors == "attribute":
        # The first group is that of index 0, which is at rest: most files need no other.
        ior = np.where(transparent, shading.ior, 0)
        # Exporters know one color of light for a material, not that of an attribute.
        light = np.where(shading.emission > 0, np.arange(256), 0)
        rows = np.column_stack(
            [shading.metallic, shading.roughness, shading.emission, shading.transmission, ior, transparent, light]
        )
        _rows, first, row = np.unique(rows, axis=0, return_index=True, return_inverse=True)
        return np.argsort(np.argsort(first))[row.reshape(-1)]
    return transparent.astype(np.int64)


def used_groups(mesh: Mesh, group: Ints, colors: str) -> Ints:
    """List the groups that a mesh shows.

    Parameters
    ----------
    mesh : Mesh
    group : (256,) int64
    colors : str

    Returns
    -------
    (n,) int64
        Ascending.
    """
    if colors == "texture":
        return np.unique(mesh.polygon_is_transparent).astype(np.int64)
    return np.unique(group[np.unique(mesh.projection.color[mesh.projection.is_flat])])


def finish(shading: Shading, glass: str, texels: Ints) -> Finish:
    """Choose the numbers of one material.

    Parameters
    ----------
    shading : Shading
    glass : str
        One of `options.GLASSES`.
    texels : (256,) int64
        How often each palette index of the material is shown; more than 0 for some.

    Returns
    -------
    Finish
        With the index of refraction that is shown most, since no image can tell it.
    """
    used = np.flatnonzero(texels)
    emission = shading.emission[used]
    weakest = emission[emission > 0].min(initial=np.inf)
    return Finish(
        metallic=_same(shading.metallic[used]),
        roughness=_same(shading.roughness[used]),
        transmission=_same(shading.transmission[used]) if glass != "alpha" else 0.0,
        alpha=_same(alphas(shading, glass)[used]),
        ior=float(shading.ior[texels.argmax()]),
        emission=float(min(emission.max(), WIDE * weakest)),
        glow=_same(emission) is None,
        wide=bool(emission.max() > WIDE * weakest),
    )


def alphas(shading: Shading, glass: str) -> npt.NDArray[np.float32]:
    """Tell how much of what is behind a voxel it covers.

    Parameters
    ----------
    shading : Shading
    glass : str
        One of `options.GLASSES`.

    Returns
    -------
    (256,) float32
        By palette index; 1 covers all.
    """
    if glass == "transmission":
        return np.ones(256, np.float32)
    return np.where(shading.transmission > 0, np.maximum(1 - shading.transmission, CLEAREST), 1).astype(np.float32)


def color_texels(shading: Shading, palette: Texels, glass: str) -> Texels:
    """Let the palette's alpha say what glass covers.

    Parameters
    ----------
    shading : Shading
    palette : (256, 4) uint8
        RGBA, sRGB; its alpha is not used.
    glass : str
        One of `options.GLASSES`.

    Returns
    -------
    (256, 4) uint8
        By palette index; RGBA, sRGB.
    """
    alpha = (alphas(shading, glass) * 255).round().astype(np.uint8)
    return np.column_stack([palette[:, :3], alpha])


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
    """Scale colors by what they send out; what is stronger than the strongest has its own color.

    Parameters
    ----------
    shading : Shading
    palette : (256, 4) uint8
        RGBA, sRGB.
    strongest : float
        The emission at which the color is the palette's own.

    Returns
    -------
    (256, 4) uint8
        By palette index; RGBA, sRGB.
    """
    light = linear(palette) * np.clip(shading.emission / strongest, 0, 1)[:, None]
    return np.where(np.arange(4) < 3, (srgb(light) * 255).round(), 255).astype(np.uint8)


def power_texels(shading: Shading, strongest: float) -> npt.NDArray[np.float32]:
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


def linear(color: Texels) -> npt.NDArray[np.float64]:
    """Turn sRGB, 0 to 255, into the scene's linear values, 0 to 1 (IEC 61966-2-1)."""
    value = color / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def srgb(value: npt.NDArray[np.floating]) -> npt.NDArray[np.float64]:
    """Turn linear values, 0 to 1, into sRGB, 0 to 1."""
    return np.where(value <= 0.0031308, value * 12.92, 1.055 * np.maximum(value, 0) ** (1 / 2.4) - 0.055)


def _same(values: npt.NDArray[np.float32]) -> float | None:
    """The value, if all are equal."""
    return float(values[0]) if (values == values[0]).all() else None
