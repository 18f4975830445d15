"""Faces of planes and the box of each in, runs along rows and columns out, and which boxes are near each other."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ...arrays import distinct
from ..exposure import Faces
from .boxes import Boxes

Ints = npt.NDArray[np.int64]
Pairs = tuple[Ints, Ints]

_STRIP = 4
"""Rows or columns of a strip in which boxes are sorted."""


@dataclass(frozen=True)
class Runs:
    """Faces of one box that follow each other on a line, gaps between them included; sorted by line and place."""

    box: Ints
    """(n,) int64."""
    line: Ints
    """(n,) int64 row or column."""
    start: Ints
    """(n,) int64 place of the first face on it."""
    end: Ints
    """(n,) int64 place after the last."""
    begins: npt.NDArray[np.bool_]
    """(n,) bool: it is the first of its line."""


@dataclass(frozen=True)
class Lines:
    """The faces of all planes, row by row or column by column; all (F,)."""

    order: Ints
    """int64 the face at each place."""
    line: Ints
    """int64 its row or column."""
    place: Ints
    """int64 its place on that."""
    begins: npt.NDArray[np.bool_]
    """bool: it is the first of its line."""

    def runs(self, owner: Ints) -> Runs:
        """Runs of faces of one box.

        Parameters
        ----------
        owner : (F,) int64
            The box of each face.

        Returns
        -------
        Runs
        """
        box = owner[self.order]
        starts = self.begins.copy()
        starts[1:] |= box[1:] != box[:-1]
        first = np.flatnonzero(starts)
        last = np.append(first[1:], len(box)) - 1
        return Runs(box[first], self.line[first], self.place[first], self.place[last] + 1, self.begins[first])


def rows_and_columns(faces: Faces) -> tuple[Lines, Lines]:
    """Order the faces in both ways.

    Parameters
    ----------
    faces : Faces

    Returns
    -------
    rows, columns : Lines
    """
    order = np.argsort((faces.plane * faces.span + faces.column) * faces.span + faces.row)
    rows = _lines(faces, np.arange(len(faces)), faces.row, faces.column)
    return rows, _lines(faces, order, faces.column, faces.row)


def _lines(faces: Faces, order: Ints, line: Ints, place: Ints) -> Lines:
    line, place = line[order], place[order]
    begins = np.ones(len(order), bool)
    number = faces.plane[order] * faces.span + line
    begins[1:] = number[1:] != number[:-1]
    return Lines(order, line, place, begins)


def near_pairs(boxes: Boxes, runs: tuple[Runs, Runs], depth: int) -> Pairs:
    """Pairs of boxes of which one follows the other.

    Parameters
    ----------
    boxes : Boxes
    runs : (Runs, Runs)
        Along rows and columns.
    depth : int
        How many boxes that follow each one, where they are sorted along narrow strips of its plane, are near.

    Returns
    -------
    one, other : (n,) int64
        No pair twice; what follows on a row or a column is near as well.
    """
    one, other = [], []
    for each in runs:
        here = np.flatnonzero(~each.begins[1:])
        one.append(each.box[here])
        other.append(each.box[here + 1])
    pitch = int(boxes.sides.max(initial=0)) + 1
    for across, along in ((boxes.bottom, boxes.left), (boxes.left, boxes.bottom)):
        order = np.argsort((boxes.plane * pitch + across // _STRIP) * pitch + along)
        plane = boxes.plane[order]
        for step in range(1, depth + 1):
            same = np.flatnonzero(plane[step:] == plane[:-step])
            one.append(order[same])
            other.append(order[same + step])
    return _different(len(boxes), np.concatenate(one), np.concatenate(other))


def renamed(number: Ints, pairs: Pairs) -> Pairs:
    """Pairs of boxes by their new numbers.

    Parameters
    ----------
    number : (n,) int64
        The new number of each box, -1 if it is gone.
    pairs : (m,) int64 and (m,) int64

    Returns
    -------
    one, other : (k,) int64
        No pair twice, either way round, and none of a box with itself.
    """
    one, other = number[pairs[0]], number[pairs[1]]
    kept = (one >= 0) & (other >= 0)
    return _different(len(number), one[kept], other[kept])


def _different(count: int, one: Ints, other: Ints) -> Pairs:
    key = distinct(np.minimum(one, other) * count + np.maximum(one, other))
    low, high = np.divmod(key, count)
    return low[low < high], high[low < high]
