"""Arguments of ``trivox convert IN.vox OUT.glb`` in, a .glb file written by Blender's own exporter out."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import bpy

from ..core.options import INTERIORS, MODES, MeshOptions
from .build.options import BuildOptions

ENDING = ".glb"


def is_wanted(arguments: Sequence[str]) -> bool:
    """Whether the arguments ask for a file that only Blender can write.

    Parameters
    ----------
    arguments : sequence of str
        Those behind the command's name.

    Returns
    -------
    bool
    """
    return arguments[:1] == ["convert"] and any(argument.lower().endswith(ENDING) for argument in arguments)


def convert(arguments: Sequence[str]) -> int:
    """Import a .vox file and export what arrived.

    Parameters
    ----------
    arguments : sequence of str
        ``convert IN.vox OUT.glb`` and options.

    Returns
    -------
    int
        Exit status; stderr says in one sentence what went wrong.
    """
    options = _parser().parse_args(arguments[1:])
    try:
        bpy.ops.import_scene.trivox(
            filepath=str(Path(options.source).resolve()),
            mode=options.mode,
            interior=options.interior,
            voxel_size=options.voxel_size,
        )
        bpy.ops.export_scene.gltf(filepath=str(Path(options.target).resolve()), export_format="GLB", use_selection=True)
    except RuntimeError as error:
        print(f"trivox: {str(error).strip()}", file=sys.stderr)  # noqa: T201
        return 1
    print(f"{options.target}: {Path(options.target).stat().st_size:,} bytes", file=sys.stderr)  # noqa: T201
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="trivox convert", description="Write a .vox file as .glb.")
    parser.add_argument("source", metavar="IN.vox")
    parser.add_argument("target", metavar="OUT.glb")
    parser.add_argument("--mode", choices=MODES, default=MeshOptions.mode, help="kind of mesh (%(default)s)")
    parser.add_argument(
        "--interior", choices=INTERIORS, default=MeshOptions.interior, help="faces of sealed cavities (%(default)s)"
    )
    parser.add_argument(
        "--voxel-size", type=float, default=BuildOptions.voxel_size, metavar="M", help="metres (%(default)s)"
    )
    return parser
