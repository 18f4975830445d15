"""``trivox info``: .tvx files in, what is in them as text or JSON on stdout out."""

from __future__ import annotations

import argparse
from typing import Any

from ..core.errors import FormatError, TrivoxError
from ..core.formats import READERS
from ..core.formats.source import load
from ..core.formats.tables import HEAD
from ..core.formats.tvx import TvxFile, TvxMesh, TvxReader, read_tvx
from ..core.scene.frames import frame_numbers
from ..core.text import readable
from .terminal import counted, plain, say, tell

_LABEL = 12


def add_info(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the command and its arguments.

    Parameters
    ----------
    commands : subparsers action
    """
    about = "check .tvx files and say what is in them"
    command = commands.add_parser("info", help=about, description=f"{about[0].upper()}{about[1:]}.")
    command.add_argument("files", nargs="+", metavar="FILE", help="a .tvx file")
    command.add_argument("--json", action="store_true", help="a list with one object for each file")
    command.set_defaults(run=_run, usage=command.error)


def _run(arguments: argparse.Namespace) -> int:
    import json

    failed, records = False, []
    for path in arguments.files:
        try:
            data = load(path)[0]
            found = record(path, len(data), _read(data))
        except TrivoxError as error:
            failed = True
            tell(path, error)
            continue
        if arguments.json:
            records.append(found)
        else:
            say(_text(found), end="\n\n")
    if arguments.json:
        say("[" + ",\n ".join(json.dumps(entry) for entry in records) + "]")
    return int(failed)


def _read(data: bytes) -> TvxFile:
    """Read a file's bytes; of other formats that are known, say where they can be looked at."""
    for reader in READERS:
        if not isinstance(reader, TvxReader) and reader.sniff(data[:HEAD]):
            kind = reader.endings[0]
            raise FormatError(f"this is a {kind} file and no .tvx file; trivox stats says what is in it")
    return read_tvx(data)


def record(path: str, size: int, file: TvxFile) -> dict[str, Any]:
    """One object of the JSON list.

    Parameters
    ----------
    path : str
    size : int
        Bytes.
    file : TvxFile

    Returns
    -------
    dict
        Triangles of all meshes, each counted once, and of the scene as it is shown first, besides the rest.
    """
    shown = [node.model for node in file.nodes if node.model is not None]
    counts = [mesh.triangle_count for mesh in file.meshes]
    return {
        "file": readable(path),
        "bytes": size,
        "name": file.name,
        "voxel_size": file.voxel_size,
        "up_axis": file.up_axis,
        "triangles": file.triangle_count,
        "triangles_in_scene": sum(counts[index] for index in shown),
        "bytes_per_triangle": round(size / file.triangle_count, 3) if file.triangle_count else None,
        "nodes": len(file.nodes),
        "layers": len(file.layers),
        "animation": list(file.animation_range) if file.animation_range else None,
        "key_frames": len(frame_numbers(file)),
        "meshes": [_mesh_record(mesh) for mesh in file.meshes],
    }


def _mesh_record(mesh: TvxMesh) -> dict[str, Any]:
    return {
        "size": list(mesh.size),
        "mode": mesh.mode,
        "parts": len(mesh.parts),
        "rectangles": sum(len(part.rectangles) for part in mesh.parts),
        "polygon_records": sum(len(part.polygons) for part in mesh.parts),
        "triangles": mesh.triangle_count,
        "pages": [[page.shape[1], page.shape[0]] for page in mesh.pages],
        "texels": sum(page.size for page in mesh.pages),
        "voxels": mesh.voxels.model.voxels if mesh.voxels else None,
    }


def _text(found: dict[str, Any]) -> str:
    lines = [plain(found["file"])]
    each = f" ({found['bytes_per_triangle']:.1f} a triangle)" if found["triangles"] else ""
    for label, text in (
        ("name", plain(found["name"])),
        ("bytes", f"{found['bytes']:,}{each}"),
        ("triangles", f"{found['triangles']:,}, {found['triangles_in_scene']:,} in the scene"),
        ("scene", _scene(found)),
        ("voxel", f"{found['voxel_size']:g} m, {found['up_axis']} is up"),
        ("animation", _frames(found)),
    ):
        if text:
            lines.append(f"  {label:{_LABEL}}{text}")
    for number, mesh in enumerate(found["meshes"]):
        size = " x ".join(f"{side:,}" for side in mesh["size"])
        lines.append(
            f"  {f'mesh {number}':{_LABEL}}{size} cells, {mesh['mode'] or 'unknown mode'}: "
            f"{counted(mesh['triangles'], 'triangle')}, {counted(mesh['rectangles'], 'rectangle')}, "
            f"{counted(mesh['polygon_records'], 'record')}, {counted(mesh['texels'], 'texel')}, "
            f"{counted(mesh['parts'], 'part')}" + (f", {counted(mesh['voxels'], 'voxel')}" if mesh["voxels"] else "")
        )
    return "\n".join(lines)


def _frames(found: dict[str, Any]) -> str:
    """The range, and in how many frames something differs; nothing for a file that stands still and has no range."""
    different = counted(found["key_frames"], "key frame")
    if found["animation"]:
        return f"frames {found['animation'][0]} to {found['animation'][1]}, {different}"
    return different if found["key_frames"] > 1 else ""


def _scene(found: dict[str, Any]) -> str:
    nodes, layers = counted(found["nodes"], "node"), counted(found["layers"], "layer")
    return f"{nodes}, {layers}, {counted(len(found['meshes']), 'mesh', 'meshes')}"
