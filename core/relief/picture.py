"""Colours (h, w, 4) uint8 and heights (h, w) in, a `Model` of at most 255 colours, and its palette, out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..borders import require_array
from ..errors import LimitError, OptionError
from ..voxels.model import Model
from ..voxels.quantise import reduce_colors
from .columns import relief_model
from .heights import filled, levels_of, shares_of, values_of
from .options import ReliefOptions

Bytes = npt.NDArray[np.uint8]

MAX_PIXELS = 1 << 24
"""Of a picture: 4,096 by 4,096."""
MAX_SIDE = 1 << 16


@dataclass(frozen=True, eq=False)
class Picture:
    """One side of a relief."""

    colors: Bytes
    """(h, w, 4) uint8 sRGB and alpha; row 0 is the top row."""
    heights: npt.NDArray[Any] | None = None
    """(h, w) uint8, uint16 or floats; None where the colours tell them."""

    def __post_init__(self) -> None:
        require_array(self.colors, "the picture", (None, None, 4), "u", np.uint8)
        require_size(self.colors.shape[1], self.colors.shape[0])


def require_size(width: int, height: int) -> None:
    """Check how large a picture is, before it is unpacked.

    Parameters
    ----------
    width, height : int
        Pixels.

    Raises
    ------
    LimitError
        If it has no pixels, or more than `MAX_PIXELS` or `MAX_SIDE` along a side.
    """
    if width < 1 or height < 1:
        raise LimitError("the picture has no pixels; choose another one")
    if width * height > MAX_PIXELS or max(width, height) > MAX_SIDE:
        raise LimitError(
            f"the picture has {width:,} x {height:,} pixels, more than {MAX_PIXELS:,}; make it smaller first"
        )


def picture_model(front: Picture, options: ReliefOptions, back: Picture | None = None) -> tuple[Model, Bytes]:
    """Make a relief of one picture, or a whole object of two.

    Parameters
    ----------
    front : Picture
    options : ReliefOptions
    back : Picture, optional
        What is seen from behind, turned over like a page, in as many pixels.

    Returns
    -------
    model : Model
        Pixels whose alpha is below a half have no voxels; where alpha tells heights, those without any alpha.
    palette : (256, 4) uint8
        sRGB and alpha; the colours of all pixels are there if they are no more than 255, else the nearest ones are.

    Raises
    ------
    LimitError
        If it would have too many voxels.
    OptionError
        If pictures differ in size.
    """
    sides = [front] if back is None else [front, back]
    levels = [_levels(one, options) for one in sides]
    for one, name in zip(sides[1:], ("back",), strict=False):
        _require_alike(one.colors.shape, front.colors.shape, name)
    there = [own > 0 for own in levels]
    pixels = np.concatenate([one.colors[own] for one, own in zip(sides, there, strict=True)])
    # A voxel is there or not: what shines through a pixel says nothing of its colour.
    pixels[:, 3] = 255
    reduced = reduce_colors(pixels)
    indices, done = [], 0
    for own in there:
        index = np.zeros(own.shape, np.uint8)
        count = int(own.sum())
        index[own] = reduced.index[done : done + count]
        done += count
        indices.append(index)
    behind = None if back is None else (levels[1], indices[1])
    model = relief_model(levels[0], indices[0], behind, shell=options.shell, upright=options.upright)
    return model, reduced.palette


def _levels(one: Picture, options: ReliefOptions) -> npt.NDArray[np.int32]:
    """Heights in voxels, 0 where nothing is."""
    if one.heights is None:
        values, source = values_of(one.colors, options.heights), options.heights
    else:
        _require_alike(one.heights.shape, one.colors.shape, "height")
        values, source = shares_of(one.heights), "picture"
    levels = levels_of(values, options.depth, options.steps)
    return np.where(filled(one.colors, source), levels, 0).astype(np.int32)


def _require_alike(shape: tuple[int, ...], wanted: tuple[int, ...], name: str) -> None:
    if shape[:2] != wanted[:2]:
        raise OptionError(
            f"the {name} picture has {shape[1]:,} x {shape[0]:,} pixels and the picture {wanted[1]:,} x {wanted[0]:,}; "
            "both must have the same size"
        )
