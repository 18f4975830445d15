"""A `Surface` with a page of tiles in; the same with tiles that are turned or mirrored copies stored once out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import directions
from ..texture.packing import pack
from .records import SYMMETRIES, texel_axes
from .surface import TEXTURED, Ints, Surface

_SEED = 2166136261
_BYTES_AT_ONCE = 1 << 24


@dataclass(frozen=True)
class _Tiles:
    """Boxes of a page, each different one once, and what they look like in the form that stands for all eight."""

    symmetry: Ints
    """(n,) int64: turns the tile into that form."""
    form: Ints
    """(n,) int64: equal for tiles that are the same but for a symmetry."""
    pictures: list[npt.NDArray[np.uint8]]
    """The (h, w) texels of each form."""


def share_tiles(surface: Surface) -> Surface:
    """Let polygons whose textures are turned or mirrored copies of each other share one tile.

    Parameters
    ----------
    surface : Surface

    Returns
    -------
    Surface
        With a new page, offsets and symmetries, and the same picture.
    """
    textured = np.flatnonzero(surface.color == TEXTURED)
    if len(textured) == 0:
        return surface
    low, size = plane_boxes(surface, textured)
    start = low + surface.offset[textured]
    boxes, box = np.unique(np.concatenate((start, size), axis=1), axis=0, return_inverse=True)
    box = box.reshape(-1)
    tiles = _forms(surface.page, boxes[:, :2], boxes[:, 2:])
    widths = np.array([picture.shape[1] for picture in tiles.pictures], np.int64)
    heights = np.array([picture.shape[0] for picture in tiles.pictures], np.int64)
    places, width, height = pack(widths, heights)
    page = np.zeros((height, width), np.uint8)
    for (column, row), picture in zip(places.tolist(), tiles.pictures, strict=True):
        page[row : row + picture.shape[0], column : column + picture.shape[1]] = picture
    axes = texel_axes()[tiles.symmetry[box]].astype(np.int64)
    # The turned box reaches below 0 where an axis is negated; that much it is moved back.
    back = -np.minimum(np.einsum("nij,nj->ni", axes, size), 0)
    offset, symmetry = surface.offset.copy(), surface.symmetry.copy()
    offset[textured] = places[tiles.form[box]] + back - np.einsum("nij,nj->ni", axes, low)
    symmetry[textured] = tiles.symmetry[box]
    return replace(surface, page=page, offset=offset, symmetry=symmetry)


def plane_boxes(surface: Surface, polygons: Ints) -> tuple[Ints, Ints]:
    """The boxes of polygons in their planes.

    Parameters
    ----------
    surface : Surface
    polygons : (n,) int64

    Returns
    -------
    low, size : (n, 2) int64
        Lattice point (u, v) of the lowest corner, and cells along u and v.
    """
    low, high = surface.boxes()
    direction = surface.direction[polygons]
    axes = np.stack((directions.U_AXIS[direction], directions.V_AXIS[direction]), axis=1)
    corner = np.take_along_axis(low[polygons], axes, axis=1)
    return corner, np.take_along_axis(high[polygons], axes, axis=1) - corner


def _forms(page: npt.NDArray[np.uint8], start: Ints, size: Ints) -> _Tiles:
    """Bring tiles into the one of their eight pictures that has the lowest hash; wide ones stay wide."""
    symmetry, form = np.zeros(len(start), np.int64), np.zeros(len(start), np.int64)
    pictures: list[npt.NDArray[np.uint8]] = []
    known: dict[bytes, int] = {}
    sides, group = np.unique(size, axis=0, return_inverse=True)
    order = np.argsort(group.reshape(-1), kind="stable")
    ends = np.cumsum(np.bincount(group.reshape(-1), minlength=len(sides)))
    for (width, height), some in zip(sides.tolist(), np.split(order, ends[:-1]), strict=True):
        step = max(_BYTES_AT_ONCE // (SYMMETRIES * 8 * width * height), 1)
        for part in (some[at : at + step] for at in range(0, len(some), step)):
            rows = start[part, 1, None, None] + np.arange(height)[:, None]
            tiles = page[rows, start[part, 0, None, None] + np.arange(width)]
            symmetry[part], chosen = _lowest(tiles)
            shape = chosen.shape[1:]
            for number, picture in zip(part.tolist(), chosen, strict=True):
                key = shape[0].to_bytes(4, "little") + picture.tobytes()
                form[number] = known.setdefault(key, len(pictures))
                if form[number] == len(pictures):
                    pictures.append(picture)
    return _Tiles(symmetry, form, pictures)


def _lowest(tiles: npt.NDArray[np.uint8]) -> tuple[Ints, npt.NDArray[np.uint8]]:
    """(n, h, w) tiles -> the symmetry (n,) of each that gives its lowest hash, and what it looks like then."""
    _, height, width = tiles.shape
    swaps = (0, 1) if width == height else (0,) if width > height else (1,)
    names = [s for s in range(SYMMETRIES) if (s & 1) in swaps]
    turned = [_turned(tiles, s) for s in names]
    weights = np.random.default_rng(_SEED).integers(1, 1 << 62, width * height, dtype=np.int64).astype(np.uint64)
    hashes = np.stack([(t.reshape(len(tiles), -1) * weights).sum(axis=1, dtype=np.uint64) for t in turned])
    best = np.argmin(hashes, axis=0)
    return np.array(names, np.int64)[best], np.stack(turned)[best, np.arange(len(tiles))]


def _turned(tiles: npt.NDArray[np.uint8], symmetry: int) -> npt.NDArray[Any]:
    """What tiles (n, h, w) look like after a symmetry."""
    turned = tiles.transpose(0, 2, 1) if symmetry & 1 else tiles
    return turned[:, :: -1 if symmetry & 4 else 1, :: -1 if symmetry & 2 else 1]
