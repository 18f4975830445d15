"""Points (n, 3) and triangles (n, 3, 3) float64 in, the weights of the nearest points and squared distances out."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


def nearest_points(points: Floats, triangles: Floats) -> tuple[Floats, Floats]:
    """Find the point of each triangle that is nearest to a point.

    Parameters
    ----------
    points : (n, 3) float64
    triangles : (n, 3, 3) float64
        May be without area.

    Returns
    -------
    weights : (n, 3) float64
        Of the corners, not negative, with a sum of 1.
    squared : (n,) float64
        The squared distance.
    """
    weights, inside = _in_plane(points, triangles)
    nearest = np.einsum("ij,ijk->ik", weights, triangles)
    squared = ((points - nearest) ** 2).sum(axis=1)
    rest = np.flatnonzero(~inside)
    if not len(rest):
        return weights, squared
    squared[rest] = np.inf
    for start in range(3):
        stop = (start + 1) % 3
        share, far = _on_side(points[rest], triangles[rest, start], triangles[rest, stop])
        nearer = far < squared[rest]
        some = rest[nearer]
        weights[some] = 0
        weights[some, start], weights[some, stop] = 1 - share[nearer], share[nearer]
        squared[some] = far[nearer]
    return weights, squared


def _in_plane(points: Floats, triangles: Floats) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """Weights of the foot of a point in the plane of its triangle, and whether it is inside the triangle."""
    u, v, w = (triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0], points - triangles[:, 0])
    normal = np.cross(u, v)
    length = (normal**2).sum(axis=1)
    some = length > 0
    scale = 1 / np.where(some, length, 1)
    second = (np.cross(w, v) * normal).sum(axis=1) * scale
    third = (np.cross(u, w) * normal).sum(axis=1) * scale
    weights = np.column_stack([1 - second - third, second, third])
    return weights, some & (weights >= 0).all(axis=1)


def _on_side(points: Floats, start: Floats, stop: Floats) -> tuple[Floats, Floats]:
    """How far along a side its nearest point is, 0 to 1, and the squared distance."""
    along, away = stop - start, points - start
    length = (along**2).sum(axis=1)
    share = np.clip((along * away).sum(axis=1) / np.where(length > 0, length, 1), 0, 1)
    return share, ((away - share[:, None] * along) ** 2).sum(axis=1)
