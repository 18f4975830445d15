"""Numbers for a renderer by palette index in, groups of palette indices that share a material out: (256,) int64."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..core.mesh.mesh import Mesh
from ..core.voxels import Shading
from ..core.voxels.finish import alike
from .options import ATLASES

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

CUT_OUT = 1 << 20
"""Added to the number of a group for the material that shows nothing where its image is clear."""
PALETTE_SHEET = np.roll(np.arange(256, dtype=np.uint8), -1)[None, :]
"""(1, 256) uint8: the palette as MagicaVoxel writes it to an image, index 1 first; the last texel is never used."""


def group_indices(shading: Shading, transparent: Flags, colors: str) -> Ints:
    """Put palette indices in groups.

    Parameters
    ----------
    shading : Shading
    transparent : (256,) bool
    colors : str
        One of `options.COLORS`. Images tell all but whether light passes; an attribute tells the color only.

    Returns
    -------
    (256,) int64
        0 to 255.
    """
    if colors == "materials":
        return np.arange(256)
    if colors == "attribute":
        return alike(shading, transparent)
    return transparent.astype(np.int64)


def used_groups(mesh: Mesh, group: Ints, colors: str, page: Ints | None = None) -> Ints:
    """List the groups that a mesh shows.

    Parameters
    ----------
    mesh : Mesh
    group : (256,) int64
    colors : str
    page : (P,) int64, optional
        In which image each polygon has its texels; by default all in the first one.

    Returns
    -------
    (n,) int64
        Ascending.
    """
    if colors in ATLASES:
        return np.unique(paged_groups(mesh.polygon_is_transparent, 0 if page is None else page))
    return np.unique(group[np.unique(mesh.projection.color[mesh.projection.is_flat])])


def page_of(number: int) -> int:
    """Which image the material of a number shows, where their colors are in images of many texels."""
    return number % CUT_OUT // 2


def paged_groups(transparent: Flags, page: Ints | int) -> Ints:
    """Number the groups of polygons whose colors are in images of many texels: two for each image.

    Parameters
    ----------
    transparent : (n,) bool
    page : (n,) int64 or int
        Which image.

    Returns
    -------
    (n,) int64
    """
    groups: Ints = transparent.astype(np.int64) + 2 * np.asarray(page, np.int64)
    return groups
