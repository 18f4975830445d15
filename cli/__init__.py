"""The command line: arguments in, exit code, tables or JSON on stdout, warnings and errors on stderr out."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from ..core.errors import OptionError, TrivoxError
from .check import add_check
from .convert import add_convert
from .info import add_info
from .stats import add_stats
from .terminal import OutputError, any_encoding, give_up, say, tell
from .view import add_view

__all__ = ["main"]

FINE, FAILED, USAGE, INTERRUPTED = 0, 1, 2, 130
"""Exit codes; the last is what shells give for Ctrl-C."""


class _UsageError(Exception):
    """One sentence that says what is wrong with the arguments."""


class _Parser(argparse.ArgumentParser):
    """Takes options by their whole names only, and says in one sentence what is wrong with the arguments."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{**settings, "allow_abbrev": False})

    def error(self, message: str) -> NoReturn:
        raise _UsageError(f"{message}; see {self.prog} --help")


class _Version(argparse.Action):
    """Tells the version, which nobody looks up before it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_asked: object) -> NoReturn:
        say(f"trivox {_version()}")
        parser.exit()


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    argv : sequence of str, optional
        Arguments without the program's name; those of the process by default.

    Returns
    -------
    int
        0; 1 if anything failed, 2 if the arguments are wrong, 130 if the user stopped it; stderr then says what, in one
        sentence for each file.
    """
    any_encoding()
    try:
        return _run(argv)
    except OutputError as error:
        give_up()
        return _untold(error.__cause__)
    except KeyboardInterrupt:
        return INTERRUPTED


def _run(argv: Sequence[str] | None) -> int:
    try:
        arguments, rest = _parser().parse_known_args(argv)
        if rest:
            arguments.usage(f"unrecognized arguments: {' '.join(rest)}")
        code: int = _command(arguments)
    except SystemExit as end:
        # After --help and --version.
        return end.code if isinstance(end.code, int) else FINE
    except _UsageError as error:
        tell("trivox", error)
        return USAGE
    except TrivoxError as error:
        tell("trivox", error)
        return FAILED
    return code


def _command(arguments: argparse.Namespace) -> int:
    try:
        code: int = arguments.run(arguments)
    except OptionError as error:
        arguments.usage(str(error))
    return code


def _untold(error: BaseException | None) -> int:
    """Say why output was lost, unless its reader went away, who knows."""
    if not isinstance(error, BrokenPipeError):
        reason = error.strerror if isinstance(error, OSError) else error
        try:
            tell("trivox", f"the output cannot be written: {reason}")
        except OutputError:
            give_up()
    return FAILED


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="trivox",
        description="MagicaVoxel models as the smallest exact triangle meshes.",
        epilog="Exit codes: 0 fine, 1 a file or a proof failed, 2 wrong arguments.",
    )
    parser.add_argument(
        "--version", action=_Version, nargs=0, default=argparse.SUPPRESS, help="show the version and exit"
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for add in (add_stats, add_check, add_convert, add_info, add_view):
        add(commands)
    return parser


def _version() -> str:
    """As the extension's manifest says, or the installed package."""
    import importlib.metadata
    import tomllib

    manifest = Path(__file__).parents[1] / "blender_manifest.toml"
    if manifest.is_file():
        return str(tomllib.loads(manifest.read_text(encoding="utf-8"))["version"])
    return importlib.metadata.version("trivox")
