"""Polygons and the colours of their faces in, tiles, and the atlas that a layout makes of them, out."""

from .beside import lay_beside
from .layouts import AtlasLayout, CompactLayout, Layout, Texture
from .margins import Margins
from .painting import ClearCells, Hiding, Painted, paint
from .projection import TEXTURED, Projection, texel_axes
from .repaint import painted_before

__all__ = [
    "TEXTURED",
    "AtlasLayout",
    "ClearCells",
    "CompactLayout",
    "Hiding",
    "Layout",
    "Margins",
    "Painted",
    "Projection",
    "Texture",
    "lay_beside",
    "paint",
    "painted_before",
    "texel_axes",
]
