"""Paths of .vox files and of .tvx files to write in, the written files and a `Converted` for each of them out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, as_completed
from dataclasses import dataclass, field, replace

from ..errors import TrivoxError
from ..options import MeshOptions
from ..vox import read_vox
from .scene import VOXEL_SIZE, tvx_from_scene
from .writer import write_tvx


@dataclass(frozen=True)
class ConvertOptions:
    """How .vox files become .tvx files."""

    mesh: MeshOptions = field(default_factory=MeshOptions)
    compress: bool = False
    ordered: bool = True
    """Order the triangles for a vertex cache."""
    voxel_size: float = VOXEL_SIZE
    """Metres."""


@dataclass(frozen=True)
class Converted:
    """What became of one file."""

    source: str
    target: str
    error: str | None = None
    """One sentence, or None if the file was written."""
    warnings: tuple[str, ...] = ()
    size: int = 0
    """Bytes written."""
    triangles: int = 0


def convert_file(source: str, target: str, options: ConvertOptions) -> Converted:
    """Convert one file.

    Parameters
    ----------
    source, target : str
        Paths of the .vox file and of the .tvx file.
    options : ConvertOptions

    Returns
    -------
    Converted
        With an error in place of an exception if the file cannot be converted.
    """
    done = Converted(source, target)
    try:
        scene = read_vox(source)
        done = replace(done, warnings=scene.warnings)
        file = tvx_from_scene(scene, options.mesh, voxel_size=options.voxel_size, ordered=options.ordered)
        data = write_tvx(target, file, compress=options.compress)
    except TrivoxError as error:
        return replace(done, error=str(error))
    return replace(done, size=len(data), triangles=file.triangle_count)


def convert_files(
    files: Sequence[tuple[str, str]],
    options: ConvertOptions | None = None,
    executor: Executor | None = None,
    progress: Callable[[Converted, int], None] | None = None,
) -> list[Converted]:
    """Convert several files.

    Parameters
    ----------
    files : sequence of (str, str)
        Paths of a .vox file and of the .tvx file to write.
    options : ConvertOptions, optional
    executor : concurrent.futures.Executor, optional
        Does the work: a pool of processes, or what Dask, MPI and others have for one. It must reach the same paths. By
        default the files are converted here, one after another.
    progress : callable, optional
        Called after each file with its result and the number of files that are done.

    Returns
    -------
    list of Converted
        In the order of `files`; a file that fails does not keep the others from being converted.
    """
    options = options or ConvertOptions()
    results: list[Converted | None] = [None] * len(files)
    done = 0

    def finish(index: int, result: Converted) -> None:
        nonlocal done
        done += 1
        results[index] = result
        if progress is not None:
            progress(result, done)

    if executor is None:
        for index, (source, target) in enumerate(files):
            finish(index, convert_file(source, target, options))
    else:
        futures: dict[Future[Converted], int] = {
            executor.submit(convert_file, source, target, options): index
            for index, (source, target) in enumerate(files)
        }
        for future in as_completed(futures):
            finish(futures[future], _result(future, *files[futures[future]]))
    return [result for result in results if result is not None]


def _result(future: Future[Converted], source: str, target: str) -> Converted:
    """What a worker found out; one that was lost, such as a killed process, costs its own file only."""
    try:
        return future.result()
    except Exception as error:
        return Converted(source, target, f"the worker failed: {type(error).__name__}: {error}")
