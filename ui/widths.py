"""Texts and the width of a sidebar in, pixels and lines out: what fits, so that no number is ever cut."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache

import blf
import bpy

MARGIN = 56
"""Pixels of a sidebar, at a scale of 1, that tabs and the borders of panels take."""
GAP = 12
"""Pixels around a text in its cell; less than a button wants, so that it fills the cell."""
ICON = 20
"""Pixels that an icon takes."""
_HAIR = "\u200a"
_DEFAULT = 280
"""Pixels of a sidebar that nobody has changed."""


class Room:
    """The width that a panel has for its texts.

    Parameters
    ----------
    context : bpy.types.Context
    """

    def __init__(self, context: bpy.types.Context) -> None:
        preferences = context.preferences
        # Without a window there is no scale.
        self._scale = preferences.system.ui_scale or 1.0
        self._points = preferences.ui_styles[0].widget.points * self._scale
        region = context.region
        width = region.width if region else _DEFAULT * self._scale
        self.pixels = max(1.0, width - MARGIN * self._scale)

    def icon(self) -> float:
        """Pixels of an icon."""
        return ICON * self._scale

    def text(self, text: str) -> float:
        """Pixels of a text without what is around it."""
        return _pixels(text, self._points)

    def cell(self, *texts: str) -> float:
        """Pixels of a cell in which each of some texts fits."""
        return max(map(self.text, texts), default=0.0) + GAP * self._scale

    def flush(self, texts: Sequence[str]) -> list[str]:
        """Make texts equally wide, so that they end below each other where they are centered, as buttons do it.

        Parameters
        ----------
        texts : sequence of str

        Returns
        -------
        list of str
            With hair spaces before them.
        """
        widths = [self.text(text) for text in texts]
        hair = self.text(f"0{_HAIR}0") - self.text("00")
        return [
            _HAIR * round((max(widths) - width) / max(hair, 1)) + text
            for text, width in zip(texts, widths, strict=True)
        ]

    def columns(self, first: float, others: Sequence[float]) -> int:
        """How many of the columns beside a first one fit, at least one.

        Parameters
        ----------
        first : float
            Pixels of the first column.
        others : sequence of float
            Pixels of the others, the most important first.

        Returns
        -------
        int
        """
        count, taken = 0, first
        for width in others:
            taken += width
            if taken > self.pixels:
                break
            count += 1
        return max(1, count)

    def lines(self, text: str, indent: float = 0) -> list[str]:
        """Break a text into lines that fit.

        Parameters
        ----------
        text : str
        indent : float
            Pixels that are taken on each line.

        Returns
        -------
        list of str
        """
        room = self.pixels - indent - GAP * self._scale
        lines: list[str] = []
        for word in text.split():
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and self.text(longer) <= room:
                lines[-1] = longer
                continue
            # Japanese and Chinese sentences, and long names, are a single word.
            while (fit := self._fitting(word, room)) < len(word):
                lines.append(word[:fit])
                word = word[fit:]
            lines.append(word)
        return lines

    def _fitting(self, word: str, pixels: float) -> int:
        """How many of the first characters of a word fit, at least one."""
        if self.text(word) <= pixels:
            return len(word)
        return max(1, bisect_right(range(1, len(word)), pixels, key=lambda count: self.text(word[:count])))


@lru_cache(8192)
def _pixels(text: str, points: float) -> float:
    blf.size(0, points)
    return float(blf.dimensions(0, text)[0])
