"""Solid cells (x, y, z) bool in, a number of boxes out that no filling can do with fewer of."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

Flags = npt.NDArray[np.bool_]

_OCTANTS = [(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
_CORNERS = 8
"""Of a box."""


def fewest_boxes(solid: Flags) -> int:
    """Count corners that boxes must have.

    At a lattice point the solid ones of the eight cells around it are shared out among boxes, each of which has one of
    them, two beside each other, four in a square, or all. A box that has one has a corner there. However they are
    shared out, some must have one; a box has eight corners.

    Parameters
    ----------
    solid : (x, y, z) bool

    Returns
    -------
    int
        0 if nothing is solid.
    """
    padded = np.pad(solid, 1)
    x, y, z = (side - 1 for side in padded.shape)
    around = np.zeros((x, y, z), np.uint8)
    for bit, (i, j, k) in enumerate(_OCTANTS):
        around |= padded[i : i + x, j : j + y, k : k + z].view(np.uint8) << np.uint8(bit)
    counts = np.bincount(around.reshape(-1), minlength=256)
    corners = int((counts * np.array([_least_corners(cells) for cells in range(256)])).sum())
    return max(-(-corners // _CORNERS), int(solid.any()))


def _pieces() -> list[int]:
    """The sets of octants that a box can have at a point, as bits."""
    found = []
    for held in range(1, 256):
        cells = [octant for bit, octant in enumerate(_OCTANTS) if held >> bit & 1]
        spans = [{cell[axis] for cell in cells} for axis in range(3)]
        if len(cells) == len(spans[0]) * len(spans[1]) * len(spans[2]):
            found.append(held)
    return found


_PIECES = _pieces()


@cache
def _least_corners(cells: int) -> int:
    """The fewest octants that boxes of one have, of all ways to share these out."""
    if not cells:
        return 0
    first = cells & -cells
    fits = [piece for piece in _PIECES if piece & first and not piece & ~cells]
    return min(_least_corners(cells & ~piece) + (piece.bit_count() == 1) for piece in fits)
