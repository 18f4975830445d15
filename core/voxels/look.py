"""What voxels look like: palette (256, 4) uint8 and 256 materials in; classes, transparency and shading derived out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from types import MappingProxyType
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from ..borders import require_array
from ..errors import OptionError
from .shading import Shading

COLORS = 256
"""Palette indices, 0 for the empty cell included."""

MaterialKind = Literal["diffuse", "metal", "glass", "emit", "blend", "media"]
MediaKind = Literal["absorb", "scatter", "emit", "sss"]

MATERIAL_KINDS: tuple[MaterialKind, ...] = get_args(MaterialKind)
MEDIA_KINDS: tuple[MediaKind, ...] = get_args(MediaKind)

OPAQUE, TRANSPARENT, EMISSIVE, METAL = range(4)
"""Classes of materials: what a renderer has to do for them."""

_NOTHING: Mapping[str, str] = MappingProxyType({})
_NO_NAMES: Mapping[int, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Material:
    """The material of one palette entry; the default values are what MagicaVoxel gives a new palette."""

    kind: MaterialKind = "diffuse"
    metallic: float = 0.0
    roughness: float = 0.1
    specular: float = 1.0
    ior: float = 1.3
    """Index of refraction."""
    attenuation: float = 0.0
    transparency: float = 0.0
    """0 opaque, 1 clear; meant for glass, blend and media."""
    density: float = 0.05
    """Of media, per voxel."""
    phase: float = 0.0
    """-1 scatters back, 1 forward."""
    emission: float = 0.0
    """0 to 1; `flux` scales it exponentially."""
    flux: float = 0.0
    ldr: float = 0.0
    media: MediaKind = "absorb"
    properties: Mapping[str, str] = field(default_factory=lambda: _NOTHING)
    """The file's own pairs, keys with their leading underscore."""

    @property
    def transparent(self) -> bool:
        """Whether light passes, so that what is behind it can be seen."""
        return self.kind in ("glass", "media") or (self.kind == "blend" and self.transparency > 0)

    @property
    def merging_class(self) -> int:
        """The class of materials that may be merged into one face."""
        if self.transparent:
            return TRANSPARENT
        return {"emit": EMISSIVE, "metal": METAL}.get(self.kind, OPAQUE)


@dataclass(frozen=True, eq=False)
class Look:
    """The palette of a scene with its materials; whatever else a renderer or mesher needs is derived from them.

    Raises
    ------
    OptionError
        If the palette has another shape or type, or there are not 256 materials.
    """

    palette: npt.NDArray[np.uint8]
    """(256, 4) uint8 sRGB and alpha, by palette index."""
    materials: tuple[Material, ...] = (Material(),) * COLORS
    """256, by palette index; entry 0 is never used."""
    names: Mapping[int, str] = field(default_factory=lambda: _NO_NAMES)
    """Of those palette indices that have one."""
    see_through: bool = True
    """Take glass and other transparent materials for what they are; else for opaque ones."""

    def __post_init__(self) -> None:
        require_array(self.palette, "palette", (COLORS, 4), "u", np.uint8)
        if len(self.materials) != COLORS:
            raise OptionError(f"there are {len(self.materials)} materials; there must be {COLORS}")

    def __eq__(self, other: object) -> bool:
        """Whether everything is the same, what the file itself says of materials included."""
        if not isinstance(other, Look):
            return NotImplemented
        mine, theirs = (
            (look.materials, dict(look.names), look.see_through, look.palette.tobytes()) for look in (self, other)
        )
        return mine == theirs

    def opaque(self) -> Look:
        """The same look with nothing that one can look through."""
        return replace(self, see_through=False)

    @cached_property
    def described(self) -> tuple[str, ...]:
        """All that is known of each material, as text that is equal for equal materials; by palette index."""
        texts = {id(material): _described(material) for material in self.materials}
        return tuple(texts[id(material)] for material in self.materials)

    @cached_property
    def transparent(self) -> npt.NDArray[np.bool_]:
        """(256,) bool: the palette indices that one can look through; the one place that decides what is glass."""
        return np.array([self.see_through and material.transparent for material in self.materials], np.bool_)

    @cached_property
    def merging_class(self) -> npt.NDArray[np.int64]:
        """(256,) int64: which palette indices may be merged by material: OPAQUE, TRANSPARENT, EMISSIVE or METAL."""
        classes = np.array([material.merging_class for material in self.materials], np.int64)
        return np.where((classes == TRANSPARENT) & ~self.transparent, OPAQUE, classes)

    @cached_property
    def kind(self) -> npt.NDArray[np.int64]:
        """(256,) int64: the kind of each material, into `MATERIAL_KINDS`."""
        return np.array([MATERIAL_KINDS.index(material.kind) for material in self.materials], np.int64)

    @cached_property
    def shading(self) -> Shading:
        """What light does at voxels of each palette index."""
        shading = Shading(*np.array([_shading_of(material) for material in self.materials], np.float32).T.copy())
        shading.transmission[~self.transparent] = 0
        return shading


def _described(material: Material) -> str:
    values = {item.name: getattr(material, item.name) for item in fields(material)}
    return repr(values | {"properties": sorted(material.properties.items())})


def _shading_of(material: Material) -> tuple[float, float, float, float, float]:
    """Metallic, roughness, emission, transmission and index of refraction; what the kind does not use is at rest.

    Emission grows exponentially with MagicaVoxel's power: ``emission * 10 ** flux``.
    """
    kind = material.kind
    shiny = kind in ("metal", "glass", "blend")
    metallic = _unit(material.metallic) if kind in ("metal", "blend") else 0.0
    roughness = _unit(material.roughness) if shiny else 1.0
    emission = max(material.emission, 0.0) * 10.0 ** min(max(material.flux, 0.0), 8.0) if kind == "emit" else 0.0
    transmission = 0.0
    if material.transparent:
        # A medium has a density for each voxel instead: so much of the light comes through one voxel of it.
        clear = material.transparency if kind != "media" else 10.0 ** -max(material.density, 0.0)
        transmission = _unit(clear)
    return metallic, roughness, emission, transmission, max(material.ior, 1.0)


def _unit(value: float) -> float:
    return min(max(value, 0.0), 1.0)
