"""An assembly of a file that was imported before in, the meshes of the earlier import that show the same out."""

from __future__ import annotations

from dataclasses import replace

import bpy

from ..core.scene import Assembly
from ..core.scene.placement import Placements
from .edits import edits_of
from .mesh import MODEL
from .provenance import read_origin
from .record import Record, read_record
from .scene import mesh_keys
from .sheet import Pictures
from .source import Source, sources


def meshes_again(source: Source, file: Assembly, rows: Placements) -> dict[tuple[int, bool], bpy.types.Mesh] | None:
    """Find the meshes that an equal file with equal options brought.

    Parameters
    ----------
    source : Source
        Of the file that is imported.
    file : Assembly
    rows : Placements
        The objects to make.

    Returns
    -------
    dict of (int, bool) to bpy.types.Mesh, or None
        As `scene.new_meshes` makes them; None if one is missing, or was changed since.
    """
    wanted = _essence(source)
    before = {other.file for other in sources().values() if _essence(other) == wanted}
    found: dict[tuple[int, bool], bpy.types.Mesh] = {}
    pictures = Pictures()
    for obj in bpy.data.objects if before else ():
        record = read_record(obj.data) if obj.type == "MESH" else None
        origin = read_origin(obj) if record else None
        if record and origin and origin.file in before and _as_made(obj.data, record, file, pictures):
            found.setdefault((record.number, record.mirrored), obj.data)
    keys = [key for key in mesh_keys(rows) if key[0] >= 0]
    return {key: found[key] for key in keys} if all(key in found for key in keys) else None


def _essence(source: Source) -> tuple[object, ...]:
    """What two imports have in common that bring the same meshes."""
    build = replace(
        source.build, show_colors=True, textures="packed", again="instances", places="apart", one_texture=False
    )
    return source.absolute, source.digest, source.mesh, build, source.scene, source.unit


def _as_made(mesh: bpy.types.Mesh, record: Record, file: Assembly, pictures: Pictures) -> bool:
    """Whether a mesh is as the import makes it."""
    if record.number >= len(file.meshes) or edits_of(mesh, pictures).found or not mesh.is_editable:
        return False
    return mesh.get(MODEL) == file.digests[record.number] and record.options == file.meshes[record.number].options
