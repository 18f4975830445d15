"""Values of parts of faces (n, k, k) and the texture of their polygons in, an array (H, W) beside the atlas out."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .layouts import Texture
from .margins import Margins
from .projection import texel_axes
from .ragged import batches, spread
from .tiles import Tiles, cut_tiles

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
    _draw(tiles, texture.projection.offset.astype(np.int64) + corner, margins, scale, beside)
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


def _draw(tiles: Tiles, origin: Ints, margins: Margins, scale: int, image: npt.NDArray[np.uint8]) -> None:
    """Copy tiles to their places (T, 2) in an image, with their borders."""
    before = margins.before(np.array([scale]))
    width, height = margins.padded(tiles.width, before), margins.padded(tiles.height, before)
    for part in batches(width * height):
        tile, place = spread((width * height)[part])
        row, column = np.divmod(place, width[part][tile])
        own = [values[part][tile] for values in (tiles.start, tiles.width, tiles.height)]
        inside = np.clip(column - before, 0, own[1] - 1), np.clip(row - before, 0, own[2] - 1)
        left, low = (origin[part][tile] - before).T
        image[low + row, left + column] = tiles.texels[own[0] + inside[1] * own[1] + inside[0]]
