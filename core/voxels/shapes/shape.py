"""Shapes as signed distances: points (n, 3) in, distances (n,) out, negative inside; with box and Lipschitz bound."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt

from ...borders import require_array
from ...errors import OptionError

Floats = npt.NDArray[np.float64]
Distance = Callable[[Floats], Floats]

_FLAT = 1e-9
"""A turn whose least stretch is so small a part of its greatest leaves no volume."""


@dataclass(frozen=True, eq=False)
class Shape:
    """A body in voxels, from a signed distance.

    Raises
    ------
    OptionError
        If the box has another shape, is no box, or the bound is not above 0.
    """

    distance: Distance
    """Takes (n, 3) float64 points and gives (n,) float64: negative inside, 0 on the surface, positive outside."""
    low: Floats
    """(3,) float64: nothing inside is below; may be -inf."""
    high: Floats
    """(3,) float64: nothing inside is above; may be inf."""
    lipschitz: float | None = None
    """Between any two points the distance changes by no more than this times how far they are apart; None if nobody
    knows."""

    def __post_init__(self) -> None:
        for name, end in (("low", self.low), ("high", self.high)):
            require_array(end, name, (3,), "f", np.float64)
        if not (self.low <= self.high).all():
            raise OptionError(f"the shape reaches from {self.low.tolist()} to {self.high.tolist()}; that is no box")
        if self.lipschitz is not None and not 0 < self.lipschitz < np.inf:
            raise OptionError(f"lipschitz is {self.lipschitz!r}; it must be above 0, or None if it is not known")

    def at(self, points: Floats) -> Floats:
        """Distances of points, checked.

        Parameters
        ----------
        points : (n, 3) float64

        Returns
        -------
        (n,) float64

        Raises
        ------
        OptionError
            If the shape's function gives something else, or what is not a number.
        """
        found = np.asarray(self.distance(points))
        if found.shape != (len(points),) or found.dtype.kind not in "fiu":
            raise OptionError(
                f"the shape's function gave {found.shape} {found.dtype} for {len(points):,} points; "
                f"it must give ({len(points)},) of numbers"
            )
        if np.isnan(found).any():
            first = points[int(np.argmax(np.isnan(found)))]
            raise OptionError(f"the shape's function gave what is not a number at {first.tolist()}; mend the function")
        return found.astype(np.float64, copy=False)

    @property
    def is_finite(self) -> bool:
        """Whether the shape ends in every direction."""
        return bool(np.isfinite(self.low).all() and np.isfinite(self.high).all())

    def moved(self, x: float, y: float, z: float) -> Shape:
        """The shape elsewhere, by so many voxels."""
        away = np.array([x, y, z], np.float64)
        return Shape(lambda points: self.distance(points - away), self.low + away, self.high + away, self.lipschitz)

    def transformed(self, matrix: npt.ArrayLike) -> Shape:
        """The shape turned, stretched, mirrored, sheared and moved.

        The sign is exact whatever the matrix. Where it stretches axes differently no formula gives the distance itself;
        this one gives no more than it, and no less than the least stretch over the greatest times as much.

        Parameters
        ----------
        matrix : (4, 4) numbers
            From the shape's space to the one it shall be in, acting on columns; the last row is (0, 0, 0, 1).

        Returns
        -------
        Shape

        Raises
        ------
        OptionError
            If the matrix is no such matrix, or makes everything flat.
        """
        whole = np.array(matrix, np.float64)
        if whole.shape != (4, 4) or not np.isfinite(whole).all() or not np.array_equal(whole[3], (0, 0, 0, 1)):
            raise OptionError("the matrix must be 4 x 4 finite numbers with a last row of 0, 0, 0, 1")
        linear, away = whole[:3, :3], whole[:3, 3]
        stretch = np.linalg.svd(linear, compute_uv=False)
        if stretch[2] <= _FLAT * stretch[0]:
            raise OptionError("the matrix makes the shape flat, so that nothing is inside; scale it by more than 0")
        back: Floats = np.linalg.inv(linear).T
        least = float(stretch[2])
        low, high = self._box(linear)

        def distance(points: Floats) -> Floats:
            """In the old space, as much as every step has grown at least."""
            old: Floats = np.matmul(points - away, back)
            # A step of one here is at most 1 / least there, so the bound stays what it was.
            return least * self.distance(old)

        return Shape(distance, low + away, high + away, self.lipschitz)

    def _box(self, linear: Floats) -> tuple[Floats, Floats]:
        """The box of the turned box."""
        if not self.is_finite:
            return np.full(3, -np.inf), np.full(3, np.inf)
        corners = np.array([*product(*np.stack([self.low, self.high], axis=1).tolist())]) @ linear.T
        return corners.min(axis=0), corners.max(axis=0)

    def union(self, other: Shape, smooth: float = 0) -> Shape:
        """What is inside of either; with `smooth` above 0 also what a fillet of that radius in voxels joins.

        Notes
        -----
        The polynomial smooth minimum: least(a, b) - h^2 k / 4 with h = max(k - abs(a - b), 0) / k. Points nearer than
        k / 4 may be added.

        References
        ----------
        Quilez, "smooth minimum".
        """
        require_smooth(smooth)
        reach = smooth / 4
        low, high = np.minimum(self.low, other.low) - reach, np.maximum(self.high, other.high) + reach
        return Shape(
            lambda points: smooth_minimum(self.distance(points), other.distance(points), smooth),
            low,
            high,
            self._bound(other),
        )

    def without(self, other: Shape) -> Shape:
        """What is inside of this, but not of the other."""
        return Shape(
            lambda points: np.maximum(self.distance(points), -other.distance(points)),
            self.low,
            self.high,
            self._bound(other),
        )

    def common(self, other: Shape) -> Shape:
        """What is inside of both."""
        low, high = np.maximum(self.low, other.low), np.minimum(self.high, other.high)
        return Shape(
            lambda points: np.maximum(self.distance(points), other.distance(points)),
            np.minimum(low, high),
            high,
            self._bound(other),
        )

    def _bound(self, other: Shape) -> float | None:
        """The bound of what changes with both."""
        if self.lipschitz is None or other.lipschitz is None:
            return None
        return max(self.lipschitz, other.lipschitz)


def require_smooth(smooth: float) -> None:
    """Check a radius.

    Raises
    ------
    OptionError
        If it is negative or no number.
    """
    if isinstance(smooth, bool) or not isinstance(smooth, int | float) or not 0 <= smooth < np.inf:
        raise OptionError(f"smooth is {smooth!r}; it must be a radius in voxels, 0 or more")


def smooth_minimum(one: Floats, other: Floats, smooth: float) -> Floats:
    """The lesser of two distances, (n,) each, rounded where they differ by less than `smooth`."""
    least = np.minimum(one, other)
    if not smooth:
        return least
    near = np.maximum(smooth - np.abs(one - other), 0)
    rounded: Floats = least - near * near / (4 * smooth)
    return rounded
