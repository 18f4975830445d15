"""Names in, one run of UTF-8 with each of them once and their places (offset, length) in it out, and back."""

from __future__ import annotations

from ...text import readable
from .chunks import Chunk


class Strings:
    """Collects names for a file that is being written."""

    def __init__(self) -> None:
        self.content = bytearray()
        self._places: dict[str, tuple[int, int]] = {"": (0, 0)}

    def place(self, text: str) -> tuple[int, int]:
        """Give a text its place.

        Parameters
        ----------
        text : str

        Returns
        -------
        offset, length : int
            Bytes of UTF-8.
        """
        if text not in self._places:
            raw = readable(text).encode()
            self._places[text] = (len(self.content), len(raw))
            self.content += raw
        return self._places[text]


class Names:
    """Looks up names of a file that is being read.

    Parameters
    ----------
    chunk : Chunk or None
        None if the file has no names.
    """

    def __init__(self, chunk: Chunk | None) -> None:
        self._content = memoryview(b"") if chunk is None else chunk.content

    def at(self, offset: int, length: int, user: Chunk, byte: int) -> str:
        """Read a name.

        Parameters
        ----------
        offset, length : int
            As a record says.
        user : Chunk
            The chunk with that record, for the error.
        byte : int
            Where the record begins in it.

        Returns
        -------
        str

        Raises
        ------
        FormatError
            If the name reaches beyond the strings or is no UTF-8.
        """
        size = len(self._content)
        if offset + length > size:
            raise user.error(f"a name of {length:,} bytes at {offset:,} reaches beyond {size:,} bytes of names", byte)
        try:
            return readable(bytes(self._content[offset : offset + length]).decode("utf-8"))
        except UnicodeDecodeError as error:
            raise user.error("a name is no UTF-8", byte) from error
