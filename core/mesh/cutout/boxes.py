"""Rectangles of planes in, the faces that each of them holds out; or faces in, the rectangles around them out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ...arrays import concatenated_ranges
from ..exposure import Faces

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Boxes:
    """Rectangles of cells of a plane: rows ``bottom .. top - 1``, columns ``left .. right - 1``; all (n,) int64."""

    plane: Ints
    bottom: Ints
    top: Ints
    left: Ints
    right: Ints

    def __len__(self) -> int:
        return len(self.plane)

    def __getitem__(self, chosen: Ints | npt.NDArray[np.bool_]) -> Boxes:
        return Boxes(*(side[chosen] for side in self._sides()))

    def _sides(self) -> tuple[Ints, Ints, Ints, Ints, Ints]:
        return self.plane, self.bottom, self.top, self.left, self.right

    @property
    def area(self) -> Ints:
        """(n,) int64 cells of each."""
        return (self.top - self.bottom) * (self.right - self.left)

    def around(self, other: Boxes) -> Boxes:
        """The smallest boxes that hold each of these and the other at its place; both are of one plane."""
        return Boxes(
            self.plane,
            np.minimum(self.bottom, other.bottom),
            np.maximum(self.top, other.top),
            np.minimum(self.left, other.left),
            np.maximum(self.right, other.right),
        )

    def hold(self, box: Ints, row: Ints, column: Ints) -> npt.NDArray[np.bool_]:
        """Whether places, (n,) each, lie in the boxes of these numbers."""
        inside: npt.NDArray[np.bool_] = (row >= self.bottom[box]) & (row < self.top[box])
        return inside & (column >= self.left[box]) & (column < self.right[box])

    def joined(self, other: Boxes) -> Boxes:
        """These and others."""
        return Boxes(*(np.concatenate(pair) for pair in zip(self._sides(), other._sides(), strict=True)))

    def in_order(self) -> tuple[Boxes, Ints]:
        """Sorted by plane, row and column, and the new number of each."""
        order = np.lexsort((self.right, self.top, self.left, self.bottom, self.plane))
        number = np.empty(len(self), np.int64)
        number[order] = np.arange(len(self))
        return self[order], number


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
    far = np.iinfo(np.int64).max
    plane, bottom, left = np.zeros(count, np.int64), np.full(count, far), np.full(count, far)
    top, right = np.zeros(count, np.int64), np.zeros(count, np.int64)
    face = np.flatnonzero(box >= 0)
    box, row, column = box[face], faces.row[face], faces.column[face]
    plane[box] = faces.plane[face]
    np.minimum.at(bottom, box, row)
    np.minimum.at(left, box, column)
    np.maximum.at(top, box, row + 1)
    np.maximum.at(right, box, column + 1)
    empty = top == 0
    bottom[empty] = left[empty] = 0
    return Boxes(plane, bottom, top, left, right)


def held_faces(faces: Faces, boxes: Boxes) -> tuple[Ints, Ints]:
    """List the faces of its plane in every box.

    Parameters
    ----------
    faces : Faces
    boxes : Boxes

    Returns
    -------
    box, face : (n,) int64
        Sorted by both.
    """
    span = faces.span
    key = (faces.plane * span + faces.row) * span + faces.column
    box, row = concatenated_ranges(boxes.bottom, boxes.top - boxes.bottom)
    line = (boxes.plane[box] * span + row) * span
    first, end = np.searchsorted(key, line + boxes.left[box]), np.searchsorted(key, line + boxes.right[box])
    owner, face = concatenated_ranges(first, end - first)
    return box[owner], face
