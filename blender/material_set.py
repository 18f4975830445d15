"""An assembly and the way to keep colors in, the images and materials that its meshes share out."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import uuid4

import bpy
import numpy as np
import numpy.typing as npt

from ..core.mesh.mesh import Mesh
from ..core.mesh.paging import Place
from ..core.scene import Assembly
from ..core.scene.pages import Page, Pages
from ..core.voxels import Look
from ..core.voxels.finish import Finish, finish, glow_texels, number_texels, power_texels
from .cutouts import cut_out
from .groups import CUT_OUT, PALETTE_SHEET, Ints, group_indices, page_of, used_groups
from .image_record import read_image, write_atlases, write_maps, write_strips
from .made import write_made
from .material import Shader, new_image, viewport_color
from .options import ATLASES, IMAGES, BuildOptions
from .record import digest
from .sheet import Pictures, Pixels, new_sheet
from .tables import color_table, surface_table

PALETTE_NAMES = "trivox_palette_names"
"""The custom property of an image or a material that holds the names of the file's colors, as JSON by palette index."""


@dataclass(frozen=True)
class Images:
    """What materials of one page show, by kind as in `ImageRecord`."""

    sheets: Mapping[str, bpy.types.Image]
    """"color", and those that are laid out like it."""
    strips: Mapping[str, bpy.types.Image]
    """Images of 256 pixels that "color" tells the numbers of, if it does."""


@dataclass(frozen=True)
class MaterialSet:
    """What colors the meshes of one file."""

    colors: str
    images: Sequence[bpy.types.Image]
    """Of colors: one for each page, or the one of the palette, or none."""
    group: Ints
    """(256,) int64: which palette indices share a material, where each face has one color."""
    materials: Mapping[int, bpy.types.Material]
    """By group; those of meshes with clear texels by group and `CUT_OUT`."""
    places: Sequence[Place]
    """Where the texels of each mesh are, if there are pages."""
    sizes: Ints
    """(pages, 2) int64 width and height of each page."""
    family: str = ""
    """What materials of one file have in common."""

    def numbers_of(self, mesh: Mesh, index: int) -> list[int]:
        """List the materials of a mesh, which has this number in the file, in the order of its slots."""
        page = self.places[index].page if self.places else None
        numbers = _numbers(mesh, self.group, self.colors, page)
        return [number if number in self.materials else number + CUT_OUT for number in numbers]

    def images_of(self, index: int) -> list[bpy.types.Image]:
        """List the images of a mesh's colors."""
        if self.colors in ATLASES:
            return [self.images[page] for page in np.unique(self.places[index].page).tolist()]
        return list(self.images)

    def key(self, number: int) -> int:
        """A number of a material that is likely to stay when the file changes."""
        return int(np.argmax(self.group == number)) if self.colors == "attribute" else number


@dataclass(frozen=True)
class Needs:
    """What the materials of a file need, and which there are."""

    group: Ints
    """As in `MaterialSet`."""
    finishes: Mapping[int, Finish]
    """As `MaterialSet.materials`, those of the first page."""
    plain: Mapping[int, tuple[float, ...]]
    """Of each, what solid shading without textures shows."""
    tables: Mapping[str, Pixels]
    """(256, 4) RGBA by palette index, or (256, 256, 4) by the share of the sky as well, of the image of colors and of
    those beside it, as `ImageRecord` names them."""
    strips: Mapping[str, Pixels]
    """(256, 4) of images of 256 pixels that the image of colors only tells the numbers of."""
    strongest: float
    """The emission that is full color in the image of light sent out."""
    used: int
    """Palette indices in use."""


def new_material_set(file: Assembly, pages: Pages, options: BuildOptions) -> MaterialSet:
    """Make the images and the materials of a file.

    Parameters
    ----------
    file : Assembly
    pages : Pages
        Where the atlas of each mesh lies in the textures.
    options : BuildOptions

    Returns
    -------
    MaterialSet
    """
    needs = needs_of(file, options)
    return materials_with(file, options, needs, new_images(file, pages, options, needs), pages)


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
        occluded = occluded_by(file, options)
        tables["color"] = color_table(look, options, occluded=occluded)
        mapped = occluded and options.occlusion_in == "map"
        if mapped or any(values.surface for values in finishes.values()):
            tables["surface"] = surface_table(look, options, occluded=occluded)
        if strongest:
            tables["glow"] = glow_texels(look.shading, look.palette, strongest)
        if any(values.wide for values in finishes.values()):
            tables["power"] = power_texels(look.shading, strongest)
    strips: dict[str, Pixels] = {}
    if colors == "strip":
        strips, tables = tables, {"color": number_texels()}
    plain = {number: viewport_color(look.palette, texels) for number, texels in shown.items()}
    return Needs(group, finishes, plain, tables, strips, strongest, int((texels > 0).sum()))


def materials_with(
    file: Assembly, options: BuildOptions, needs: Needs, images: Sequence[Images], pages: Pages, family: str = ""
) -> MaterialSet:
    """Make the materials of a file.

    Parameters
    ----------
    file : Assembly
    options : BuildOptions
    needs : Needs
    images : sequence of Images
        Of each page; as `new_images` makes them.
    pages : Pages
    family : str
        What materials of one file have in common; by default something new.

    Returns
    -------
    MaterialSet
    """
    group, atlases = needs.group, options.colors in ATLASES
    shown = {number: (0, number) for number in needs.finishes}
    if atlases:
        numbers = {
            number
            for mesh, place in zip(file.meshes, pages.places, strict=True)
            for number in _numbers(mesh, group, options.colors, place.page)
        }
        # What the kind of material is on any page, it is on all.
        numbers = {number if _kind_of(number) in needs.finishes else number + CUT_OUT for number in numbers}
        shown = {number: (page_of(number), _kind_of(number)) for number in sorted(numbers)}
    materials = {}
    for number, (page, kind) in shown.items():
        own = images[page] if images else Images({}, {})
        materials[number] = _material(file, options, kind, page, needs, own)
        materials[number].diffuse_color = needs.plain[kind]
        _keep_names(file, group == kind % CUT_OUT, materials[number])
    made = MaterialSet(
        options.colors,
        [own.sheets["color"] for own in images],
        group,
        materials,
        pages.places if atlases else (),
        pages.sizes,
        family or uuid4().hex,
    )
    for number, material in materials.items():
        write_made(material, made.key(number), made.family)
    return made


def new_images(file: Assembly, pages: Pages, options: BuildOptions, needs: Needs) -> list[Images]:
    """Make the images of the colors and those that materials need beside them.

    Parameters
    ----------
    file : Assembly
    pages : Pages
    options : BuildOptions
    needs : Needs

    Returns
    -------
    list of Images
        For each page; those of the palette once.
    """
    name, made = file.scene.name, []
    if options.colors in ATLASES:
        for number, page in enumerate(pages.pages):
            own = f"{name}_{number + 1}" if number else name
            sheets = {
                kind: _sheet(_image_name(own, kind), kind, table, page, options) for kind, table in needs.tables.items()
            }
            made.append(sheets)
    elif needs.tables:
        made.append(
            {kind: new_strip(_image_name(name, kind), kind, table, needs) for kind, table in needs.tables.items()}
        )
    strips = {
        kind: new_strip(_image_name(f"{name}_palette", kind), kind, table, needs)
        for kind, table in needs.strips.items()
    }
    for sheets in made:
        maps = {kind: image for kind, image in sheets.items() if kind != "color"}
        write_maps(sheets["color"], maps, needs.strongest)
        write_strips(sheets["color"], strips)
        if file.scene.look.names:
            sheets["color"][PALETTE_NAMES] = _names_text(file.scene.look.names)
    return [Images(sheets, strips) for sheets in made]


def _image_name(name: str, kind: str) -> str:
    return name if kind == "color" else f"{name}_{kind}"


def _sheet(name: str, kind: str, table: Pixels, page: Page, options: BuildOptions) -> bpy.types.Image:
    """Make one image of atlases; all of a page are laid out alike."""
    data = kind == "surface" or options.colors == "strip"
    return new_sheet(name, page.painted(table, clear=kind == "color"), page.used, page.sheet, data=data)


def new_strip(name: str, kind: str, table: Pixels, needs: Needs) -> bpy.types.Image:
    """Make an image of the palette."""
    image = new_image(name, table[PALETTE_SHEET], data=kind == "surface")
    height, width = PALETTE_SHEET.shape
    write_atlases(image, np.array([[0, 0, width, height, needs.used]]), digests=[digest(table[PALETTE_SHEET])])
    return image


def is_painted(strip: bpy.types.Image) -> bool:
    """Tell whether an image of a palette has other pixels than it was made with."""
    made, found = read_image(strip).digests, Pictures().pixels(strip)
    return bool(made) and digest(found) != made[0]


def occluded_by(file: Assembly, options: BuildOptions) -> bool:
    """Whether images tell how much of the sky is seen; numbers of colors have no room for that."""
    return options.colors != "strip" and any(mesh.occlusion is not None for mesh in file.meshes)


def tables_of(look: Look, image: bpy.types.Image, options: BuildOptions, *, occluded: bool) -> dict[str, Pixels]:
    """Find what an image, and those laid out like it, show for palette indices.

    Parameters
    ----------
    look : Look
    image : bpy.types.Image
        Of colors.
    options : BuildOptions
    occluded : bool
        Whether it tells how much of the sky is seen.

    Returns
    -------
    dict of str to (256, 4) or (256, 256, 4)
        By kind; more than there are images.
    """
    if options.colors == "strip":
        return {"color": number_texels()}
    tables: dict[str, Pixels] = {"color": color_table(look, options, occluded=occluded)}
    tables["surface"] = surface_table(look, options, occluded=occluded)
    strongest = read_image(image).strongest
    if strongest:
        tables["glow"] = glow_texels(look.shading, look.palette, strongest)
        tables["power"] = power_texels(look.shading, strongest)
    return tables


def _material(
    file: Assembly, options: BuildOptions, kind: int, page: int, needs: Needs, images: Images
) -> bpy.types.Material:
    """Make the material of one kind, on one page."""
    palette, colors, values, group = file.scene.palette, options.colors, needs.finishes[kind], needs.group
    number = kind % CUT_OUT
    # Only where another material has its name.
    ending = " cutout" if kind - CUT_OUT in needs.finishes else ""
    shader = Shader(f"{_material_name(file, colors, number, page, group)}{ending}")
    if images.strips:
        shader.look_up(images.sheets["color"])
    shown = images.strips or images.sheets
    if colors == "attribute":
        shader.color_from_attribute()
    elif colors == "materials":
        shader.plain_color(palette[number])
    else:
        shader.color_from_image(shown["color"])
    shader.surface(values, shown.get("surface"))
    if occluded_by(file, options) and options.occlusion_in == "map" and not number:
        shader.occlusion(shown["surface"], options.occlusion_strength)
    # What touches another was cut open there.
    closed = all(model.blocked is None for model in file.scene.models)
    shader.cover(values, single_sided=options.single_sided and closed)
    one_light = palette[np.argmax(group == number)] if colors in ("attribute", "materials") else None
    shader.glow(values, options.emission, one_light, shown)
    if kind >= CUT_OUT:
        cut_out(shader.material, images.sheets["color"])
    return shader.material


def _numbers(mesh: Mesh, group: Ints, colors: str, page: Ints | None = None) -> list[int]:
    """The numbers of the materials of a mesh, in the order of its slots; page as for `used_groups`."""
    cut = colors == "texture" and mesh.has_clear_texels
    return (used_groups(mesh, group, colors, page) + CUT_OUT * cut).tolist()


def _kind_of(number: int) -> int:
    """The number of a material on the first page that is alike."""
    return number - 2 * page_of(number)


def _material_name(file: Assembly, colors: str, number: int, page: int, group: Ints) -> str:
    name = f"{file.scene.name} {page + 1}" if page else file.scene.name
    if colors == "materials":
        return f"{name} {number:03}"
    if not number:
        return name
    return f"{name} transparent" if colors != "attribute" else f"{name} {np.argmax(group == number):03}"


def _keep_names(file: Assembly, own: npt.NDArray[np.bool_], material: bpy.types.Material) -> None:
    """Write down the names that the file gives to colors of a material."""
    names = {index: name for index, name in file.scene.look.names.items() if own[index]}
    if names:
        material[PALETTE_NAMES] = _names_text(names)


def _names_text(names: Mapping[int, str]) -> str:
    return json.dumps({str(index): name for index, name in names.items()})
