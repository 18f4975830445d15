"""Meshes with records in, a layer of texture coordinates for baked light on each, and images to bake it in, out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import uuid4

import bpy
import numpy as np
import numpy.typing as npt

from ..core.errors import LimitError, TrivoxError
from ..core.mesh.modes import MODES
from ..core.texture.charts import charts_of
from ..core.texture.lightmap import LightMapOptions, place_charts
from .edits import corners_of, on_lattice, where_placed
from .light_record import LIGHT_MAP, LightRecord, forget_light, light_layer, read_light, write_light
from .record import read_record
from .sheet import in_place

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

LAYER = "Light Map"
"""Of texture coordinates."""
_FINE = 1000
"""In parts of so much of a voxel, and of a normal, planes are told apart."""
_U_AXIS = np.array([1, 2, 0], np.intp)
_FAR = 2.0**40


@dataclass(frozen=True)
class LightSheet:
    """A light map that was laid out."""

    meshes: tuple[bpy.types.Mesh, ...]
    key: str
    width: int
    height: int
    texels: int
    """Along the side of a voxel."""
    asked: int
    """The same, as it was asked for."""
    used: float
    """The share of the map that faces cover."""


def add_light_maps(
    meshes: Sequence[bpy.types.Mesh], options: LightMapOptions, *, together: bool = False
) -> list[LightSheet]:
    """Lay meshes out in light maps, and make a layer of texture coordinates of each, or renew it.

    Parameters
    ----------
    meshes : sequence of bpy.types.Mesh
        With records, each once; not in edit mode.
    options : LightMapOptions
    together : bool
        In one map, else in one each.

    Returns
    -------
    list of LightSheet

    Raises
    ------
    LimitError
        If a map would be too large, or a mesh has no room for another layer; nothing is changed then.
    """
    groups = [list(meshes)] if together else [[mesh] for mesh in meshes]
    laid = [_laid_out(group, options) for group in groups if group]
    full = [mesh.name for mesh in meshes if light_layer(mesh) is None and len(mesh.uv_layers) >= 8]
    if full:
        raise LimitError(f"{full[0]} has eight UV layers, which is as many as there can be; remove one")
    return [_written(group, one, options) for group, one in zip(groups, laid, strict=True)]


def renew_light_maps(meshes: Sequence[bpy.types.Mesh]) -> tuple[int, list[str]]:
    """Lay the light maps of meshes out anew that lost them with their geometry, with all meshes that share these maps.

    Parameters
    ----------
    meshes : sequence of bpy.types.Mesh

    Returns
    -------
    renewed : int
        Light maps that have to be baked again.
    lost : list of str
        Names of meshes that have none any more, for there was no room.
    """
    renewed, lost = 0, []
    done: set[bpy.types.Mesh] = set()
    for mesh in meshes:
        record = read_light(mesh)
        if record is None or light_layer(mesh) or mesh in done:
            continue
        group = [mesh]
        if record.shared:
            there = [other for other in _with_key(record.key) if other in meshes or light_layer(other)]
            group += [other for other in there if other != mesh and other.is_editable]
        done.update(group)
        try:
            add_light_maps(group, record.options, together=True)
            renewed += 1
        except TrivoxError:
            lost += [one.name for one in group]
            for one in group:
                _remove(one)
    return renewed, lost


def light_image(sheet: LightSheet, name: str, *, deep: bool) -> bpy.types.Image:
    """Make the image for a light map, or take the one that is there.

    Parameters
    ----------
    sheet : LightSheet
    name : str
    deep : bool
        With 32 bits a channel.

    Returns
    -------
    bpy.types.Image
    """
    old = next((image for image in bpy.data.images if image.get(LIGHT_MAP) == sheet.key), None)
    if old and tuple(old.size) == (sheet.width, sheet.height) and old.is_float == deep:
        return old
    image = bpy.data.images.new(name, sheet.width, sheet.height, alpha=False, float_buffer=deep)
    image[LIGHT_MAP] = sheet.key
    if old and not old.filepath:
        in_place(old, image)
    return image


@dataclass(frozen=True)
class _Laid:
    """Where the corners of meshes lie in a map."""

    texels: list[Floats]
    """(L, 2) float64 for each mesh."""
    width: int
    height: int
    scale: int
    used: float


def _laid_out(meshes: Sequence[bpy.types.Mesh], options: LightMapOptions) -> _Laid:
    flat = [_charts(mesh) for mesh in meshes]
    count = np.cumsum([0, *(int(chart.max(initial=-1)) + 1 for _points, chart, _area in flat)])
    points = np.concatenate([points for points, _chart, _area in flat])
    chart = np.concatenate([chart + first for (_points, chart, _area), first in zip(flat, count, strict=False)])
    placed = place_charts(points, chart, options)
    ends = np.cumsum([len(chart) for _points, chart, _area in flat])[:-1]
    covered = sum(area for _points, _chart, area in flat) * placed.texels**2
    used = covered / (placed.width * placed.height)
    return _Laid(np.split(placed.points, ends), placed.width, placed.height, placed.texels, used)


def _charts(mesh: bpy.types.Mesh) -> tuple[Floats, Ints, float]:
    """The corners of faces in their planes, (L, 2) in voxels, the chart of each, (L,), and the area of all faces."""
    corners = corners_of(mesh)
    if not len(corners.start):
        return np.zeros((0, 2)), np.zeros(0, np.int64), 0.0
    lattice, _away, off = on_lattice(mesh, where_placed(mesh))
    if not np.isfinite(lattice).all() or np.abs(lattice).max(initial=0) > _FAR:
        raise LimitError(f"{mesh.name} has vertices that are too far away or nowhere; remove them")
    whole = np.rint(lattice)
    lattice = np.where(np.abs(lattice - whole) <= off, whole, lattice)
    face = np.repeat(np.arange(len(corners.start)), corners.length)
    at = lattice[corners.vertex]
    following = np.arange(1, len(at) + 1)
    following[corners.start + corners.length - 1] = corners.start
    # Around the first corner of each face, for precision.
    spread = at - at[corners.start][face]
    normal = np.add.reduceat(np.cross(spread, spread[following]), corners.start) / 2
    area = np.linalg.norm(normal, axis=1)
    normal /= np.where(area > 0, area, 1)[:, None]
    axis = np.abs(normal).argmax(axis=1)
    backwards = normal[np.arange(len(axis)), axis] < 0
    u, v = _U_AXIS[axis], _U_AXIS[_U_AXIS[axis]]
    u, v = np.where(backwards, v, u), np.where(backwards, u, v)
    each = np.arange(len(at))
    points = np.stack([at[each, u[face]], at[each, v[face]]], axis=1)
    height = np.einsum("fc,fc->f", normal, at[corners.start])
    keys = np.column_stack([axis, backwards, np.rint(normal * _FINE), np.rint(height * _FINE)]).astype(np.int64)
    plane = np.unique(keys, axis=0, return_inverse=True)[1].reshape(-1)
    joins = None
    mode = MODES[read_record(mesh).options.mode]
    if mode.overlapping or mode.see_through:
        # All are rectangles, some of two triangles, and only the sides of these triangles are oblique.
        joins = (at != at[following]).sum(axis=1) > 1
    return points, charts_of(corners.vertex, corners.start, plane, joins)[face], float(area.sum())


def _written(meshes: Sequence[bpy.types.Mesh], laid: _Laid, options: LightMapOptions) -> LightSheet:
    """Write texture coordinates into meshes, and what they remember."""
    key, shared = _key(meshes), len(meshes) > 1
    size = np.array([laid.width, laid.height], np.float64)
    for mesh, texels in zip(meshes, laid.texels, strict=True):
        name = light_layer(mesh)
        if name is None:
            rendered = next((layer for layer in mesh.uv_layers if layer.active_render), None)
            rendered_name = rendered.name if rendered else ""
            name = mesh.uv_layers.new(name=LAYER, do_init=False).name
            if rendered_name:
                mesh.uv_layers[rendered_name].active_render = True
        # What is written through the layer itself is also written into the step of undo that shares its array.
        mesh.attributes[name].data.foreach_set("vector", np.ascontiguousarray(texels / size, np.float32).ravel())
        mesh.uv_layers.active = mesh.uv_layers[name]
        write_light(mesh, LightRecord(name, key, shared, options))
        mesh.update()
    return LightSheet(tuple(meshes), key, laid.width, laid.height, laid.scale, options.texels, laid.used)


def _key(meshes: Sequence[bpy.types.Mesh]) -> str:
    """The key that these meshes, and no others, have already; else a new one."""
    records = [read_light(mesh) for mesh in meshes]
    keys = {record.key if record else "" for record in records}
    known = keys.pop() if len(keys) == 1 else ""
    return known if known and set(_with_key(known)) == set(meshes) else uuid4().hex


def _with_key(key: str) -> list[bpy.types.Mesh]:
    """The meshes that lie in a map."""
    return [mesh for mesh in bpy.data.meshes if (record := read_light(mesh)) and record.key == key]


def _remove(mesh: bpy.types.Mesh) -> None:
    """Take a mesh's light map away."""
    name = light_layer(mesh)
    if name:
        mesh.uv_layers.remove(mesh.uv_layers[name])
    forget_light(mesh)
