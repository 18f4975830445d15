"""An atlas (H, W), the boxes in it that are in use, and new tiles in; an atlas with these beside the old ones out."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ..arrays import distinct
from ..mesh.mesh import Mesh
from ..mesh.options import BLOCK, MeshOptions
from ..texture import AtlasLayout, Margins, Painted, Projection

Ints = npt.NDArray[np.int64]
Boxes = npt.NDArray[np.int32]
"""(n, 4) int32: left, bottom, right and top, in texels."""

LEAST_USE = 0.6
"""An atlas does not grow so that a lesser share of it would be in use: all tiles are laid out anew instead."""


@dataclass(frozen=True)
class Laid:
    """Where the texels of new polygons are."""

    atlas: npt.NDArray[np.uint8]
    """The whole atlas: what was in use is where it was."""
    projection: Projection
    """Of the new polygons."""


def tile_boxes(mesh: Mesh) -> Boxes:
    """The texels that belong to each polygon of a mesh, borders included.

    Parameters
    ----------
    mesh : Mesh

    Returns
    -------
    (P, 4) int32
    """
    low, high = mesh.polygon_boxes()
    return boxes_of(low, high, mesh, mesh.projection)


def boxes_of(low: Ints, high: Ints, mesh: Mesh, projection: Projection) -> Boxes:
    """The same for polygons of which the lowest and the highest points, (P, 3) each, are known."""
    polygon = np.arange(len(low))
    ends = mesh.in_plane(np.stack([low, high], axis=1), polygon)
    texels = projection.texels(polygon, ends)
    first = np.floor(texels.min(axis=1)).astype(np.int64)
    size = np.ceil(texels.max(axis=1)).astype(np.int64) - first
    single = projection.is_single
    margins = Margins(mesh.options.border, mesh.options.align)
    before = margins.before(np.where(single, 1, projection.scale))[:, None]
    padded = margins.padded(size, before)
    boxes: Boxes = np.concatenate([first - before, first - before + padded], axis=1).astype(np.int32)
    return boxes


def count_tiles(boxes: Boxes) -> tuple[int, int]:
    """How many different tiles there are, and how many texels they cover."""
    pitch = int(boxes.max(initial=0)) + 1
    left, bottom, right, top = boxes.astype(np.int64).T
    # No two tiles begin at one texel.
    area = (right - left) * (top - bottom)
    key = distinct((bottom * pitch + left) * (1 << 30) + area)
    return len(key), int((key & (1 << 30) - 1).sum())


def lay_beside_others(mesh: Mesh, kept: npt.NDArray[np.bool_], boxes: Boxes, painted: Painted) -> Laid | None:
    """Find texels for new polygons.

    Parameters
    ----------
    mesh : Mesh
    kept : (P,) bool
        The polygons that stay.
    boxes : (P, 4) int32
        As `tile_boxes` gives them.
    painted : Painted
        The new polygons.

    Returns
    -------
    Laid or None
        None where it is better to lay out everything anew.
    """
    options, atlas, color = mesh.options, mesh.atlas, painted.color
    if len(atlas) > options.page_side:
        return None
    offset, symmetry = np.zeros((len(color), 2), np.int32), np.zeros(len(color), np.uint8)
    known = np.zeros(len(color), np.bool_)
    if not painted.own:
        single = np.flatnonzero(mesh.projection.is_single & kept)
        texel = np.full((256, 2), -1, np.int32)
        texel[mesh.projection.color[single]] = mesh.projection.offset[single]
        flat = np.flatnonzero(color >= 0)
        offset[flat] = texel[color[flat]]
        known[flat] = offset[flat, 0] >= 0
    rest = np.flatnonzero(~known)
    if len(rest):
        layout = replace(AtlasLayout.of(options), power_of_two=False)
        texture = layout.lay_out(replace(painted, color=color[rest]))
        found = place_of(texture.atlas.shape, atlas.shape, boxes[kept], options)
        if found is None:
            return None
        (row, column), shape = found
        larger = np.zeros(shape, np.uint8)
        larger[: atlas.shape[0], : atlas.shape[1]] = atlas
        height, width = texture.atlas.shape
        larger[row : row + height, column : column + width] = texture.atlas
        atlas = larger
        offset[rest] = texture.projection.offset + np.array([column, row], np.int32)
        symmetry[rest] = texture.projection.symmetry
    return Laid(atlas, replace(mesh.projection, color=color, offset=offset, symmetry=symmetry))


def place_of(
    block: tuple[int, ...], shape: tuple[int, ...], boxes: Boxes, options: MeshOptions
) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """The row and the column at which a block can lie, and the sides that the atlas must have for it."""
    used = _used(shape, boxes)
    height, width = block
    step = BLOCK if options.align else 1
    if height <= shape[0] and width <= shape[1]:
        sums = np.zeros((shape[0] + 1, shape[1] + 1), np.int32)
        np.cumsum(used, axis=0, dtype=np.int32, out=sums[1:, 1:])
        np.cumsum(sums, axis=1, out=sums)
        inside = sums[height:, width:] - sums[:-height, width:] - sums[height:, :-width] + sums[:-height, :-width]
        free = inside[::step, ::step] == 0
        if free.any():
            row, column = divmod(int(np.argmax(free)), free.shape[1])
            return (row * step, column * step), (shape[0], shape[1])
    # Below the block lies what is in use; above the last of it there may be rows to spare.
    taken = np.flatnonzero(used.any(axis=1))
    row = -(-(int(taken[-1]) + 1 if len(taken) else 0) // step) * step
    sides = [max(shape[0], row + height), max(shape[1], width)]
    sides = [-(-side // step) * step for side in sides]
    if options.power_of_two:
        sides = [1 << (side - 1).bit_length() for side in sides]
    share = (np.count_nonzero(used) + height * width) / (sides[0] * sides[1])
    # Sides that are powers of two may be used by a quarter however well tiles lie.
    too_little = share < (LEAST_USE / 4 if options.power_of_two else LEAST_USE)
    return None if too_little or max(sides) > options.page_side else ((row, 0), (sides[0], sides[1]))


def _used(shape: tuple[int, ...], boxes: Boxes) -> npt.NDArray[np.bool_]:
    """Which texels lie in a box: (H, W) bool."""
    change = np.zeros((shape[0] + 1, shape[1] + 1), np.int32)
    left, bottom, right, top = boxes.clip(0).T
    right, top = np.minimum(right, shape[1]), np.minimum(top, shape[0])
    flat, pitch = change.reshape(-1), shape[1] + 1
    for row, column, sign in ((bottom, left, 1), (top, left, -1), (bottom, right, -1), (top, right, 1)):
        flat += sign * np.bincount(row.astype(np.int64) * pitch + column, minlength=len(flat)).astype(np.int32)
    np.cumsum(change, axis=0, out=change)
    np.cumsum(change, axis=1, out=change)
    used: npt.NDArray[np.bool_] = change[:-1, :-1] > 0
    return used
