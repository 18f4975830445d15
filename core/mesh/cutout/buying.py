"""Boxes that show all faces and a price in, fewer out: merged where that is cheap, and made smaller in between."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ...progress import Progress, unheard
from ..exposure import Faces
from .boxes import Boxes
from .lines import different_pairs, near_pairs, rows_and_columns
from .merging import merged
from .moving import moved

Ints = npt.NDArray[np.int64]

_NEAR_TO_MERGE = 2
_NEAR_TO_MOVE = 1
_WORK = 1 << 14
"""Boxes that may be looked at for another turn of moves."""
_TURNS = 4


def bought(faces: Faces, boxes: Boxes, owner: Ints, price: int, progress: Progress = unheard) -> tuple[Boxes, Ints]:
    """Save boxes, each for no more cells than the price.

    Parameters
    ----------
    faces : Faces
    boxes : Boxes
        Each the smallest around its faces.
    owner : (F,) int64
        The box of each face.
    price : int
        Cells that may be spent to save a box, 1 or more.
    progress : Progress, optional

    Returns
    -------
    boxes : Boxes
        The same is true of them.
    owner : (F,) int64

    Notes
    -----
    Prices rise by powers of two, and each begins with what the one before it made, so that a higher one never gives
    more boxes. At each second price parts of boxes are moved too. What the last price moves if it is none of these
    saves no box.
    """
    lines = rows_and_columns(faces)
    for step in range(price.bit_length()):
        progress(step / price.bit_length())
        last = step + 1 == price.bit_length()
        runs = lines[0].runs(owner), lines[1].runs(owner)
        boxes, number = merged(boxes, near_pairs(boxes, runs, _NEAR_TO_MERGE), 1 << step)
        owner = number[owner]
        if step % 2 and not last:
            continue
        runs = lines[0].runs(owner), lines[1].runs(owner)
        pairs = near_pairs(boxes, runs, _NEAR_TO_MOVE)
        for turn in range(min(max(_WORK // len(boxes), 1), _TURNS)):
            if turn:
                runs = lines[0].runs(owner), lines[1].runs(owner)
            before = boxes
            boxes, owner, number = moved(faces, boxes, owner, runs, pairs, 0 if step % 2 else 1 << step)
            one, other = (number[end] for end in pairs)
            kept = (one >= 0) & (other >= 0)
            boxes, again = merged(boxes, (one[kept], other[kept]), -1 if step % 2 else 1 << step)
            owner = again[owner]
            pairs = different_pairs(len(boxes), again[one[kept]], again[other[kept]])
            if np.array_equal(before.sides, boxes.sides):
                break
    return boxes, owner
