"""``trivox view``: a file in, a page that shows it, opened in the browser, and its path on stdout out."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ..core.convert import ConvertOptions, convert_file
from ..core.errors import FormatError, OptionError, TrivoxError
from ..core.formats import WriteOptions, reader_of, writer_of
from ..core.formats.source import load, replace_file
from ..core.formats.tables import HEAD
from .arguments import (
    add_mesh_arguments,
    add_read_arguments,
    add_scene_arguments,
    mesh_options,
    read_options,
    scene_options,
)
from .files import warn
from .terminal import say, tell

_SHOWN = ".tvx"
"""What the page reads; all else is converted."""


def add_view(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the command and its arguments.

    Parameters
    ----------
    commands : subparsers action
    """
    about = "show a model in the browser, on a page of its own that can be sent to others"
    command = commands.add_parser("view", help=about, description=f"{about[0].upper()}{about[1:]}.")
    command.add_argument("file", metavar="FILE", help="a .tvx or .vox file")
    command.add_argument(
        "--output", metavar="PAGE", help="the page to write, a .html file (default: one in a folder for passing files)"
    )
    command.add_argument("--no-open", action="store_true", help="write the page only")
    add_read_arguments(command)
    add_mesh_arguments(command, every_mode=False)
    add_scene_arguments(command, frames="all", hidden="hide")
    command.set_defaults(run=_run, usage=command.error)


def _run(arguments: argparse.Namespace) -> int:
    import tempfile
    import webbrowser

    from ..core.page import page

    source = Path(arguments.file)
    target = Path(arguments.output or Path(tempfile.gettempdir(), "trivox", f"{source.stem}.html"))
    if target.suffix.lower() not in (".html", ".htm"):
        raise OptionError(f"{target.name} is no page; its name must end in .html")
    try:
        data, counts = _data(source, arguments)
    except OptionError:
        raise
    except TrivoxError as error:
        tell(arguments.file, error)
        return 1
    _write(target, page(data, f"{source.stem}{_SHOWN}", counts))
    say(str(target))
    if not arguments.no_open and not webbrowser.open(target.resolve().as_uri()):
        tell(str(target), "there is no browser to open it; open it yourself")
    return 0


def _write(target: Path, text: str) -> None:
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FormatError(f"{target}: the folder cannot be made: {error.strerror or error}") from error
    replace_file(target, text.encode("utf-8", "replace"))


def _data(source: Path, arguments: argparse.Namespace) -> tuple[bytes, dict[str, int]]:
    """The bytes of a file in the format that the page reads, and what is known of the voxels."""
    import tempfile

    data = load(source)[0]
    if _SHOWN in reader_of(data[:HEAD], source.suffix).endings:
        return data, {}
    options = ConvertOptions(
        mesh=mesh_options(arguments),
        scene=scene_options(arguments, writer_of(_SHOWN).scene),
        read=read_options(arguments),
        write=WriteOptions(compress=True),
        opaque=arguments.opaque,
    )
    with tempfile.TemporaryDirectory() as folder:
        # The scene takes its name from the file.
        path = Path(folder, f"{source.stem}{_SHOWN}")
        done = convert_file(str(source), str(path), options)
        warn(str(source), done.warnings, done.error or "")
        if done.error is not None:
            raise FormatError(done.error)
        known = {"voxels": done.voxels, "faces": done.faces}
        return path.read_bytes(), {name: count for name, count in known.items() if count is not None}
