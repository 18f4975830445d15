"""Objects of Blender in, the scene of voxels that they show, in whole voxels, with the options of each mesh out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import bpy
import numpy as np
import numpy.typing as npt

from ..blender.positions import placing
from ..blender.provenance import read_files, unscaled
from ..blender.rebuild import where_placed
from ..blender.record import RECORD, build_options, edited, has_voxels
from ..core.mesh.options import MeshOptions
from ..core.scene.palettes import one_look
from ..core.voxels import ModelFrame, Scene
from ..core.voxels.packed import unpack_voxels
from .chosen import Chosen
from .nodes import Row, as_seen, nodes_of
from .sources import Source, sources_of

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

TOLERANCE = 0.01
"""By how many voxels an object may be off, and by how much its axes."""
_SAME_SIZE = 1e-3
"""Part by which the sizes of voxels may differ."""
_UNSEEN = ("EMPTY", "CAMERA", "LIGHT", "LIGHT_PROBE", "SPEAKER", "ARMATURE", "LATTICE")
"""Types of objects that show nothing."""


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
    stopped: tuple[str, ...]
    """Objects whose animation was changed, so that only where they stand now is known."""
    layers: Mapping[tuple[str, int], bool]
    """Whether layers are shown, by file and number, where that is known."""

    @property
    def objects(self) -> int:
        """Objects that show something."""
        return sum(bool(row.shows) for row in self.rows)


def gather(
    objects: Iterable[bpy.types.Object],
    view_layer: bpy.types.ViewLayer,
    source: bpy.types.Collection | None = None,
) -> Gathered:
    """Look at objects as they are in the current frame; a handle brings all that it shows in turn.

    Parameters
    ----------
    objects : iterable of bpy.types.Object
    view_layer : bpy.types.ViewLayer
        In which an object may be hidden.
    source : bpy.types.Collection, optional
        A collection that is taken for open.

    Returns
    -------
    Gathered
    """
    chosen = Chosen(objects, view_layer, source)
    shapes = [obj for obj in chosen.objects if has_voxels(obj)]
    lost = sum(obj.type not in _UNSEEN for obj in chosen.objects) - len(shapes)
    matrices = [_of_lattice(obj, still=chosen.takes_turns(obj)) for obj in shapes]
    size = _voxel_size(shapes, matrices)
    places = [_on_lattice(matrix, size) for matrix in matrices]
    turned = tuple(obj.name for obj, place in zip(shapes, places, strict=True) if place is None)
    kept = {obj: place for obj, place in zip(shapes, places, strict=True) if place is not None}
    sources, number, empty = sources_of(list(kept), chosen)
    whole = {handle: shows for handle in chosen.below if (shows := _in_turn(handle, chosen, number, empty))}
    moving = [*kept, *(obj for obj in chosen.objects if obj.type == "EMPTY" and chosen.origin(obj) is not None)]
    parted = {obj for handle, below in chosen.below.items() if handle not in whole for obj in below}
    return Gathered(
        voxel_size=size,
        sources=sources,
        rows=_rows(kept, whole, number, size, chosen),
        faces=sum(int(mesh[RECORD]["counts"]["faces"]) for mesh in {obj.data for obj in kept}),
        without_voxels=lost,
        turned=turned,
        snapped=tuple(obj.name for obj, place in kept.items() if place[2] > TOLERANCE),
        edited=tuple(obj.name for obj in kept if edited(obj.data)),
        stopped=tuple(obj.name for obj in moving if chosen.stopped(obj) or obj in parted),
        layers=chosen.seen.layers,
    )


def scene_of(gathered: Gathered, name: str) -> tuple[Scene, tuple[MeshOptions, ...]]:
    """Put what was gathered into a scene; Blender is asked for the layers of files only.

    Parameters
    ----------
    gathered : Gathered
    name : str
        Of the scene.

    Returns
    -------
    scene : Scene
    options : tuple of MeshOptions
        Of each of its models.

    Raises
    ------
    TrivoxError
        If a mesh carries damaged voxels; `LimitError` if all colours are more than a palette holds.
    """
    parts = [unpack_voxels(source.data) for source in gathered.sources]
    look, models = one_look(parts, [source.owner for source in gathered.sources])
    files = list(dict.fromkeys(row.origin.file for row in gathered.rows if row.origin))
    layers, frames = read_files(files, gathered.layers)
    scene = Scene(
        name=name,
        models=tuple(models),
        look=look,
        nodes=nodes_of(gathered.rows, name),
        layers=layers,
        animation_range=frames,
        voxel_size=gathered.voxel_size,
    )
    return as_seen(scene, gathered.rows, gathered.layers), tuple(source.options for source in gathered.sources)


def world_matrix(obj: bpy.types.Object, *, still: bool = False) -> Floats:
    """Say where an object is; Blender does not keep that up to date for what its viewports switch off.

    Parameters
    ----------
    obj : bpy.types.Object
    still : bool
        Without the object's own scale, which only says whether it is its turn.

    Returns
    -------
    (4, 4) float64
    """
    matrix, above = np.eye(4), obj
    while above is not None:
        if above.constraints or (above.parent and above.parent_type != "OBJECT"):
            return np.array(above.matrix_world, np.float64) @ matrix
        basis = unscaled(above) if still and above == obj else above.matrix_basis
        matrix = np.array(basis, np.float64) @ matrix
        if above.parent is not None:
            matrix = np.array(above.matrix_parent_inverse, np.float64) @ matrix
        above = above.parent
    return matrix


def _in_turn(
    handle: bpy.types.Object,
    chosen: Chosen,
    number: Mapping[bpy.types.Object, int],
    empty: Mapping[tuple[str, int], int],
) -> tuple[ModelFrame, ...]:
    """Which source a handle shows when; nothing if some of what it showed is gone or was changed."""
    origin = chosen.origin(handle)
    below = [obj for obj in chosen.below[handle] if obj in number and chosen.stays(obj)]
    if origin is None or not below:
        return ()
    of_model = {model: empty[origin.file, model] for model in origin.empty if (origin.file, model) in empty}
    of_model |= {int(obj.data[RECORD]["number"]): number[obj] for obj in below}
    if any(entry.model not in of_model for entry in origin.shows):
        return ()
    return tuple(ModelFrame(entry.frame, of_model[entry.model]) for entry in origin.shows)


def _alone(obj: bpy.types.Object, chosen: Chosen, source: int) -> tuple[ModelFrame, ...]:
    """Which source an object without a handle shows when: its own."""
    origin, model = chosen.origin(obj), int(obj.data[RECORD]["number"])
    if origin is None or not origin.stays or any(entry.model != model for entry in origin.shows):
        return (ModelFrame(0, source),)
    return tuple(ModelFrame(entry.frame, source) for entry in origin.shows)


def _of_lattice(obj: bpy.types.Object, *, still: bool) -> Floats:
    """(4, 4) float64: takes lattice points around the pivot of an object's model to the world."""
    record = obj.data[RECORD]
    as_built = placing(build_options(obj.data).voxel_size, list(record["shift"]), mirrored=bool(record["mirrored"]))
    matrix = np.eye(4)
    matrix[:3] = where_placed(obj.data, as_built).T
    return world_matrix(obj, still=still) @ matrix


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


def _in_file_order(objects: Iterable[bpy.types.Object], chosen: Chosen) -> list[bpy.types.Object]:
    """Objects by file and node, files as they come; those that remember nothing stay behind them in their order."""
    objects = list(objects)
    files = {file: place for place, file in enumerate(dict.fromkeys(o.file for o in map(chosen.origin, objects) if o))}

    def place(obj: bpy.types.Object) -> tuple[int, int]:
        origin = chosen.origin(obj)
        return (len(files), 0) if origin is None else (files[origin.file], origin.node)

    return sorted(objects, key=place)


def _rows(
    kept: Mapping[bpy.types.Object, tuple[Ints, Ints, float]],
    whole: Mapping[bpy.types.Object, tuple[ModelFrame, ...]],
    number: Mapping[bpy.types.Object, int],
    size: float,
    chosen: Chosen,
) -> tuple[Row, ...]:
    """The objects and the empties that hold them, in the order of the file, holders first."""
    rows: list[Row] = []
    row_of: dict[bpy.types.Object, int] = {}
    lone = [obj for obj in kept if obj.parent not in whole or obj not in chosen.below[obj.parent]]
    groups = [obj for obj in chosen.objects if obj.type == "EMPTY" and chosen.origin(obj) is not None] if kept else []
    seen = {group for obj in kept if not chosen.hidden(obj) for group in _groups(obj)}
    for obj in _in_file_order((*lone, *groups), chosen):
        own = [] if obj in kept else [obj]
        for group in reversed([*own, *_groups(obj)]):
            if group in row_of:
                continue
            above = next((row_of[one] for one in _groups(group) if one in row_of), -1)
            row_of[group] = len(rows)
            # In the file, what is in a hidden group is hidden with it.
            hidden = chosen.hidden(group) and group not in seen
            if group in whole:
                rows.append(_handle_row(group, above, whole[group], kept, number, chosen))
            else:
                place, stays = _group_place(group, size), chosen.stays(group) and not chosen.is_handle(group)
                told = chosen.origin(group), chosen.layer(group), stays
                rows.append(Row(group.name, above, (), *place, hidden, *told))
        if obj in kept:
            parent = next((row_of[one] for one in _groups(obj) if one in row_of), -1)
            rotation, translation, _moved = kept[obj]
            shows, hidden = _alone(obj, chosen, number[obj]), chosen.hidden(obj) or chosen.waits(obj)
            told = chosen.origin(obj), chosen.layer(obj), chosen.stays(obj) and not chosen.takes_turns(obj)
            rows.append(Row(obj.name, parent, shows, rotation, translation, hidden, *told))
    return tuple(rows)


def _handle_row(
    handle: bpy.types.Object,
    parent: int,
    shows: tuple[ModelFrame, ...],
    kept: Mapping[bpy.types.Object, tuple[Ints, Ints, float]],
    number: Mapping[bpy.types.Object, int],
    chosen: Chosen,
) -> Row:
    """The row of a handle, which stands where that stands which it shows first."""
    below = [obj for obj in chosen.below[handle] if obj in kept]
    first = next(obj for entry in shows for obj in below if number[obj] == entry.model)
    told = chosen.origin(handle), chosen.layer(handle), chosen.stays(handle)
    return Row(handle.name, parent, shows, *kept[first][:2], all(map(chosen.hidden, below)), *told)


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
