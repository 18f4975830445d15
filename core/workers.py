"""Sizes of tasks in, processes that do them where that saves time out; what they are made of is in `processes`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from .progress import Progress
from .worker import PROGRAM

if TYPE_CHECKING:
    from concurrent.futures import Future

    from .processes import Workers

_INTERVAL = 0.1
"""Seconds between looks at whether somebody wants to end it."""
_WORTH_BYTES = 2_000_000
"""Less work than for so many bytes of files is done sooner than a process is started."""
_TASK_BYTES = 20_000
"""What a task takes beside what it is about."""


@contextmanager
def workers_for(sizes: Sequence[int], count: int | None = None) -> Iterator[Workers | None]:
    """Have workers where they save time.

    Parameters
    ----------
    sizes : sequence of int
        Of the tasks, in bytes of the files or models that they are about.
    count : int, optional
        How many; by default as many as there are processors, if they are worth the time that it takes to start them.

    Yields
    ------
    Workers or None
        None where one task after the other, here, is as quick. At the end what is not done is ended.
    """
    worth = sum(sizes) + _TASK_BYTES * len(sizes) > _WORTH_BYTES
    count = min((processors() if worth else 1) if count is None else count, len(sizes))
    if count <= 1:
        yield None
        return
    # Whoever has a single task need not wait for this.
    from .processes import Workers

    workers = Workers(count)
    try:
        yield workers
    finally:
        workers.shutdown(cancel_futures=True)


def watched(futures: Sequence[Future[Any]], sizes: Sequence[float], progress: Progress) -> None:
    """Wait until all tasks are done.

    Parameters
    ----------
    futures : sequence of Future
    sizes : sequence of float
        Their shares of the work.
    progress : callable
        Takes the share that is done, a few times a second; what it raises ends the wait.
    """
    from concurrent.futures import FIRST_COMPLETED, wait

    done, waiting = 0.0, dict(zip(futures, sizes, strict=True))
    total = sum(sizes)
    while waiting:
        progress(done / total if total else 0.0)
        for future in wait(waiting, _INTERVAL, FIRST_COMPLETED).done:
            done += waiting.pop(future)
    progress(1)


def processors() -> int:
    """How many processors this program may use."""
    if getattr(sys.modules["__main__"], "__file__", None) == PROGRAM:
        # Workers have no workers.
        return 1
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1
