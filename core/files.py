"""Paths and options in, an assembly for each file out; a file that cannot be used does not keep the others back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from .errors import TrivoxError
from .formats import read
from .mesh.options import MeshOptions
from .progress import Progress, shared, unheard
from .scene import Assembly, SceneOptions, assemble
from .scene.options import VOXEL_SIZE
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
            assembly = assemble(read(path), options, scene_options, voxel_size=voxel_size, progress=share)
            made.append((path, assembly))
        except TrivoxError as error:
            failures.append((readable(path.name), error))
    return Files(tuple(made), tuple(failures))
