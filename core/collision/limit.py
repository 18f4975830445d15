"""A grid of solid cells and a number in, no more boxes than that, which hold all of them or lie within them, out."""

from __future__ import annotations

from heapq import heapify, heappop, heapreplace

import numpy as np

from .boxes import Boxes, Grid, Ints
from .greedy import best_greedy

_FEW = 1024
"""Boxes of which all pairs are looked at."""
_CANDIDATES = 4096
_NEVER = np.iinfo(np.int64).max


def boxes_around(grid: Grid, corners: Ints, most: int) -> Boxes:
    """Join boxes, two at a time, until there are few enough.

    Each time it is those two around which a box has fewest cells that neither of them has; what lies within the box
    around them is left out.

    Parameters
    ----------
    grid : Grid
    corners : (n, 6) int64
        Boxes that fill the grid. If they are too many, neighbouring layers of the grid are joined first.
    most : int
        1 or more.

    Returns
    -------
    Boxes
        They may overlap.
    """
    while len(corners) > max(most, _FEW):
        grid = _coarser(grid)
        corners = best_greedy(grid.solid)
    made = grid.boxes(corners)
    sides = _joined(np.concatenate([made.low, -made.high], axis=1), most)
    return Boxes(sides[:, :3], -sides[:, 3:]).in_order()


def _joined(sides: Ints, most: int) -> Ints:
    """Join boxes, (n, 6) low corners and negated high ones, until no more than so many are left."""
    grows = _growth(sides[:, None], sides[None])
    np.fill_diagonal(grows, _NEVER)
    partner = grows.argmin(axis=1)
    least = grows[np.arange(len(sides)), partner]
    alive = np.ones(len(sides), np.bool_)
    while alive.sum() > most:
        one = int(least.argmin())
        around = np.minimum(sides[one], sides[partner[one]])
        gone = alive & (sides >= around).all(axis=1)
        gone[one] = False
        alive &= ~gone
        sides[one] = around
        row = np.where(alive, _growth(around, sides), _NEVER)
        row[one] = _NEVER
        grows[:, gone], grows[gone], least[gone] = _NEVER, _NEVER, _NEVER
        grows[one], grows[:, one] = row, row
        # Whoever had one of these for a partner looks for another, and whoever now has a better one takes it.
        nearer = row < least
        least[nearer], partner[nearer] = row[nearer], one
        again = np.flatnonzero(alive & ~nearer & (gone[partner] | (partner == one)))
        again = np.append(again, one)
        partner[again] = grows[again].argmin(axis=1)
        least[again] = grows[again, partner[again]]
    return sides[alive]


def _growth(one: Ints, other: Ints) -> Ints:
    """Cells of the boxes around pairs that neither of the two has, if they do not overlap."""
    around = np.minimum(one, other)
    growth: Ints = _volume(around) - _volume(one) - _volume(other)
    return growth


def _volume(sides: Ints) -> Ints:
    volume: Ints = -(sides[..., :3] + sides[..., 3:]).prod(axis=-1)
    return volume


def _coarser(grid: Grid) -> Grid:
    """Two layers along each axis as one, solid where one of them is."""
    solid, planes = grid.solid, []
    for axis, old in enumerate(grid.planes):
        first = np.arange(0, solid.shape[axis], 2)
        solid = np.logical_or.reduceat(solid, first, axis=axis)
        planes.append(np.append(old[first], old[-1]))
    return Grid(solid, (planes[0], planes[1], planes[2]))


def boxes_within(grid: Grid, corners: Ints, most: int) -> Boxes:
    """Choose boxes, each time one with most cells that none of those before has.

    Parameters
    ----------
    grid : Grid
    corners : (n, 6) int64
        Boxes that fill the grid; each is first made as large as it can be.
    most : int

    Returns
    -------
    Boxes
        They may overlap.
    """
    volumes = np.where(grid.solid, grid.volumes, 0)
    size = grid.boxes_volume(corners)
    corners = corners[np.argsort(-size, kind="stable")[:_CANDIDATES]]
    grown = sorted({_grown(grid, box) for box in corners.tolist()})
    heap = [(-int(volumes[_cells(box)].sum()), box) for box in grown]
    heapify(heap)
    chosen: list[tuple[int, ...]] = []
    while heap and len(chosen) < most:
        told, box = heap[0]
        gain = int(volumes[_cells(box)].sum())
        if gain != -told:
            # Gains only get less, so what is still first with its new one is the best.
            heapreplace(heap, (-gain, box))
            continue
        heappop(heap)
        if gain == 0:
            break
        chosen.append(box)
        volumes[_cells(box)] = 0
    return grid.boxes(np.array(chosen, np.int64).reshape(-1, 6))


def _cells(box: tuple[int, ...]) -> tuple[slice, slice, slice]:
    x, y, z, x1, y1, z1 = box
    return slice(x, x1), slice(y, y1), slice(z, z1)


def _grown(grid: Grid, box: list[int]) -> tuple[int, ...]:
    """A box that no side of can be moved outwards, layer by layer, the largest layer first."""
    box = list(box)
    able = set(range(6))
    while able:
        layers = {side: _layer(grid, box, side) for side in sorted(able)}
        able = {side for side, layer in layers.items() if layer and grid.solid[_cells(layer)].all()}
        if able:
            best = max(sorted(able), key=lambda side: int(grid.boxes_volume(np.array([layers[side]]))[0]))
            box[best] += 1 if best >= 3 else -1
    return tuple(box)


def _layer(grid: Grid, box: list[int], side: int) -> tuple[int, ...]:
    """The cells beside a side of a box, as a box; nothing at the end of the grid."""
    axis, layer = side % 3, list(box)
    if side >= 3:
        layer[axis], layer[axis + 3] = box[side], box[side] + 1
        return tuple(layer) if layer[axis + 3] <= grid.solid.shape[axis] else ()
    layer[axis], layer[axis + 3] = box[side] - 1, box[side]
    return tuple(layer) if layer[axis] >= 0 else ()
