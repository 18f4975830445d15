"""Faces, polygons and triangles of a volume and a box of its cells in, those of the box's own cells out.

What lies around the box says only what is hidden, and where corners lie on the box's sides: each of these follows from
the 2 x 2 x 2 cells around a lattice point, so that two boxes side by side have the same corners where they meet.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ..arrays import distinct
from . import bits
from .blocks import Blocks
from .builders import Clear, Surface
from .contours import Polygons
from .exposure import Faces
from .nodes import Nodes
from .triangulate import Triangles
from .volume import Volume

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Box:
    """Cells from a low corner up to, but without, a high one."""

    low: Ints
    """(3,) int64."""
    high: Ints
    """(3,) int64."""

    @property
    def blocks(self) -> Blocks:
        """The cuts along its sides."""
        x, y, z = (np.array([low, high], np.int64) for low, high in zip(self.low, self.high, strict=True))
        return Blocks((x, y, z))

    def voxels(self, volume: Volume) -> int:
        """Number of filled cells in it."""
        filled = volume.opaque if volume.clear is None else volume.opaque | volume.clear
        (x, y, _), (a, b, _) = self.low, self.high
        _, _, z = bits.positions(filled[x:a, y:b])
        return int(np.count_nonzero((z >= self.low[2]) & (z < self.high[2])))


def only_inside(faces: Faces, polygons: Polygons, surface: Surface, box: Box) -> tuple[Faces, Polygons, Surface]:
    """Keep what shows faces of cells in a box.

    Parameters
    ----------
    faces : Faces
        No polygon leaves the box.
    polygons : Polygons
    surface : Surface
    box : Box

    Returns
    -------
    faces : Faces
    polygons : Polygons
        Its corners only, for counting; they are not linked.
    surface : Surface
    """
    cells = faces.cells(np.ones(len(faces), np.bool_))
    kept = ((cells >= box.low[:, None]) & (cells < box.high[:, None])).all(axis=0)
    shown = kept[surface.shown_face]
    chosen = np.zeros(len(surface.polygon_plane), np.bool_)
    chosen[surface.shown_in[shown]] = True
    own = faces.only(np.flatnonzero(kept))
    shell = len(distinct(_numbers(own.cells(np.ones(len(own), np.bool_)), faces.span)))
    return replace(own, shell_voxels=shell), _polygons(polygons, kept), _surface(surface, chosen, kept)


def _numbers(cells: Ints, span: int) -> Ints:
    x, y, z = cells
    numbers: Ints = (x * span + y) * span + z
    return numbers


def _polygons(polygons: Polygons, kept: Flags) -> Polygons:
    used = np.zeros(polygons.count, np.bool_)
    used[polygons.face_polygon[kept]] = True
    corner = used[polygons.polygon]
    return replace(polygons, plane=polygons.plane[corner], holes=polygons.holes[used], corners=polygons.corners[used])


def _surface(surface: Surface, chosen: Flags, kept: Flags) -> Surface:
    """Number polygons, faces, nodes and triangles anew."""
    polygon, face = np.cumsum(chosen) - 1, np.cumsum(kept) - 1
    nodes, triangles = surface.nodes, surface.triangles
    node = chosen[nodes.polygon]
    number = np.cumsum(node) - 1
    drawn, shown = chosen[triangles.polygon], chosen[surface.shown_in]
    count = int(np.count_nonzero(drawn))
    planes = len(distinct(surface.polygon_plane[chosen]))
    clear, exact = surface.clear, surface.lower_bound == len(triangles.node)
    return Surface(
        Nodes(nodes.plane[node], nodes.row[node], nodes.column[node], polygon[nodes.polygon[node]], nodes.planes),
        Triangles(number[triangles.node[drawn]], polygon[triangles.polygon[drawn]]),
        surface.polygon_plane[chosen],
        surface.polygon_is_quad[chosen],
        face[surface.shown_face[shown]],
        polygon[surface.shown_in[shown]],
        count if exact else 0,
        planes if exact else 0,
        _area(nodes, triangles.node[drawn]),
        None if clear is None else _clear(clear, chosen, polygon),
    )


def _area(nodes: Nodes, triangles: Ints) -> int:
    """Of all triangles, (n, 3), in sides of voxels."""
    column, row = nodes.column[triangles], nodes.row[triangles]
    across, along = column - column[:, :1], row - row[:, :1]
    return int((across[:, 1] * along[:, 2] - across[:, 2] * along[:, 1]).sum()) // 2


def _clear(clear: Clear, chosen: Flags, polygon: Ints) -> Clear:
    kept = chosen[clear.polygon]
    return Clear(polygon[clear.polygon[kept]], clear.row[kept], clear.column[kept])
