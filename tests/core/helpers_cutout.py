"""Exact answers for planes of few cells by trying everything: cells as bits of whole numbers in, least costs out."""

from __future__ import annotations

import itertools
from functools import cache

import numpy as np


@cache
def boxes_in(rows: int, columns: int) -> tuple[tuple[int, int], ...]:
    """Cells, as a number whose bit row * columns + column stands for each, and area of all rectangles."""
    spans = [[(a, b) for a in range(n) for b in range(a + 1, n + 1)] for n in (rows, columns)]
    return tuple(
        (sum(1 << r * columns + c for r in range(a, b) for c in range(p, q)), (b - a) * (q - p))
        for (a, b), (p, q) in itertools.product(*spans)
    )


def least_costs(rows: int, columns: int, price: int) -> list[int]:
    """By the cells to be covered: the least of rectangles times price and their areas."""
    boxes = boxes_in(rows, columns)
    least = [0] * (1 << rows * columns)
    for wanted in range(1, len(least)):
        first = wanted & -wanted
        least[wanted] = min(least[wanted & ~cells] + price + area for cells, area in boxes if cells & first)
    return least


def least_areas(image: np.ndarray) -> list[int]:
    """The least area of one rectangle, of two and so on that cover an image, until more of them are of no use."""
    rows, columns = image.shape
    boxes = boxes_in(rows, columns)
    everything = sum(1 << int(cell) for cell in np.flatnonzero(image))
    found: list[int] = []
    reached = {0: 0}
    while not found or found[-1] > everything.bit_count():
        following: dict[int, int] = {}
        for covered, area in reached.items():
            left = everything & ~covered
            first = left & -left
            for cells, more in boxes:
                if cells & first or not left:
                    both = covered | cells & everything
                    following[both] = min(following.get(both, 1 << 30), area + more * bool(left))
        reached = following
        found.append(reached.get(everything, 1 << 30))
    return found
