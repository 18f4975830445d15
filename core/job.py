"""A function of a progress callback in, its work on a thread of its own and its result out; knows no Blender."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from typing import Generic, TypeVar

Result = TypeVar("Result")


class Cancelled(BaseException):
    """What the progress callback raises to end the work; no error, so that nothing on the way catches it."""


class Job(Generic[Result]):
    """Work that goes on while its owner does something else.

    Parameters
    ----------
    work : callable
        Takes a callback and calls it now and then with the share that is done, 0 to 1. It must not touch Blender.
    """

    def __init__(self, work: Callable[[Callable[[float], None]], Result]) -> None:
        self.share = 0.0
        self._work = work
        self._result: Result | None = None
        self._error: BaseException | None = None
        self._stop = Event()
        # A daemon does not keep Blender from closing.
        self._thread = Thread(target=self._run, name="Trivox", daemon=True)
        self._thread.start()

    @property
    def running(self) -> bool:
        """Whether the work goes on."""
        return self._thread.is_alive()

    def cancel(self) -> None:
        """End the work at its next step; what it had made until then is dropped."""
        self._stop.set()

    def wait(self, seconds: float | None = None) -> None:
        """Wait for the end, whatever comes of it, but no longer than some seconds."""
        self._thread.join(seconds)

    def result(self) -> Result:
        """Wait for the end.

        Returns
        -------
        object
            What the work returned.

        Raises
        ------
        BaseException
            What the work raised; `Cancelled` if it was cancelled.
        """
        self.wait()
        if self._error is not None:
            raise self._error
        return self._result  # type: ignore[return-value]

    def _run(self) -> None:
        try:
            self._result = self._work(self._progress)
        except BaseException as error:
            self._error = error

    def _progress(self, share: float) -> None:
        if self._stop.is_set():
            raise Cancelled
        self.share = share
