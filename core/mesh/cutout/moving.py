"""Boxes, their faces and which boxes are near in, smaller boxes out: what sticks out goes to boxes that have room.

A box is cut in two where most cells become free. One of the parts may go to a near box, if that grows by less than
the box shrinks; or both do, and the box is saved.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ...arrays import concatenated_ranges
from ..exposure import Faces
from .boxes import Boxes, area, around
from .lines import Pairs, Runs
from .merging import FAR, first_choices, ranked

Ints = npt.NDArray[np.int64]

_BIT = 32
_MOST = 1 << 30


@dataclass(frozen=True)
class Cuts:
    """Ways to cut boxes in two."""

    box: Ints
    """(n,) int64."""
    low: Ints
    """(4, n) int64 sides of the box around the faces below, or left of, the cut."""
    high: Ints
    """(4, n) int64 sides of that around the others."""
    is_row: npt.NDArray[np.bool_]
    """(n,) bool: the cut is along a row."""

    @property
    def place(self) -> Ints:
        """(n,) int64 first row or column of the high part."""
        return np.where(self.is_row, self.high[0], self.high[1])


@dataclass(frozen=True)
class _Moves:
    """Chosen cuts, and the box that gets each part."""

    cut: Ints
    to_low: Ints
    to_high: Ints


def moved(
    faces: Faces, boxes: Boxes, owner: Ints, runs: tuple[Runs, Runs], pairs: Pairs, price: int
) -> tuple[Boxes, Ints, Ints]:
    """Move parts of boxes to boxes near them, once for each box at most.

    Parameters
    ----------
    faces : Faces
    boxes : Boxes
        Each the smallest around its faces.
    owner : (F,) int64
        The box of each face.
    runs : (Runs, Runs)
        Of the faces along rows and columns.
    pairs : (n,) int64 and (n,) int64
        Boxes that are near each other.
    price : int
        Cells that may be spent to save a box; 0 saves none.

    Returns
    -------
    boxes : Boxes
        Not more; they have fewer cells, a saved box counting as many as the price says.
    owner : (F,) int64
    number : (number of boxes before,) int64
        What each has become, -1 if it is saved.
    """
    cuts = _best_cuts(boxes, runs, np.bincount(owner, minlength=len(boxes)))
    moves = _chosen(boxes, cuts, pairs, price)
    box = cuts.box[moves.cut]
    turn = np.full(len(boxes), -1)
    turn[box] = np.arange(len(box))
    face = np.flatnonzero(turn[owner] >= 0)
    move = turn[owner[face]]
    cut = moves.cut[move]
    is_low = np.where(cuts.is_row[cut], faces.row[face], faces.column[face]) < cuts.place[cut]
    owner = owner.copy()
    owner[face] = np.where(is_low, moves.to_low[move], moves.to_high[move])
    sides = boxes.sides.copy()
    for target, part in ((moves.to_low, cuts.low[:, moves.cut]), (moves.to_high, cuts.high[:, moves.cut])):
        stays = target == box
        sides[:, target] = np.where(stays, part, around(sides[:, target], part))
    left = np.ones(len(boxes), bool)
    left[box[(moves.to_low != box) & (moves.to_high != box)]] = False
    number = np.where(left, np.cumsum(left) - 1, -1)
    return Boxes(boxes.plane[left], sides[:, left]), number[owner], number


def _best_cuts(boxes: Boxes, runs: tuple[Runs, Runs], held: Ints) -> Cuts:
    """Of every box that has room, the row and the column that free most cells, if any do."""
    room = boxes.area > held
    cuts = [_cuts(boxes, each, room, is_row) for each, is_row in zip(runs, (True, False), strict=True)]
    return Cuts(
        np.concatenate([cut.box for cut in cuts]),
        np.concatenate([cut.low for cut in cuts], axis=1),
        np.concatenate([cut.high for cut in cuts], axis=1),
        np.concatenate([cut.is_row for cut in cuts]),
    )


def _cuts(boxes: Boxes, runs: Runs, chosen: npt.NDArray[np.bool_], is_row: bool) -> Cuts:
    """The best cut of each chosen box between two of its lines."""
    box, line, start, end = _extents(runs, chosen)
    # Numbers that fall or rise from box to box keep what is accumulated of one apart from the next.
    pitch = int(boxes.sides.max(initial=0)) + 1
    rising, falling = box * pitch, (len(boxes) - box) * pitch
    before = np.flatnonzero(box[1:] == box[:-1])
    after, of = before + 1, box[before]
    low_start = (np.minimum.accumulate(falling + start) - falling)[before]
    low_end = (np.maximum.accumulate(rising + end) - rising)[before]
    high_start = (np.minimum.accumulate((rising + start)[::-1])[::-1] - rising)[after]
    high_end = (np.maximum.accumulate((falling + end)[::-1])[::-1] - falling)[after]
    first, last = (boxes.bottom, boxes.top) if is_row else (boxes.left, boxes.right)
    low = np.stack([first[of], low_start, line[before] + 1, low_end])
    high = np.stack([line[after], high_start, last[of], high_end])
    freed = (last - first)[of] * _width(boxes, is_row)[of] - area(low) - area(high)
    begins = np.flatnonzero(np.diff(of, prepend=-1))
    if len(begins):
        most = np.maximum.reduceat((freed.clip(max=_MOST) << _BIT) + np.arange(len(of)), begins)
        best = most[most >> _BIT > 0] & (1 << _BIT) - 1
    else:
        best = begins
    turned = [0, 1, 2, 3] if is_row else [1, 0, 3, 2]
    return Cuts(of[best], low[turned][:, best], high[turned][:, best], np.full(len(best), is_row))


def _width(boxes: Boxes, is_row: bool) -> Ints:
    return boxes.right - boxes.left if is_row else boxes.top - boxes.bottom


def _extents(runs: Runs, chosen: npt.NDArray[np.bool_]) -> tuple[Ints, Ints, Ints, Ints]:
    """Box, line, first place and place after the last of the lines of the chosen boxes, sorted by box and line."""
    run = np.flatnonzero(chosen[runs.box])
    order = np.sort(runs.box[run] * len(run) + np.arange(len(run)))
    run = run[order % max(len(run), 1)]
    box, line = runs.box[run], runs.line[run]
    begins = np.ones(len(run), bool)
    begins[1:] = (box[1:] != box[:-1]) | (line[1:] != line[:-1])
    first = np.flatnonzero(begins)
    last = np.append(first, len(run))[1:] - 1
    return box[first], line[first], runs.start[run[first]], runs.end[run[last]]


def _chosen(boxes: Boxes, cuts: Cuts, pairs: Pairs, price: int) -> _Moves:
    """Moves that pay, none of which touches a box of another."""
    low_to, low_cost = _cheapest(boxes, cuts.box, cuts.low, pairs)
    high_to, high_cost = _cheapest(boxes, cuts.box, cuts.high, pairs)
    now = boxes.area[cuts.box]
    saves = np.where((low_to != high_to) & (price > 0), low_cost + high_cost - now - price, 0)
    cost = np.concatenate([low_cost + area(cuts.high) - now, area(cuts.low) + high_cost - now, saves])
    cut = np.tile(np.arange(len(cuts.box)), 3)
    to_low = np.concatenate([low_to, cuts.box, low_to])
    to_high = np.concatenate([cuts.box, high_to, high_to])
    pays = np.flatnonzero(cost < 0)
    cut, to_low, to_high = cut[pays], to_low[pays], to_high[pays]
    best = first_choices(len(boxes), ranked(cost[pays]), cuts.box[cut], to_low, to_high)
    return _Moves(cut[best], to_low[best], to_high[best])


def _cheapest(boxes: Boxes, box: Ints, part: Ints, pairs: Pairs) -> tuple[Ints, Ints]:
    """For parts of boxes, of all boxes near theirs the one that grows least to hold them, and by how much."""
    count = len(boxes)
    here, there = (np.concatenate([pairs[one], pairs[1 - one]]) for one in (0, 1))
    here, there = np.divmod(np.sort(here * count + there), count)
    first = np.searchsorted(here, np.arange(count + 1))
    owner, place = concatenated_ranges(first[box], np.diff(first)[box])
    target = there[place]
    sides = np.take(boxes.sides, target, axis=1)
    growth = area(around(sides, np.take(part, owner, axis=1))) - area(sides)
    to, cost = np.zeros(len(box), np.int64), np.full(len(box), FAR >> 2)
    begins = np.flatnonzero(np.diff(owner, prepend=-1))
    if len(begins):
        least = (growth.clip(max=_MOST) << _BIT) + np.arange(len(growth))
        best = np.minimum.reduceat(least, begins) & (1 << _BIT) - 1
        to[owner[begins]], cost[owner[begins]] = target[best], growth[best]
    return to, cost
