"""A .vox file and options in, a `PreparedFile` of meshes, texture sheet and placements out; Blender is not touched."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ..core import MeshOptions, read_vox
from ..core.errors import FormatError
from ..core.pipeline import build_model
from ..core.texture.packing import pack
from ..core.vox import VoxModel, VoxScene
from .build.prepared import PreparedFile
from .placement import place

Progress = Callable[[float], object]
"""Is called with the share that is done, from 0 to 1."""


def prepare(path: Path, options: MeshOptions, *, flat: bool, progress: Progress) -> PreparedFile:
    """Read a file and mesh each of its placed models once.

    Parameters
    ----------
    path : Path
    options : MeshOptions
    flat : bool
        Place all objects in the world, without their groups.
    progress : callable
        Takes the share that is done.

    Returns
    -------
    PreparedFile

    Raises
    ------
    TrivoxError
        If the file cannot be used; `FormatError` if nothing in it has voxels.
    """
    scene = read_vox(path)
    mesh_of_model, models = _distinct_models(scene)
    if not models:
        raise FormatError("the file has no voxels, so there is nothing to import")
    meshes = []
    done, total = 0, sum(model.voxels for model in models)
    for model in models:
        begin, part = done / total, model.voxels / total
        meshes.append(build_model(model, options, lambda share, begin=begin, part=part: progress(begin + share * part)))
        done += model.voxels
    sheet, positions = _sheet([mesh.atlas for mesh in meshes], options.power_of_two)
    return PreparedFile(
        name=path.stem,
        meshes=tuple(meshes),
        sheet=sheet,
        atlas_positions=positions,
        palette=scene.palette,
        placements=place(scene, mesh_of_model, flat=flat),
        warnings=scene.warnings,
    )


def _distinct_models(scene: VoxScene) -> tuple[npt.NDArray[np.int64], list[VoxModel]]:
    """Number the different models that are placed and have voxels.

    Returns
    -------
    mesh_of_model : (models,) int64
        -1 for a model that is empty or not placed.
    models : list of VoxModel
        The first of each kind.
    """
    placed = {node.model for node in scene.nodes if node.model is not None}
    mesh_of_model = np.full(len(scene.models), -1, np.int64)
    number: dict[tuple[object, ...], int] = {}
    models: list[VoxModel] = []
    for index, model in enumerate(scene.models):
        if index in placed and model.voxels:
            key = (model.size, model.positions.tobytes(), model.indices.tobytes())
            mesh_of_model[index] = number.setdefault(key, len(models))
            if mesh_of_model[index] == len(models):
                models.append(model)
    return mesh_of_model, models


def _sheet(
    atlases: Sequence[npt.NDArray[np.uint8]], power_of_two: bool
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    """Lay the atlases side by side in one image.

    Returns
    -------
    sheet : (H, W) uint8
    positions : (atlases, 2) int64
        (column, row) of each atlas.
    """
    heights, widths = np.array([atlas.shape for atlas in atlases], np.int64).T
    positions, width, height = pack(widths, heights, power_of_two)
    sheet = np.zeros((height, width), np.uint8)
    for atlas, (column, row) in zip(atlases, positions.tolist(), strict=True):
        sheet[row : row + atlas.shape[0], column : column + atlas.shape[1]] = atlas
    return sheet, positions
