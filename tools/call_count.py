"""A block of code in, the number of calls that it makes out: a measure of work that is the same on every machine.

Calls of C functions count too, whatever they do inside; a bound on memory limits that. The loading of modules does not
count: libraries load some of theirs at the first call that needs them.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_LOAD = importlib._bootstrap._find_and_load.__code__


class TooManyCallsError(BaseException):
    """What ends a block at its limit; no `Exception`, so that nothing on the way catches it."""


class Calls:
    """How many there were until now."""

    def __init__(self) -> None:
        self.number = 0


@contextmanager
def counted_calls(limit: int) -> Iterator[Calls]:
    """Count the calls of this thread, and end a block that makes too many, even one that would never end.

    Parameters
    ----------
    limit : int

    Yields
    ------
    Calls

    Raises
    ------
    TooManyCallsError
        If there are more than `limit`.
    """
    calls, loading = Calls(), None

    def look(frame: FrameType, event: str, _function: object) -> None:
        nonlocal loading
        if loading is not None:
            loading = None if event == "return" and frame is loading else loading
        elif event == "call" and frame.f_code is _LOAD:
            loading = frame
        elif event in ("call", "c_call"):
            calls.number += 1
            if calls.number > limit:
                raise TooManyCallsError(f"more than {limit:,} calls")

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        yield calls
    finally:
        sys.setprofile(before)
