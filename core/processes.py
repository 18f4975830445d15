"""Functions and their arguments in, their results out: work for processes of the Python that runs this program.

Other than the pool of the standard library they leave the program's main module alone, so that they can be had inside
Blender and from its scripts, and a process that is lost costs the task that it was about and no other.
"""

from __future__ import annotations

import copyreg
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from queue import Empty, SimpleQueue
from types import MappingProxyType
from typing import Any, BinaryIO, cast

from .errors import LostError
from .worker import PROGRAM

_PACKAGE = __name__.rpartition(".core.")[0]


class Workers(Executor):
    """Processes that do tasks at the same time.

    Parameters
    ----------
    count : int
        Of processes, from 1; each is started when there is work for it.
    """

    def __init__(self, count: int) -> None:
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="Trivox")
        self._idle: SimpleQueue[_Process] = SimpleQueue()
        self._all: set[_Process] = set()
        self._ended = False

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Have a function of a module called with arguments that can be pickled.

        Returns
        -------
        Future
            Raises what the function does, or `LostError`.
        """
        return self._threads.submit(self._done, fn, args, kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more tasks; with `cancel_futures` end those too that are being done, whose futures are lost then."""
        self._ended = cancel_futures
        self._threads.shutdown(wait=False, cancel_futures=cancel_futures)
        while cancel_futures and self._all:
            self._all.pop().end()
        self._threads.shutdown(wait=wait)
        with suppress(Empty):
            while wait:
                self._idle.get_nowait().end()

    def _done(self, function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        try:
            process = self._idle.get_nowait()
        except Empty:
            process = _Process()
            self._all.add(process)
        try:
            # Looked at after the process was put among all: who ends them has seen it, or is seen here.
            if self._ended:
                raise LostError("the work was ended")
            good, result = process.ask((function, args, kwargs))
        except BaseException:
            process.end()
            self._all.discard(process)
            raise
        self._idle.put(process)
        if not good:
            raise result
        return result


class _Process:
    """One process, which has this very package under the same name."""

    def __init__(self) -> None:
        # No window, and Ctrl-C is for the process that waits.
        flags: dict[str, Any] = {"creationflags": 0x08000200} if os.name == "nt" else {"start_new_session": True}
        command = [sys.executable, "-I", PROGRAM, _PACKAGE, os.path.dirname(os.path.dirname(PROGRAM))]
        try:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **flags)
            self._tasks, self._answers = cast(BinaryIO, self._process.stdin), cast(BinaryIO, self._process.stdout)
            dump(sys.path, self._tasks)
        except OSError as error:
            raise LostError(f"no process can be started for the work: {error.strerror or error}") from error

    def ask(self, task: object) -> tuple[bool, Any]:
        """Have a task done: whether that went well, and the result or what was raised."""
        try:
            dump(task, self._tasks)
            answer: tuple[bool, Any] = pickle.load(self._answers)
            return answer
        except (OSError, EOFError, ValueError, pickle.UnpicklingError) as error:
            raise LostError("its process was killed or ran out of memory") from error

    def end(self) -> None:
        """Let it be gone."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._tasks, self._answers):
            with suppress(OSError):
                pipe.close()


def _unchangeable(mapping: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    """What cannot be named, and so not pickled, itself."""
    return MappingProxyType(mapping)


class _Pickler(pickle.Pickler):
    """Takes mappings that cannot be changed, too."""

    dispatch_table = copyreg.dispatch_table.copy()
    dispatch_table[MappingProxyType] = lambda mapping: (_unchangeable, (dict(mapping),))


def dump(thing: object, pipe: BinaryIO) -> None:
    """Write a thing into a pipe, all of it."""
    _Pickler(pipe, protocol=5).dump(thing)
    pipe.flush()
