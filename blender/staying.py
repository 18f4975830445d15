"""A file as it is now and the images of its colors in, the images brought up to date in their place out."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import bpy
import numpy as np

from ..core.mesh.mesh import Mesh
from ..core.mesh.paging import Place
from ..core.scene import Assembly
from ..core.scene.pages import Page, Pages
from ..core.texture.sheet import Sheet, lay_sheet
from .groups import PALETTE_SHEET, Ints, page_of
from .image_record import read_atlases, read_image, read_strips, write_strips
from .made import read_made
from .material_set import Images, Needs, is_painted, new_images, new_strip, occluded_by, tables_of
from .options import ATLASES, BuildOptions
from .record import digest
from .relaid import relaid
from .sheet import Pixels, colored, in_place, maps_of, meshes_with, other_atlases


@dataclass(frozen=True)
class Staying:
    """The one image of a file's colors that may be brought up to date in its place."""

    file: Assembly
    options: BuildOptions
    needs: Needs
    known: Sequence[bpy.types.Mesh]
    """The meshes of the file as they are."""
    image: bpy.types.Image | None
    """If there is one, and one only."""

    @property
    def shared(self) -> bool:
        """Whether other files have their colors in the image as well."""
        return self.image is not None and any(mesh not in self.known for mesh in meshes_with(self.image))

    def holds(self, filled: Sequence[int], changed: Collection[bpy.types.Mesh]) -> bool:
        """Whether the image holds all that materials need, and has room for the atlases of the filled meshes."""
        if self.image is None or not self._fits():
            return False
        sources = [self.file.meshes[index] for index in filled]
        if not sources:
            return True
        kept = read_atlases(self.image)[other_atlases(self.image, changed)]
        sizes = np.vstack([kept[:, 2:4], [mesh.atlas.shape[::-1] for mesh in sources]])
        # An image that other options made larger may stay so.
        largest = max(*self.image.size, sources[0].options.page_side)
        return max(self._layout(sizes, sources)[1:]) <= largest

    def _fits(self) -> bool:
        here, needed = read_image(self.image), self.needs
        if not self.shared:
            same = set(maps_of(self.image)) == set(needed.tables) and here.strips.keys() == needed.strips.keys()
            return same and (bool(needed.strips) or here.strongest == float(needed.strongest))
        strips = read_strips(self.image)
        if any(kind not in strips or not _made_as(strips[kind], table) for kind, table in needed.strips.items()):
            return False
        return set(needed.tables) <= set(maps_of(self.image)) and needed.strongest in (0, here.strongest)

    def _layout(self, sizes: Ints, sources: Sequence[Mesh]) -> tuple[Ints, int, int]:
        power_of_two, align = (any(getattr(m.options, name) for m in sources) for name in ("power_of_two", "align"))
        sheet = lay_sheet(sizes, power_of_two=power_of_two, align=align)
        return sheet.positions, sheet.width, sheet.height

    def images(self, filled: Sequence[int], changed: Collection[bpy.types.Mesh]) -> tuple[list[Images], Pages]:
        """Bring the images up to date; and where in them the atlases of the filled meshes are."""
        if self.options.colors not in ATLASES:
            pages = Pages((), ())
            made = new_images(self.file, pages, self.options, self.needs)
            put_in_place({0: self.image} if self.image else {}, made)
            return made, pages
        sources = [self.file.meshes[index] for index in filled]
        kept = read_atlases(self.image)[other_atlases(self.image, changed)]
        sizes = np.vstack([kept[:, 2:4], [mesh.atlas.shape[::-1] for mesh in sources]])
        layout = Sheet(*self._layout(sizes, sources))
        tables, strongest = self._tables()
        atlases = {kind: [colored(mesh, kind, table) for mesh in sources] for kind, table in tables.items()}
        used = [mesh.counts.texels_used for mesh in sources]
        old = maps_of(self.image)
        strips = self._strips()
        sheets = relaid(old, changed, kept, atlases, used, layout, strongest=strongest)
        write_strips(sheets["color"], strips)
        places = dict(zip(filled, layout.positions[len(kept) :], strict=True))
        none = np.zeros(2, np.int64)
        page = Page((), (), replace(layout, positions=np.zeros((0, 2), np.int64)), (), ())
        return [Images(sheets, strips)], Pages(
            (page,),
            tuple(
                Place(
                    np.zeros(mesh.polygon_count, np.int64),
                    np.broadcast_to(places.get(index, none), (mesh.polygon_count, 2)),
                )
                for index, mesh in enumerate(self.file.meshes)
            ),
        )

    def _tables(self) -> tuple[Mapping[str, Pixels], float]:
        """What the images show for palette indices; those that only others need as well."""
        if not self.shared or self.needs.strips:
            return self.needs.tables, self.needs.strongest
        occluded = occluded_by(self.file, self.options)
        every = tables_of(self.file.scene.look, self.image, self.options, occluded=occluded)
        return {kind: every[kind] for kind in maps_of(self.image)}, read_image(self.image).strongest

    def _strips(self) -> dict[str, bpy.types.Image]:
        """Bring the images of the palette up to date, but for what a user painted."""
        strips = read_strips(self.image)
        for kind, table in self.needs.strips.items():
            old = strips.get(kind)
            if old is not None and (_made_as(old, table) or is_painted(old)):
                continue
            strips[kind] = new_strip(old.name if old else f"{self.image.name}_{kind}", kind, table, self.needs)
            if old is not None:
                in_place(old, strips[kind])
        return strips


def _made_as(strip: bpy.types.Image, table: Pixels) -> bool:
    """Whether an image of a palette was made of the same one."""
    record = read_image(strip)
    return record is not None and record.digests == (digest(table[PALETTE_SHEET]),)


def by_page(family: str, images: Collection[bpy.types.Image]) -> dict[int, bpy.types.Image]:
    """Which page of a file images are, by the materials that show them."""
    found = {}
    for material in bpy.data.materials:
        made = read_made(material)
        if made and made.family == family and material.node_tree:
            for node in material.node_tree.nodes:
                if getattr(node, "image", None) in images:
                    found[page_of(made.key)] = node.image
    return found


def put_in_place(old: Mapping[int, bpy.types.Image], new: Sequence[Images]) -> None:
    """Put new images in the place of those before, page by page."""
    strips: dict[str, bpy.types.Image] = {}
    for page, image in old.items():
        strips |= read_strips(image)
        for kind, before in maps_of(image).items():
            if page < len(new) and kind in new[page].sheets:
                in_place(before, new[page].sheets[kind])
    for kind, before in strips.items():
        if new and kind in new[0].strips:
            in_place(before, new[0].strips[kind])
