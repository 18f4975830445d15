"""Visible faces of a volume: filled cells as bits in, one entry per face out, sorted by plane, row and column."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from .. import directions
from ..arrays import grouped, order_of
from . import bits
from .blocks import Blocks
from .cavities import sealed_cavities
from .volume import Volume

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Planes:
    """Where faces can merge: one direction, one plane coordinate, one body and one merging key each; sorted by these.

    The opaque voxels are one body, the transparent ones of each palette index another.
    """

    direction: Ints
    """(K,) int64 into the table of `directions`."""
    coordinate: Ints
    """(K,) int64 lattice coordinate along the normal's axis."""
    body: npt.NDArray[np.uint8]
    """(K,) uint8: the palette index of transparent voxels, 0 for opaque ones."""
    key: Ints
    """(K,) int64."""
    uncut: Ints
    """(K,) int64: equal for planes that would be one if the volume were not parted into blocks."""

    @property
    def transparent(self) -> npt.NDArray[np.bool_]:
        """(K,) bool."""
        return self.body > 0

    @property
    def are_cut(self) -> bool:
        """Whether blocks part planes."""
        return bool((self.uncut[1:] == self.uncut[:-1]).any())

    def cells(self, plane: Ints, row: Ints, column: Ints) -> Ints:
        """The cells right behind places of planes: (3, n) int64 in the grid's axes."""
        direction = self.direction[plane]
        cells = np.empty((3, len(plane)), np.int64)
        each = np.arange(len(plane))
        cells[directions.AXIS[direction], each] = self.coordinate[plane] - (directions.SIGN[direction] > 0)
        cells[directions.U_AXIS[direction], each] = column
        cells[directions.V_AXIS[direction], each] = row
        return cells

    def cells_before(self, plane: Ints, row: Ints, column: Ints) -> Ints:
        """The cells right before places of planes, which may lie outside the grid: (3, n) int64 in its axes."""
        cells: Ints = self.cells(plane, row, column) + directions.NORMAL[self.direction[plane]].T
        return cells

    def __len__(self) -> int:
        return len(self.direction)


@dataclass(frozen=True)
class Faces:
    """All visible faces, sorted by (plane, row, column)."""

    planes: Planes
    plane: Ints
    """(F,) int64 into planes."""
    row: Ints
    """(F,) int64, the cell along the plane's v axis."""
    column: Ints
    """(F,) int64, the cell along the plane's u axis."""
    color: npt.NDArray[np.uint8]
    """(F,) uint8 palette index."""
    shell_voxels: int
    """Cells with at least one of these faces."""
    span: int
    """More than any lattice coordinate."""
    solid: bits.Words
    """(x, y, w) uint64: opaque cells, and sealed cavities if their faces are left out."""

    def __len__(self) -> int:
        return len(self.plane)

    def only(self, chosen: Ints) -> Faces:
        """The chosen faces, which ascend; the planes keep their numbers."""
        return replace(
            self,
            plane=self.plane[chosen],
            row=self.row[chosen],
            column=self.column[chosen],
            color=self.color[chosen],
        )

    def cells(self, chosen: Ints | npt.NDArray[np.bool_]) -> Ints:
        """The filled cells of the chosen faces: (3, n) int64 in the grid's axes."""
        return self.planes.cells(self.plane[chosen], self.row[chosen], self.column[chosen])


@dataclass(frozen=True)
class _Parts:
    """The cells that can have faces."""

    volume: Volume
    solid: bits.Words
    """Opaque cells, and sealed cavities if their faces are left out."""
    clear: bits.Words | None
    """Transparent cells outside sealed cavities; None if there are none."""
    shell: bits.Words
    """Cells with a face; filled while the faces are found."""


def visible_faces(
    volume: Volume, interior: str, key_of_color: Ints | None = None, blocks: Blocks | None = None
) -> Faces:
    """Find the faces between filled cells and what one can look through.

    An opaque cell has a face towards air and towards transparent cells, a transparent one towards air and towards
    transparent cells of another palette index; neither has one towards a cell that something else fills.

    Parameters
    ----------
    volume : Volume
    interior : {"remove", "keep"}
        ``remove`` leaves out the faces of sealed cavities: of air and transparent cells that opaque cells enclose.
    key_of_color : (256,) int64, optional
        The merging key of each palette index: only faces of one key and one body are ever merged, by default all of
        a body.
    blocks : Blocks, optional
        Only faces of cells of one block are ever merged.

    Returns
    -------
    Faces
    """
    parts = _parts(volume, interior)
    keys = keys_by_body(key_of_color, volume.transparent)
    span, count, parts_of_plane = max(volume.shape) + 1, int(keys.max()) + 1, 1 if blocks is None else blocks.count
    found = []
    for direction in range(6):
        cells = _exposed(parts, direction)
        coordinate = cells[directions.AXIS[direction]] + (directions.SIGN[direction] > 0)
        row, column = cells[directions.V_AXIS[direction]], cells[directions.U_AXIS[direction]]
        color = volume.colors(*cells)
        plane = (direction * span + coordinate) * count + keys[color]
        if blocks is None:
            order = order_of(((plane - direction * span * count) * span + row) * span + column)
        else:
            # Numbers of blocks would let one key for all of it become too large.
            plane = plane * parts_of_plane + blocks.of(cells)
            order = np.lexsort((column, row, plane))
        found.append([values[order] for values in (plane, row, column, color)])
    plane, row, column, color = (np.concatenate(values) for values in zip(*found, strict=True))
    first = np.ones(len(plane), np.bool_)
    first[1:] = plane[1:] > plane[:-1]
    whole = plane[first] // parts_of_plane
    place, key = np.divmod(whole, count)
    body = np.where(volume.transparent[color[first]], color[first], 0).astype(np.uint8)
    uncut = np.zeros(len(whole), np.int64)
    uncut[1:] = np.cumsum(whole[1:] > whole[:-1])
    planes = Planes(place // span, place % span, body, key, uncut)
    return Faces(planes, np.cumsum(first) - 1, row, column, color, bits.count(parts.shell), span, parts.solid)


def neighbours(words: bits.Words, direction: int) -> bits.Words:
    """Say for every cell whether the next cell in a direction is set.

    Parameters
    ----------
    words : (x, y, w) uint64
    direction : int
        Into the table of `directions`.

    Returns
    -------
    (x, y, w) uint64
    """
    axis, sign = directions.AXIS[direction], directions.SIGN[direction]
    if axis == 2:
        return bits.shifted_down(words) if sign > 0 else bits.shifted_up(words)
    near, far = [slice(None)] * 3, [slice(None)] * 3
    near[axis], far[axis] = (slice(None, -1), slice(1, None)) if sign > 0 else (slice(1, None), slice(None, -1))
    moved = np.zeros_like(words)
    moved[tuple(near)] = words[tuple(far)]
    return moved


def _parts(volume: Volume, interior: str) -> _Parts:
    solid, clear = volume.opaque, volume.clear
    sealed = sealed_cavities(solid, volume.shape[2]) if interior == "remove" else None
    if sealed is not None:
        solid = solid | sealed
        clear = None if clear is None else clear & ~sealed
    return _Parts(volume, solid, clear, np.zeros_like(solid))


def keys_by_body(key_of_color: Ints | None, transparent: npt.NDArray[np.bool_]) -> Ints:
    """Keys that differ where the given ones do; transparent colours have one each: (256,) int64."""
    keys = np.zeros(256, np.int64) if key_of_color is None else grouped(key_of_color).number
    own = int(keys.max()) + np.cumsum(transparent)
    return np.where(transparent, own, keys)


def _exposed(parts: _Parts, direction: int) -> tuple[Ints, Ints, Ints]:
    """Cells x, y, z that have a face in this direction; they are added to the shell."""
    blocked = neighbours(parts.solid, direction)
    if parts.volume.blocked is not None:
        blocked |= neighbours(parts.volume.blocked, direction)
    bare = None if parts.volume.open is None else parts.volume.open[direction]
    if bare is not None:
        blocked &= ~bare
    exposed = parts.solid & ~blocked
    parts.shell[...] |= exposed
    x, y, z = bits.positions(exposed)
    if parts.clear is None:
        return x, y, z
    cells = np.stack(bits.positions(parts.clear & ~blocked))
    ahead = cells + directions.NORMAL[direction][:, None]
    inside = ((ahead >= 0) & (ahead < np.array(parts.volume.shape)[:, None])).all(axis=0)
    beyond = np.zeros(cells.shape[1], np.uint8)
    beyond[inside] = parts.volume.colors(*ahead[:, inside])
    seen = beyond != parts.volume.colors(*cells)
    if bare is not None:
        seen |= (bare[cells[0], cells[1], cells[2] >> 6] >> (cells[2] & 63).astype(np.uint64) & np.uint64(1)) > 0
    cells = cells[:, seen]
    bit = np.uint64(1) << (cells[2] & 63).astype(np.uint64)
    np.bitwise_or.at(parts.shell, (cells[0], cells[1], cells[2] >> 6), bit)
    return np.concatenate([x, cells[0]]), np.concatenate([y, cells[1]]), np.concatenate([z, cells[2]])
