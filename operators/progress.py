"""Blender's window manager in, progress from 0 to 1 beside the mouse pointer, and windows drawn anew, out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import bpy

STEPS = 1000


@contextmanager
def shown_progress(window_manager: bpy.types.WindowManager) -> Iterator[Callable[[float], None]]:
    """Show progress while the block runs.

    Parameters
    ----------
    window_manager : bpy.types.WindowManager

    Yields
    ------
    callable
        Takes the share that is done, from 0 to 1.
    """
    window_manager.progress_begin(0, STEPS)
    try:
        yield lambda share: window_manager.progress_update(round(share * STEPS))
    finally:
        window_manager.progress_end()


def redraw(window_manager: bpy.types.WindowManager) -> None:
    """Let all windows show what changed.

    Parameters
    ----------
    window_manager : bpy.types.WindowManager
    """
    for window in window_manager.windows:
        for area in window.screen.areas:
            area.tag_redraw()
