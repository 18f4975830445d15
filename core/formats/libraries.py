"""The names of libraries in, one sentence that says what to install out where they are missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..errors import FormatError


@contextmanager
def needed(ending: str, *libraries: str) -> Iterator[None]:
    """Import what needs libraries that not everybody has.

    Parameters
    ----------
    ending : str
        Of the files that need them.
    *libraries : str
        By the names under which they are installed.

    Raises
    ------
    FormatError
        If one is missing.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        names = " ".join(libraries)
        raise FormatError(f"{ending} files need {error.name}, which is not installed; pip install {names}") from error
