"""The faces of changed polygons in, with where the grid begins; their polygons, triangles and tiles out."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ..mesh.builders import Search, build_watertight
from ..mesh.contours import Polygons, trace_polygons
from ..mesh.exposure import Faces
from ..mesh.hidden import colors_before
from ..mesh.junctions import Others
from ..mesh.modes import MODES
from ..mesh.nodes import Nodes
from ..mesh.surface import Surface, build_surface
from ..mesh.volume import Volume
from ..progress import unheard
from ..texture import AtlasLayout, Painted, paint
from .places import faces_of
from .workpiece import Field, Workpiece

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Traced:
    """Faces and the polygons that they merge to."""

    faces: Faces
    """In the grid's coordinates, sorted by plane, row and column."""
    order: Ints
    """(n,) int64: which of those given each is."""
    polygons: Polygons
    low: Ints
    """(3,) int64: where the grid begins."""

    @property
    def corners(self) -> tuple[Ints, Ints]:
        """The corners of the polygons, (N, 3) int64 lattice points of the model, and the body of each, (N,) int64."""
        planes, polygons = self.faces.planes, self.polygons
        nodes = Nodes(polygons.plane, polygons.row, polygons.column, polygons.polygon, planes)
        return nodes.points() + self.low, planes.body[polygons.plane].astype(np.int64)


def traced(piece: Workpiece, field: Field, place: Ints, color: npt.NDArray[np.uint8]) -> Traced:
    """Merge faces, given by places (n,) int64 that ascend and colours (n,) uint8."""
    span = max(field.grid.shape) + 1
    faces, order = faces_of(place, color, piece.keys, piece.transparent, field.low, span, field.opaque)
    return Traced(faces, order, trace_polygons(faces), field.low)


def surface_of(piece: Workpiece, field: Field, fresh: Traced, others: Others | None) -> Surface:
    """Make the triangles of the mesh's mode.

    Parameters
    ----------
    piece : Workpiece
    field : Field
        After the edit.
    fresh : Traced
        At least one face.
    others : Others, optional
        Vertices of polygons that stay, in the grid's coordinates.

    Returns
    -------
    Surface
    """
    options = piece.mesh.options
    search = Search(options.effort, options.texels_per_rectangle)
    if others is not None:
        return build_watertight(fresh.faces, fresh.polygons, search, unheard, others)
    faces = fresh.faces
    if MODES[options.mode].overlapping:
        faces = replace(faces, solid=field.solid)
    return build_surface(faces, fresh.polygons, options.mode, search)


def painted_faces(piece: Workpiece, field: Field, fresh: Traced, surface: Surface) -> Painted:
    """Collect the colours of the new polygons."""
    faces, options = fresh.faces, piece.mesh.options
    hiding = None
    if MODES[options.mode].overlapping:
        grid = field.grid
        volume = Volume(grid.shape, field.opaque, None, None, lambda x, y, z: grid[x, y, z], piece.transparent)  # type: ignore[arg-type]
        hiding = colors_before(volume, faces.planes, surface.polygon_plane, piece.alike)
    return paint(
        surface.shown_in.astype(np.int32),
        faces.column[surface.shown_face].astype(np.int32),
        faces.row[surface.shown_face].astype(np.int32),
        faces.color[surface.shown_face],
        len(surface.polygon_plane),
        None,
        hiding,
        own=AtlasLayout.of(options).own,
    )
