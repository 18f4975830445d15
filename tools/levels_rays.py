"""Models in, pictures of them by parallel rays out: coverage (H, W) and colour (H, W, 3) of each pixel, float64."""

from __future__ import annotations

import numpy as np
from trivox.core import Look, Model

STEP = 0.7
"""Voxels from one look at the grid to the next."""
VIEWS = np.array([(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, -1), (3, 2, -2), (-2, 3, -1)], float)
"""Where one looks: along the axes, and across them."""


def picture(
    model: Model, look: Look, factor: int, view: np.ndarray, pixel: float, radius: float, samples: int
) -> tuple[np.ndarray, np.ndarray]:
    """Draw a model around its pivot.

    Parameters
    ----------
    model : Model
    look : Look
    factor : int
        Voxels along a side of its cells.
    view : (3,) float64
    pixel : float
        Voxels that a pixel is wide.
    radius : float
        Voxels from the pivot to the side of the picture.
    samples : int
        Rays along a side of a pixel.

    Returns
    -------
    coverage : (n, n) float64
        The share of each pixel's rays that meet the model.
    color : (n, n, 3) float64
        Linear, times the coverage.
    """
    forward = view / np.linalg.norm(view)
    right = np.cross(forward, (0, 0, 1.0) if abs(forward[2]) < 0.9 else (0, 1.0, 0))
    right /= np.linalg.norm(right)
    up = np.cross(right, forward)
    count = 2 * int(np.ceil(radius / pixel))
    ticks = (np.arange(count * samples) + 0.5) * pixel / samples - count * pixel / 2
    start = ticks[:, None, None] * up + ticks[None, :, None] * right - radius * 1.8 * forward
    grid, pivot = model.colors, np.array(model.pivot)
    index = _met(grid, start.reshape(-1, 3) / factor + pivot, forward, factor)
    hit = (index > 0).astype(float)
    linear = np.where(index[:, None] > 0, (look.palette[index, :3] / 255.0) ** 2.2, 0)
    shape = count, samples, count, samples
    return hit.reshape(shape).mean(axis=(1, 3)), linear.reshape(*shape, 3).mean(axis=(1, 3))


def _met(grid: np.ndarray, start: np.ndarray, forward: np.ndarray, factor: int) -> np.ndarray:
    """(n,) uint8: the first filled cell on each ray."""
    with np.errstate(divide="ignore", invalid="ignore"):
        ends = np.stack([(0 - start) / forward, (np.array(grid.shape) - start) / forward])
    ends = np.where(np.isnan(ends), np.array([-np.inf, np.inf])[:, None, None], ends)
    near, far = ends.min(axis=0).max(axis=1), ends.max(axis=0).min(axis=1)
    rays = np.flatnonzero(far > near)
    index, away = np.zeros(len(start), np.uint8), near[rays] + 1e-6
    while len(rays):
        cell = np.clip(np.floor(start[rays] + away[:, None] * forward), 0, np.array(grid.shape) - 1).astype(np.int32)
        index[rays] = grid[cell[:, 0], cell[:, 1], cell[:, 2]]
        away += STEP / factor
        left = (index[rays] == 0) & (away < far[rays])
        rays, away = rays[left], away[left]
    return index
