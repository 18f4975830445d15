"""Polygons and the colours of their faces in, tiles, and the atlas that a layout makes of them, out."""

from .layouts import AtlasLayout, CompactLayout, Layout, Texture
from .painting import ClearCells, Painted, paint
from .projection import TEXTURED, Projection, texel_axes

__all__ = [
    "TEXTURED",
    "AtlasLayout",
    "ClearCells",
    "CompactLayout",
    "Layout",
    "Painted",
    "Projection",
    "Texture",
    "paint",
    "texel_axes",
]
