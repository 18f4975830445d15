"""Colors (n, 4) uint8 sRGB and alpha in, the same as points where distance is difference out; which is nearest."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .finish import linear, srgb

Floats = npt.NDArray[np.float64]
Bytes = npt.NDArray[np.uint8]

_LINEAR = linear(np.arange(256, dtype=np.uint8))
_TO_CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_TO_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)
_FROM_LAB, _FROM_CONES = np.linalg.inv(_TO_LAB), np.linalg.inv(_TO_CONES)
_PAIRS = 1 << 22
"""Colors times targets that are compared at once: 32 MB of distances."""


def to_oklab(colors: Bytes) -> Floats:
    """Place colors where the distance of two says how different they look.

    Parameters
    ----------
    colors : (n, 4) uint8
        sRGB and alpha.

    Returns
    -------
    (n, 4) float64
        Lightness 0 to 1, green to red, blue to yellow, and alpha 0 to 1.

    References
    ----------
    Ottosson 2020, "A perceptual color space for image processing".
    """
    lab = np.cbrt(_LINEAR[colors[:, :3]] @ _TO_CONES.T) @ _TO_LAB.T
    return np.column_stack([lab, colors[:, 3] / 255])


def from_oklab(points: Floats) -> Bytes:
    """Give the nearest bytes of points, (n, 4), as `to_oklab` makes them; what no screen can show is cut off."""
    light = (points[:, :3] @ _FROM_LAB.T) ** 3 @ _FROM_CONES.T
    values = np.column_stack([srgb(np.clip(light, 0, 1)), points[:, 3]])
    bytes_: Bytes = (values * 255).round().clip(0, 255).astype(np.uint8)
    return bytes_


def nearest(points: Floats, targets: Floats) -> npt.NDArray[np.intp]:
    """Find the nearest target of each point.

    Parameters
    ----------
    points : (n, d) float64
    targets : (k, d) float64
        At least one.

    Returns
    -------
    (n,) intp
        The first of those that are equally near.
    """
    found = np.empty(len(points), np.intp)
    step = max(_PAIRS // len(targets), 1)
    lengths = (targets**2).sum(axis=1)
    for start in range(0, len(points), step):
        chosen = slice(start, start + step)
        found[chosen] = (lengths - 2 * (points[chosen] @ targets.T)).argmin(axis=1)
    return found
