"""The proofs of a mesh, independent of how it was made: (x, y, z) uint8 grid and VoxMesh in, sentences out."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import GeometryError, LimitError, OptionError
from ..mesh.modes import MODES
from ..options import MeshOptions
from ..voxmesh import VoxMesh
from .arrays import Ints
from .closed import check_closed, check_volume
from .counts import check_counts
from .coverage import MAX_SIDE, check_coverage
from .edges import check_flips, check_t_junctions
from .expected import expected_of_grid
from .outline import check_outline
from .structure import check_polygons, check_structure, check_triangles, check_vertices


def check_mesh(
    grid: npt.NDArray[np.uint8],
    mesh: VoxMesh,
    material_class: npt.NDArray[np.integer[Any]] | None = None,
    transparent: npt.NDArray[np.bool_] | None = None,
    blocked: npt.NDArray[np.integer[Any]] | None = None,
) -> list[str]:
    """Prove that a mesh is what its grid and its options ask for.

    Every visible face is covered exactly once and in its voxel's colour, nothing else is covered; no polygon shows
    faces that must not be merged; with the faces that opaque or blocked cells hide the surfaces enclose the right
    number of cells; vertices, triangles and polygons are what the formulas say; no edge inside a polygon could be
    shorter. The rules of the mode, in the table of modes, say what its polygons are, and in whose edges vertices may
    lie: where no edge may have one inside, edges also cancel, but around hidden faces. If polygons may overlap, every
    one is a rectangle that covers visible faces, others too, in their colours, and else only places between a cell
    inside the surface and what hides it, so no surface, and no volume, is asked for. All but texel positions is
    integer arithmetic; memory grows with the faces and with the bytes of the grid.

    Parameters
    ----------
    grid : (x, y, z) uint8
        Palette indices, 0 is empty.
    mesh : VoxMesh
    material_class : (256,) integers, optional
        The class of each palette index that the mesh was made with, for ``merge="material"``.
    transparent : (256,) bool, optional
        The palette indices that the mesh was made with as transparent.
    blocked : (m, 3) integers, optional
        Cells, in the grid or around it, that other opaque objects fill: the mesh has no faces towards them.

    Returns
    -------
    list of str
        One sentence for each proof that failed, saying what, where and how many; empty if all hold.

    Raises
    ------
    LimitError
        If the grid is longer than 16,384 cells along an axis.
    OptionError
        If there is not one material class for each palette index.
    """
    if max(grid.shape) > MAX_SIDE:
        raise LimitError(f"the grid is {max(grid.shape):,} cells long; meshes are proved up to {MAX_SIDE:,}")
    said = check_structure(mesh, grid.shape)
    if said:
        return said
    keys = _merging_keys(mesh.options, material_class)
    expected = expected_of_grid(grid, mesh.options.interior, keys, transparent, blocked)
    planes, said = check_triangles(mesh)
    said += check_vertices(mesh) + check_polygons(mesh)
    polygon_group, more = check_coverage(expected, planes, mesh)
    said += more
    mode = MODES[mesh.options.mode]
    if not mode.overlapping:
        said += check_outline(expected, planes, mesh, polygon_group)
        said += check_volume(expected, mesh)
    if mode.junctions != "inside planes":
        said += check_t_junctions(expected, mesh, polygon_group)
    if mode.junctions == "nowhere" and not mode.overlapping:
        said += check_closed(expected, mesh, polygon_group)
    if not mode.rectangles:
        said += check_flips(mesh, planes)
    return said + check_counts(expected, mesh, polygon_group)


def _merging_keys(options: MeshOptions, material_class: npt.NDArray[np.integer[Any]] | None) -> Ints | None:
    """Merging key of each palette index; None if all are the same."""
    if options.merge == "color":
        return np.arange(256)
    if options.merge == "any" or material_class is None:
        return None
    if material_class.shape != (256,):
        raise OptionError("there must be one material class for each of the 256 palette indices")
    return material_class.astype(np.int64)


def prove_mesh(
    grid: npt.NDArray[np.uint8],
    mesh: VoxMesh,
    material_class: npt.NDArray[np.integer[Any]] | None = None,
    transparent: npt.NDArray[np.bool_] | None = None,
    blocked: npt.NDArray[np.integer[Any]] | None = None,
) -> None:
    """Raise an error unless a mesh passes all its proofs.

    Parameters
    ----------
    grid : (x, y, z) uint8
        Palette indices, 0 is empty.
    mesh : VoxMesh
    material_class, transparent, blocked : arrays, optional
        As for `check_mesh`.

    Raises
    ------
    GeometryError
        With the sentence of the first proof that failed.
    LimitError
        If the grid is longer than 16,384 cells along an axis.
    OptionError
        If there is not one material class for each palette index.
    """
    said = check_mesh(grid, mesh, material_class, transparent, blocked)
    if said:
        raise GeometryError(said[0])
