"""A mesh before it gets other geometry in; what a user had put on its faces, laid on the new ones, out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import bpy
import numpy as np
import numpy.typing as npt

from .edits import corners_of, own_attributes
from .material import COLOR_NAME
from .mixing import Mixture, Surface, nearest_triangles, of_corners, of_faces, of_points, of_vertices, surface_of
from .painting import INDEX_NAME
from .positions import Matrix
from .record import read_record
from .sheet import Pictures

Ints = npt.NDArray[np.int64]
Values = npt.NDArray[np.generic]

_FIELDS = {
    "FLOAT": ("value", 1),
    "INT": ("value", 1),
    "INT8": ("value", 1),
    "BOOLEAN": ("value", 1),
    "FLOAT2": ("vector", 2),
    "FLOAT_VECTOR": ("vector", 3),
    "FLOAT_COLOR": ("color", 4),
    "BYTE_COLOR": ("color_srgb", 4),
    "INT16_2D": ("value", 2),
    "INT32_2D": ("value", 2),
    "QUATERNION": ("value", 4),
    "FLOAT4X4": ("value", 16),
}
"""What an attribute of each type calls its numbers, and how many an element has."""
_BLENDED = ("FLOAT", "FLOAT2", "FLOAT_VECTOR", "FLOAT_COLOR", "BYTE_COLOR")
"""Types between whose values there are others."""
_DOMAINS = ("POINT", "CORNER", "FACE")


@dataclass(frozen=True)
class Layer:
    """One attribute."""

    name: str
    type: str
    domain: str
    values: Values
    """(n, k)."""


@dataclass(frozen=True)
class Carried:
    """What a user put on a mesh."""

    surface: Surface | None
    """Where it was; None if there is nothing to carry."""
    layers: tuple[Layer, ...]
    groups: tuple[tuple[str, bool], ...]
    """Name of each vertex group, and whether it is locked."""
    weights: npt.NDArray[np.float32]
    """(V, groups) float32, not a number for vertices outside."""
    own_slots: npt.NDArray[np.int32]
    """(F,) int32: the material slot that a user gave to a face; -1 for those that have that of their color."""
    colors: Layer | None
    """The colors that a user painted in the attribute that holds those of the voxels; not numbers elsewhere."""
    active: Mapping[str, str | int]
    """Names of the active layers, and the number of the active group."""


def take(
    mesh: bpy.types.Mesh,
    matrix: Matrix,
    own_slots: npt.NDArray[np.int32],
    palette: npt.NDArray[np.uint8],
    pictures: Pictures,
) -> Carried:
    """Take from a mesh what a user put on it.

    Parameters
    ----------
    mesh : bpy.types.Mesh
        With its geometry.
    matrix : (4, 3) float64
        Takes lattice points to positions.
    own_slots : (F,) int32
        As in `Carried`.
    palette : (256, 4) uint8
        Of its voxels.
    pictures : Pictures
        Share them among meshes, so that each image is read once.

    Returns
    -------
    Carried
    """
    mine = own_attributes(mesh)
    found = [a for a in mesh.attributes if not a.is_internal and a.name not in mine]
    layers = tuple(_layer(a) for a in found if a.domain in _DOMAINS and a.data_type in _FIELDS)
    obj = _user(mesh)
    groups = tuple((group.name, group.lock_weight) for group in obj.vertex_groups) if obj else ()
    colors = _painted_colors(mesh, palette)
    needed = layers or groups or colors or (own_slots >= 0).any()
    return Carried(
        surface=surface_of(mesh, matrix, pictures) if needed and len(mesh.polygons) else None,
        layers=layers,
        groups=groups,
        weights=_weights(mesh, len(groups)),
        own_slots=own_slots,
        colors=colors,
        active=_active(mesh, obj),
    )


def give(mesh: bpy.types.Mesh, carried: Carried, matrix: Matrix) -> None:
    """Lay on the new faces of a mesh what a user had put on the old ones.

    Parameters
    ----------
    mesh : bpy.types.Mesh
        With other geometry of the same voxels.
    carried : Carried
    matrix : (4, 3) float64
        Takes lattice points to positions.
    """
    if carried.surface is None:
        return
    new = surface_of(mesh, matrix)
    triangle, share = nearest_triangles(carried.surface, new)
    corners = of_corners(carried.surface, new, triangle, share)
    faces = of_faces(carried.surface, new, triangle)
    points = of_points(carried.surface, new, corners)
    for layer in carried.layers:
        mixture = {"POINT": points, "CORNER": corners, "FACE": faces}[layer.domain]
        # Texture coordinates run on beyond a face, anything else stays between what there was.
        _put(mesh, layer, mixture if layer.type == "FLOAT2" and layer.domain == "CORNER" else mixture.inside())
    if carried.colors:
        vertices = of_vertices(carried.surface, new, corners)
        _paint_colors(mesh, carried.colors, {"POINT": vertices, "CORNER": corners}[carried.colors.domain])
    _put_weights(mesh, carried, points.inside())
    _put_slots(mesh, carried.own_slots, faces)
    _activate(mesh, carried.active)


def _layer(attribute: bpy.types.Attribute) -> Layer:
    field, width = _FIELDS[attribute.data_type]
    kind = np.float32 if attribute.data_type in (*_BLENDED, "QUATERNION", "FLOAT4X4") else np.int32
    values = np.empty(width * len(attribute.data), np.bool_ if attribute.data_type == "BOOLEAN" else kind)
    attribute.data.foreach_get(field, values)
    return Layer(attribute.name, attribute.data_type, attribute.domain, values.reshape(-1, width))


def _put(mesh: bpy.types.Mesh, layer: Layer, mixture: Mixture) -> None:
    """Make a layer anew."""
    values = mixture.of(layer.values, blended=layer.type in _BLENDED).astype(layer.values.dtype)
    attribute = mesh.attributes.new(layer.name, layer.type, layer.domain)
    attribute.data.foreach_set(_FIELDS[layer.type][0], np.ascontiguousarray(values).ravel())


def _painted_colors(mesh: bpy.types.Mesh, palette: npt.NDArray[np.uint8]) -> Layer | None:
    """The colors that a user painted over those of the palette; None if there are none."""
    attribute, index = (mesh.attributes.get(name) for name in (COLOR_NAME, INDEX_NAME))
    if read_record(mesh).build.colors != "attribute" or attribute is None or index is None:
        return None
    if attribute.data_type not in ("BYTE_COLOR", "FLOAT_COLOR") or (index.domain, index.data_type) != ("FACE", "INT"):
        return None
    corners = corners_of(mesh)
    of_element = np.repeat(_layer(index).values[:, 0], corners.length)
    if attribute.domain == "POINT":
        of_corner, of_element = of_element, np.zeros(len(mesh.vertices), np.int32)
        of_element[corners.vertex] = of_corner
    values = np.empty(4 * len(attribute.data), np.float32)
    attribute.data.foreach_get("color_srgb", values)
    values = values.reshape(-1, 4)
    made = palette[of_element.clip(0, 255), :3]
    as_made = ((values[:, :3] * 255).round() == made).all(axis=1)
    values[as_made] = np.nan
    return None if as_made.all() else Layer(attribute.name, attribute.data_type, attribute.domain, values)


def _paint_colors(mesh: bpy.types.Mesh, colors: Layer, mixture: Mixture) -> None:
    """Paint the colors of a new mesh as those of the old one were, from the nearest elements."""
    attribute = mesh.attributes.get(colors.name)
    if attribute is None or attribute.domain != colors.domain:
        return
    values = np.empty(4 * len(attribute.data), np.float32)
    attribute.data.foreach_get("color_srgb", values)
    found = mixture.of(colors.values, blended=False)
    kept = np.isnan(found[:, :1]) | (mixture.share.max(axis=1, initial=0, keepdims=True) <= 0)
    attribute.data.foreach_set("color_srgb", np.where(kept, values.reshape(-1, 4), found).astype(np.float32).ravel())


def _user(mesh: bpy.types.Mesh) -> bpy.types.Object | None:
    """An object that shows a mesh; Blender hands out vertex groups by objects only."""
    return next((obj for obj in bpy.data.objects if obj.data == mesh), None)


def _weights(mesh: bpy.types.Mesh, groups: int) -> npt.NDArray[np.float32]:
    """(V, groups) float32; Blender has no other way to read weights than one by one."""
    weights = np.full((len(mesh.vertices), groups), np.nan, np.float32)
    if groups:
        found = [(v, e.group, e.weight) for v, vertex in enumerate(mesh.vertices) for e in vertex.groups]
        vertex, group, weight = np.array(found, np.float64).reshape(-1, 3).T
        inside = group < groups
        weights[vertex[inside].astype(np.int64), group[inside].astype(np.int64)] = weight[inside]
    return weights


def _put_weights(mesh: bpy.types.Mesh, carried: Carried, mixture: Mixture) -> None:
    """Make the vertex groups anew, with their weights."""
    obj = _user(mesh)
    if obj is None or not carried.groups:
        return
    obj.vertex_groups.clear()
    member = ~np.isnan(carried.weights)
    values = mixture.of(np.where(member, carried.weights, 0), blended=True)
    inside = mixture.of(member.astype(np.float64), blended=True) > 0
    for column, (name, locked) in enumerate(carried.groups):
        group = obj.vertex_groups.new(name=name)
        vertices = np.flatnonzero(inside[:, column])
        weights = values[vertices, column].astype(np.float32)
        order = np.argsort(weights, kind="stable")
        cuts = np.flatnonzero(np.diff(weights[order])) + 1
        for part in np.split(vertices[order], cuts) if len(order) else ():
            group.add(part.tolist(), float(values[part[0], column]), "REPLACE")
        group.lock_weight = locked


def _put_slots(mesh: bpy.types.Mesh, own: npt.NDArray[np.int32], mixture: Mixture) -> None:
    """Give faces the material slots that a user gave to the old ones."""
    if not (own >= 0).any():
        return
    slots = np.empty(len(mesh.polygons), np.int32)
    mesh.polygons.foreach_get("material_index", slots)
    wanted = np.where(mixture.share[:, 0] > 0, own[mixture.source[:, 0]], -1)
    mesh.polygons.foreach_set("material_index", np.where(wanted >= 0, wanted, slots).astype(np.int32))


def _active(mesh: bpy.types.Mesh, obj: bpy.types.Object | None) -> dict[str, str | int]:
    """Which layers and which group are active."""
    colors = mesh.color_attributes
    rendered = colors.render_color_index
    return {
        "uv": getattr(mesh.uv_layers.active, "name", ""),
        "rendered uv": next((layer.name for layer in mesh.uv_layers if layer.active_render), ""),
        "color": getattr(colors.active_color, "name", ""),
        "rendered color": colors[rendered].name if 0 <= rendered < len(colors) else "",
        "group": obj.vertex_groups.active_index if obj else -1,
    }


def _activate(mesh: bpy.types.Mesh, active: Mapping[str, str | int]) -> None:
    """Make the layers and the group active that were."""
    if (layer := mesh.uv_layers.get(active["uv"])) is not None:
        mesh.uv_layers.active = layer
    if (layer := mesh.uv_layers.get(active["rendered uv"])) is not None:
        layer.active_render = True
    colors = mesh.color_attributes
    if (attribute := colors.get(active["color"])) is not None:
        colors.active_color = attribute
    if active["rendered color"] in colors:
        colors.render_color_index = colors.find(active["rendered color"])
    obj = _user(mesh)
    if obj is not None and 0 <= active["group"] < len(obj.vertex_groups):
        obj.vertex_groups.active_index = active["group"]
