"""The cottage's garden: a canvas in; the same canvas with ground, path, fence and plants painted on it out."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from voxel_paint import FLOOR, Canvas, X, Y, Z, box, inside, scatter


def path_middle(y: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """Return the x of the middle of the garden path at each y."""
    return 44 - 9 * np.sin((34 - y) / 34 * np.pi * 0.75) * (y < 34)


def ground_height(canvas: Canvas) -> npt.NDArray[np.int64]:
    """(100, 100, 1) int: height of the ground; 0 outside the island of ground that the model shows."""
    soft = canvas.soft[:, :, 10:11]
    rough = canvas.fine[:, :, 10:11]
    away = (np.abs(X - 49.5) / 50) ** 7 + (np.abs(Y - 49.5) / 50) ** 7 + 0.3 * (soft - 0.5)
    height = np.floor(9.2 + 4 * soft + 0.15 * rough).astype(np.int64)
    near = inside(16, 84, 22, 84)[:, :, :1] | (np.abs(X - path_middle(Y)) < 5)
    height = np.where(near, np.minimum(height, FLOOR - 1), height)
    return np.where(away < 0.95, height, 0)


def lay_ground(canvas: Canvas) -> None:
    """Soil in layers over rock, grass with blades and flowers, and a path of flagstones to the door."""
    top = ground_height(canvas)
    depth = top - Z
    earth = depth > 0
    canvas.paint(earth, "soil", 0.25 * canvas.soft + 0.35 * canvas.fine + 0.4 * canvas.grain[0])
    strata = 0.5 + 0.35 * np.sin(1.9 * Z + 5 * canvas.soft[:, :, :1])
    canvas.paint(earth & (3.5 + 4 * canvas.soft > Z), "rock", 0.6 * strata + 0.25 * canvas.soft + 0.2 * canvas.fine)
    canvas.paint(earth & (canvas.soft > 0.78) & (depth > 3), "stone", 0.35 + 0.4 * canvas.fine)
    fringe = 1 + (canvas.fine[:, :, :1] > 0.5) + (canvas.fine[:, :, 1:2] > 0.8)
    canvas.paint(earth & (depth <= fringe), "grass")
    lawn = (top > 0) & ~inside(20, 80, 24, 80)[:, :, :1] & (np.abs(X - path_middle(Y)) > 4)
    blade = canvas.fine[:, :, 50:51]
    canvas.paint(lawn & (depth == 0) & (blade > 0.955), "grass", 0.55 + 0.45 * canvas.soft)
    canvas.paint(lawn & (depth == -1) & (blade > 0.985), "grass", 0.95)
    for order, name in enumerate(("white", "gold", "pink", "violet")):
        low = 0.9 + 0.008 * order
        bed = (canvas.soft[:, :, 20 + 9 * order : 21 + 9 * order] > 0.45) & (blade > low) & (blade < low + 0.008)
        canvas.paint(lawn & (depth == 0) & bed, name)
    lay_path(canvas, top)


def lay_path(canvas: Canvas, top: npt.NDArray[np.int64]) -> None:
    """Flagstones of different sizes, one voxel proud of the earth between them."""
    across = X - path_middle(Y) + 0 * Y
    row = (Y + 1) // 5
    joint = np.floor((across + 20 + 2.5 * (row % 2)) / 4.2).astype(np.int64)
    gap = ((Y + 1) % 5 == 0) | (np.abs((across + 20 + 2.5 * (row % 2)) % 4.2 - 0.5) < 0.5)
    path = (np.abs(across) <= 4) & (Y < 40) & (top > 0)
    ragged = path & (np.abs(across) + 1.5 * canvas.fine[:, :, 3:4] < 4.8)
    canvas.paint(ragged & (top - 1 == Z), "soil", 0.8)
    canvas.paint(ragged & ~gap & (top == Z), "path", 0.85 * scatter(row, joint) + 0.15 * canvas.fine)


def build_fence(canvas: Canvas) -> None:
    """Set pickets around the garden, with a gap where the path comes in."""
    top = ground_height(canvas)
    gate = path_middle(np.full(1, 4))[0]
    for axis, line in ((0, 4), (1, 4), (1, 95)):
        along, across = (X, Y) if axis == 0 else (Y, X)
        span = (along >= 4) & (along < 97) & (top > 0)
        if axis == 0:
            span = span & (np.abs(along - gate) > 7)
        picket = span & (along % 4 < 2) & (line == across)
        tip = 8 + (along % 4 == 0) + 0 * along
        canvas.paint(picket & (top - 1 <= Z) & (top + tip > Z), "fence", 0.45 + 0.55 * scatter(along // 4, line))
        rails = span & (line + 1 - 2 * (line > 50) == across) & (((Z - top) == 2) | ((Z - top) == 6))
        canvas.paint(rails, "fence", 0.3 + 0.5 * canvas.grain[axis])
    for x in (int(gate) - 9, int(gate) + 7):
        base = int(top[x, 4, 0])
        canvas.paint(box(x, x + 3, 3, 6, base, base + 11), "fence", 0.6 + 0.3 * canvas.fine)
        canvas.paint(box(x - 1, x + 4, 2, 7, base + 11, base + 12), "fence", 0.9)


def grow_ball(canvas: Canvas, middle: tuple[float, float, float], radius: float, leaf: str, fruit: str | None) -> None:
    """Grow a ball of leaves with a ragged surface, lighter above, with a few flowers or fruits."""
    x, y, z = middle
    away = np.sqrt((X - x) ** 2 + (Y - y) ** 2 + 1.2 * (Z - z) ** 2) / radius
    ragged = away + 0.5 * (canvas.soft - 0.5) + 0.13 * (canvas.fine - 0.5)
    ball = (ragged < 0.95) & (canvas.grid == 0)
    tone = 0.42 + 0.42 * (Z - z) / radius + 0.3 * (canvas.fine - 0.5) + 0.3 * (canvas.soft - 0.5)
    canvas.paint(ball, leaf, tone)
    if fruit:
        canvas.paint(ball & (canvas.fine > 0.965) & (ragged > 0.75), fruit)


def plant_garden(canvas: Canvas) -> None:
    """Plant two trees, bushes along the walls and ivy on the chimney."""
    for x, y, z1 in ((88, 15, 34), (9, 88, 36)):
        trunk = (X - x) ** 2 + (Y - y) ** 2 < 5 + 18 * np.clip((15 - Z) / 8, 0, 1)
        canvas.paint(trunk & (Z >= 8) & (z1 > Z), "bark", 0.7 * canvas.grain[2] + 0.3 * canvas.fine)
    for x, y, z, radius in ((88, 15, 41, 8), (83, 17, 34, 6), (92, 20, 36, 6.5), (88, 9, 34, 6), (93, 12, 31, 5)):
        grow_ball(canvas, (x, y, z), radius, "blossom", "white")
    for x, y, z, radius in ((9, 88, 44, 8), (12, 85, 36, 7), (7, 92, 36, 7), (5, 86, 33, 5)):
        grow_ball(canvas, (x, y, z), radius, "leaf", None)
    bushes = ((26, 35, 4, "pink"), (32, 36, 3.5, "white"), (55, 20, 4, "violet"), (75, 19, 4, "pink"))
    for x, y, radius, fruit in (*bushes, (14, 44, 4.5, "white"), (14, 54, 4, None), (84, 46, 5, "pink")):
        grow_ball(canvas, (x, y, FLOOR + radius - 2), radius, "leaf", fruit)
    wall = np.roll(canvas.grid > 0, -1, 0) | np.roll(canvas.grid > 0, -1, 1) | np.roll(canvas.grid > 0, 1, 1)
    reach = canvas.soft + 0.2 * canvas.fine - 0.012 * (Z - FLOOR) - 0.02 * np.abs(Y - 62)
    ivy = inside(10, 20, 56, 77, 9, 70) & wall & (canvas.grid == 0) & (reach > 0.22)
    canvas.paint(ivy, "leaf", 0.25 + 0.6 * canvas.fine)
