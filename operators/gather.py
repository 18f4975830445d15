"""Objects of Blender in, the voxels that their meshes carry and where they stand, in whole voxels, out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import bpy
import numpy as np
import numpy.typing as npt

from ..core import MeshOptions
from .build.placing import placing
from .build.rebuild import where_placed
from .build.record import RECORD, VOXELS, build_options, edited, mesh_options

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

TOLERANCE = 0.01
"""By how many voxels an object may be off, and by how much its axes."""
_SAME_SIZE = 1e-3
"""Part by which the sizes of voxels may differ."""
_UNSEEN = ("EMPTY", "CAMERA", "LIGHT", "LIGHT_PROBE", "SPEAKER", "ARMATURE", "LATTICE")
"""Types of objects that show nothing."""


@dataclass(frozen=True)
class Source:
    """What a mesh is made of."""

    data: bytes
    """The packed voxels."""
    options: MeshOptions
    owner: str
    """The name of an object that has them."""


@dataclass(frozen=True)
class Row:
    """An object, or a group that holds some."""

    name: str
    parent: int
    """An earlier row, or -1."""
    source: int
    """Number of its source, -1 for a group."""
    rotation: Ints
    """(3, 3) int64 signed permutation, in the world."""
    translation: Ints
    """(3,) int64 voxels in the world: where the pivot of its model is."""
    hidden: bool


@dataclass(frozen=True)
class Gathered:
    """All that a file is made of, and what does not go into it as it is."""

    voxel_size: float
    sources: tuple[Source, ...]
    rows: tuple[Row, ...]
    faces: int
    """Visible sides of the voxels of all sources."""
    without_voxels: int
    """Objects left out because they carry none."""
    turned: tuple[str, ...]
    """Objects left out because they stand at an angle or are scaled."""
    snapped: tuple[str, ...]
    """Objects that did not stand on whole voxels."""
    edited: tuple[str, ...]
    """Objects whose meshes were edited, which their voxels do not tell."""


def gather(objects: Iterable[bpy.types.Object], view_layer: bpy.types.ViewLayer) -> Gathered:
    """Look at objects as they are in the current frame.

    Parameters
    ----------
    objects : iterable of bpy.types.Object
    view_layer : bpy.types.ViewLayer
        In which an object may be hidden.

    Returns
    -------
    Gathered
    """
    chosen = list(dict.fromkeys(objects))
    shapes = [obj for obj in chosen if obj.type == "MESH" and RECORD in obj.data and VOXELS in obj.data]
    lost = sum(obj.type not in _UNSEEN for obj in chosen) - len(shapes)
    matrices = [_of_lattice(obj) for obj in shapes]
    size = _voxel_size(shapes, matrices)
    places = [_on_lattice(matrix, size) for matrix in matrices]
    turned = tuple(obj.name for obj, place in zip(shapes, places, strict=True) if place is None)
    kept = {obj: place for obj, place in zip(shapes, places, strict=True) if place is not None}
    sources, number = _sources(list(kept))
    return Gathered(
        voxel_size=size,
        sources=sources,
        rows=_rows(kept, number, size, view_layer),
        faces=sum(int(mesh[RECORD]["counts"]["faces"]) for mesh in {obj.data for obj in kept}),
        without_voxels=lost,
        turned=turned,
        snapped=tuple(obj.name for obj, place in kept.items() if place[2] > TOLERANCE),
        edited=tuple(obj.name for obj in kept if edited(obj.data)),
    )


def world_matrix(obj: bpy.types.Object) -> Floats:
    """Say where an object is; Blender does not keep that up to date for what is hidden.

    Parameters
    ----------
    obj : bpy.types.Object

    Returns
    -------
    (4, 4) float64
    """
    if obj.constraints or (obj.parent and obj.parent_type != "OBJECT"):
        return np.array(obj.matrix_world, np.float64)
    own = np.array(obj.matrix_basis, np.float64)
    if obj.parent is None:
        return own
    return world_matrix(obj.parent) @ np.array(obj.matrix_parent_inverse, np.float64) @ own


def _of_lattice(obj: bpy.types.Object) -> Floats:
    """(4, 4) float64: takes lattice points around the pivot of an object's model to the world."""
    record = obj.data[RECORD]
    as_built = placing(build_options(obj.data).voxel_size, list(record["shift"]), mirrored=bool(record["mirrored"]))
    matrix = np.eye(4)
    matrix[:3] = where_placed(obj.data, as_built).T
    return world_matrix(obj) @ matrix


def _voxel_size(shapes: Sequence[bpy.types.Object], matrices: Sequence[Floats]) -> float:
    """The size that most objects' voxels have in the world; exactly what meshes remember, if that is it."""
    edges = [float(np.cbrt(abs(np.linalg.det(matrix[:3, :3])))) for matrix in matrices]
    classes = [round(np.log(edge) / _SAME_SIZE) if edge > 0 else None for edge in edges]
    counted = Counter(kind for kind in classes if kind is not None)
    if not counted:
        return 1.0
    index = classes.index(counted.most_common(1)[0][0])
    remembered = build_options(shapes[index].data).voxel_size
    return remembered if abs(remembered / edges[index] - 1) < _SAME_SIZE else edges[index]


def _on_lattice(matrix: Floats, size: float) -> tuple[Ints, Ints, float] | None:
    """Rotation, translation and how far that moves it; None if it is turned or scaled otherwise."""
    rotation = np.rint(matrix[:3, :3] / size)
    off = np.abs(matrix[:3, :3] / size - rotation).max()
    lines = np.concatenate([np.abs(rotation).sum(axis=0), np.abs(rotation).sum(axis=1)])
    if not off <= TOLERANCE or (lines != 1).any():
        return None
    translation = np.rint(matrix[:3, 3] / size)
    moved = float(np.abs(matrix[:3, 3] / size - translation).max())
    return rotation.astype(np.int64), translation.astype(np.int64), moved


def _sources(shapes: Sequence[bpy.types.Object]) -> tuple[tuple[Source, ...], dict[bpy.types.Object, int]]:
    """The different sources, and which of them each object has."""
    numbers: dict[tuple[bytes, MeshOptions], int] = {}
    sources, number = [], {}
    for obj in shapes:
        key = bytes(obj.data[VOXELS]), mesh_options(obj.data)
        number[obj] = numbers.setdefault(key, len(sources))
        if number[obj] == len(sources):
            sources.append(Source(*key, owner=obj.name))
    return tuple(sources), number


def _rows(
    kept: dict[bpy.types.Object, tuple[Ints, Ints, float]],
    number: dict[bpy.types.Object, int],
    size: float,
    view_layer: bpy.types.ViewLayer,
) -> tuple[Row, ...]:
    """The objects and the empties that hold them, in the order of the objects, holders first."""
    rows: list[Row] = []
    row_of: dict[bpy.types.Object, int] = {}
    seen = {group for obj in kept if not _hidden(obj, view_layer) for group in _groups(obj)}
    for obj, (rotation, translation, _moved) in kept.items():
        parent = -1
        for group in reversed(_groups(obj)):
            if group not in row_of:
                row_of[group] = len(rows)
                # In the file, what is in a hidden group is hidden with it.
                hidden = _hidden(group, view_layer) and group not in seen
                rows.append(Row(group.name, parent, -1, *_group_place(group, size), hidden))
            parent = row_of[group]
        rows.append(Row(obj.name, parent, number[obj], rotation, translation, _hidden(obj, view_layer)))
    return tuple(rows)


def _groups(obj: bpy.types.Object) -> list[bpy.types.Object]:
    """The empties above an object, the nearest first."""
    groups = []
    while obj.parent:
        obj = obj.parent
        if obj.type == "EMPTY":
            groups.append(obj)
    return groups


def _group_place(group: bpy.types.Object, size: float) -> tuple[Ints, Ints]:
    """Where a group is, or near it: what it holds says itself where it is."""
    matrix = world_matrix(group)
    scale = np.cbrt(abs(np.linalg.det(matrix[:3, :3]))) or 1.0
    place = _on_lattice(matrix / scale, 1.0)
    rotation = np.eye(3, dtype=np.int64) if place is None else place[0]
    return rotation, np.rint(matrix[:3, 3] / size).astype(np.int64)


def _hidden(obj: bpy.types.Object, view_layer: bpy.types.ViewLayer) -> bool:
    return obj.hide_viewport or obj.hide_get(view_layer=view_layer)
