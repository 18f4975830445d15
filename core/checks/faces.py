"""Which faces of cells can be seen: (x, y, z) uint8 grid and what hides its faces in, faces seen and hidden out.

The opaque cells, with the sealed cavities that are removed, are one *body*; the transparent cells of each palette
index are another. Faces bound bodies. What lies before a hidden one is opaque: of the same grid or a blocked cell.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..directions import NORMAL
from .arrays import Bools, components, ranges, run_ends, run_starts

Bytes = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Faces:
    """Faces by their cells and directions."""

    cells: npt.NDArray[np.int32]
    """(n, 3) int32: the cell behind each face."""
    directions: Bytes
    """(n,) uint8."""

    def __len__(self) -> int:
        return len(self.directions)


@dataclass(frozen=True)
class Bodies:
    """Where the bodies of a grid are; arrays with a coat have one more cell on every side."""

    opaque: Bools
    """(x, y, z) bool."""
    solid: Bools
    """(x, y, z) bool with a coat: opaque cells and those of sealed cavities when these are removed."""
    clear: Bytes
    """(x, y, z) uint8 with a coat: palette indices of the transparent cells that are not inside `solid`, else 0."""
    wall: Bools
    """(x, y, z) bool with a coat: solid and blocked cells; no face towards them can be seen."""


def _ahead(shape: tuple[int, ...], step: npt.NDArray[np.int32]) -> tuple[slice, slice, slice]:
    """What of an array with a coat is a step from the cells of the grid."""
    x, y, z = (slice(1 + int(n), side + 1 + int(n)) for n, side in zip(step, shape, strict=True))
    return x, y, z


def bodies_of_grid(
    grid: Bytes, interior: str, look_through: Bools, blocked: npt.NDArray[np.integer[Any]] | None = None
) -> Bodies:
    """Tell opaque, sealed, transparent and blocked cells apart.

    Parameters
    ----------
    grid : (x, y, z) uint8
        Palette indices, 0 is empty.
    interior : {"remove", "keep"}
    look_through : (256,) bool
        Palette indices that one can look through; not 0.
    blocked : (m, 3) integer, optional
        Cells, in the grid or around it, that something else fills. They seal no cavity.

    Returns
    -------
    Bodies
    """
    see_through = look_through[grid]
    opaque = (grid != 0) & ~see_through
    solid = np.pad(opaque | sealed_cells(opaque) if interior == "remove" else opaque, 1)
    clear = np.pad(np.where(see_through, grid, 0).astype(np.uint8), 1)
    clear[solid] = 0
    wall = solid
    if blocked is not None:
        near = ((blocked >= -1) & (blocked <= np.array(grid.shape))).all(axis=1)
        wall = solid.copy()
        wall[tuple(blocked[near].astype(np.int64).T + 1)] = True
    return Bodies(opaque, solid, clear, wall)


def sealed_cells(filled: Bools) -> Bools:
    """Find the empty cells that no path of empty cells (6-neighbours) joins to the outside.

    Runs of air along z are joined with the runs they touch in the next columns. The grid gets a coat of air first,
    so runs may wrap from the end of a column to the start of the next: both are outside anyway.

    Parameters
    ----------
    filled : (x, y, z) bool

    Returns
    -------
    (x, y, z) bool
    """
    coated = np.pad(~filled, 1, constant_values=True)
    air = coated.reshape(-1)
    starts = run_starts(air)
    first, second = [], []
    for step in (coated.shape[1] * coated.shape[2], coated.shape[2]):
        shared = run_starts(air[step:] & air[:-step])
        first.append(np.searchsorted(starts, shared, side="right") - 1)
        second.append(np.searchsorted(starts, shared + step, side="right") - 1)
    label = components(len(starts), np.concatenate(first), np.concatenate(second))
    inside = label != 0
    lengths = run_ends(air) - starts
    sealed = np.zeros(air.shape, np.bool_)
    sealed[ranges(starts[inside], lengths[inside])] = True
    return sealed.reshape(coated.shape)[1:-1, 1:-1, 1:-1]


def seen_faces(bodies: Bodies) -> Faces:
    """List the faces that bound a body and can be seen.

    Parameters
    ----------
    bodies : Bodies

    Returns
    -------
    Faces
    """
    return _listed(bound & ~wall for bound, wall in _bounds(bodies))


def hidden_faces(bodies: Bodies) -> Faces:
    """List the faces that bound a body but for what is before them could be seen; all bodies' surfaces lack these.

    Parameters
    ----------
    bodies : Bodies

    Returns
    -------
    Faces
    """
    if bodies.wall is bodies.solid and not bodies.clear.any():
        return _listed(iter(()))
    return _listed(bound & wall for bound, wall in _bounds(bodies))


def _bounds(bodies: Bodies) -> Iterator[tuple[Bools, Bools]]:
    """For each direction: cells of a body with none of that body before them, and cells with a wall before them."""
    shape = bodies.opaque.shape
    own = bodies.clear[_ahead(shape, 0 * NORMAL[0])]
    transparent = bool(own.any())
    for normal in NORMAL:
        ahead = _ahead(shape, normal)
        bound = bodies.opaque & ~bodies.solid[ahead]
        if transparent:
            bound |= (own > 0) & (bodies.clear[ahead] != own)
        yield bound, bodies.wall[ahead]


def _listed(flags: Iterator[Bools]) -> Faces:
    """The cells that are set, (x, y, z) bool for each direction."""
    cells, directions = [np.zeros((0, 3), np.int32)], [np.zeros(0, np.uint8)]
    for direction, chosen in enumerate(flags):
        flat = np.flatnonzero(chosen)
        cells.append(np.stack(np.unravel_index(flat, chosen.shape), axis=1).astype(np.int32))
        directions.append(np.full(len(flat), direction, np.uint8))
    return Faces(np.concatenate(cells), np.concatenate(directions))
