"""Visible faces with polygon, cell and color, (F,) each, in; the colour or the tile of each polygon, (P,), out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .projection import TEXTURED
from .tiles import Tiles, cut_tiles

Ints = npt.NDArray[np.int64]

CLEAR = 0
"""The palette index of texels that show nothing."""


@dataclass(frozen=True)
class ClearCells:
    """Cells of polygons that show nothing; all (n,) int64."""

    polygon: Ints
    column: Ints
    row: Ints


@dataclass(frozen=True)
class Painted:
    """The colours of all faces of a model, one texel a face, not yet laid out."""

    color: npt.NDArray[np.int16]
    """(P,) int16 palette index of polygons of one colour, else `TEXTURED`."""
    tiles: Tiles
    """One for each of the T polygons of several colours, or for all, in their order."""
    corner: npt.NDArray[np.int32]
    """(T, 2) int32: the lattice point (u, v) of each tile's lowest corner."""
    own: bool = False
    """Polygons of one colour have tiles too."""

    @property
    def textured(self) -> Ints:
        """(T,) int64: the polygons that have tiles."""
        return np.arange(len(self.color)) if self.own else np.flatnonzero(self.color == TEXTURED)


def paint(
    polygon: npt.NDArray[np.int32],
    column: npt.NDArray[np.int32],
    row: npt.NDArray[np.int32],
    color: npt.NDArray[np.uint8],
    polygon_count: int,
    clear: ClearCells | None = None,
    *,
    own: bool = False,
) -> Painted:
    """Collect the colours of polygons.

    A polygon of several colours gets a tile, the bounding box of its faces; texels of the box outside the polygon take
    the colour of the nearest face.

    Parameters
    ----------
    polygon : (F,) int32
        The polygon of each face, 0 to P - 1, in any order; each polygon has at least one face.
    column, row : (F,) int32
        The cell (u, v) of each face in its polygon's plane; no two faces of a polygon share a cell.
    color : (F,) uint8
        Palette index of each face.
    polygon_count : int
        P.
    clear : ClearCells, optional
        Where polygons show nothing; they have tiles, and `CLEAR` there. None of them is a face of its polygon.
    own : bool
        Give polygons of one colour tiles as well.

    Returns
    -------
    Painted

    Raises
    ------
    LimitError
        If the tiles hold more than 2^28 texels.
    """
    single = np.zeros(polygon_count, np.int16)
    single[polygon] = color
    several = np.zeros(polygon_count, np.bool_)
    several[polygon[color != single[polygon]]] = True
    if clear is not None:
        several[clear.polygon] = True
    single[several] = TEXTURED
    if own:
        several[:] = True
    tile = (np.cumsum(several) - 1).astype(np.int32)
    face = np.flatnonzero(several[polygon])
    if not len(face):
        return Painted(single, no_tiles(), np.zeros((0, 2), np.int32), own)
    tiles, corner = cut_tiles(tile[polygon[face]], column[face], row[face], color[face])
    if clear is not None:
        owner = tile[clear.polygon]
        across, along = clear.column - corner[owner, 0], clear.row - corner[owner, 1]
        tiles.texels[tiles.start[owner] + along * tiles.width[owner] + across] = CLEAR
    return Painted(single, tiles, corner, own)


def no_tiles() -> Tiles:
    """An empty list of tiles."""
    none = np.zeros(0, np.int64)
    return Tiles(none, none, none, np.zeros(0, np.uint8))
