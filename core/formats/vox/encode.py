"""Integers, texts and pairs of texts in, the bytes of a chunk out; no file grows beyond what its lengths can tell."""

from __future__ import annotations

import struct
from collections.abc import Mapping

from ...errors import LimitError
from ...text import readable
from .chunks import CHUNK_HEADER
from .fields import INT32_MAX, INT32_MIN


def integers(*values: int) -> bytes:
    """Signed 32-bit integers.

    Parameters
    ----------
    *values : int

    Returns
    -------
    bytes

    Raises
    ------
    LimitError
        If one is beyond 32 bits.
    """
    for value in values:
        require_integer(value)
    return struct.pack(f"<{len(values)}i", *values)


def require_integer(value: int) -> int:
    """Check that a number can be told in 32 bits.

    Parameters
    ----------
    value : int

    Returns
    -------
    int

    Raises
    ------
    LimitError
        If it cannot.
    """
    if not INT32_MIN <= value <= INT32_MAX:
        raise LimitError(
            f"the scene has a number {value:,}, such as a place, a frame or a layer, and a .vox file holds numbers of "
            "32 bits only; move what is far away nearer to the origin"
        )
    return value


def string(text: str) -> bytes:
    """Length and UTF-8 bytes of a text; what is no character is replaced.

    Parameters
    ----------
    text : str

    Returns
    -------
    bytes
    """
    raw = readable(text).encode()
    return struct.pack("<i", len(raw)) + raw


def dictionary(pairs: Mapping[str, str]) -> bytes:
    """Count and pairs.

    Parameters
    ----------
    pairs : mapping of str to str

    Returns
    -------
    bytes
    """
    return struct.pack("<i", len(pairs)) + b"".join(string(key) + string(text) for key, text in pairs.items())


def number(value: float) -> str:
    """A number as short as it can be told exactly.

    Parameters
    ----------
    value : float

    Returns
    -------
    str

    Examples
    --------
    >>> number(0.1), number(3.0), number(1 / 3)
    ('0.1', '3', '0.3333333333333333')
    """
    short = f"{value:.9g}"
    return short if float(short) == value else repr(float(value))


class Chunks:
    """The chunks of a file, one after another.

    Raises
    ------
    LimitError
        As soon as they are longer than 32 bits can tell.
    """

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self.length = 0

    def add(self, name: str, *content: bytes) -> None:
        """Add a chunk without children.

        Parameters
        ----------
        name : str
            Four letters.
        *content : bytes
            Its parts.
        """
        length = sum(map(len, content))
        self.length += CHUNK_HEADER.size + length
        require_length(self.length)
        self._parts += [CHUNK_HEADER.pack(name.encode(), length, 0), *content]

    @property
    def parts(self) -> list[bytes]:
        """The bytes of all chunks."""
        return self._parts


def require_length(length: int) -> None:
    """Check that a file may be so long.

    Parameters
    ----------
    length : int
        Bytes, or fewer than there will be.

    Raises
    ------
    LimitError
        If its lengths could not tell it.
    """
    if length > INT32_MAX - CHUNK_HEADER.size:
        raise LimitError(
            f"the scene would need {length:,} bytes or more, and a .vox file can have {INT32_MAX:,}; "
            "write fewer objects at once"
        )
