"""Which cells of a box a shape fills: a `Shape` and a box (2, 3) in, (x, y, z) bool out.

A cell is filled if its middle is inside or on the surface: if its distance is 0 or less.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ...errors import LimitError
from .shape import Floats, Shape

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

MAX_BOX = 1 << 26
"""Cells of the box in which an edit looks: about 400 along each axis."""
_BLOCK = 8
"""Cells along the side of what is decided at once."""
_CHUNK = 1 << 18
"""Cells whose distances are asked for at once."""


def cell_box(shape: Shape, within: Ints | None = None, reach: float = 0) -> Ints:
    """The cells whose middles can be inside a shape.

    Parameters
    ----------
    shape : Shape
    within : (2, 3) int64, optional
        The lowest lattice point and the highest beyond which no cell is wanted.
    reach : float
        How far around the shape cells are wanted too.

    Returns
    -------
    (2, 3) int64
        Lowest and highest lattice point; equal along some axis if there is no such cell.

    Raises
    ------
    LimitError
        If there are more than `MAX_BOX` such cells.
    """
    ends = np.stack([np.ceil(shape.low - reach - 0.5), np.floor(shape.high + reach - 0.5) + 1])
    if within is not None:
        ends = np.clip(ends, within[0], within[1])
    ends[1] = np.maximum(ends[0], ends[1])
    sides = ends[1] - ends[0]
    # Of floats, for what is too large may be too large for whole numbers.
    if not sides.prod() <= MAX_BOX or not np.abs(ends).max() < 1 << 30:
        size = " x ".join(f"{side:,.0f}" for side in sides)
        raise LimitError(f"the shape reaches over {size} cells, more than {MAX_BOX:,} or too far away; make it smaller")
    found: Ints = ends.astype(np.int64)
    return found


def filled_cells(shape: Shape, box: Ints) -> Flags:
    """Tell which cells a shape fills.

    If the shape tells its Lipschitz bound, blocks of 8 cells along a side are looked at first: where the distance of
    a block's middle is greater than it can change within the block, all its cells are alike.

    Parameters
    ----------
    shape : Shape
    box : (2, 3) int64
        Lowest and highest lattice point.

    Returns
    -------
    (x, y, z) bool
    """
    size = box[1] - box[0]
    filled = np.zeros(tuple(size), np.bool_)
    if not filled.size:
        return filled
    if shape.lipschitz is None:
        filled[...] = distances(shape, box) <= 0
        return filled
    blocks = -(-size // _BLOCK)
    corner = np.stack(np.unravel_index(np.arange(int(blocks.prod())), tuple(blocks)), axis=1) * _BLOCK
    distance = _distances(shape, corner + box[0], _BLOCK / 2)
    # From the middle of a block to the middle of the cell in its corner.
    slack = shape.lipschitz * np.sqrt(3) * (_BLOCK - 1) / 2 + 1e-6 * (1 + np.abs(distance))
    whole = corner[distance < -slack]
    for first in _chunks(whole):
        x, y, z = _cells_of_blocks(first, size)
        filled[x, y, z] = True
    for first in _chunks(corner[np.abs(distance) <= slack]):
        x, y, z = _cells_of_blocks(first, size)
        filled[x, y, z] = _distances(shape, np.stack([x, y, z], axis=1) + box[0], 0.5) <= 0
    return filled


def distances(shape: Shape, box: Ints) -> Floats:
    """The distances of the middles of all cells of a box: (x, y, z) float64."""
    size = box[1] - box[0]
    found = np.empty(int(size.prod()), np.float64)
    for first in range(0, len(found), _CHUNK):
        part = np.arange(first, min(first + _CHUNK, len(found)))
        cells = np.stack(np.unravel_index(part, tuple(size)), axis=1)
        found[part] = _distances(shape, cells + box[0], 0.5)
    return found.reshape(tuple(size))


def _chunks(corner: Ints) -> list[Ints]:
    """Blocks, (n, 3), in parts of about `_CHUNK` cells."""
    step = _CHUNK // _BLOCK**3
    return [corner[first : first + step] for first in range(0, len(corner), step)]


def _distances(shape: Shape, cells: Ints, middle: float) -> Floats:
    return shape.at(cells.astype(np.float64) + middle)


def _cells_of_blocks(corner: Ints, size: Ints) -> tuple[Ints, Ints, Ints]:
    """The cells of blocks that lie in the box: x, y, z, (n,) int64 each."""
    place = np.stack(np.unravel_index(np.arange(_BLOCK**3), (_BLOCK,) * 3), axis=1)
    cells = (corner[:, None] + place).reshape(-1, 3)
    x, y, z = cells[(cells < size).all(axis=1)].T
    return x, y, z
