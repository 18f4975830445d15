"""Meshes with records and SmoothMeshes of their voxels in, the same data-blocks as smooth surfaces out, and back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping
from contextlib import contextmanager

import bmesh
import bpy
import numpy as np

from ..core.smooth import SmoothMesh, vertex_colors
from ..core.voxels import Look
from ..core.voxels.finish import alike, finish
from .edits import where_placed
from .exact import EXACT, SMOOTH, exact_of, forget_smooth, smooth_of, write_smooth
from .groups import Ints
from .material import COLOR_NAME, Shader, viewport_color
from .painting import INDEX_NAME, KIND_NAME
from .positions import Matrix
from .record import digest, read_record

BLEND_NAME = "trivox_blend"
"""The attribute of vertices with the weights of the four colors that a mesh shows most, as red, green, blue, alpha."""
BLENDED = "trivox_blend_colors"
"""The custom property of a mesh with the palette indices of these colors; 0 where there are fewer."""


Made = MutableMapping[object, bpy.types.Material]
"""Materials by what they are like."""


def make_smooth(mesh: bpy.types.Mesh, source: SmoothMesh, look: Look, made: Made) -> None:
    """Let a mesh be a smooth surface; what it was waits in a data-block of its own.

    Parameters
    ----------
    mesh : bpy.types.Mesh
        With a record, of an exact mode or smooth.
    source : SmoothMesh
        With triangles.
    look : Look
        Of its voxels.
    made : mutable mapping
        Materials that other meshes have; it gets those that are made.
    """
    matrix, kept = where_placed(mesh), _smooth_materials(mesh, blends=source.blend_indices is not None)
    if not smooth_of(mesh):
        exact = mesh.copy()
        exact.name = f"{mesh.name} exact"
        mesh[EXACT] = exact
    with _kept_groups(mesh):
        _fill(mesh, source, matrix)
    _color(mesh, source, look)
    materials, slot = _materials(mesh, source, look, kept, made)
    mesh.materials.clear()
    for material in materials:
        mesh.materials.append(material)
    mesh.polygons.foreach_set("material_index", slot[source.colors])
    _blend(mesh, source)
    mesh.update(calc_edges=True)
    write_smooth(mesh, source.options, positions_digest(mesh))


def make_exact(mesh: bpy.types.Mesh) -> None:
    """Let a smooth mesh be again what it was before; any other stays as it is.

    Parameters
    ----------
    mesh : bpy.types.Mesh
    """
    exact = exact_of(mesh)
    if exact == mesh:
        return
    with _kept_groups(mesh):
        mesh.clear_geometry()
        faces = bmesh.new()
        faces.from_mesh(exact)
        faces.to_mesh(mesh)
        faces.free()
    slots = np.empty(len(mesh.polygons), np.int32)
    exact.polygons.foreach_get("material_index", slots)
    mesh.materials.clear()
    for material in exact.materials:
        mesh.materials.append(material)
    # Taking materials away has set all faces to the first.
    mesh.polygons.foreach_set("material_index", slots)
    mesh.uv_layers.active_index = exact.uv_layers.active_index
    if len(exact.color_attributes):
        mesh.color_attributes.active_color_index = exact.color_attributes.active_color_index
    mesh.update(calc_edges=True)
    if BLENDED in mesh:
        del mesh[BLENDED]
    forget_smooth(mesh)


@contextmanager
def _kept_groups(mesh: bpy.types.Mesh) -> Iterator[None]:
    """Keep the names of vertex groups, which go with the vertices."""
    obj = next((obj for obj in bpy.data.objects if obj.data == mesh), None)
    kept = [(group.name, group.lock_weight) for group in obj.vertex_groups] if obj else []
    yield
    for name, locked in kept:
        if name not in obj.vertex_groups:
            obj.vertex_groups.new(name=name).lock_weight = locked


def positions_digest(mesh: bpy.types.Mesh) -> str:
    """Digest where the vertices of a mesh are."""
    positions = np.empty(3 * len(mesh.vertices), np.float32)
    mesh.attributes["position"].data.foreach_get("vector", positions)
    return digest(positions)


def _fill(mesh: bpy.types.Mesh, source: SmoothMesh, matrix: Matrix) -> None:
    """Give a mesh the vertices and triangles of a surface, shaded smooth."""
    around = source.vertices.astype(np.float64) - np.array(source.size) // 2
    positions = around @ matrix[:3] + matrix[3]
    # What mirrors the mesh would turn its triangles inside out.
    triangles = source.triangles[:, ::-1] if np.linalg.det(matrix[:3]) < 0 else source.triangles
    mesh.clear_geometry()
    mesh.vertices.add(len(positions))
    mesh.attributes["position"].data.foreach_set("vector", positions.astype(np.float32).ravel())
    mesh.loops.add(3 * len(triangles))
    mesh.attributes[".corner_vert"].data.foreach_set("value", np.ascontiguousarray(triangles, np.int32).ravel())
    mesh.polygons.add(len(triangles))
    mesh.polygons.foreach_set("loop_start", np.arange(0, 3 * len(triangles), 3, dtype=np.int32))


def _color(mesh: bpy.types.Mesh, source: SmoothMesh, look: Look) -> None:
    """Give corners or vertices their colors, and faces the numbers by which nodes and scripts tell them apart."""
    blends = source.blend_indices is not None
    colors = vertex_colors(source, look) if blends else look.palette[np.repeat(source.colors, 3)]
    attribute = mesh.color_attributes.new(COLOR_NAME, "BYTE_COLOR", "POINT" if blends else "CORNER")
    attribute.data.foreach_set("color_srgb", (colors / np.float32(255)).astype(np.float32).ravel())
    mesh.color_attributes.active_color = attribute
    mesh.color_attributes.render_color_index = mesh.color_attributes.active_color_index
    for name, numbers in ((INDEX_NAME, source.colors), (KIND_NAME, look.kind[source.colors])):
        values = mesh.attributes.new(name, "INT", "FACE")
        values.data.foreach_set("value", numbers.astype(np.int32))


def _blend(mesh: bpy.types.Mesh, source: SmoothMesh) -> None:
    """Give vertices the weights of the four colors that the mesh shows most."""
    if source.blend_indices is None:
        return
    total = np.bincount(source.blend_indices.ravel(), source.blend_weights.ravel(), 256)
    most = np.argsort(-total, kind="stable")[:4]
    weights = [np.where(source.blend_indices == index, source.blend_weights, 0).sum(axis=1) for index in most]
    attribute = mesh.attributes.new(BLEND_NAME, "FLOAT_COLOR", "POINT")
    attribute.data.foreach_set("color", np.stack(weights, axis=1).astype(np.float32).ravel())
    mesh[BLENDED] = [int(index) if total[index] else 0 for index in most]


def _smooth_materials(mesh: bpy.types.Mesh, *, blends: bool) -> dict[int, bpy.types.Material]:
    """The materials of the smooth surface that a mesh is already, by the color they are for."""
    materials = [one for one in mesh.materials if one is not None and SMOOTH in one] if smooth_of(mesh) else []
    return {int(one[SMOOTH]): one for one in materials if blends or BLENDED not in one}


def _materials(
    mesh: bpy.types.Mesh, source: SmoothMesh, look: Look, kept: Mapping[int, bpy.types.Material], made: Made
) -> tuple[list[bpy.types.Material], Ints]:
    """Make a material for all that light does the same to; with the slot (256,) int32 of each palette index."""
    group = alike(look.shading, look.transparent)
    count = np.bincount(source.colors, minlength=256)
    materials, slot = [], np.zeros(256, np.int32)
    for number in np.unique(group[np.flatnonzero(count)]).tolist():
        own = group == number
        key = int(np.argmax(own))
        slot[own] = len(materials)
        material = kept.get(key) or _material(mesh, look, np.where(own, count, 0), key, made)
        material[SMOOTH] = key
        materials.append(material)
    return materials, slot


def _material(mesh: bpy.types.Mesh, look: Look, shown: Ints, key: int, made: Made) -> bpy.types.Material:
    """Make the material of the color of a key and those like it, or find that of another mesh."""
    glass = read_record(mesh).build.glass
    values = finish(look, glass, shown)
    alike = key, values, tuple(look.palette[key].tolist()) if values.emission else None
    if alike not in made:
        shader = Shader(f"{mesh.name} smooth {key:03}" if key else f"{mesh.name} smooth")
        shader.color_from_attribute()
        shader.surface(values, None)
        shader.cover(values, single_sided=True)
        shader.glow(values, 1.0, look.palette[key] if values.emission else None, {})
        shader.material.diffuse_color = viewport_color(look.palette, shown)
        made[alike] = shader.material
    return made[alike]
