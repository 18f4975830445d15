"""Names in, one run of UTF-8 with each of them once, ended by 0, and their numbers out, and back."""

from __future__ import annotations

from ...text import readable
from .chunks import Budget, Chunk


class Strings:
    """Collects names for a file that is being written."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {"": 0}

    def number(self, text: str) -> int:
        """Give a text its number.

        Parameters
        ----------
        text : str

        Returns
        -------
        int
            0 for the empty name.
        """
        return self._numbers.setdefault(readable(text), len(self._numbers))

    @property
    def content(self) -> bytes:
        """All names but the empty one."""
        return b"".join(name.encode() + b"\0" for name in self._numbers if name)


class Names:
    """Looks up names of a file that is being read.

    Parameters
    ----------
    chunk : Chunk or None
        None if the file has no names.
    budget : Budget

    Raises
    ------
    FormatError
        If they are no UTF-8, too many, or the last one does not end.
    """

    def __init__(self, chunk: Chunk | None, budget: Budget) -> None:
        self._names = [""]
        if chunk is None or len(chunk.content) == 0:
            return
        content = bytes(chunk.content)
        if content[-1]:
            raise chunk.error("the last name does not end with 0", len(content) - 1)
        if content.count(0) > budget.records:
            raise chunk.error(f"there are {content.count(0):,} names, more than so short a file can use", 0)
        try:
            self._names += readable_names(content)
        except UnicodeDecodeError as error:
            raise chunk.error("a name is no UTF-8", error.start) from error

    def at(self, number: int, user: Chunk, byte: int) -> str:
        """Look up a name.

        Parameters
        ----------
        number : int
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
            If there is no such name.
        """
        if number >= len(self._names):
            raise user.error(f"name {number:,} is not one of {len(self._names) - 1:,}", byte)
        return self._names[number]


def readable_names(content: bytes) -> list[str]:
    """Names, each ended by 0, one after the other."""
    return [readable(name) for name in content.decode("utf-8").split("\0")[:-1]]
