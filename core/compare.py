"""What each mode makes of one model: voxels and options in, one row for each mode out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from .mesh.mesh import Mesh
from .mesh.modes import MODES
from .mesh.options import MeshOptions
from .pipeline import build_model
from .progress import Progress, shared, unheard
from .voxels.look import Look
from .voxels.model import Model

SizeOf = Callable[[Mesh], int | None]
"""The bytes of a file with a mesh; None if no such file can be."""


@dataclass(frozen=True)
class Comparison:
    """One mode's row of the table."""

    mode: str
    triangles: int
    gpu_vertices: int
    """Vertices split by normal and texture coordinate."""
    texels: int
    """Texels of the atlas."""
    drawn_area: int | None
    """Area of all triangles in sides of voxels."""
    t_junctions: bool
    """Some vertex lies strictly inside a triangle's side, where rounding can let the background through."""
    proven: bool
    """No mesh of this mode has fewer triangles."""
    lower_bound: int | None
    """No mesh of this mode has fewer triangles than this; None if nobody knows."""
    file_bytes: int | None = None
    """Bytes of a file of its own; None if nobody asked, or no such file can be."""


def compare_modes(
    model: Model,
    options: MeshOptions | None = None,
    look: Look | None = None,
    progress: Progress = unheard,
    *,
    size_of: SizeOf | None = None,
) -> tuple[Comparison, ...]:
    """Build a model's mesh in every mode and keep the figures.

    Parameters
    ----------
    model : Model
    options : MeshOptions, optional
        All but the mode counts.
    look : Look, optional
        As for `build_model`.
    progress : callable
        Called with the share that is done; an exception that it raises stops the work.
    size_of : callable, optional
        Tells the bytes of a file with a mesh of the model.

    Returns
    -------
    tuple of Comparison
        In the order of `MODES`.
    """
    options = options or MeshOptions()
    return tuple(
        figures(build_model(model, replace(options, mode=mode), look, progress=mode_progress), size_of)
        for mode, mode_progress in zip(MODES, shared(progress, [1] * len(MODES)), strict=True)
    )


def figures(mesh: Mesh, size_of: SizeOf | None = None) -> Comparison:
    """Keep of a mesh what a comparison shows.

    Parameters
    ----------
    mesh : Mesh
    size_of : callable, optional
        Tells the bytes of a file with it.

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
        drawn_area=counts.drawn_area,
        t_junctions=has_t_junctions(mesh),
        proven=counts.lower_bound == counts.triangles,
        lower_bound=counts.lower_bound,
        file_bytes=None if size_of is None else size_of(mesh),
    )


def has_t_junctions(mesh: Mesh) -> bool:
    """Tell whether a vertex lies strictly inside a side of some triangle.

    Only sides along an axis are looked at: a vertex inside a diagonal would be inside a merged area, where there is
    nothing that has a corner.

    Parameters
    ----------
    mesh : Mesh

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
