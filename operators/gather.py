"""Objects of Blender in, the scene of voxels that they show, in whole voxels, with the options of each mesh out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import bpy
import numpy as np
import numpy.typing as npt

from ..blender.edits import edits_of
from ..blender.provenance import read_files
from ..blender.record import has_voxels, read_record, voxels_of
from ..blender.sheet import Pictures
from ..blender.side import is_group, plain_name
from ..blender.stage import is_stage
from ..blender.units import metres_per_unit
from ..core.formats import restored
from ..core.mesh.options import MeshOptions
from ..core.scene.palettes import one_look
from ..core.voxels import ModelFrame, Scene
from .chosen import Chosen
from .lattice import TOLERANCE, group_place, of_lattice, on_lattice, voxel_size_of
from .nodes import Row, as_seen, nodes_of
from .sources import Source, sources_of

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

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
    lost = sum(obj.type not in _UNSEEN and not is_stage(obj) for obj in chosen.objects) - len(shapes)
    matrices = [of_lattice(obj, still=chosen.takes_turns(obj)) for obj in shapes]
    unit = metres_per_unit(view_layer.id_data)
    metres = voxel_size_of(shapes, matrices, unit)
    size = metres / unit
    places = [on_lattice(matrix, size) for matrix in matrices]
    turned = tuple(obj.name for obj, place in zip(shapes, places, strict=True) if place is None)
    kept = {obj: place for obj, place in zip(shapes, places, strict=True) if place is not None}
    sources, number, empty = sources_of(list(kept), chosen)
    whole = {handle: shows for handle in chosen.below if (shows := _in_turn(handle, chosen, number, empty))}
    moving = [*kept, *(obj for obj in chosen.objects if obj.type == "EMPTY" and chosen.origin(obj) is not None)]
    parted = {obj for handle, below in chosen.below.items() if handle not in whole for obj in below}
    pictures = Pictures()
    edited = {mesh for mesh in {obj.data for obj in kept} if edits_of(mesh, pictures).shown}
    return Gathered(
        voxel_size=metres,
        sources=sources,
        rows=_rows(kept, whole, number, size, chosen),
        faces=sum(read_record(mesh).counts.get("faces", 0) for mesh in {obj.data for obj in kept}),
        without_voxels=lost,
        turned=turned,
        snapped=tuple(obj.name for obj, place in kept.items() if place[2] > TOLERANCE),
        edited=tuple(obj.name for obj in kept if obj.data in edited),
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
    parts = [voxels_of(source.data) for source in gathered.sources]
    look, models = one_look(parts, [source.owner for source in gathered.sources])
    files = list(dict.fromkeys(row.origin.file for row in gathered.rows if row.origin))
    layers, frames, kept = read_files(files, gathered.layers)
    scene = Scene(
        name=name,
        models=tuple(models),
        look=look,
        nodes=nodes_of(gathered.rows, name),
        layers=layers,
        animation_range=frames,
        voxel_size=gathered.voxel_size,
    )
    seen = as_seen(restored(scene, kept), gathered.rows, gathered.layers)
    return seen, tuple(source.options for source in gathered.sources)


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
    of_model |= {read_record(obj.data).number: number[obj] for obj in below}
    if any(entry.model not in of_model for entry in origin.shows):
        return ()
    return tuple(ModelFrame(entry.frame, of_model[entry.model]) for entry in origin.shows)


def _alone(obj: bpy.types.Object, chosen: Chosen, source: int) -> tuple[ModelFrame, ...]:
    """Which source an object without a handle shows when: its own."""
    origin, model = chosen.origin(obj), read_record(obj.data).number
    if origin is None or not origin.stays or any(entry.model != model for entry in origin.shows):
        return (ModelFrame(0, source),)
    return tuple(ModelFrame(entry.frame, source) for entry in origin.shows)


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
                place, stays = group_place(group, size), chosen.stays(group) and not chosen.is_handle(group)
                told = chosen.origin(group), chosen.layer(group), stays
                rows.append(Row(group.name, above, (), *place, hidden, *told))
        if obj in kept:
            parent = next((row_of[one] for one in _groups(obj) if one in row_of), -1)
            rotation, translation, _moved = kept[obj]
            shows, hidden = _alone(obj, chosen, number[obj]), chosen.hidden(obj) or chosen.waits(obj)
            told = chosen.origin(obj), chosen.layer(obj), chosen.stays(obj) and not chosen.takes_turns(obj)
            rows.append(Row(plain_name(obj), parent, shows, rotation, translation, hidden, *told))
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
        if obj.type == "EMPTY" and not is_group(obj):
            groups.append(obj)
    return groups
