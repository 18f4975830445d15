"""Triangles (n, 3, 3) float64 in, the points of them that are nearest to the origin, as weights of corners, out."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


def nearest_points(triangles: Floats) -> tuple[Floats, Floats]:
    """Find the point of each triangle that is nearest to the origin.

    Parameters
    ----------
    triangles : (n, 3, 3) float64
        May be without area.

    Returns
    -------
    weights : (n, 3) float64
        Of the corners, not negative, with a sum of 1.
    squared : (n,) float64
        The squared distance.
    """
    weights, squared = _in_plane(triangles)
    rest = np.flatnonzero(squared == np.inf)
    for start in range(3):
        stop = (start + 1) % 3
        share, far = _on_side(triangles[rest, start], triangles[rest, stop])
        nearer = np.flatnonzero(far < squared[rest])
        some, share = rest[nearer], share[nearer]
        weights[some] = 0
        weights[some, start], weights[some, stop] = 1 - share, share
        squared[some] = far[nearer]
    return weights, squared


def _in_plane(triangles: Floats) -> tuple[Floats, Floats]:
    """Weights of the foot of the origin in the plane of each triangle; its distance is inf if it is not inside."""
    corner = triangles[:, 0]
    u, v = triangles[:, 1] - corner, triangles[:, 2] - corner
    normal = np.cross(u, v)
    length = _dot(normal, normal)
    some = length > 0
    scale = 1 / np.where(some, length, 1)
    second = _dot(np.cross(v, corner), normal) * scale
    third = _dot(np.cross(corner, u), normal) * scale
    first = 1 - second - third
    inside = some & (first >= 0) & (second >= 0) & (third >= 0)
    squared = np.where(inside, _dot(corner, normal) ** 2 * scale, np.inf)
    return np.column_stack([first, second, third]), squared


def _on_side(start: Floats, stop: Floats) -> tuple[Floats, Floats]:
    """How far along a side its nearest point is, 0 to 1, and the squared distance."""
    along = stop - start
    length = _dot(along, along)
    share = np.clip(-_dot(along, start) / np.where(length > 0, length, 1), 0, 1)
    point = start + share[:, None] * along
    return share, _dot(point, point)


def _dot(one: Floats, other: Floats) -> Floats:
    # Sums along an axis of three are slow in numpy.
    product: Floats = np.einsum("ij,ij->i", one, other)
    return product
