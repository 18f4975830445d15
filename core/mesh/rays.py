"""Rays from the parts of a face (parts, distance) in; the cells that each enters, as bits by cell, (cells, words), out.

All numbers are whole, so every ray enters exactly the cells that are written down.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from ..arrays import grouped
from .bits import Words

Ints = npt.NDArray[np.int64]

RINGS = (1, 2, 2, 3, 4, 5, 7, 8)
"""Rays in an eighth of each ring of the hemisphere, from the normal outward."""
RAYS = 8 * sum(RINGS)
"""Rays from one point: 256, four words of bits."""
_TURN = (0.65, 0.35)
"""By how much of the way to the next one the rays of every other ring are turned, so that few are hidden at once."""
_SCALE = 1 << 10
"""Length of a ray's direction, about."""


@dataclass(frozen=True)
class Cells:
    """The cells that rays enter, seen from the cell in front of a face."""

    offset: Ints
    """(C, 3) int64 steps along u, v and the normal; each once, the last ascending."""
    stopped: Words
    """(C, W) uint64: the rays that enter the cell, and that it stops if it is opaque. Ray r of part p, counted by row
    and column, is bit r % 64 of word (p * RAYS + r) // 64."""


def directions() -> Ints:
    """List the rays of one point.

    They stand for equal shares of the light that an evenly bright sky sheds on the face (Lambert's cosine law): seen
    along the normal they are spread evenly over the unit disc, on rings of equal width per ray. Turned and mirrored
    about the face's middle they are the same. None lies in a plane of symmetry, so none runs along an edge of cells.

    Returns
    -------
    (RAYS, 3) int64
        Steps along u, v and the normal.

    References
    ----------
    M. Pharr, W. Jakob, G. Humphreys, "Physically Based Rendering", 3rd edition, 13.6.3: Malley's method.
    """
    rays = np.array(RINGS)
    inner = np.cumsum(rays) - rays
    # Half of a ring's area lies inside the radius.
    radius = np.repeat(np.sqrt((inner + rays / 2) / rays.sum()), rays)
    turn = np.concatenate([(np.arange(count) + _TURN[ring % 2]) / count for ring, count in enumerate(RINGS)]) / 8
    first, second, up = (
        np.round(_SCALE * value).astype(np.int64)
        for value in (
            radius * np.cos(2 * np.pi * turn),
            radius * np.sin(2 * np.pi * turn),
            np.sqrt(1 - radius**2),
        )
    )
    # Mirrored from an eighth, so that rounding cannot tell one from another.
    return np.concatenate(
        [
            np.stack([one * a, other * b, up], axis=1)
            for a, b in ((first, second), (second, first))
            for one in (1, -1)
            for other in (1, -1)
        ]
    )


@lru_cache(8)
def entered_cells(parts: int, distance: int) -> Cells:
    """Follow the rays from the middles of all parts of a face.

    Parameters
    ----------
    parts : int
        Along a side of the face.
    distance : int
        Length of the rays, in cells; what they enter beyond it does not count.

    Returns
    -------
    Cells
        Without the cell in front of the face, where all rays begin.
    """
    ray, cell = _crossings(parts, distance)
    span = 2 * distance + 3
    groups = grouped(((cell[:, 2] * span) + cell[:, 1] + distance + 1) * span + cell[:, 0] + distance + 1)
    stopped = np.zeros((len(groups), parts * parts * RAYS // 64), np.uint64)
    np.bitwise_or.at(stopped, (groups.number, ray >> 6), np.uint64(1) << (ray & 63).astype(np.uint64))
    return Cells(cell[groups.first], stopped)


def _crossings(parts: int, distance: int) -> tuple[Ints, Ints]:
    """Each time that a ray enters a cell: the ray (n,), its parts' rays one after another, and the cell (n, 3)."""
    middle = 2 * np.arange(parts) + 1
    # In units of half a part.
    start = np.stack([np.tile(middle, parts), np.repeat(middle, parts), np.zeros(parts**2, np.int64)], axis=1)
    start, toward = np.repeat(start, RAYS, axis=0), np.tile(directions(), (parts**2, 1))
    # Where along the ray the n-th plane of each axis is crossed, as a fraction of two whole numbers.
    side, ahead = 2 * parts, np.arange(distance + 1)
    forward = (toward > 0)[:, :, None]
    way = np.where(forward, side * (ahead + 1) - start[:, :, None], start[:, :, None] + side * ahead)
    speed = np.broadcast_to(side * np.abs(toward)[:, :, None], way.shape)
    # Equal fractions are equal as doubles, and different ones differ by far more than doubles are rounded by.
    time = (way / speed).reshape(len(toward), -1)
    order = np.argsort(time, axis=1, kind="stable")
    axis = order // (distance + 1)
    steps = np.where(axis[:, :, None] == np.arange(3), np.sign(toward)[:, None, :], 0)
    length = (toward**2).sum(axis=1)[:, None]
    way, speed = (np.take_along_axis(values.reshape(time.shape), order, axis=1) for values in (way, speed))
    # Through an edge a ray gets into the cell beyond it, and into none beside it.
    later = np.diff(np.take_along_axis(time, order, axis=1), append=np.inf) > 0
    ray, crossing = np.nonzero((way**2 * length < distance**2 * speed**2) & later)
    return ray, np.cumsum(steps, axis=1)[ray, crossing]
