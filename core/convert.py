"""Paths of files of voxels and of files to write in, the written files and a `Converted` for each of them out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from .borders import require_range
from .chunks.options import ChunkOptions
from .collision.options import CollisionOptions
from .errors import FormatError, LostError, TrivoxError
from .formats import ExtrasWriter, ReadOptions, WriteOptions, Writer, read, writer_of
from .formats.source import WriteError, replace_files
from .levels.options import LevelOptions
from .mesh.options import MeshOptions
from .scene import Assembly, SceneOptions, assemble, looked_at, unmeshed
from .scene.chunked import chunked
from .scene.extras import with_collisions, with_levels
from .scene.frames import all_frames
from .scene.options import MAX_VOXEL_SIZE, MIN_VOXEL_SIZE, VOXEL_SIZE
from .voxels.scene import Scene

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future


@dataclass(frozen=True)
class ConvertOptions:
    """How files become files of another format.

    Raises
    ------
    OptionError
        If the voxel size is no length.
    """

    mesh: MeshOptions = field(default_factory=MeshOptions)
    scene: SceneOptions | None = None
    """None for what the format's writer takes."""
    write: WriteOptions = field(default_factory=WriteOptions)
    voxel_size: float = VOXEL_SIZE
    """Metres, where the file does not tell."""
    opaque: bool = False
    """Take glass and other transparent materials for opaque ones."""
    each_frame: bool = False
    """Write a file for each frame of the animation, with its number in the name."""
    read: ReadOptions = field(default_factory=ReadOptions)
    levels: LevelOptions | None = None
    """Write levels of detail, where the format has a place for them; None for none."""
    collision: CollisionOptions | None = None
    """Write collision shapes, where the format has a place for them; None for none."""
    chunks: ChunkOptions | None = None
    """Join all objects and divide them along a lattice; None for not. Levels of detail are then of several chunks."""

    def __post_init__(self) -> None:
        require_range(self, "voxel_size", MIN_VOXEL_SIZE, MAX_VOXEL_SIZE)


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
    files: int = 1
    """How many files were written for it, those beside others not counted."""
    triangles: int = 0
    """Of all meshes, each counted once."""
    voxels: int | None = None
    """Of all models, each counted once; None where nobody knows, or nothing was written."""
    faces: int | None = None
    """Visible sides of these voxels."""
    drawn: int = 0
    """Triangles as drawn: those of a mesh count for each object that shows it."""


def convert_file(source: str, target: str, options: ConvertOptions, jobs: int | None = 1) -> Converted:
    """Convert one file.

    Parameters
    ----------
    source, target : str
        Paths of the file to read and of the one to write; its ending says the format.
    options : ConvertOptions
    jobs : int or None
        Processes that share its models; None for as many as there are processors where that saves time.

    Returns
    -------
    Converted
        With an error in place of an exception if the file cannot be converted; then nothing is written. Folders that
        the target needs are made only when it is written.
    """
    done = Converted(source, target)
    try:
        writer, document = writer_of(target), read(source, options.read)
        scene = document.scene if isinstance(document, Assembly) else document
        done = replace(done, warnings=scene.warnings)
        document = looked_at(document, opaque=options.opaque)
        made = _Made(done, writer, options.write)
        if options.each_frame:
            assemblies = _frames(document, writer, options, jobs)
        else:
            assemblies = iter([("", _assembled(document, writer, options, _scene(writer, options), jobs))])
        replace_files(made.files(Path(target), assemblies))
    except WriteError as error:
        return replace(done, error=f"{error.path}: {error}")
    except TrivoxError as error:
        return replace(done, error=str(error))
    return made.done


def convert_files(
    files: Sequence[tuple[str, str]],
    options: ConvertOptions | None = None,
    executor: Executor | None = None,
    progress: Callable[[Converted, int], None] | None = None,
    *,
    jobs: int | None = 1,
) -> list[Converted]:
    """Convert several files.

    Parameters
    ----------
    files : sequence of (str, str)
        Paths of a file to read and of the file to write.
    options : ConvertOptions, optional
    executor : concurrent.futures.Executor, optional
        Does the work: a pool of processes, or what Dask, MPI and others have for one. It must reach the same paths. By
        default the files are converted here, one after another.
    progress : callable, optional
        Called after each file with its result and the number of files that are done.
    jobs : int or None
        As for `convert_file`, for files that are converted here.

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
            finish(index, convert_file(source, target, options, jobs))
    else:
        from concurrent.futures import as_completed

        futures: dict[Future[Converted], int] = {
            _submitted(executor, source, target, options): index for index, (source, target) in enumerate(files)
        }
        for future in as_completed(futures):
            finish(futures[future], _result(future, *files[futures[future]]))
    return [result for result in results if result is not None]


class _Made:
    """What is written for one file.

    Parameters
    ----------
    done : Converted
        What is known of it.
    writer : Writer
    options : WriteOptions
    """

    def __init__(self, done: Converted, writer: Writer, options: WriteOptions) -> None:
        self.done = replace(done, files=0)
        self._writer, self._options = writer, options

    def files(self, target: Path, assemblies: Iterable[tuple[str, Assembly]]) -> Iterator[tuple[Path, bytes]]:
        """Make the files of assemblies, each of the target's name with an ending of its stem, and count them."""
        for ending, assembly in assemblies:
            path = target.with_stem(f"{target.stem}{ending}")
            written = self._writer.write(assembly, self._options, path.stem)
            done, counts = self.done, written.counts or (assembly.triangles, assembly.triangles_drawn)
            self.done = replace(
                done,
                warnings=assembly.scene.warnings,
                size=done.size + written.size,
                files=done.files + 1,
                triangles=done.triangles + counts[0],
                voxels=_voxels(assembly),
                faces=_sum(mesh.counts.faces for mesh in assembly.meshes) if assembly.meshes else None,
                drawn=done.drawn + counts[1],
            )
            _make_folder(path)
            yield from written.files(path)


def _voxels(assembly: Assembly) -> int | None:
    """Voxels of all models; those of files of triangles are known to the meshes, if to anybody."""
    if not assembly.meshes:
        return sum({id(model): model.voxels for model in assembly.scene.models}.values())
    return _sum(mesh.counts.voxels for mesh in assembly.meshes)


def _sum(counts: Iterable[int | None]) -> int | None:
    known = list(counts)
    return None if None in known else sum(count or 0 for count in known)


def _make_folder(path: Path) -> None:
    """Make the folder that a file needs."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FormatError(f"{path}: the folder cannot be made: {error.strerror or error}") from error


def _scene(writer: Writer, options: ConvertOptions) -> SceneOptions:
    return writer.scene if options.scene is None else options.scene


def _assembled(
    document: Scene | Assembly, writer: Writer, options: ConvertOptions, scene: SceneOptions, jobs: int | None
) -> Assembly:
    """Mesh a document as a writer wants it, if it wants meshes, with all that is beside them."""
    if not writer.meshes:
        return unmeshed(document, scene, voxel_size=options.voxel_size)
    # Of what becomes smooth nobody looks at the sides of voxels.
    mesh = options.mesh if options.write.smooth is None else replace(options.mesh, mode="faces")
    layout = writer.layout(mesh)
    if options.chunks is not None:
        return _chunked(document, writer, options, scene, jobs)
    made = assemble(
        document,
        mesh,
        scene,
        layout=layout,
        largest=writer.largest,
        voxel_size=options.voxel_size,
        jobs=jobs,
    )
    if not isinstance(writer, ExtrasWriter):
        return made
    if options.levels is not None and not made.levels:
        made = with_levels(made, options.levels, layout=layout, largest=writer.largest)
    if options.collision is not None and not made.collisions:
        made = with_collisions(made, options.collision)
    return made


def _chunked(
    document: Scene | Assembly, writer: Writer, options: ConvertOptions, scene: SceneOptions, jobs: int | None
) -> Assembly:
    """Divide a document, with coarser meshes where the format has a place for them."""
    has_tree = isinstance(writer, ExtrasWriter) and "tree" in writer.extras
    chunks = options.chunks if has_tree and options.chunks else replace(options.chunks or ChunkOptions(), levels=0)
    made = chunked(
        document,
        options.mesh,
        scene,
        chunks,
        layout=writer.layout(options.mesh),
        voxel_size=options.voxel_size,
        jobs=jobs,
    )
    if options.collision is not None and isinstance(writer, ExtrasWriter):
        made = with_collisions(made, options.collision)
    return made


def _frames(
    document: Scene | Assembly, writer: Writer, options: ConvertOptions, jobs: int | None
) -> Iterator[tuple[str, Assembly]]:
    """Mesh a document in each frame; what stays the same is meshed once, unless it is joined or cut."""
    chosen = _scene(writer, options)
    numbers = all_frames(document.scene if isinstance(document, Assembly) else document)
    if writer.meshes and chosen.join == "separate" and options.chunks is None:
        document = _assembled(document, writer, options, replace(chosen, animation="animate"), jobs)
        chosen = replace(chosen, at_origin=False)
    for number in numbers:
        one = replace(chosen, animation="frame", frame=number)
        yield f"_{number:04}", _assembled(document, writer, options, one, jobs)


def _submitted(executor: Executor, source: str, target: str, options: ConvertOptions) -> Future[Converted]:
    """Hand a file to a worker; an executor that takes nothing more, as after a killed process, costs that file only."""
    from concurrent.futures import Future

    try:
        return executor.submit(convert_file, source, target, options)
    except Exception as error:
        lost: Future[Converted] = Future()
        lost.set_exception(error)
        return lost


def _result(future: Future[Converted], source: str, target: str) -> Converted:
    """What a worker found out; one that was lost, such as a killed process, costs its own file only."""
    try:
        return future.result()
    except LostError as error:
        return Converted(source, target, str(error))
    except Exception as error:
        return Converted(source, target, f"the worker failed: {type(error).__name__}: {error}")
