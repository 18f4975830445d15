"""Voxels made of triangles in, a scene of one model in whole voxels and where its lattice is in the world out."""

from __future__ import annotations

from dataclasses import dataclass, replace

import bpy
import numpy as np
import numpy.typing as npt
from mathutils import Matrix, Vector

from ..core.voxelise import Voxelised
from ..core.voxels import Look, ModelFrame, Scene, SceneNode, TransformFrame
from ..core.voxels.quantise import reduce_colors

Floats = npt.NDArray[np.float64]


def grid_of(obj: bpy.types.Object | None) -> Matrix:
    """Where a lattice lies along an object's axes, without its scale; in the world if there is no object.

    Parameters
    ----------
    obj : bpy.types.Object or None

    Returns
    -------
    (4, 4) Matrix
        From the lattice's space to the world.
    """
    if obj is None:
        return Matrix.Identity(4)
    place, turn, _scale = obj.matrix_world.decompose()
    return Matrix.Translation(place) @ turn.to_matrix().to_4x4()


@dataclass(frozen=True, eq=False)
class Model:
    """One model as a scene, and what whole voxels do not tell of where it is."""

    scene: Scene
    rest: Floats
    """(3,) float64, in Blender units along the lattice: less than a voxel."""


def model_of(made: Voxelised, name: str, unit: float) -> Model:
    """Put a model into a scene.

    Parameters
    ----------
    made : Voxelised
        In Blender units.
    name : str
    unit : float
        Metres of a Blender unit.

    Returns
    -------
    Model
    """
    corner = np.rint(made.origin / made.voxel_size).astype(np.int64)
    rest = made.origin - corner * made.voxel_size
    # What rounding leaves is no distance.
    rest[np.abs(rest) < 1e-6 * made.voxel_size] = 0
    move = TransformFrame(0, np.eye(3, dtype=np.int8), corner + np.array(made.model.pivot, np.int64))
    node = SceneNode(name, -1, "shape", (move,), (ModelFrame(0, 0),))
    size = made.voxel_size * unit
    scene = Scene(name=name, models=(made.model,), look=made.look, nodes=(node,), voxel_size=size, warnings=made.notes)
    return Model(scene, rest)


def put(objects: list[bpy.types.Object], grid: Matrix, rest: Floats) -> None:
    """Move objects that were built in the world to where their lattice is.

    Parameters
    ----------
    objects : list of bpy.types.Object
        Without parents.
    grid : (4, 4) Matrix
        As `grid_of` gives it.
    rest : (3,) float64
        As in `Model`.
    """
    for obj in objects:
        obj.location = grid @ (obj.location + Vector(rest))
        if grid != Matrix.Identity(4):
            obj.rotation_euler = grid.to_euler()


def with_palette(made: Voxelised, look: Look, *, dither: bool) -> Voxelised:
    """Give voxels the nearest colors of another palette; where the kind of material differs, an entry of their own.

    Parameters
    ----------
    made : Voxelised
    look : Look
        With the palette to take.
    dither : bool
        Mix colors that it lacks.

    Returns
    -------
    Voxelised
    """
    kinds = dict(zip(made.look.described, made.look.materials, strict=True))
    numbers = np.array([list(kinds).index(text) for text in made.look.described], np.int64)
    index = made.model.indices
    at = made.model.positions if dither else None
    reduced = reduce_colors(made.look.palette[index], palette=look.palette[1:], dither_at=at, group=numbers[index])
    own, groups = list(kinds.values()), reduced.group.tolist()
    materials = tuple(own[group] if group >= 0 else look.materials[entry] for entry, group in enumerate(groups))
    model = replace(made.model, indices=reduced.index)
    return replace(made, model=model, look=Look(reduced.palette, materials))
