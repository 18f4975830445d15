"""An assembly and the way to keep colors in, the images and materials that its meshes share out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from uuid import uuid4

import bpy
import numpy as np

from ..core.mesh.mesh import Mesh
from ..core.scene import Assembly
from ..core.texture.sheet import Sheet
from ..core.voxels.finish import Finish, color_texels, finish, glow_texels, power_texels, surface_texels
from .cutouts import CUT_OUT, cut_out
from .groups import PALETTE_SHEET, Ints, group_indices, used_groups
from .made import write_made
from .material import Shader, new_image, viewport_color
from .options import IMAGES, BuildOptions
from .record import write_atlases, write_maps
from .sheet import Pixels, colored, new_sheet

PALETTE_NAMES = "trivox_palette_names"
"""The custom property of an image or a material that holds the names of the file's colors, as JSON by palette index."""


@dataclass(frozen=True)
class MaterialSet:
    """What colors the meshes of one file."""

    colors: str
    image: bpy.types.Image | None
    group: Ints
    """(256,) int64: which palette indices share a material."""
    materials: Mapping[int, bpy.types.Material]
    """By group; those of meshes with clear texels by group and `CUT_OUT`."""
    family: str = ""
    """What materials of one file have in common."""

    def numbers_of(self, mesh: Mesh) -> list[int]:
        """List the numbers of the materials that a mesh needs, in the order of its slots."""
        numbers = _numbers(mesh, self.group, self.colors)
        return [number if number in self.materials else number + CUT_OUT for number in numbers]

    def materials_of(self, mesh: Mesh) -> list[bpy.types.Material]:
        """List the materials that a mesh needs, in the order of its slots."""
        return [self.materials[number] for number in self.numbers_of(mesh)]

    def key(self, number: int) -> int:
        """A number of a material that is likely to stay when the file changes."""
        return int(np.argmax(self.group == number)) if self.colors == "attribute" else number


@dataclass(frozen=True)
class Needs:
    """What the materials of a file need, and which there are."""

    group: Ints
    """As in `MaterialSet`."""
    finishes: Mapping[int, Finish]
    """As `MaterialSet.materials`."""
    plain: Mapping[int, tuple[float, ...]]
    """Of each, what solid shading without textures shows."""
    tables: Mapping[str, Pixels]
    """(256, 4) RGBA by palette index, of the image of colors and of those beside it, as `ImageRecord` names them."""
    strongest: float
    """The emission that is full color in the image of light sent out."""
    used: int
    """Palette indices in use."""


def new_material_set(file: Assembly, sheet: Sheet, options: BuildOptions) -> MaterialSet:
    """Make the images and the materials of a file.

    Parameters
    ----------
    file : Assembly
    sheet : Sheet
        Where the atlas of each mesh lies in the texture.
    options : BuildOptions

    Returns
    -------
    MaterialSet
    """
    needs = needs_of(file, options)
    return materials_with(file, options, needs, new_images(file, sheet, options, needs))


def needs_of(file: Assembly, options: BuildOptions) -> Needs:
    """Find what materials and images a file needs; Blender is not asked.

    Parameters
    ----------
    file : Assembly
    options : BuildOptions

    Returns
    -------
    Needs
    """
    colors = options.colors
    group = group_indices(file.scene.look.shading, file.scene.look.transparent, colors)
    meshes = [mesh for mesh in file.meshes if len(mesh.triangles)]
    texels = np.sum([np.bincount(mesh.atlas.ravel(), minlength=256) for mesh in meshes], axis=0)
    texels[0] = 0
    numbers = {number for mesh in meshes for number in _numbers(mesh, group, colors)}
    if max(numbers) >= CUT_OUT:
        # Glass whose color comes from an image with clear texels has to take its alpha from there as well.
        numbers = {number if number != 1 else 1 + CUT_OUT for number in numbers}
    look = file.scene.look
    shown = {number: np.where(group == number % CUT_OUT, texels, 0) for number in sorted(numbers)}
    finishes = {number: finish(look, options.glass, texels) for number, texels in shown.items()}
    strongest = max((values.emission for values in finishes.values() if values.glow), default=0.0)
    tables: dict[str, Pixels] = {}
    if colors in IMAGES:
        tables["color"] = color_texels(look, options.glass)
        if any(values.surface for values in finishes.values()):
            tables["surface"] = surface_texels(look.shading, look.transparent)
        if strongest:
            tables["glow"] = glow_texels(look.shading, look.palette, strongest)
        if any(values.wide for values in finishes.values()):
            tables["power"] = power_texels(look.shading, strongest)
    plain = {number: viewport_color(look.palette, texels) for number, texels in shown.items()}
    return Needs(group, finishes, plain, tables, strongest, int((texels > 0).sum()))


def materials_with(
    file: Assembly, options: BuildOptions, needs: Needs, images: Mapping[str, bpy.types.Image], family: str = ""
) -> MaterialSet:
    """Make the materials of a file.

    Parameters
    ----------
    file : Assembly
    options : BuildOptions
    needs : Needs
    images : mapping of str to bpy.types.Image
        By kind; one for each of the tables needed.
    family : str
        What materials of one file have in common; by default something new.

    Returns
    -------
    MaterialSet
    """
    group = needs.group
    materials = {
        number: _material(file, options, number, needs, values, images) for number, values in needs.finishes.items()
    }
    for number, material in materials.items():
        material.diffuse_color = needs.plain[number]
    _keep_names(file, group, materials, images)
    made = MaterialSet(options.colors, images.get("color"), group, materials, family or uuid4().hex)
    for number, material in materials.items():
        write_made(material, made.key(number), made.family)
    return made


def new_images(file: Assembly, sheet: Sheet, options: BuildOptions, needs: Needs) -> dict[str, bpy.types.Image]:
    """Make the image of the colors and those that materials need beside it.

    Parameters
    ----------
    file : Assembly
    sheet : Sheet
    options : BuildOptions
    needs : Needs

    Returns
    -------
    dict of str to bpy.types.Image
        By kind.
    """
    images = {
        kind: _image(file, sheet, options.colors, kind, table, needs.used) for kind, table in needs.tables.items()
    }
    if images:
        maps = {kind: image for kind, image in images.items() if kind != "color"}
        write_maps(images["color"], maps, needs.strongest)
    return images


def _image(file: Assembly, sheet: Sheet, colors: str, kind: str, table: Pixels, used: int) -> bpy.types.Image:
    """Make one image; all of a file are laid out alike."""
    name = file.scene.name if kind == "color" else f"{file.scene.name}_{kind}"
    data = kind == "surface"
    if colors == "texture":
        atlases = [colored(mesh, kind, table) for mesh in file.meshes]
        return new_sheet(name, atlases, [mesh.counts.texels_used for mesh in file.meshes], sheet, data=data)
    image = new_image(name, table[PALETTE_SHEET], data=data)
    height, width = PALETTE_SHEET.shape
    write_atlases(image, np.array([[0, 0, width, height, used]]))
    return image


def _material(
    file: Assembly,
    options: BuildOptions,
    number: int,
    needs: Needs,
    values: Finish,
    images: Mapping[str, bpy.types.Image],
) -> bpy.types.Material:
    """Make one material."""
    palette, colors, group = file.scene.palette, options.colors, needs.group
    # Only where another material has its name.
    ending = " cutout" if number - CUT_OUT in needs.finishes else ""
    shader = Shader(f"{_material_name(file, colors, number % CUT_OUT, group)}{ending}")
    if colors == "attribute":
        shader.color_from_attribute()
    elif colors == "materials":
        shader.plain_color(palette[number])
    else:
        shader.color_from_image(images["color"])
    shader.surface(values, images.get("surface"))
    # What touches another was cut open there.
    closed = all(model.blocked is None for model in file.scene.models)
    shader.cover(values, single_sided=options.single_sided and closed)
    one_light = palette[np.argmax(group == number)] if colors in ("attribute", "materials") else None
    shader.glow(values, options.emission, one_light, images)
    if number >= CUT_OUT:
        cut_out(shader.material, images["color"])
    return shader.material


def _numbers(mesh: Mesh, group: Ints, colors: str) -> list[int]:
    """The numbers of the materials of a mesh, in the order of its slots."""
    cut = colors == "texture" and mesh.has_clear_texels
    return (used_groups(mesh, group, colors) + CUT_OUT * cut).tolist()


def _material_name(file: Assembly, colors: str, number: int, group: Ints) -> str:
    if colors == "materials":
        return f"{file.scene.name} {number:03}"
    if not number:
        return file.scene.name
    return (
        f"{file.scene.name} transparent"
        if colors != "attribute"
        else f"{file.scene.name} {np.argmax(group == number):03}"
    )


def _keep_names(
    file: Assembly,
    group: Ints,
    materials: Mapping[int, bpy.types.Material],
    images: Mapping[str, bpy.types.Image],
) -> None:
    """Write down the names that the file gives to colors."""
    names = file.scene.look.names
    if not names:
        return
    if "color" in images:
        images["color"][PALETTE_NAMES] = json.dumps({str(index): name for index, name in names.items()})
    for number, material in materials.items():
        own = {str(index): name for index, name in names.items() if group[index] == number % CUT_OUT}
        if own:
            material[PALETTE_NAMES] = json.dumps(own)
