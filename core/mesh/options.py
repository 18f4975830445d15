"""What a user can choose for a mesh: one frozen dataclass, checked when it is made."""

from __future__ import annotations

from dataclasses import dataclass

from ..borders import require_choices
from ..errors import OptionError
from .modes import MODES

INTERIORS = ("remove", "keep")
MERGES = ("any", "color", "material")
MAX_BORDER = 16
MAX_EFFORT = 1_000_000


@dataclass(frozen=True)
class MeshOptions:
    """How a voxel grid becomes a mesh with its texture.

    Parameters
    ----------
    mode : {"polygons", "faces", "watertight", "rectangles", "fewest"}
        ``faces``: two triangles for each exposed face; ``polygons``: the faces of a plane merged whatever their
        colours, N + 2h - 2 triangles for a polygon of N corners and h holes; ``watertight``: the same without any
        vertex inside another triangle's edge; ``rectangles``: every plane cut into the fewest rectangles, whose
        corners may lie inside each other's sides; ``fewest``: the fewest rectangles that may also overlap and reach
        over cells with a solid cell in front, where nothing can see them.
    interior : {"remove", "keep"}
        What becomes of the faces of sealed cavities, which nothing outside can see.
    merge : {"any", "color", "material"}
        Which faces of a plane may be merged: all, those of one palette index, or those of one material class.
    border : int
        Texels, 0 to 16: how often each tile's outermost texels are repeated around it, against bleeding.
    power_of_two : bool
        Round the sides of the atlas up to powers of two.
    effort : int
        0 to 1,000,000, for ``fewest``: linear relaxations that may be solved for each part of a plane that simple rules
        do not decide. More of them can only make the mesh smaller, or prove that it cannot be.

    Raises
    ------
    OptionError
        If a value is not one of the above.
    """

    mode: str = "watertight"
    interior: str = "remove"
    merge: str = "any"
    border: int = 1
    power_of_two: bool = False
    effort: int = 200

    def __post_init__(self) -> None:
        require_choices(self, {"mode": tuple(MODES), "interior": INTERIORS, "merge": MERGES})
        for name, unit, most in (
            ("border", "texels ", MAX_BORDER),
            ("effort", "", MAX_EFFORT),
        ):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
                raise OptionError(
                    f"{name} is {value!r}; it must be a whole number {unit and 'of ' + unit}from 0 to {most:,}"
                )
