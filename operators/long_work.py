"""What operators inherit whose work can take long: it runs on a thread while a window shows progress and takes Esc."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import bpy

from ..blender.words import pgettext_iface, pgettext_rpt
from ..core.errors import TrivoxError
from ..core.job import Job
from .progress import shown_progress

Work = Callable[[Callable[[float], None]], Any]
"""Takes a callback for the share that is done, 0 to 1; touches no Blender."""
INTERVAL = 0.1
"""Seconds between looks at the work."""


class LongWork:
    """The way of an operator from work that knows no Blender to the change that it makes of the result.

    An operator calls `run` from `execute` and has a method ``finish(context, result)``, which returns what `execute`
    does. Scripts, background Blender and the redo panel wait for the work; so does a user where it is short.
    """

    _job: Job | None = None

    def run(self, context: bpy.types.Context, work: Work, *, long: bool) -> set[str]:
        """Do the work, then finish.

        Parameters
        ----------
        context : bpy.types.Context
        work : callable
        long : bool
            Whether a user would have to wait.

        Returns
        -------
        set of str
            As `execute` returns it.
        """
        interactive = self.options.is_invoke and not self.options.is_repeat and not bpy.app.background
        if long and interactive and context.window:
            return self._begin(context, work)
        try:
            with shown_progress(context.window_manager) as progress:
                result = work(progress)
        except TrivoxError as error:
            return self._failed(error)
        return self.finish(context, result)

    def modal(self, context: bpy.types.Context, event: bpy.types.Event) -> set[str]:
        """Look at the work when the timer says so; let no other event through, except what Blender does by itself."""
        if event.type == "ESC" and event.value == "PRESS":
            self.cancel(context)
            self.report({"INFO"}, pgettext_rpt("Cancelled"))
            return {"CANCELLED"}
        if not event.type.startswith("TIMER"):
            return {"RUNNING_MODAL"}
        if self._job.running:
            self._show(context, self._job.share)
            return {"PASS_THROUGH"}
        job = self._end(context)
        try:
            result = job.result()
        except TrivoxError as error:
            return self._failed(error)
        return self.finish(context, result)

    def cancel(self, context: bpy.types.Context) -> None:
        """End the work; Blender calls this too, when another file is opened, the window closes, or no work began."""
        if self._job is not None:
            self._end(context).cancel()

    def _begin(self, context: bpy.types.Context, work: Work) -> set[str]:
        self._job = Job(work)
        self._timer = context.window_manager.event_timer_add(INTERVAL, window=context.window)
        context.window_manager.modal_handler_add(self)
        context.window.cursor_modal_set("WAIT")
        self._show(context, 0)
        return {"RUNNING_MODAL"}

    def _end(self, context: bpy.types.Context) -> Job:
        """Stop looking at the work, and hand it out: the operator lives on in Blender's history."""
        job = self._job
        self._job = None
        context.window_manager.event_timer_remove(self._timer)
        if context.window:
            context.window.cursor_modal_restore()
        if context.workspace:
            context.workspace.status_text_set(None)
        return job

    def _failed(self, error: TrivoxError) -> set[str]:
        self.report({"ERROR"}, str(error))
        return {"CANCELLED"}

    def _show(self, context: bpy.types.Context, share: float) -> None:
        """Write the share that is done into the status bar."""
        line = pgettext_rpt("{work}: {percent} % done. Esc: Cancel")
        context.workspace.status_text_set(line.format(work=pgettext_iface(self.bl_label), percent=int(100 * share)))
