"""Paths and options in, an assembly for each file out; a file that cannot be used does not keep the others back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from .errors import TrivoxError
from .formats import ReadOptions, read
from .mesh.options import MeshOptions
from .progress import Progress, shared, unheard
from .scene import Assembly, SceneOptions, assemble
from .scene.options import VOXEL_SIZE
from .scene.places import side_by_side
from .text import readable


@dataclass(frozen=True)
class Files:
    """What came of several files."""

    made: tuple[tuple[Path, Assembly], ...]
    failures: tuple[tuple[str, TrivoxError], ...]
    """Name and error of each file that cannot be used."""


def assemble_files(
    paths: Sequence[Path],
    options: MeshOptions,
    scene_options: SceneOptions,
    *,
    voxel_size: float = VOXEL_SIZE,
    read_options: ReadOptions | None = None,
    progress: Progress = unheard,
) -> Files:
    """Read and mesh several files.

    Parameters
    ----------
    paths : sequence of Path
    options : MeshOptions
    scene_options : SceneOptions
    voxel_size : float
        Metres, where a file does not tell.
    read_options : ReadOptions, optional
        How voxels are made of files that hold none.
    progress : callable
        Takes the share that is done.

    Returns
    -------
    Files
    """
    made: list[tuple[Path, Assembly]] = []
    failures: list[tuple[str, TrivoxError]] = []
    for path, share in zip(paths, shared(progress, [1] * len(paths)), strict=True):
        try:
            document = read(path, read_options)
            assembly = assemble(document, options, scene_options, voxel_size=voxel_size, progress=share)
            made.append((path, assembly))
        except TrivoxError as error:
            failures.append((readable(path.name), error))
    return Files(tuple(made), tuple(failures))


def stand_apart(files: Files, point: npt.NDArray[np.float64] | None = None) -> Files:
    """Let several files stand side by side in rows, and all of them where a user wants them.

    Parameters
    ----------
    files : Files
    point : (3,) float64 metres, optional
        The middle of their ground. By default several stand around the world's origin, as high as they do alone, and a
        single one where its file has it.

    Returns
    -------
    Files
        Sorted by name, numbers in names by size.
    """
    made = sorted(files.made, key=lambda one: _by_number(one[0].name))
    if not made or (point is None and len(made) == 1):
        return files
    boxes = np.array([file.bounds for _path, file in made])
    away = np.zeros((len(made), 3))
    # Rounding to whole voxels leaves one between them.
    away[:, :2] = side_by_side(boxes, least=2 * max(file.voxel_size for _path, file in made))
    if point is not None:
        away += point
        away[:, 2] -= boxes[:, 0, 2]
    moved = tuple((path, file.shifted(move)) for (path, file), move in zip(made, away, strict=True))
    return Files(moved, files.failures)


def _by_number(name: str) -> list[tuple[int, str]]:
    """What sorts names with numbers as people do."""
    return [(int(part), "") if part.isdecimal() else (0, part) for part in re.split(r"(\d+)", name.casefold()) if part]
