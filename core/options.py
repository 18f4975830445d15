"""What a user can choose for a mesh: one frozen dataclass, checked when it is made."""

from __future__ import annotations

from dataclasses import dataclass

from .errors import OptionError

MODES = ("faces", "polygons", "watertight", "rectangles", "fewest")
INTERIORS = ("remove", "keep")
MAX_BORDER = 16


@dataclass(frozen=True)
class MeshOptions:
    """How a voxel grid becomes a mesh with its texture.

    Parameters
    ----------
    mode : {"polygons", "faces", "watertight"}
        ``faces``: two triangles for each exposed face; ``polygons``: the faces of a plane merged whatever their
        colours, N + 2h - 2 triangles for a polygon of N corners and h holes; ``watertight``: the same without any
        vertex inside another triangle's edge.
    interior : {"remove", "keep"}
        What becomes of the faces of sealed cavities, which nothing outside can see.
    border : int
        Texels, 0 to 16: how often each tile's outermost texels are repeated around it, against bleeding.
    power_of_two : bool
        Round the sides of the atlas up to powers of two.

    Raises
    ------
    OptionError
        If a value is not one of the above.
    """

    mode: str = "polygons"
    interior: str = "remove"
    border: int = 1
    power_of_two: bool = False
    effort: int = 200

    def __post_init__(self) -> None:
        for name, allowed in (("mode", MODES), ("interior", INTERIORS)):
            value = getattr(self, name)
            if value not in allowed:
                raise OptionError(f"{name} is {value!r}; it must be one of {', '.join(allowed)}")
        if isinstance(self.border, bool) or not isinstance(self.border, int) or not 0 <= self.border <= MAX_BORDER:
            raise OptionError(f"border is {self.border!r}; it must be a whole number of texels from 0 to {MAX_BORDER}")
