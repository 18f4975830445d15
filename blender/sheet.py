"""Atlases and their layout in, one image of them all out; an image with one atlas replaced out."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import bpy
import numpy as np
import numpy.typing as npt

from ..core.mesh.mesh import Mesh
from ..core.texture.sheet import Sheet
from ..core.voxels.shade import painted
from .image_record import (
    RECORD,
    image_key,
    read_atlases,
    read_image,
    read_maps,
    read_strips,
    write_atlases,
    write_maps,
    write_strips,
)
from .light_record import light_layer
from .material import new_image
from .record import digest, recorded_images
from .textures import store_like

Ints = npt.NDArray[np.int64]
Pixels = npt.NDArray[np.uint8] | npt.NDArray[np.float32]
"""(H, W, 4) RGBA, sRGB in bytes or linear in numbers; row 0 is the bottom row."""

UV_NAME = "UVMap"


@dataclass(frozen=True)
class Atlas:
    """What images show for one mesh."""

    pixels: Mapping[str, Pixels]
    """(h, w, 4): "color", and by their kind what is for the images beside it."""
    made: Mapping[str, str]
    """Digests of the same without what a user painted."""
    used: int
    """Texels in use."""


def colored(mesh: Mesh, kind: str, table: Pixels) -> Pixels:
    """Color the atlas of a mesh.

    Parameters
    ----------
    mesh : Mesh
    kind : str
        Of the image, as `ImageRecord` names it.
    table : (256, 4) or (256, 256, 4) uint8 or float32
        RGBA by palette index, and maybe by the share of the sky.

    Returns
    -------
    (H, W, 4) of the same type
        Where the mesh shows nothing, the image of colors is clear.
    """
    return painted(table, mesh.atlas, mesh.occlusion, clear=kind == "color" and mesh.has_clear_texels)


def new_sheet(
    name: str,
    atlases: Sequence[Pixels],
    used: Sequence[int],
    layout: Sheet,
    *,
    data: bool = False,
    key: str = "",
    made: Sequence[str] | None = None,
) -> bpy.types.Image:
    """Make an image of several atlases.

    Parameters
    ----------
    name : str
    atlases : sequence of (h, w, 4) uint8
    used : sequence of int
        Texels of each atlas that are in use.
    layout : Sheet
    data : bool
        The image holds numbers, not colors.
    key : str
        By which others know it; by default a new one.
    made : sequence of str, optional
        Digests of the atlases before a user painted them; by default nobody did.

    Returns
    -------
    bpy.types.Image
    """
    pixels = np.zeros((layout.height, layout.width, 4), atlases[0].dtype)
    pixels[..., 3] = np.iinfo(pixels.dtype).max if pixels.dtype == np.uint8 else 1
    for atlas, (column, row) in zip(atlases, layout.positions.tolist(), strict=True):
        pixels[row : row + atlas.shape[0], column : column + atlas.shape[1]] = atlas
    image = new_image(name, pixels, data=data)
    sizes = np.array([(atlas.shape[1], atlas.shape[0]) for atlas in atlases], np.int64)
    made = map(digest, atlases) if made is None else made
    write_atlases(image, np.column_stack([layout.positions, sizes, used]), key, list(made))
    return image


class Pictures:
    """What images hold, each read once."""

    def __init__(self) -> None:
        self._pixels: dict[bpy.types.Image, Pixels] = {}
        self._digests: dict[bpy.types.Image, list[str]] = {}
        self._atlases: dict[bpy.types.Image, Ints] = {}

    def pixels(self, image: bpy.types.Image) -> Pixels:
        """Read an image, (H, W, 4), row 0 at the bottom."""
        if image not in self._pixels:
            self._pixels[image] = _read_pixels(image)
        return self._pixels[image]

    def digests(self, image: bpy.types.Image) -> list[str]:
        """Digest the pixels of each atlas of an image as they are now."""
        if image not in self._digests:
            self._digests[image] = [digest(cut) for cut in cut_atlases(self.pixels(image), read_atlases(image))]
        return self._digests[image]

    def atlases_of(self, image: bpy.types.Image, mesh: bpy.types.Mesh) -> list[int]:
        """Number the atlases of an image that a mesh shows, as the image's record lists them."""
        if image not in self._atlases:
            self._atlases[image] = atlas_of_texel(image, read_atlases(image))
        shown = np.unique(_atlas_of_face(mesh, self._atlases[image]))
        return shown[shown >= 0].tolist()


def maps_of(image: bpy.types.Image) -> dict[str, bpy.types.Image]:
    """An image of colors and those that are laid out like it, by kind."""
    return {"color": image, **read_maps(image)}


def other_atlases(image: bpy.types.Image, meshes: Collection[bpy.types.Mesh]) -> Ints:
    """Number the atlases of an image that others than some meshes show.

    Parameters
    ----------
    image : bpy.types.Image
    meshes : collection of bpy.types.Mesh

    Returns
    -------
    (n,) int64
        As the image's record lists them.
    """
    of_texel = atlas_of_texel(image, read_atlases(image))
    shown = [_atlas_of_face(other, of_texel) for other in meshes_with(image) if other not in meshes]
    return np.unique(np.concatenate([np.array([-1]), *shown]))[1:]


def with_atlases(
    image: bpy.types.Image,
    meshes: Collection[bpy.types.Mesh],
    kept: Ints,
    atlases: Sequence[Atlas],
    layout: Sheet,
) -> bpy.types.Image:
    """Put another image in the place of one, with new atlases for some meshes and those of the others as they were.

    The images that are laid out like it are replaced as well.

    All that uses the image uses the new one, of the same name. (An image that is changed in place does not come back
    with undo.) The texture coordinates of the other meshes move along.

    Parameters
    ----------
    image : bpy.types.Image
    meshes : collection of bpy.types.Mesh
        Whose texture coordinates are left alone.
    kept : (n,) int64
        The other atlases.
    atlases : sequence of Atlas
        For the meshes.
    layout : Sheet
        Of the kept atlases, then those for the meshes.

    Returns
    -------
    bpy.types.Image
    """
    rows = read_atlases(image)[kept]
    of_texel = atlas_of_texel(image, rows)
    for other in meshes_with(image):
        if other not in meshes:
            move_texels(other, of_texel, rows[:, :2], layout)
    maps, strongest, strips = read_maps(image), read_image(image).strongest, read_strips(image)
    sheet = _replaced(image, "color", kept, atlases, layout)
    others = {kind: _replaced(other, kind, kept, atlases, layout) for kind, other in maps.items()}
    write_maps(sheet, others, strongest)
    write_strips(sheet, strips)
    return sheet


def _replaced(
    image: bpy.types.Image, kind: str, kept: Ints, atlases: Sequence[Atlas], layout: Sheet
) -> bpy.types.Image:
    """Put another image in the place of one."""
    rows, made = read_atlases(image)[kept], read_image(image).digests
    cut = cut_atlases(_read_pixels(image), rows)
    # Atlases of which nothing is known count as they are.
    made = [
        made[number] if number < len(made) else digest(part) for number, part in zip(kept.tolist(), cut, strict=True)
    ]
    data = image.colorspace_settings.name == "Non-Color"
    sheet = new_sheet(
        image.name,
        [*cut, *(atlas.pixels[kind] for atlas in atlases)],
        [*rows[:, -1].tolist(), *(atlas.used for atlas in atlases)],
        layout,
        data=data,
        key=image_key(image),
        made=[*made, *(atlas.made[kind] for atlas in atlases)],
    )
    in_place(image, sheet)
    return sheet


def in_place(old: bpy.types.Image, image: bpy.types.Image) -> None:
    """Put an image in the place of one, which goes: all that used it uses the new one, and calls it by the old name.

    Parameters
    ----------
    old, image : bpy.types.Image
    """
    for key in set(old.keys()) - {RECORD}:
        image[key] = old[key]
    name, path, packed = old.name, old.filepath, bool(old.packed_file)
    old.user_remap(image)
    bpy.data.images.remove(old)
    image.name = name
    store_like(image, path, packed=packed)


def texel_layer(mesh: bpy.types.Mesh) -> bpy.types.MeshUVLoopLayer | None:
    """Find the layer of texture coordinates, also when it was renamed."""
    light = light_layer(mesh)
    return mesh.uv_layers.get(UV_NAME) or next((layer for layer in mesh.uv_layers if layer.name != light), None)


def meshes_with(image: bpy.types.Image) -> list[bpy.types.Mesh]:
    """List the meshes that show an image: by what they remember, or by a material."""
    materials = {
        material
        for material in bpy.data.materials
        if material.node_tree and any(getattr(node, "image", None) == image for node in material.node_tree.nodes)
    }
    return [
        mesh
        for mesh in bpy.data.meshes
        if texel_layer(mesh) and (image in recorded_images(mesh) or not materials.isdisjoint(mesh.materials))
    ]


def _read_pixels(image: bpy.types.Image) -> Pixels:
    values = np.empty(4 * image.size[0] * image.size[1], np.float32)
    image.pixels.foreach_get(values)
    pixels = values if image.is_float else (values * 255).round().astype(np.uint8)
    return pixels.reshape(image.size[1], image.size[0], 4)


def cut_atlases(pixels: Pixels, atlases: Ints) -> list[Pixels]:
    """Cut atlases out of the pixels of an image."""
    rows = atlases.tolist()
    return [pixels[row : row + height, column : column + width] for column, row, width, height, _used in rows]


def atlas_of_texel(image: bpy.types.Image, atlases: Ints) -> Ints:
    """(H, W) int64: which atlas each texel belongs to, -1 for none."""
    of_texel = np.full((image.size[1], image.size[0]), -1, np.int64)
    for number, (column, row, width, height, _used) in enumerate(atlases.tolist()):
        of_texel[row : row + height, column : column + width] = number
    return of_texel


def _texels(mesh: bpy.types.Mesh, size: Ints) -> npt.NDArray[np.float64]:
    """(L, 2) float64: the texture coordinates of all corners, in texels of an image."""
    values = np.empty(2 * len(mesh.loops), np.float32)
    texel_layer(mesh).uv.foreach_get("vector", values)
    return values.reshape(-1, 2) * size.astype(np.float64)


def _atlas_of_face(mesh: bpy.types.Mesh, of_texel: Ints) -> Ints:
    """(F,) int64: which atlas the middle of each face shows."""
    start = np.empty(len(mesh.polygons), np.int32)
    mesh.polygons.foreach_get("loop_start", start)
    if not len(start):
        return np.zeros(0, np.int64)
    height, width = of_texel.shape
    texels = _texels(mesh, np.array([width, height]))
    middle = np.add.reduceat(texels, start) / np.diff(start, append=len(texels))[:, None]
    column, row = np.floor(middle).astype(np.int64).T
    return of_texel[row.clip(0, height - 1), column.clip(0, width - 1)]


def move_texels(mesh: bpy.types.Mesh, of_texel: Ints, before: Ints, layout: Sheet) -> None:
    """Let the faces of a mesh show in a new layout the atlases that they show in an old one."""
    length = np.empty(len(mesh.polygons), np.int32)
    mesh.polygons.foreach_get("loop_total", length)
    atlas = np.repeat(_atlas_of_face(mesh, of_texel), length)
    height, width = of_texel.shape
    move = np.vstack([layout.positions[: len(before)] - before, [[0, 0]]])[atlas]
    texels = (_texels(mesh, np.array([width, height])) + move) / np.array([layout.width, layout.height])
    # What is written through the layer itself is also written into the step of undo that shares its array.
    layer = mesh.attributes[texel_layer(mesh).name].data
    layer.foreach_set("vector", np.ascontiguousarray(texels, np.float32).ravel())
