"""The proofs of a mesh, independent of how it was made: (x, y, z) uint8 grid and Mesh in, sentences out."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import GeometryError
from ..mesh.mesh import Mesh
from ..mesh.modes import MODES
from .arguments import arguments_of
from .closed import check_closed, check_volume
from .counts import check_counts
from .coverage import check_coverage
from .edges import check_flips, check_t_junctions
from .expected import expected_of_grid
from .outline import check_outline
from .structure import check_polygons, check_structure, check_triangles, check_vertices
from .texels import check_texels


def check_mesh(
    grid: npt.NDArray[np.uint8],
    mesh: Mesh,
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
    inside the surface and what hides it, so no surface, no volume, is asked for. Where they may be see-through a texel
    of index 0 covers nothing, every face is shown by exactly one polygon, and every polygon is the box around what it
    shows. Tiles lie as the options ask for. All but texel positions is integer arithmetic; memory grows with the faces
    and with the bytes of the grid.

    Parameters
    ----------
    grid : (x, y, z) uint8
        Palette indices, 0 is empty.
    mesh : Mesh
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
        If an argument has a wrong type or shape, or the grid holds something else than palette indices.
    """
    mesh, given = arguments_of(grid, mesh, material_class, transparent, blocked)
    said = check_structure(mesh, given.grid.shape)
    if said:
        return said
    expected = expected_of_grid(given.grid, mesh.options.interior, given.key_of_color, given.transparent, given.blocked)
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
    return said + check_counts(expected, mesh, polygon_group) + check_texels(mesh)


def prove_mesh(
    grid: npt.NDArray[np.uint8],
    mesh: Mesh,
    material_class: npt.NDArray[np.integer[Any]] | None = None,
    transparent: npt.NDArray[np.bool_] | None = None,
    blocked: npt.NDArray[np.integer[Any]] | None = None,
) -> None:
    """Raise an error unless a mesh passes all its proofs.

    Parameters
    ----------
    grid : (x, y, z) uint8
        Palette indices, 0 is empty.
    mesh : Mesh
    material_class, transparent, blocked : arrays, optional
        As for `check_mesh`.

    Raises
    ------
    GeometryError
        With the sentence of the first proof that failed.
    LimitError
        If the grid is longer than 16,384 cells along an axis.
    OptionError
        If an argument has a wrong type or shape, or the grid holds something else than palette indices.
    """
    said = check_mesh(grid, mesh, material_class, transparent, blocked)
    if said:
        raise GeometryError(said[0])
