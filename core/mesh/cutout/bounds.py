"""Boxes that show all faces in, a number of boxes out that no others, drawing no more cells, can fall below."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..exposure import Faces
from .boxes import Boxes, plane_boxes

Ints = npt.NDArray[np.int64]


def fewest_boxes(faces: Faces, boxes: Boxes) -> int:
    """Bound the number of boxes from below.

    Parameters
    ----------
    faces : Faces
    boxes : Boxes
        Every face is in one of them.

    Returns
    -------
    int
        No boxes that hold every face and have no more cells in all are fewer than this.

    Notes
    -----
    A plane has one box, with all cells of the box around its faces, or two at least, with a cell for each face. So for
    any price of a box, boxes and cells of a plane cost at least the cheaper of both; what that is beyond the cells that
    there are, over all planes, the boxes have to cost (Lagrangian relaxation). One box a plane there is in any case.
    """
    whole, shown = plane_boxes(faces).area, np.bincount(faces.plane, minlength=len(faces.planes))
    cells = int(boxes.area.sum())
    bound = len(faces.planes)
    for step in range(int(whole.max(initial=1)).bit_length()):
        price = 1 << step
        least = int(np.minimum(price + whole, 2 * price + shown).sum())
        bound = max(bound, -((cells - least) // price))
    return bound
