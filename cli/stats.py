"""``trivox stats``: files in, what every step of the pipeline leaves of each model as tables or JSON out."""

from __future__ import annotations

import argparse
from functools import partial
from typing import Any

from ..core.compare import figures
from ..core.formats import file_bytes
from .arguments import ALL, add_mesh_arguments, add_read_arguments, add_scene_arguments
from .files import Files, Opened
from .tables import closing_line, comparison_table, record, table
from .terminal import plain, say


def add_stats(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the command and its arguments.

    Parameters
    ----------
    commands : subparsers action
    """
    about = "count triangles after every step, vertices and texels of each model"
    command = commands.add_parser("stats", help=about, description=f"{about[0].upper()}{about[1:]}.")
    command.add_argument("files", nargs="+", metavar="FILE", help="a .vox or .tvx file")
    command.add_argument("--json", action="store_true", help="a list with one object for each model and mode")
    add_read_arguments(command)
    add_mesh_arguments(command, every_mode=True)
    add_scene_arguments(command, frames="the first")
    command.set_defaults(run=_run, usage=command.error)


def _run(arguments: argparse.Namespace) -> int:
    import json

    every_mode = arguments.mode == ALL
    files = Files(arguments)
    records: list[dict[str, object]] = []

    def keep(opened: Opened) -> None:
        for number, (_title, _model, meshes) in enumerate(opened.models):
            records.extend(
                record(opened.path, number, mesh, seconds) for mesh, seconds in zip(meshes, opened.seconds, strict=True)
            )

    def show(opened: Opened) -> None:
        look = opened.assemblies[0].scene.look
        for title, model, meshes in opened.models:
            if every_mode:
                size_of = partial(file_bytes, model, look)
                say(comparison_table(title, [figures(mesh, size_of) for mesh in meshes]), end="\n\n")
            else:
                say(table(title, meshes[0], opened.seconds[0]), end="\n\n")
        for assembly in opened.assemblies:
            closing = closing_line(assembly)
            mode = f"{assembly.meshes[0].options.mode}, " if every_mode else ""
            if closing:
                say(f"{plain(opened.path)}: {mode}{closing}", end="\n" if every_mode else "\n\n")
        if every_mode and closing:
            say("")

    failed = files.each(keep if arguments.json else show)
    if arguments.json:
        say("[" + ",\n ".join(json.dumps(entry) for entry in records) + "]")
    return failed
