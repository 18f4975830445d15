"""Parts of timber-frame walls: a wall's canvas with the axes (along, out, z) in, the same canvas painted out."""

from __future__ import annotations

import numpy as np
from voxel_paint import FLOOR, GROUND, SIDE, Canvas, scatter


def lay_stones(wall: Canvas, u0: int, u1: int, z1: int) -> None:
    """Cover the foot of a wall with rough stones; every stone has its own size, depth and grey."""
    u, z = np.arange(SIDE)[:, None, None], np.arange(SIDE)
    row = z // 3
    shifted = u + 3 * (row % 2) + (2 * scatter(row, 11)).astype(int)
    stone = shifted // 5
    joint = (z % 3 == 0) | (shifted % 5 == 0)
    proud = ~joint & (scatter(row, stone, 5) > 0.25)
    foot = (u >= u0) & (u < u1) & (z >= GROUND) & (z < z1)
    layer = np.arange(wall.grid.shape[1])[:, None]
    tone = 0.1 + 0.75 * scatter(row, stone) + 0.2 * wall.fine
    wall.paint(foot & (layer == 3) & joint, "mortar", 0.5 * wall.fine)
    wall.paint(foot & ((layer == 3) & ~joint | (layer == 4) & proud), "stone", tone)


def post(wall: Canvas, u: int, z0: int, z1: int, width: int = 2) -> None:
    """Set an upright timber, one voxel proud of the wall."""
    wall.wood((slice(u, u + width), slice(3, 5), slice(z0, z1)), 2)


def rail(wall: Canvas, u0: int, u1: int, z: int, height: int = 2) -> None:
    """Set a level timber, one voxel proud of the wall."""
    wall.wood((slice(u0, u1), slice(3, 5), slice(z, z + height)), 0)


def brace(wall: Canvas, u0: int, z0: int, u1: int, z1: int, width: float = 2.2) -> None:
    """Set a slanting timber between two points, one voxel proud of the wall."""
    u = np.arange(wall.grid.shape[0])[:, None]
    z = np.arange(SIDE)[None, :]
    length = np.hypot(u1 - u0, z1 - z0)
    off = np.abs((z1 - z0) * (u - u0) - (u1 - u0) * (z - z0)) / length
    at = ((u - u0) * (u1 - u0) + (z - z0) * (z1 - z0)) / length
    beam = np.zeros(wall.grid.shape, bool)
    beam[:, 3:5] = ((off < width / 2 + 0.2) & (at > 0) & (at < length))[:, None]
    wall.wood(beam, 2)


def window(wall: Canvas, u: int, z: int, lights: int = 2, height: int = 10, style: str = "box") -> None:
    """Set a window: a frame in one ring, a sill, panes between glazing bars; `style` adds shutters or a flower box.

    Parameters
    ----------
    wall : Canvas
        The wall's canvas.
    u, z : int
        Lower left corner of the frame.
    lights : int
        How many lights of five voxels stand side by side.
    height : int
        Height with the frame.
    style : str
        Any of the words ``shutters``, ``box`` and ``open``, parted by a space.
    """
    width = 5 * lights + 1
    end, top = u + width, z + height
    wall.clear((slice(u, end), slice(0, 6), slice(z, top)))
    wall.wood((slice(u, end), slice(2, 6), slice(z, top)), 2, "plank")
    wall.clear((slice(u + 1, end - 1), slice(0, 6), slice(z + 1, top - 1)))
    wall.paint((slice(u + 1, end - 1), slice(3, 4), slice(z + 1, top - 1)), "white", 0.9)
    for left in range(u + 1, end - 1, 5):
        for bottom in range(z + 1, top - 1, 4):
            pane = (slice(left, left + 4), slice(3, 4), slice(bottom, min(bottom + 3, top - 1)))
            wall.clear(pane)
    if "open" not in style:
        glow = 0.55 * (np.arange(SIDE)[None, None, :] - z) / height + 0.35 * wall.soft + 0.15 * wall.fine
        empty = np.zeros(wall.grid.shape, bool)
        empty[u + 1 : end - 1, 2, z + 1 : top - 1] = True
        wall.paint(empty, "glass", glow)
    wall.wood((slice(u - 1, end + 1), slice(3, 7), slice(z - 1, z + 1)), 0, "plank")
    if "shutters" in style:
        hang_shutters(wall, u, end, z, top)
    if "box" in style:
        plant_box(wall, u, end, z)


def hang_shutters(wall: Canvas, u: int, end: int, z: int, top: int) -> None:
    """Hang two shutters with slats beside a window."""
    for left in (u - 5, end + 1):
        wall.paint((slice(left, left + 4), slice(4, 6), slice(z, top)), "paint", 0.3 + 0.3 * wall.fine)
        wall.clear((slice(left + 1, left + 3), slice(5, 6), slice(z + 1, top - 1)))
        slats = (slice(left + 1, left + 3), slice(5, 6), slice(z + 1, top - 1, 2))
        wall.paint(slats, "paint", 0.65 + 0.3 * wall.fine)


def plant_box(wall: Canvas, u: int, end: int, z: int) -> None:
    """Hang a box of flowers under a window."""
    wall.wood((slice(u, end), slice(4, 8), slice(z - 4, z - 1)), 0, "plank")
    for layer, low in ((z - 1, 0.15), (z, 0.4), (z + 1, 0.75)):
        leaves = np.zeros(wall.grid.shape, bool)
        leaves[u:end, 5:8, layer] = wall.fine[u:end, 5:8, layer] > low
        wall.paint(leaves, "leaf", 0.4 + 0.5 * wall.fine)
        chance = wall.fine[..., ::-1]
        for order, name in enumerate(("red", "pink", "white")):
            wall.paint(leaves & (chance > 0.35 + 0.2 * order) & (chance < 0.5 + 0.2 * order), name)
    hang = np.zeros(wall.grid.shape, bool)
    hang[u:end, 8, z - 3 : z] = wall.fine[u:end, 8, z - 3 : z] > 0.72
    wall.paint(hang, "leaf", 0.5 * wall.fine + 0.4)


def hang_door(wall: Canvas, u: int) -> None:
    """Set a boarded door with iron bands into a frame, a step before it and a lantern beside it."""
    wall.wood((slice(u - 2, u + 9), slice(3, 6), slice(FLOOR - 1, 31)), 2)
    wall.clear((slice(u, u + 7), slice(2, 6), slice(FLOOR, 29)))
    boards = 0.35 + 0.5 * scatter(np.arange(SIDE)[:, None, None] // 2, 1)
    wall.paint((slice(u, u + 7), slice(3, 4), slice(FLOOR, 29)), "paint", boards + 0.2 * wall.grain[2])
    for z in (15, 25):
        wall.paint((slice(u, u + 6), slice(4, 5), slice(z, z + 1)), "iron", wall.fine)
    wall.paint((slice(u + 5, u + 6), slice(4, 5), slice(20, 22)), "gold", 0.3)
    wall.paint((slice(u + 2, u + 5), slice(3, 4), slice(23, 24)), "gold", wall.fine)
    wall.paint((slice(u - 2, u + 9), slice(4, 10), slice(FLOOR - 1, FLOOR)), "path", 0.3 + 0.5 * wall.fine)
    for z0, z1, name in ((24, 25, "iron"), (25, 28, "gold"), (28, 29, "iron")):
        wall.paint((slice(u + 10, u + 12), slice(6, 8), slice(z0, z1)), name, 0.4 + 0.6 * wall.fine)
    wall.paint((slice(u + 10, u + 11), slice(4, 7), slice(29, 30)), "iron", 0.5)
