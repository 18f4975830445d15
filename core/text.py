"""Text from outside in, such as names of files; text that every encoding, program and format takes out."""

from __future__ import annotations

import re

_UNFIT = re.compile(r"[\x00\ud800-\udfff]")
_PLACE = re.compile(r"^at byte [\d,]+: | at byte [\d,]+")


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


def for_users(problem: object) -> str:
    """Leave out of a problem at which byte of a file it was found, which says nothing to who made the file.

    Parameters
    ----------
    problem : object
        An error, or a sentence.

    Returns
    -------
    str

    Examples
    --------
    >>> for_users("the XYZI chunk at byte 1,204 has no voxels"), for_users("at byte 0: this is JSON text")
    ('the XYZI chunk has no voxels', 'this is JSON text')
    """
    return _PLACE.sub("", str(problem))
