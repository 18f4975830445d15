"""Grids in; what a smooth surface of them must be, counted another way and slowly, out."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np

CORNERS = list(itertools.product((0, 1), repeat=3))


def model_of(grid: np.ndarray):
    from trivox.core import Model

    return Model.from_grid(np.ascontiguousarray(grid, np.uint8))


def apart(cases: np.ndarray) -> np.ndarray:
    """Put many small grids (n, x, y, z) into one, with two empty cells between any two."""
    count = len(cases)
    rows = -(-count // 256)
    sides = np.array(cases.shape[1:]) + 2
    grid = np.zeros((rows * sides[0], 16 * sides[1], 16 * sides[2]), np.uint8)
    for number, case in enumerate(cases):
        at = np.array([number // 256, number // 16 % 16, number % 16]) * sides
        grid[tuple(slice(start, start + side) for start, side in zip(at, case.shape, strict=True))] = case
    return grid


def filled_pieces(corners: dict[tuple[int, ...], bool], *, joined: bool) -> int:
    """How many pieces the filled corners of a point, an edge, a square or a cube are within it."""
    left, pieces = {corner for corner, filled in corners.items() if filled}, 0
    while left:
        pieces += 1
        front = [left.pop()]
        while front:
            one = front.pop()
            near = [other for other in left if hangs_together(one, other, corners, joined)]
            left -= set(near)
            front += near
    return pieces


def hangs_together(one, other, corners, joined: bool) -> bool:
    differ = [axis for axis in range(len(one)) if one[axis] != other[axis]]
    if len(differ) < 2:
        return True
    if len(differ) > 2 or not joined:
        return False
    swapped = list(one)
    swapped[differ[0]] = other[differ[0]]
    opposite = list(other)
    opposite[differ[0]] = one[differ[0]]
    # If a third one is filled they hang together through it anyhow.
    return not corners[tuple(swapped)] and not corners[tuple(opposite)]


def euler(grid: np.ndarray, *, joined: bool) -> int:
    """The Euler characteristic of the surface around filled cells: twice that of the body, by inclusion and exclusion.

    The body is covered by cubes between the centers of cells, and what it has in each cube, in the squares, edges and
    points that cubes share, are pieces without holes.
    """
    filled = np.pad(grid != 0, 1)
    body = 0
    for cell in np.ndindex(*(side - 1 for side in filled.shape)):
        for axes in itertools.chain.from_iterable(itertools.combinations(range(3), size) for size in range(4)):
            corners = {}
            for step in itertools.product((0, 1), repeat=len(axes)):
                at = list(cell)
                for axis, one in zip(axes, step, strict=True):
                    at[axis] += one
                corners[step] = bool(filled[tuple(at)])
            body += (-1) ** (3 - len(axes)) * filled_pieces(corners, joined=joined)
    return 2 * body


def euler_of(mesh) -> int:
    """The same of a mesh, by sets."""
    edges = {frozenset(side) for triangle in mesh.triangles.tolist() for side in itertools.combinations(triangle, 2)}
    return len(mesh.vertices) - len(edges) + len(mesh.triangles)


def assert_closed(mesh) -> None:
    """Every edge runs once each way; the triangles around every vertex are one circle. By dictionaries."""
    after: dict[int, dict[int, int]] = {}
    sides: Counter[tuple[int, int]] = Counter()
    for a, b, c in mesh.triangles.tolist():
        for one, two, three in ((a, b, c), (b, c, a), (c, a, b)):
            sides[one, two] += 1
            assert two not in after.setdefault(one, {})
            after[one][two] = three
    assert set(sides.values()) <= {1} and all((two, one) in sides for one, two in sides)
    assert set(after) == set(range(len(mesh.vertices)))
    for circle in after.values():
        start = at = next(iter(circle))
        steps = 0
        while steps == 0 or at != start:
            at, steps = circle[at], steps + 1
        assert steps == len(circle)


def volume(vertices: np.ndarray, triangles: np.ndarray) -> float:
    a, b, c = (vertices[triangles[:, k]].astype(float) for k in range(3))
    return float((a * np.cross(b, c)).sum() / 6)


def area(vertices: np.ndarray, triangles: np.ndarray) -> float:
    a, b, c = (vertices[triangles[:, k]].astype(float) for k in range(3))
    return float(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2)


def rows(points: np.ndarray) -> set[tuple[float, ...]]:
    return {tuple(row) for row in np.round(points.astype(float), 4).tolist()}


def ambiguous(grid: np.ndarray) -> bool:
    """Whether four cells around some edge are filled by turns."""
    filled = np.pad(grid != 0, 1)
    for axis in range(3):
        turned = np.moveaxis(filled, axis, 0)
        a, b, c, d = turned[:, :-1, :-1], turned[:, 1:, :-1], turned[:, 1:, 1:], turned[:, :-1, 1:]
        if ((a == c) & (b == d) & (a != b)).any():
            return True
    return False
