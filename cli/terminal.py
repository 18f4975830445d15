"""Sentences and tables in, text on stdout and stderr out: nothing in it can move the cursor or end in a traceback."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TextIO

from ..core.text import readable


class OutputError(Exception):
    """Nobody takes the output any more, or there is no room for it."""


def say(text: str, end: str = "\n") -> None:
    """Print on stdout at once.

    Parameters
    ----------
    text : str
    end : str

    Raises
    ------
    OutputError
        If it cannot be written.
    """
    _write(sys.stdout, text + end)


def tell(place: str, sentence: object) -> None:
    """Print a line on stderr.

    Parameters
    ----------
    place : str
        Where something went wrong, such as a file.
    sentence : object
        What went wrong.

    Raises
    ------
    OutputError
        If it cannot be written.
    """
    _write(sys.stderr, f"{plain(place)}: {plain(str(sentence))}\n")


def note(text: str) -> None:
    """Print on stderr as it stands.

    Parameters
    ----------
    text : str

    Raises
    ------
    OutputError
        If it cannot be written.
    """
    _write(sys.stderr, text)


def plain(text: str) -> str:
    """Write control characters, which could change what a terminal shows, as escapes, and only what is a character.

    Parameters
    ----------
    text : str

    Returns
    -------
    str
    """
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode("ascii") for one in readable(text))


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun.

    Parameters
    ----------
    number : int
    one, many : str
        The noun for one, and for several; by default with an s.

    Returns
    -------
    str

    Examples
    --------
    >>> counted(1, "node"), counted(1200, "mesh", "meshes")
    ('1 node', '1,200 meshes')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def any_encoding() -> None:
    """Let file names through that hold what a terminal's encoding cannot write."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def give_up() -> None:
    """Drop what the streams still hold, so that the interpreter does not fail at it when it ends."""
    with open(os.devnull, "w") as nothing:
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except OSError:
                # What only looks like a file has no number.
                with contextlib.suppress(OSError, ValueError):
                    os.dup2(nothing.fileno(), stream.fileno())


def _write(stream: TextIO, text: str) -> None:
    try:
        stream.write(text)
        stream.flush()
    except OSError as error:
        raise OutputError from error
