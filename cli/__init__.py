"""The command line: arguments in, exit code, tables or JSON on stdout, warnings and errors on stderr out."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import NoReturn

from ..core.errors import OptionError, TrivoxError
from ..core.options import INTERIORS, MERGES, MODES, MeshOptions
from .commands import check, stats
from .convert import add_convert
from .info import add_info

__all__ = ["main"]

ALL = "all"


class _Parser(argparse.ArgumentParser):
    """Says in one sentence what is wrong with the arguments."""

    def error(self, message: str) -> NoReturn:
        raise OptionError(f"{message}; see {self.prog} --help")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    argv : sequence of str, optional
        Arguments without the program's name; those of the process by default.

    Returns
    -------
    int
        0, or 1 if anything failed; stderr then says what, in one sentence for each file.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # File names can hold what a terminal's encoding cannot write.
            stream.reconfigure(errors="backslashreplace")
    try:
        arguments = _parser().parse_args(argv)
        if arguments.command in ("convert", "info"):
            run: int = arguments.run(arguments)
            return run
        every_mode = arguments.mode == ALL
        options = MeshOptions(
            mode=MeshOptions.mode if every_mode else arguments.mode,
            interior=arguments.interior,
            merge=arguments.merge,
            border=arguments.border,
            effort=arguments.effort,
        )
        if arguments.command == "stats":
            return stats(
                arguments.files,
                options,
                every_mode=every_mode,
                as_json=arguments.json,
                see_through=arguments.transparent,
            )
        return check(arguments.files, options, every_mode=every_mode, see_through=arguments.transparent)
    except TrivoxError as error:
        print(f"trivox: {error}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="trivox", description="MagicaVoxel models as the smallest exact triangle meshes.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    about_stats = "count triangles after every step, vertices and texels of each model"
    about_check = "prove that the mesh of each model is exact"
    for name, about in (("stats", about_stats), ("check", about_check)):
        command = commands.add_parser(name, help=about, description=f"{about[0].upper()}{about[1:]}.")
        command.add_argument("files", nargs="+", metavar="FILE", help="a .vox file")
        command.add_argument(
            "--mode", choices=(*MODES, ALL), default=MeshOptions.mode, help="kind of mesh, or all kinds (%(default)s)"
        )
        command.add_argument(
            "--interior", choices=INTERIORS, default=MeshOptions.interior, help="faces of sealed cavities (%(default)s)"
        )
        command.add_argument(
            "--merge", choices=MERGES, default=MeshOptions.merge, help="which faces may be merged (%(default)s)"
        )
        command.add_argument(
            "--effort", type=int, default=MeshOptions.effort, metavar="N", help="of the search for fewest (%(default)s)"
        )
        command.add_argument(
            "--border", type=int, default=MeshOptions.border, metavar="N", help="texels around each tile (%(default)s)"
        )
        command.add_argument(
            "--transparent", action="store_true", help="glass and the like apart from what is behind (default: opaque)"
        )
        if name == "stats":
            command.add_argument("--json", action="store_true", help="a list with one object for each model")
    add_convert(commands)
    add_info(commands)
    return parser
