"""The errors of Trivox: one root class and a subclass for each kind of cause; each message is one sentence."""

from __future__ import annotations


class TrivoxError(Exception):
    """Root of all errors that Trivox raises on purpose; a bug raises something else and keeps its traceback."""


class FormatError(TrivoxError):
    """A file cannot be read as what its name says.

    Parameters
    ----------
    message : str
        What is wrong and, where it helps, what to do.
    chunk : str, optional
        Name of the chunk in which it was found, such as ``"XYZI"``.
    offset : int, optional
        Byte offset in the file.
    """

    def __init__(self, message: str, chunk: str | None = None, offset: int | None = None) -> None:
        self.message = message
        self.chunk = chunk
        self.offset = offset
        place = [f"{chunk} chunk"] if chunk else []
        if offset is not None:
            place.append(f"at byte {offset:,}")
        super().__init__(f"{' '.join(place)}: {message}" if place else message)


class LimitError(TrivoxError):
    """The input is sound but larger than Trivox accepts."""


class GeometryError(TrivoxError):
    """A mesh failed one of its own proofs; it is never handed out."""


class OptionError(TrivoxError):
    """An option has a value that it cannot have."""


class LostError(TrivoxError):
    """A process ended before its task was done: it was killed, or ran out of memory."""
