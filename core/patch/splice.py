"""A mesh, which of its polygons go, and new triangles in; vertices and triangles of both, with what changed, out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..mesh.mesh import Mesh
from ..mesh.surface import Surface
from .regroup import point_keys, points_of_keys

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Spliced:
    """Triangles of the polygons that stay, then of the new ones."""

    vertices: npt.NDArray[np.int32]
    """(V, 3) int32, distinct, in lexicographic order."""
    triangles: npt.NDArray[np.int32]
    """(T, 3) int32."""
    triangle_polygon: npt.NDArray[np.int32]
    """(T,) int32, ascending."""
    kept: int
    """Triangles that stay; they come first."""
    touched: Flags
    """(V,) bool: vertices of new triangles, and those that gone ones had."""
    touched_before: Flags
    """The same of the vertices before, (n,) bool."""


def spliced(mesh: Mesh, replaced: Flags, surface: Surface, low: Ints) -> Spliced:
    """Put new polygons in the place of some of a mesh.

    Parameters
    ----------
    mesh : Mesh
    replaced : (P,) bool
    surface : Surface
        In the coordinates of a grid.
    low : (3,) int64
        Where the grid begins.

    Returns
    -------
    Spliced
    """
    stays = ~replaced[mesh.triangle_polygon]
    chosen = np.flatnonzero(stays)
    # Rows by number, which is faster than by flags.
    kept, gone = mesh.triangles.take(chosen, axis=0), mesh.triangles.take(np.flatnonzero(~stays), axis=0)
    used = np.zeros(len(mesh.vertices), np.bool_)
    used[kept.reshape(-1)] = True
    old_keys = point_keys(mesh.vertices)
    here = old_keys[used]
    node_keys = point_keys(surface.nodes.points() + low)[surface.triangles.node.reshape(-1)]
    fresh = np.unique(node_keys)
    extra = fresh[~_among(here, fresh)]
    keys = np.insert(here, np.searchsorted(here, extra), extra)
    number = np.zeros(len(used), np.int32)
    number[used] = np.searchsorted(keys, here)
    new = np.searchsorted(keys, node_keys).astype(np.int32).reshape(-1, 3)
    touched = np.zeros(len(keys), np.bool_)
    touched[new.reshape(-1)] = True
    before = _among(fresh, old_keys)
    before[gone.reshape(-1)] = True
    lost = old_keys[before]
    rank = np.minimum(np.searchsorted(keys, lost), len(keys) - 1)
    touched[rank[keys[rank] == lost]] = True
    renumbered = (np.cumsum(~replaced) - 1).astype(np.int32)
    first = int(np.count_nonzero(~replaced))
    return Spliced(
        points_of_keys(keys).astype(np.int32),
        np.concatenate([number[kept], new]),
        np.concatenate(
            [
                renumbered[mesh.triangle_polygon[chosen]],
                (surface.triangles.polygon + first).astype(np.int32),
            ]
        ),
        len(kept),
        touched,
        before,
    )


def _among(ascending: Ints, wanted: Ints) -> Flags:
    if not len(ascending):
        return np.zeros(len(wanted), np.bool_)
    rank = np.minimum(np.searchsorted(ascending, wanted), len(ascending) - 1)
    found: Flags = ascending[rank] == wanted
    return found
