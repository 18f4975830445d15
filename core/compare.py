"""What each mode makes of one voxel grid: an (x, y, z) uint8 grid and options in, one row for each mode out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from .options import MODES, MeshOptions
from .pipeline import Progress, build_mesh
from .voxmesh import VoxMesh


@dataclass(frozen=True)
class Comparison:
    """One mode's row of the table."""

    mode: str
    triangles: int
    gpu_vertices: int
    """Vertices split by normal and texture coordinate."""
    texels: int
    """Texels of the atlas."""
    t_junctions: bool
    """Some vertex lies strictly inside a triangle's side, where rounding can let the background through."""
    proven: bool
    """No mesh of this mode has fewer triangles."""
    lower_bound: int
    """No mesh of this mode has fewer triangles than this."""


def compare_modes(
    grid: npt.NDArray[np.uint8],
    options: MeshOptions | None = None,
    progress: Progress | None = None,
    material_class: npt.NDArray[np.integer[Any]] | None = None,
) -> tuple[Comparison, ...]:
    """Build a grid's mesh in every mode and keep the figures.

    Parameters
    ----------
    grid : (x, y, z) uint8
        Palette index of each cell; 0 is empty.
    options : MeshOptions, optional
        All but the mode counts.
    progress : callable, optional
        Called with the share that is done; an exception that it raises stops the work.
    material_class : (256,) integers, optional
        As for `build_mesh`.

    Returns
    -------
    tuple of Comparison
        In the order of `MODES`.

    Raises
    ------
    OptionError
        If the grid is none.

    Examples
    --------
    >>> [row.triangles for row in compare_modes(np.ones((2, 1, 1), np.uint8))]
    [20, 12, 12, 12, 12]
    """

    def build(mode_options: MeshOptions, mode_progress: Progress) -> VoxMesh:
        return build_mesh(grid, mode_options, mode_progress, material_class)

    return compare_builds(build, options or MeshOptions(), progress or (lambda _share: None))


def compare_builds(
    build: Callable[[MeshOptions, Progress], VoxMesh], options: MeshOptions, progress: Progress
) -> tuple[Comparison, ...]:
    """Build anything in every mode and keep the figures.

    Parameters
    ----------
    build : callable
        Takes options and a progress callback, and returns a mesh.
    options : MeshOptions
        All but the mode counts.
    progress : callable
        Called with the share that is done; an exception that it raises stops the work.

    Returns
    -------
    tuple of Comparison
        In the order of `MODES`.
    """
    rows = []
    for number, mode in enumerate(MODES):

        def mode_progress(share: float, number: int = number) -> None:
            progress((number + share) / len(MODES))

        rows.append(figures(build(replace(options, mode=mode), mode_progress)))
    return tuple(rows)


def figures(mesh: VoxMesh) -> Comparison:
    """Keep of a mesh what a comparison shows.

    Parameters
    ----------
    mesh : VoxMesh

    Returns
    -------
    Comparison
    """
    counts = mesh.counts
    return Comparison(
        mode=mesh.options.mode,
        triangles=counts.triangles,
        gpu_vertices=counts.gpu_vertices,
        texels=counts.texels,
        t_junctions=has_t_junctions(mesh),
        proven=counts.lower_bound == counts.triangles,
        lower_bound=counts.lower_bound,
    )


def has_t_junctions(mesh: VoxMesh) -> bool:
    """Tell whether a vertex lies strictly inside a side of some triangle.

    Only sides along an axis are looked at: a vertex inside a diagonal would be inside a merged area, where there is
    nothing that has a corner.

    Parameters
    ----------
    mesh : VoxMesh

    Returns
    -------
    bool
    """
    points = mesh.vertices.astype(np.int64)
    start, end = points[mesh.triangles], points[np.roll(mesh.triangles, -1, axis=1)]
    pitch = int(points.max(initial=0)) - int(points.min(initial=0)) + 1
    for axis in range(3):
        weight = np.full(3, pitch * pitch)
        weight[axis], weight[axis - 1] = 1, pitch
        vertices = np.unique(points @ weight)
        across = np.delete(np.arange(3), axis)
        along = (start[..., across] == end[..., across]).all(axis=-1)
        low, high = np.sort(np.stack([start[along] @ weight, end[along] @ weight]), axis=0)
        inside = np.searchsorted(vertices, high) - np.searchsorted(vertices, low, side="right")
        if (inside > 0).any():
            return True
    return False
