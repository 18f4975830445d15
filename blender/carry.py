"""A mesh before it gets other geometry in; what a user had put on its faces, laid on the new ones, out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import bpy
import numpy as np
import numpy.typing as npt

from .cells import barycentric, covered, directions_of, found_in, pairs_in
from .edits import BLENDERS, OWN, on_lattice
from .positions import Matrix
from .sheet import texel_layer

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
class Surface:
    """The triangles of a mesh on its lattice."""

    points: Ints
    """(T, 3, 3) int64."""
    corners: Ints
    """(T, 3) int64 corners of the mesh."""
    face: Ints
    """(T,) int64 faces of the mesh."""
    vertex: Ints
    """(L,) int64 vertex of each corner."""
    places: Ints
    """(V, 3) int64 lattice point of each vertex."""


@dataclass(frozen=True)
class Mixture:
    """Where elements of a new mesh find their values in the old one."""

    source: Ints
    """(n, 3) int64 elements of the old one."""
    share: npt.NDArray[np.float64]
    """(n, 3) float64 of each; zero where there is nothing."""

    def of(self, values: Values, *, blended: bool) -> Values:
        """Mix (m, k) values, or take those of the largest share."""
        if blended:
            return np.einsum("nc,nck->nk", self.share, values[self.source])
        here = np.arange(len(self.source))
        largest = self.share.argmax(axis=1)
        taken = values[self.source[here, largest]]
        taken[self.share[here, largest] <= 0] = 0
        return taken

    def inside(self) -> Mixture:
        """The same without negative shares, as between the corners."""
        share = self.share.clip(0)
        return Mixture(self.source, share / np.maximum(share.sum(axis=1, keepdims=True), 1e-12))


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
    active: Mapping[str, str | int]
    """Names of the active layers, and the number of the active group."""


def take(mesh: bpy.types.Mesh, matrix: Matrix, own_slots: npt.NDArray[np.int32]) -> Carried:
    """Take from a mesh what a user put on it.

    Parameters
    ----------
    mesh : bpy.types.Mesh
        With its geometry.
    matrix : (4, 3) float64
        Takes lattice points to positions.
    own_slots : (F,) int32
        As in `Carried`.

    Returns
    -------
    Carried
    """
    texels = texel_layer(mesh)
    mine = {*OWN, *BLENDERS, texels.name if texels else ""}
    found = [a for a in mesh.attributes if not a.is_internal and a.name not in mine]
    layers = tuple(_layer(a) for a in found if a.domain in _DOMAINS and a.data_type in _FIELDS)
    obj = _user(mesh)
    groups = tuple((group.name, group.lock_weight) for group in obj.vertex_groups) if obj else ()
    needed = layers or groups or (own_slots >= 0).any()
    return Carried(
        surface=surface_of(mesh, matrix) if needed and len(mesh.polygons) else None,
        layers=layers,
        groups=groups,
        weights=_weights(mesh, len(groups)),
        own_slots=own_slots,
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
    corners = _of_corners(carried.surface, new, triangle, share)
    faces = _of_faces(carried.surface, new, triangle)
    points = _of_points(carried.surface, new, corners)
    for layer in carried.layers:
        mixture = {"POINT": points, "CORNER": corners, "FACE": faces}[layer.domain]
        # Texture coordinates run on beyond a face, anything else stays between what there was.
        _put(mesh, layer, mixture if layer.type == "FLOAT2" and layer.domain == "CORNER" else mixture.inside())
    _put_weights(mesh, carried, points.inside())
    _put_slots(mesh, carried.own_slots, faces)
    _activate(mesh, carried.active)


def surface_of(mesh: bpy.types.Mesh, matrix: Matrix) -> Surface:
    """Put the triangles of a mesh, which a (4, 3) matrix has placed, on its lattice."""
    mesh.calc_loop_triangles()
    count = len(mesh.loop_triangles)
    corners, face, vertex = (
        np.empty(3 * count, np.int32),
        np.empty(count, np.int32),
        np.empty(len(mesh.loops), np.int32),
    )
    mesh.loop_triangles.foreach_get("loops", corners)
    mesh.loop_triangles.foreach_get("polygon_index", face)
    mesh.loops.foreach_get("vertex_index", vertex)
    places = on_lattice(mesh, matrix)[0].round().astype(np.int64)
    corners, vertex = corners.reshape(-1, 3).astype(np.int64), vertex.astype(np.int64)
    a, b, c = (places - places.mean(axis=0).round())[vertex[corners]].transpose(1, 2, 0)
    if (a * np.cross(b, c, axis=0)).sum() < 0:
        # A user has mirrored the mesh and left its faces inside out.
        corners = corners[:, ::-1]
    return Surface(places[vertex[corners]], corners, face.astype(np.int64), vertex, places)


def nearest_triangles(old: Surface, new: Surface) -> tuple[Ints, npt.NDArray[np.float64]]:
    """Find a triangle of an old mesh around each corner of a new one.

    Parameters
    ----------
    old, new : Surface

    Returns
    -------
    triangle : (L,) int64
        For each corner of the new mesh the old triangle that holds it, in the side of a voxel in which the corner
        begins; or the nearest triangle in the nearest side of its face. -1 if there is none.
    share : (L, 3) float64
        How much of each corner of the triangle is there.
    """
    cells, wanted = covered(old.points, touched=True), _first_cells(new)
    missing = np.flatnonzero(found_in(cells.place, wanted) < 0)
    if len(missing):
        wanted[missing] = _nearest(cells.place, new, missing)
    which, cell = pairs_in(cells.place, wanted)
    candidate, points = cells.triangle[cell], new.places[new.vertex[which]]
    share = barycentric(old.points[candidate], cells.place[cell, 0] // 2, points)
    order = np.lexsort((-share.min(axis=1), which))
    best = order[np.flatnonzero(np.diff(which[order], prepend=-1))]
    triangle, shares = np.full(len(new.vertex), -1, np.int64), np.zeros((len(new.vertex), 3))
    triangle[which[best]], shares[which[best]] = candidate[best], share[best]
    return triangle, shares


def _first_cells(new: Surface) -> Ints:
    """(L, 4) int64: the side of a voxel in which each corner of a mesh begins, as `Cells.place` has it."""
    direction, flat = directions_of(new.points)
    place = np.full((len(new.vertex), 4), -1, np.int64)
    inwards = np.sign(new.points[flat].sum(axis=1)[:, None] - 3 * new.points[flat])
    inwards[inwards == 0] = 1
    middle = 2 * new.points[flat] + inwards
    each = np.arange(len(flat))
    middle[each, :, direction // 2] = 2 * new.points[flat, :, direction // 2]
    place[new.corners[flat], 0] = direction[:, None]
    place[new.corners[flat], 1:] = middle
    return place


def _nearest(places: Ints, new: Surface, missing: Ints) -> Ints:
    """(n, 4): that of the old sides which is nearest to each of some corners among those of its face; -1 for none."""
    over = covered(new.points)
    known = np.flatnonzero(found_in(places, over.place) >= 0)
    face_of = np.full((len(new.vertex), 1), -1, np.int64)
    face_of[new.corners] = new.face[:, None, None]
    which, candidate = pairs_in(new.face[over.triangle[known], None], face_of[missing])
    candidate = known[candidate]
    away = np.abs(over.place[candidate, 1:] - 2 * new.places[new.vertex[missing[which]]]).sum(axis=1)
    order = np.lexsort((away, which))
    best = order[np.flatnonzero(np.diff(which[order], prepend=-1))]
    found = np.full((len(missing), 4), -1, np.int64)
    found[which[best]] = over.place[candidate[best]]
    return found


def _of_corners(old: Surface, new: Surface, triangle: Ints, share: npt.NDArray[np.float64]) -> Mixture:
    """Where the corners of a new mesh find their values among those of the old one."""
    source = np.where(triangle[:, None] >= 0, old.corners[triangle], 0)
    face = np.empty(len(old.vertex), np.int64)
    face[old.corners] = old.face[:, None]
    here = np.column_stack([np.where(triangle >= 0, old.face[triangle], -1), new.places[new.vertex]])
    same = found_in(np.column_stack([face, old.places[old.vertex]]), here)
    exact = np.flatnonzero(same >= 0)
    source[exact], share[exact] = same[exact, None], (1, 0, 0)
    return Mixture(source, share)


def _of_faces(old: Surface, new: Surface, triangle: Ints) -> Mixture:
    """Where the faces of a new mesh find their values: in the old face at their first corner that has one."""
    known = np.flatnonzero(triangle[new.corners[:, 0]] >= 0)
    count = int(new.face.max(initial=-1)) + 1
    source, share = np.zeros((count, 3), np.int64), np.zeros((count, 3))
    face, first = new.face[known[::-1]], new.corners[known[::-1], 0]
    source[face] = old.face[triangle[first]][:, None]
    share[face] = (1, 0, 0)
    return Mixture(source, share)


def _of_points(old: Surface, new: Surface, corners: Mixture) -> Mixture:
    """Where the vertices of a new mesh find their values: in the old one at their place, or around a corner."""
    source, share = np.zeros((len(new.places), 3), np.int64), np.zeros((len(new.places), 3))
    found = np.flatnonzero(corners.share.any(axis=1))[::-1]
    source[new.vertex[found]], share[new.vertex[found]] = old.vertex[corners.source[found]], corners.share[found]
    same = found_in(old.places, new.places)
    known = (share == 1).any(axis=1) & (np.count_nonzero(share, axis=1) == 1)
    exact = np.flatnonzero((same >= 0) & ~known)
    source[exact], share[exact] = same[exact, None], (1, 0, 0)
    return Mixture(source, share)


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
