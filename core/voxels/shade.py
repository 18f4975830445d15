"""Tables of texels by palette index, (256, 4), in; the same by the share of sky seen, too, (256, 256, 4), out.

An array of palette indices and one of shares beside it, 0 to 255, are painted by such a table as by one of (256, 4).
"""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import numpy.typing as npt

from .finish import linear, srgb
from .look import Look

Scalar = TypeVar("Scalar", bound=np.generic)
Texels = npt.NDArray[np.uint8]

OCCLUSIONS = ("map", "colors")
"""Where occlusion goes: into a picture of its own channel, for renderers that know of it, or into the colors."""
_SHARES = np.arange(256)


def shaded_colors(table: Texels, look: Look, strength: float) -> Texels:
    """Darken colors where less of the sky is seen.

    What glTF says of an occlusion texture: of a strength s and a share a, the light is multiplied by 1 + s (a - 1).
    Glass, and what sends out light of its color, stay as they are.

    Parameters
    ----------
    table : (256, 4) uint8
        RGBA by palette index, sRGB.
    look : Look
    strength : float
        From 0, nothing changes, to 1.

    Returns
    -------
    (256, 256, 4) uint8
        By palette index and by the share of sky, 0 to 255.
    """
    left = 1 + strength * (_SHARES / 255 - 1)
    shaded = np.repeat(table[:, None], len(_SHARES), axis=1)
    dull = ~look.transparent & (look.shading.emission == 0)
    light = linear(table[dull, None, :3]) * left[:, None]
    shaded[dull, :, :3] = (srgb(light) * 255).round()
    return shaded


def occluded_surface(table: Texels, look: Look) -> Texels:
    """Put the share of sky into the red channel, where glTF wants it; transmission stays there for glass.

    Parameters
    ----------
    table : (256, 4) uint8
        As `finish.surface_texels` makes it.
    look : Look

    Returns
    -------
    (256, 256, 4) uint8
        By palette index and by the share of sky, 0 to 255.
    """
    occluded = np.repeat(table[:, None], len(_SHARES), axis=1)
    occluded[~look.transparent, :, 0] = _SHARES
    return occluded


def painted(
    table: npt.NDArray[Scalar], indices: Texels, shares: Texels | None, *, clear: bool = False
) -> npt.NDArray[Scalar]:
    """Look up the texels of an atlas.

    Parameters
    ----------
    table : (256, 4) or (256, 256, 4) of any type
        By palette index, and maybe by the share of sky.
    indices : (H, W) uint8
    shares : (H, W) uint8 or None
        None where all of the sky is seen.
    clear : bool
        Leave texels of palette index 0 clear, whatever the table says of them.

    Returns
    -------
    (H, W, 4) of that type
    """
    if table.ndim == 2:
        texels: npt.NDArray[Scalar] = table[indices]
    else:
        texels = table[indices, len(_SHARES) - 1 if shares is None else shares]
    if clear:
        texels[indices == 0] = 0
    return texels
