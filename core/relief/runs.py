"""Rows of equal numbers (h, w) in, the runs of which each row consists, at most 256 long, out, and back."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

LONGEST = 256
"""Cells of a run."""

Number = TypeVar("Number", bound=np.unsignedinteger[Any])


def runs_of_rows(rows: npt.NDArray[Number]) -> tuple[npt.NDArray[np.uint8], npt.NDArray[Number]]:
    """Take rows apart.

    Parameters
    ----------
    rows : (h, w) unsigned integers
        At least one.

    Returns
    -------
    lengths : (n,) uint8
        Cells of each run minus 1. No run reaches beyond its row.
    values : (n,)
        What is in it; of the same type.
    """
    width = rows.shape[1]
    flat = rows.reshape(-1)
    begins = np.ones(len(flat), np.bool_)
    begins[1:] = flat[1:] != flat[:-1]
    begins[::width] = True
    first = np.flatnonzero(begins)
    length = np.diff(first, append=len(flat))
    pieces = -(-length // LONGEST)
    owner = np.repeat(np.arange(len(first)), pieces)
    last = np.cumsum(pieces) - 1
    sizes = np.full(len(owner), LONGEST, np.int64)
    sizes[last] = length - (pieces - 1) * LONGEST
    return (sizes - 1).astype(np.uint8), flat[first[owner]]


def rows_of(
    lengths: npt.NDArray[np.uint8], values: npt.NDArray[Number], shape: tuple[int, int]
) -> npt.NDArray[Number] | None:
    """Put rows together.

    Parameters
    ----------
    lengths : (n,) uint8
        Cells of each run minus 1.
    values : (n,) unsigned integers
    shape : (int, int)
        Rows and columns.

    Returns
    -------
    (h, w) or None
        None if the runs do not fill these rows, each by itself. Memory is taken for that many cells only.
    """
    height, width = shape
    ends = np.cumsum(lengths.astype(np.int64) + 1)
    if not len(ends) or int(ends[-1]) != height * width:
        return None
    # Each row ends with a run: then none reaches beyond.
    if int((ends % width == 0).sum()) != height:
        return None
    rows: npt.NDArray[Number] = np.repeat(values, lengths.astype(np.int64) + 1).reshape(shape)
    return rows
