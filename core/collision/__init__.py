"""Shapes for physics: a `Model` in, few boxes that fill it exactly, around it or inside it, or its convex hull out."""

from .boxes import Boxes
from .hull import Hull, convex_hull
from .options import FITS, SHAPES, CollisionOptions
from .shapes import Collision, boxes_of, collision_of, solid_cells

__all__ = [
    "FITS",
    "SHAPES",
    "Boxes",
    "Collision",
    "CollisionOptions",
    "Hull",
    "boxes_of",
    "collision_of",
    "convex_hull",
    "solid_cells",
]
