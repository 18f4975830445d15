"""Bytes of a file with meshes in, trimesh's scene and what glTF says of materials besides out."""

from __future__ import annotations

import io
import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import trimesh
from trimesh.resolvers import FilePathResolver

from ...errors import FormatError, LimitError
from ...text import readable

_STL_HEAD = 84
_STL_TRIANGLE = 50


@dataclass(frozen=True)
class MeshFile:
    """A file as it was read."""

    scene: trimesh.Scene
    kind: str
    """Its usual ending, without the dot."""
    materials: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Of glTF, what the file says of each material, by name."""

    @property
    def y_is_up(self) -> bool:
        """Whether up is y, by the format; in others it is z."""
        return self.kind in ("glb", "gltf", "obj")

    @property
    def linear_colors(self) -> bool:
        """Whether colors of vertices are linear."""
        return self.kind in ("glb", "gltf")


def open_mesh(data: bytes, folder: Path | None) -> MeshFile:
    """Read a file.

    Parameters
    ----------
    data : bytes
    folder : Path or None
        Where the files lie that it names; what lies outside is not opened.

    Returns
    -------
    MeshFile

    Raises
    ------
    FormatError
        If it cannot be read.
    LimitError
        If it takes more memory than there is.
    """
    kind = kind_of(data)
    resolver = None if folder is None else FilePathResolver(str(folder.absolute()))
    try:
        scene = trimesh.load_scene(io.BytesIO(data), file_type=kind, resolver=resolver, process=False)
    except MemoryError as error:
        raise LimitError(f"the .{kind} file takes more memory than there is; make it smaller") from error
    except ModuleNotFoundError as error:
        raise FormatError(
            f"the .{kind} file needs {error.name}, which is not installed; pip install trivox[mesh]"
        ) from error
    # Whatever the library stumbles over in a damaged file, it is no fault of ours.
    except Exception as error:
        lines = readable(str(error)).strip().splitlines() or [type(error).__name__]
        raise FormatError(f"the file cannot be read as .{kind}: {lines[0]}") from error
    return MeshFile(scene, kind, _gltf_materials(data, kind))


def kind_of(data: bytes) -> str:
    """Tell by its bytes what a file is.

    Parameters
    ----------
    data : bytes

    Returns
    -------
    {"glb", "gltf", "ply", "stl", "obj"}
        The last, which begins with anything, if it is none of the others.
    """
    if data.startswith(b"glTF"):
        return "glb"
    if data.startswith((b"ply\n", b"ply\r")):
        return "ply"
    # Binary files may begin with "solid" as well, so their length decides.
    if len(data) >= _STL_HEAD:
        (count,) = struct.unpack_from("<I", data, _STL_HEAD - 4)
        if len(data) == _STL_HEAD + _STL_TRIANGLE * count:
            return "stl"
    head = data[:1024].lstrip(b"\xef\xbb\xbf \t\r\n")
    if head.startswith(b"{"):
        return "gltf"
    return "stl" if head.startswith(b"solid") else "obj"


def _gltf_materials(data: bytes, kind: str) -> dict[str, dict[str, Any]]:
    """What a glTF file says of its materials, by name; trimesh passes over extensions."""
    if kind not in ("glb", "gltf"):
        return {}
    text = data
    if kind == "glb":
        (length,) = struct.unpack_from("<I", data, 12)
        text = data[20 : 20 + length]
    materials = json.loads(text.decode("utf-8", "replace")).get("materials", [])
    return {str(one.get("name")): one for one in materials if isinstance(one, dict)}
