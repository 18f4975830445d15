"""Atlases and their layout in, one image of them all out; an image with one atlas replaced out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import bpy
import numpy as np
import numpy.typing as npt

from ..core.texture.sheet import Sheet
from .material import new_image
from .record import (
    RECORD,
    image_key,
    read_atlases,
    read_image,
    read_maps,
    recorded_image,
    write_atlases,
    write_maps,
)
from .textures import store_like

Ints = npt.NDArray[np.int64]
Pixels = npt.NDArray[np.uint8] | npt.NDArray[np.float32]
"""(H, W, 4) RGBA, sRGB in bytes or linear in numbers; row 0 is the bottom row."""

UV_NAME = "UVMap"


def new_sheet(
    name: str, atlases: Sequence[Pixels], used: Sequence[int], layout: Sheet, *, data: bool = False, key: str = ""
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
    write_atlases(image, np.column_stack([layout.positions, sizes, used]), key)
    return image


def other_atlases(image: bpy.types.Image, mesh: bpy.types.Mesh) -> Ints:
    """List the atlases of an image that others than one mesh show.

    Parameters
    ----------
    image : bpy.types.Image
    mesh : bpy.types.Mesh

    Returns
    -------
    (n, 5) int64
        As the image's record has them.
    """
    atlases = read_atlases(image)
    of_texel = _atlas_of_texel(image, atlases)
    shown = [_atlas_of_face(other, of_texel) for other in _meshes_with(image) if other != mesh]
    seen = np.unique(np.concatenate([np.array([-1]), *shown]))
    return atlases[seen[1:]]


def with_atlas(
    image: bpy.types.Image,
    mesh: bpy.types.Mesh,
    kept: Ints,
    atlases: Mapping[str, Pixels],
    used: int,
    layout: Sheet,
) -> bpy.types.Image:
    """Put another image in the place of one, with an atlas for one mesh and with those of the others as they were.

    The images that are laid out like it are replaced as well.

    All that uses the image uses the new one, of the same name. (An image that is changed in place does not come back
    with undo.) The texture coordinates of the other meshes move along.

    Parameters
    ----------
    image : bpy.types.Image
    mesh : bpy.types.Mesh
        Whose texture coordinates are left alone.
    kept : (n, 5) int64
        The other atlases.
    atlases : mapping of str to (h, w, 4) uint8
        For the mesh: "color", and by their kind what is for the images beside it.
    used : int
        Texels of the atlas that are in use.
    layout : Sheet
        Of the kept atlases, then that of the mesh.

    Returns
    -------
    bpy.types.Image
    """
    of_texel = _atlas_of_texel(image, kept)
    for other in _meshes_with(image):
        if other != mesh:
            _move_texels(other, of_texel, kept[:, :2], layout)
    maps, strongest = read_maps(image), read_image(image).strongest
    sheet = _replaced(image, kept, atlases["color"], used, layout)
    others = {kind: _replaced(other, kept, atlases[kind], used, layout) for kind, other in maps.items()}
    write_maps(sheet, others, strongest)
    return sheet


def _replaced(image: bpy.types.Image, kept: Ints, atlas: Pixels, used: int, layout: Sheet) -> bpy.types.Image:
    """Put another image in the place of one."""
    pixels = _pixels(image)
    cut = [pixels[row : row + height, column : column + width] for column, row, width, height, _used in kept.tolist()]
    data = image.colorspace_settings.name == "Non-Color"
    all_used = [*kept[:, -1].tolist(), used]
    sheet = new_sheet(image.name, [*cut, atlas], all_used, layout, data=data, key=image_key(image))
    for key in set(image.keys()) - {RECORD}:
        sheet[key] = image[key]
    name, path, packed = image.name, image.filepath, bool(image.packed_file)
    image.user_remap(sheet)
    bpy.data.images.remove(image)
    sheet.name = name
    store_like(sheet, path, packed=packed)
    return sheet


def texel_layer(mesh: bpy.types.Mesh) -> bpy.types.MeshUVLoopLayer | None:
    """Find the layer of texture coordinates, also when it was renamed."""
    return mesh.uv_layers.get(UV_NAME) or next(iter(mesh.uv_layers), None)


def _meshes_with(image: bpy.types.Image) -> list[bpy.types.Mesh]:
    """List the meshes that show an image: by what they remember, or by a material."""
    materials = {
        material
        for material in bpy.data.materials
        if material.node_tree and any(getattr(node, "image", None) == image for node in material.node_tree.nodes)
    }
    return [
        mesh
        for mesh in bpy.data.meshes
        if texel_layer(mesh) and (recorded_image(mesh) == image or not materials.isdisjoint(mesh.materials))
    ]


def _pixels(image: bpy.types.Image) -> Pixels:
    values = np.empty(4 * image.size[0] * image.size[1], np.float32)
    image.pixels.foreach_get(values)
    pixels = values if image.is_float else (values * 255).round().astype(np.uint8)
    return pixels.reshape(image.size[1], image.size[0], 4)


def _atlas_of_texel(image: bpy.types.Image, atlases: Ints) -> Ints:
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


def _move_texels(mesh: bpy.types.Mesh, of_texel: Ints, before: Ints, layout: Sheet) -> None:
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
