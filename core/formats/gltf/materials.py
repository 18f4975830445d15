"""The pictures of an assembly in, materials, textures, images and their one sampler out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pygltflib

from ...scene.assembly import Assembly
from ...text import readable
from ...voxels.finish import Finish, color_texels, glow_texels, surface_texels
from ...voxels.shade import occluded_surface, shaded_colors
from ..options import WriteOptions
from ..pictures import CUT_OUT, CUT_OUT_GLASS, Pictures, is_glass
from .blob import Blob

Texels = npt.NDArray[np.uint8]

TRANSFORM = "KHR_texture_transform"
CLEAR = (0, 0, 0, 0)
CUTOFF = 0.5
"""Less alpha shows nothing."""


def _numbered(page: int) -> str:
    """What the names of materials and images of a further page end with."""
    return f" {page + 1}" if page else ""


class Materials:
    """The materials of a file.

    Parameters
    ----------
    assembly : Assembly
    pictures : Pictures
    options : WriteOptions
    blob : Blob
        Takes the images.
    scales : sequence of (float, float)
        By which texture coordinates are multiplied, for each page; none for 1.
    """

    def __init__(
        self,
        assembly: Assembly,
        pictures: Pictures,
        options: WriteOptions,
        blob: Blob,
        scales: Sequence[tuple[float, float]],
    ) -> None:
        self._look, self._name, self._blob = assembly.scene.look, readable(assembly.scene.name), blob
        self._pictures, self._options, self._scales = pictures, options, scales
        self._occluded = pictures.occluded and options.occlusion_in == "map"
        # What touches another was cut open there.
        self._open = any(model.blocked is not None for model in assembly.scene.models)
        self.sampler = pygltflib.Sampler(
            magFilter=pygltflib.NEAREST,
            minFilter=pygltflib.NEAREST,
            wrapS=pygltflib.CLAMP_TO_EDGE,
            wrapT=pygltflib.CLAMP_TO_EDGE,
        )
        self.images: list[pygltflib.Image] = []
        self.extensions: set[str] = {TRANSFORM} if scales else set()
        self._textures = self._new_textures()
        self.materials = [self._material(page, kind) for page, kind in pictures.materials]
        self.number = {shown: index for index, shown in enumerate(pictures.materials)}
        """By page and kind, as in `Pictures.materials`, which material it is."""

    @property
    def textures(self) -> list[pygltflib.Texture]:
        """One for each image."""
        return [pygltflib.Texture(sampler=0, source=index) for index in range(len(self.images))]

    def _new_textures(self) -> dict[tuple[int, str], int]:
        """Make the images that materials need: the colors, what light does at the surface, and what it sends out."""
        look, finishes = self._look, self._pictures.finishes.values()
        tables: dict[str, Texels] = {"color": color_texels(look, self._options.glass)}
        if self._pictures.occluded and self._options.occlusion_in == "colors":
            tables["color"] = shaded_colors(tables["color"], look, self._options.occlusion_strength)
        if self._occluded or any(values.surface for values in finishes):
            surface = surface_texels(look.shading, look.transparent)
            tables["surface"] = occluded_surface(surface, look) if self._occluded else surface
        if any(values.glow for values in finishes):
            tables["glow"] = glow_texels(look.shading, look.palette, self._strongest)
        every = [(page, kind) for page in range(len(self._pictures.pages)) for kind in tables]
        for page, kind in every:
            clear = [CLEAR] if kind == "color" and self._pictures.cut_out else []
            view = self._blob.view(self._pictures.png(page, tables[kind], *clear))
            name = f"{self._name}{_numbered(page)}" if kind == "color" else f"{self._name}{_numbered(page)} {kind}"
            self.images.append(pygltflib.Image(bufferView=view, mimeType="image/png", name=name))
        return {each: index for index, each in enumerate(every)}

    @property
    def _strongest(self) -> float:
        return max(values.emission for values in self._pictures.finishes.values() if values.glow)

    def _material(self, page: int, kind: int) -> pygltflib.Material:
        values = self._pictures.finishes[kind]
        cut = values.alpha == 1 and kind in (CUT_OUT, CUT_OUT_GLASS)
        made = pygltflib.Material(
            name=self._pictures.name(kind, f"{self._name}{_numbered(page)}"),
            pbrMetallicRoughness=self._surface(page, values),
            alphaMode="BLEND" if values.alpha != 1 else "MASK" if cut else None,
            doubleSided=True if self._open or (values.alpha == 1 and values.transmission != 0) else None,
            alphaCutoff=CUTOFF if cut else None,
        )
        if self._occluded and not is_glass(kind):
            strength = self._options.occlusion_strength
            made.occlusionTexture = pygltflib.OcclusionTextureInfo(**self._texture(page, "surface"), strength=strength)
        if values.emission:
            self._glow(page, made, values)
        if values.transmission != 0:
            self._see_through(page, made, values)
        return made

    def _surface(self, page: int, values: Finish) -> pygltflib.PbrMetallicRoughness:
        mixed = values.metallic is None or values.roughness is None
        return pygltflib.PbrMetallicRoughness(
            baseColorFactor=None,
            baseColorTexture=pygltflib.TextureInfo(**self._texture(page, "color")),
            metallicFactor=1.0 if mixed else values.metallic,
            roughnessFactor=1.0 if mixed else values.roughness,
            metallicRoughnessTexture=pygltflib.TextureInfo(**self._texture(page, "surface")) if mixed else None,
        )

    def _glow(self, page: int, made: pygltflib.Material, values: Finish) -> None:
        strength = self._strongest if values.glow else values.emission
        made.emissiveFactor = [min(strength, 1.0)] * 3
        made.emissiveTexture = pygltflib.TextureInfo(**self._texture(page, "glow" if values.glow else "color"))
        if strength > 1:
            self._extend(made, "KHR_materials_emissive_strength", {"emissiveStrength": strength})

    def _see_through(self, page: int, made: pygltflib.Material, values: Finish) -> None:
        if values.transmission is None:
            told = {"transmissionFactor": 1.0, "transmissionTexture": self._texture(page, "surface")}
        else:
            told = {"transmissionFactor": values.transmission}
        self._extend(made, "KHR_materials_transmission", told)
        self._extend(made, "KHR_materials_ior", {"ior": values.ior})

    def _extend(self, made: pygltflib.Material, name: str, content: dict[str, Any]) -> None:
        self.extensions.add(name)
        made.extensions[name] = content

    def _texture(self, page: int, kind: str) -> dict[str, Any]:
        """Where a material finds a texture."""
        told: dict[str, Any] = {"index": self._textures[page, kind]}
        if self._scales:
            told["extensions"] = {TRANSFORM: {"scale": list(self._scales[page])}}
        return told
