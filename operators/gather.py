"""Objects of Blender in, the scene of voxels that they show, in whole voxels, with the options of each mesh out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import bpy
import numpy as np
import numpy.typing as npt

from ..blender.provenance import Origin, read_files
from ..blender.record import VOXELS, edited, has_voxels, read_record, voxels_of, voxels_text
from ..blender.units import metres_per_unit
from ..core.mesh.options import MeshOptions
from ..core.scene.palettes import one_look
from ..core.scene.placement import layers_of
from ..core.scene.world import hidden_in_scene
from ..core.voxels import Model, ModelFrame, Scene, SceneNode
from ..core.voxels.transforms import make_frame
from .chosen import Chosen
from .lattice import TOLERANCE, group_place, of_lattice, on_lattice, voxel_size_of

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

_UNSEEN = ("EMPTY", "CAMERA", "LIGHT", "LIGHT_PROBE", "SPEAKER", "ARMATURE", "LATTICE")
"""Types of objects that show nothing."""


@dataclass(frozen=True)
class Source:
    """What a mesh is made of."""

    data: str
    """The packed voxels, as the mesh carries them."""
    options: MeshOptions
    owner: str
    """The name of an object that has them."""


@dataclass(frozen=True)
class Row:
    """An object, or a group that holds some."""

    name: str
    parent: int
    """An earlier row, or -1."""
    shows: tuple[ModelFrame, ...]
    """The numbers of its sources, by frame; none for a group."""
    rotation: Ints
    """(3, 3) int64 signed permutation, in the world."""
    translation: Ints
    """(3,) int64 voxels in the world: where the pivot of its model is."""
    hidden: bool
    """By more than the own eye of its layer."""
    origin: Origin | None
    """What it was made of; None where that is not known."""
    layer: int | None
    """In the file that it comes from."""
    stays: bool
    """Whether it moves as its origin says, as seen from its parent."""


@dataclass(frozen=True)
class Gathered:
    """All that a file is made of, and what does not go into it as it is."""

    voxel_size: float
    """Metres."""
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
    matrices = [of_lattice(obj, still=chosen.takes_turns(obj)) for obj in shapes]
    unit = metres_per_unit(view_layer.id_data)
    metres = voxel_size_of(shapes, matrices, unit)
    size = metres / unit
    places = [on_lattice(matrix, size) for matrix in matrices]
    turned = tuple(obj.name for obj, place in zip(shapes, places, strict=True) if place is None)
    kept = {obj: place for obj, place in zip(shapes, places, strict=True) if place is not None}
    sources, number, empty = _sources(list(kept), chosen)
    whole = {handle: shows for handle in chosen.below if (shows := _in_turn(handle, chosen, number, empty))}
    moving = [*kept, *(obj for obj in chosen.objects if obj.type == "EMPTY" and chosen.origin(obj) is not None)]
    parted = {obj for handle, below in chosen.below.items() if handle not in whole for obj in below}
    return Gathered(
        voxel_size=metres,
        sources=sources,
        rows=_rows(kept, whole, number, size, chosen),
        faces=sum(read_record(mesh).counts.get("faces", 0) for mesh in {obj.data for obj in kept}),
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
    parts = [voxels_of(source.data) for source in gathered.sources]
    look, models = one_look(parts, [source.owner for source in gathered.sources])
    files = list(dict.fromkeys(row.origin.file for row in gathered.rows if row.origin))
    layers, frames = read_files(files, gathered.layers)
    scene = Scene(
        name=name,
        models=tuple(models),
        look=look,
        nodes=_nodes(gathered.rows, name),
        layers=layers,
        animation_range=frames,
        voxel_size=gathered.voxel_size,
    )
    return _as_seen(scene, gathered), tuple(source.options for source in gathered.sources)


def _as_seen(scene: Scene, gathered: Gathered) -> Scene:
    """Let a shape be hidden in the file if it is in Blender, where what a group or layer hides may be shown alone.

    What the collection of its layer hides keeps to its layer.
    """
    away = {layer.id for layer in scene.layers.values() if layer.hidden}
    nodes, unseen = list(scene.nodes), hidden_in_scene(scene)
    wanted = [
        row.hidden or (row.origin is not None and not gathered.layers.get((row.origin.file, layer), True))
        for row, layer in zip(gathered.rows, layers_of(scene).tolist(), strict=True)
    ]
    for index, node in enumerate(scene.nodes):
        above = index if node.kind == "shape" and unseen[index] and not wanted[index] else -1
        while above >= 0:
            if nodes[above].layer in away:
                nodes[above] = replace(nodes[above], layer=None)
            above = nodes[above].parent
    unseen = hidden_in_scene(replace(scene, nodes=tuple(nodes)))
    for index, node in enumerate(nodes):
        if node.kind == "shape" and wanted[index] and not unseen[index]:
            nodes[index] = replace(node, hidden=True)
    return replace(scene, nodes=tuple(nodes))


def _nodes(rows: Sequence[Row], scene: str) -> tuple[SceneNode, ...]:
    """The rows as nodes."""
    nodes: list[SceneNode] = []
    worlds: list[tuple[Ints, Ints]] = []
    for row in rows:
        node, world = _node(row, worlds[row.parent] if row.parent >= 0 else None, rows, scene)
        nodes.append(node)
        worlds.append(world)
    return tuple(nodes)


def _node(
    row: Row, above: tuple[Ints, Ints] | None, rows: Sequence[Row], scene: str
) -> tuple[SceneNode, tuple[Ints, Ints]]:
    """A row as seen from its parent, and where that is: as it was in the file where nothing was moved since."""
    origin = row.origin
    turn, move = (np.eye(3, dtype=np.int64), np.zeros(3, np.int64)) if above is None else above
    if origin is not None and row.stays and _same_parent(row, origin, rows):
        transforms = origin.transforms
        rotation = turn @ transforms[0].rotation
        world = rotation, turn @ transforms[0].translation + move
    else:
        world = row.rotation, row.translation
        x, y, z = (turn.T @ (row.translation - move)).tolist()
        transforms = (make_frame(0, (turn.T @ row.rotation).astype(np.int8), (x, y, z)),)
    node = SceneNode(
        name=row.name if origin is None else origin.name_in(scene),
        parent=row.parent,
        kind="shape" if row.shows else "group",
        transforms=transforms,
        models=row.shows,
        layer=row.layer,
        hidden=row.hidden if origin is None or row.hidden != origin.arrived else origin.hidden,
        loops=origin is not None and origin.loops and (len(transforms) > 1 or len(row.shows) > 1),
    )
    return node, world


def _same_parent(row: Row, origin: Origin, rows: Sequence[Row]) -> bool:
    """Whether the node is in the group in which it arrived."""
    above = rows[row.parent].origin if row.parent >= 0 else None
    if row.parent < 0:
        return origin.parent < 0
    return above is not None and (above.file, above.node) == (origin.file, origin.parent)


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


def _sources(
    shapes: Sequence[bpy.types.Object], chosen: Chosen
) -> tuple[tuple[Source, ...], dict[bpy.types.Object, int], dict[tuple[str, int], int]]:
    """The different sources, in the order of their files and of the meshes in these, and what has which.

    Objects have them, and so have the models without voxels that handles show, by file and number.
    """
    origins = map(chosen.origin, chosen.objects)
    files = {file: place for place, file in enumerate(dict.fromkeys(o.file for o in origins if o))}
    found: list[tuple[int, int, bpy.types.Object, tuple[int, int, int] | None]] = []
    for obj in shapes:
        origin = chosen.origin(obj)
        place = (len(files), 0) if origin is None else (files[origin.file], read_record(obj.data).number)
        found.append((*place, obj, None))
        if origin is not None and obj.parent in chosen.below:
            found += [(files[origin.file], model, obj, size) for model, size in origin.empty.items()]
    keys: dict[object, int] = {}
    sources, number, empty = [], {}, {}
    for file, model, obj, size in sorted(found, key=lambda entry: entry[:2]):
        data, options = obj.data[VOXELS], read_record(obj.data).options
        known = len(keys)
        if size is None:
            number[obj] = keys.setdefault((data, options), known)
        else:
            empty[tuple(files)[file], model] = keys.setdefault((file, model), known)
        if known < len(keys):
            sources.append(Source(data if size is None else _without_voxels(data, size), options, owner=obj.name))
    return tuple(sources), number, empty


def _without_voxels(data: str, size: tuple[int, int, int]) -> str:
    """A packed model of some size without voxels, of the look of another one."""
    nothing = Model(size, np.zeros((0, 3), np.uint8), np.zeros(0, np.uint8))
    return voxels_text(nothing, voxels_of(data)[1])


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
