"""A `Model` and its `Look` in, coarser models out whose cells are 2, 4, 8 .. cells of it wide.

Cells of a level are counted from the model's pivot: the cell k of level n has the cells k * 2^n to (k + 1) * 2^n - 1 of
the full model along each axis, seen from the pivot. So a level lies on the full model if it is placed by its own pivot
and made 2^n times as large, however it is turned, and the cells of each level are 2 x 2 x 2 cells of the one before.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .. import directions
from ..mesh.exposure import visible_faces
from ..mesh.volume import volume_of_cells
from ..voxels.look import Look
from ..voxels.model import Model
from .blocks import Blocks, Ints, blocks_of
from .colors import Seen, block_colors
from .filling import filled_blocks
from .options import LevelOptions


@dataclass(frozen=True, eq=False)
class Level:
    """A coarser model."""

    model: Model
    """Its pivot is where the pivot of the full model is."""
    factor: int
    """Cells of the full model along a side of one of its own."""

    @property
    def error(self) -> float:
        """How far its surface may lie from the full one's where that is half a cell thick or more, in voxels of it."""
        return float(self.factor)


def levels_of(model: Model, look: Look, options: LevelOptions | None = None) -> tuple[Level, ...]:
    """Make the levels of detail of a model.

    Each is made of the full model, not of the one before, so that what gets lost does not add up. Sealed cavities count
    as filled, since nobody sees into them; cells of other models that touch this one are left out of account, so that
    each level is closed.

    Parameters
    ----------
    model : Model
    look : Look
        Which palette indices one can look through.
    options : LevelOptions, optional

    Returns
    -------
    tuple of Level
        The coarser ones only, from fine to coarse; fewer than asked for where a level would have no cell, or no fewer
        cells than the one before.

    Raises
    ------
    LimitError
        If the model reaches too far.
    """
    options = options or LevelOptions()
    if not model.voxels:
        return ()
    fine = _Fine(model, look)
    made: list[Level] = []
    cells = model.voxels
    for number in range(1, options.levels + 1):
        coarse = fine.coarse(2**number, options)
        if not 0 < coarse.voxels < cells:
            break
        cells = coarse.voxels
        made.append(Level(coarse, 2**number))
    return tuple(made)


def level_of(model: Model, look: Look, factor: int, options: LevelOptions | None = None) -> Model:
    """Make one coarser model, which may be empty; `factor` is 1 or more and need be no power of two."""
    return _Fine(model, look).coarse(factor, options or LevelOptions()) if model.voxels else model


class _Fine:
    """A model as all its levels need it."""

    def __init__(self, model: Model, look: Look) -> None:
        self._model = model
        low = model.positions.min(axis=0).astype(np.int64)
        positions = model.positions.astype(np.int64) - low
        self._corner: Ints = low - np.array(model.pivot, np.int64)
        volume = volume_of_cells(positions, model.indices, look.transparent)
        self._depth = volume.shape[2]
        faces = visible_faces(volume, "remove")
        self._solid = faces.solid if volume.clear is None else faces.solid | volume.clear
        cells = faces.cells(np.arange(len(faces)))
        direction = faces.planes.direction[faces.plane]
        ahead = cells + directions.NORMAL[direction].T
        shape = np.array(volume.shape)[:, None]
        inside = ((ahead >= 0) & (ahead < shape)).all(axis=0)
        in_air = np.ones(len(faces), np.bool_)
        in_air[inside] = volume.colors(*ahead[:, inside]) == 0
        corner = self._corner[:, None]
        self._seen = Seen(cells + corner, direction, faces.color, in_air, positions.T + corner, model.indices)

    def coarse(self, factor: int, options: LevelOptions) -> Model:
        """Make the model of a level."""
        blocks, silhouettes = blocks_of(self._solid, self._depth, self._corner, factor)
        filled = filled_blocks(blocks, silhouettes, options)
        colors = block_colors(blocks, filled, self._seen)
        return _model(self._model, blocks, filled, colors)


def _model(fine: Model, blocks: Blocks, filled: npt.NDArray[np.bool_], colors: npt.NDArray[np.uint8]) -> Model:
    """The filled blocks as a model whose pivot is that of the fine one."""
    pivot, size = np.array(fine.pivot, np.int64), np.array(fine.size, np.int64)
    middle = -(-pivot // blocks.factor)
    # As many cells as the size has: one more than twice the pivot, or as many as that.
    highest = (size - 1 - pivot) // blocks.factor
    x, y, z = (2 * middle + (highest >= middle)).tolist()
    positions = (blocks.places[:, filled] + (blocks.low + middle)[:, None]).T
    small = max(x, y, z) <= np.iinfo(np.uint8).max + 1
    return Model((x, y, z), positions.astype(np.uint8 if small else np.int32), colors)
