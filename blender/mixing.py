"""Two meshes of the same voxels in; where on the old one each corner, face and vertex of the new one lies, out."""

from __future__ import annotations

from dataclasses import dataclass

import bpy
import numpy as np
import numpy.typing as npt

from ..core.mesh.modes import MODES
from .cells import Cells, barycentric, covered, directions_of, found_in, pairs_in
from .edits import on_lattice
from .face_images import FaceImages, face_images
from .image_record import holds_atlases
from .positions import Matrix
from .record import read_record, recorded_images
from .sheet import Pictures, texel_layer

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Values = npt.NDArray[np.generic]


@dataclass(frozen=True)
class Surface:
    """The triangles of a mesh on its lattice."""

    points: Ints
    """(T, 3, 3) int64."""
    corners: Ints
    """(T, 3) int64 corners of the mesh."""
    face: Ints
    """(T,) int64 faces of the mesh."""
    vertex: Ints
    """(L,) int64 vertex of each corner."""
    places: Ints
    """(V, 3) int64 lattice point of each vertex."""
    uv: Floats
    """(L, 2) float64 texture coordinates of each corner, not numbers where it has none."""
    colors: FaceImages | None
    """The images of its colors, if it shows nothing where these are clear."""


@dataclass(frozen=True)
class Mixture:
    """Where elements of a new mesh find their values in the old one."""

    source: Ints
    """(n, 3) int64 elements of the old one."""
    share: npt.NDArray[np.float64]
    """(n, 3) float64 of each; zero where there is nothing."""

    def of(self, values: Values, *, blended: bool) -> Values:
        """Mix (m, k) values, or take those of the largest share."""
        if blended:
            return np.einsum("nc,nck->nk", self.share, values[self.source])
        here = np.arange(len(self.source))
        largest = self.share.argmax(axis=1)
        taken = values[self.source[here, largest]]
        taken[self.share[here, largest] <= 0] = 0
        return taken

    def inside(self) -> Mixture:
        """The same without negative shares, as between the corners."""
        share = self.share.clip(0)
        return Mixture(self.source, share / np.maximum(share.sum(axis=1, keepdims=True), 1e-12))


def surface_of(mesh: bpy.types.Mesh, matrix: Matrix, pictures: Pictures | None = None) -> Surface:
    """Put the triangles of a mesh with a record on its lattice.

    Parameters
    ----------
    mesh : bpy.types.Mesh
    matrix : (4, 3) float64
        Has placed it.
    pictures : Pictures, optional
        Looks where its images are clear; without, all of it counts as shown.

    Returns
    -------
    Surface
    """
    mesh.calc_loop_triangles()
    count = len(mesh.loop_triangles)
    corners, face, vertex = (
        np.empty(3 * count, np.int32),
        np.empty(count, np.int32),
        np.empty(len(mesh.loops), np.int32),
    )
    mesh.loop_triangles.foreach_get("loops", corners)
    mesh.loop_triangles.foreach_get("polygon_index", face)
    mesh.loops.foreach_get("vertex_index", vertex)
    places = on_lattice(mesh, matrix)[0].round().astype(np.int64)
    corners, vertex = corners.reshape(-1, 3).astype(np.int64), vertex.astype(np.int64)
    a, b, c = (places - places.mean(axis=0).round())[vertex[corners]].transpose(1, 2, 0)
    if (a * np.cross(b, c, axis=0)).sum() < 0:
        # A user has mirrored the mesh and left its faces inside out.
        corners = corners[:, ::-1]
    uv, layer = np.full((len(vertex), 2), np.nan, np.float32), texel_layer(mesh)
    if layer is not None:
        layer.uv.foreach_get("vector", uv.reshape(-1))
    see_through = pictures is not None and layer is not None and MODES[read_record(mesh).options.mode].see_through
    whole = see_through and all(map(holds_atlases, recorded_images(mesh)))
    colors = face_images(mesh, pictures) if whole else None
    return Surface(
        places[vertex[corners]], corners, face.astype(np.int64), vertex, places, uv.astype(np.float64), colors
    )


def shown_cells(surface: Surface, *, touched: bool = False) -> Cells:
    """List the sides of voxels that a surface shows, as `covered` does; where its image is clear it shows nothing."""
    cells = covered(surface.points, touched=touched)
    if surface.colors is None:
        return cells
    uv = texels_at(surface, cells.triangle, cells.place[:, 0] // 2, cells.place[:, 1:], 2)
    shown = surface.colors.at(surface.face[cells.triangle], uv)[:, 3] > 0
    return Cells(cells.triangle[shown], cells.place[shown])


def texels_at(surface: Surface, triangle: Ints, axis: Ints, points: Ints, unit: int) -> Floats:
    """Find the texture coordinates of points on a surface.

    Parameters
    ----------
    surface : Surface
    triangle : (n,) int64
        Whose planes they are in.
    axis : (n,) int64
        Of the normal of each.
    points : (n, 3) int64
    unit : int
        Of the points, to the side of a voxel.

    Returns
    -------
    (n, 2) float64
    """
    share = barycentric(unit * surface.points[triangle], axis, points)
    uv: Floats = np.einsum("nc,ncx->nx", share, surface.uv[surface.corners[triangle]])
    return uv


def nearest_triangles(old: Surface, new: Surface) -> tuple[Ints, npt.NDArray[np.float64]]:
    """Find a triangle of an old mesh around each corner of a new one.

    Parameters
    ----------
    old, new : Surface

    Returns
    -------
    triangle : (L,) int64
        For each corner of the new mesh the old triangle that holds it, in the side of a voxel in which the corner
        begins; or the nearest triangle in the nearest side of its face. -1 if there is none.
    share : (L, 3) float64
        How much of each corner of the triangle is there.
    """
    cells, wanted = shown_cells(old, touched=True), _first_cells(new)
    missing = np.flatnonzero(found_in(cells.place, wanted) < 0)
    if len(missing):
        wanted[missing] = _nearest(cells.place, new, missing)
    which, cell = pairs_in(cells.place, wanted)
    candidate, points = cells.triangle[cell], new.places[new.vertex[which]]
    share = barycentric(old.points[candidate], cells.place[cell, 0] // 2, points)
    order = np.lexsort((-share.min(axis=1), which))
    best = order[np.flatnonzero(np.diff(which[order], prepend=-1))]
    triangle, shares = np.full(len(new.vertex), -1, np.int64), np.zeros((len(new.vertex), 3))
    triangle[which[best]], shares[which[best]] = candidate[best], share[best]
    return triangle, shares


def _first_cells(new: Surface) -> Ints:
    """(L, 4) int64: the side of a voxel in which each corner of a mesh begins, as `Cells.place` has it."""
    direction, flat = directions_of(new.points)
    place = np.full((len(new.vertex), 4), -1, np.int64)
    inwards = np.sign(new.points[flat].sum(axis=1)[:, None] - 3 * new.points[flat])
    inwards[inwards == 0] = 1
    middle = 2 * new.points[flat] + inwards
    each = np.arange(len(flat))
    middle[each, :, direction // 2] = 2 * new.points[flat, :, direction // 2]
    place[new.corners[flat], 0] = direction[:, None]
    place[new.corners[flat], 1:] = middle
    return place


def _nearest(places: Ints, new: Surface, missing: Ints) -> Ints:
    """(n, 4): that of the old sides which is nearest to each of some corners among those of its face; -1 for none."""
    over = covered(new.points)
    known = np.flatnonzero(found_in(places, over.place) >= 0)
    face_of = np.full((len(new.vertex), 1), -1, np.int64)
    face_of[new.corners] = new.face[:, None, None]
    which, candidate = pairs_in(new.face[over.triangle[known], None], face_of[missing])
    candidate = known[candidate]
    away = np.abs(over.place[candidate, 1:] - 2 * new.places[new.vertex[missing[which]]]).sum(axis=1)
    order = np.lexsort((away, which))
    best = order[np.flatnonzero(np.diff(which[order], prepend=-1))]
    found = np.full((len(missing), 4), -1, np.int64)
    found[which[best]] = over.place[candidate[best]]
    return found


def of_corners(old: Surface, new: Surface, triangle: Ints, share: npt.NDArray[np.float64]) -> Mixture:
    """Where the corners of a new mesh find their values among those of the old one."""
    source = np.where(triangle[:, None] >= 0, old.corners[triangle], 0)
    face = np.empty(len(old.vertex), np.int64)
    face[old.corners] = old.face[:, None]
    here = np.column_stack([np.where(triangle >= 0, old.face[triangle], -1), new.places[new.vertex]])
    same = found_in(np.column_stack([face, old.places[old.vertex]]), here)
    exact = np.flatnonzero(same >= 0)
    source[exact], share[exact] = same[exact, None], (1, 0, 0)
    return Mixture(source, share)


def of_faces(old: Surface, new: Surface, triangle: Ints) -> Mixture:
    """Where the faces of a new mesh find their values: in the old face at their first corner that has one."""
    known = np.flatnonzero(triangle[new.corners[:, 0]] >= 0)
    count = int(new.face.max(initial=-1)) + 1
    source, share = np.zeros((count, 3), np.int64), np.zeros((count, 3))
    face, first = new.face[known[::-1]], new.corners[known[::-1], 0]
    source[face] = old.face[triangle[first]][:, None]
    share[face] = (1, 0, 0)
    return Mixture(source, share)


def of_vertices(old: Surface, new: Surface, corners: Mixture) -> Mixture:
    """Where the vertices of a new mesh find their values: where one of their corners does."""
    source, share = np.zeros((len(new.places), 3), np.int64), np.zeros((len(new.places), 3))
    found = np.flatnonzero(corners.share.any(axis=1))[::-1]
    source[new.vertex[found]], share[new.vertex[found]] = old.vertex[corners.source[found]], corners.share[found]
    return Mixture(source, share)


def of_points(old: Surface, new: Surface, corners: Mixture) -> Mixture:
    """The same, but in the old vertex at their place if there is one."""
    mixture = of_vertices(old, new, corners)
    known = (mixture.share == 1).any(axis=1) & (np.count_nonzero(mixture.share, axis=1) == 1)
    same = found_in(old.places, new.places)
    exact = np.flatnonzero((same >= 0) & ~known)
    mixture.source[exact], mixture.share[exact] = same[exact, None], (1, 0, 0)
    return mixture
