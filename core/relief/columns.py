"""Heights (h, w) and palette indices (h, w) of one or two sides in, a `Model` of columns out that stores what is seen.

A pixel's column reaches from the back's height below the middle plane to the front's above it. Of it is stored what a
neighbour does not hide: from the lowest height of its four neighbours up. Beyond the picture there is nothing, so its
border reaches to the base.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..arrays import concatenated_ranges
from ..borders import require_array
from ..errors import LimitError
from ..voxels.model import Model

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]

MAX_VOXELS = 1 << 25
"""Voxels of a relief; each takes some 60 bytes while it is made."""


def relief_model(
    heights: npt.NDArray[np.integer[Any]],
    indices: Bytes,
    back: tuple[npt.NDArray[np.integer[Any]], Bytes] | None = None,
    *,
    shell: str = "closed",
    upright: bool = False,
) -> Model:
    """Make columns of voxels of whole heights.

    Parameters
    ----------
    heights : (h, w) integers
        Voxels above the middle plane, 0 where nothing is; row 0 is the top row.
    indices : (h, w) uint8
        Palette index of each column, 1 to 255 where there is one.
    back : (heights, indices), optional
        The same of the other side, as it is seen from there: turned over like a page. Voxels of it lie below the
        middle plane, and it may be there where the front is not.
    shell : str
        One of `options.SHELLS`; nothing is below a relief of one side, so that only there ``open`` leaves
        something away: the voxels of the base.
    upright : bool
        Let the picture look to -y instead of +z.

    Returns
    -------
    Model
        As large as what is there, of one cell if that is nothing. The picture's columns go along x, its rows, from
        the last to the first, along y, or along z if it stands.

    Raises
    ------
    LimitError
        If it would have more than `MAX_VOXELS` voxels.
    OptionError
        If the arrays are of other shapes or types.
    """
    top, front = _laid(heights, indices)
    bottom, behind = (np.zeros_like(top), front) if back is None else _laid(back[0][:, ::-1], back[1][:, ::-1])
    require_array(bottom, "the back's heights", top.shape, "iu")
    starts, counts = _ranges(top, bottom, shell, base=back is not None or shell == "closed")
    total = int(counts.sum())
    if total > MAX_VOXELS:
        raise LimitError(
            f"the relief would have {total:,} voxels, more than {MAX_VOXELS:,}; choose less depth or a smaller picture"
        )
    owner, level = concatenated_ranges(starts.ravel(), counts.ravel())
    pixel = owner // 2
    colors = np.where(level >= 0, front.ravel()[pixel], behind.ravel()[pixel])
    return _model(pixel, level, colors, (top, bottom), upright=upright)


def _laid(heights: npt.NDArray[np.integer[Any]], indices: Bytes) -> tuple[Ints, Bytes]:
    """(w, h) arrays of a picture's rows from the last to the first, by column."""
    require_array(heights, "the heights", (None, None), "iu", least=0)
    require_array(indices, "the colours", heights.shape, "u", np.uint8)
    return heights[::-1].T.astype(np.int64), np.ascontiguousarray(indices[::-1].T)


def _ranges(top: Ints, bottom: Ints, shell: str, *, base: bool) -> tuple[Ints, Ints]:
    """First level and count (w, h, 2) of the two runs of each column: that which is seen from below, and from above."""
    if shell == "solid":
        starts = np.stack((-bottom, top), axis=-1)
        return starts, np.stack((top + bottom, np.zeros_like(top)), axis=-1)
    # A column ends at its own last voxel, or where the neighbour does that reaches least far.
    upper = np.maximum(np.minimum(_least(top), top - 1), -bottom)
    lower = np.minimum(np.maximum(-_least(bottom), 1 - bottom), top)
    there = top + bottom > 0
    low_count = np.where(there, lower + bottom, 0) if base else np.zeros_like(top)
    upper = np.maximum(upper, low_count - bottom)
    return np.stack((-bottom, upper), axis=-1), np.stack((low_count, np.where(there, top - upper, 0)), axis=-1)


def _least(heights: Ints) -> Ints:
    """The lowest of each cell's four neighbours; beyond the border there is nothing."""
    around = np.pad(heights, 1)
    sides = around[2:, 1:-1], around[:-2, 1:-1], around[1:-1, 2:], around[1:-1, :-2]
    least: Ints = np.minimum.reduce(sides)
    return least


def _model(pixel: Ints, level: Ints, colors: Bytes, heights: tuple[Ints, Ints], *, upright: bool) -> Model:
    """Cells by column and level as a model."""
    (wide, high), up, down = heights[0].shape, *(int(own.max(initial=0)) for own in heights)
    deep = max(up + down, 1)
    x, y, z = pixel // high, pixel % high, level + down
    size = wide, high, deep
    if upright:
        # A quarter turn around x, which lets what looked up look to -y.
        y, z = deep - 1 - z, y
        size = wide, deep, high
        order = np.lexsort((z, y, x))
        x, y, z, colors = x[order], y[order], z[order], colors[order]
    kind = np.uint8 if max(size) <= np.iinfo(np.uint8).max + 1 else np.int32
    return Model(size, np.stack((x, y, z), axis=1).astype(kind), colors)
