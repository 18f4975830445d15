"""Meshes with their colors in images of many texels in, the same meshes with one image and one set of materials out.

What was painted stays as it is. Materials become one where they differ in nothing but their images.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import bpy
import numpy as np

from ..core.texture.sheet import Sheet, lay_pages
from .cutouts import suit_glass
from .groups import Ints
from .image_record import holds_atlases, read_atlases, read_image, read_strips, write_maps, write_strips
from .made import material_digest
from .options import ATLASES
from .record import digest, read_record, recorded_images, write_images
from .sheet import Pictures, atlas_of_texel, cut_atlases, maps_of, meshes_with, move_texels, new_sheet
from .textures import store_like


@dataclass(frozen=True)
class Shared:
    """What became of meshes."""

    meshes: int
    """That share images now."""
    images: int
    """Of colors that they have."""
    left: tuple[str, ...]
    """Names of meshes that keep their images: those that need several, or were joined or changed in size."""


@dataclass(frozen=True)
class _Block:
    """An atlas where it is now."""

    image: bpy.types.Image
    number: int
    """As the image's record lists it."""


def share_images(meshes: Collection[bpy.types.Mesh]) -> Shared:
    """Let meshes have their colors in as few images as can be.

    Parameters
    ----------
    meshes : collection of bpy.types.Mesh
        Others are passed over if they have no images of many texels.

    Returns
    -------
    Shared
    """
    pictures, blocks, left = Pictures(), {}, []
    for mesh in dict.fromkeys(meshes):
        record = read_record(mesh)
        if record is None or record.build.colors not in ATLASES:
            continue
        block = _block_of(mesh, pictures)
        if block is None or not mesh.is_editable:
            left.append(mesh.name)
        else:
            blocks[mesh] = block
    groups = _groups(blocks, pictures)
    images = sum(_share(group, {mesh: blocks[mesh] for mesh in group}, pictures) for group in groups)
    return Shared(len(blocks), images, tuple(left))


def _block_of(mesh: bpy.types.Mesh, pictures: Pictures) -> _Block | None:
    """The one atlas that a mesh shows; None if it shows several or none."""
    images = recorded_images(mesh)
    if len(images) != 1 or not holds_atlases(images[0]):
        return None
    shown = pictures.atlases_of(images[0], mesh)
    return _Block(images[0], shown[0]) if len(shown) == 1 else None


def _groups(blocks: Mapping[bpy.types.Mesh, _Block], pictures: Pictures) -> list[list[bpy.types.Mesh]]:
    """Part meshes that cannot share images: those of other palettes, or whose light is told in other measures."""
    found: dict[tuple[object, float], list[bpy.types.Mesh]] = {}
    for mesh, block in blocks.items():
        strips = {kind: digest(pictures.pixels(strip)) for kind, strip in read_strips(block.image).items()}
        found.setdefault((tuple(sorted(strips.items())), read_image(block.image).strongest), []).append(mesh)
    # Images that tell of no light fit any measure.
    lit = {strips: strongest for strips, strongest in found if strongest}
    for strips in [strips for strips, strongest in found if not strongest and strips in lit]:
        found[strips, lit[strips]] += found.pop((strips, 0.0))
    return list(found.values())


def _share(meshes: Sequence[bpy.types.Mesh], block_of: Mapping[bpy.types.Mesh, _Block], pictures: Pictures) -> int:
    """Lay the atlases of meshes out in new images; the number of these."""
    blocks = list(dict.fromkeys(block_of[mesh] for mesh in meshes))
    old = list(dict.fromkeys(block.image for block in blocks))
    if len(old) == 1:
        return 1
    rows = np.array([read_atlases(block.image)[block.number] for block in blocks], np.int64)
    options = [read_record(mesh).options for mesh in meshes]
    pages = lay_pages(
        rows[:, 2:4],
        min(one.page_side for one in options),
        power_of_two=any(one.power_of_two for one in options),
        align=any(one.align for one in options),
    )
    new = []
    for page, (width, height) in enumerate(pages.size.tolist()):
        own = np.flatnonzero(pages.page == page)
        on_it = [blocks[one] for one in own.tolist()]
        new.append(_new_maps(old[0].name, on_it, rows[own], Sheet(pages.position[own], width, height), pictures))
    number = {mesh: blocks.index(block_of[mesh]) for mesh in meshes}
    page_of = {mesh: int(pages.page[number[mesh]]) for mesh in meshes}
    materials = _Materials(page_of, [_replacing(old, maps) for maps in new])
    for mesh, one in number.items():
        image = new[page_of[mesh]]["color"]
        _move(mesh, blocks[one], rows[one], pages.position[one], image)
        materials.give(mesh)
        write_images(mesh, [image])
    materials.tidy()
    suit_glass([maps["color"] for maps in new if not pictures.pixels(maps["color"])[..., 3].all()])
    _take_away(old, new[0])
    return len(new)


def _new_maps(
    name: str, blocks: Sequence[_Block], rows: Ints, sheet: Sheet, pictures: Pictures
) -> dict[str, bpy.types.Image]:
    """Make the images of a page: of all kinds that one of the images before had."""
    every = [maps_of(block.image) for block in blocks]
    kinds = dict.fromkeys(kind for maps in every for kind in maps)
    made = {}
    for kind in kinds:
        like = next(maps[kind] for maps in every if kind in maps)
        cut, digests = [], []
        for block, maps, row in zip(blocks, every, rows, strict=True):
            if kind in maps:
                (pixels,) = cut_atlases(pictures.pixels(maps[kind]), row[None])
                known = read_image(maps[kind]).digests
            else:
                # Nothing shows it.
                pixels, known = np.zeros((row[3], row[2], 4), pictures.pixels(like).dtype), ()
            cut.append(pixels)
            digests.append(known[block.number] if block.number < len(known) else digest(pixels))
        data = like.colorspace_settings.name == "Non-Color"
        called = name if kind == "color" else f"{name}_{kind}"
        made[kind] = new_sheet(called, cut, rows[:, -1].tolist(), sheet, data=data, made=digests)
    strongest = max(read_image(block.image).strongest for block in blocks)
    write_maps(made["color"], {kind: image for kind, image in made.items() if kind != "color"}, strongest)
    write_strips(made["color"], read_strips(blocks[0].image))
    return made


def _move(mesh: bpy.types.Mesh, block: _Block, row: Ints, position: Ints, image: bpy.types.Image) -> None:
    """Let the faces of a mesh show their atlas where it is now."""
    of_texel = atlas_of_texel(block.image, row[None])
    move_texels(mesh, of_texel, row[None, :2], Sheet(position[None], *image.size))


class _Materials:
    """The materials of meshes that get other images.

    Parameters
    ----------
    page : mapping of bpy.types.Mesh to int
        In which image the colors of each mesh are now.
    images : sequence of mapping of bpy.types.Image to bpy.types.Image
        For each page, which image takes the place of which.
    """

    def __init__(
        self, page: Mapping[bpy.types.Mesh, int], images: Sequence[Mapping[bpy.types.Image, bpy.types.Image]]
    ) -> None:
        self._page, self._images = page, images
        others = [mesh for mesh in bpy.data.meshes if mesh not in page]
        self._of_others = {material for mesh in others for material in mesh.materials}
        self._pages: dict[bpy.types.Material, set[int]] = {}
        for mesh, number in page.items():
            for material in filter(None, mesh.materials):
                self._pages.setdefault(material, set()).add(number)
        self._made: dict[object, bpy.types.Material] = {}

    def give(self, mesh: bpy.types.Mesh) -> None:
        """Let the slots of a mesh show its new images, by a material that others have as well if they can."""
        page = self._page[mesh]
        for slot, material in enumerate(mesh.materials):
            if material is None or not self._nodes(material, page):
                continue
            key = page, material_digest(material), material.surface_render_method
            if key not in self._made:
                alone = material.is_editable and material not in self._of_others and len(self._pages[material]) == 1
                self._made[key] = material if alone else material.copy()
                for node in self._nodes(self._made[key], page):
                    node.image = self._images[page][node.image]
            mesh.materials[slot] = self._made[key]

    def _nodes(self, material: bpy.types.Material, page: int) -> list[bpy.types.Node]:
        """The nodes of a material that show one of the old images."""
        nodes = material.node_tree.nodes if material.node_tree else ()
        return [node for node in nodes if getattr(node, "image", None) in self._images[page]]

    def tidy(self) -> None:
        """Remove the materials that nobody uses any more."""
        for material in self._pages:
            if material.users == 0:
                bpy.data.materials.remove(material)


def _replacing(
    old: Sequence[bpy.types.Image], maps: Mapping[str, bpy.types.Image]
) -> dict[bpy.types.Image, bpy.types.Image]:
    """Which image takes the place of which."""
    strips = read_strips(maps["color"])
    found = {other: maps[kind] for image in old for kind, other in maps_of(image).items()}
    return found | {strip: strips[kind] for image in old for kind, strip in read_strips(image).items()}


def _take_away(old: Sequence[bpy.types.Image], new: Mapping[str, bpy.types.Image]) -> None:
    """Remove images that nobody shows any more; the new ones take the names of the first."""
    for number, image in enumerate(old):
        if meshes_with(image):
            continue
        maps, strips = maps_of(image), read_strips(image).values()
        for kind, other in maps.items():
            name, path, packed = other.name, other.filepath, bool(other.packed_file)
            # Editors show it still.
            other.user_remap(new[kind])
            bpy.data.images.remove(other)
            if number == 0:
                new[kind].name = name
                store_like(new[kind], path, packed=packed)
        for strip in strips:
            if strip.users == 0:
                bpy.data.images.remove(strip)
