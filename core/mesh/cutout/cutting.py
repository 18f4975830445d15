"""Faces shown by fewer rectangles than cover them: visible faces and a price in, rectangles with see-through cells out.

A rectangle's texture may be transparent where there is nothing to be seen, so any rectangle of a plane will do. What
it costs is area, drawn and stored; the price says how much of it a rectangle that is saved may cost.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ...progress import Progress, part, unheard
from ..cover import Covering, cover_faces
from ..exposure import Faces
from ..price import UNLIMITED
from .alike import alike_planes
from .bounds import fewest_boxes
from .boxes import Boxes, plane_boxes
from .buying import bought
from .sharing import clear_cells, shared_out

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Cutout:
    """Rectangles sorted by plane, row and column; what each shows, and where it is see-through."""

    boxes: Boxes
    shown_in: Ints
    """(F,) int64 the one rectangle that shows each face; each is the smallest one around its faces."""
    clear_row: Ints
    """(m,) int64 cells of rectangles where they have to be transparent: neither faces that they show nor hidden."""
    clear_column: Ints
    clear_in: Ints
    """(m,) int64 the rectangle of each."""
    lower_bound: int
    """No such rectangles are fewer and draw no more cells."""
    proven_planes: int
    """Planes on which these are as few as can be."""


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
    count = len(faces.planes)
    if price >= UNLIMITED:
        boxes, owner, bound, proven = plane_boxes(faces), faces.plane, count, count
    else:
        cover = cover_faces(faces, limit, part(progress, 0, 0.5))
        if price:
            alike = alike_planes(faces, np.bincount(cover.plane, minlength=count))
            some, number = alike.chosen(faces)
            shown = number[cover.shown_face] >= 0
            start = shared_out(some, _boxes(cover), cover.shown_in[shown], number[cover.shown_face[shown]])
            boxes, owner = alike.everywhere(*bought(some, *start, price, part(progress, 0.5, 0.9)))
            bound = fewest_boxes(faces, boxes)
            proven = int(np.count_nonzero(np.bincount(boxes.plane) == 1))
        else:
            boxes, owner = shared_out(faces, _boxes(cover), cover.shown_in, cover.shown_face)
            bound, proven = cover.lower_bound, cover.proven_planes
    boxes, number = boxes.in_order()
    owner = number[owner]
    progress(0.95)
    clear_in, clear_row, clear_column = clear_cells(faces, boxes, owner)
    return Cutout(boxes, owner, clear_row, clear_column, clear_in, bound, proven)


def _boxes(cover: Covering) -> Boxes:
    return Boxes(cover.plane, np.stack([cover.row, cover.column, cover.row + cover.height, cover.column + cover.width]))
