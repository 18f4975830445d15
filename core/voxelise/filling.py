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
    line = _line_of(lines.before, lattice, axis)
    order = np.lexsort((lines.before, line))
    line, cell, sign = line[order], lines.before[order], lines.sign[order]
    rows = grouped(line)
    inside_of = np.cumsum(sign)
    first = rows.first
    inside_of -= (inside_of[first] - sign[first])[rows.number] if len(first) else 0
    last = np.append(first[1:], len(line)) - 1
    total = inside_of[last][rows.number]
    vote = (np.minimum(inside_of, inside_of - total) > 0).astype(np.int8)
    vote -= np.maximum(inside_of, inside_of - total) <= 0
    before = np.full(len(rows), -1, np.int8)
    before[inside_of[last] < 0] = 0
    # Of several crossings before one cell only the last tells what comes.
    lasting = np.append(cell[1:] != cell[:-1], True) if len(cell) else np.zeros(0, bool)
    cell, vote, number = cell[lasting], vote[lasting], rows.number[lasting]
    previous = np.append(np.int8(0), vote[:-1])
    begins = np.append(True, number[1:] != number[:-1])[: len(number)]
    previous[begins] = before
    changes = np.zeros(lattice.size, np.int8)
    np.moveaxis(changes, axis, 0)[0] = -1
    flat = changes.reshape(-1)
    flat[rows.value] = before
    flat[cell] += vote - previous
    accumulated: Votes = np.add.accumulate(changes, axis=axis, dtype=np.int8, out=changes)
    return accumulated, int((inside_of[last] != 0).sum())


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
