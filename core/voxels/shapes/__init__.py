"""Shapes and a `Model` in; the model with the shape added, carved out or painted, and what that touched, out."""

from .cells import of_cells
from .editing import MAX_SMOOTH, Edited, add, around_pivot, carve, paint
from .filling import MAX_BOX, cell_box, filled_cells
from .shape import Shape
from .solids import box, capsule, cone, cylinder, function, half_space, rounded_box, sphere, torus

__all__ = [
    "MAX_BOX",
    "MAX_SMOOTH",
    "Edited",
    "Shape",
    "add",
    "around_pivot",
    "box",
    "capsule",
    "carve",
    "cell_box",
    "cone",
    "cylinder",
    "filled_cells",
    "function",
    "half_space",
    "of_cells",
    "paint",
    "rounded_box",
    "sphere",
    "torus",
]
