"""``trivox convert``: files in, files of the format that their endings name and a line for each on stderr out."""

from __future__ import annotations

import argparse
import os
import re
import sys
from pathlib import Path
from typing import Any

from ..core.convert import Converted, ConvertOptions, convert_files
from ..core.errors import OptionError
from ..core.formats import WRITERS, WriteOptions, writer_of
from ..core.mesh.modes import MODES
from ..core.mesh.overlap import CUTOUT_OVERLAP, MAX_OVERLAP, OVERLAP
from ..core.scene.options import MAX_VOXEL_SIZE, MIN_VOXEL_SIZE
from ..core.voxels.finish import GLASSES
from ..core.voxels.shade import OCCLUSIONS
from ..core.workers import workers_for
from .arguments import (
    add_mesh_arguments,
    add_read_arguments,
    add_scene_arguments,
    mesh_options,
    read_options,
    scene_options,
)
from .extras import add_extras_arguments, chunk_options, collision_options, level_options, light_map_options
from .files import warn
from .smooth import add_smooth_arguments, smooth_options
from .terminal import counted, note, tell

_ENDING = ".tvx"
_BAR = 20


def add_convert(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the command and its arguments.

    Parameters
    ----------
    commands : subparsers action
    """
    about = "write models as files of small meshes, or of voxels"
    endings = [writer.ending for writer in WRITERS]
    command = commands.add_parser(
        "convert",
        help=about,
        description=f"{about[0].upper()}{about[1:]}, of the format that the ending says: {', '.join(endings)}.",
    )
    command.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="a file of voxels, a mesh or a picture, and the file to write; or, with --out-dir, any number of these",
    )
    command.add_argument(
        "--out-dir", metavar="FOLDER", help="write each file there under its own name; the folder is made if needed"
    )
    command.add_argument(
        "--to",
        type=lambda text: f".{text.removeprefix('.')}",
        choices=endings,
        metavar="ENDING",
        help=f"of the files in --out-dir: {', '.join(endings)} ({_ENDING})",
    )
    _add_write_arguments(command)
    command.add_argument(
        "--voxel-size",
        type=float,
        metavar="METRES",
        help=f"edge of a voxel where the file does not tell, from {MIN_VOXEL_SIZE:g} to {MAX_VOXEL_SIZE:,.0f} metres; "
        f"of meshes, of the voxels that are made, in the file's unit (default: {ConvertOptions.voxel_size})",
    )
    command.add_argument(
        "--jobs",
        type=int,
        default=0,
        metavar="N",
        help="files converted at a time, each in a process, or models of a single file (default: one for each "
        "processor where that saves time)",
    )
    add_read_arguments(command)
    add_mesh_arguments(command, every_mode=False)
    add_extras_arguments(command)
    add_smooth_arguments(command)
    skip = ", ".join(writer.ending for writer in WRITERS if writer.scene.hidden == "skip")
    first = ", ".join(writer.ending for writer in WRITERS if not writer.scene.animates)
    add_scene_arguments(command, frames=f"all, but the first in {first}", hidden=f"hide, but skip in {skip}")
    command.set_defaults(run=_run, usage=command.error)


def _add_write_arguments(command: argparse.ArgumentParser) -> None:
    """Add what can be chosen of how files are written."""
    _add_tvx_arguments(command)
    command.add_argument(
        "--integers",
        action="store_true",
        help="in .glb files, store whole numbers, which is half as long and needs readers that know "
        "KHR_mesh_quantization",
    )
    command.add_argument(
        "--glass",
        choices=GLASSES,
        default=WriteOptions.glass,
        help="how one looks through glass in .glb files (default: %(default)s)",
    )
    command.add_argument(
        "--occlusion-in",
        choices=OCCLUSIONS,
        default=WriteOptions.occlusion_in,
        help="where ambient occlusion goes: a map in .glb files, for the light of the sky only, or the colors, in .obj "
        "files too (default: %(default)s)",
    )
    command.add_argument(
        "--occlusion-strength",
        type=float,
        default=WriteOptions.occlusion_strength,
        metavar="S",
        help="how much of it, from 0 to 1 (default: %(default)s)",
    )
    command.add_argument(
        "--part-edges",
        action="store_true",
        help="in .obj files of the modes faces and watertight, double the vertices where solids touch along an edge or "
        "in a point only, so that every edge has two faces, as 3D printing wants",
    )
    joined = ", ".join(mode.name for mode in MODES.values() if mode.junctions != "nowhere")
    command.add_argument(
        "--overlap",
        type=float,
        default=WriteOptions.overlap,
        metavar="SHARE",
        help=f"in .glb and .obj files of the modes {joined}, let polygons reach over their sides by a share of a "
        f"voxel, from 0 to {MAX_OVERLAP}, so that no background shows between them; {OVERLAP} does for graphics cards "
        f"(default: {CUTOUT_OVERLAP} in the mode cutout, but for --integers, else 0)",
    )
    command.add_argument(
        "--each-frame",
        action="store_true",
        help="write a file for each frame of the animation, with its number in the name",
    )


def _add_tvx_arguments(command: argparse.ArgumentParser) -> None:
    """The same of .tvx files alone."""
    command.add_argument("--compress", action="store_true", help="make .tvx files smaller, at the price of unpacking")
    command.add_argument(
        "--store-voxels",
        action="store_true",
        help="in .tvx files, store the voxels too, so that Blender can make other meshes of them",
    )
    command.add_argument(
        "--relief",
        action="store_true",
        help="in .tvx files, store what is seen of each model from six sides too, as pictures with heights, which "
        "stand for it from far away",
    )


def _run(arguments: argparse.Namespace) -> int:
    if arguments.each_frame and arguments.frame is not None:
        raise OptionError("--each-frame writes all frames and --frame one; give one of the two")
    if arguments.part_edges and MODES[arguments.mode].junctions != "nowhere":
        raise OptionError(f"--part-edges needs a mode whose corners meet corners only, and {arguments.mode} is not one")
    # All targets are of one format, or refused.
    files = _pairs(arguments.files, arguments.out_dir, arguments.to, each_frame=arguments.each_frame)
    options = ConvertOptions(
        mesh=mesh_options(arguments),
        scene=scene_options(arguments, writer_of(files[0][1]).scene),
        read=read_options(arguments),
        write=WriteOptions(
            compress=arguments.compress,
            voxels=arguments.store_voxels,
            relief=arguments.relief,
            integers=arguments.integers,
            glass=arguments.glass,
            part_edges=arguments.part_edges,
            occlusion_in=arguments.occlusion_in,
            occlusion_strength=arguments.occlusion_strength,
            overlap=arguments.overlap,
            lod=arguments.lod,
            collision_names=arguments.collision_names,
            smooth=smooth_options(arguments, writer_of(files[0][1]).ending),
            light_map=light_map_options(arguments),
        ),
        levels=None if arguments.chunks else level_options(arguments),
        chunks=chunk_options(arguments),
        collision=collision_options(arguments),
        voxel_size=ConvertOptions.voxel_size if arguments.voxel_size is None else arguments.voxel_size,
        opaque=arguments.opaque,
        each_frame=arguments.each_frame,
    )
    if arguments.jobs < 0:
        raise OptionError(f"jobs is {arguments.jobs}; it must be 0 or more")
    lines = _Lines(len(files))
    jobs, sizes = arguments.jobs or None, [_size(source) for source, _target in files]
    with workers_for(sizes, jobs) as workers:
        results = convert_files(files, options, workers, lines.show, jobs=jobs)
    return int(any(result.error is not None for result in results))


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except (OSError, ValueError):
        return 0


def _pairs(paths: list[str], folder: str | None, ending: str | None, *, each_frame: bool) -> list[tuple[str, str]]:
    """Each source with its target."""
    if folder is None:
        if ending is not None:
            raise OptionError("--to is for --out-dir; without it the file to write has the ending")
        if len(paths) != 2:
            raise OptionError("give one file to read and the file to write, or several files to read with --out-dir")
        pairs = [(paths[0], paths[1])]
    else:
        if not folder:
            raise OptionError("--out-dir is empty; it must be a folder, such as . for this one")
        pairs = [(path, str(Path(folder, Path(path).stem + (ending or _ENDING)))) for path in paths]
    _refuse_clashes(pairs)
    for _source, target in pairs:
        writer_of(target)
        if each_frame:
            _refuse_frames(paths, target)
    return pairs


def _refuse_frames(sources: list[str], target: str) -> None:
    """No file of a frame may have the name of a file that is read."""
    path = Path(os.path.realpath(target))
    frame = re.compile(re.escape(path.stem) + r"_\d{4,}" + re.escape(path.suffix), re.IGNORECASE)
    for source in map(Path, map(os.path.realpath, sources)):
        if source.parent == path.parent and frame.fullmatch(source.name):
            raise OptionError(f"{source.name} would be written for a frame, and is a file to read")


def _refuse_clashes(pairs: list[tuple[str, str]]) -> None:
    """No file may be written twice, on systems that do not tell cases apart either, and none that is read."""
    sources = {key for source, _target in pairs for key in _keys(source)}
    seen: set[str] = set()
    for source, target in pairs:
        if not sources.isdisjoint(_keys(target)):
            raise OptionError(f"{source} would be written to {target}, which is a file to read")
        same = os.path.realpath(target).casefold()
        if same in seen:
            raise OptionError(f"several files would become {target}; convert them into different folders")
        seen.add(same)


def _keys(path: str) -> set[object]:
    """What two paths of one file have in common."""
    keys: set[object] = {os.path.normcase(os.path.realpath(path))}
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return keys
    return keys | {(found.st_dev, found.st_ino)}


class _Lines:
    """A line on stderr for each finished file, and below them a bar where stderr is a terminal."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._done = 0
        self._bar = sys.stderr.isatty() and total > 1

    def show(self, result: Converted, _done: int) -> None:
        """Tell what became of a file."""
        self._done += 1
        if self._bar:
            note("\r\x1b[K")
        warn(result.source, result.warnings, result.error or "")
        tell(result.target if result.error is None else result.source, result.error or _figures(result))
        if self._bar and self._done < self._total:
            filled = _BAR * self._done // self._total
            note(f"[{'#' * filled}{'.' * (_BAR - filled)}] {self._done}/{self._total}")


def _figures(result: Converted) -> str:
    frames = f"{counted(result.files, 'frame')}, " if result.files > 1 else ""
    if not result.triangles and result.voxels is not None:
        return f"{frames}{counted(result.size, 'byte')}, {counted(result.voxels, 'voxel')}"
    drawn = f" ({result.drawn:,} as drawn)" if result.drawn != result.triangles else ""
    each = f", {result.size / result.triangles:.1f} bytes a triangle" if result.triangles else ""
    return f"{frames}{counted(result.size, 'byte')}, {counted(result.triangles, 'triangle')}{drawn}{each}"
