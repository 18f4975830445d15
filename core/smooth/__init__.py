"""Smooth closed surfaces around a model's filled cells: a Model, options and a look in, a SmoothMesh out."""

from .build import build_smooth
from .colors import vertex_colors
from .mesh import SmoothMesh
from .options import COLORINGS, MAX_BLUR, METHODS, SmoothOptions

__all__ = ["COLORINGS", "MAX_BLUR", "METHODS", "SmoothMesh", "SmoothOptions", "build_smooth", "vertex_colors"]
