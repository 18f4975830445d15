"""Faces of a mesh and a way to keep colors in, their UVs, color attribute and material slots in Blender out."""

from __future__ import annotations

from dataclasses import dataclass

import bpy
import numpy as np
import numpy.typing as npt

from ..core.mesh.mesh import Mesh
from ..core.mesh.paging import Place
from ..core.texture.uniform import uniform_class
from .corners import FaceCorners, face_colors
from .groups import PALETTE_SHEET, paged_groups, used_groups
from .material import COLOR_NAME
from .options import ATLASES, BuildOptions
from .sheet import UV_NAME, texel_layer

Slots = npt.NDArray[np.int32]

GLASS_NAME = "transparent"
"""The attribute that marks the faces of transparent voxels."""
INDEX_NAME = "trivox_color"
"""The attribute of each face's palette index; 0 for faces of several colors."""
KIND_NAME = "trivox_kind"
"""The attribute of each face's kind of material, into `MATERIAL_KINDS`; -1 for faces of several kinds."""
_ROUND_UP = np.float32(0.01 / 255)
"""Added to the colors of vertices, since Blender's exporter of .ply rounds down, after errors of its own."""


@dataclass(frozen=True)
class Painting:
    """Where the faces of a mesh find their colors."""

    palette: npt.NDArray[np.uint8]
    """(256, 4) uint8 RGBA, sRGB."""
    kind: npt.NDArray[np.int64]
    """(256,) int64: the kind of material of each palette index, into `MATERIAL_KINDS`."""
    group: npt.NDArray[np.int64]
    """(256,) int64: the palette indices that share a material, as `finish.group_indices` numbers them."""
    slots: Slots
    """(256 or more,) int32: the material slot of each group."""
    place: Place | None
    """Where polygons find their texels in images, if there are some."""
    sizes: npt.NDArray[np.int64]
    """(pages, 2) int64 width and height of these images."""
    uv_name: str = UV_NAME

    def uv(self, faces: FaceCorners) -> npt.NDArray[np.float64]:
        """(L, 2) float64: the texture coordinates of corners."""
        polygon = np.repeat(faces.polygon, faces.length)
        return (faces.texel + self.place.move[polygon]) / self.sizes[self.place.page[polygon]]


def paint(mesh: bpy.types.Mesh, source: Mesh, faces: FaceCorners, painting: Painting, options: BuildOptions) -> None:
    """Color the faces of a mesh.

    UVs are always there: where each face has one color, they lie in the middle of its texel in the palette's image,
    whether there is such an image or not.

    Parameters
    ----------
    mesh : bpy.types.Mesh
        With its faces.
    source : Mesh
    faces : FaceCorners
        Of this mesh.
    painting : Painting
    options : BuildOptions
    """
    colors = face_colors(source, faces) if options.one_color_a_face else np.zeros(len(faces.start), np.uint8)
    if options.one_color_a_face:
        uv = np.column_stack([(colors - 0.5) / PALETTE_SHEET.shape[1], np.full(len(colors), 0.5)])
        _set_uv(mesh, painting.uv_name, np.repeat(uv, faces.length, axis=0))
    else:
        _set_uv(mesh, painting.uv_name, painting.uv(faces))
    if options.colors == "attribute":
        _set_colors(mesh, painting.palette[np.repeat(colors, faces.length)], faces.vertex if options.splits else None)
    glass = source.polygon_is_transparent[faces.polygon]
    if options.one_color_a_face:
        group = painting.group[colors]
    else:
        group = paged_groups(glass, painting.place.page[faces.polygon])
    if painting.slots[group].any():
        mesh.polygons.foreach_set("material_index", painting.slots[group])
    if not options.one_color_a_face and glass.any():
        _set_glass(mesh, glass)
    flat = source.projection.is_flat
    _set_numbers(mesh, INDEX_NAME, np.where(flat, source.projection.color, 0)[faces.polygon])
    _set_numbers(mesh, KIND_NAME, _kinds(source, faces, painting.kind)[faces.polygon])


def new_slots(used: npt.NDArray[np.int64]) -> Slots:
    """Number the materials of a new mesh.

    Parameters
    ----------
    used : (n,) int64
        The groups that it shows, ascending.

    Returns
    -------
    (256 or more,) int32
        The slot of each group.
    """
    slots = np.zeros(max(256, int(used.max(initial=0)) + 1), np.int32)
    slots[used] = np.arange(len(used))
    return slots


def found_slots(mesh: bpy.types.Mesh, source: Mesh, group: npt.NDArray[np.int64], colors: str) -> tuple[Slots, Slots]:
    """Find the slots in which most faces of each group are, since a user may change slots.

    Parameters
    ----------
    mesh : bpy.types.Mesh
        As it was painted.
    source : Mesh
        Of the same voxels.
    group : (256,) int64
    colors : str
        One of `options.COLORS`.

    Returns
    -------
    slots : (256,) int32
        The slot of each group.
    own : (F,) int32
        The slots of those faces of the mesh that are in another one; -1 for the rest.
    """
    used, count = used_groups(source, group, colors), len(mesh.polygons)
    slots = new_slots(used)
    of_face = _groups_of_faces(mesh, group, colors) if len(used) > 1 else np.full(count, used[0])
    if of_face is None or not count:
        return slots, np.full(count, -1, np.int32)
    slot = np.empty(count, np.int32)
    mesh.polygons.foreach_get("material_index", slot)
    width = int(slot.max()) + 1
    times = np.bincount(of_face * width + slot, minlength=256 * width).reshape(256, width)
    slots = np.where(times.any(axis=1), times.argmax(axis=1), slots).astype(np.int32)
    return slots, np.where(slot == slots[of_face], -1, slot).astype(np.int32)


def _groups_of_faces(mesh: bpy.types.Mesh, group: npt.NDArray[np.int64], colors: str) -> npt.NDArray[np.int64] | None:
    """(F,) int64: the group of each face of a mesh as it was painted; None if nothing tells it any more."""
    count = len(mesh.polygons)
    if colors in ATLASES:
        attribute = mesh.attributes.get(GLASS_NAME)
        if attribute is None or (attribute.domain, attribute.data_type) != ("FACE", "BOOLEAN"):
            return None
        glass = np.empty(count, np.bool_)
        attribute.data.foreach_get("value", glass)
        return glass.astype(np.int64)
    layer = texel_layer(mesh)
    if layer is None:
        return None
    start, uv = np.empty(count, np.int32), np.empty(2 * len(mesh.loops), np.float32)
    mesh.polygons.foreach_get("loop_start", start)
    layer.uv.foreach_get("vector", uv)
    return group[(uv[2 * start] * PALETTE_SHEET.shape[1]).astype(np.int64).clip(0, 254) + 1]


def _set_glass(mesh: bpy.types.Mesh, glass: npt.NDArray[np.bool_]) -> None:
    """Mark the faces of transparent voxels; texels do not tell them."""
    attribute = mesh.attributes.new(GLASS_NAME, "BOOLEAN", "FACE")
    attribute.data.foreach_set("value", glass)


def _kinds(source: Mesh, faces: FaceCorners, kind: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """(P,) int64: the kind of material of all voxels that a polygon shows, -1 if there are several."""
    kinds = kind[source.projection.color]
    several = np.flatnonzero(~source.projection.is_flat)
    if len(several):
        # Tiles hold no kinds but those of what their polygons show, and texels that show nothing.
        first = faces.start[np.searchsorted(faces.polygon, np.arange(source.polygon_count))]
        low, high = (extreme.reduceat(faces.texel, first)[several] for extreme in (np.minimum, np.maximum))
        kind_of_texel = np.where(source.atlas > 0, kind[source.atlas], -1)
        kinds[several] = uniform_class(kind_of_texel, low.astype(np.int64), high.astype(np.int64))
    return kinds


def _set_numbers(mesh: bpy.types.Mesh, name: str, numbers: npt.NDArray[np.integer]) -> None:
    """Give each face a whole number, by which nodes, scripts and engines tell faces apart."""
    attribute = mesh.attributes.new(name, "INT", "FACE")
    attribute.data.foreach_set("value", np.ascontiguousarray(numbers, np.int32))


def _set_uv(mesh: bpy.types.Mesh, name: str, uv: npt.NDArray[np.floating]) -> None:
    layer = mesh.uv_layers.new(name=name, do_init=False)
    layer.uv.foreach_set("vector", np.ascontiguousarray(uv, np.float32).ravel())


def _set_colors(mesh: bpy.types.Mesh, colors: npt.NDArray[np.uint8], vertex: npt.NDArray[np.int32] | None) -> None:
    """Give each corner its color, (L, 4) uint8 RGBA in sRGB; or each vertex that of its corners, (L,) int32.

    Alpha is not used.
    """
    values = colors.astype(np.float32) / np.float32(255)
    if vertex is None:
        attribute = mesh.color_attributes.new(COLOR_NAME, "BYTE_COLOR", "CORNER")
    else:
        attribute = mesh.color_attributes.new(COLOR_NAME, "FLOAT_COLOR", "POINT")
        corner = np.empty(len(mesh.vertices), np.int64)
        corner[vertex] = np.arange(len(vertex))
        values = values[corner] + _ROUND_UP
    values[:, 3] = 1
    attribute.data.foreach_set("color_srgb", values.ravel())
    mesh.color_attributes.active_color = attribute
    mesh.color_attributes.render_color_index = 0
