"""An `Assembly` in, the same with levels of detail or collision shapes beside its meshes out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ..collision import CollisionOptions, collision_of
from ..errors import OptionError
from ..levels import LevelOptions, levels_of, switch_distance
from ..mesh.mesh import Mesh
from ..mesh.options import MeshOptions
from ..pipeline import build_model
from ..progress import Progress, shared, unheard
from ..texture import Layout
from ..voxels.look import Look
from ..voxels.model import Model
from .assembly import Assembly
from .levels import LevelMesh

Last = Callable[[Model, Look, MeshOptions], Mesh]
"""Makes a mesh on a model's own lattice."""


def with_levels(
    assembly: Assembly,
    options: LevelOptions,
    *,
    layout: Layout | None = None,
    largest: int | None = None,
    last: Last | None = None,
    progress: Progress | None = None,
) -> Assembly:
    """Make levels of detail of all models.

    Parameters
    ----------
    assembly : Assembly
    options : LevelOptions
    layout : Layout, optional
    largest : int, optional
        As for `assemble`.
    last : callable, optional
        Makes the mesh of the last level of each model in place of coarser voxels, such as a relief.
    progress : callable, optional

    Returns
    -------
    Assembly
        Each level is meshed as the full model is.

    Raises
    ------
    LimitError
        If a model reaches too far.
    OptionError
        If the file does not tell the voxels.
    """
    _require_voxels(assembly, "levels of detail")
    scene = assembly.scene

    def made(model: Model, own: MeshOptions) -> Iterator[LevelMesh]:
        found = levels_of(model, scene.look, options)
        for level in found if last is None else found[: options.levels - 1]:
            mesh = build_model(level.model, own, scene.look, layout=layout, largest=largest)
            distance = switch_distance(level.error, assembly.voxel_size, options)
            yield LevelMesh(mesh, level.factor, level.error, distance)
        if last is not None and found:
            error = 2.0 * found[: options.levels - 1][-1].error if options.levels > 1 else 2.0
            yield LevelMesh(
                last(model, scene.look, own), 1, error, switch_distance(error, assembly.voxel_size, options)
            )

    shares = shared(progress or unheard, [model.voxels for model in scene.models])
    levels = []
    for model, mesh, share in zip(scene.models, assembly.meshes, shares, strict=True):
        levels.append(tuple(made(model, mesh.options)))
        share(1)
    return replace(assembly, levels=tuple(levels))


def with_collisions(assembly: Assembly, options: CollisionOptions, *, progress: Progress | None = None) -> Assembly:
    """Make collision shapes of all models.

    Parameters
    ----------
    assembly : Assembly
    options : CollisionOptions
    progress : callable, optional

    Returns
    -------
    Assembly

    Raises
    ------
    LimitError
        If a model reaches too far, or needs too many boxes.
    OptionError
        If the file does not tell the voxels.
    """
    _require_voxels(assembly, "collision shapes")
    shares = shared(progress or unheard, [model.voxels for model in assembly.scene.models])
    made = []
    for model, share in zip(assembly.scene.models, shares, strict=True):
        made.append(collision_of(model, options))
        share(1)
    return replace(assembly, collisions=tuple(made))


def _require_voxels(assembly: Assembly, what: str) -> None:
    if not assembly.has_voxels:
        raise OptionError(f"the file holds triangles and not voxels, so {what} cannot be made; take the .vox file")
