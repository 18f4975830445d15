"""Tasks for processes: functions of a module that they can import."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from types import MappingProxyType

from trivox.core.errors import FormatError
from trivox.core.workers import processors


def number_of_process(number: int) -> tuple[int, int]:
    print("what a task prints must not get among the answers")
    os.write(1, b"nor what it writes")
    return number, os.getpid()


def fail(chunk: str) -> None:
    raise FormatError("it is broken", chunk, 12)


def die() -> None:
    os.kill(os.getpid(), signal.SIGTERM if os.name == "nt" else signal.SIGKILL)


def given(thing: object) -> object:
    return thing


def unpicklable() -> object:
    return MappingProxyType({"a": MappingProxyType({})})


def begin_and_wait(folder: str) -> None:
    """Leave a file of this process's name, and do not end."""
    Path(folder, str(os.getpid())).write_bytes(b"")
    time.sleep(600)


def processors_here() -> int:
    return processors()
