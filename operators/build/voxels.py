"""A model with its palette and material classes in, bytes that a mesh carries out, and back."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ...core.errors import FormatError
from ...core.vox.records import VoxModel

_VERSION = 1
_HEADER = struct.Struct("<B3iI")
"""Version, size along x, y, z, number of runs."""


@dataclass(frozen=True, eq=False)
class Voxels:
    """All that is needed to make a mesh of a model again."""

    model: VoxModel
    palette: npt.NDArray[np.uint8]
    """(256, 4) uint8 RGBA, sRGB."""
    material_class: npt.NDArray[np.int64]
    """(256,) int64, 0 to 255: the material class of each palette index."""

    @property
    def grid(self) -> npt.NDArray[np.uint8]:
        """The dense grid (x, y, z) uint8 of palette indices, no larger than the voxels' extent."""
        positions = self.model.positions - self.model.positions.min(axis=0)
        grid = np.zeros(positions.max(axis=0).astype(np.int64) + 1, np.uint8)
        grid[tuple(positions.T)] = self.model.indices
        return grid


def pack_voxels(voxels: Voxels) -> bytes:
    """Compress a model: its runs along z (first cell and length), then its palette indices.

    Parameters
    ----------
    voxels : Voxels
        At least one voxel.

    Returns
    -------
    bytes
    """
    model = voxels.model
    x, y, z = model.positions.T.astype(np.int64)
    first = np.flatnonzero(np.diff((x * 256 + y) * 257 + z, prepend=-2) != 1)
    length = np.diff(first, append=len(x))
    parts = (
        _HEADER.pack(_VERSION, *model.size, len(first)),
        voxels.palette.tobytes(),
        voxels.material_class.astype(np.uint8).tobytes(),
        model.positions[first].T.tobytes(),
        (length - 1).astype(np.uint8).tobytes(),
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
        If the bytes are damaged or of a later version.
    """
    try:
        content = zlib.decompress(data)
    except zlib.error as error:
        raise FormatError("the voxels that the mesh carries are damaged; import the file again") from error
    version, *size, runs = _HEADER.unpack_from(content)
    if version != _VERSION:
        raise FormatError("the mesh carries voxels of a later version of Trivox; update Trivox")
    values = np.frombuffer(content, np.uint8, offset=_HEADER.size)
    palette, classes, cells, lengths, indices = np.split(values, np.cumsum([1024, 256, 3 * runs, runs]))
    length = lengths.astype(np.int64) + 1
    positions = np.repeat(cells.reshape(3, runs).T, length, axis=0)
    positions[:, 2] += (np.arange(len(indices)) - np.repeat(np.cumsum(length) - length, length)).astype(np.uint8)
    return Voxels(
        model=VoxModel((size[0], size[1], size[2]), positions, indices),
        palette=palette.reshape(256, 4),
        material_class=classes.astype(np.int64),
    )
