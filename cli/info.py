"""``trivox info``: .tvx files in, what is in them as text or JSON on stdout out."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from ..core.errors import TrivoxError
from ..core.tvx import TvxFile, TvxMesh, read_tvx

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
    command.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    failed, records = False, []
    for path in arguments.files:
        try:
            file = read_tvx(path)
        except TrivoxError as error:
            failed = True
            print(f"{path}: {error}", file=sys.stderr)
            continue
        found = record(path, Path(path).stat().st_size, file)
        if arguments.json:
            records.append(found)
        else:
            print(_text(found), end="\n\n")
    if arguments.json:
        print("[" + ",\n ".join(json.dumps(entry) for entry in records) + "]")
    return int(failed)


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
        "file": path,
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
        "meshes": [_mesh_record(mesh) for mesh in file.meshes],
    }


def _mesh_record(mesh: TvxMesh) -> dict[str, Any]:
    return {
        "size": list(mesh.size),
        "mode": mesh.mode,
        "parts": len(mesh.parts),
        "vertices": sum(len(part.vertices) for part in mesh.parts),
        "polygon_records": sum(len(part.polygons) for part in mesh.parts),
        "triangles": mesh.triangle_count,
        "pages": [[page.shape[1], page.shape[0]] for page in mesh.pages],
        "texels": sum(page.size for page in mesh.pages),
    }


def _text(found: dict[str, Any]) -> str:
    lines = [found["file"]]
    each = f" ({found['bytes_per_triangle']:.1f} a triangle)" if found["triangles"] else ""
    start = f"frames {found['animation'][0]} to {found['animation'][1]}" if found["animation"] else ""
    for label, text in (
        ("name", found["name"]),
        ("bytes", f"{found['bytes']:,}{each}"),
        ("triangles", f"{found['triangles']:,}, {found['triangles_in_scene']:,} in the scene"),
        ("scene", f"{found['nodes']:,} nodes, {found['layers']:,} layers, {len(found['meshes']):,} meshes"),
        ("voxel", f"{found['voxel_size']:g} m, {found['up_axis']} is up"),
        ("animation", start),
    ):
        if text:
            lines.append(f"  {label:{_LABEL}}{text}")
    for number, mesh in enumerate(found["meshes"]):
        size = " x ".join(f"{side:,}" for side in mesh["size"])
        lines.append(
            f"  {f'mesh {number}':{_LABEL}}{size} cells, {mesh['mode'] or 'unknown mode'}: "
            f"{mesh['triangles']:,} triangles, {mesh['vertices']:,} vertices, {mesh['polygon_records']:,} records, "
            f"{mesh['texels']:,} texels, {mesh['parts']} part{'s' if mesh['parts'] != 1 else ''}"
        )
    return "\n".join(lines)
