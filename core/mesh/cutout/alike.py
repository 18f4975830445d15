"""Planes with the same faces at other places: faces in, one plane of each kind out, and its boxes on all of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ...arrays import concatenated_ranges, grouped
from ..exposure import Faces
from .boxes import Boxes

Ints = npt.NDArray[np.int64]
Unsigned = npt.NDArray[np.uint64]


@dataclass(frozen=True)
class Alike:
    """Which planes are alike."""

    first: Ints
    """(K,) int64 the plane that stands for each; itself if it stands for itself."""
    low: Ints
    """(2, K) int64 lowest row and column of the faces of each."""
    start: Ints
    """(K,) int64 its first face."""
    count: Ints
    """(K,) int64 its faces."""

    def chosen(self, faces: Faces) -> tuple[Faces, Ints]:
        """The faces of the planes that stand for all, and the number of each face among them, -1 for the others."""
        kept = self.first[faces.plane] == faces.plane
        some = replace(
            faces, plane=faces.plane[kept], row=faces.row[kept], column=faces.column[kept], color=faces.color[kept]
        )
        return some, np.where(kept, np.cumsum(kept) - 1, -1)

    def everywhere(self, boxes: Boxes, owner: Ints) -> tuple[Boxes, Ints]:
        """Put the boxes of planes that stand for others on these.

        Parameters
        ----------
        boxes : Boxes
        owner : (chosen faces,) int64
            The box of each.

        Returns
        -------
        boxes : Boxes
            Of all planes, sorted by plane, row and column.
        owner : (F,) int64
            The box of each face.
        """
        boxes, number = boxes.in_order()
        owner = number[owner]
        here = np.bincount(boxes.plane, minlength=len(self.first))
        before, has = np.cumsum(here) - here, here[self.first]
        plane, box = concatenated_ranges(before[self.first], has)
        moved = self.low - self.low[:, self.first]
        itself = self.first == np.arange(len(self.first))
        start = np.cumsum(self.count * itself) - self.count * itself
        of, face = concatenated_ranges(start[self.first], self.count)
        shifted = (np.cumsum(has) - has - before[self.first])[of]
        return Boxes(plane, boxes.sides[:, box] + np.tile(moved, (2, 1))[:, plane]), owner[face] + shifted


def alike_planes(faces: Faces, rank: Ints) -> Alike:
    """Find the planes that are alike.

    Parameters
    ----------
    faces : Faces
    rank : (K,) int64
        Of planes that are alike the one with the lowest stands for all.

    Returns
    -------
    Alike
    """
    count = np.bincount(faces.plane, minlength=len(faces.planes))
    start = np.cumsum(count) - count
    low = np.stack([np.minimum.reduceat(faces.row, start), np.minimum.reduceat(faces.column, start)])
    place = (faces.row - low[0, faces.plane]) * faces.span + faces.column - low[1, faces.plane]
    groups = grouped(np.add.reduceat(_scattered(place), start))
    order = np.lexsort((rank, groups.number))
    first = order[np.searchsorted(groups.number[order], np.arange(len(groups)))][groups.number]
    # Whether planes are alike is not left to a hash.
    same = count == count[first]
    plane, face = concatenated_ranges(start[same], count[same])
    plane = np.flatnonzero(same)[plane]
    other = face - start[plane] + start[first[plane]]
    same[plane[place[face] != place[other]]] = False
    return Alike(np.where(same, first, np.arange(len(first))), low, start, count)


def _scattered(values: Ints) -> Unsigned:
    """A number of 64 bits for each, which does not tell what it was."""
    mixed = (values.astype(np.uint64) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ mixed >> np.uint64(32)) * np.uint64(0xBF58476D1CE4E5B9)
    scattered: Unsigned = mixed ^ mixed >> np.uint64(29)
    return scattered
