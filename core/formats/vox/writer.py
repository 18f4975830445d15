"""Dense grids, (x, y, z) uint8, and a palette, (256, 4) uint8 -> a .vox file, written with pyvox."""

from __future__ import annotations

import os
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ...errors import LimitError
from .records import LARGEST_SIDE


def write_vox(
    path: str | os.PathLike[str],
    grids: Sequence[npt.NDArray[np.uint8]],
    palette: npt.NDArray[np.uint8],
) -> None:
    """Write models as MagicaVoxel reads them; for small models: pyvox has one object for each voxel.

    Parameters
    ----------
    path : path
        The file to write.
    grids : sequence of (x, y, z) uint8
        Palette index of each cell, 0 where it is empty; at most 256 cells a side.
    palette : (256, 4) uint8
        sRGB and alpha by palette index; entry 0 is not written.

    Raises
    ------
    LimitError
        If a grid has no cells or more than 256 along a side.
    """
    from pyvox.models import Color, Model, Size, Vox, Voxel
    from pyvox.writer import VoxWriter

    models = []
    for grid in grids:
        if not all(0 < side <= LARGEST_SIDE for side in grid.shape):
            raise LimitError(
                f"a model of {grid.shape} cells does not fit a .vox file: 1 to {LARGEST_SIDE} cells a side"
            )
        filled = np.stack(np.nonzero(grid), axis=-1)
        cells = np.column_stack((filled, grid[tuple(filled.T)])).tolist()
        models.append(Model(Size(*grid.shape), [Voxel(*cell) for cell in cells]))
    # pyvox writes the list as it stands, and a file's entry i is the colour of index i + 1.
    colors = [Color(*color) for color in np.roll(palette, -1, axis=0).tolist()]
    VoxWriter(os.fspath(path), Vox(models, colors)).write()
