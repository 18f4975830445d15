"""The usual solids: radii and lengths in voxels in, `Shape` around the origin out; round ones stand along z.

All distances are exact, so that the Lipschitz bound is 1.

References
----------
Quilez, "distance functions".
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...errors import OptionError
from .shape import Distance, Floats, Shape


def sphere(radius: float) -> Shape:
    """A ball.

    Parameters
    ----------
    radius : float
        Voxels, above 0.

    Returns
    -------
    Shape
    """
    _require(radius=radius)
    return _solid(lambda points: _length(points) - radius, radius, radius, radius)


def box(x: float, y: float, z: float) -> Shape:
    """A box.

    Parameters
    ----------
    x, y, z : float
        Half its edges, in voxels, above 0.

    Returns
    -------
    Shape
    """
    _require(x=x, y=y, z=z)
    half = np.array([x, y, z], np.float64)
    return _solid(lambda points: _box(points, half), x, y, z)


def rounded_box(x: float, y: float, z: float, radius: float) -> Shape:
    """A box whose edges and corners are rounded; as large as `box`.

    Parameters
    ----------
    x, y, z : float
        Half its edges, in voxels, above 0.
    radius : float
        Of the rounding, above 0; no more than half the shortest edge is taken.

    Returns
    -------
    Shape
    """
    _require(x=x, y=y, z=z, radius=radius)
    round_by = min(radius, x, y, z)
    half = np.array([x, y, z], np.float64) - round_by
    return _solid(lambda points: _box(points, half) - round_by, x, y, z)


def cylinder(radius: float, half_height: float) -> Shape:
    """A cylinder.

    Parameters
    ----------
    radius, half_height : float
        Voxels, above 0.

    Returns
    -------
    Shape
    """
    _require(radius=radius, half_height=half_height)
    half = np.array([radius, half_height], np.float64)
    return _solid(lambda points: _box(_profile(points), half), radius, radius, half_height)


def capsule(radius: float, half_height: float) -> Shape:
    """A cylinder with half a ball at each end.

    Parameters
    ----------
    radius : float
        Voxels, above 0.
    half_height : float
        From the middle to the middle of either ball, 0 or more.

    Returns
    -------
    Shape
    """
    _require(radius=radius)
    if half_height:
        _require(half_height=half_height)

    def distance(points: Floats) -> Floats:
        """From the line between the middles."""
        away = points.copy()
        away[:, 2] -= np.clip(points[:, 2], -half_height, half_height)
        return _length(away) - radius

    return _solid(distance, radius, radius, half_height + radius)


def cone(radius: float, half_height: float) -> Shape:
    """A cone that stands on its base, its tip up.

    Parameters
    ----------
    radius, half_height : float
        Voxels, above 0.

    Returns
    -------
    Shape
    """
    _require(radius=radius, half_height=half_height)
    side = np.array([-radius, 2 * half_height], np.float64)
    tip = np.array([0, half_height], np.float64)

    def distance(points: Floats) -> Floats:
        """From the nearer of the base and the side, in the plane through the axis."""
        profile = _profile(points)
        across, height = profile.T
        base = np.stack([np.maximum(across - np.where(height < 0, radius, 0), 0), np.abs(height) - half_height], axis=1)
        along = np.clip(((tip - profile) @ side) / (side @ side), 0, 1)
        slant = profile - tip + along[:, None] * side
        sign = np.where((slant[:, 0] < 0) & (base[:, 1] < 0), -1.0, 1.0)
        nearest: Floats = sign * np.sqrt(np.minimum((base**2).sum(axis=1), (slant**2).sum(axis=1)))
        return nearest

    return _solid(distance, radius, radius, half_height)


def torus(radius: float, thickness: float) -> Shape:
    """A ring that lies flat.

    Parameters
    ----------
    radius : float
        From the middle of the ring to the middle of its body, in voxels, above 0.
    thickness : float
        Radius of its body, above 0.

    Returns
    -------
    Shape
    """
    _require(radius=radius, thickness=thickness)

    def distance(points: Floats) -> Floats:
        """From the circle in the body's middle."""
        return _length(_profile(points) - np.array([radius, 0])) - thickness

    return _solid(distance, radius + thickness, radius + thickness, thickness)


def half_space() -> Shape:
    """All that is below the plane z = 0; it has no end.

    Returns
    -------
    Shape
    """
    below: Distance = lambda points: points[:, 2]  # noqa: E731
    return Shape(below, np.full(3, -np.inf), np.array([np.inf, np.inf, 0]), 1.0)


def function(distance: Distance, low: Sequence[float], high: Sequence[float], lipschitz: float | None = None) -> Shape:
    """Whatever a function says.

    Parameters
    ----------
    distance : callable
        Takes (n, 3) float64 points and gives (n,) numbers, negative inside. It is asked for the middles of cells in the
        box, and near it, where it must not be negative.
    low, high : three numbers
        The box; nothing outside is inside the shape.
    lipschitz : float, optional
        By how much its value changes at most from one point to another one voxel away. With it only the blocks of
        cells near the surface are looked at, without it every cell is.

    Returns
    -------
    Shape
    """
    return Shape(distance, np.array(low, np.float64), np.array(high, np.float64), lipschitz)


def _solid(distance: Distance, x: float, y: float, z: float) -> Shape:
    half = np.array([x, y, z], np.float64)
    return Shape(distance, -half, half, 1.0)


def _require(**lengths: float) -> None:
    for name, length in lengths.items():
        if isinstance(length, bool) or not isinstance(length, int | float | np.floating) or not 0 < length < np.inf:
            raise OptionError(f"{name} is {length!r}; it must be a number of voxels above 0")


def _length(vectors: Floats) -> Floats:
    length: Floats = np.sqrt((vectors * vectors).sum(axis=1))
    return length


def _profile(points: Floats) -> Floats:
    """How far points are from the z axis, and how high: (n, 2)."""
    return np.stack([np.hypot(points[:, 0], points[:, 1]), points[:, 2]], axis=1)


def _box(points: Floats, half: Floats) -> Floats:
    """Distances from a box of any number of axes."""
    away = np.abs(points) - half
    distance: Floats = _length(np.maximum(away, 0)) + np.minimum(away.max(axis=1), 0)
    return distance
