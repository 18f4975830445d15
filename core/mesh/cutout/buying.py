"""Boxes that show all faces and a price in, fewer out: merged where that is cheap, and made smaller in between."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ...progress import Progress, unheard
from ..exposure import Faces
from .boxes import Boxes
from .lines import Pairs, near_pairs, renamed, rows_and_columns
from .merging import merged
from .moving import moved

Ints = npt.NDArray[np.int64]

_NEAR = 2
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
    pairs = np.zeros(0, np.int64), np.zeros(0, np.int64)
    for step in range(price.bit_length()):
        progress(step / price.bit_length())
        moves = step % 2 == 0
        runs = lines[0].runs(owner), lines[1].runs(owner)
        if moves:
            pairs = near_pairs(boxes, runs, _NEAR)
        boxes, owner, pairs = _merged(boxes, owner, pairs, 1 << step)
        if not moves and step + 1 < price.bit_length():
            continue
        for _ in range(min(max(_WORK // len(boxes), 1), _TURNS)):
            runs = lines[0].runs(owner), lines[1].runs(owner)
            before = boxes
            boxes, owner, number = moved(faces, boxes, owner, runs, pairs, moves << step)
            pairs = renamed(number, pairs)
            if moves:
                boxes, owner, pairs = _merged(boxes, owner, pairs, 1 << step)
            if np.array_equal(before.sides, boxes.sides):
                break
    return boxes, owner


def _merged(boxes: Boxes, owner: Ints, pairs: Pairs, price: int) -> tuple[Boxes, Ints, Pairs]:
    boxes, number = merged(boxes, pairs, price)
    return boxes, number[owner], renamed(number, pairs)
