"""Models of any size in, pieces of at most 256 cells a side, each with its corner and (n, 4) uint8 voxels, out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ...voxels.model import Cells, Model
from .encode import integers
from .records import LARGEST_SIDE

Ints = npt.NDArray[np.int64]

_BITS = LARGEST_SIDE.bit_length() - 1


@dataclass(frozen=True, eq=False, slots=True)
class Piece:
    """A part of a model that a file can hold."""

    number: int
    """In the file."""
    shift: Ints
    """(3,) int64 voxels: its pivot as seen from the pivot of the whole model."""


class Models:
    """Numbers the pieces of models; equal ones have one number.

    Parameters
    ----------
    distinct : bool
        Number equal ones apart, as in files that place nothing.
    """

    def __init__(self, *, distinct: bool = False) -> None:
        self._distinct = distinct
        self._number: dict[tuple[bytes, bytes], int] = {}
        self._pieces: dict[int, tuple[Piece, ...]] = {}
        self.contents: list[tuple[bytes, bytes]] = []
        """The contents of SIZE and XYZI of each."""

    def pieces(self, model: Model) -> tuple[Piece, ...]:
        """Number the pieces of a model.

        Parameters
        ----------
        model : Model
            Must live as long as this does.

        Returns
        -------
        tuple of Piece
            At least one.
        """
        if self._distinct or id(model) not in self._pieces:
            pivot = np.array(model.pivot, np.int64)
            self._pieces[id(model)] = tuple(
                Piece(self._add(size, voxels), corner + size // 2 - pivot) for corner, size, voxels in cut(model)
            )
        return self._pieces[id(model)]

    def nothing(self) -> int:
        """Give the number of a model without voxels."""
        return self._add(np.ones(3, np.int64), np.zeros((0, 4), np.uint8))

    def _add(self, size: Ints, voxels: npt.NDArray[np.uint8]) -> int:
        content = integers(*size.tolist()), integers(len(voxels)) + voxels.tobytes()
        if not self._distinct and content in self._number:
            return self._number[content]
        self._number[content] = len(self.contents)
        self.contents.append(content)
        return len(self.contents) - 1


def fits(models: Sequence[Model]) -> bool:
    """Tell whether a file can hold all models uncut.

    Parameters
    ----------
    models : sequence of Model

    Returns
    -------
    bool
    """
    return all(max(model.size) <= LARGEST_SIDE or not model.voxels for model in models)


def cut(model: Model) -> Iterator[tuple[Ints, Ints, npt.NDArray[np.uint8]]]:
    """Cut a model into pieces; one that fits, or has no voxels, is one piece.

    Of a larger one, what lies around its voxels is left out, and so are pieces without any.

    Parameters
    ----------
    model : Model

    Yields
    ------
    corner : (3,) int64
        Of the piece, in the model's cells.
    size : (3,) int64
        1 to 256.
    voxels : (n, 4) uint8
        x, y, z from the corner, and palette index, in lexicographic order.
    """
    size = np.array(model.size, np.int64)
    if size.max() <= LARGEST_SIDE or not model.voxels:
        yield np.zeros(3, np.int64), size.clip(1, LARGEST_SIDE), _rows(model.positions, model.indices)
        return
    low, high = model.box
    cells = model.positions - low
    block = cells >> _BITS
    # Stable, so that the cells of a block stay in order.
    order = np.lexsort(block.T[::-1])
    block = block[order]
    starts = np.flatnonzero(np.append(True, (block[1:] != block[:-1]).any(axis=1)))
    rows = _rows(cells[order] & (LARGEST_SIDE - 1), model.indices[order])
    for start, end in zip(starts, np.append(starts[1:], len(rows)), strict=True):
        corner = block[start] << _BITS
        yield low + corner, np.minimum(high - low - corner, LARGEST_SIDE), rows[start:end]


def _rows(positions: Cells, indices: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """(n, 4) uint8 x, y, z, index."""
    rows = np.empty((len(indices), 4), np.uint8)
    rows[:, :3], rows[:, 3] = positions, indices
    return rows
