"""What a user can choose for a mesh: one frozen dataclass, checked when it is made."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ..borders import require_choices
from ..errors import OptionError
from .modes import MODES
from .price import UNLIMITED

INTERIORS = ("remove", "keep")
MERGES = ("any", "color", "material")
MAX_BORDER = 16
MAX_EFFORT = 1_000_000
MAX_TEXEL_SCALE = 8
BLOCK = 4
"""Texels along the side of what engines compress as one."""
MAX_OCCLUSION = 31
MIN_TEXTURE, MAX_TEXTURE = 64, 16_384
MAX_PRICE = UNLIMITED


@dataclass(frozen=True)
class MeshOptions:
    """How a voxel grid becomes a mesh with its texture.

    Parameters
    ----------
    mode : {"polygons", "faces", "watertight", "rectangles", "fewest", "cutout"}
        ``faces``: two triangles for each exposed face; ``polygons``: the faces of a plane merged whatever their
        colours, N + 2h - 2 triangles for a polygon of N corners and h holes; ``watertight``: the same without any
        vertex inside another triangle's edge; ``rectangles``: every plane cut into the fewest rectangles, whose
        corners may lie inside each other's sides; ``fewest``: the fewest rectangles that may also overlap and reach
        over cells with a solid cell in front, where nothing can see them; ``cutout``: fewer rectangles still, whose
        texture is transparent where there is nothing to be seen.
    interior : {"remove", "keep"}
        What becomes of the faces of sealed cavities, which nothing outside can see.
    merge : {"any", "color", "material"}
        Which faces of a plane may be merged: all, those of one palette index, or those of one material class.
    border : int
        Texels, 0 to 16: how often each tile's outermost texels are repeated around it, against bleeding.
    power_of_two : bool
        Round the sides of the atlas up to powers of two.
    texel_scale : int
        1 to 8 texels along the side of a face: room for detail, and with `align` for block compression, which keeps
        few colours for every 4 x 4 texels.
    align : bool
        Start and end tiles with their borders at multiples of 4 texels, so that no compressed block has texels of two.
    own_texels : bool
        Give every face texels that no other face shows, for painting and baking: equal tiles are not shared, and
        polygons of one colour have a tile of all their faces.
    occlusion : int
        Voxels, 0 to 31, within which opaque ones hide the sky from a face: how much of it each texel sees is kept
        beside the atlas, for which every face gets texels of its own. 0: nothing is kept. See docs/occlusion.md.
    effort : int
        0 to 1,000,000, for ``fewest``: linear relaxations that may be solved for each part of a plane that simple rules
        do not decide. More of them can only make the mesh smaller, or prove that it cannot be.
    texels_per_rectangle : int
        0 to 1,048,576, for ``cutout``: how many texels may be spent to save a rectangle, taken down to a power of two.
        0 makes what ``fewest`` makes, the largest number two triangles for each plane.
    largest_texture : int
        Texels, 64 to 16,384: no image is wider or higher. A model that needs more has its atlas on several pages, each
        of which becomes an image.

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
    texels_per_rectangle: int = 16
    texel_scale: int = 1
    align: bool = False
    own_texels: bool = False
    occlusion: int = 0
    largest_texture: int = 8192

    @property
    def page_side(self) -> int:
        """Texels that the sides of images may have: as many as may be of those that the other options allow."""
        if self.power_of_two:
            return 1 << (self.largest_texture.bit_length() - 1)
        return self.largest_texture // BLOCK * BLOCK if self.align else self.largest_texture

    @property
    def longest_piece(self) -> int:
        """Cells along an axis that a polygon may have, so that its tile fits in an image."""
        step = math.gcd(self.texel_scale, BLOCK) if self.align else 1
        return (self.page_side - -(-self.border // step) * step - self.border) // self.texel_scale

    def __post_init__(self) -> None:
        require_choices(self, {"mode": tuple(MODES), "interior": INTERIORS, "merge": MERGES})
        for name, unit, least, most in (
            ("border", "texels ", 0, MAX_BORDER),
            ("effort", "", 0, MAX_EFFORT),
            ("texels_per_rectangle", "texels ", 0, MAX_PRICE),
            ("texel_scale", "texels ", 1, MAX_TEXEL_SCALE),
            ("occlusion", "voxels ", 0, MAX_OCCLUSION),
            ("largest_texture", "texels ", MIN_TEXTURE, MAX_TEXTURE),
        ):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
                raise OptionError(
                    f"{name} is {value!r}; it must be a whole number {unit and 'of ' + unit}from {least:,} to {most:,}"
                )
