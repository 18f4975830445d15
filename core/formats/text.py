"""Names from files in, names that any file can hold out."""

from __future__ import annotations


def printable(text: str) -> str:
    """A text without what UTF-8 cannot hold: halves of characters, as names of files may have them, become marks.

    Parameters
    ----------
    text : str

    Returns
    -------
    str
    """
    return text.encode("utf-8", "replace").decode("utf-8")
