"""Models and shapes in; models with cells added, taken away or painted, and the box of the cells that changed, out.

Only cells in the shape's box are looked at, and all others are copied in one piece: the cells of a model are sorted, so
those with the x of the box lie side by side.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ...errors import LimitError, OptionError
from ..model import Cells, Model
from ..window import Window, window_of
from .blend import distances_of_cells
from .filling import MAX_BOX, Flags, Ints, cell_box, distances, filled_cells
from .shape import Shape, require_smooth, smooth_minimum

MAX_SMOOTH = 64
"""Voxels that the radius of a fillet may have."""
MAX_LENGTH = 1 << 20
"""Cells along an axis that a model may grow to."""
_BYTE = 256
"""Cells along an axis that a byte can tell apart."""


@dataclass(frozen=True)
class Edited:
    """A model after an edit."""

    model: Model
    moved: tuple[int, int, int]
    """What was at (x, y, z) is at (x, y, z) + moved: 0, or more where cells were added before the first one."""
    touched: npt.NDArray[np.int64] | None
    """(2, 3) int64: lowest and highest lattice point of the cells that changed, in the new model's coordinates; None
    if none did."""


def add(model: Model, shape: Shape, index: int, smooth: float = 0) -> Edited:
    """Fill the cells of a shape that are empty; filled ones keep their colours.

    Parameters
    ----------
    model : Model
    shape : Shape
        In the model's lattice points; where it has no end, the model's size ends it.
    index : int
        Palette index of the new cells, 1 to 255.
    smooth : float
        Radius of the fillet between the shape and the model, in voxels, 0 to 64. Cells are then filled where the
        smooth minimum of both distances is 0 or less; that of the model is the distance to the middle of the nearest
        filled cell, less half a voxel.

    Returns
    -------
    Edited
        Its model is larger if the shape reaches beyond the size.

    Raises
    ------
    LimitError
        If the shape reaches over too many cells.
    OptionError
        If the index or the radius is none.
    """
    _require_index(index)
    require_smooth(smooth)
    if smooth > MAX_SMOOTH:
        raise OptionError(f"smooth is {smooth!r}; it must be {MAX_SMOOTH} voxels at most")
    within = None if shape.is_finite else np.array([(0, 0, 0), model.size], np.int64)
    # Nothing further from the shape than the radius is joined, for the model is half a voxel away from empty cells.
    box = cell_box(shape, within, smooth)
    window = window_of(model, box)
    filled = _filled_smoothly(model, shape, box, smooth) if smooth else filled_cells(shape, box)
    return _changed(window, np.where(filled & (window.grid == 0), np.uint8(index), window.grid))


def carve(model: Model, shape: Shape) -> Edited:
    """Empty the cells of a shape; the model keeps its size.

    Parameters
    ----------
    model : Model
    shape : Shape
        In the model's lattice points.

    Returns
    -------
    Edited
        Its model may have no cells.

    Raises
    ------
    LimitError
        If the shape reaches over too many cells of the model.
    """
    window = window_of(model, _box_of_both(model, shape))
    return _changed(window, np.where(filled_cells(shape, window.box), np.uint8(0), window.grid))


def paint(model: Model, shape: Shape, index: int) -> Edited:
    """Give the filled cells of a shape another colour.

    Parameters
    ----------
    model : Model
    shape : Shape
        In the model's lattice points.
    index : int
        Their palette index, 1 to 255.

    Returns
    -------
    Edited

    Raises
    ------
    LimitError
        If the shape reaches over too many cells of the model.
    OptionError
        If the index is none.
    """
    _require_index(index)
    window = window_of(model, _box_of_both(model, shape))
    painted = filled_cells(shape, window.box) & (window.grid > 0)
    return _changed(window, np.where(painted, np.uint8(index), window.grid))


def around_pivot(edited: Edited, before: Model) -> Edited:
    """Let an edited model grow on both sides alike, so that its pivot stays where it was among the cells.

    Parameters
    ----------
    edited : Edited
    before : Model
        Before the edit.

    Returns
    -------
    Edited
        What is placed by its pivot, as objects and nodes of scenes are, has nothing to move for.
    """
    model, moved = edited.model, np.array(edited.moved, np.int64)
    old, size = np.array(before.size, np.int64), np.array(model.size, np.int64)
    least = np.maximum(moved, size - moved - 2 * (old // 2) - 1)
    # Two sizes have this pivot; the one that is as even as it was, if it is enough.
    wanted = np.maximum(2 * (old // 2 + least) + old % 2, size - moved + least)
    more = least - moved
    if not more.any() and np.array_equal(wanted, size):
        return edited
    small = model.positions.dtype == np.uint8 and wanted.max() <= _BYTE
    blocked = None if model.blocked is None else _shifted(model.blocked, more, np.int32)
    positions = _shifted(model.positions, more, np.uint8 if small else np.int32)
    x, y, z = wanted.tolist()
    grown = Model((x, y, z), positions, model.indices, blocked)
    touched = None if edited.touched is None else edited.touched + more
    return Edited(grown, (int(least[0]), int(least[1]), int(least[2])), touched)


def _require_index(index: int) -> None:
    if isinstance(index, bool) or not isinstance(index, int | np.integer) or not 1 <= index <= 255:
        raise OptionError(f"index is {index!r}; it must be a palette index, a whole number from 1 to 255")


def _box_of_both(model: Model, shape: Shape) -> Ints:
    """The cells of the shape where the model may have some."""
    if not model.voxels:
        return np.zeros((2, 3), np.int64)
    # The size is known; the box around the cells takes longer to find than most edits.
    return cell_box(shape, np.array([(0, 0, 0), model.size], np.int64) if shape.is_finite else model.box)


def _filled_smoothly(model: Model, shape: Shape, box: Ints, smooth: float) -> Flags:
    """Which empty cells the smooth union fills."""
    reach = int(np.ceil(1.25 * smooth)) + 1
    wide = box + np.array([[-reach], [reach]])
    if np.diff(wide, axis=0).prod() > MAX_BOX // 4:
        raise LimitError("the shape with its fillet reaches over too many cells; choose a smaller radius or shape")
    near = distances_of_cells(window_of(model, wide).grid > 0, reach)
    inner = tuple(slice(reach, -reach) for _ in range(3))
    joined: Flags = smooth_minimum(near[inner] - 0.5, distances(shape, box), smooth) <= 0
    return joined


def _changed(window: Window, grid: npt.NDArray[np.uint8]) -> Edited:
    """Put other cells in the window's place."""
    model, changed = window.model, grid != window.grid
    if not changed.any():
        return Edited(model, (0, 0, 0), None)
    touched = _box_of(changed) + window.box[0]
    if np.array_equal(grid != 0, window.grid != 0):
        indices = model.indices.copy()
        slab = indices[window.first : window.end]
        x, y, z = (model.positions[window.first : window.end][window.inside].astype(np.int64) - window.box[0]).T
        slab[window.inside] = grid[x, y, z]
        return Edited(replace(model, indices=indices), (0, 0, 0), touched)
    return _merged(window, grid, touched)


def _box_of(flags: Flags) -> Ints:
    """The lowest and the highest lattice point of the cells that are set; some are."""
    along = [np.flatnonzero(flags.any(axis=others)) for others in ((1, 2), (0, 2), (0, 1))]
    return np.array([[places[0] for places in along], [places[-1] + 1 for places in along]])


def _merged(window: Window, grid: npt.NDArray[np.uint8], touched: Ints) -> Edited:
    """The model with the cells of a grid in its window; it grows if they lie outside of its size."""
    model, old = window.model, np.array(window.model.size, np.int64)
    # What is taken away touches no end.
    moved = -np.minimum(touched[0], 0)
    size = np.maximum(touched[1], old) + moved
    if size.max() > MAX_LENGTH:
        raise LimitError(f"the model would be {int(size.max()):,} cells long; bring the shape nearer to it")
    first, end, kept = window.first, window.end, np.flatnonzero(~window.inside)
    x, y, z = np.nonzero(grid)
    new = np.stack([x, y, z], axis=1) + window.box[0] + moved
    old_cells = _shifted(model.positions[first:end].take(kept, axis=0), moved, np.int32)
    slab = np.concatenate([old_cells, new.astype(np.int32)])
    # Two sorted runs, so that a stable sort only has to merge.
    order = np.argsort((slab[:, 0] * size[1] + slab[:, 1]) * size[2] + slab[:, 2], kind="stable")
    colors = np.concatenate([model.indices[first:end][kept], grid[x, y, z]])
    dtype = np.uint8 if model.positions.dtype == np.uint8 and size.max() <= _BYTE else np.int32
    count = model.voxels - (end - first) + len(order)
    positions: Cells = np.empty((count, 3), dtype)
    after = first + len(order)
    positions[:first] = _shifted(model.positions[:first], moved, dtype)
    positions[first:after] = slab.take(order, axis=0)
    positions[after:] = _shifted(model.positions[end:], moved, dtype)
    indices = np.concatenate([model.indices[:first], colors[order], model.indices[end:]])
    blocked = None if model.blocked is None else _shifted(model.blocked, moved, np.int32)
    whole = Model((int(size[0]), int(size[1]), int(size[2])), positions, indices, blocked)
    return Edited(whole, (int(moved[0]), int(moved[1]), int(moved[2])), touched + moved)


def _shifted(positions: Cells, moved: Ints, dtype: type[np.integer[Any]]) -> Cells:
    """The same cells elsewhere."""
    if not moved.any():
        return positions.astype(dtype, copy=False)
    return (positions.astype(np.int32) + moved.astype(np.int32)).astype(dtype)
