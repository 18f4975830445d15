"""Boxes, their faces and which boxes are near in, smaller boxes out: what sticks out goes to boxes that have room.

A box is cut in two where most cells become free. One of the parts may go to a near box, if that grows by less than
the box shrinks; or both do, and the box is saved.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ...arrays import concatenated_ranges
from ...texture.ragged import batches
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


@dataclass(frozen=True)
class _Receivers:
    """What would get one part of each cut."""

    box: Ints
    """(n,) int64."""
    cost: Ints
    """(n,) int64 cells by which it would grow, more than any box has if there is none."""


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
    low, high = _receivers(boxes, cuts, pairs)
    now = boxes.area[cuts.box]
    saves = np.where((low.box != high.box) & (price > 0), low.cost + high.cost - now - price, 0)
    cost = np.concatenate([low.cost + area(cuts.high) - now, area(cuts.low) + high.cost - now, saves])
    cut = np.tile(np.arange(len(cuts.box)), 3)
    to_low = np.concatenate([low.box, cuts.box, low.box])
    to_high = np.concatenate([cuts.box, high.box, high.box])
    pays = np.flatnonzero(cost < 0)
    cut, to_low, to_high = cut[pays], to_low[pays], to_high[pays]
    best = first_choices(len(boxes), ranked(cost[pays]), cuts.box[cut], to_low, to_high)
    return _Moves(cut[best], to_low[best], to_high[best])


def _receivers(boxes: Boxes, cuts: Cuts, pairs: Pairs) -> tuple[_Receivers, _Receivers]:
    """Of all boxes near that of each cut the ones that grow least to hold its low part, and its high part."""
    count = len(boxes)
    here, there = np.concatenate(pairs), np.concatenate(pairs[::-1])
    here, there = np.divmod(np.sort(here * count + there), count)
    degree = np.bincount(here, minlength=count)
    first, number = (np.cumsum(degree) - degree)[cuts.box], degree[cuts.box]
    best: tuple[list[Ints], list[Ints]] = ([], [])
    for some in batches(number):
        cut, place = concatenated_ranges(first[some], number[some])
        to = np.take(there, place)
        sides = [np.take(side, to) for side in boxes.sides]
        begins = np.flatnonzero(np.diff(cut, prepend=-1))
        for part, found in zip((cuts.low[:, some], cuts.high[:, some]), best, strict=True):
            grown = _grown(sides, [np.take(side, cut) for side in part])
            least = np.minimum.reduceat((grown.clip(max=_MOST) << _BIT) + to, begins) if len(begins) else begins
            found.append(least & (1 << _BIT) - 1)
    near = np.flatnonzero(number)
    return _received(boxes, cuts.low, near, best[0]), _received(boxes, cuts.high, near, best[1])


def _grown(sides: list[Ints], part: list[Ints]) -> Ints:
    """Cells by which boxes grow to hold parts of others."""
    height, width = sides[2] - sides[0], sides[3] - sides[1]
    height *= width
    tall = np.maximum(sides[2], part[2])
    tall -= np.minimum(sides[0], part[0])
    wide = np.maximum(sides[3], part[3])
    wide -= np.minimum(sides[1], part[1])
    tall *= wide
    tall -= height
    return tall


def _received(boxes: Boxes, part: Ints, near: Ints, best: list[Ints]) -> _Receivers:
    to, cost = np.zeros(part.shape[1], np.int64), np.full(part.shape[1], FAR >> 2)
    to[near] = np.concatenate(best)
    sides = boxes.sides[:, to[near]]
    cost[near] = area(around(sides, part[:, near])) - area(sides)
    return _Receivers(to, cost)
