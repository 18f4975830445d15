"""Files that are followed in, a reload of each soon after it was saved out; a timer of Blender's looks after them."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import bpy

from ..blender.reload import chooser_of
from ..blender.source import Source, Stamp, sources, stamp_of, write_source
from ..core.job import Job
from ..core.scene.assembly import Known
from .preferences import follow_interval
from .reload import READY, Read, Wanted, read_again

IDLE = 1.0
"""Seconds between looks where nothing is followed."""
PATIENCE = 0.03
"""Seconds that a look waits for a file that is being read; small ones are ready by then."""


class Follower:
    """What is known of files that are followed, by file as origins name it."""

    def __init__(self) -> None:
        self._seen: dict[str, Stamp | None] = {}
        """Stamps at the last look."""
        self._tried: dict[str, Stamp | None] = {}
        """Stamps of what was read, or could not be."""
        self._known: dict[str, Known] = {}
        """Meshes of the files as they were last read, so that only models that changed are made anew."""
        self._jobs: dict[str, tuple[Stamp | None, Job[Read]]] = {}

    def look(self) -> float:
        """Look at all files once: begin to read what was saved, and bring in what was read.

        Returns
        -------
        float
            Seconds until the next look; a file that stays as it is for so long was saved whole.
        """
        followed = {holder: source for holder, source in sources().items() if source.follows}
        for file in set(self._jobs) - {source.file for source in followed.values()}:
            self._jobs.pop(file)[1].cancel()
        for holder, source in followed.items():
            self._read(holder, source)
        if self._jobs and not is_busy():
            next(iter(self._jobs.values()))[1].wait(PATIENCE)
            for holder, source in followed.items():
                self._bring(holder, source)
        return follow_interval() if followed else IDLE

    def stop(self) -> None:
        """Forget everything."""
        for _stamp, job in self._jobs.values():
            job.cancel()
        self.__init__()

    def _read(self, holder: bpy.types.ID, source: Source) -> None:
        """Begin to read a file that was saved, once it is not being written any more."""
        file, stamp = source.file, stamp_of(source.absolute)
        still = self._seen.get(file, source.stamp) == stamp
        self._seen[file] = stamp
        if file in self._jobs and self._jobs[file][0] != stamp:
            self._jobs.pop(file)[1].cancel()
        if stamp is None or not still or file in self._jobs or stamp in (source.stamp, self._tried.get(file)):
            return
        known = dict(self._known.get(file, {}))
        wanted = Wanted(source, source.absolute, chooser_of(holder, source), known=known)
        self._jobs[file] = stamp, Job(lambda progress: read_again(wanted, progress))

    def wait(self) -> None:
        """Wait until all that is being read is read."""
        for _stamp, job in self._jobs.values():
            job.wait()

    def _bring(self, holder: bpy.types.ID, source: Source) -> None:
        """Bring in what was read of a file, if it is that far; what could not be read is tried when it changes."""
        stamp, job = self._jobs.get(source.file, (None, None))
        if job is None or job.running:
            return
        del self._jobs[source.file]
        self._tried[source.file] = stamp
        read = job.result()
        if read.file is not None:
            used, known = set(map(id, read.file.meshes)), read.wanted.known
            self._known[source.file] = {key: mesh for key, mesh in known.items() if id(mesh) in used}
            READY[source.file] = read
            reload_now(source.file)
        elif read.error is None:
            write_source(holder, replace(source, stamp=read.stamp))


def is_busy() -> bool:
    """Tell whether the user is in the middle of something: an operator, a mode, a render."""
    if bpy.app.is_job_running("RENDER"):
        return True
    for window in bpy.context.window_manager.windows:
        active = window.view_layer.objects.active
        if len(getattr(window, "modal_operators", ())) or (active and active.mode != "OBJECT"):
            return True
    return False


def reload_now(file: str) -> None:
    """Reload a file in one step of undo, in some window; the focus stays where it is.

    Parameters
    ----------
    file : str
        As origins name it.
    """
    windows = bpy.context.window_manager.windows
    try:
        # What goes wrong was reported.
        with suppress(RuntimeError), bpy.context.temp_override(**({"window": windows[0]} if len(windows) else {})):
            bpy.ops.trivox.reload("EXEC_DEFAULT", True, file=file)
    finally:
        READY.pop(file, None)


FOLLOWER = Follower()


def look() -> float:
    """Look at all files that are followed; what Blender's timer calls."""
    return FOLLOWER.look()


def register() -> None:
    """Let a timer look after the files, where there is somebody who could save one."""
    if not bpy.app.background:
        bpy.app.timers.register(look, first_interval=IDLE, persistent=True)


def unregister() -> None:
    """Take the timer away."""
    if bpy.app.timers.is_registered(look):
        bpy.app.timers.unregister(look)
    FOLLOWER.stop()
