"""Visible faces with polygon, cell and color, (F,) each, in; the colour or the tile of each polygon, (P,), out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from .projection import TEXTURED
from .ragged import batches, spread
from .tiles import Tiles, cut_tiles

Ints = npt.NDArray[np.int64]

CLEAR = 0
"""The palette index of texels that show nothing."""


Hiding = Callable[[Ints, Ints, Ints, npt.NDArray[np.uint8]], npt.NDArray[np.uint8]]
"""Polygons, columns, rows of places without a face and the nearest colour of each in, (n,); better colours out."""


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

    def texel(
        self,
        tile: npt.NDArray[np.integer[Any]],
        column: npt.NDArray[np.integer[Any]],
        row: npt.NDArray[np.integer[Any]],
    ) -> Ints:
        """Where in the tiles' texels the cells (column, row) of planes are, (n,) each."""
        along = row - self.corner[tile, 1]
        index: Ints = self.tiles.start[tile] + along * self.tiles.width[tile] + column - self.corner[tile, 0]
        return index


def paint(
    polygon: npt.NDArray[np.int32],
    column: npt.NDArray[np.int32],
    row: npt.NDArray[np.int32],
    color: npt.NDArray[np.uint8],
    polygon_count: int,
    clear: ClearCells | None = None,
    hiding: Hiding | None = None,
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
    hiding : callable, optional
        What to paint the other places of tiles with that are no faces.
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
    painted = Painted(single, *cut_tiles(tile[polygon[face]], column[face], row[face], color[face]), own)
    texels = painted.tiles.texels
    if clear is not None:
        texels[painted.texel(tile[clear.polygon], clear.column, clear.row)] = CLEAR
    if hiding is not None:
        gap = texels != CLEAR
        gap[painted.texel(tile[polygon[face]], column[face], row[face])] = False
        _hide(painted, gap, hiding)
    return painted


def _hide(painted: Painted, gap: npt.NDArray[np.bool_], hiding: Hiding) -> None:
    """Paint those texels of polygons of several colours that are gaps."""
    tiles, polygon = painted.tiles, painted.textured
    several = painted.color[polygon] == TEXTURED
    area = tiles.width * tiles.height
    for part in batches(area):
        tile, place = spread(area[part])
        tile += part.start
        chosen = np.flatnonzero(gap[tiles.start[tile] + place] & several[tile])
        tile, place = tile[chosen], place[chosen]
        row, column = np.divmod(place, tiles.width[tile])
        column, row = column + painted.corner[tile, 0], row + painted.corner[tile, 1]
        texel = tiles.start[tile] + place
        tiles.texels[texel] = hiding(polygon[tile], column, row, tiles.texels[texel])


def no_tiles() -> Tiles:
    """An empty list of tiles."""
    none = np.zeros(0, np.int64)
    return Tiles(none, none, none, np.zeros(0, np.uint8))
