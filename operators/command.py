"""The function of the command line in, the command that ``blender --command trivox`` runs out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import bpy

from ..core import formats
from . import glb, import_picture

NAME = "trivox"

_handles: list[Any] = []
"""What Blender gave for the command, to take it away again; empty while there is none."""
_replaced: dict[int, formats.Writer] = {}
"""The writers of the core that Blender's stands in for, by their places in the table."""
_readers: dict[int, formats.Reader] = {}
"""The same of readers."""


def register(main: Callable[[Sequence[str]], int]) -> None:
    """Add the command, and let Blender's exporter write what the core needs libraries for.

    Parameters
    ----------
    main : callable
        Takes the arguments behind the command's name and returns the exit status.
    """
    for index, writer in enumerate(formats.WRITERS):
        if writer.ending == glb.WRITER.ending:
            _replaced[index] = writer
            formats.WRITERS[index] = glb.WRITER
    for index, reader in enumerate(formats.READERS):
        if reader.endings == import_picture.READER.endings:
            _readers[index] = reader
            formats.READERS[index] = import_picture.READER
    _handles.append(bpy.utils.register_cli_command(NAME, command_of(main)))


def unregister() -> None:
    """Take both away."""
    while _replaced:
        index, writer = _replaced.popitem()
        formats.WRITERS[index] = writer
    while _readers:
        index, reader = _readers.popitem()
        formats.READERS[index] = reader
    while _handles:
        bpy.utils.unregister_cli_command(_handles.pop())


def command_of(main: Callable[[Sequence[str]], int]) -> Callable[[list[str]], int]:
    """Let a function be a command.

    Blender wants a status also where Python would end, as after ``--help``.

    Parameters
    ----------
    main : callable

    Returns
    -------
    callable
    """

    def command(arguments: list[str]) -> int:
        try:
            return main(arguments)
        except SystemExit as end:
            return end.code if isinstance(end.code, int) else int(end.code is not None)

    return command
