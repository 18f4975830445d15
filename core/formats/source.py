"""A path or bytes in, all bytes of the file and the stem of its name out; nothing of a format is known here."""

from __future__ import annotations

import os
from pathlib import Path

from ..errors import FormatError, OptionError
from ..text import readable

Source = str | os.PathLike[str] | bytes
"""A file, or all its bytes."""


def load(source: Source) -> tuple[bytes, str]:
    """Read a file.

    Parameters
    ----------
    source : path or bytes

    Returns
    -------
    data : bytes
    name : str
        Stem of the file's name, as every format takes it; empty for bytes.

    Raises
    ------
    FormatError
        If it cannot be opened.
    OptionError
        If it is neither a path nor bytes.
    """
    if isinstance(source, bytes):
        return source, ""
    if not isinstance(source, str | os.PathLike):
        raise OptionError(f"the file is given as a {type(source).__name__}; it must be a path or its bytes")
    path = Path(source)
    try:
        return path.read_bytes(), readable(path.stem)
    except OSError as error:
        raise FormatError(f"the file cannot be opened: {error.strerror or error}") from error
    except ValueError as error:
        raise FormatError(f"the file cannot be opened: {error}") from error


def replace_file(path: Path, data: bytes) -> None:
    """Write a file so that there is the old one or all of the new one at any time.

    Parameters
    ----------
    path : Path
    data : bytes

    Raises
    ------
    FormatError
        If it cannot be written.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        try:
            beside.write_bytes(data)
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise FormatError(f"the file cannot be written: {error.strerror or error}") from error
