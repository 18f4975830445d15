"""How polygons get their texels: a symmetry and an offset (P, 2) for each, or one colour (P,); texels of points out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]

TEXTURED = -1
"""Stands in place of a palette index for polygons of several colours."""

SYMMETRIES = 8
QUARTER = 3
"""The symmetry that turns by a quarter, counter-clockwise."""


@dataclass(frozen=True, eq=False)
class Projection:
    """A texel is `scale` times a lattice point (u, v), turned by the polygon's symmetry, plus the polygon's offset."""

    color: npt.NDArray[np.int16]
    """(P,) int16 palette index of polygons of one colour, else `TEXTURED`."""
    offset: npt.NDArray[np.int32]
    """(P, 2) int32 (column, row); for an `is_single` polygon the texel at which all of it points, if there is one."""
    symmetry: npt.NDArray[np.uint8]
    """(P,) uint8 number of the matrix of `texel_axes`."""
    scale: int = 1
    """Texels along the side of a face."""
    own: bool = False
    """Polygons of one colour have texels for all their faces too."""

    @property
    def is_flat(self) -> npt.NDArray[np.bool_]:
        """(P,) bool: the polygon has one colour only."""
        flat: npt.NDArray[np.bool_] = self.color != TEXTURED
        return flat

    @property
    def is_single(self) -> npt.NDArray[np.bool_]:
        """(P,) bool: all of the polygon points at the middle of one texel."""
        return np.zeros(len(self.color), np.bool_) if self.own else self.is_flat

    def texels(self, polygon: Ints, in_plane: npt.NDArray[Any]) -> npt.NDArray[np.float32]:
        """Texture coordinates of points.

        Parameters
        ----------
        polygon : (n,) int64
        in_plane : (n, ..., 2) int64 or float64
            Points (u, v) in the plane of each polygon, in voxels.

        Returns
        -------
        (n, ..., 2) float32
            (column, row) in texels of the atlas: corners of texels for lattice points, or the middle of one for
            `is_single` polygons.
        """
        between = (1,) * (in_plane.ndim - 2)
        single = self.is_single[polygon]
        texels = in_plane if self.scale == 1 else in_plane * self.scale
        turned = np.flatnonzero((self.symmetry[polygon] != 0) & ~single)
        if len(turned):
            texels = texels.copy()
            axes = texel_axes()[self.symmetry[polygon[turned]]].astype(np.int64)
            texels[turned] = np.einsum("nij,n...j->n...i", axes, texels[turned])
        offset = self.offset[polygon].reshape(len(polygon), *between, 2)
        placed: npt.NDArray[np.float32] = (texels + offset).astype(np.float32)
        placed[single] = offset[single] + np.float32(0.5)
        return placed

    def half_texels(self, pitch: int) -> tuple[Ints, Ints, Ints]:
        """What makes one number of each texture coordinate: pitch times its column plus its row, in half texels.

        Parameters
        ----------
        pitch : int
            More than twice any row.

        Returns
        -------
        across, up, first : (P,) int64
            The number is ``across * u + up * v + first`` at the lattice point (u, v) of a polygon's plane.
        """
        single, weight = self.is_single, np.array([pitch, 1])
        axes = 2 * self.scale * (weight @ texel_axes().astype(np.int64))
        across, up = np.where(single, 0, axes[self.symmetry].T)
        first: Ints = (2 * self.offset.astype(np.int64) + single[:, None]) @ weight
        return across, up, first


def texel_axes() -> npt.NDArray[np.int32]:
    """The matrices of the eight symmetries.

    Returns
    -------
    (8, 2, 2) int32
        Row 0 gives the texel's column, row 1 its row: ``texel = floor(scale * axes[symmetry] @ (u, v) + offset)``. Bit
        0 of the symmetry swaps u and v, then bit 1 negates the first and bit 2 the second.
    """
    axes = np.zeros((SYMMETRIES, 2, 2), np.int32)
    for symmetry in range(SYMMETRIES):
        swap = symmetry & 1
        axes[symmetry, 0, swap] = -1 if symmetry & 2 else 1
        axes[symmetry, 1, 1 - swap] = -1 if symmetry & 4 else 1
    return axes
