"""Crossings of lines along three axes in, a vote of each cell's three lines on whether it is inside, bool, out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ..arrays import grouped
from .lattice import Lattice
from .scan import Crossings

Ints = npt.NDArray[np.int64]
Votes = npt.NDArray[np.int8]
Flags = npt.NDArray[np.bool_]

_ROUNDS = 64


def inside(crossed: Sequence[Crossings], lattice: Lattice) -> tuple[Flags, int]:
    """Decide which cells have their center inside a mesh.

    A line counts from both its ends how many surfaces it is inside of: those entered less those left. If both numbers
    are more than 0 it votes for inside, if none is for outside; else the mesh has a hole there, and it does not
    vote. Most votes of the three lines of a cell decide; if they are equal, the neighbors.

    Parameters
    ----------
    crossed : sequence of Crossings
        Along x, y, z.
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
    _settle(votes.reshape(-1), lattice)
    return votes > 0, through


def _votes(lines: Crossings, lattice: Lattice, axis: int) -> tuple[Votes, int]:
    """Give the vote of each cell's line along an axis, 1 inside, -1 outside, 0 none, and how many go through holes."""
    changes = np.zeros(lattice.size, np.int8)
    np.moveaxis(changes, axis, 0)[0] = -1
    through = _mark_changes(changes.reshape(-1), lines, lattice, axis) if len(lines.before) else 0
    accumulated: Votes = np.add.accumulate(changes, axis=axis, dtype=np.int8, out=changes)
    return accumulated, through


def _mark_changes(changes: Votes, lines: Crossings, lattice: Lattice, axis: int) -> int:
    """Write where the votes of lines change, and count those that go through holes."""
    line = _line_of(lines.before, lattice, axis)
    # Along a line, numbers of cells rise by its stride.
    stride = int(lattice.strides[axis])
    order = np.argsort(line * lattice.size[axis] + (lines.before - line) // stride, kind="stable")
    line, cell, sign = line[order], lines.before[order], lines.sign[order]
    rows = grouped(line)
    inside_of, first = np.cumsum(sign), rows.first
    inside_of -= (inside_of[first] - sign[first])[rows.number]
    total = inside_of[np.append(first[1:], len(line)) - 1]
    from_end = inside_of - total[rows.number]
    vote = (np.minimum(inside_of, from_end) > 0).astype(np.int8)
    vote -= np.maximum(inside_of, from_end) <= 0
    before = np.where(total < 0, 0, -1).astype(np.int8)
    # Of several crossings before one cell only the last tells what comes.
    lasting = np.append(cell[1:] != cell[:-1], True)
    cell, vote, number = cell[lasting], vote[lasting], rows.number[lasting]
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
