"""Commands of the command line: paths and mesh options in, text on stdout and stderr and an exit code out."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ..core import build_model, read_vox
from ..core.checks import check_mesh
from ..core.compare import figures
from ..core.errors import TrivoxError
from ..core.options import MODES, MeshOptions
from ..core.vox import VoxModel
from ..core.vox.classes import material_classes
from ..core.voxmesh import VoxMesh
from .tables import comparison_table, record, table, title


class _Files:
    """The models of several files; a file that fails is told on stderr and the others go on."""

    def __init__(self, paths: Sequence[str], see_through: bool) -> None:
        self._paths = paths
        self._see_through = see_through
        self.failed = False

    def fail(self, place: str, sentence: object) -> None:
        """Tell what went wrong where."""
        self.failed = True
        print(f"{place}: {sentence}", file=sys.stderr)

    def models(self) -> Iterator[_FileModel]:
        """Every model of every file."""
        for path in self._paths:
            start = time.perf_counter()
            try:
                scene = read_vox(path)
            except TrivoxError as error:
                self.fail(path, error)
                continue
            seconds = time.perf_counter() - start
            for warning in scene.warnings:
                print(f"{path}: warning: {warning}", file=sys.stderr)
            classes = material_classes(scene.materials)
            transparent = np.array([self._see_through and material.transparent for material in scene.materials])
            for number, model in enumerate(scene.models):
                yield _FileModel(path, number, model, classes, transparent, seconds)


@dataclass(frozen=True)
class _FileModel:
    """A model, and where it comes from."""

    path: str
    number: int
    model: VoxModel
    material_class: npt.NDArray[np.int64]
    transparent: npt.NDArray[np.bool_]
    read_seconds: float

    @property
    def title(self) -> str:
        return title(self.path, self.number)

    def meshes(self, options: MeshOptions, every_mode: bool) -> list[VoxMesh]:
        """The model's mesh in one mode or in all."""
        modes = MODES if every_mode else (options.mode,)
        return [
            build_model(
                self.model,
                replace(options, mode=mode),
                material_class=self.material_class,
                transparent=self.transparent,
            )
            for mode in modes
        ]


def stats(
    paths: Sequence[str], options: MeshOptions, *, every_mode: bool, as_json: bool, see_through: bool = False
) -> int:
    """Print what every step of the pipeline leaves of each model.

    Parameters
    ----------
    paths : sequence of str
    options : MeshOptions
    every_mode : bool
        Compare all modes of each model; the one of the options does not count.
    as_json : bool
        One JSON list in place of tables, with an object for each model and mode.
    see_through : bool
        Take glass and other transparent materials for what they are, else for opaque ones.

    Returns
    -------
    int
        Exit code: 1 if a file failed.
    """
    files = _Files(paths, see_through)
    records = []
    for entry in files.models():
        try:
            meshes = entry.meshes(options, every_mode)
        except TrivoxError as error:
            files.fail(entry.title, error)
            continue
        if as_json:
            records += [record(entry.path, entry.number, mesh, entry.read_seconds) for mesh in meshes]
        elif every_mode:
            print(comparison_table(entry.title, [figures(mesh) for mesh in meshes]), end="\n\n", flush=True)
        else:
            print(table(entry.path, entry.number, meshes[0], entry.read_seconds), end="\n\n", flush=True)
    if as_json:
        print("[" + ",\n ".join(json.dumps(entry) for entry in records) + "]")
    return int(files.failed)


def check(paths: Sequence[str], options: MeshOptions, *, every_mode: bool, see_through: bool = False) -> int:
    """Prove the mesh of each model.

    Parameters
    ----------
    paths : sequence of str
    options : MeshOptions
    every_mode : bool
        Prove the meshes of all modes; the one of the options does not count.
    see_through : bool
        Take glass and other transparent materials for what they are, else for opaque ones.

    Returns
    -------
    int
        Exit code: 1 if a file or a proof failed.
    """
    files = _Files(paths, see_through)
    for entry in files.models():
        try:
            for mesh in entry.meshes(options, every_mode):
                sentences = check_mesh(entry.model.colors, mesh, entry.material_class, entry.transparent)
                for sentence in sentences:
                    files.fail(entry.title, f"mode {mesh.options.mode}: {sentence}")
                if not sentences:
                    proved = f"all proofs hold ({mesh.options.mode}, {mesh.counts.triangles:,} triangles)"
                    print(f"{entry.title}: {proved}", flush=True)
        except TrivoxError as error:
            files.fail(entry.title, error)
    return int(files.failed)
