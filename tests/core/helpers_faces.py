"""Visible faces of voxels by a dictionary of cells, and which triangle shows a point of them; shares no code with core.

Everything is in voxels, and up is z.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

import numpy as np

Cell = tuple[int, int, int]
STEPS = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]
OFFSETS = [(0.013, -0.027), (0.417, 0.389), (-0.421, 0.401), (0.393, -0.431), (-0.407, -0.443)]
"""Where faces are looked at, from the middle; no edge between lattice points that are near goes through one."""


@dataclass(frozen=True)
class Samples:
    """Points of faces."""

    point: np.ndarray
    """(n, 3) float64"""
    normal: np.ndarray
    """(n, 3) int64"""
    index: np.ndarray
    """(n,) int64: palette index of the cell behind each."""
    faces: int


def samples(cells: Mapping[Cell, int], transparent: Collection[int] = ()) -> Samples:
    """Points of all faces that can be seen of the cells of one object, those of cavities too."""
    rows = []
    for cell, index in cells.items():
        for step in STEPS:
            other = cells.get((cell[0] + step[0], cell[1] + step[1], cell[2] + step[2]), 0)
            if not other or (other in transparent and other != index):
                rows.append((*cell, *step, index))
    return samples_of(np.array(rows, np.int64).reshape(-1, 7))


def samples_of(faces: np.ndarray) -> Samples:
    """Points of faces, (n, 7) int64: cell, normal and palette index."""
    cell, normal, index = faces[:, :3], faces[:, 3:6], faces[:, 6]
    middle = cell + 0.5 + normal / 2
    axis = np.abs(normal).argmax(axis=1)
    points = []
    for first, second in OFFSETS:
        away = np.zeros((len(faces), 3))
        away[np.arange(len(faces)), (axis + 1) % 3] = first
        away[np.arange(len(faces)), (axis + 2) % 3] = second
        points.append(middle + away)
    times = len(OFFSETS)
    return Samples(np.concatenate(points), np.tile(normal, (times, 1)), np.tile(index, times), len(faces))


def together(parts: Iterable[Samples]) -> Samples:
    """The points of several objects."""
    parts = list(parts)
    return Samples(
        np.concatenate([part.point for part in parts]),
        np.concatenate([part.normal for part in parts]),
        np.concatenate([part.index for part in parts]),
        sum(part.faces for part in parts),
    )


def hits(triangles: np.ndarray, wanted: Samples) -> tuple[np.ndarray, np.ndarray]:
    """Find the triangle, (n,) int64, that shows each point, and its weights there, (n, 3) float64.

    Each point must lie on exactly one triangle that looks where its face looks, and the triangles, (T, 3, 3) float64,
    counter-clockwise seen from outside, must be as large as all faces.
    """
    one, two, three = triangles.transpose(1, 0, 2)
    area = np.cross(two - one, three - one)
    np.testing.assert_allclose(np.linalg.norm(area, axis=1).sum() / 2, wanted.faces, rtol=1e-4)
    normal = area / np.linalg.norm(area, axis=1, keepdims=True)
    away = wanted.point[:, None] - one
    there = (np.abs((away * normal).sum(axis=2)) < 1e-3) & (wanted.normal @ normal.T > 0.99)
    sides = [np.cross(b - a, wanted.point[:, None] - a) for a, b in ((two, three), (three, one), (one, two))]
    weights = np.stack([(side * area).sum(axis=2) / (area * area).sum(axis=1) for side in sides], axis=2)
    there &= (weights >= -1e-6).all(axis=2)
    assert (there.sum(axis=1) == 1).all()
    found = there.argmax(axis=1)
    return found, weights[np.arange(len(found)), found]


def rotation_of(byte: int) -> np.ndarray | None:
    """(3, 3) int64: the orientation that MagicaVoxel writes as a byte, or None."""
    columns = [byte & 3, byte >> 2 & 3]
    if 3 in columns or columns[0] == columns[1]:
        return None
    columns.append(3 - sum(columns))
    turn = np.zeros((3, 3), np.int64)
    for row, column in enumerate(columns):
        turn[row, column] = -1 if byte >> (4 + row) & 1 else 1
    return turn


ORIENTATIONS = {byte: turn for byte in range(128) if (turn := rotation_of(byte)) is not None}
"""All 48, by their bytes."""


def placed(cells: Mapping[Cell, int], size: Cell, turn: np.ndarray, move: Iterable[int]) -> dict[Cell, int]:
    """Cells turned around the middle of their model, rounded down, and moved."""
    pivot = np.array(size) // 2
    found = {}
    for cell, index in cells.items():
        x, y, z = np.floor(turn @ (np.array(cell) + 0.5 - pivot) + np.array(tuple(move))).astype(int).tolist()
        found[x, y, z] = index
    return found


def best_alpha(color: Iterable[float], clear: float) -> int:
    """Of all bytes the one that, mixed, comes nearest to glass that tints, over black and white together."""
    value = np.array([*color][:3]) / 255
    linear = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
    alpha = np.arange(256)[:, None] / 255
    error = 0
    for behind in (0.0, 1.0):
        tinted = (1 - clear) * linear + clear * linear * behind
        error = error + ((alpha * linear + (1 - alpha) * behind - tinted) ** 2).sum(axis=1)
    return max(int(np.argmin(error)), 26)
