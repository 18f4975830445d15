"""Values of parts of faces (n, k, k) and the texture of their polygons in, an array (H, W) beside the atlas out."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .drawing import Blocks, draw
from .layouts import Texture
from .margins import Margins
from .projection import texel_axes
from .tiles import cut_tiles

Ints = npt.NDArray[np.int64]


def lay_beside(
    values: npt.NDArray[np.uint8], polygon: Ints, column: Ints, row: Ints, texture: Texture, margins: Margins
) -> npt.NDArray[np.uint8]:
    """Lay values out as the colours are.

    Parameters
    ----------
    values : (n, k, k) uint8
        Of the k x k parts of each face, by row and column; k is the scale of the texture.
    polygon, column, row : (n,) int64
        The polygon of each face and its cell (u, v) in the polygon's plane; each polygon has at least one face.
    texture : Texture
        In which each of the P polygons has a tile of its own.
    margins : Margins
        With which it was laid out.

    Returns
    -------
    (H, W) uint8
        Borders and texels of tiles that no face has take the nearest value; 255 is where no tile is.
    """
    beside = np.full(texture.atlas.shape, 255, np.uint8)
    if not len(polygon):
        return beside
    scale = texture.projection.scale
    part_row, part_column = np.divmod(np.arange(scale * scale), scale)
    parts = scale * column[:, None] + part_column, scale * row[:, None] + part_row
    across, up = _turned(*parts, texture.projection.symmetry[polygon])
    owner = np.repeat(polygon, scale * scale).astype(np.int32)
    tiles, corner = cut_tiles(owner, across.reshape(-1), up.reshape(-1), values.reshape(-1))
    before = margins.before(np.full(len(tiles.width), scale))
    width, height = margins.padded(tiles.width, before), margins.padded(tiles.height, before)
    position = texture.projection.offset.astype(np.int64) + corner - before[:, None]
    upright = np.zeros(len(before), np.bool_)
    draw(tiles, Blocks(position, width, height, before, np.ones_like(before), upright), beside)
    return beside


def _turned(
    column: Ints, row: Ints, symmetry: npt.NDArray[np.uint8]
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Columns and rows of parts, (n, m) each, as the faces (n,) are turned."""
    across, up = column.astype(np.int32), row.astype(np.int32)
    turned = np.flatnonzero(symmetry)
    if len(turned):
        # In halves of parts, for it is their middles that are turned.
        middle = 2 * np.stack([column[turned], row[turned]]) + 1
        across[turned], up[turned] = np.einsum("nij,jnm->inm", texel_axes()[symmetry[turned]], middle) // 2
    return across, up
