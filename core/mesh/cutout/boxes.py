"""Rectangles of planes: faces and the numbers of their rectangles in, the smallest rectangles around them out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..exposure import Faces

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Boxes:
    """Rectangles of cells of a plane: rows ``bottom .. top - 1``, columns ``left .. right - 1``."""

    plane: Ints
    """(n,) int64."""
    sides: Ints
    """(4, n) int64: bottom, left, top, right."""

    def __len__(self) -> int:
        return len(self.plane)

    def __getitem__(self, chosen: Ints | npt.NDArray[np.bool_]) -> Boxes:
        return Boxes(self.plane[chosen], self.sides[:, chosen])

    @property
    def bottom(self) -> Ints:
        """(n,) int64."""
        bottom: Ints = self.sides[0]
        return bottom

    @property
    def left(self) -> Ints:
        """(n,) int64."""
        left: Ints = self.sides[1]
        return left

    @property
    def top(self) -> Ints:
        """(n,) int64."""
        top: Ints = self.sides[2]
        return top

    @property
    def right(self) -> Ints:
        """(n,) int64."""
        right: Ints = self.sides[3]
        return right

    @property
    def area(self) -> Ints:
        """(n,) int64 cells of each."""
        return area(self.sides)

    def hold(self, box: Ints, row: Ints, column: Ints) -> npt.NDArray[np.bool_]:
        """Whether places, (n,) each, lie in the boxes of these numbers."""
        inside: npt.NDArray[np.bool_] = (row >= self.bottom[box]) & (row < self.top[box])
        return inside & (column >= self.left[box]) & (column < self.right[box])

    def in_order(self) -> tuple[Boxes, Ints]:
        """Sorted by plane, row and column, and the new number of each."""
        order = np.lexsort((self.right, self.top, self.left, self.bottom, self.plane))
        number = np.empty(len(self), np.int64)
        number[order] = np.arange(len(self))
        return self[order], number


def area(sides: Ints) -> Ints:
    """Cells of rectangles: (4, ...) int64 sides in, (...) int64 out."""
    cells: Ints = (sides[2] - sides[0]) * (sides[3] - sides[1])
    return cells


def around(one: Ints, other: Ints) -> Ints:
    """The smallest rectangles around each of some and the other at its place: (4, n) int64 sides all."""
    return np.concatenate([np.minimum(one[:2], other[:2]), np.maximum(one[2:], other[2:])])


def plane_boxes(faces: Faces) -> Boxes:
    """One box around all faces of each plane.

    Parameters
    ----------
    faces : Faces

    Returns
    -------
    Boxes
    """
    return around_faces(faces, len(faces.planes), faces.plane)


def around_faces(faces: Faces, count: int, box: Ints) -> Boxes:
    """Smallest boxes around faces.

    Parameters
    ----------
    faces : Faces
    count : int
        Number of boxes.
    box : (F,) int64
        Which box each face goes into, -1 for none; those of one box are of one plane. A box without faces is empty.

    Returns
    -------
    Boxes
    """
    sides = np.zeros((4, count), np.int64)
    sides[:2] = np.iinfo(np.int64).max
    plane = np.zeros(count, np.int64)
    face = np.flatnonzero(box >= 0)
    box, row, column = box[face], faces.row[face], faces.column[face]
    plane[box] = faces.plane[face]
    for side, place in zip(sides[:2], (row, column), strict=True):
        np.minimum.at(side, box, place)
    for side, place in zip(sides[2:], (row, column), strict=True):
        np.maximum.at(side, box, place + 1)
    sides[:, sides[2] == 0] = 0
    return Boxes(plane, sides)
