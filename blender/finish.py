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


@dataclass(frozen=True)
class Finish:
    """What light does at the voxels of one material; None where an image tells it texel by texel."""

    metallic: float | None
    roughness: float | None
    transmission: float | None
    ior: float
    emission: float
    """How many times its color the brightest voxel sends out."""
    glow: bool
    """Whether an image tells the color of the light; else it is that of the voxel."""

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
        rows = np.column_stack(
            [shading.metallic, shading.roughness, shading.emission, shading.transmission, ior, transparent]
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


def finish(shading: Shading, texels: Ints) -> Finish:
    """Choose the numbers of one material.

    Parameters
    ----------
    shading : Shading
    texels : (256,) int64
        How often each palette index of the material is shown; more than 0 for some.

    Returns
    -------
    Finish
        With the index of refraction that is shown most, since no image can tell it.
    """
    used = np.flatnonzero(texels)
    emission = shading.emission[used]
    return Finish(
        metallic=_same(shading.metallic[used]),
        roughness=_same(shading.roughness[used]),
        transmission=_same(shading.transmission[used]),
        ior=float(shading.ior[texels.argmax()]),
        emission=float(emission.max()),
        glow=_same(emission) is None,
    )


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


def glow_texels(shading: Shading, palette: Texels, strongest: float) -> Texels | npt.NDArray[np.float32]:
    """Scale colors by what they send out; in bytes, or in numbers where bytes would lose the weak beside the strong.

    Parameters
    ----------
    shading : Shading
    palette : (256, 4) uint8
        RGBA, sRGB.
    strongest : float
        The emission at which the color is the palette's own.

    Returns
    -------
    (256, 4) uint8 or float32
        By palette index; RGBA, sRGB in bytes, else linear from 0 to 1.
    """
    light = linear(palette) * np.clip(shading.emission / strongest, 0, 1)[:, None]
    if (shading.emission[shading.emission > 0] * WIDE < strongest).any():
        light[:, 3] = 1
        return light.astype(np.float32)
    return np.where(np.arange(4) < 3, (srgb(light) * 255).round(), 255).astype(np.uint8)


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
