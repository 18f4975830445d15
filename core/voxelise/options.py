"""What a user can choose when meshes become voxels: one frozen dataclass, checked when it is made."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ..borders import require_choices, require_range
from ..errors import OptionError

SURFACES = ("thin", "conservative")
MAX_SIDE = 2048
"""Voxels along the longest side."""
MIN_VOXEL_SIZE, MAX_VOXEL_SIZE = 2.0**-20, 2.0**20
"""In the unit of the corners."""
MAX_COLORS = 255


@dataclass(frozen=True)
class VoxeliseOptions:
    """How triangles become voxels; docs/voxelise.md says exactly which cells are filled.

    Parameters
    ----------
    voxels : int, optional
        1 to 2048 along the longest side of the box around the mesh.
    voxel_size : float, optional
        Length of a voxel's edge in the unit of the corners, 2**-20 to 2**20. Either this or `voxels` is given.
    surface : {"thin", "conservative"}
        Which cells a surface fills. ``thin``: so few that no ray along an axis slips through; ``conservative``: all
        that a triangle reaches into.
    fill : bool
        Fill what lies inside: a solid is the cells whose center is inside. Else only the surface is made.
    keep_thin : bool
        Keep what is thinner than a voxel, and would fall between the centers of cells.
    holes : bool
        Where an image is less than half opaque there is no surface.
    dither : bool
        Mix colors that the palette lacks from two that it has, voxel by voxel.
    colors : int
        1 to 255 palette entries at most.
    origin : tuple of float, optional
        A point that shall be a corner of cells. By default the lattice has a corner at (0, 0, 0) if `voxel_size` is
        given, and lies centered around the mesh if `voxels` is.

    Raises
    ------
    OptionError
        If a value is not one of the above, or both or neither of `voxels` and `voxel_size` are given.
    """

    voxels: int | None = None
    voxel_size: float | None = None
    surface: str = "thin"
    fill: bool = True
    keep_thin: bool = True
    holes: bool = True
    dither: bool = False
    colors: int = MAX_COLORS
    origin: tuple[float, float, float] | None = None

    def __post_init__(self) -> None:
        if (self.voxels is None) == (self.voxel_size is None):
            raise OptionError("give either voxels, along the longest side, or voxel_size, the edge of a voxel")
        require_choices(self, {"surface": SURFACES})
        for name, most in (("voxels", MAX_SIDE), ("colors", MAX_COLORS)):
            value = getattr(self, name)
            whole = isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= most
            if not whole and not (name == "voxels" and value is None):
                raise OptionError(f"{name} is {value!r}; it must be a whole number from 1 to {most:,}")
        if self.voxel_size is not None:
            require_range(self, "voxel_size", MIN_VOXEL_SIZE, MAX_VOXEL_SIZE)
        if self.origin is not None and (len(self.origin) != 3 or not all(map(math.isfinite, self.origin))):
            raise OptionError(f"origin is {self.origin!r}; it must be three finite numbers")
