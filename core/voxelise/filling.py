"""Crossings of lines along three axes in, a vote of each cell's three lines on whether it is inside, bool, out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ..arrays import Groups, grouped
from .lattice import Lattice
from .scan import Crossings
from .winding import MAX_ANGLES, winding

Ints = npt.NDArray[np.int64]
Votes = npt.NDArray[np.int8]
Flags = npt.NDArray[np.bool_]

_ROUNDS = 64


def inside(crossed: Sequence[Crossings], places: Ints, lattice: Lattice) -> tuple[Flags, int]:
    """Decide which cells have their center inside a mesh.

    A line counts from both its ends how many surfaces it is inside of: those entered less those left. If both numbers
    are more than 0 it votes for inside, if none is for outside; else the mesh has a hole there, and it does not
    vote. Most votes of the three lines of a cell decide. If they are equal, it is inside if more than half of what
    can be seen from its center is the mesh's inside; if there are too many such cells for that, neighbors decide.

    Parameters
    ----------
    crossed : sequence of Crossings
        Along x, y, z.
    places : (t, 3, 3) int64
        The triangles, for what lines do not decide.
    lattice : Lattice

    Returns
    -------
    (x, y, z) bool
    int
        How many lines go through a hole: they are entered more or less often than left.
    """
    votes, through = np.zeros(lattice.size, np.int8), 0
    for axis, lines in enumerate(crossed):
        along, open_ = _votes(lines, lattice, axis)
        votes += along
        through += open_
    undecided = np.flatnonzero(votes == 0)
    if len(undecided) * len(places) <= MAX_ANGLES:
        centers = np.stack(np.unravel_index(undecided, lattice.size), axis=1) * lattice.steps + lattice.steps // 2
        around = winding(centers.astype(np.float64), places.astype(np.float64))
        votes.reshape(-1)[undecided] = np.where(around > 0.5, 1, -1)
    else:
        _settle(votes.reshape(-1), lattice)
    return votes > 0, through


def in_order(crossed: Sequence[Crossings], lattice: Lattice) -> bool:
    """Tell whether all lines leave as many surfaces as they enter, and none before it is entered.

    Then a mesh has no holes, and faces what it shall face; or it has neither inside nor outside.
    """
    return all(_in_order(lines, lattice, axis) for axis, lines in enumerate(crossed))


def _in_order(lines: Crossings, lattice: Lattice, axis: int) -> bool:
    if not len(lines.before):
        return True
    _cell, rows, inside_of, last = _along(lines, lattice, axis)
    # Of crossings before one cell none is known to be the first.
    return bool((inside_of[last] >= 0).all()) and not inside_of[np.append(rows.first[1:], len(inside_of)) - 1].any()


def _along(lines: Crossings, lattice: Lattice, axis: int) -> tuple[Ints, Groups[np.int64], Ints, Flags]:
    """Sort crossings along their lines.

    Returns
    -------
    cell : (n,) int64
    rows : Groups
        Which line each is on.
    inside_of : (n,) int64
        How many surfaces a line is inside of after each.
    last : (n,) bool
        Of several crossings before one cell only the last tells what comes.
    """
    line = _line_of(lines.before, lattice, axis)
    # Along a line, numbers of cells rise by its stride.
    stride = int(lattice.strides[axis])
    order = np.argsort(line * lattice.size[axis] + (lines.before - line) // stride, kind="stable")
    cell, sign, rows = lines.before[order], lines.sign[order], grouped(line[order])
    inside_of, first = np.cumsum(sign), rows.first
    inside_of -= (inside_of[first] - sign[first])[rows.number]
    return cell, rows, inside_of, np.append(cell[1:] != cell[:-1], True)


def _votes(lines: Crossings, lattice: Lattice, axis: int) -> tuple[Votes, int]:
    """Give the vote of each cell's line along an axis, 1 inside, -1 outside, 0 none, and how many go through holes."""
    changes = np.zeros(lattice.size, np.int8)
    np.moveaxis(changes, axis, 0)[0] = -1
    through = _mark_changes(changes.reshape(-1), lines, lattice, axis) if len(lines.before) else 0
    accumulated: Votes = np.add.accumulate(changes, axis=axis, dtype=np.int8, out=changes)
    return accumulated, through


def _mark_changes(changes: Votes, lines: Crossings, lattice: Lattice, axis: int) -> int:
    """Write where the votes of lines change, and count those that go through holes."""
    cell, rows, inside_of, last = _along(lines, lattice, axis)
    total = inside_of[np.append(rows.first[1:], len(cell)) - 1]
    from_end = inside_of - total[rows.number]
    vote = (np.minimum(inside_of, from_end) > 0).astype(np.int8)
    vote -= np.maximum(inside_of, from_end) <= 0
    before = np.where(total < 0, 0, -1).astype(np.int8)
    cell, vote, number = cell[last], vote[last], rows.number[last]
    begins = np.append(True, number[1:] != number[:-1])
    previous = np.where(begins, before[number], np.append(vote[:1], vote[:-1]))
    changes[rows.value] = before
    changes[cell] += vote - previous
    return int(np.count_nonzero(total))


def _line_of(cells: Ints, lattice: Lattice, axis: int) -> Ints:
    """The first cell of the line along an axis on which a cell lies."""
    stride = int(lattice.strides[axis])
    return cells - cells // stride % lattice.size[axis] * stride


def _settle(votes: Votes, lattice: Lattice) -> None:
    """Let neighbors decide where votes are equal; what they cannot decide is outside. Changes the votes."""
    open_ = np.flatnonzero(votes == 0)
    place = np.stack(np.unravel_index(open_, lattice.size))
    rim = (place == 0).any(axis=0) | (place == np.array(lattice.size)[:, None] - 1).any(axis=0)
    votes[open_[rim]] = -1
    open_ = open_[~rim]
    around = np.concatenate([lattice.strides, -lattice.strides])
    for _round in range(_ROUNDS):
        if not len(open_):
            break
        choice = np.sign(votes[open_[:, None] + around]).sum(axis=1, dtype=np.int8)
        votes[open_] = choice
        if not choice.any():
            break
        open_ = open_[choice == 0]
