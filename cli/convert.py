"""``trivox convert``: .vox files in, .tvx files and one line for each on stderr out."""

from __future__ import annotations

import argparse
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from ..core.errors import OptionError
from ..core.options import INTERIORS, MERGES, MODES, MeshOptions
from ..core.tvx import Converted, ConvertOptions, convert_files

_ENDING = ".tvx"
_BAR = 20


def add_convert(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the command and its arguments.

    Parameters
    ----------
    commands : subparsers action
    """
    about = "write .vox models as compact .tvx files"
    command = commands.add_parser("convert", help=about, description=f"{about[0].upper()}{about[1:]}.")
    command.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="a .vox file and the .tvx file to write, or, with --out-dir, .vox files",
    )
    command.add_argument("--out-dir", metavar="FOLDER", help="write each file there under its own name")
    command.add_argument("--mode", choices=MODES, default=MeshOptions.mode, help="kind of mesh (%(default)s)")
    command.add_argument(
        "--interior", choices=INTERIORS, default=MeshOptions.interior, help="faces of sealed cavities (%(default)s)"
    )
    command.add_argument("--merge", choices=MERGES, default=MeshOptions.merge, help="what may merge (%(default)s)")
    command.add_argument("--compress", action="store_true", help="compress every chunk")
    command.add_argument("--no-order", action="store_true", help="do not order the triangles for a vertex cache")
    command.add_argument(
        "--voxel-size", type=float, default=ConvertOptions.voxel_size, metavar="M", help="metres (%(default)s)"
    )
    command.add_argument(
        "--jobs", type=int, default=1, metavar="N", help="processes; 0 for one for each processor (%(default)s)"
    )
    command.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    options = ConvertOptions(
        mesh=MeshOptions(mode=arguments.mode, interior=arguments.interior, merge=arguments.merge, border=0),
        compress=arguments.compress,
        ordered=not arguments.no_order,
        voxel_size=arguments.voxel_size,
    )
    if not 0 < options.voxel_size < float("inf"):
        raise OptionError(f"the voxel size is {options.voxel_size}; it must be more than 0 metres")
    if arguments.jobs < 0:
        raise OptionError(f"jobs is {arguments.jobs}; it must be 0 or more")
    files = _pairs(arguments.files, arguments.out_dir)
    lines = _Lines(len(files))
    jobs = min(arguments.jobs or os.cpu_count() or 1, len(files))
    if jobs == 1:
        results = convert_files(files, options, progress=lines.show)
    else:
        with ProcessPoolExecutor(jobs) as executor:
            results = convert_files(files, options, executor, lines.show)
    return int(any(result.error is not None for result in results))


def _pairs(paths: list[str], folder: str | None) -> list[tuple[str, str]]:
    """Each source with its target."""
    if folder is None:
        if len(paths) != 2 or not paths[1].lower().endswith(_ENDING):
            raise OptionError("give one .vox file and the .tvx file to write, or several .vox files with --out-dir")
        return [(paths[0], paths[1])]
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OptionError(f"the folder {folder} cannot be made: {error.strerror or error}") from error
    targets = [str(Path(folder, Path(path).stem + _ENDING)) for path in paths]
    twice = next((target for target in targets if targets.count(target) > 1), None)
    if twice is not None:
        raise OptionError(f"several files would become {twice}; convert them into different folders")
    return list(zip(paths, targets, strict=True))


class _Lines:
    """A line on stderr for each finished file, and below them a bar where stderr is a terminal."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._bar = sys.stderr.isatty() and total > 1

    def show(self, result: Converted, done: int) -> None:
        """Tell what became of a file."""
        lines = [f"{result.source}: warning: {warning}" for warning in result.warnings]
        if result.error is not None:
            lines.append(f"{result.source}: {result.error}")
        else:
            each = f", {result.size / result.triangles:.1f} bytes a triangle" if result.triangles else ""
            lines.append(f"{result.target}: {result.size:,} bytes, {result.triangles:,} triangles{each}")
        erase = "\r\x1b[K" if self._bar else ""
        print(erase + "\n".join(lines), file=sys.stderr)
        if self._bar and done < self._total:
            filled = _BAR * done // self._total
            print(f"[{'#' * filled}{'.' * (_BAR - filled)}] {done}/{self._total}", end="", file=sys.stderr, flush=True)
