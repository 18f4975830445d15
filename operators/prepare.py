""".vox files and options in, `PreparedFile`s of meshes, texture layout and placements out; Blender is not touched."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ..core import MeshOptions, read_vox
from ..core.errors import FormatError, TrivoxError
from ..core.pipeline import build_model
from ..core.texture.packing import pack
from ..core.vox import VoxModel, VoxScene
from ..core.vox.classes import material_classes
from .build.options import BuildOptions
from .build.prepared import Layout, PreparedFile
from .build.voxels import Voxels, pack_voxels
from .placement import place

Progress = Callable[[float], object]
"""Is called with the share that is done, from 0 to 1; what it raises ends the work."""


@dataclass(frozen=True)
class Prepared:
    """What came of several files."""

    files: tuple[PreparedFile, ...]
    failures: tuple[tuple[str, TrivoxError], ...]
    """Name and error of each file that cannot be used."""


def prepare_all(
    paths: Sequence[Path], mesh_options: MeshOptions, build_options: BuildOptions, progress: Progress
) -> Prepared:
    """Prepare several files; one that cannot be used does not keep the others back.

    Parameters
    ----------
    paths : sequence of Path
    mesh_options : MeshOptions
        As the user chose them; those that the build options exclude are replaced.
    build_options : BuildOptions
    progress : callable

    Returns
    -------
    Prepared
    """
    files, failures = [], []
    options = build_options.fit(mesh_options)
    for number, path in enumerate(paths):

        def file_progress(share: float, number: int = number) -> None:
            progress((number + share) / len(paths))

        try:
            files.append(prepare(path, options, flat=build_options.hierarchy == "flat", progress=file_progress))
        except TrivoxError as error:
            failures.append((path.name, error))
    return Prepared(tuple(files), tuple(failures))


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
    classes = material_classes(scene.materials)
    meshes = []
    done, total = 0, sum(model.voxels for model in models)
    for model in models:

        def model_progress(share: float, done: int = done, part: int = model.voxels) -> None:
            progress((done + share * part) / total)

        meshes.append(build_model(model, options, model_progress, classes))
        done += model.voxels
    return PreparedFile(
        name=path.stem,
        meshes=tuple(meshes),
        voxels=tuple(pack_voxels(Voxels(model, scene.palette, classes)) for model in models),
        layout=lay_out(np.array([mesh.atlas.shape[::-1] for mesh in meshes]), power_of_two=options.power_of_two),
        palette=scene.palette,
        placements=place(scene, mesh_of_model, flat=flat),
        warnings=scene.warnings,
    )


def lay_out(sizes: npt.NDArray[np.int64], *, power_of_two: bool) -> Layout:
    """Lay atlases side by side in one image.

    Parameters
    ----------
    sizes : (n, 2) int64
        Width and height of each.
    power_of_two : bool
        Of the image's sides.

    Returns
    -------
    Layout
    """
    return Layout(*pack(*sizes.astype(np.int64).T, power_of_two))


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
