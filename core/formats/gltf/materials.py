"""The pictures of an assembly in, materials, textures, images and their one sampler out."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pygltflib

from ...scene.assembly import Assembly
from ...text import readable
from ...voxels.finish import Finish, color_texels, glow_texels, surface_texels
from ..pictures import CUT_OUT, CUT_OUT_GLASS, Pictures
from .blob import Blob

Texels = npt.NDArray[np.uint8]

TRANSFORM = "KHR_texture_transform"
CLEAR = (0, 0, 0, 0)
CUTOFF = 0.5
"""Less alpha shows nothing."""


class Materials:
    """The materials of a file.

    Parameters
    ----------
    assembly : Assembly
    pictures : Pictures
    glass : str
        One of `voxels.finish.GLASSES`.
    blob : Blob
        Takes the images.
    scale : (float, float) or None
        By which texture coordinates are multiplied; None for 1.
    """

    def __init__(
        self, assembly: Assembly, pictures: Pictures, glass: str, blob: Blob, scale: tuple[float, float] | None
    ) -> None:
        self._look, self._name, self._blob = assembly.scene.look, readable(assembly.scene.name), blob
        self._pictures, self._glass, self._scale = pictures, glass, scale
        # What touches another was cut open there.
        self._open = any(model.blocked is not None for model in assembly.scene.models)
        self.sampler = pygltflib.Sampler(
            magFilter=pygltflib.NEAREST,
            minFilter=pygltflib.NEAREST,
            wrapS=pygltflib.CLAMP_TO_EDGE,
            wrapT=pygltflib.CLAMP_TO_EDGE,
        )
        self.images: list[pygltflib.Image] = []
        self.extensions: set[str] = set() if scale is None else {TRANSFORM}
        self._textures = self._new_textures()
        self.materials = [self._material(kind) for kind in pictures.finishes]
        self.number = {kind: index for index, kind in enumerate(pictures.finishes)}
        """By kind, as in `Pictures.finishes`, which material it is."""

    @property
    def textures(self) -> list[pygltflib.Texture]:
        """One for each image."""
        return [pygltflib.Texture(sampler=0, source=index) for index in range(len(self.images))]

    def _new_textures(self) -> dict[str, int]:
        """Make the images that materials need: the colors, what light does at the surface, and what it sends out."""
        look, finishes = self._look, self._pictures.finishes.values()
        tables: dict[str, Texels] = {"color": color_texels(look, self._glass)}
        if any(values.surface for values in finishes):
            tables["surface"] = surface_texels(look.shading, look.transparent)
        if any(values.glow for values in finishes):
            tables["glow"] = glow_texels(look.shading, look.palette, self._strongest)
        for kind, table in tables.items():
            clear = kind == "color" and self._pictures.cut_out
            view = self._blob.view(self._pictures.png(table, *([CLEAR] if clear else [])))
            name = self._name if kind == "color" else f"{self._name} {kind}"
            self.images.append(pygltflib.Image(bufferView=view, mimeType="image/png", name=name))
        return {kind: index for index, kind in enumerate(tables)}

    @property
    def _strongest(self) -> float:
        return max(values.emission for values in self._pictures.finishes.values() if values.glow)

    def _material(self, kind: int) -> pygltflib.Material:
        values = self._pictures.finishes[kind]
        cut = values.alpha == 1 and kind in (CUT_OUT, CUT_OUT_GLASS)
        made = pygltflib.Material(
            name=self._pictures.name(kind, self._name),
            pbrMetallicRoughness=self._surface(values),
            alphaMode="BLEND" if values.alpha != 1 else "MASK" if cut else None,
            doubleSided=True if self._open or (values.alpha == 1 and values.transmission != 0) else None,
            alphaCutoff=CUTOFF if cut else None,
        )
        if values.emission:
            self._glow(made, values)
        if values.transmission != 0:
            self._see_through(made, values)
        return made

    def _surface(self, values: Finish) -> pygltflib.PbrMetallicRoughness:
        mixed = values.metallic is None or values.roughness is None
        return pygltflib.PbrMetallicRoughness(
            baseColorFactor=None,
            baseColorTexture=pygltflib.TextureInfo(**self._texture("color")),
            metallicFactor=1.0 if mixed else values.metallic,
            roughnessFactor=1.0 if mixed else values.roughness,
            metallicRoughnessTexture=pygltflib.TextureInfo(**self._texture("surface")) if mixed else None,
        )

    def _glow(self, made: pygltflib.Material, values: Finish) -> None:
        strength = self._strongest if values.glow else values.emission
        made.emissiveFactor = [min(strength, 1.0)] * 3
        made.emissiveTexture = pygltflib.TextureInfo(**self._texture("glow" if values.glow else "color"))
        if strength > 1:
            self._extend(made, "KHR_materials_emissive_strength", {"emissiveStrength": strength})

    def _see_through(self, made: pygltflib.Material, values: Finish) -> None:
        if values.transmission is None:
            told = {"transmissionFactor": 1.0, "transmissionTexture": self._texture("surface")}
        else:
            told = {"transmissionFactor": values.transmission}
        self._extend(made, "KHR_materials_transmission", told)
        self._extend(made, "KHR_materials_ior", {"ior": values.ior})

    def _extend(self, made: pygltflib.Material, name: str, content: dict[str, Any]) -> None:
        self.extensions.add(name)
        made.extensions[name] = content

    def _texture(self, kind: str) -> dict[str, Any]:
        """Where a material finds a texture."""
        told: dict[str, Any] = {"index": self._textures[kind]}
        if self._scale is not None:
            told["extensions"] = {TRANSFORM: {"scale": list(self._scale)}}
        return told
