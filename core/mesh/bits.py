"""A voxel grid as bits: (x, y, z) cells in, (x, y, words) uint64 out with bit i of word w for the cell z = 64 w + i."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..arrays import BITS_SET, split

Words = npt.NDArray[np.uint64]
Cells = npt.NDArray[np.int64]

_ONE = np.uint64(1)
_TOP = np.uint64(63)


def pack(filled: npt.NDArray[np.bool_]) -> Words:
    """Pack cells along z, 64 to a word.

    Parameters
    ----------
    filled : (x, y, z) bool

    Returns
    -------
    (x, y, ceil(z / 64)) uint64
    """
    x, y, z = filled.shape
    packed = np.zeros((x, y, -(-z // 64) * 8), np.uint8)
    packed[:, :, : -(-z // 8)] = np.packbits(filled, axis=2, bitorder="little")
    return packed.view("<u8").astype(np.uint64, copy=False)


def shifted_up(words: Words) -> Words:
    """Move every cell one step along +z; what leaves the last word is lost."""
    moved = words << _ONE
    moved[:, :, 1:] |= words[:, :, :-1] >> _TOP
    return moved


def shifted_down(words: Words) -> Words:
    """Move every cell one step along -z; what leaves the first word is lost."""
    moved = words >> _ONE
    moved[:, :, :-1] |= words[:, :, 1:] << _TOP
    return moved


def count(words: Words) -> int:
    """Count the bits that are set."""
    return int(BITS_SET[np.ascontiguousarray(words).view(np.uint8)].sum(dtype=np.int64))


def counts(words: Words) -> Cells:
    """Count the bits that are set in each row, (n, w) uint64: (n,) int64."""
    octets = BITS_SET[np.ascontiguousarray(words).view(np.uint8)]
    total: Cells = octets.sum(axis=-1, dtype=np.int64)
    return total


def positions(words: Words) -> tuple[Cells, Cells, Cells]:
    """List the cells whose bits are set.

    Parameters
    ----------
    words : (x, y, w) uint64

    Returns
    -------
    x, y, z : (n,) int64
        In lexicographic order.
    """
    _, rows, width = words.shape
    flat = np.ascontiguousarray(words).reshape(-1)
    used = np.flatnonzero(flat)
    octets = flat[used].astype("<u8", copy=False).view(np.uint8)
    some = np.flatnonzero(octets != 0)
    bit = np.flatnonzero(np.unpackbits(octets[some], bitorder="little"))
    column, in_column = split((used[some >> 3] << 6) + (some << 3 & 63), width << 6)
    x, y = split(column, rows)
    octet = bit >> 3
    return x[octet], y[octet], in_column[octet] + (bit & 7)


def at(words: Words, x: Cells, y: Cells, z: Cells) -> npt.NDArray[np.bool_]:
    """Whether the bits of cells are set.

    Parameters
    ----------
    words : (x, y, w) uint64
    x, y, z : (n,) int64
        Inside.

    Returns
    -------
    (n,) bool
    """
    found: npt.NDArray[np.bool_] = words[x, y, z >> 6] >> (z & 63).astype(np.uint64) & _ONE > 0
    return found
