"""Meshes that carry records and new arrays for their voxels in, the same data-blocks with other geometry out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import bpy
import numpy as np
import numpy.typing as npt

from ..core.errors import LimitError
from ..core.mesh.mesh import Mesh
from ..core.mesh.paging import Place
from ..core.mesh.parting import parted_mesh
from ..core.texture.sheet import Sheet, lay_sheet
from ..core.voxels import Look
from .baking import baked, plain_atlas
from .carry import Carried, give, take
from .cutouts import suit_materials
from .edits import painted, remember_content, where_placed
from .groups import group_indices
from .image_record import find_image, read_atlases
from .light_record import settle_light
from .material_set import tables_of
from .mesh import fill_mesh
from .painting import Painting, found_slots
from .positions import Matrix, anchors
from .record import read_record, recorded_image, recorded_images, write_record
from .sheet import UV_NAME, Atlas, Pictures, meshes_with, other_atlases, texel_layer, with_atlases


@dataclass(frozen=True, eq=False)
class Anew:
    """A mesh and what it shall be."""

    mesh: bpy.types.Mesh
    """With a record and, if its colors are in a texture, with its image."""
    source: Mesh
    look: Look
    """Of its voxels."""
    before: Mesh | None = None
    """What it was made of, if its voxels are others now."""


@dataclass(frozen=True, eq=False)
class _Plan:
    """All that is known of a mesh before it is changed."""

    anew: Anew
    source: Mesh
    matrix: Matrix
    """Where it was moved to."""
    painting: Painting
    """But for the place of its atlas."""
    carried: Carried
    atlas: Atlas | None


def rebuild_meshes(meshes: Sequence[Anew], progress: Callable[[float], object]) -> None:
    """Give meshes other geometry of their voxels; names, materials and users stay, and where they were moved to.

    What a user put on faces and vertices lies on the new ones, and what was painted is on the same sides of voxels.

    Parameters
    ----------
    meshes : sequence of Anew
    progress : callable
        Called with the share that is done.

    Raises
    ------
    LimitError
        If their textures no longer fit in one image; nothing is changed then.
    """
    keys = [read_record(anew.mesh).image for anew in meshes]
    pictures = Pictures()
    plans = []
    for number, anew in enumerate(meshes):
        plans.append(_plan(anew, pictures))
        progress((number + 1) / (2 * len(meshes)))
    together = [
        [plan for plan, its in zip(plans, keys, strict=True) if its == key and plan.atlas]
        for key in dict.fromkeys(keys)
    ]
    sheets = [_Sheet(shared) for shared in together if shared]
    for sheet in sheets:
        sheet.make()
    shown = {plan.anew.mesh: plan.source.has_clear_texels for plan in plans if plan.atlas}
    suit_materials(shown, {mesh: recorded_image(mesh) for mesh in shown})
    for number, plan in enumerate(plans):
        place = next((sheet.place(plan) for sheet in sheets if plan in sheet.plans), None)
        _refill(plan, place)
        progress(0.5 + (number + 1) / (2 * len(plans)))


class _Sheet:
    """Meshes whose atlases are in one image."""

    def __init__(self, plans: Sequence[_Plan]) -> None:
        self.plans = plans
        self._image = find_image(read_record(plans[0].anew.mesh).image)
        self._kept = other_atlases(self._image, [plan.anew.mesh for plan in plans])
        own = [plan.source.atlas.shape[::-1] for plan in plans]
        sizes = np.vstack([read_atlases(self._image)[self._kept, 2:4], own])
        options = [plan.source.options for plan in plans]
        options += [record.options for record in map(read_record, meshes_with(self._image)) if record]
        align = any(one.align for one in options)
        self._layout: Sheet = lay_sheet(sizes, power_of_two=options[0].power_of_two, align=align)
        # An image that other options made larger may stay so.
        side = options[0].page_side
        several = any(len(recorded_images(plan.anew.mesh)) > 1 for plan in plans)
        if several or max(self._layout.width, self._layout.height) > max(*self._image.size, side):
            raise LimitError(
                f"the models have or need several images of {side:,} pixels; import the file again in this mode"
            )

    def make(self) -> None:
        """Put the new image in the place of the old one."""
        meshes, atlases = [plan.anew.mesh for plan in self.plans], [plan.atlas for plan in self.plans]
        with_atlases(self._image, meshes, self._kept, atlases, self._layout)

    def place(self, plan: _Plan) -> tuple[npt.NDArray[np.int64], tuple[int, int]]:
        """Where the atlas of a mesh is, and the size of the image."""
        number = len(self._kept) + self.plans.index(plan)
        return self._layout.positions[number], (self._layout.width, self._layout.height)


def _plan(anew: Anew, pictures: Pictures) -> _Plan:
    mesh, look, record = anew.mesh, anew.look, read_record(anew.mesh)
    options, image = record.build, find_image(record.image)
    matrix = where_placed(mesh)
    group = group_indices(look.shading, look.transparent, options.colors)
    slots, own = found_slots(mesh, anew.before or anew.source, group, options.colors)
    source, atlas = parted_mesh(anew.source) if options.part_edges else anew.source, None
    if not options.one_color_a_face:
        tables = tables_of(look, image, options, occluded=source.occlusion is not None)
        if painted(mesh, pictures):
            source, atlas = baked(mesh, matrix, source, image, tables, pictures)
        else:
            atlas = plain_atlas(source, tables)
    name = getattr(texel_layer(mesh), "name", UV_NAME)
    return _Plan(
        anew=anew,
        source=source,
        matrix=matrix,
        painting=Painting(look.palette, look.kind, group, slots, None, np.zeros((0, 2), np.int64), name),
        carried=take(mesh, matrix, own, look.palette, pictures),
        atlas=atlas,
    )


def _refill(plan: _Plan, place: tuple[npt.NDArray[np.int64], tuple[int, int]] | None) -> None:
    """Give a mesh its new geometry, and what was on the old one."""
    mesh, record = plan.anew.mesh, read_record(plan.anew.mesh)
    painting = plan.painting
    if place:
        count = plan.source.polygon_count
        where = Place(np.zeros(count, np.int64), np.broadcast_to(place[0], (count, 2)))
        painting = replace(painting, place=where, sizes=np.array([place[1]], np.int64))
    settle_light(mesh)
    mesh.clear_geometry()
    away = fill_mesh(mesh, plan.source, plan.matrix, painting, record.build)
    write_record(
        mesh,
        plan.source,
        record.build,
        unit=record.unit,
        mirrored=record.mirrored,
        images=recorded_images(mesh),
        anchors=anchors(plan.source, away),
        shift=record.shift,
        number=record.number,
    )
    remember_content(mesh)
    give(mesh, plan.carried, plan.matrix)
