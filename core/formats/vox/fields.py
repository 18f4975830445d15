"""The content of one chunk -> its integers, strings and dictionaries, read one after another and never past its end."""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Mapping

from ...errors import FormatError
from ...text import readable
from .chunks import CHUNK_HEADER, Chunk
from .notes import Notes

INT32_MIN, INT32_MAX = -(2**31), 2**31 - 1
_INTEGER = re.compile(r"[+-]?[0-9]{1,11}")


class Fields:
    """A cursor over the content of a chunk.

    Counts in a file are only promises: lists, strings and dictionaries end where the chunk ends, and the notes are
    told.

    Parameters
    ----------
    chunk : Chunk
    notes : Notes
    """

    def __init__(self, chunk: Chunk, notes: Notes) -> None:
        self.chunk = chunk
        self.notes = notes
        self.position = 0

    @property
    def left(self) -> int:
        """Bytes that were not read yet."""
        return len(self.chunk.content) - self.position

    def error(self, message: str) -> FormatError:
        """An error that names the chunk and the byte in the file where the cursor stands."""
        return FormatError(
            message,
            self.chunk.name,
            self.chunk.offset + CHUNK_HEADER.size + self.position,
        )

    def integer(self) -> int:
        """The next signed 32-bit integer.

        Returns
        -------
        int

        Raises
        ------
        FormatError
            If the chunk ends before it.
        """
        if self.left < 4:
            raise self.error("the chunk ends too early")
        value: int = struct.unpack_from("<i", self.chunk.content, self.position)[0]
        self.position += 4
        return value

    def integers(self, count: int) -> tuple[int, ...]:
        """The next integers, as many as there are.

        Parameters
        ----------
        count : int
            How many the file announces.

        Returns
        -------
        tuple of int
        """
        present = self.present(count, 4)
        values = struct.unpack_from(f"<{present}i", self.chunk.content, self.position)
        self.position += 4 * present
        return values

    def present(self, count: int, size: int, noun: str = "entries") -> int:
        """How many of the announced records of at least `size` bytes can be there; the notes are told if not all.

        Parameters
        ----------
        count : int
            What the file announces, which can be anything.
        size : int
            Bytes of the smallest possible record.
        noun : str
            What is counted, for the notes.

        Returns
        -------
        int
            0 or more, never more than the rest of the chunk has room for.
        """
        present = min(max(count, 0), self.left // size)
        if present != count:
            self._tell_short(count, present, noun)
        return present

    def _tell_short(self, announced: int, present: int, noun: str = "entries") -> None:
        self.notes.add(
            f"{self.chunk.name} count",
            f"the {self.chunk.name} chunk at byte {self.chunk.offset:,} announces {announced:,} {noun} "
            f"and has room for {present:,}; it was read as far as it goes",
        )

    def string(self) -> str:
        """The next string: length, then UTF-8 bytes; what cannot be decoded is replaced.

        Returns
        -------
        str

        Raises
        ------
        FormatError
            If the chunk ends before the string's length.
        """
        length = self.integer()
        raw = bytes(self.chunk.content[self.position : self.position + self.present(length, 1, "bytes of text")])
        self.position += len(raw)
        return readable(raw.decode("utf-8", "replace"))

    def dictionary(self) -> dict[str, str]:
        """The next dictionary: count, then pairs of strings; of a key given twice the last value counts.

        Returns
        -------
        dict of str to str
            As many pairs as the chunk holds.

        Raises
        ------
        FormatError
            If the chunk ends before the dictionary's count.
        """
        pairs: dict[str, str] = {}
        count = self.integer()
        for done in range(self.present(count, 8)):
            try:
                key = self.string()
                pairs[key] = self.string()
            except FormatError:
                self._tell_short(count, done)
                break
        return pairs


def integer_from_text(text: str) -> int | None:
    """A signed 32-bit integer written in decimal, or None.

    Parameters
    ----------
    text : str

    Returns
    -------
    int or None
    """
    if not _INTEGER.fullmatch(text):
        return None
    value = int(text)
    return value if INT32_MIN <= value <= INT32_MAX else None


def float_from_text(text: str | None, default: float) -> float:
    """A finite number written in decimal, or the default.

    Parameters
    ----------
    text : str or None
        None if the file does not give the value.
    default : float
        Stands in for what is no number or not finite.

    Returns
    -------
    float
    """
    if text is None:
        return default
    try:
        value = float(text)
    except ValueError:
        return default
    return value if math.isfinite(value) else default


def floats_from_text(text: str | None, defaults: tuple[float, ...]) -> tuple[float, ...]:
    """Numbers separated by blanks; what is missing or no number becomes its default.

    Parameters
    ----------
    text : str or None
    defaults : tuple of float
        As many as are wanted.

    Returns
    -------
    tuple of float
    """
    words: list[str | None] = list((text or "").split())
    words += [None] * len(defaults)
    return tuple(float_from_text(word, default) for word, default in zip(words, defaults, strict=False))


def is_set(attributes: Mapping[str, str], key: str) -> bool:
    """Whether a flag such as ``_hidden`` is given and not 0.

    Parameters
    ----------
    attributes : mapping of str to str
    key : str

    Returns
    -------
    bool
    """
    return attributes.get(key, "0").strip() not in ("", "0")
