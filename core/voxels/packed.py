"""A model with all that belongs to its look in, bytes that a mesh carries out, and back."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt

from ...core.errors import FormatError
from ...core.vox.classes import TRANSPARENT
from ...core.vox.records import VoxModel
from ...core.vox.shading import Shading

_VERSION = 2
_HEADER = struct.Struct("<B3iII")
"""Version, size along x, y, z, number of runs of the model and of the cells of others."""
_SHADING = tuple(field.name for field in fields(Shading))


@dataclass(frozen=True, eq=False)
class Voxels:
    """All that is needed to make a mesh of a model again."""

    model: VoxModel
    """Its positions may be of any integer type, and reach further than a file's models."""
    palette: npt.NDArray[np.uint8]
    """(256, 4) uint8 RGBA, sRGB."""
    material_class: npt.NDArray[np.int64]
    """(256,) int64, 0 to 255: the material class of each palette index."""
    shading: Shading
    blocked: npt.NDArray[np.integer] | None = None
    """(m, 3) integers: cells of other objects that hide faces of this one; None where no others count."""

    @property
    def transparent(self) -> npt.NDArray[np.bool_]:
        """(256,) bool: the palette indices that one can look through."""
        return self.material_class == TRANSPARENT

    @property
    def placed_freely(self) -> bool:
        """Whether the cells are not those of a model of a file, so that a dense grid of them might be too large."""
        return self.blocked is not None or self.model.positions.dtype != np.uint8


def pack_voxels(voxels: Voxels) -> bytes:
    """Compress a model: its runs along z (first cell and length), then its palette indices.

    Parameters
    ----------
    voxels : Voxels
        At least one voxel; cells in lexicographic order.

    Returns
    -------
    bytes
    """
    model, none = voxels.model, np.zeros((0, 3), np.int32)
    cells, lengths = _runs(model.positions)
    others, other_lengths = _runs(none if voxels.blocked is None else voxels.blocked)
    parts = (
        _HEADER.pack(_VERSION, *model.size, len(cells), len(others)),
        bytes([voxels.blocked is not None, model.positions.dtype == np.uint8]),
        voxels.palette.tobytes(),
        voxels.material_class.astype(np.uint8).tobytes(),
        *(getattr(voxels.shading, name).astype("<f4").tobytes() for name in _SHADING),
        *(part.astype("<i4").T.tobytes() for part in (cells, lengths, others, other_lengths)),
        model.indices.tobytes(),
    )
    return zlib.compress(b"".join(parts))


def unpack_voxels(data: bytes) -> Voxels:
    """Read what `pack_voxels` wrote.

    Parameters
    ----------
    data : bytes

    Returns
    -------
    Voxels

    Raises
    ------
    FormatError
        If the bytes are damaged or of another version.
    """
    try:
        content = zlib.decompress(data)
    except zlib.error as error:
        raise FormatError("the voxels that the mesh carries are damaged; import the file again") from error
    version, *size, runs, others = _HEADER.unpack_from(content)
    if version != _VERSION:
        raise FormatError("the mesh carries voxels of another version of Trivox; import the file again")
    values = np.frombuffer(content, np.uint8, offset=_HEADER.size)
    lengths = [2, 1024, 256, 4 * 256 * len(_SHADING), 12 * runs, 4 * runs, 12 * others, 4 * others]
    flags, palette, classes, rows, *numbers, indices = np.split(values, np.cumsum(lengths))
    cells, length, other_cells, other_length = (part.view("<i4").astype(np.int32) for part in numbers)
    positions = _cells(cells, length)
    return Voxels(
        model=VoxModel((size[0], size[1], size[2]), positions.astype(np.uint8) if flags[1] else positions, indices),
        palette=palette.reshape(256, 4),
        material_class=classes.astype(np.int64),
        shading=Shading(*rows.view("<f4").astype(np.float32).reshape(len(_SHADING), 256)),
        blocked=_cells(other_cells, other_length) if flags[0] else None,
    )


def _runs(positions: npt.NDArray[np.integer]) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """(n, 3) int32 and (n,) int32: the first cell and the length of each run of sorted cells along z."""
    if not len(positions):
        return np.zeros((0, 3), np.int32), np.zeros(0, np.int32)
    begins = np.ones(len(positions), np.bool_)
    x, y, z = positions.T
    begins[1:] = (x[1:] != x[:-1]) | (y[1:] != y[:-1]) | (z[1:].astype(np.int64) != z[:-1].astype(np.int64) + 1)
    first = np.flatnonzero(begins)
    return positions[first].astype(np.int32), np.diff(first, append=len(positions)).astype(np.int32)


def _cells(first: npt.NDArray[np.int32], length: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    """(n, 3) int32: the cells of runs; the first cells come as x of all, then y, then z."""
    positions = np.repeat(first.reshape(3, len(length)).T, length, axis=0)
    ends = np.cumsum(length)
    positions[:, 2] += (np.arange(len(positions)) - np.repeat(ends - length, length)).astype(np.int32)
    return positions
