"""The proofs of a mesh, independent of how it was made: (x, y, z) uint8 grid and VoxMesh in, sentences out."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..errors import GeometryError, LimitError
from ..voxmesh import VoxMesh
from .counts import check_counts
from .coverage import MAX_SIDE, check_coverage, check_outline
from .edges import check_closed, check_flips, check_t_junctions
from .facts import grid_facts
from .structure import (
    check_polygons,
    check_structure,
    check_triangles,
    check_vertices,
    check_volume,
)


def check_mesh(grid: npt.NDArray[np.uint8], mesh: VoxMesh) -> list[str]:
    """Prove that a mesh is what its grid and its options ask for.

    Every visible face is covered exactly once and in its voxel's colour, nothing else is covered; the surface
    encloses the right number of cells; vertices, triangles and polygons are what the formulas say; no vertex lies
    inside an edge of its plane, or in mode ``watertight`` of any plane, where edges also cancel; no edge inside a
    polygon could be shorter. All but texel positions is integer arithmetic; memory grows with the faces and with
    the bytes of the grid.

    Parameters
    ----------
    grid : (x, y, z) uint8
        Palette indices, 0 is empty.
    mesh : VoxMesh

    Returns
    -------
    list of str
        One sentence for each proof that failed, saying what, where and how many; empty if all hold.

    Raises
    ------
    LimitError
        If the grid is longer than 16,384 cells along an axis.
    """
    if max(grid.shape) > MAX_SIDE:
        raise LimitError(f"the grid is {max(grid.shape):,} cells long; meshes are proved up to {MAX_SIDE:,}")
    said = check_structure(mesh, grid.shape)
    if said:
        return said
    facts = grid_facts(grid, mesh.options.interior)
    planes, said = check_triangles(mesh)
    said += check_vertices(mesh) + check_polygons(mesh)
    said += check_coverage(facts, planes, mesh) + check_outline(facts, planes)
    said += check_volume(mesh, facts.enclosed) + check_t_junctions(mesh)
    if mesh.options.mode == "watertight":
        said += check_closed(mesh)
    return said + check_flips(mesh, planes) + check_counts(facts, mesh)


def prove_mesh(grid: npt.NDArray[np.uint8], mesh: VoxMesh) -> None:
    """Raise an error unless a mesh passes all its proofs.

    Parameters
    ----------
    grid : (x, y, z) uint8
        Palette indices, 0 is empty.
    mesh : VoxMesh

    Raises
    ------
    GeometryError
        With the sentence of the first proof that failed.
    LimitError
        If the grid is longer than 16,384 cells along an axis.
    """
    said = check_mesh(grid, mesh)
    if said:
        raise GeometryError(said[0])
