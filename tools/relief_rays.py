"""Voxels, or the reliefs of their six sides, and a view in; the color that each ray of a picture meets first out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from trivox.core import directions
from trivox.core.relief import Relief, hull

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Solid = npt.NDArray[np.bool_]


def rays(size: Sequence[int], distance: float, way: Sequence[float], count: int) -> tuple[Floats, Floats, float]:
    """Look at the middle of a box.

    Parameters
    ----------
    size : (3,) integers
        Cells of the box.
    distance : float
        Of the eye from its middle, in cells.
    way : (3,)
        From the middle to the eye; not along z.
    count : int
        Rays along a side of the picture, which the box around the box fills.

    Returns
    -------
    eye : (3,) float64
    ways : (count * count, 3) float64
    width : float
        Of the picture at the middle of the box, in cells.
    """
    back = np.array(way, np.float64) / np.linalg.norm(way)
    right = np.cross((0, 0, 1), back)
    right /= np.linalg.norm(right)
    up = np.cross(back, right)
    middle = np.array(size) / 2
    half = float(np.linalg.norm(size)) / 2
    # What is nearer looks larger.
    reach = half / np.sqrt(1 - min(half / distance, 0.95) ** 2)
    step = (np.arange(count) + 0.5) / count * 2 - 1
    across = step[None, :, None] * right + step[:, None, None] * up
    return middle + back * distance, (reach * across - distance * back).reshape(-1, 3), 2 * reach


def first_cells(solid: npt.NDArray[np.bool_], eye: Floats, ways: Floats) -> tuple[Ints, Ints]:
    """Find the first filled cell on each ray.

    Parameters
    ----------
    solid : (x, y, z) bool
    eye : (3,) float64
    ways : (n, 3) float64

    Returns
    -------
    cells : (n, 3) int64
        -1 where there is none.
    side : (n,) int64
        The direction to which the side of the cell looks that the ray meets.
    """
    size = np.array(solid.shape)
    with np.errstate(divide="ignore", invalid="ignore"):
        walls = np.stack(((0 - eye) / ways, (size - eye) / ways))
    near, far = walls.min(axis=0), walls.max(axis=0)
    start = near.max(axis=1)
    alive = np.flatnonzero(start < far.min(axis=1))
    cells, side = np.full((len(ways), 3), -1), np.full(len(ways), -1)
    sign = np.sign(ways).astype(np.int64)
    axis = near.argmax(axis=1)
    cell = np.clip(np.floor(eye + (start[alive, None] + 1e-9) * ways[alive]), 0, size - 1).astype(np.int64)
    with np.errstate(divide="ignore"):
        pace = np.abs(1 / ways[alive])
        wall = (cell + (sign[alive] > 0) - eye) / ways[alive]
    last = axis[alive]
    while len(alive):
        hit = solid[tuple(cell.T)]
        cells[alive[hit]] = cell[hit]
        side[alive[hit]] = 2 * last[hit] + (sign[alive[hit], last[hit]] > 0)
        going = ~hit
        alive, cell, wall, pace = alive[going], cell[going], wall[going], pace[going]
        last, row = np.argmin(wall, axis=1), np.arange(len(alive))
        cell[row, last] += sign[alive, last]
        wall[row, last] += pace[row, last]
        inside = ((cell >= 0) & (cell < size)).all(axis=1)
        alive, cell, wall, pace, last = alive[inside], cell[inside], wall[inside], pace[inside], last[inside]
    return cells, side


def seen_voxels(grid: Bytes, eye: Floats, ways: Floats) -> Bytes:
    """The palette index that each ray meets, 0 for none."""
    cells, _side = first_cells(grid > 0, eye, ways)
    return np.where(cells[:, 0] >= 0, grid[tuple(cells.T)], 0).astype(np.uint8)


def solids_of(reliefs: Sequence[Relief]) -> list[Solid]:
    """What the two sides of each axis make together, and then all six."""
    return [*(hull(reliefs[2 * axis : 2 * axis + 2]) for axis in range(3)), hull(reliefs)]


def seen_hull(reliefs: Sequence[Relief], solids: Sequence[Solid], eye: Floats, ways: Floats) -> Bytes:
    """The same of all six sides together, as the viewer draws them."""
    cells, side = first_cells(solids[-1], eye, ways)
    found = np.zeros(len(ways), np.uint8)
    there = cells[:, 0] >= 0
    done, over = ~there, np.zeros(len(ways), np.uint8)
    for turn in range(6):
        for one in range(6):
            own = np.flatnonzero(there & ~done & ((side + turn) % 6 == one))
            level, height, index = _looked_up(reliefs[one], cells[own])
            exact = level == height
            found[own[exact]] = index[exact]
            done[own[exact]] = True
            over[own] = np.where(over[own] == 0, index, over[own])
    return np.where(done, found, over)


def seen_quads(reliefs: Sequence[Relief], solids: Sequence[Solid], eye: Floats, ways: Floats) -> Bytes:
    """The same of quads, each of which knows its own heights and those of the opposite side, without steps."""
    size = np.array(reliefs[0].size)
    with np.errstate(divide="ignore"):
        near = np.minimum((0 - eye) / ways, (size - eye) / ways)
    axis = near.argmax(axis=1)
    entry = 2 * axis + (ways[np.arange(len(ways)), axis] > 0)
    found = np.zeros(len(ways), np.uint8)
    for one in range(6):
        own = np.flatnonzero(entry == one)
        if not len(own):
            continue
        cells, _side = first_cells(solids[one // 2], eye, ways[own])
        there = cells[:, 0] >= 0
        found[own[there]] = _looked_up(reliefs[one], cells[there])[2]
    return found


def _looked_up(relief: Relief, cells: Ints) -> tuple[Ints, Ints, Bytes]:
    """How high cells are, seen from a side, and height and palette index of what is seen there."""
    u, v, axis = (int(axes[relief.side]) for axes in (directions.U_AXIS, directions.V_AXIS, directions.AXIS))
    along = cells[:, axis]
    level = along + 1 if directions.SIGN[relief.side] > 0 else relief.depth - along
    at = cells[:, v], cells[:, u]
    return level, relief.heights[at].astype(np.int64), relief.indices[at]
