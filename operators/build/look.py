"""A prepared file and the way to keep colors in, the image and materials that its meshes share out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import bpy
import numpy as np

from ...core.voxmesh import VoxMesh
from .material import attribute_material, image_material, new_image, plain_material
from .prepared import PALETTE_SHEET, PreparedFile
from .record import write_atlases
from .sheet import new_sheet


@dataclass(frozen=True)
class Look:
    """What colors the meshes of one file."""

    image: bpy.types.Image | None
    materials: Mapping[int, bpy.types.Material]
    """By palette index; one of index 0 serves all colors."""

    def materials_of(self, mesh: VoxMesh) -> list[bpy.types.Material]:
        """List the materials that a mesh needs, in the order of `colors_of`."""
        return [self.materials[0]] if 0 in self.materials else [self.materials[index] for index in colors_of(mesh)]


def colors_of(mesh: VoxMesh) -> list[int]:
    """List the colors that a mesh shows.

    Parameters
    ----------
    mesh : VoxMesh

    Returns
    -------
    list of int
        Palette indices, ascending.
    """
    return [index for index in np.unique(mesh.atlas).tolist() if index]


def new_look(file: PreparedFile, colors: str) -> Look:
    """Make the image and the materials of a file.

    Parameters
    ----------
    file : PreparedFile
    colors : str
        One of `options.COLORS`.

    Returns
    -------
    Look
    """
    if colors == "attribute":
        return Look(None, {0: attribute_material(file.name)})
    used = sorted({index for mesh in file.meshes for index in colors_of(mesh)})
    if colors == "materials":
        return Look(None, {index: plain_material(f"{file.name} {index:03}", file.palette[index]) for index in used})
    image = _texture(file) if colors == "texture" else _palette_image(file, len(used))
    return Look(image, {0: image_material(file.name, image)})


def _texture(file: PreparedFile) -> bpy.types.Image:
    """Make the image of all atlases."""
    atlases = [file.palette[mesh.atlas] for mesh in file.meshes]
    return new_sheet(file.name, atlases, [mesh.counts.texels_used for mesh in file.meshes], file.layout)


def _palette_image(file: PreparedFile, used: int) -> bpy.types.Image:
    """Make the image of the palette."""
    image = new_image(file.name, file.palette[PALETTE_SHEET])
    height, width = PALETTE_SHEET.shape
    write_atlases(image, np.array([[0, 0, width, height, used]]))
    return image
