"""What has to be known of a model and its mesh to patch it: both in, a `Workpiece` with its cells and faces out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .. import directions
from ..errors import OptionError
from ..mesh import bits
from ..mesh.cavities import sealed_cavities
from ..mesh.contours import trace_polygons
from ..mesh.exposure import keys_by_body, visible_faces
from ..mesh.kinds import Kinds, merging_keys
from ..mesh.mesh import Mesh
from ..mesh.modes import MODES
from ..mesh.options import MeshOptions
from ..mesh.volume import volume_of_grid
from ..pipeline import build_model
from ..progress import Progress, part, unheard
from ..voxels.look import Look
from ..voxels.model import Model
from .atlas import tile_boxes
from .places import MIDDLE, find, places_of, places_of_faces

Ints = npt.NDArray[np.int64]

MAX_GRID = 1 << 27
"""Cells of a grid up to which a model can be patched: 512 along each axis."""


@dataclass(frozen=True, eq=False)
class Field:
    """The cells of a model in a box, and which air in it is sealed."""

    low: Ints
    """(3,) int64: the model's lattice point at which the box begins."""
    grid: npt.NDArray[np.uint8]
    """(x, y, z) uint8 palette indices."""
    opaque: bits.Words
    """(x, y, w) uint64: opaque cells."""
    sealed: bits.Words | None
    """(x, y, w) uint64: cells of sealed cavities, if their faces are left out; None if there are none."""

    @property
    def solid(self) -> bits.Words:
        """Opaque cells and sealed ones."""
        return self.opaque if self.sealed is None else self.opaque | self.sealed


@dataclass(frozen=True, eq=False)
class FaceTable:
    """All visible faces, by place."""

    place: Ints
    """(F,) int64, ascending, in the model's lattice points."""
    color: npt.NDArray[np.uint8]
    """(F,) uint8."""
    group: npt.NDArray[np.int32]
    """(F,) int32: the merged polygon of each."""


@dataclass(frozen=True, eq=False)
class Known:
    """What makes it quick to patch a mesh."""

    field: Field
    faces: FaceTable
    polygon_group: npt.NDArray[np.int32]
    """(P,) int32: the merged polygon to which each polygon of the mesh belongs; 0 where polygons overlap."""
    tiles: npt.NDArray[np.int32]
    """(P, 4) int32: left, bottom, right and top of each polygon's texels in the atlas, borders included."""


@dataclass(frozen=True, eq=False)
class Workpiece:
    """A model, its mesh, and what makes it quick to change both."""

    model: Model
    mesh: Mesh
    look: Look | None
    rebuilt: bool
    """The mesh was made as a whole, not patched."""
    known: Known | None = None
    """None where the mesh cannot be patched."""

    @property
    def transparent(self) -> npt.NDArray[np.bool_]:
        """(256,) bool: the palette indices that one can look through."""
        return np.zeros(256, np.bool_) if self.look is None else self.look.transparent & (np.arange(256) > 0)

    @property
    def keys(self) -> Ints:
        """(256,) int64: the merging key of each palette index; transparent ones have their own."""
        return keys_by_body(self._merging_keys, self.transparent)

    @property
    def alike(self) -> Ints:
        """(256,) int64: equal for palette indices of one merging key and one kind of material."""
        kind = np.zeros(256, np.int64) if self.look is None else self.look.kind
        return Kinds(self._merging_keys, kind).alike

    @property
    def _merging_keys(self) -> Ints:
        return merging_keys(self.mesh.options, None if self.look is None else self.look.merging_class)


def build_workpiece(
    model: Model, options: MeshOptions | None = None, look: Look | None = None, progress: Progress = unheard
) -> Workpiece:
    """Make the mesh of a model as a whole.

    Parameters
    ----------
    model : Model
    options : MeshOptions, optional
    look : Look, optional
    progress : Progress, optional

    Returns
    -------
    Workpiece
        As `patch` takes it.
    """
    mesh = build_model(model, options, look, progress=part(progress, 0, 0.8))
    piece = workpiece_of(model, mesh, look)
    progress(1)
    return piece


def workpiece_of(model: Model, mesh: Mesh, look: Look | None = None) -> Workpiece:
    """Find out what a patch needs to know.

    Parameters
    ----------
    model : Model
    mesh : Mesh
        As `build_model` made it of this model.
    look : Look, optional
        With which it was made.

    Returns
    -------
    Workpiece

    Raises
    ------
    OptionError
        If the mesh is not that of the model.
    """
    if mesh.size != model.size or mesh.counts.voxels not in (None, model.voxels):
        raise OptionError("the mesh is not that of the model; make it of this model")
    bare = Workpiece(model, mesh, look, rebuilt=True)
    if not _can_be_patched(model, mesh):
        return bare
    low, high = model.box
    grid = np.zeros(tuple(high - low), np.uint8)
    x, y, z = (model.positions - low).T
    grid[x, y, z] = model.indices
    field = field_of(grid, low, bare.transparent, mesh.options.interior)
    volume = volume_of_grid(_without_cavities(field, bare.transparent), bare.transparent)
    found = visible_faces(volume, "keep", bare.keys)
    polygons = trace_polygons(found)
    place = places_of_faces(found, low)
    order = np.argsort(place)
    table = FaceTable(place[order], found.color[order], polygons.face_polygon[order].astype(np.int32))
    group = np.zeros(mesh.polygon_count, np.int32)
    if not MODES[mesh.options.mode].overlapping:
        rank, known = find(table.place, lowest_places(mesh))
        if not known.all():
            raise OptionError("the mesh is not that of the model; make it of this model")
        group = table.group[rank]
    return Workpiece(model, mesh, look, True, Known(field, table, group, tile_boxes(mesh)))


def field_of(grid: npt.NDArray[np.uint8], low: Ints, transparent: npt.NDArray[np.bool_], interior: str) -> Field:
    """Take a dense grid whose first cell is at `low`."""
    opaque = bits.pack((grid > 0) & ~transparent[grid])
    sealed = sealed_cavities(opaque, grid.shape[2]) if interior == "remove" else None
    return Field(low, grid, opaque, sealed)


def lowest_places(mesh: Mesh) -> Ints:
    """The place of the leftmost of the lowest faces of each polygon: (P,) int64."""
    first = np.searchsorted(mesh.triangle_polygon, np.arange(mesh.polygon_count))
    polygon = mesh.triangle_polygon.astype(np.int64)
    corners = mesh.vertices[mesh.triangles].astype(np.int64)
    column, row = np.moveaxis(mesh.in_plane(corners, polygon), -1, 0)
    direction = mesh.polygon_direction.astype(np.int64)
    coordinate = mesh.vertices[mesh.triangles[first, 0], directions.AXIS[direction]].astype(np.int64)
    lowest = np.minimum.reduceat((row << 32) + column + MIDDLE, first, axis=0).min(axis=1)
    return places_of(direction, coordinate, lowest >> 32, (lowest & (1 << 32) - 1) - MIDDLE)


def _can_be_patched(model: Model, mesh: Mesh) -> bool:
    """Tell whether the mesh is of a kind whose parts depend on nothing but what is near them."""
    options = mesh.options
    if not model.voxels or model.blocked is not None or MODES[options.mode].see_through or options.occlusion:
        return False
    sides = np.diff(model.box, axis=0)[0]
    return bool(sides.prod() <= MAX_GRID and sides.max() <= options.longest_piece and max(model.size) < MIDDLE)


def _without_cavities(field: Field, transparent: npt.NDArray[np.bool_]) -> npt.NDArray[np.uint8]:
    """The grid with its sealed cells filled, so that they have no faces."""
    if field.sealed is None:
        return field.grid
    grid = field.grid.copy()
    grid[bits.positions(field.sealed)] = opaque_index(transparent)
    return grid


def opaque_index(transparent: npt.NDArray[np.bool_]) -> int:
    """A palette index that is not transparent; 1 if there is none, and so nothing that could enclose anything."""
    return max(1, int(np.argmin(transparent[1:])) + 1)
