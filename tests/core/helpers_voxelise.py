"""Triangles of simple shapes, and slow counts of what voxelising must give, which share no step with it."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product
from math import ceil, floor

import numpy as np
from trivox.core.voxelise import Paint, Triangles, Voxelised, VoxeliseOptions, voxelise

Cells = set[tuple[int, int, int]]


def triangles(corners: np.ndarray, material: np.ndarray | None = None, **more: np.ndarray) -> Triangles:
    """Make triangles of one paint."""
    corners = np.ascontiguousarray(corners, dtype=np.float64)
    return Triangles(corners, np.zeros(len(corners), np.int32) if material is None else material, **more)


def voxels(corners: np.ndarray, paints: list[Paint] | None = None, **options: object) -> Voxelised:
    """Voxelise triangles, white where nothing else is said; voxels of 1 where no size is."""
    if not {"voxels", "voxel_size"} & options.keys():
        options["voxel_size"] = 1.0
    return voxelise(triangles(corners), paints or [Paint()], VoxeliseOptions(**options))


def cells_of(made: Voxelised) -> Cells:
    """The filled cells of a lattice through (0, 0, 0)."""
    low = np.rint(made.origin / made.voxel_size).astype(int)
    return set(map(tuple, (made.model.positions.astype(int) + low).tolist()))


def cells(corners: np.ndarray, **options: object) -> Cells:
    """The cells that triangles fill."""
    return cells_of(voxels(corners, **options))


def box(low: tuple[float, ...], high: tuple[float, ...]) -> np.ndarray:
    """The 12 triangles of a box, facing outwards."""
    corner = np.array(list(product(*zip(low, high, strict=True))), float)
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return corner[[corners for a, b, c, d in quads for corners in ((a, b, c), (a, c, d))]]


def wound(grid: np.ndarray) -> np.ndarray:
    """Triangles of a closed grid of points, (m, n, 3), that goes around both ways."""
    next_row, next_column = np.roll(grid, -1, axis=0), np.roll(grid, -1, axis=1)
    both = np.roll(next_row, -1, axis=1)
    halves = [np.stack((grid, next_row, both), axis=2), np.stack((grid, both, next_column), axis=2)]
    return np.concatenate([half.reshape(-1, 3, 3) for half in halves])


def torus(large: float, small: float, segments: int = 32) -> np.ndarray:
    """A torus around the z axis, facing outwards."""
    around, across = np.meshgrid(*[np.arange(segments) * (2 * np.pi / segments)] * 2, indexing="ij")
    reach = large + small * np.cos(across)
    return wound(np.stack((reach * np.cos(around), reach * np.sin(around), small * np.sin(across)), axis=2))


def ball(radius: float, center: tuple[float, ...] = (0, 0, 0), times: int = 3) -> np.ndarray:
    """An octahedron, its triangles cut in four several times and blown up to a ball; facing outwards."""
    axis = np.eye(3)
    signs = list(product((1, -1), repeat=3))
    faces = np.array([[x * axis[0], y * axis[1], z * axis[2]][:: x * y * z] for x, y, z in signs])
    for _time in range(times):
        a, b, c = faces[:, 0], faces[:, 1], faces[:, 2]
        ab, bc, ca = a + b, b + c, c + a
        quarters = [(a, ab / 2, ca / 2), (ab / 2, b, bc / 2), (ca / 2, bc / 2, c), (ab / 2, bc / 2, ca / 2)]
        faces = np.concatenate([np.stack(quarter, axis=1) for quarter in quarters])
    faces = faces / np.linalg.norm(faces, axis=2, keepdims=True)
    return faces * radius + np.array(center)


def turn(seed: int) -> np.ndarray:
    """A random rotation."""
    q, _r = np.linalg.qr(np.random.default_rng(seed).normal(size=(3, 3)))
    return q * np.sign(np.linalg.det(q))


def symmetries() -> list[np.ndarray]:
    """The 48 rotations and mirrors of a lattice, as matrices."""
    return [
        np.eye(3)[list(order)] * np.array(signs)[:, None]
        for order in permutations(range(3))
        for signs in product((1, -1), repeat=3)
    ]


def moved(corners: np.ndarray, matrix: np.ndarray) -> np.ndarray:
    """Triangles turned or mirrored, facing the same side of the surface as before."""
    result = corners @ matrix.T
    return result if np.linalg.det(matrix) > 0 else result[:, [0, 2, 1]]


def winding(corners: np.ndarray, points: np.ndarray) -> np.ndarray:
    """How often triangles go around points, by solid angles on the unit ball: L'Huilier's formula."""
    result = []
    for some in np.array_split(points, len(points) * len(corners) // 100_000 + 1):
        away = corners - some[:, None, None]
        a, b, c = np.moveaxis(away / np.linalg.norm(away, axis=3, keepdims=True), 2, 0)
        x, y, z = (2 * np.arcsin(np.clip(np.linalg.norm(p - q, axis=2) / 2, 0, 1)) for p, q in ((b, c), (c, a), (a, b)))
        s = (x + y + z) / 2
        inner = np.tan(s / 2) * np.tan((s - x) / 2) * np.tan((s - y) / 2) * np.tan((s - z) / 2)
        area = 4 * np.arctan(np.sqrt(np.maximum(inner, 0)))
        result.append((area * np.sign((a * np.cross(b, c)).sum(axis=2))).sum(axis=1) / (4 * np.pi))
    return np.concatenate(result)


def lattice_box(corners: np.ndarray) -> Cells:
    """The cells of the box around triangles and one more on each side."""
    low, high = np.floor(corners.min((0, 1))).astype(int) - 1, np.ceil(corners.max((0, 1))).astype(int) + 1
    return set(product(*(range(a, b) for a, b in zip(low.tolist(), high.tolist(), strict=True))))


Polygon = list[tuple[Fraction, ...]]


def clipped(polygon: Polygon, axis: int, limit: Fraction, side: int) -> Polygon:
    """What of a polygon is on one side of a plane (Sutherland and Hodgman)."""
    result: Polygon = []
    for here, there in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        a, b = (here[axis] - limit) * side, (there[axis] - limit) * side
        if a >= 0:
            result.append(here)
        if (a > 0 > b) or (a < 0 < b):
            share = a / (a - b)
            result.append(tuple(p + share * (q - p) for p, q in zip(here, there, strict=True)))
    return result


def reached(corners: np.ndarray) -> Cells:
    """The cells inside which a triangle has a point, their faces left away: it is cut axis by axis."""
    parts = {(): [tuple(Fraction(value) for value in corner) for corner in corners.tolist()]}
    for axis in range(3):
        finer = {}
        for before, polygon in parts.items():
            along = [point[axis] for point in polygon]
            for low in range(floor(min(along)), floor(max(along)) + 1):
                if part := clipped(clipped(polygon, axis, Fraction(low), 1), axis, Fraction(low + 1), -1):
                    finer[(*before, low)] = part
        parts = finer
    middles = {
        cell: [sum(values) / len(polygon) for values in zip(*polygon, strict=True)] for cell, polygon in parts.items()
    }
    return {
        cell
        for cell, middle in middles.items()
        if all(low < value < low + 1 for low, value in zip(cell, middle, strict=True))
    }


def across_centers(corners: np.ndarray) -> tuple[Cells, Cells]:
    """The cells in which a triangle crosses a line from face to face through the center: surely, or by a border."""
    a, b, c = ([Fraction(value) for value in corner] for corner in corners.tolist())
    surely, perhaps = set(), set()
    lows, highs = np.floor(corners.min(axis=0)).astype(int) - 1, np.ceil(corners.max(axis=0)).astype(int) + 1
    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        for column, row in product(range(lows[u], highs[u]), range(lows[v], highs[v])):
            x, y = Fraction(2 * column + 1, 2), Fraction(2 * row + 1, 2)
            parts = [(q[u] - p[u]) * (y - p[v]) - (q[v] - p[v]) * (x - p[u]) for p, q in ((b, c), (c, a), (a, b))]
            area = sum(parts)
            if area == 0 or min(part / area for part in parts) < 0:
                continue
            shares = [part / area for part in parts]
            height = sum(share * corner[axis] for share, corner in zip(shares, (a, b, c), strict=True))
            for depth in {floor(height), ceil(height) - 1}:
                cell = tuple({axis: depth, u: column, v: row}[each] for each in range(3))
                perhaps.add(cell)
                if min(shares) > 0 and depth < height < depth + 1:
                    surely.add(cell)
    return surely, perhaps
