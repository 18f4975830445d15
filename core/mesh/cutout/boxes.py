"""Rectangles of planes in, the faces that each of them holds out, or the smaller ones that still hold every face."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ...arrays import concatenated_ranges, grouped
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

    def joined(self, other: Boxes) -> Boxes:
        """These and others."""
        return Boxes(*(np.concatenate(pair) for pair in zip(self._sides(), other._sides(), strict=True)))

    def in_order(self) -> Boxes:
        """Sorted by plane, row and column."""
        return self[np.lexsort((self.right, self.top, self.left, self.bottom, self.plane))]


def plane_boxes(faces: Faces) -> Boxes:
    """One box around all faces of each plane.

    Parameters
    ----------
    faces : Faces

    Returns
    -------
    Boxes
    """
    return around_faces(faces, len(faces.planes), faces.plane, np.arange(len(faces)))


def around_faces(faces: Faces, count: int, box: Ints, face: Ints) -> Boxes:
    """Smallest boxes around given faces.

    Parameters
    ----------
    faces : Faces
    count : int
        Number of boxes.
    box, face : (n,) int64
        Which face goes into which box; those of one box are of one plane. A box without faces is empty.

    Returns
    -------
    Boxes
    """
    far = np.iinfo(np.int64).max
    plane, bottom, left = np.zeros(count, np.int64), np.full(count, far), np.full(count, far)
    top, right = np.zeros(count, np.int64), np.zeros(count, np.int64)
    plane[box] = faces.plane[face]
    np.minimum.at(bottom, box, faces.row[face])
    np.minimum.at(left, box, faces.column[face])
    np.maximum.at(top, box, faces.row[face] + 1)
    np.maximum.at(right, box, faces.column[face] + 1)
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


def tightened(faces: Faces, boxes: Boxes) -> Boxes:
    """Shrink boxes to the faces that no other one holds, and to a share of those that several hold.

    Parameters
    ----------
    faces : Faces
    boxes : Boxes
        Every face is in one of them.

    Returns
    -------
    Boxes
        Not more of them, and every face is still in one.
    """
    box, face = held_faces(faces, boxes)
    alone = np.bincount(face, minlength=len(faces))[face] == 1
    tight = around_faces(faces, len(boxes), box[alone], face[alone])
    row, column = faces.row[face], faces.column[face]
    inside = (row >= tight.bottom[box]) & (row < tight.top[box]) & (column >= tight.left[box])
    inside &= column < tight.right[box]
    served = np.zeros(len(faces), bool)
    served[face[inside]] = True
    left = np.flatnonzero(~served[face])
    extra = np.concatenate([np.flatnonzero(alone), left[grouped(face[left]).first]])
    tight = around_faces(faces, len(boxes), box[extra], face[extra])
    return tight[tight.top > tight.bottom]
