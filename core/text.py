"""Text from outside in, such as names of files; text that every encoding, program and format takes out."""

from __future__ import annotations

import re

_UNFIT = re.compile(r"[\x00\ud800-\udfff]")


def readable(text: str) -> str:
    r"""Put the replacement character in the place of what is no character.

    Python keeps bytes of a file's name that are not UTF-8 as halves of surrogate pairs, which nothing else takes; NUL
    ends a text in Blender.

    Parameters
    ----------
    text : str

    Returns
    -------
    str

    Examples
    --------
    >>> readable("caf\udce9") == "caf\ufffd"
    True
    """
    return _UNFIT.sub("\ufffd", text)
