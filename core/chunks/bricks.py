"""Filled cells in, (n, 3) integers with a palette index each; dense bricks of a lattice out, and what is around one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ..errors import LimitError
from ..mesh import bits
from ..mesh.mesh import Mesh
from ..mesh.options import MeshOptions
from ..mesh.own import Box
from ..mesh.volume import volume_of_grid
from ..pipeline import build_block
from ..texture import Layout
from ..voxels.look import Look
from .halving import Brick

Bytes = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]
Key = tuple[int, int, int]
Bricks = Mapping[Key, Brick]
"""By place in the lattice: the brick (i, j, k) begins at the cell (i s, j s, k s). Empty ones are left out."""

_TO = slice(0, 1), slice(1, -1), slice(-1, None)
_OF = slice(-1, None), slice(None), slice(0, 1)
"""Places around a brick along an axis, and where they are in the bricks there."""

MOST_BYTES = 1 << 31
"""Of all bricks: a byte a cell."""


@dataclass(frozen=True, eq=False)
class Around:
    """All that the mesh of a chunk depends on."""

    ring: Bytes
    """(s + 2, s + 2, s + 2) uint8: its cells and one more on each side."""
    bare: tuple[bits.Words, ...] | None
    """For each direction (s + 2, s + 2, w) uint64: cells with a face there whatever is before it."""

    def mesh(self, options: MeshOptions, look: Look, layout: Layout | None = None) -> Mesh:
        """Mesh the chunk, on lattice points counted from its low corner."""
        volume = replace(volume_of_grid(self.ring, look.transparent), open=self.bare)
        one = np.ones(3, np.int64)
        return build_block(volume, Box(one, (len(self.ring) - 1) * one), options, look, layout=layout)


def bricks_of(positions: Ints, indices: Bytes, size: int) -> Iterator[tuple[Key, Bytes]]:
    """Sort cells into bricks.

    Parameters
    ----------
    positions : (n, 3) int64
        Cells of the world, distinct.
    indices : (n,) uint8
    size : int
        Cells along a side.

    Yields
    ------
    key : (int, int, int)
    cells : (s, s, s) uint8

    Raises
    ------
    LimitError
        If they take more than `MOST_BYTES`.
    """
    if not len(positions):
        return
    places, inside = np.divmod(positions, size)
    low = places.min(axis=0)
    _, y, z = (places.max(axis=0) - low + 1).tolist()
    number = ((places - low) @ np.array([y * z, z, 1], np.int64)).astype(np.int64)
    order = np.argsort(number, kind="stable")
    ends = np.flatnonzero(np.diff(number[order], append=-1)) + 1
    if len(ends) * size**3 > MOST_BYTES:
        raise LimitError(
            f"the voxels lie in {len(ends):,} chunks of {size} x {size} x {size} cells, too many; choose smaller chunks"
        )
    for rows in np.split(order, ends[:-1]):
        cells = np.zeros((size, size, size), np.uint8)
        cells[tuple(inside[rows].T)] = indices[rows]
        i, j, k = places[rows[0]].tolist()
        yield (i, j, k), cells


def surrounded(bricks: Bricks, key: Key, size: int) -> Bytes:
    """A brick and the cells around it.

    Parameters
    ----------
    bricks : mapping
    key : (int, int, int)
    size : int

    Returns
    -------
    (s + 2, s + 2, s + 2) uint8
    """
    ring = np.zeros((size + 2,) * 3, np.uint8)
    for x, y, z in np.ndindex(3, 3, 3):
        brick = bricks.get((key[0] + x - 1, key[1] + y - 1, key[2] + z - 1))
        if brick is not None:
            ring[_TO[x], _TO[y], _TO[z]] = brick.cells[_OF[x], _OF[y], _OF[z]]
    return ring


def bare_faces(bricks: Bricks, key: Key, ring: Bytes, transparent: Flags) -> tuple[bits.Words, ...]:
    """Faces of cells at the sides of bricks that a finer neighbour might not hide.

    Parameters
    ----------
    bricks : mapping
    key : (int, int, int)
    ring : (s + 2, s + 2, s + 2) uint8
        As `surrounded` gives it.
    transparent : (256,) bool

    Returns
    -------
    six of (s + 2, s + 2, w) uint64
        For each direction.
    """
    size = len(ring) - 2
    bare = [np.zeros(ring.shape, np.bool_) for _ in range(6)]
    for axis in range(3):
        for seam, place in enumerate((0, size)):
            # Two layers of cells face each other: the last of one row of bricks, and the first of the next.
            for step in (0, 1):
                layer = [slice(None)] * 3
                layer[axis] = slice(place + step, place + step + 1)
                own = ring[tuple(layer)]
                cover = np.expand_dims(_covers(bricks, key, axis, (seam - step, step), size), axis)
                hidden = (cover != 0) & (~transparent[cover] | (cover == own))
                bare[2 * axis + step][tuple(layer)] = (own != 0) & ~hidden
    return tuple(bits.pack(each) for each in bare)


def _covers(bricks: Bricks, key: Key, axis: int, side: tuple[int, int], size: int) -> Bytes:
    """(s + 2, s + 2) uint8: what sides cover: (row of bricks along the axis as seen from the key, low 0 or high 1)."""
    row, end = side
    covers = np.zeros((size + 2,) * 2, np.uint8)
    for u, v in np.ndindex(3, 3):
        place = [u - 1, v - 1]
        place.insert(axis, row)
        brick = bricks.get((key[0] + place[0], key[1] + place[1], key[2] + place[2]))
        if brick is not None:
            covers[_TO[u], _TO[v]] = brick.covers[2 * axis + end][_OF[u], _OF[v]]
    return covers


def around(bricks: Bricks, key: Key, size: int, transparent: Flags, *, coarse: bool) -> Around | None:
    """What a chunk is meshed of.

    Parameters
    ----------
    bricks : mapping
    key : (int, int, int)
    size : int
    transparent : (256,) bool
    coarse : bool
        Keep faces at its sides that a finer neighbour might not hide.

    Returns
    -------
    Around or None
        None where all cells are alike, so that there is nothing to see but, perhaps, bare faces.
    """
    ring = surrounded(bricks, key, size)
    bare = bare_faces(bricks, key, ring, transparent) if coarse else None
    if (ring == ring[0, 0, 0]).all() and not (bare and any(words.any() for words in bare)):
        return None
    return Around(ring, bare)
