"""Objects of Blender in, the scene of voxels that they show, in whole voxels, with the options of each mesh out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import bpy
import numpy as np
import numpy.typing as npt

from ..blender.positions import placing
from ..blender.provenance import Origin, read_files, read_origin
from ..blender.rebuild import where_placed
from ..blender.record import RECORD, VOXELS, build_options, edited, has_voxels, mesh_options, voxel_edge
from ..blender.units import metres_per_unit
from ..core.mesh.options import MeshOptions
from ..core.scene.palettes import one_look
from ..core.voxels import ModelFrame, Scene, SceneNode
from ..core.voxels.packed import unpack_voxels
from ..core.voxels.transforms import make_frame

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
    model: int
    """Number of its mesh in the file that it comes from, -1 for a group."""
    rotation: Ints
    """(3, 3) int64 signed permutation, in the world."""
    translation: Ints
    """(3,) int64 voxels in the world: where the pivot of its model is."""
    hidden: bool
    origin: Origin | None
    """What it was made of; None where that is not known."""


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

    @property
    def objects(self) -> int:
        """Objects that show something."""
        return sum(row.source >= 0 for row in self.rows)


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
    shapes = [obj for obj in chosen if has_voxels(obj)]
    lost = sum(obj.type not in _UNSEEN for obj in chosen) - len(shapes)
    matrices = [_of_lattice(obj) for obj in shapes]
    unit = metres_per_unit(view_layer.id_data)
    metres = _voxel_size(shapes, matrices, unit)
    size = metres / unit
    places = [_on_lattice(matrix, size) for matrix in matrices]
    turned = tuple(obj.name for obj, place in zip(shapes, places, strict=True) if place is None)
    kept = {obj: place for obj, place in zip(shapes, places, strict=True) if place is not None}
    origins = {obj: read_origin(obj) for obj in chosen}
    sources, number = _sources(list(kept), origins)
    groups = [obj for obj in chosen if obj.type == "EMPTY" and origins[obj] is not None] if kept else []
    return Gathered(
        voxel_size=metres,
        sources=sources,
        rows=_rows(kept, groups, number, size, view_layer),
        faces=sum(int(mesh[RECORD]["counts"]["faces"]) for mesh in {obj.data for obj in kept}),
        without_voxels=lost,
        turned=turned,
        snapped=tuple(obj.name for obj, place in kept.items() if place[2] > TOLERANCE),
        edited=tuple(obj.name for obj in kept if edited(obj.data)),
        stopped=tuple(obj.name for obj in kept if _was_stopped(obj, origins[obj])),
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
    layers, frames = read_files(files)
    nodes = _nodes(gathered.rows, name)
    scene = Scene(
        name=name,
        models=tuple(models),
        look=look,
        nodes=nodes,
        layers=layers,
        animation_range=frames,
        voxel_size=gathered.voxel_size,
    )
    return scene, tuple(source.options for source in gathered.sources)


def world_matrix(obj: bpy.types.Object) -> Floats:
    """Say where an object is; Blender does not keep that up to date for what is hidden.

    Parameters
    ----------
    obj : bpy.types.Object

    Returns
    -------
    (4, 4) float64
    """
    matrix, above = np.eye(4), obj
    while above is not None:
        if above.constraints or (above.parent and above.parent_type != "OBJECT"):
            return np.array(above.matrix_world, np.float64) @ matrix
        matrix = np.array(above.matrix_basis, np.float64) @ matrix
        if above.parent is not None:
            matrix = np.array(above.matrix_parent_inverse, np.float64) @ matrix
        above = above.parent
    return matrix


def _was_stopped(obj: bpy.types.Object, origin: Origin | None) -> bool:
    """Whether an object has keys that do not tell what they told when it arrived."""
    has_keys = bool(obj.animation_data and obj.animation_data.action)
    return has_keys and (origin is None or not origin.stays)


def _nodes(rows: Sequence[Row], scene: str) -> tuple[SceneNode, ...]:
    """The rows as nodes; those that are one node in different frames become that node again."""
    first: dict[tuple[str, int], int] = {}
    number: list[int] = []
    nodes: list[SceneNode] = []
    worlds: list[tuple[Ints, Ints]] = []
    for row in rows:
        origin = row.origin
        key = ("", len(number)) if origin is None or not origin.stays else (origin.file, origin.node)
        if origin is not None and origin.stays and origin.moves and key in first:
            number.append(first[key])
            continue
        parent = -1 if row.parent < 0 else number[row.parent]
        first.setdefault(key, len(nodes))
        number.append(len(nodes))
        node, world = _node(row, parent, worlds[parent] if parent >= 0 else None, rows, scene)
        nodes.append(node)
        worlds.append(world)
    return tuple(nodes)


def _node(
    row: Row, parent: int, above: tuple[Ints, Ints] | None, rows: Sequence[Row], scene: str
) -> tuple[SceneNode, tuple[Ints, Ints]]:
    """A row as seen from its parent, and where that is: as it was in the file where nothing was moved since."""
    origin = row.origin
    turn, move = (np.eye(3, dtype=np.int64), np.zeros(3, np.int64)) if above is None else above
    shows: tuple[ModelFrame, ...] = () if row.source < 0 else (ModelFrame(0, row.source),)
    if origin is not None and origin.stays and _same_parent(row, origin, rows):
        transforms = origin.transforms
        rotation = turn @ transforms[0].rotation
        world = rotation, turn @ transforms[0].translation + move
        if origin.moves and origin.shows:
            shows = _shown(row, origin, rows)
    else:
        world = row.rotation, row.translation
        x, y, z = (turn.T @ (row.translation - move)).tolist()
        transforms = (make_frame(0, (turn.T @ row.rotation).astype(np.int8), (x, y, z)),)
    node = SceneNode(
        name=row.name if origin is None else origin.name_in(scene),
        parent=parent,
        kind="group" if row.source < 0 else "shape",
        transforms=transforms,
        models=shows,
        layer=None if origin is None else origin.layer,
        hidden=row.hidden if origin is None or row.hidden != origin.arrived else origin.hidden,
        loops=origin is not None and origin.loops and (len(transforms) > 1 or len(shows) > 1),
    )
    return node, world


def _same_parent(row: Row, origin: Origin, rows: Sequence[Row]) -> bool:
    """Whether the node is in the group in which it arrived."""
    above = rows[row.parent].origin if row.parent >= 0 else None
    if row.parent < 0:
        return origin.parent < 0
    return above is not None and (above.file, above.node) == (origin.file, origin.parent)


def _shown(row: Row, origin: Origin, rows: Sequence[Row]) -> tuple[ModelFrame, ...]:
    """Which source a node shows when: those of its rows, by the number of the model in its file."""
    of_model = {
        other.model: other.source
        for other in rows
        if other.origin is not None and (other.origin.file, other.origin.node) == (origin.file, origin.node)
    }
    if any(entry.model not in of_model for entry in origin.shows):
        return (ModelFrame(0, row.source),)
    return tuple(ModelFrame(entry.frame, of_model[entry.model]) for entry in origin.shows)


def _of_lattice(obj: bpy.types.Object) -> Floats:
    """(4, 4) float64: takes lattice points around the pivot of an object's model to the world."""
    record = obj.data[RECORD]
    as_built = placing(voxel_edge(obj.data), list(record["shift"]), mirrored=bool(record["mirrored"]))
    matrix = np.eye(4)
    matrix[:3] = where_placed(obj.data, as_built).T
    return world_matrix(obj) @ matrix


def _voxel_size(shapes: Sequence[bpy.types.Object], matrices: Sequence[Floats], unit: float) -> float:
    """The metres that most objects' voxels have in the world; exactly what meshes remember, if that is it."""
    edges = [float(np.cbrt(abs(np.linalg.det(matrix[:3, :3])))) for matrix in matrices]
    classes = [round(np.log(edge) / _SAME_SIZE) if edge > 0 else None for edge in edges]
    counted = Counter(kind for kind in classes if kind is not None)
    if not counted:
        return 1.0
    index = classes.index(counted.most_common(1)[0][0])
    metres, mesh = edges[index] * unit, shapes[index].data
    # The scene's units may be others than when the mesh was made.
    remembered = build_options(mesh).voxel_size, voxel_edge(mesh) * unit
    return next((known for known in remembered if abs(known / metres - 1) < _SAME_SIZE), metres)


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


def _in_file_order(
    objects: Iterable[bpy.types.Object], origins: dict[bpy.types.Object, Origin | None]
) -> list[bpy.types.Object]:
    """Objects by file and node, files as they come; those that remember nothing stay behind them in their order."""
    objects = list(objects)
    files = {file: place for place, file in enumerate(dict.fromkeys(o.file for o in map(origins.get, objects) if o))}

    def place(obj: bpy.types.Object) -> tuple[int, int]:
        origin = origins.get(obj)
        return (len(files), 0) if origin is None else (files[origin.file], origin.node)

    return sorted(objects, key=place)


def _sources(
    shapes: Sequence[bpy.types.Object], origins: dict[bpy.types.Object, Origin | None]
) -> tuple[tuple[Source, ...], dict[bpy.types.Object, int]]:
    """The different sources, in the order of their files and of the meshes in these, and which each object has."""
    numbers: dict[tuple[bytes, MeshOptions], int] = {}
    sources, number = [], {}
    files = {file: place for place, file in enumerate(dict.fromkeys(o.file for o in origins.values() if o))}

    def place(obj: bpy.types.Object) -> tuple[int, int]:
        origin = origins[obj]
        return (len(files), 0) if origin is None else (files[origin.file], int(obj.data[RECORD]["number"]))

    for obj in sorted(shapes, key=place):
        key = bytes(obj.data[VOXELS]), mesh_options(obj.data)
        number[obj] = numbers.setdefault(key, len(sources))
        if number[obj] == len(sources):
            sources.append(Source(*key, owner=obj.name))
    return tuple(sources), number


def _rows(
    kept: dict[bpy.types.Object, tuple[Ints, Ints, float]],
    groups: Sequence[bpy.types.Object],
    number: dict[bpy.types.Object, int],
    size: float,
    view_layer: bpy.types.ViewLayer,
) -> tuple[Row, ...]:
    """The objects and the empties that hold them, in the order of the file, holders first."""
    rows: list[Row] = []
    row_of: dict[bpy.types.Object, int] = {}
    seen = {group for obj in kept if not _hidden(obj, view_layer) for group in _groups(obj)}
    origins = {obj: read_origin(obj) for obj in {one for each in (*kept, *groups) for one in (each, *_groups(each))}}
    for obj in _in_file_order((*kept, *groups), origins):
        own = [] if obj in kept else [obj]
        for group in reversed([*own, *_groups(obj)]):
            if group not in row_of:
                above = next((row_of[one] for one in _groups(group) if one in row_of), -1)
                row_of[group] = len(rows)
                # In the file, what is in a hidden group is hidden with it.
                hidden = _hidden(group, view_layer) and group not in seen
                rows.append(Row(group.name, above, -1, -1, *_group_place(group, size), hidden, origins[group]))
        if obj in kept:
            parent = next((row_of[one] for one in _groups(obj) if one in row_of), -1)
            rotation, translation, _moved = kept[obj]
            model, hidden = int(obj.data[RECORD]["number"]), _hidden(obj, view_layer)
            rows.append(Row(obj.name, parent, number[obj], model, rotation, translation, hidden, origins[obj]))
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
