"""A painted mesh and new arrays for its voxels in; the arrays with room for what is painted, and their pixels, out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import bpy
import numpy as np
import numpy.typing as npt

from ..core.mesh.mesh import Mesh
from ..core.texture.packing import pack
from ..core.texture.projection import TEXTURED
from ..core.texture.ragged import spread
from .cells import covered, found_in
from .mixing import pixel_at, shown_cells, surface_of, texels_in
from .positions import Matrix, around_pivot
from .record import digest
from .sheet import Atlas, Pictures, Pixels, colored, maps_of

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class _Paint:
    """What a user painted, by sides of voxels that polygons of a new mesh show."""

    polygon: Ints
    """(n,) int64 of the new mesh."""
    place: Ints
    """(n, 2) int64 (u, v) of the side in the plane of its polygon."""
    pixels: Mapping[str, Pixels]
    """(n, 4) of each kind of image, as the old mesh shows them."""
    number: Ints
    """(n,) int64: equal for sides that look equal in all images."""
    differs: Flags
    """(n,) bool: it is not what the palette gives."""


def baked(
    mesh: bpy.types.Mesh,
    matrix: Matrix,
    source: Mesh,
    image: bpy.types.Image,
    tables: Mapping[str, Pixels],
    pictures: Pictures,
) -> tuple[Mesh, Atlas]:
    """Bake what a user painted on a mesh over into the layout of another one, texel by texel.

    Where sides of voxels that are to look different share a texel, polygons get a tile of their own.

    Parameters
    ----------
    mesh : bpy.types.Mesh
        With its old geometry.
    matrix : (4, 3) float64
        Takes lattice points to its positions.
    source : Mesh
        The new one.
    image : bpy.types.Image
        Of the mesh's colors.
    tables : mapping of str to (256, 4)
        What each image shows for palette indices.
    pictures : Pictures

    Returns
    -------
    Mesh, Atlas
    """
    paint = _paint(mesh, matrix, source, image, tables, pictures)
    own = np.unique(paint.polygon[paint.differs & _crowded(_texels(source, paint), source, paint)])
    roomy = _with_room(source, own)
    atlas = plain_atlas(roomy, tables)
    texel = _texels(roomy, paint)
    boxes = np.unique(_boxes(roomy, np.unique(paint.polygon[paint.differs])), axis=0)
    for kind, values in paint.pixels.items():
        # All sides that share a texel now look the same.
        atlas.pixels[kind][texel[:, 1], texel[:, 0]] = values
        _repeat_borders(atlas.pixels[kind], boxes, source.options.border)
    return roomy, atlas


def plain_atlas(source: Mesh, tables: Mapping[str, Pixels]) -> Atlas:
    """What images show for a mesh that nobody painted."""
    pixels = {kind: colored(source, kind, table) for kind, table in tables.items()}
    return Atlas(pixels, {kind: digest(part) for kind, part in pixels.items()}, source.counts.texels_used)


def _paint(
    mesh: bpy.types.Mesh,
    matrix: Matrix,
    source: Mesh,
    image: bpy.types.Image,
    tables: Mapping[str, Pixels],
    pictures: Pictures,
) -> _Paint:
    """Look what the old mesh shows where the new one has sides of voxels."""
    old = surface_of(mesh, matrix, pictures)
    cells = shown_cells(old)
    middle = texels_in(old, cells)
    new = covered(around_pivot(source)[source.triangles])
    polygon = source.triangle_polygon[new.triangle].astype(np.int64)
    # Half a unit up the middle of a side is the lattice point below it.
    place = source.in_plane((new.place[:, 1:] // 2) + np.array(source.size, np.int64) // 2, polygon)
    index = source.atlas[tuple(_texel_of(source, polygon, place).T[::-1])]
    match = np.where(index > 0, found_in(cells.place, new.place), -1)
    known = np.flatnonzero(match >= 0)
    cell, polygon, place, index = match[known], polygon[known], place[known], index[known]
    pixels, differs = {}, np.zeros(len(cell), np.bool_)
    for kind, picture in maps_of(image).items():
        values = pictures.pixels(picture)
        if kind in tables and values.dtype == tables[kind].dtype:
            pixels[kind] = values[pixel_at(middle[cell], values)]
            differs |= (pixels[kind] != tables[kind][index]).any(axis=1)
    looks = [values.view(np.uint8).reshape(len(cell), -1) for values in map(np.ascontiguousarray, pixels.values())]
    number = np.unique(np.concatenate(looks, axis=1), axis=0, return_inverse=True)[1].reshape(-1)
    return _Paint(polygon, place, pixels, number.astype(np.int64), differs)


def _texel_of(source: Mesh, polygon: Ints, place: Ints) -> Ints:
    """(n, 2) int64 column and row of the texel of sides (u, v) in the planes of polygons."""
    offset = source.projection.offset[polygon].astype(np.int64)
    return np.where(source.projection.is_flat[polygon][:, None], offset, place + offset)


def _texels(source: Mesh, paint: _Paint) -> Ints:
    return _texel_of(source, paint.polygon, paint.place)


def _crowded(texel: Ints, source: Mesh, paint: _Paint) -> Flags:
    """(n,) bool: sides that share a texel with one that is to look different."""
    place = texel[:, 1] * source.atlas.shape[1] + texel[:, 0]
    low, high = np.full(source.atlas.size, np.iinfo(np.int64).max), np.full(source.atlas.size, -1)
    np.minimum.at(low, place, paint.number)
    np.maximum.at(high, place, paint.number)
    return (low != high)[place]


def _boxes(source: Mesh, polygon: Ints) -> Ints:
    """(n, 4) int64 column, row, width and height of the texels of polygons, borders left out."""
    low, high = (source.in_plane(points[polygon], polygon) for points in source.polygon_boxes())
    flat = source.projection.is_flat[polygon][:, None]
    return np.concatenate([_texel_of(source, polygon, low), np.where(flat, 1, high - low)], axis=1)


def _with_room(source: Mesh, own: Ints) -> Mesh:
    """Give some polygons tiles of their own above the atlas, with the palette indices that they show."""
    if not len(own):
        return source
    low, high = (source.in_plane(points[own], own) for points in source.polygon_boxes())
    size, border = high - low, source.options.border
    positions, width, height = pack(*(size + 2 * border).T)
    above = source.atlas.shape[0]
    atlas = np.zeros((above + height, max(source.atlas.shape[1], width)), np.uint8)
    atlas[:above, : source.atlas.shape[1]] = source.atlas
    offset, color = source.projection.offset.copy(), source.projection.color.copy()
    offset[own] = positions + border + (0, above) - low
    color[own] = TEXTURED
    projection = replace(source.projection, offset=offset, color=color)
    counts = replace(
        source.counts,
        texels=atlas.size,
        texels_used=source.counts.texels_used + int((size + 2 * border).prod(axis=1).sum()),
        tiles=None if source.counts.tiles is None else source.counts.tiles + len(own),
    )
    roomy = replace(source, atlas=atlas, projection=projection, counts=counts)
    which, step = spread(size.prod(axis=1))
    place = low[which] + np.stack([step % size[which, 0], step // size[which, 0]], axis=1)
    column, row = _texel_of(source, own[which], place).T
    to_column, to_row = _texel_of(roomy, own[which], place).T
    atlas[to_row, to_column] = source.atlas[row, column]
    _repeat_borders(atlas, _boxes(roomy, own), border)
    return roomy


def _repeat_borders(pixels: Pixels, boxes: Ints, border: int) -> None:
    """Repeat the outermost texels of boxes, column, row, width and height, around them."""
    wide = boxes[:, 2:] + 2 * border
    which, step = spread(wide.prod(axis=1))
    place = np.stack([step % wide[which, 0], step // wide[which, 0]], axis=1) - border
    inside = boxes[which, :2] + place.clip(0, boxes[which, 2:] - 1)
    place += boxes[which, :2]
    pixels[place[:, 1], place[:, 0]] = pixels[inside[:, 1], inside[:, 0]]
