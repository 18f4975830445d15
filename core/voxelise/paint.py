"""What colors triangles in, an image or a color with a material each; points in these out as (n, 4) uint8 sRGB."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from ..borders import require_array
from ..errors import OptionError
from ..voxels.look import Material, MaterialKind

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]

WHITE = (1.0, 1.0, 1.0, 1.0)


@dataclass(frozen=True, eq=False)
class Paint:
    """What the triangles of one material look like.

    Raises
    ------
    OptionError
        If the color is not four numbers from 0 to 1, or the image is no array (h, w, 4) of uint8 with texels.
    """

    color: tuple[float, float, float, float] = WHITE
    """Linear RGBA, 0 to 1; where there is an image, both are multiplied."""
    image: Bytes | None = None
    """(h, w, 4) uint8 sRGB and alpha, the lowest row first, as Blender keeps it; taken at the nearest texel, and
    repeated beyond its borders."""
    material: Material = field(default_factory=Material)
    """What light does there."""

    def __post_init__(self) -> None:
        if len(self.color) != 4 or not all(0 <= value <= 1 for value in self.color):
            raise OptionError(f"the color of a paint is {self.color!r}; it must be four numbers from 0 to 1")
        if self.image is not None:
            require_array(self.image, "the image of a paint", ("h", "w", 4), "u", np.uint8)
            if not self.image.size:
                raise OptionError("the image of a paint has no texels; leave it away")

    @property
    def has_holes(self) -> bool:
        """Whether a texel of the image is less than half opaque."""
        return self.image is not None and bool((self.image[..., 3] < 128).any())


def simple_material(
    kind: MaterialKind = "diffuse",
    *,
    metallic: float = 1.0,
    roughness: float = 0.5,
    ior: float = 1.45,
    transparency: float = 1.0,
    strength: float = 1.0,
) -> Material:
    """Make a material of the numbers that a renderer has.

    Parameters
    ----------
    kind : {"diffuse", "metal", "glass", "emit"}
    metallic, roughness : float
        0 to 1; of metal, and roughness of glass.
    ior, transparency : float
        Of glass.
    strength : float
        How many times its color a light sends out; for ``emit``.

    Returns
    -------
    Material
        What its kind does not use has the default value, so that equal looks are equal materials.

    Examples
    --------
    >>> light = simple_material("emit", strength=25)
    >>> light.emission * 10**light.flux
    25.0
    """
    material = Material(kind=kind)
    if kind == "metal":
        return replace(material, metallic=metallic, roughness=roughness)
    if kind == "glass":
        return replace(material, roughness=roughness, ior=ior, transparency=transparency)
    if kind == "emit":
        flux = max(math.ceil(math.log10(strength)), 0) if strength > 0 else 0
        return replace(material, emission=max(strength, 0.0) / 10**flux, flux=float(flux))
    return material
