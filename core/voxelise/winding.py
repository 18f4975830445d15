"""Points (n, 3) and triangles (t, 3, 3) float64 in, how many times the triangles go around each point, (n,), out."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

MAX_ANGLES = 1 << 22
"""Pairs of a point and a triangle that it is worth to look at: about a second."""
_TOGETHER = 1 << 17


def winding(points: Floats, triangles: Floats) -> Floats:
    """Tell how many times triangles go around points; where they have a hole, how far they do.

    Parameters
    ----------
    points : (n, 3) float64
    triangles : (t, 3, 3) float64

    Returns
    -------
    (n,) float64
        The sum of their solid angles, in full balls.

    References
    ----------
    van Oosterom and Strackee 1983, "The solid angle of a plane triangle"; Jacobson, Kavan and Sorkine-Hornung 2013,
    "Robust inside-outside segmentation using generalized winding numbers".
    """
    result = np.zeros(len(points))
    step = max(_TOGETHER // max(len(triangles), 1), 1)
    for start in range(0, len(points), step):
        a, b, c = np.moveaxis(triangles[None] - points[start : start + step, None, None], 2, 0)
        x, y, z = (np.linalg.norm(side, axis=2) for side in (a, b, c))
        above = np.einsum("ijk,ijk->ij", a, np.cross(b, c))
        dot_ab, dot_bc, dot_ca = (np.einsum("ijk,ijk->ij", p, q) for p, q in ((a, b), (b, c), (c, a)))
        below = x * y * z + dot_ab * z + dot_bc * x + dot_ca * y
        result[start : start + step] = np.arctan2(above, below).sum(axis=1) / (2 * np.pi)
    return result
