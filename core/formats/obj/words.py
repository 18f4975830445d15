"""Names in, names that the lines of .obj and .mtl files can hold out."""

from __future__ import annotations

import re

from ...text import readable

_BREAKS = re.compile(r"[\s\x00-\x1f\x7f\x85\u2028\u2029#\\]+")
_CONTROLS = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029]")


def word(name: str) -> str:
    """A name without blanks, since many readers take the part behind one for another name.

    Parameters
    ----------
    name : str

    Returns
    -------
    str
        Not empty.
    """
    return _BREAKS.sub("_", readable(name)).strip("_") or "object"


def file_name(stem: str) -> str:
    """The stem of a file's name as lines can hold it.

    Parameters
    ----------
    stem : str

    Returns
    -------
    str
        The stem, if it has nothing that ends a line; what begins like an option or a remark gets a mark before it.
    """
    safe = _CONTROLS.sub("_", readable(stem))
    return f"_{safe}" if safe[:1] in ("-", "#", " ", "") else safe
