"""A file that was imported before and an assembly of what it holds now in, its objects in the scene up to date out.

What a user changed stays: places, parents, names, modifiers, materials, edited meshes. What the file changed arrives.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import bpy
import numpy as np

from ..core.mesh.options import MeshOptions
from ..core.scene import Assembly
from ..core.scene.pairing import Entry, paired
from ..core.scene.placement import Flags, Placements, place
from ..core.scene.places import shifted
from ..core.voxels import Scene
from ..core.voxels.digest import model_digest
from .grafting import File, add, graft, settle, take_away
from .light_map import renew_light_maps
from .provenance import moves_of, read_origin
from .record import of_object, read_record
from .renewal import Assigned, Key, assign, renewed_meshes
from .scene import build_objects, mesh_keys, object_names
from .source import SOURCE, Source, holder_of, write_source

ROWS = "trivox_rows"
"""The custom property of what remembers a file that lists what the file placed when it was last read."""


@dataclass
class Changes:
    """What a reload brought."""

    models: int = 0
    """That were there and changed."""
    new: int = 0
    """Objects."""
    gone: int = 0
    """Objects that are no longer in the file and were taken away."""
    moved: int = 0
    """Objects that stand elsewhere."""
    kept: list[str] = field(default_factory=list)
    """Objects that are no longer in the file and stay, since a user changed them."""
    left: list[str] = field(default_factory=list)
    """Meshes that changed in the file and stay, since they were edited or cannot be changed."""

    @property
    def nothing(self) -> bool:
        """Whether all is as it was."""
        return not (self.models or self.new or self.gone or self.moved or self.kept or self.left)


def remember(source: Source, file: Assembly, objects: Sequence[bpy.types.Object]) -> None:
    """Let a file that was just built be remembered, so that it can be reloaded.

    Parameters
    ----------
    source : Source
        But for the name that origins have for the file.
    file : Assembly
    objects : sequence of bpy.types.Object
        As it was built.
    """
    origin = next(filter(None, map(read_origin, objects)), None)
    holder = holder_of(origin.file, objects) if origin else None
    if holder is not None:
        write_source(holder, replace(source, file=origin.file, offset=file.offset))
        write_rows(holder, file, flat=source.build.hierarchy == "flat")


def write_rows(holder: bpy.types.ID, file: Assembly, *, flat: bool) -> None:
    """Write down what a file places.

    Parameters
    ----------
    holder : bpy.types.ID
        What remembers the file.
    file : Assembly
    flat : bool
        Groups are left out.
    """
    entries = _entries_of(file.scene, file.placements(flat=flat), file.digests, flat=flat)
    holder[ROWS] = json.dumps([[one.kind, one.name, one.parent, one.moves, one.model] for one in entries])


def read_rows(holder: bpy.types.ID) -> list[Entry]:
    """Read what `write_rows` wrote; nothing if it makes no sense."""
    try:
        told = json.loads(holder.get(ROWS, "[]"))
        return [
            Entry(str(kind), str(name), int(parent), tuple(tuple(move) for move in moves), str(model))
            for kind, name, parent, moves, model in told
        ]
    except (KeyError, TypeError, ValueError):
        return []


@dataclass(frozen=True)
class Chooser:
    """Chooses the options of models: those of the mesh that shows it now, else those of the import.

    Made before work begins that must not ask Blender.
    """

    source: Source
    entries: Sequence[Entry]
    options: Mapping[int, MeshOptions]
    """Of the meshes that objects show now, by row."""

    def __call__(self, scene: Scene) -> list[MeshOptions]:
        """Choose for each model of a scene as it was arranged."""
        flat = self.source.build.hierarchy == "flat"
        usual = self.source.build.fit(self.source.mesh)
        scene = shifted(scene, np.array(self.source.offset, np.int64))
        rows = place(scene, _solid(scene), flat=flat)
        digests = [model_digest(model, scene.look) for model in scene.models]
        pairs = paired(self.entries, _entries_of(scene, rows, digests, flat=flat))
        chosen = [usual] * len(scene.models)
        for row, index in reversed(list(enumerate(rows.mesh.tolist()))):
            own = self.options.get(pairs.get(row, -1))
            if index >= 0 and own is not None:
                chosen[index] = replace(usual, mode=own.mode, texels_per_rectangle=own.texels_per_rectangle)
        return chosen


def chooser_of(holder: bpy.types.ID, source: Source) -> Chooser:
    """Look how the meshes of a file are made now.

    Parameters
    ----------
    holder : bpy.types.ID
        What remembers the file.
    source : Source

    Returns
    -------
    Chooser
    """
    rows = _objects_by_row(source.file)
    options = {row: record.options for row, objects in rows.items() if (record := of_object(objects[0]))}
    return Chooser(source, read_rows(holder), options)


def reload_file(
    holder: bpy.types.ID, source: Source, file: Assembly, scene: bpy.types.Scene, *, overwrite: bool = False
) -> Changes:
    """Bring the objects of a file up to date.

    Parameters
    ----------
    holder : bpy.types.ID
        What remembers the file.
    source : Source
        With the path, digest and stamp of what was read now.
    file : Assembly
        What was read now.
    scene : bpy.types.Scene
        In whose view layers the objects are seen.
    overwrite : bool
        Make edited meshes anew as well, if their models changed.

    Returns
    -------
    Changes
    """
    flat, changes = source.build.hierarchy == "flat", Changes()
    rows, digests = file.placements(flat=flat), file.digests
    old, new = read_rows(holder), _entries_of(file.scene, rows, digests, flat=flat)
    pairs, objects = paired(old, new), _objects_by_row(source.file)
    # An old row without objects was deleted by a user, and does not come back.
    partners = [objects.get(pairs[row], []) if row in pairs else None for row in range(len(new))]
    origins = {obj: origin for group in objects.values() for obj in group if (origin := read_origin(obj))}
    gone = [obj for row, group in objects.items() if row not in pairs.values() for obj in group]
    assigned = assign(_wanted(rows, partners), digests, overwrite=overwrite)
    changes.models, changes.left = len(assigned.changed), sorted(mesh.name for mesh in assigned.left)
    meshes = renewed_meshes(file, _needed(file, rows, partners, assigned), assigned, source.build, source.unit)
    renew_light_maps(list(dict.fromkeys(meshes.values())))
    built = build_objects(file, rows, meshes, scene, source.build, source.scene, unit=source.unit, identity=source.file)
    target = File(source.file, scene, built, objects, origins, file.hidden_layers)
    named = zip(object_names(file, rows), rows.parent.tolist(), mesh_keys(rows), strict=True)
    for row, (name, above, key) in enumerate(named):
        group = partners[row]
        if group is None:
            add(target, row, above)
            changes.new += key[0] >= 0
            continue
        target.stand[row] = group[0] if group else None
        was_moved = old[pairs[row]].moves != new[row].moves
        changes.moved += was_moved and any(origins[obj].stays for obj in group)
        for obj in group:
            graft(target, obj, row, above, name)
            if _is_shown_wrong(obj, key, assigned):
                obj.data = meshes[key]
    holder = _kept_holder(holder, list(filter(None, target.stand.values())))
    changes.kept = take_away(target, gone)
    changes.gone = len(gone) - len(changes.kept)
    settle(target)
    write_source(holder, source)
    write_rows(holder, file, flat=flat)
    return changes


def _kept_holder(holder: bpy.types.ID, objects: Sequence[bpy.types.Object]) -> bpy.types.ID:
    """Let another object remember a file if the one that did is no longer in it."""
    if not isinstance(holder, bpy.types.Object) or holder in objects or not objects:
        return holder
    for key in (SOURCE, ROWS):
        del holder[key]
    return objects[0]


def _is_shown_wrong(obj: bpy.types.Object, key: Key, assigned: Assigned) -> bool:
    """Whether an object should show another mesh."""
    now = assigned.key(obj.data) if obj.type == "MESH" else None
    return now is not None and now != key


def _wanted(rows: Placements, partners: Sequence[Sequence[bpy.types.Object] | None]) -> dict[bpy.types.Mesh, list[Key]]:
    """What objects shall show, by the mesh that they show now."""
    wanted: dict[bpy.types.Mesh, list[Key]] = {}
    for key, group in zip(mesh_keys(rows), partners, strict=True):
        for obj in group or ():
            if key[0] >= 0 and obj.type == "MESH" and read_record(obj.data):
                wanted.setdefault(obj.data, []).append(key)
    return wanted


def _needed(
    file: Assembly, rows: Placements, partners: Sequence[Sequence[bpy.types.Object] | None], assigned: Assigned
) -> dict[Key, str]:
    """Name the meshes that new objects show, and those that show another one than now."""
    needed: dict[Key, str] = {}
    for name, key, group in zip(rows.name, mesh_keys(rows), partners, strict=True):
        if key[0] >= 0 and (group is None or any(_is_shown_wrong(obj, key, assigned) for obj in group)):
            needed.setdefault(key, name or file.scene.name)
    return needed


def _solid(scene: Scene) -> Flags:
    return np.array([model.voxels > 0 for model in scene.models], np.bool_)


def _entries_of(scene: Scene, rows: Placements, digests: Sequence[str], *, flat: bool) -> list[Entry]:
    """What a scene places, as it can be compared with another version."""
    moved = [tuple(moves) for moves in moves_of(scene, flat=flat)]
    entries = []
    for name, node, parent, (mesh, mirrored), in_turn in zip(
        rows.name, rows.node.tolist(), rows.parent.tolist(), mesh_keys(rows), rows.in_turn.tolist(), strict=True
    ):
        kind = "turn" if in_turn else "shape" if mesh >= 0 else scene.nodes[node].kind + " of several"
        model = digests[mesh] + ("-" if mirrored else "") if mesh >= 0 else ""
        entries.append(Entry(kind, name, parent, moved[node], model))
    return entries


def _objects_by_row(file: str) -> dict[int, list[bpy.types.Object]]:
    """The objects of a file, copies included, by the row that they were."""
    found: dict[int, list[bpy.types.Object]] = {}
    for obj in bpy.data.objects:
        origin = read_origin(obj) if obj.is_editable else None
        if origin is not None and origin.file == file and origin.row >= 0:
            found.setdefault(origin.row, []).append(obj)
    return found
