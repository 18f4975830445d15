"""All that is made from one file before Blender is touched: its meshes, one texture sheet and the placements."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ...core.voxmesh import VoxMesh

Ints = npt.NDArray[np.int64]

PALETTE_SHEET = np.roll(np.arange(256, dtype=np.uint8), -1)[None, :]
"""(1, 256) uint8: the palette as MagicaVoxel writes it to an image, index 1 first; the last texel is never used."""


@dataclass(frozen=True)
class Placements:
    """The objects to make, parents before children.

    No rotation mirrors. Where the file mirrors a model, the row says so, and its mesh must be the model's mirror image
    along x.
    """

    name: tuple[str, ...]
    """As in the file; empty where the file has none."""
    parent: Ints
    """(n,) int64 row of the parent, -1 for none."""
    rotation: Ints
    """(n, 3, 3) int64 signed permutations of determinant 1, relative to the parent."""
    translation: Ints
    """(n, 3) int64 voxels, relative to the parent."""
    mesh: Ints
    """(n,) int64 mesh to show, -1 for a group."""
    mirrored: npt.NDArray[np.bool_]
    """(n,) bool"""
    hidden: npt.NDArray[np.bool_]
    """(n,) bool: the node, its layer or one of its parents is hidden."""


@dataclass(frozen=True)
class Layout:
    """Where atlases lie in one image."""

    positions: Ints
    """(atlases, 2) int64 (column, row) of the lowest texel."""
    width: int
    height: int


@dataclass(frozen=True)
class PreparedFile:
    """One file, ready to become data-blocks."""

    name: str
    """The file's name without its folder and ending."""
    meshes: tuple[VoxMesh, ...]
    """The different meshes; models that are equal share one."""
    voxels: tuple[bytes, ...]
    """What each mesh was made from, packed."""
    layout: Layout
    """Where the atlas of each mesh lies in the texture."""
    palette: npt.NDArray[np.uint8]
    """(256, 4) uint8 RGBA, sRGB."""
    placements: Placements
    warnings: tuple[str, ...]
    """What was odd in the file, one sentence each."""

    @property
    def placed(self) -> Ints:
        """(objects,) int64: the mesh of each object that shows one."""
        return self.placements.mesh[self.placements.mesh >= 0]
