"""No input; a small picture of each mode, drawn by numpy, as an icon that Blender's layouts take, out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import bpy.utils.previews
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Line = tuple[tuple[float, float], tuple[float, float]]

SIDE = 64
"""Pixels."""
_CELL = 17.0
"""Pixels of a voxel in the picture, three to a side."""
_EDGE = 6.5
"""Pixels left free on each side."""
_LINE = 3.6
"""Pixels across."""
_FILL = (0.35, 0.62, 0.95)
_OVERLAP = (0.95, 0.62, 0.25)
_STROKE = (0.96, 0.97, 1.0)
_NOTHING = ((0.55, 0.57, 0.6, 0.9), (0.28, 0.29, 0.31, 0.9))
"""The squares by which pictures show what is clear."""

_OUTLINE = ((0, 0), (3, 0), (3, 1), (1, 1), (1, 3), (0, 3))
"""An L of five voxels: what each mode draws its way."""
_PIECES: dict[str, tuple[tuple[tuple[float, float], ...], ...]] = {
    "faces": (
        ((0, 0), (1, 0), (1, 1), (0, 1)), ((1, 0), (2, 0), (2, 1), (1, 1)), ((2, 0), (3, 0), (3, 1), (2, 1)),
        ((0, 1), (1, 1), (1, 2), (0, 2)), ((0, 2), (1, 2), (1, 3), (0, 3)),
    ),
    "polygons": (
        ((0, 0), (3, 0), (3, 1)), ((0, 0), (3, 1), (1, 1)), ((0, 0), (1, 1), (0, 3)), ((1, 1), (1, 3), (0, 3)),
    ),
    "watertight": (
        ((0, 0), (1, 0), (1, 1)), ((1, 0), (3, 0), (3, 1)), ((1, 0), (3, 1), (1, 1)),
        ((0, 0), (1, 1), (0, 1)), ((0, 1), (1, 1), (0, 3)), ((1, 1), (1, 3), (0, 3)),
    ),
    "rectangles": (((0, 0), (3, 0), (3, 1), (0, 1)), ((0, 1), (1, 1), (1, 3), (0, 3))),
    "fewest": (((0, 0), (3, 0), (3, 1), (0, 1)), ((0, 0), (1, 0), (1, 3), (0, 3))),
    "cutout": (((0, 0), (3, 0), (3, 3), (0, 3)),),
}  # fmt: skip


class Pictures:
    """The icons of the modes while the extension is registered."""

    def __init__(self) -> None:
        self._previews: Any = None

    def icon(self, mode: str) -> int:
        """The number of a mode's icon; 0, which is no icon, for a mode without a picture, or without a window."""
        if mode not in _PIECES or bpy.app.background:
            return 0
        if self._previews is None:
            self._previews = bpy.utils.previews.new()
        if mode not in self._previews:
            preview = self._previews.new(mode)
            pixels = picture(mode)
            for kind in ("icon", "image"):
                setattr(preview, f"{kind}_size", (SIDE, SIDE))
                getattr(preview, f"{kind}_pixels_float").foreach_set(pixels.ravel())
        return int(self._previews[mode].icon_id)

    def free(self) -> None:
        """Let Blender forget the icons."""
        if self._previews is not None:
            bpy.utils.previews.remove(self._previews)
            self._previews = None


PICTURES = Pictures()


def picture(mode: str) -> Floats:
    """Draw how a mode cuts an L of five voxels.

    Parameters
    ----------
    mode : str
        One with a picture.

    Returns
    -------
    (SIDE, SIDE, 4) float32
        RGBA, 0 to 1, rows from the bottom.
    """
    centers = np.arange(SIDE, dtype=np.float32) + 0.5
    at = np.stack(np.meshgrid(centers, centers), axis=-1)
    x, y = ((at - _EDGE) / _CELL).transpose(2, 0, 1)
    shape = (x >= 0) & (y >= 0) & (x < 3) & (y < 3) & ((x < 1) | (y < 1))
    image = np.zeros((SIDE, SIDE, 4), np.float32)
    image[shape] = (*_FILL, 1)
    if mode == "fewest":
        image[shape & (x < 1) & (y < 1)] = (*_OVERLAP, 1)
    if mode == "cutout":
        square = (2 * x).astype(np.int64) + (2 * y).astype(np.int64)
        box = (x >= 0) & (y >= 0) & (x < 3) & (y < 3) & ~shape
        image[box] = np.array(_NOTHING, np.float32)[square[box] % 2]
    lines = [side for piece in (*_PIECES[mode], _OUTLINE) for side in zip(piece, (*piece[1:], piece[0]), strict=True)]
    cover = _strokes(at, lines)[..., None]
    image[..., :3] = image[..., :3] * (1 - cover) + np.array(_STROKE, np.float32) * cover
    image[..., 3:] = np.maximum(image[..., 3:], cover)
    return image


def _strokes(at: Floats, lines: Sequence[Line]) -> Floats:
    """How much of each pixel lines cover, 0 to 1, (H, W)."""
    ends = np.array(lines, np.float32) * _CELL + _EDGE
    start, along = ends[:, 0], ends[:, 1] - ends[:, 0]
    away = at[:, :, None] - start
    share = np.clip((away * along).sum(axis=-1) / (along**2).sum(axis=-1), 0, 1)
    distance = np.linalg.norm(away - share[..., None] * along, axis=-1).min(axis=-1)
    covered: Floats = np.clip(_LINE / 2 + 0.5 - distance, 0, 1)
    return covered
