"""Faces by their corners (L,) and the planes that they lie in (F,) in, the flat piece each belongs to, (F,), out."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..arrays import components, distinct

Ints = npt.NDArray[np.int64]


def charts_of(
    vertex: npt.NDArray[np.integer[Any]],
    start: npt.NDArray[np.integer[Any]],
    plane: npt.NDArray[np.integer[Any]],
    joins: npt.NDArray[np.bool_] | None = None,
) -> Ints:
    """Join faces of one plane that have an edge in common.

    Parameters
    ----------
    vertex : (L,) integers
        The corners of all faces, face by face.
    start : (F,) integers
        The first corner of each face, ascending.
    plane : (F,) integers
        Equal for faces that lie in one plane and look to the same side.
    joins : (L,) bool, optional
        Whether the edge from each corner to the next may join faces; by default all may.

    Returns
    -------
    (F,) int64
        The chart of each face, numbered from 0 in the order of their first faces.

    Notes
    -----
    Two faces are joined if no third one of their plane has the edge and they run along it in opposite directions, so
    that they lie on both sides of it.
    """
    faces = len(start)
    if not faces:
        return np.zeros(0, np.int64)
    length = np.diff(start, append=len(vertex)).astype(np.int64)
    face = np.repeat(np.arange(faces), length)
    following = np.arange(1, len(vertex) + 1)
    following[start.astype(np.int64) + length - 1] = start
    begin, end = vertex.astype(np.int64), vertex[following].astype(np.int64)
    low, high, of_plane = np.minimum(begin, end), np.maximum(begin, end), plane[face]
    order = np.lexsort((low, high, of_plane))
    low, high, of_plane = low[order], high[order], of_plane[order]
    new = np.ones(len(order), np.bool_)
    new[1:] = (low[1:] != low[:-1]) | (high[1:] != high[:-1]) | (of_plane[1:] != of_plane[:-1])
    first = np.flatnonzero(new)
    pair = first[np.diff(first, append=len(order)) == 2]
    one, other = order[pair], order[pair + 1]
    both = begin[one] != begin[other]
    if joins is not None:
        both &= joins[one] & joins[other]
    label = components(faces, face[one[both]], face[other[both]])
    return np.searchsorted(distinct(label), label).astype(np.int64)
