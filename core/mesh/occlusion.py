"""Ambient occlusion: visible faces and a volume in, how much of the sky each part of a face sees, (F, k, k) uint8, out.

docs/occlusion.md says what is computed, and how exact it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .. import directions
from . import bits
from .exposure import Faces
from .rays import RAYS, entered_cells

Ints = npt.NDArray[np.int64]

_CHUNK = 8
"""Cells of a column that are looked up at once."""
_MASK = np.uint64((1 << _CHUNK) - 1)
_SPAN = 128
"""More than columns, chunks or cells are apart."""
_WORDS = 1 << 18
"""Words that are worked on at once: they fit in a processor's cache."""
_FEWEST = 1 << 12
"""Faces that are worked on at once at least, so that making tables is little of it."""


def visible_shares(faces: Faces, blocked: bits.Words | None, parts: int, distance: int) -> npt.NDArray[np.uint8]:
    """Tell how much of the sky is seen from the middles of the parts of each face.

    Parameters
    ----------
    faces : Faces
    blocked : (x, y, w) uint64 or None
        Cells that something else fills.
    parts : int
        Along a side of a face.
    distance : int
        Cells, 1 to 31, within which opaque cells hide the sky.

    Returns
    -------
    (F, parts, parts) uint8
        By row, along v, and column, along u: 255 where nothing is hidden, 0 where all is.
    """
    shares = np.empty((len(faces), parts * parts), np.uint8)
    grid = _Grid(faces.solid if blocked is None else faces.solid | blocked, distance)
    direction = faces.planes.direction[faces.plane]
    first = np.searchsorted(direction, np.arange(7))
    batch = max(_FEWEST, _WORDS // (parts * parts * RAYS // 64))
    for number in np.flatnonzero(np.diff(first)).tolist():
        near = _near(number, parts, distance)
        for start in range(first[number], first[number + 1], batch):
            part = np.arange(start, min(start + batch, first[number + 1]))
            front = faces.cells(part) + directions.NORMAL[number][:, None]
            stopped = _stopped(grid.around(front), near, len(part))
            seen = RAYS - bits.counts(stopped.reshape(-1, RAYS // 64)).reshape(len(part), -1)
            shares[part] = (255 * seen + RAYS // 2) // RAYS
    return shares.reshape(-1, parts, parts)


class _Grid:
    """Cells with empty ones around, so that all that is near a face lies inside."""

    def __init__(self, solid: bits.Words, distance: int) -> None:
        self._distance = distance
        wide, rows, words = solid.shape
        margin = distance + 1
        self._shift = np.uint64(margin)
        room = np.zeros((wide + 2 * margin, rows + 2 * margin, words + 2), np.uint64)
        room[margin:-margin, margin:-margin, :-2] = solid << self._shift
        room[margin:-margin, margin:-margin, 1:-1] |= solid >> np.uint64(64 - margin)
        self._flat, self._steps = room.reshape(-1), np.array([room.shape[1] * room.shape[2], room.shape[2], 1])
        self._margin = margin

    def around(self, cells: Ints) -> _Around:
        """Look at the surroundings of cells, (3, n) int64."""
        x, y, z = cells + np.array([[self._margin], [self._margin], [self._margin - self._distance]])
        base = x * self._steps[0] + y * self._steps[1] + (z >> 6)
        return _Around(self._flat, self._steps, base, (z & 63).astype(np.uint64))


@dataclass(frozen=True)
class _Around:
    """The surroundings of some cells: 31 cells on both sides of one fit in a word."""

    flat: bits.Words
    steps: Ints
    base: Ints
    bit: npt.NDArray[np.uint64]

    def column(self, dx: int, dy: int) -> bits.Words:
        """(n,) uint64: the column of cells beside each cell, from `distance` below it on."""
        word = self.base + (dx * int(self.steps[0]) + dy * int(self.steps[1]))
        low = self.flat[word] >> self.bit
        # Two shifts, for one by 64 is not defined.
        view: bits.Words = low | (self.flat[word + 1] << np.uint64(1) << (np.uint64(63) - self.bit))
        return view


@dataclass(frozen=True)
class _Near:
    """The cells near a face, in columns, and these in chunks of `_CHUNK` cells."""

    column: list[tuple[int, int]]
    """Steps along x and y."""
    used: bits.Words
    """(columns,) uint64: the cells of a column's view that some ray enters."""
    chunk_column: list[int]
    """The column of each chunk."""
    shift: bits.Words
    """(chunks,) uint64: where in its column's view a chunk begins."""
    stopped: bits.Words
    """(chunks, _CHUNK, W) uint64: the rays that each cell stops."""

    def tables(self) -> Iterator[bits.Words]:
        """For each chunk the rays that any choice of its cells stops: (256, W) uint64."""
        words = self.stopped.shape[2]
        together = max(1, _WORDS // (words << _CHUNK))
        for start in range(0, len(self.stopped), together):
            cells = self.stopped[start : start + together]
            tables = np.zeros((len(cells), 1 << _CHUNK, words), np.uint64)
            for bit in range(_CHUNK):
                tables[:, 1 << bit : 2 << bit] = tables[:, : 1 << bit] | cells[:, bit : bit + 1]
            yield from tables


def _near(direction: int, parts: int, distance: int) -> _Near:
    """The cells near a face that looks in a direction."""
    cells = entered_cells(parts, distance)
    offset = np.empty_like(cells.offset)
    for axis, steps in enumerate((directions.U_AXIS, directions.V_AXIS, directions.AXIS)):
        offset[:, steps[direction]] = cells.offset[:, axis]
    offset[:, directions.AXIS[direction]] *= directions.SIGN[direction]
    order = np.lexsort(offset.T[::-1])
    x, y, z = offset[order].T
    z = z + distance
    column, first = _runs(x * _SPAN + y)
    chunk_in_column, place = np.divmod(z - z[first][column], _CHUNK)
    chunk, start = _runs(column * _SPAN + chunk_in_column)
    stopped = np.zeros((len(start), _CHUNK, cells.stopped.shape[1]), np.uint64)
    stopped[chunk, place] = cells.stopped[order]
    return _Near(
        column=list(zip(x[first].tolist(), y[first].tolist(), strict=True)),
        used=np.bitwise_or.reduceat(np.uint64(1) << z.astype(np.uint64), first),
        chunk_column=column[start].tolist(),
        shift=(z - place)[start].astype(np.uint64),
        stopped=stopped,
    )


def _runs(keys: Ints) -> tuple[Ints, Ints]:
    """Number runs of equal keys: the run of each (n,), and where each run begins."""
    begins = np.ones(len(keys), bool)
    begins[1:] = keys[1:] != keys[:-1]
    return np.cumsum(begins) - 1, np.flatnonzero(begins)


def _stopped(around: _Around, near: _Near, count: int) -> bits.Words:
    """(count, W) uint64: the rays that are stopped."""
    stopped = np.zeros((count, near.stopped.shape[2]), np.uint64)
    seen = -1
    for column, shift, table in zip(near.chunk_column, near.shift, near.tables(), strict=True):
        if column != seen:
            view = around.column(*near.column[column]) & near.used[column]
            some, seen = np.flatnonzero(view), column
            view = view[some]
        if len(some):
            stopped[some] |= table[(view >> shift & _MASK).astype(np.intp)]
    return stopped
