"""Rectangles that hold every face in, the one that shows each face out, and where rectangles have to show nothing."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ...arrays import grouped
from ...errors import LimitError
from .. import bits
from ..exposure import Faces
from .boxes import Boxes, area, around, around_faces

Ints = npt.NDArray[np.int64]

MOST_CELLS = 1 << 28
"""Cells of all boxes: the area of the largest texture that graphics cards take."""


def shared_out(faces: Faces, boxes: Boxes, box: Ints, face: Ints) -> tuple[Boxes, Ints]:
    """Give every face to one of the boxes that hold it, and shrink the boxes to what they got.

    Parameters
    ----------
    faces : Faces
    boxes : Boxes
    box, face : (n,) int64
        Which boxes hold which faces; every face is in one of them.

    Returns
    -------
    boxes : Boxes
        Those that got a face, in the same order, each the smallest around its faces.
    owner : (F,) int64
        The box of each face.

    Notes
    -----
    A face that one box holds is its own, and the smallest boxes around such faces cannot shrink. A face in several of
    these goes to the largest one, so that each box keeps what is whole. What is in none of them goes, in groups of
    faces that the same boxes hold, to the one that grows least.
    """
    alone = np.bincount(face, minlength=len(faces))[face] == 1
    owner = np.full(len(faces), -1)
    owner[face[alone]] = box[alone]
    box, face = box[~alone], face[~alone]
    tight = around_faces(faces, len(boxes), owner)
    inside = tight.hold(box, faces.row[face], faces.column[face])
    _give(owner, face[inside], box[inside], tight.area[box[inside]])
    left = owner[face] < 0
    box, face = box[left], face[left]
    _give(owner, face, box, -_growth(faces, tight, box, face))
    tight = around_faces(faces, len(boxes), owner)
    some = tight.area > 0
    return tight[some], (np.cumsum(some) - 1)[owner]


def _give(owner: Ints, face: Ints, box: Ints, worth: Ints) -> None:
    """Give each face to the box that is worth most, and of equal ones to the first."""
    order = np.lexsort((-box, worth))
    owner[face[order]] = box[order]


def _growth(faces: Faces, boxes: Boxes, box: Ints, face: Ints) -> Ints:
    """How many cells a box would grow to hold the faces of the group of a face; boxes may be empty."""
    first, last = np.full(len(faces), len(boxes)), np.full(len(faces), -1)
    np.minimum.at(first, face, box)
    np.maximum.at(last, face, box)
    groups = grouped(first[face] * len(boxes) + last[face])
    group = np.full(len(faces), -1)
    group[face] = groups.number
    together = around_faces(faces, len(groups), group).sides[:, groups.number]
    now = boxes.sides[:, box]
    grown: Ints = area(np.where(area(now) > 0, around(together, now), together)) - area(now)
    return grown


def clear_cells(faces: Faces, boxes: Boxes, owner: Ints) -> tuple[Ints, Ints, Ints]:
    """List the cells of boxes that have to be see-through: neither faces that the box shows nor hidden places.

    Parameters
    ----------
    faces : Faces
    boxes : Boxes
    owner : (F,) int64
        The box that shows each face.

    Returns
    -------
    box, row, column : (n,) int64
        Sorted.

    Raises
    ------
    LimitError
        If the boxes have more than `MOST_CELLS` cells.
    """
    area, width = boxes.area, boxes.right - boxes.left
    if area.sum() > MOST_CELLS:
        raise LimitError(f"the rectangles have {area.sum():,} cells, more than {MOST_CELLS:,}; take fewer for each")
    start = np.cumsum(area) - area
    open_cell = np.ones(int(area.sum()), bool)
    open_cell[start[owner] + (faces.row - boxes.bottom[owner]) * width[owner] + faces.column - boxes.left[owner]] = (
        False
    )
    cell = np.flatnonzero(open_cell)
    box = np.searchsorted(start, cell, side="right") - 1
    row, column = np.divmod(cell - start[box], width[box])
    row, column = row + boxes.bottom[box], column + boxes.left[box]
    clear = ~_hidden(faces, boxes.plane[box], row, column)
    return box[clear], row[clear], column[clear]


def _hidden(faces: Faces, plane: Ints, row: Ints, column: Ints) -> npt.NDArray[np.bool_]:
    """Whether nothing can see places of opaque planes: the cell behind them is opaque, but has no face there."""
    planes = faces.planes
    hidden = ~planes.transparent[plane] & bits.at(faces.solid, *planes.cells(plane, row, column))
    side = planes.direction * faces.span + planes.coordinate
    every = np.sort(_places(faces, side[faces.plane], faces.row, faces.column), kind="stable")
    chosen = np.flatnonzero(hidden)
    wanted = _places(faces, side[plane[chosen]], row[chosen], column[chosen])
    hidden[chosen] = every[np.searchsorted(every, wanted).clip(max=len(every) - 1)] != wanted
    return hidden


def _places(faces: Faces, side: Ints, row: Ints, column: Ints) -> Ints:
    """A number for each place of a side, in the order of side, row and column."""
    places: Ints = (side * faces.span + row) * faces.span + column
    return places
