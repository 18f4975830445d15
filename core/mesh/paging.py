"""A mesh whose atlas may be higher than an image in, the parts of its atlas that become images out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .mesh import Mesh

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Place:
    """Where the texels of a mesh are."""

    page: Ints
    """(P,) int64: on which page those of each polygon are."""
    move: Ints
    """(P, 2) int64 (column, row): how far from where they are in the mesh's atlas."""


@dataclass(frozen=True)
class Paged:
    """The atlas of a mesh in parts."""

    atlases: tuple[npt.NDArray[np.uint8], ...]
    """(h, w) uint8 palette indices of each page, from the lowest rows up."""
    shares: tuple[npt.NDArray[np.uint8] | None, ...]
    """(h, w) uint8: how much of the sky each of their texels sees; None if the mesh does not tell."""
    page: Ints
    """(P,) int64: on which page each polygon is."""
    side: int
    """Rows of the atlas from one page to the next."""

    def moved(self, polygon: Ints) -> Ints:
        """(n, 2) int64 texels by which the pages of polygons are away from the lowest one in the atlas."""
        return np.stack([np.zeros_like(polygon), self.side * self.page[polygon]], axis=1)


def paged(mesh: Mesh) -> Paged:
    """Take the atlas of a mesh apart as its options say; it stays whole if polygons lie across.

    Parameters
    ----------
    mesh : Mesh

    Returns
    -------
    Paged
    """
    side, height = mesh.options.page_side, len(mesh.atlas)
    whole = Paged((mesh.atlas,), (mesh.occlusion,), np.zeros(mesh.polygon_count, np.int64), height)
    if height <= side:
        return whole
    rows = mesh.corner_texels()[..., 1]
    low = (rows.min(axis=1) // side).astype(np.int64)
    if (rows.max(axis=1) > (low + 1) * side).any():
        # Meshes that were not made by these options.
        return whole
    page = np.zeros(mesh.polygon_count, np.int64)
    page[mesh.triangle_polygon] = low
    rows_of = [slice(row, row + side) for row in range(0, height, side)]
    shares = tuple(None if mesh.occlusion is None else mesh.occlusion[each] for each in rows_of)
    return Paged(tuple(mesh.atlas[each] for each in rows_of), shares, page, side)
