"""A field of cells and the box that an edit touched in; the field after it, and the faces it took and made, out."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from .. import directions
from ..arrays import components, distinct
from ..mesh import bits
from ..mesh.cavities import sealed_cavities
from ..mesh.exposure import visible_faces
from ..mesh.volume import volume_of_grid
from ..voxels.model import Model
from ..voxels.window import window_of
from .places import places_of_faces
from .workpiece import MAX_GRID, Field, field_of, opaque_index

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]

_AROUND = 3
"""Cells around those touched that are looked at: two in which air has to be connected, so that the edit is known to
part none, and one more that the outer ones of these look at. Fewer would do, but tell less often."""
_SPARE = 16
"""Cells by which a grid that has to grow grows further, so that the next edit finds room."""


@dataclass(frozen=True, eq=False)
class Change:
    """What an edit did to the visible faces."""

    field: Field
    """After it."""
    old: Ints
    """(n,) int64: the places, ascending, of the faces before it, of those cells whose faces it may change."""
    old_color: Bytes
    """(n,) uint8."""
    new: Ints
    """(m,) int64: the places of their faces after it."""
    new_color: Bytes
    """(m,) uint8."""
    shell: int
    """How many more cells have faces now."""


@dataclass(frozen=True, eq=False)
class Rules:
    """What tells which faces are visible."""

    transparent: Flags
    """(256,) bool."""
    keys: Ints
    """(256,) int64."""
    interior: str


def changed_faces(field: Field, model: Model, touched: Ints, rules: Rules) -> Change | None:
    """Find the faces that an edit takes and makes, from the cells near it alone.

    Parameters
    ----------
    field : Field
        Before the edit, in the lattice points of the model after it.
    model : Model
        After the edit.
    touched : (2, 3) int64
        Lowest and highest lattice point of the cells that it changed.
    rules : Rules

    Returns
    -------
    Change or None
        None where the edit opens or closes a cavity that reaches further, or the grid would become too large.
    """
    roomy = _with_room(field, touched, rules.transparent)
    if roomy is None:
        return None
    field = roomy
    box = touched + np.array([[-_AROUND], [_AROUND]])
    before = _read(field.grid, box - field.low)
    after = before.copy()
    inner = (slice(_AROUND, -_AROUND),) * 3
    after[inner] = window_of(model, touched).grid
    opaque = [(grid > 0) & ~rules.transparent[grid] for grid in (before, after)]
    sealed_before = _read_bits(field.sealed, before.shape, box - field.low)
    changed = _written(field, touched, after[inner], opaque[1][inner])
    sealed = np.zeros_like(sealed_before)
    if rules.interior == "remove":
        found = _with_cavities(field, changed, box - field.low, opaque, sealed_before)
        if found is None:
            return None
        changed = found
        sealed = _read_bits(changed.sealed, before.shape, box - field.low)
    old, old_color, old_shell = _faces(before, sealed_before, box[0], rules)
    new, new_color, new_shell = _faces(after, sealed, box[0], rules)
    return Change(changed, old, old_color, new, new_color, new_shell - old_shell)


def _faces(grid: Bytes, sealed: Flags, low: Ints, rules: Rules) -> tuple[Ints, Bytes, int]:
    """Places and colours of the visible faces of all cells but the outermost ones, and how many cells have some."""
    filled = np.where(sealed, np.uint8(opaque_index(rules.transparent)), grid)
    faces = visible_faces(volume_of_grid(filled, rules.transparent), "keep", rules.keys)
    cells = faces.cells(np.arange(len(faces)))
    inside = ((cells >= 1) & (cells < np.array(grid.shape)[:, None] - 1)).all(axis=0)
    place = places_of_faces(faces, low)[inside]
    order = np.argsort(place)
    shell = len(distinct(np.ravel_multi_index(tuple(cells[:, inside]), grid.shape)))
    return place[order], faces.color[inside][order], shell


def _sealed_nearby(opaque_before: Flags, opaque: Flags, sealed_before: Flags) -> Flags | None:
    """Which cells of a window are sealed after an edit inside it; None if the window does not tell.

    Air that reaches the window's border is there what it was, if pieces of air that were one piece in the window still
    are, so that every way through the window has one beside it, and if no piece joins sealed air with the outside.
    """
    air = ~opaque
    border = np.ones(air.shape, np.bool_)
    border[1:-1, 1:-1, 1:-1] = False
    label, label_before = _labels(air), _labels(~opaque_before & ~sealed_before)
    count = air.size
    reaches = [np.zeros(count, np.bool_) for _ in range(2)]
    for status, reached in enumerate(reaches):
        reached[label[border & air & (sealed_before == bool(status))]] = True
    outside, inside = reaches
    if (outside & inside).any():
        return None
    cells = border & air & ~sealed_before
    piece, now = label_before[cells], label[cells]
    first = np.full(count, count)
    np.minimum.at(first, piece, now)
    if (first[piece] != now).any():
        return None
    return air & ~outside[label]


def _labels(air: Flags) -> Ints:
    """Pieces of air: equal numbers below the number of cells for cells that steps through air join, (x, y, z)."""
    number = np.arange(air.size).reshape(air.shape)
    pairs = []
    for axis in range(3):
        low, high = [slice(None)] * 3, [slice(None)] * 3
        low[axis], high[axis] = slice(None, -1), slice(1, None)
        both = air[tuple(low)] & air[tuple(high)]
        pairs.append((number[tuple(low)][both], number[tuple(high)][both]))
    left, right = (np.concatenate(ends) for ends in zip(*pairs, strict=True))
    return components(air.size, left, right).reshape(air.shape)


def _with_cavities(
    before: Field, after: Field, window: Ints, opaque: list[Flags], sealed_before: Flags
) -> Field | None:
    """The field with its cavities; None if they change further away than next to what was touched."""
    inner = (slice(1, -1),) * 3
    near = _sealed_nearby(opaque[0][inner], opaque[1][inner], sealed_before[inner])
    if near is not None:
        sealed = sealed_before.copy()
        sealed[inner] = near
        return _with_sealed(after, sealed, window)
    words = sealed_cavities(after.opaque, after.grid.shape[2])
    none = np.zeros_like(after.opaque)
    differ = (none if before.sealed is None else before.sealed) ^ (none if words is None else words)
    cells = np.stack(bits.positions(differ), axis=1)
    if ((cells < window[0] + 2) | (cells >= window[1] - 2)).any():
        return None
    return replace(after, sealed=words)


def _with_sealed(field: Field, sealed: Flags, window: Ints) -> Field:
    """The field with other sealed cells in the window."""
    if field.sealed is None and not sealed.any():
        return field
    words = np.zeros_like(field.opaque) if field.sealed is None else field.sealed.copy()
    _write_bits(words, sealed, window, field.grid.shape)
    return replace(field, sealed=words if words.any() else None)


def _written(field: Field, touched: Ints, cells: Bytes, opaque: Flags) -> Field:
    """The field with other cells in the box that was touched, which lies in it."""
    grid, words = field.grid.copy(), field.opaque.copy()
    box = touched - field.low
    grid[tuple(slice(*ends) for ends in box.T)] = cells
    _write_bits(words, opaque, box, grid.shape)
    return replace(field, grid=grid, opaque=words)


def _with_room(field: Field, touched: Ints, transparent: Flags) -> Field | None:
    """The field with a grid that the box lies in; None if it would be too large."""
    ends = np.stack([field.low, field.low + field.grid.shape])
    wanted = np.stack([np.minimum(ends[0], touched[0]), np.maximum(ends[1], touched[1])])
    if np.array_equal(wanted, ends):
        return field
    wanted += np.where(wanted != ends, np.array([[-_SPARE], [_SPARE]]), 0)
    if np.diff(wanted, axis=0).prod() > MAX_GRID:
        return None
    around = np.stack([ends[0] - wanted[0], wanted[1] - ends[1]], axis=1)
    larger = field_of(np.pad(field.grid, around), wanted[0], transparent, "keep")
    if field.sealed is None:
        return larger
    sealed = np.zeros(larger.grid.shape, np.bool_)
    x, y, z = bits.positions(field.sealed)
    sealed[x + around[0, 0], y + around[1, 0], z + around[2, 0]] = True
    return replace(larger, sealed=bits.pack(sealed))


def _read(grid: Bytes, box: Ints) -> Bytes:
    """Cells of a box, which may reach beyond the grid."""
    found = np.zeros(tuple(box[1] - box[0]), grid.dtype)
    source, target = _overlap(grid.shape, box)
    found[target] = grid[source]
    return found


def _read_bits(words: bits.Words | None, shape: tuple[int, ...], box: Ints) -> Flags:
    """The same of bits."""
    found = np.zeros(shape, np.bool_)
    if words is None:
        return found
    source, target = _overlap((*words.shape[:2], 64 * words.shape[2]), box)
    columns = np.ascontiguousarray(words[source[:2]]).astype("<u8", copy=False).view(np.uint8)
    found[target] = np.unpackbits(columns, axis=2, bitorder="little")[:, :, source[2]] > 0
    return found


def _write_bits(words: bits.Words, flags: Flags, box: Ints, shape: tuple[int, ...]) -> None:
    """Put cells into a box of bits, as far as it lies in the grid."""
    source, target = _overlap(shape, box)
    columns = np.ascontiguousarray(words[source[:2]]).astype("<u8", copy=False).view(np.uint8)
    cells = np.unpackbits(columns, axis=2, bitorder="little") > 0
    cells[:, :, source[2]] = flags[target]
    words[source[:2]] = bits.pack(cells)


def _overlap(shape: tuple[int, ...], box: Ints) -> tuple[tuple[slice, ...], tuple[slice, ...]]:
    """Where a box overlaps a grid: there, and in the box."""
    low, high = np.maximum(box[0], 0), np.minimum(box[1], np.array(shape))
    high = np.maximum(low, high)
    source = tuple(slice(int(first), int(end)) for first, end in zip(low, high, strict=True))
    away = low - box[0]
    target = tuple(slice(int(at), int(at + end - first)) for at, first, end in zip(away, low, high, strict=True))
    return source, target


def moved_field(field: Field, away: Ints) -> Field:
    """The field of a model whose cells were moved by (3,) voxels."""
    return replace(field, low=field.low + away) if away.any() else field


def plane_ranges(touched: Ints) -> Ints:
    """The first and the last plane coordinate, (6, 2), of each direction at which an edit can change anything."""
    wide = touched + np.array([[-1], [1]])
    ranges: Ints = wide[:, directions.AXIS].T
    return ranges
