"""What a collection remembers of the file that it comes from, so that the file can be read again: text in and out.

Where a file has no collection, one of its objects remembers it.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, TypeVar

import bpy

from ..core.errors import TrivoxError
from ..core.mesh.options import MeshOptions
from ..core.scene import SceneOptions
from .options import BuildOptions
from .provenance import read_file_id, read_origin

SOURCE = "trivox_source"
"""The custom property of a collection that tells where its file is, and how it was imported."""
Stamp = tuple[int, int]
"""Bytes of a file, and when it was last written, in nanoseconds; by both one sees that a file was saved."""
_Chosen = TypeVar("_Chosen", MeshOptions, BuildOptions, SceneOptions)


@dataclass(frozen=True)
class Source:
    """Where a file is, and how it was imported."""

    file: str
    """The file as origins name it."""
    path: str
    """Relative to the .blend file, with // before it, where there is a way; else absolute."""
    digest: str
    """Of the bytes that were read."""
    stamp: Stamp
    mesh: MeshOptions
    build: BuildOptions
    scene: SceneOptions
    unit: float
    """Metres that a Blender unit had."""
    offset: tuple[int, int, int] = (0, 0, 0)
    """By how many voxels all of it was moved from where the file has it."""
    follows: bool = False
    """Whether it shall be read again each time it is saved."""

    @property
    def absolute(self) -> Path:
        """Where the file was last seen."""
        return Path(bpy.path.abspath(self.path))


def stamp_of(path: Path) -> Stamp | None:
    """See when a file was last saved; None if it is not there."""
    try:
        told = path.stat()
    except (OSError, ValueError):
        return None
    return told.st_size, told.st_mtime_ns


def seen_at(path: Path) -> tuple[Stamp, str] | None:
    """See when a file was last saved and digest its bytes; None if it cannot be read."""
    stamp = stamp_of(path)
    try:
        return None if stamp is None else (stamp, bytes_digest(path.read_bytes()))
    except OSError:
        return None


def bytes_digest(data: bytes) -> str:
    """Digest all bytes of a file."""
    return hashlib.sha256(data).hexdigest()


def stored_path(path: Path) -> str:
    """A path as seen from the .blend file, where that was saved, the user wants it and there is a way."""
    if not (bpy.data.filepath and bpy.context.preferences.filepaths.use_relative_paths):
        return str(path.absolute())
    try:
        return bpy.path.relpath(str(path)).replace("\\", "/")
    except ValueError:
        return str(path.absolute())


def holder_of(file: str, objects: Iterable[bpy.types.Object]) -> bpy.types.ID | None:
    """Find what shall remember a file: its collection, or else the first of its objects.

    Parameters
    ----------
    file : str
        As origins name it.
    objects : iterable of bpy.types.Object

    Returns
    -------
    bpy.types.ID or None
    """
    own = (collection for collection in bpy.data.collections if read_file_id(collection) == file)
    return next(own, None) or next(iter(objects), None)


def write_source(holder: bpy.types.ID, source: Source) -> None:
    """Let a collection or an object remember a file.

    Parameters
    ----------
    holder : bpy.types.ID
    source : Source
    """
    holder[SOURCE] = json.dumps(asdict(source))


def read_source(holder: bpy.types.ID) -> Source | None:
    """Read which file a collection or an object comes from; None for what remembers none."""
    text = holder.get(SOURCE)
    if not isinstance(text, str):
        return None
    try:
        told = json.loads(text)
        size, written = map(int, told["stamp"])
        x, y, z = map(int, told.get("offset", (0, 0, 0)))
        if not 0 < float(told["unit"]) < math.inf:
            return None
        return Source(
            file=str(told["file"]),
            path=str(told["path"]),
            digest=str(told["digest"]),
            stamp=(size, written),
            mesh=_options(MeshOptions, told["mesh"]),
            build=_options(BuildOptions, told["build"]),
            scene=_options(SceneOptions, told["scene"]),
            unit=float(told["unit"]),
            offset=(x, y, z),
            follows=bool(told["follows"]),
        )
    except (KeyError, TypeError, ValueError, AttributeError, TrivoxError):
        return None


def _options(kind: type[_Chosen], told: Mapping[str, Any]) -> _Chosen:
    """Options that a text tells; what it does not know, as another version wrote it, is as by default."""
    if not isinstance(told, dict):
        raise TypeError("no options")
    return kind(**{field.name: told[field.name] for field in fields(kind) if field.name in told})


def sources() -> dict[bpy.types.ID, Source]:
    """Find all files that something in the .blend file comes from.

    Returns
    -------
    dict of bpy.types.ID to Source
        By what remembers them; of copies only the first.
    """
    found: dict[bpy.types.ID, Source] = {}
    seen: set[str] = set()
    for holder in (*bpy.data.collections, *bpy.data.objects):
        source = read_source(holder) if holder.is_editable else None
        if source is not None and source.file not in seen:
            seen.add(source.file)
            found[holder] = source
    return found


def set_follows(holder: bpy.types.ID, *, follows: bool) -> None:
    """Say whether a file shall be read again each time it is saved.

    Parameters
    ----------
    holder : bpy.types.ID
        With a source.
    follows : bool
    """
    write_source(holder, replace(read_source(holder), follows=follows))


def files_of(objects: Iterable[bpy.types.Object]) -> set[str]:
    """Name the files that objects come from, as origins name them."""
    return {origin.file for origin in map(read_origin, objects) if origin}
