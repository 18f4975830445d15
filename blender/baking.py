"""A painted mesh and new arrays for its voxels in; the arrays with room for what is painted, and their pixels, out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import bpy
import numpy as np
import numpy.typing as npt

from ..core import directions
from ..core.arrays import grouped
from ..core.mesh.mesh import Mesh
from ..core.texture.margins import Margins
from ..core.texture.packing import pack
from ..core.texture.projection import TEXTURED, texel_axes
from ..core.texture.ragged import spread
from .cells import covered, found_in
from .face_images import pixel_at
from .mixing import shown_cells, surface_of, texels_at
from .positions import Matrix, around_pivot
from .record import digest
from .sheet import Atlas, Pictures, Pixels, colored, maps_of

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class _Paint:
    """What a user painted, by parts of sides of voxels, one for each texel that a side has in the new mesh."""

    polygon: Ints
    """(n,) int64 of the new mesh."""
    place: Ints
    """(n, 2) int64 (u, v) in the plane of its polygon, in texels."""
    pixels: Mapping[str, Pixels]
    """(n, 4) of each kind of image, as the old mesh shows them."""
    number: Ints
    """(n,) int64: equal for parts that look equal in all images."""
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

    Where parts of sides that are to look different share a texel, polygons get a tile of their own. Where the new
    texels are larger than the old ones, they show what is in their middle.

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
    tables : mapping of str to (256, 4) or (256, 256, 4)
        What each image shows for palette indices, and maybe for shares of the sky.
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
        # All that share a texel now look the same.
        atlas.pixels[kind][texel[:, 1], texel[:, 0]] = values
        _repeat_borders(atlas.pixels[kind], boxes, _margins(source))
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
    new = covered(around_pivot(source)[source.triangles])
    match = found_in(cells.place, new.place)
    new_cells = np.flatnonzero(match >= 0)
    cell, polygon = match[new_cells], source.triangle_polygon[new.triangle[new_cells]].astype(np.int64)
    # Half a unit up the middle of a side is the lattice point below it.
    lattice = (new.place[new_cells, 1:] // 2) + np.array(source.size, np.int64) // 2
    scale = source.projection.scale
    steps = np.stack(np.meshgrid(np.arange(scale), np.arange(scale)), axis=2).reshape(-1, 2)
    place = (scale * source.in_plane(lattice, polygon)[:, None] + steps).reshape(-1, 2)
    step = np.tile(2 * steps + 1 - scale, (len(new_cells), 1))
    cell, polygon = (np.repeat(values, len(steps)) for values in (cell, polygon))
    texel = _texel_of(source, polygon, place)
    # Elsewhere another polygon shows the side.
    shows = np.flatnonzero(source.atlas[texel[:, 1], texel[:, 0]])
    cell, polygon, place, step, texel = (values[shows] for values in (cell, polygon, place, step, texel))
    middle = scale * cells.place[cell, 1:] + _in_space(source, polygon, step)
    seen = texels_at(old, cells.triangle[cell], cells.place[cell, 0] // 2, middle, 2 * scale)
    plain = plain_atlas(source, tables).pixels
    pixels, differs = {}, np.zeros(len(cell), np.bool_)
    for kind, picture in maps_of(image).items():
        values = pictures.pixels(picture)
        if kind in tables and values.dtype == tables[kind].dtype:
            pixels[kind] = values[pixel_at(seen, values)]
            differs |= (pixels[kind] != plain[kind][texel[:, 1], texel[:, 0]]).any(axis=1)
    return _Paint(polygon, place, pixels, _numbered(pixels, len(cell)), differs)


def _in_space(source: Mesh, polygon: Ints, step: Ints) -> Ints:
    """(n, 3) int64: steps (n, 2) along the columns and rows of polygons."""
    direction, here = source.polygon_direction[polygon], np.arange(len(polygon))
    away = np.zeros((len(polygon), 3), np.int64)
    away[here, directions.U_AXIS[direction]], away[here, directions.V_AXIS[direction]] = step.T
    return away


def _numbered(pixels: Mapping[str, Pixels], count: int) -> Ints:
    """(n,) int64: a number for each combination of pixels."""
    number = np.zeros(count, np.int64)
    for values in pixels.values():
        for column in np.ascontiguousarray(values).view(np.uint32).reshape(count, -1).T:
            number = grouped(number << 32 | column).number.astype(np.int64)
    return number


def _texel_of(source: Mesh, polygon: Ints, place: Ints) -> Ints:
    """(n, 2) int64 column and row of the texel at (u, v), in texels, in the planes of polygons."""
    offset = source.projection.offset[polygon].astype(np.int64)
    axes = texel_axes()[source.projection.symmetry[polygon]].astype(np.int64)
    # A texel reaches from its place up; turned, it may reach down.
    turned = np.einsum("nij,nj->ni", axes, place) + axes.sum(axis=2).clip(max=0)
    return np.where(source.projection.is_single[polygon][:, None], offset, turned + offset)


def _margins(source: Mesh) -> Margins:
    return Margins(source.options.border, source.options.align)


def _texels(source: Mesh, paint: _Paint) -> Ints:
    return _texel_of(source, paint.polygon, paint.place)


def _crowded(texel: Ints, source: Mesh, paint: _Paint) -> Flags:
    """(n,) bool: parts that share a texel with one that is to look different."""
    place = texel[:, 1] * source.atlas.shape[1] + texel[:, 0]
    low, high = np.full(source.atlas.size, np.iinfo(np.int64).max), np.full(source.atlas.size, -1)
    np.minimum.at(low, place, paint.number)
    np.maximum.at(high, place, paint.number)
    return (low != high)[place]


def _boxes(source: Mesh, polygon: Ints) -> Ints:
    """(n, 5) int64 column, row, width and height of the texels of polygons, borders left out, and texels of a side."""
    low, high = _extent(source, polygon)
    single = source.projection.is_single[polygon][:, None]
    scale = np.where(single, 1, source.projection.scale)
    ends = np.stack([_texel_of(source, polygon, place) for place in (low, high - 1)])
    lowest, highest = ends.min(axis=0), ends.max(axis=0)
    return np.concatenate([lowest, highest - lowest + 1, scale], axis=1)


def _extent(source: Mesh, polygon: Ints) -> tuple[Ints, Ints]:
    """Lowest and highest point (u, v) of polygons, in texels, (n, 2) int64 both."""
    low, high = (source.in_plane(points[polygon], polygon) for points in source.polygon_boxes())
    return source.projection.scale * low, source.projection.scale * high


def _with_room(source: Mesh, own: Ints) -> Mesh:
    """Give some polygons tiles of their own above the atlas, with the palette indices that they show."""
    if not len(own):
        return source
    low, high = _extent(source, own)
    size, margins = high - low, _margins(source)
    before = margins.before(np.full((len(own), 1), source.projection.scale))
    wide = margins.padded(size, before)
    positions, width, height = pack(*wide.T)
    above = source.atlas.shape[0]
    atlas = np.zeros((above + height, max(source.atlas.shape[1], width)), np.uint8)
    atlas[:above, : source.atlas.shape[1]] = source.atlas
    offset, color, symmetry = (getattr(source.projection, name).copy() for name in ("offset", "color", "symmetry"))
    offset[own] = positions + before + (0, above) - low
    color[own], symmetry[own] = TEXTURED, 0
    projection = replace(source.projection, offset=offset, color=color, symmetry=symmetry)
    counts = replace(
        source.counts,
        texels=atlas.size,
        texels_used=source.counts.texels_used + int(wide.prod(axis=1).sum()),
        tiles=None if source.counts.tiles is None else source.counts.tiles + len(own),
    )
    roomy = replace(source, atlas=atlas, projection=projection, counts=counts)
    which, step = spread(size.prod(axis=1))
    place = low[which] + np.stack([step % size[which, 0], step // size[which, 0]], axis=1)
    column, row = _texel_of(source, own[which], place).T
    to_column, to_row = _texel_of(roomy, own[which], place).T
    atlas[to_row, to_column] = source.atlas[row, column]
    _repeat_borders(atlas, _boxes(roomy, own), margins)
    return roomy


def _repeat_borders(pixels: Pixels, boxes: Ints, margins: Margins) -> None:
    """Repeat the outermost texels of boxes, as `_boxes` lists them, around them."""
    before = margins.before(boxes[:, 4:])
    wide = margins.padded(boxes[:, 2:4], before)
    which, step = spread(wide.prod(axis=1))
    place = np.stack([step % wide[which, 0], step // wide[which, 0]], axis=1) - before[which]
    inside = boxes[which, :2] + place.clip(0, boxes[which, 2:4] - 1)
    place += boxes[which, :2]
    pixels[place[:, 1], place[:, 0]] = pixels[inside[:, 1], inside[:, 0]]
