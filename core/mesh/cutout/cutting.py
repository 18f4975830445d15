"""Faces shown by fewer rectangles than cover them: visible faces and a price in, rectangles with see-through cells out.

A rectangle's texture may be transparent where there is nothing to be seen, so any rectangle of a plane will do. What
it costs is area, drawn and stored; the price says how much of it a rectangle that is saved may cost.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ...arrays import concatenated_ranges
from ...progress import Progress, part, unheard
from .. import bits
from ..cover import cover_faces
from ..exposure import Faces
from .boxes import Boxes, held_faces, plane_boxes, tightened
from .merging import merged

Ints = npt.NDArray[np.int64]

UNLIMITED = 1 << 20
"""From this price on every plane is one rectangle."""


@dataclass(frozen=True)
class Cutout:
    """Rectangles sorted by plane, row and column; what each shows, and where it is see-through."""

    boxes: Boxes
    shown_face: Ints
    """(n,) int64 each face at least once."""
    shown_in: Ints
    """(n,) int64 a rectangle that shows it."""
    clear_row: Ints
    """(m,) int64 cells of rectangles where they have to be transparent: neither faces nor hidden places."""
    clear_column: Ints
    clear_in: Ints
    """(m,) int64 the rectangle of each."""
    lower_bound: int
    """No such rectangles are fewer and draw no more cells."""
    proven_planes: int
    """Planes on which that is so for these."""


def cut_out_faces(faces: Faces, limit: int, price: int, progress: Progress = unheard) -> Cutout:
    """Show the faces of every plane by few rectangles.

    Parameters
    ----------
    faces : Faces
    limit : int
        As for `cover_faces`.
    price : int
        Cells that a rectangle saved may cost, taken down to a power of two; 0 gives what `cover_faces` gives, and
        `UNLIMITED` one rectangle for each plane. Rectangles never get more as it rises.
    progress : Progress, optional

    Returns
    -------
    Cutout
    """
    if price >= UNLIMITED:
        boxes, bound, proven = plane_boxes(faces), len(faces.planes), len(faces.planes)
    else:
        cover = cover_faces(faces, limit, part(progress, 0, 0.5))
        boxes = Boxes(cover.plane, cover.row, cover.row + cover.height, cover.column, cover.column + cover.width)
        bound, proven = cover.lower_bound, cover.proven_planes
        if price:
            boxes = _bought(faces, boxes, price, part(progress, 0.5, 0.9)).in_order()
            bound, proven = len(faces.planes), len(faces.planes)
            proven = int(np.count_nonzero(np.bincount(boxes.plane, minlength=proven) == 1))
    shown_in, shown_face = held_faces(faces, boxes)
    progress(0.95)
    clear_in, clear_row, clear_column = _clear_cells(faces, boxes)
    return Cutout(boxes, shown_face, shown_in, clear_row, clear_column, clear_in, bound, proven)


def _bought(faces: Faces, boxes: Boxes, price: int, progress: Progress) -> Boxes:
    """Merge at rising prices: what a low one merges, a higher one merges too."""
    steps = price.bit_length()
    for step in range(steps):
        progress(step / steps)
        boxes = tightened(faces, merged(boxes, 1 << step))
    return boxes


def _clear_cells(faces: Faces, boxes: Boxes) -> tuple[Ints, Ints, Ints]:
    """Rectangle, row and column of the cells of rectangles that are neither faces of their plane nor hidden."""
    held = np.bincount(held_faces(faces, boxes)[0], minlength=len(boxes))
    some = np.flatnonzero(held < boxes.area)
    line, row = concatenated_ranges(boxes.bottom[some], (boxes.top - boxes.bottom)[some])
    box = some[line]
    cell, column = concatenated_ranges(boxes.left[box], (boxes.right - boxes.left)[box])
    box, row = box[cell], row[cell]
    plane = boxes.plane[box]
    clear = ~_found(_places(faces, faces.plane, faces.row, faces.column), _places(faces, plane, row, column))
    box, row, column = box[clear], row[clear], column[clear]
    clear = ~_hidden(faces, boxes.plane[box], row, column)
    return box[clear], row[clear], column[clear]


def _hidden(faces: Faces, plane: Ints, row: Ints, column: Ints) -> npt.NDArray[np.bool_]:
    """Whether nothing can see places of opaque planes: the cell behind them is opaque, but has no face there."""
    planes = faces.planes
    hidden = ~planes.transparent[plane] & bits.at(faces.solid, *planes.cells(plane, row, column))
    side = planes.direction * faces.span + planes.coordinate
    every = np.sort(_places(faces, side[faces.plane], faces.row, faces.column))
    chosen = np.flatnonzero(hidden)
    hidden[chosen] = ~_found(every, _places(faces, side[plane[chosen]], row[chosen], column[chosen]))
    return hidden


def _places(faces: Faces, group: Ints, row: Ints, column: Ints) -> Ints:
    """A number for each place of a group, in the order of group, row and column."""
    places: Ints = (group * faces.span + row) * faces.span + column
    return places


def _found(places: Ints, wanted: Ints) -> npt.NDArray[np.bool_]:
    """Whether each wanted place is among others, which ascend."""
    found: npt.NDArray[np.bool_] = places[np.searchsorted(places, wanted).clip(max=len(places) - 1)] == wanted
    return found
