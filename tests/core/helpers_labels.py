"""Counts of merged polygons from labelled images, quick enough for real models: grids in, numbers out.

Holes come from the patterns of 2x2 cells (Gray 1971, "Local properties of binary images in two dimensions"), chords
from labelled runs of points, the most of them that do not touch from scipy's matching.
"""

from __future__ import annotations

from collections import Counter

import helpers_mesh as oracle
import numpy as np
from scipy import ndimage, sparse
from scipy.sparse import csgraph


def labelled_counts(grid: np.ndarray, interior: str, keys: np.ndarray | None = None) -> dict[str, int]:
    """Counts of all planes and what the modes make of them.

    Planes, faces, polygons, corners and holes; vertices (the corner points); triangles of modes ``polygons`` and
    ``watertight``; rectangles of the smallest partition.
    """
    total: Counter[str] = Counter(planes=0, faces=0, polygons=0, corners=0, holes=0, rectangles=0)
    turning, straight = [np.zeros(0, int)], [np.zeros(0, int)]
    numbers = np.arange(np.prod(np.add(grid.shape, 1))).reshape(np.add(grid.shape, 1))
    for direction, plane, image in oracle.visible_planes(grid, interior, keys):
        filled, crossed = patterns(image)
        total.update(planes=1, **image_counts(image))
        points = oracle.layers(numbers, direction)[plane]
        turning.append(points[(filled % 2 == 1) | crossed])
        straight.append(points[(filled == 2) & ~crossed])
    vertices = np.unique(np.concatenate(turning))
    triangles = total["corners"] + 2 * total["holes"] - 2 * total["polygons"]
    total["watertight"] = triangles + int(np.isin(np.concatenate(straight), vertices).sum())
    return {**total, "vertices": len(vertices), "triangles": triangles}


def patterns(image: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """For each lattice point how many of its four cells are filled, and whether they are two that touch there only."""
    padded = np.pad(image, 1).astype(np.int8)
    quarters = padded[:-1, :-1], padded[1:, :-1], padded[:-1, 1:], padded[1:, 1:]
    filled = sum(quarters)
    return filled, (filled == 2) & (quarters[0] == quarters[3])


def image_counts(image: np.ndarray) -> dict[str, int]:
    """Faces, polygons, corners, holes and rectangles of one plane."""
    filled, crossed = patterns(image)
    outward, inward = int((filled == 1).sum()) + 2 * int(crossed.sum()), int((filled == 3).sum())
    polygons = int(ndimage.label(image)[1])
    holes = polygons - (outward - inward) // 4
    chords = most_chords(np.pad(image, 1), filled == 3)
    return {
        "faces": int(image.sum()),
        "polygons": polygons,
        "corners": outward + inward,
        "holes": holes,
        "rectangles": (outward + inward) // 2 + holes - polygons - chords,
    }


def most_chords(padded: np.ndarray, inward: np.ndarray) -> int:
    """As many straight cuts between two inward corners as there can be without two of them touching."""
    if np.count_nonzero(inward) < 2:
        return 0
    # Edges along an axis run between two filled cells; a chord is a run of them between inward corners.
    runs = [
        _runs(padded[1:-1, :-1] & padded[1:-1, 1:], inward),
        _runs((padded[:-1, 1:-1] & padded[1:, 1:-1]).T, inward.T),
    ]
    along, across = (np.array(r, int).reshape(-1, 3) for r in runs)
    (u0, u1, v), (v0, v1, u) = along.T[:, :, None], across.T[:, None, :]
    touch = (u0 <= u) & (u <= u1) & (v0 <= v) & (v <= v1)
    matched = csgraph.maximum_bipartite_matching(sparse.csr_array(touch), perm_type="column") if touch.any() else [-1]
    return len(along) + len(across) - int(np.count_nonzero(np.asarray(matched) >= 0))


def _runs(edges: np.ndarray, inward: np.ndarray) -> list[tuple[int, int, int]]:
    """First and last point along the first axis, and line, of each run of unit edges between two inward corners.

    Edge (k, line) runs from point (k, line) to point (k + 1, line); both count points from the first filled cell on.
    """
    labels, _ = ndimage.label(edges, [[0, 1, 0], [0, 1, 0], [0, 1, 0]])
    found = []
    for place in ndimage.find_objects(labels):
        first, last, line = place[0].start, place[0].stop, place[1].start
        if inward[first, line] and inward[last, line]:
            found.append((first, last, line))
    return found
