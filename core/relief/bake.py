"""A `Model` in, what is seen of it from one of the six directions out: a `Relief` of heights and colours; and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .. import directions
from ..errors import LimitError
from ..voxels.model import Model

Ints = npt.NDArray[np.int64]

MAX_TEXELS = 1 << 26
"""Of one side."""
DISTANCE = 12.0
"""How many of a model's longest sides away its reliefs stand for it; docs/relief.md has what was measured."""


@dataclass(frozen=True, eq=False)
class Relief:
    """What is seen of a model along one axis, as a picture on that side of the box around it, with heights inward."""

    side: int
    """Direction to which it looks, into the table of `directions`."""
    origin: tuple[int, int, int]
    """Lattice point of the model: the low corner of the box."""
    depth: int
    """Cells of the box along the side's plane axis."""
    heights: npt.NDArray[np.uint16]
    """(h, w) uint16: cells from the far side of the box to what is seen, 1 to depth; 0 where nothing is. Row 0 is where
    v is least, columns go along u."""
    indices: npt.NDArray[np.uint8]
    """(h, w) uint8 palette indices; 0 where nothing is."""
    distance: float = 0.0
    """Cells from the middle of the box from which on it may stand for the model."""
    scale: int = 1
    """Cells that a texel is wide, and that a step of the heights is high."""

    @property
    def size(self) -> tuple[int, int, int]:
        """Cells of the box along x, y, z."""
        size = [0, 0, 0]
        height, width = self.heights.shape
        for axes, length in ((directions.U_AXIS, width), (directions.V_AXIS, height), (directions.AXIS, self.depth)):
            size[axes[self.side]] = length * self.scale
        return size[0], size[1], size[2]


def bake(model: Model, side: int) -> Relief:
    """Look at a model from one side.

    Parameters
    ----------
    model : Model
        Every voxel counts, glass too; there must be some.
    side : int
        0 to 5, into the table of `directions`.

    Returns
    -------
    Relief

    Raises
    ------
    LimitError
        If the picture would have more than `MAX_TEXELS` texels, or heights of more than 16 bits.
    """
    low, high = model.box
    axis, u, v = (int(axes[side]) for axes in (directions.AXIS, directions.U_AXIS, directions.V_AXIS))
    size: Ints = high - low
    width, height, depth = int(size[u]), int(size[v]), int(size[axis])
    if width * height > MAX_TEXELS or depth > np.iinfo(np.uint16).max:
        raise LimitError(f"a picture of {width:,} x {height:,} texels, {depth:,} deep, is too large; split the model")
    cells = model.positions.astype(np.int64) - low
    level = cells[:, axis] + 1 if directions.SIGN[side] > 0 else depth - cells[:, axis]
    texel = cells[:, v] * width + cells[:, u]
    heights = np.zeros(width * height, np.int64)
    np.maximum.at(heights, texel, level)
    seen = level == heights[texel]
    indices = np.zeros(width * height, np.uint8)
    indices[texel[seen]] = model.indices[seen]
    x, y, z = low.tolist()
    shape = height, width
    return Relief(
        side,
        (x, y, z),
        depth,
        heights.astype(np.uint16).reshape(shape),
        indices.reshape(shape),
        suggested_distance(size),
    )


def suggested_distance(size: Sequence[int] | Ints) -> float:
    """Say from where on reliefs may stand for a model.

    Parameters
    ----------
    size : (3,) integers
        Cells of the box around it.

    Returns
    -------
    float
        Cells from the middle of the box.
    """
    return DISTANCE * float(max(size))


def surface_cells(relief: Relief) -> tuple[Ints, npt.NDArray[np.uint8]]:
    """Say which cells a relief shows.

    Parameters
    ----------
    relief : Relief
        Of scale 1.

    Returns
    -------
    cells : (n, 3) int64
    indices : (n,) uint8
        In order of rows.
    """
    v, u = np.nonzero(relief.heights)
    level = relief.heights[v, u].astype(np.int64)
    cells = np.empty((len(v), 3), np.int64)
    cells[:, directions.U_AXIS[relief.side]] = u
    cells[:, directions.V_AXIS[relief.side]] = v
    upward = directions.SIGN[relief.side] > 0
    cells[:, directions.AXIS[relief.side]] = level - 1 if upward else relief.depth - level
    return cells + np.array(relief.origin, np.int64), relief.indices[v, u]


def hull(reliefs: Sequence[Relief]) -> npt.NDArray[np.bool_]:
    """Find the solid that several sides of one box make together: what none of them sees past.

    Parameters
    ----------
    reliefs : sequence of Relief
        Of one model, of scale 1.

    Returns
    -------
    (x, y, z) bool
        Cells of the box.
    """
    solid = np.ones(reliefs[0].size, np.bool_)
    for relief in reliefs:
        side = relief.side
        order = (directions.V_AXIS[side], directions.U_AXIS[side], directions.AXIS[side])
        along = np.arange(relief.depth)
        level = along + 1 if directions.SIGN[side] > 0 else relief.depth - along
        view = solid.transpose(*order)
        view &= level <= relief.heights[..., None]
    return solid
