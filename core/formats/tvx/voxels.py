"""The voxels of a mesh in, the content of their chunk out, and back, checked."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from ...mesh.options import INTERIORS, MERGES
from ...voxels.model import Cells, Model
from ...voxels.runs import cells_of, runs_of
from .chunks import Budget, Chunk, Content, Key
from .records import TvxMesh, TvxVoxels

_HEAD = struct.Struct("<3I3i4B4x")
_OPAQUE = 1
_FAR = 1 << 30
_WIDTHS = (1, 2, 4)
_RUN, _CELL = 16, 4
"""Bytes that the budget counts for a run and for a voxel."""
_SMALL = 256
"""Cells along an axis that a byte numbers."""

Ints = npt.NDArray[np.int64]


def voxels_content(mesh: TvxMesh, number: int, *, opaque: bool) -> Content | None:
    """Write the voxels of one mesh.

    Parameters
    ----------
    mesh : TvxMesh
    number : int
    opaque : bool
        Transparent materials were taken for opaque ones.

    Returns
    -------
    Content or None
        None if it has no voxels.
    """
    if mesh.voxels is None:
        return None
    model = mesh.voxels.model
    others = _sorted(model.blocked)
    runs = [runs_of(model.positions), runs_of(others)]
    first = np.concatenate([cells for cells, _ in runs]).astype(np.int64)
    length = np.concatenate([lengths for _, lengths in runs]).astype(np.int64)
    origin = first.min(axis=0)
    columns = np.concatenate(((first - origin).T, length[None] - 1))
    width = next(width for width in _WIDTHS if int(columns.max()) < 1 << 8 * width)
    made = INTERIORS.index(mesh.voxels.interior), MERGES.index(mesh.voxels.merge)
    counts = len(runs[0][1]), len(runs[1][1]), int(length.sum())
    head = _HEAD.pack(*counts, *origin.tolist(), width, _OPAQUE if opaque else 0, *made)
    plain = head + columns.astype(f"<u{width}").tobytes() + model.indices.tobytes() + bytes(len(others))
    return Content(Key("VOXL", number), plain, weight=_RUN * (counts[0] + counts[1]) + _CELL * counts[2])


def _sorted(cells: Cells | None) -> Cells:
    """Different cells in lexicographic order."""
    if cells is None:
        return np.zeros((0, 3), np.int32)
    return np.unique(cells, axis=0)


def voxels_of(
    chunks: Mapping[Key, Chunk], sizes: Mapping[int, tuple[int, int, int]], budget: Budget
) -> tuple[dict[int, TvxVoxels], bool]:
    """Read the voxels of all meshes that have some.

    Parameters
    ----------
    chunks : mapping of Key to Chunk
    sizes : mapping of int to (int, int, int)
        Cells of each mesh.
    budget : Budget

    Returns
    -------
    voxels : dict of int to TvxVoxels
        By mesh.
    opaque : bool
        Whether transparent materials were taken for opaque ones.

    Raises
    ------
    FormatError
        If there are more voxels than so short a file can hold, or a chunk is wrong.
    """
    own = [chunk for key, chunk in chunks.items() if key.type == "VOXL"]
    used = 0
    for chunk in own:
        runs, others, cells, *_ = _head(chunk)
        used += _RUN * (runs + others) + _CELL * cells
        if used > budget.bytes:
            raise chunk.error(f"{cells:,} voxels are more than so short a file can hold", 8)
    found = {chunk.key.mesh: _voxels(chunk, sizes[chunk.key.mesh]) for chunk in own}
    return found, any(_head(chunk)[7] & _OPAQUE for chunk in own)


def _head(chunk: Chunk) -> tuple[Any, ...]:
    """Numbers of own and other runs, of cells, the origin, the width of numbers, flags, interior and merging."""
    if len(chunk.content) < _HEAD.size:
        raise chunk.error(f"it has {len(chunk.content):,} bytes, less than its head")
    head = _HEAD.unpack_from(chunk.content)
    own, others, cells, *_, width, _flags, _interior, _merge = head
    if width not in _WIDTHS:
        raise chunk.error("its numbers are of an unknown width", 24)
    if len(chunk.content) != _HEAD.size + 4 * width * (own + others) + cells:
        runs = f"{own + others:,} runs of {cells:,} voxels"
        raise chunk.error(f"its {len(chunk.content):,} bytes are not those of {runs}")
    return head


def _voxels(chunk: Chunk, size: tuple[int, int, int]) -> TvxVoxels:
    own, others, cells, *origin, width, _, interior, merge = _head(chunk)
    if own == 0:
        raise chunk.error("it has no voxels", 0)
    numbers = np.frombuffer(chunk.content, f"<u{width}", 4 * (own + others), _HEAD.size).reshape(4, -1)
    first = numbers[:3].T.astype(np.int64) + np.array(origin, np.int64)
    length = numbers[3].astype(np.int64) + 1
    if int(length.sum()) != cells:
        raise chunk.error(f"its runs do not have {cells:,} voxels", 8)
    indices = np.frombuffer(chunk.content, np.uint8, cells, len(chunk.content) - cells)
    voxels = int(length[:own].sum())
    if not indices[:voxels].all() or indices[voxels:].any():
        raise chunk.error("a voxel has no colour, or a hidden place has one")
    low, high = np.zeros(3, np.int64), np.array(size, np.int64)
    _check_runs(chunk, first[:own], length[:own], (low, high))
    _check_runs(chunk, first[own:], length[own:], (low - _FAR, low + _FAR))
    positions = cells_of(first[:own].astype(np.int32), length[:own].astype(np.int32))
    blocked = cells_of(first[own:].astype(np.int32), length[own:].astype(np.int32)) if others else None
    model = Model(size, narrow(positions, size), indices[:voxels], blocked)
    return TvxVoxels(model, INTERIORS[_known(interior, INTERIORS)], MERGES[_known(merge, MERGES)])


def narrow(positions: npt.NDArray[np.signedinteger[Any]], size: tuple[int, int, int]) -> Cells:
    """Store cells as a model of a size has them: in bytes where these are enough.

    Parameters
    ----------
    positions : (n, 3) int
    size : (int, int, int)

    Returns
    -------
    (n, 3) uint8 or int32
    """
    return positions.astype(np.uint8) if max(size) <= _SMALL else positions.astype(np.int32)


def _known(code: int, names: tuple[str, ...]) -> int:
    return code if code < len(names) else 0


def _check_runs(chunk: Chunk, first: Ints, length: Ints, box: tuple[Ints, Ints]) -> None:
    """Runs must lie in the box, in order, without overlaps."""
    low, high = box
    end = first + np.array([0, 0, 1]) * (length[:, None] - 1)
    if (first < low).any() or (end >= high).any():
        raise chunk.error("there are voxels beyond the size of the mesh")
    (x, y, z), (next_x, next_y, next_z) = end[:-1].T, first[1:].T
    after = (next_x > x) | ((next_x == x) & ((next_y > y) | ((next_y == y) & (next_z > z))))
    if not after.all():
        raise chunk.error("its runs are not in order, or overlap")
