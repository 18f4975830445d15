"""Images with atlases of many meshes in, the same images with those of some meshes laid out anew out."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import bpy
import numpy as np

from ..core.texture.sheet import Sheet
from .image_record import image_key, read_atlases, read_image, read_strips, write_maps, write_strips
from .record import digest
from .sheet import Ints, Pixels, atlas_of_texel, in_place, meshes_with, move_texels, new_sheet

Images = Mapping[str, bpy.types.Image]
"""By kind: "color", and what is laid out like it."""


def relaid(
    images: Images,
    meshes: Collection[bpy.types.Mesh],
    kept: Ints,
    atlases: Mapping[str, Sequence[Pixels]],
    used: Sequence[int],
    layout: Sheet,
    *,
    strongest: float,
) -> dict[str, bpy.types.Image]:
    """Put other images in the place of some, with new atlases and those of other meshes as they were.

    All that uses an image uses the one in its place, of the same name. (An image that is changed in place does not
    come back with undo.) The texture coordinates of the other meshes move along.

    Parameters
    ----------
    images : mapping of str to bpy.types.Image
        As `sheet.maps_of` lists them.
    meshes : collection of bpy.types.Mesh
        Whose texture coordinates are left alone.
    kept : (n, 5) int64
        The atlases that stay.
    atlases : mapping of str to sequence of (h, w, 4) uint8
        The new ones, by the kinds of images that there shall be.
    used : sequence of int
        Texels of each new atlas that are in use.
    layout : Sheet
        Of the kept atlases, then of the new ones.
    strongest : float
        The emission that is full color in the image of light sent out.

    Returns
    -------
    dict of str to bpy.types.Image
    """
    of_texel = atlas_of_texel(images["color"], kept)
    for other in meshes_with(images["color"]):
        if other not in meshes:
            move_texels(other, of_texel, kept[:, :2], layout)
    name, rows = images["color"].name, read_atlases(images["color"])
    numbers = [int(np.flatnonzero((rows == row).all(axis=1))[0]) for row in kept]
    made, strips = {}, read_strips(images["color"])
    for kind, new in atlases.items():
        old = images.get(kind)
        cut = _cut(old, kept, new[0])
        every = [*kept[:, -1].tolist(), *used]
        key, data = (image_key(old), _is_data(old)) if old else ("", kind == "surface")
        made_as = _made(old, numbers, cut) + [digest(pixels) for pixels in new]
        image = new_sheet(
            old.name if old else f"{name}_{kind}", [*cut, *new], every, layout, data=data, key=key, made=made_as
        )
        if old:
            in_place(old, image)
        made[kind] = image
    write_strips(made["color"], strips)
    write_maps(made["color"], {kind: image for kind, image in made.items() if kind != "color"}, strongest)
    return made


def _cut(image: bpy.types.Image | None, atlases: Ints, like: Pixels) -> list[Pixels]:
    """The pixels of some atlases of an image; black where there is no such image."""
    if image is None:
        return [np.zeros((height, width, 4), like.dtype) for width, height in atlases[:, 2:4].tolist()]
    values = np.empty(4 * image.size[0] * image.size[1], np.float32)
    image.pixels.foreach_get(values)
    pixels = values if like.dtype == np.float32 else (values * 255).round().astype(np.uint8)
    pixels = pixels.reshape(image.size[1], image.size[0], 4)
    return [pixels[row : row + height, column : column + width] for column, row, width, height, _ in atlases.tolist()]


def _made(image: bpy.types.Image | None, numbers: Sequence[int], cut: Sequence[Pixels]) -> list[str]:
    """Digests of atlases as they were made; of what nothing is known counts what it is."""
    known = read_image(image).digests if image else ()
    return [known[one] if one < len(known) else digest(pixels) for one, pixels in zip(numbers, cut, strict=True)]


def _is_data(image: bpy.types.Image) -> bool:
    return bool(image.colorspace_settings.name == "Non-Color")
