"""Paths and parsed arguments in, an assembly for each mode of each file out; files that fail are told on stderr."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from ..core import Mesh, Model, Scene, TrivoxError, assemble, read
from ..core.errors import OptionError
from ..core.mesh.modes import MODES
from ..core.scene import Assembly, looked_at
from .arguments import ALL, mesh_options, read_options, scene_options
from .terminal import plain, tell


@dataclass(frozen=True)
class Opened:
    """One file with its meshes."""

    path: str
    assemblies: tuple[Assembly, ...]
    """One for each mode that was asked for; their scenes are the same."""
    seconds: tuple[dict[str, float], ...]
    """For each of them, what was not spent on meshes: reading the file and arranging its scene."""

    @property
    def models(self) -> Iterator[tuple[str, Model, tuple[Mesh, ...]]]:
        """Title, model and its mesh of each mode."""
        meshes = zip(*(assembly.meshes for assembly in self.assemblies), strict=True)
        for number, (model, own) in enumerate(zip(self.assemblies[0].scene.models, meshes, strict=True)):
            yield title(self.path, number), model, own


class Files:
    """The files of a command; one that fails is told and the others go on.

    Parameters
    ----------
    arguments : argparse.Namespace
        With those of meshes, of the scene and of files without voxels.
    only_voxels : str
        What a file must hold voxels for, as the end of a sentence; empty if triangles will do.

    Raises
    ------
    OptionError
        If an option has a value that it cannot have.
    """

    def __init__(self, arguments: argparse.Namespace, only_voxels: str = "") -> None:
        self._paths: list[str] = arguments.files
        self._mesh, self._scene = mesh_options(arguments), scene_options(arguments)
        self._modes = tuple(MODES) if arguments.mode == ALL else (self._mesh.mode,)
        self._read = read_options(arguments)
        self._opaque: bool = arguments.opaque
        self._only_voxels = only_voxels or ("no other meshes can be made of it" if arguments.mode == ALL else "")
        self.failed = False

    def fail(self, place: str, sentence: object) -> None:
        """Tell what went wrong where."""
        self.failed = True
        tell(place, sentence)

    def each(self, work: Callable[[Opened], None]) -> int:
        """Do something with every file that can be read.

        Parameters
        ----------
        work : callable

        Returns
        -------
        int
            Exit code: 1 if anything failed.
        """
        for path in self._paths:
            told: tuple[str, ...] = ()
            try:
                start = time.perf_counter()
                document = looked_at(read(path, self._read), opaque=self._opaque)
                seconds = time.perf_counter() - start
                told = document.scene.warnings if isinstance(document, Assembly) else document.warnings
                opened = self._opened(path, document, seconds)
            except TrivoxError as error:
                warn(path, told, str(error))
                self.fail(path, error)
                continue
            warn(path, opened.assemblies[0].scene.warnings)
            work(opened)
        return int(self.failed)

    def _opened(self, path: str, document: Scene | Assembly, seconds: float) -> Opened:
        if isinstance(document, Assembly) and self._only_voxels and not document.has_voxels:
            raise OptionError(f"the file holds triangles and not voxels, so {self._only_voxels}")
        if isinstance(document, Assembly) and len(self._modes) > 1:
            document = document.scene
        assemblies, spent = [], []
        for mode in self._modes:
            start = time.perf_counter()
            assembly = assemble(document, replace(self._mesh, mode=mode), self._scene)
            whole = time.perf_counter() - start
            meshing = sum(sum(mesh.seconds.values()) for mesh in assembly.meshes)
            assemblies.append(assembly)
            spent.append({"read": seconds, "scene": max(whole - meshing, 0.0)})
        return Opened(path, tuple(assemblies), tuple(spent))


def title(path: str, number: int) -> str:
    """Which model of which file.

    Parameters
    ----------
    path : str
    number : int
        Counted from 0 among the models that are shown.

    Returns
    -------
    str
    """
    return f"{plain(path)}, model {number}"


def warn(path: str, warnings: tuple[str, ...], error: str = "") -> None:
    """Tell what was wrong in a file and survived.

    Parameters
    ----------
    path : str
    warnings : tuple of str
    error : str
        What is told besides; warnings that it repeats are left out.
    """
    for warning in warnings:
        if warning not in error:
            tell(path, f"warning: {warning}")
