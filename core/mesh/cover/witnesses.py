"""Which rectangles can show which faces: rectangles and runs of faces in, a small set cover problem out.

Faces that the same rectangles contain are one and the same to a cover; and a face needs no care of its own if every
rectangle that contains some other face contains it too. What is left are the *witnesses*: cover them, and every face
is covered. Along a run of faces they lie where, coming from the left, a rectangle has ended (or the run begins) and
the next thing to happen is that one starts (or the run ends).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ...arrays import concatenated_ranges, grouped
from .layers import Runs
from .maximal import Rectangles

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Overlaps:
    """Parts of runs of faces that lie in a rectangle: columns ``start .. end - 1`` of the run."""

    rectangle: Ints
    run: Ints
    start: Ints
    end: Ints


@dataclass(frozen=True)
class Witnesses:
    """Incidence of rectangles and witnesses."""

    rectangle: Ints
    """(n,) int64."""
    witness: Ints
    """(n,) int64, 0 .. count - 1."""
    line: Ints
    """(count,) int64: where each witness lies (see `Runs`)."""


def overlaps(rectangles: Rectangles, runs: Runs) -> Overlaps:
    """Cut the runs of faces with every rectangle.

    Parameters
    ----------
    rectangles : Rectangles
    runs : Runs
        Of faces.

    Returns
    -------
    Overlaps
        Sorted by rectangle and run.
    """
    owner, line = rectangles.rows()
    first, count = runs.overlapping(line, rectangles.left[owner], rectangles.right[owner])
    row, run = concatenated_ranges(first, count)
    rectangle = owner[row]
    start = np.maximum(rectangles.left[rectangle], runs.start[run])
    end = np.minimum(rectangles.right[rectangle], runs.end[run])
    return Overlaps(rectangle, run, start, end)


def find_witnesses(parts: Overlaps, runs: Runs) -> Witnesses:
    """Reduce the faces to witnesses.

    Parameters
    ----------
    parts : Overlaps
        Of all maximal rectangles.
    runs : Runs
        Of faces.

    Returns
    -------
    Witnesses
    """
    run, start, end = parts.run, parts.start, parts.end
    mark = _marks(parts.rectangle)
    position = np.concatenate([run * runs.pitch + start, run * runs.pitch + end])
    order = np.argsort(position, kind="stable")
    position = position[order]
    first = np.flatnonzero(np.concatenate([[True], position[1:] != position[:-1]])[: len(position)])
    change = np.add.reduceat(np.concatenate([mark, -mark])[order], first)
    starts = np.maximum.reduceat(order < len(run), first)
    ends = np.maximum.reduceat(order >= len(run), first)
    event_run, event_column = np.divmod(position[first], runs.pitch)
    after_end = ends | (event_column == runs.start[event_run])
    before_start = starts | (event_column == runs.end[event_run])
    piece = np.flatnonzero(after_end[:-1] & before_start[1:] & (event_run[1:] == event_run[:-1]))
    different = grouped(np.cumsum(change)[piece]).first
    place = np.sort(position[first][piece[different]])
    low = np.searchsorted(place, run * runs.pitch + start)
    high = np.searchsorted(place, run * runs.pitch + end)
    owner, witness = concatenated_ranges(low, high - low)
    return Witnesses(parts.rectangle[owner], witness, runs.line[place // runs.pitch])


def _marks(number: Ints) -> npt.NDArray[np.uint64]:
    """A scattered 64-bit mark for each number, so that sums of marks tell sets of numbers apart.

    References
    ----------
    Steele, Lea, Flood 2014, "Fast splittable pseudorandom number generators" (the mixing constants).
    """
    mark = (number.astype(np.uint64) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    mark = (mark ^ (mark >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mark = (mark ^ (mark >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mark ^ (mark >> np.uint64(31))
