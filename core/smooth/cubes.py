"""Marching cubes: crossings in, triangles (T, 3) that join them cube by cube out."""

from __future__ import annotations

import numpy as np

from .cases import Ints, cases_of
from .crossings import Crossings
from .surface import Floats, Surface, crossing_points


def marching_cubes(crossings: Crossings, *, joined: bool) -> Surface:
    """Join crossings by triangles.

    Each loop of a cube bounds triangles of it alone, as no side of them but those on its faces can be of another cube,
    and on a face the loops of both cubes have the same sides. Around a crossing four faces have one side each. So every
    edge has two triangles, and every vertex one fan of them.

    Parameters
    ----------
    crossings : Crossings
    joined : bool
        As in `SmoothOptions`.

    Returns
    -------
    Surface
    """
    cases = cases_of(joined)
    count = cases.count[crossings.case]
    cube = np.repeat(np.arange(len(count)), count)
    number = np.arange(len(cube)) - np.repeat(np.cumsum(count) - count, count)
    edges = cases.triangles[crossings.case[cube], number]
    triangles = crossings.on_edges(np.repeat(cube, 3), edges.reshape(-1)).reshape(-1, 3)
    base = crossings.space.corners(crossings.keys)
    points, every = crossing_points(crossings, base), np.arange(len(crossings.cube))
    return Surface(
        points=points,
        triangles=triangles,
        owner=_nearest(crossings, base, points, triangles),
        corners=base[crossings.cube],
        vertex=every,
        crossing=every,
    )


def _nearest(crossings: Crossings, base: Ints, points: Floats, triangles: Ints) -> Ints:
    """The crossing at a corner of each triangle whose filled cell is nearest to its middle; of equal ones the first."""
    color = crossings.space.colors(crossings.filled)[triangles]
    found = triangles[:, 0].copy()
    mixed = np.flatnonzero((color[:, 0] != color[:, 1]) | (color[:, 0] != color[:, 2]))
    cell = base[crossings.cube] + 0.5
    cell.reshape(-1)[3 * np.arange(len(cell)) + crossings.axis] += crossings.rising
    corner = triangles[mixed]
    middle = points[corner].mean(axis=1)
    away = ((cell[corner] - middle[:, None]) ** 2).sum(axis=2).round(9)
    found[mixed] = corner[np.arange(len(mixed)), away.argmin(axis=1)]
    return found
