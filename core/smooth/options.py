"""What a user can choose for a smooth surface: one frozen dataclass, checked when it is made."""

from __future__ import annotations

from dataclasses import dataclass

from ..borders import require_choices
from ..errors import OptionError

METHODS = ("nets", "cubes")
COLORINGS = ("faces", "blend")
MAX_BLUR = 3


@dataclass(frozen=True)
class SmoothOptions:
    """How the filled cells of a model become a smooth surface.

    Parameters
    ----------
    method : {"nets", "cubes"}
        ``nets``: surface nets, a vertex between each eight cells through which the surface passes; ``cubes``: marching
        cubes, a vertex between each filled cell and each empty one beside it.
    blur : int
        0 to 3: how often occupancy is blurred by the binomial kernel of 3 x 3 x 3 cells before vertices are placed. It
        moves vertices and never makes or removes any, so nothing thin vanishes.
    colors : {"faces", "blend"}
        ``faces``: each triangle has the palette index of the nearest filled cell; ``blend``: vertices carry weights of
        up to four palette indices besides.
    joined : bool
        Whether cells that touch along an edge hang together there; else they are apart.

    Raises
    ------
    OptionError
        If a value is not one of the above.
    """

    method: str = "nets"
    blur: int = 1
    colors: str = "faces"
    joined: bool = True

    def __post_init__(self) -> None:
        require_choices(self, {"method": METHODS, "colors": COLORINGS})
        if isinstance(self.blur, bool) or not isinstance(self.blur, int) or not 0 <= self.blur <= MAX_BLUR:
            raise OptionError(f"blur is {self.blur!r}; it must be a whole number from 0 to {MAX_BLUR}")
        if not isinstance(self.joined, bool):
            raise OptionError(f"joined is {self.joined!r}; it must be True or False")
