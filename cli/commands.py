"""Commands of the command line: paths and mesh options in, text on stdout and stderr and an exit code out."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator, Sequence

from ..core import build_model, read_vox
from ..core.checks import check_mesh
from ..core.errors import TrivoxError
from ..core.options import MeshOptions
from ..core.vox import VoxModel
from .tables import record, table, title


class _Files:
    """The models of several files; a file that fails is told on stderr and the others go on."""

    def __init__(self, paths: Sequence[str]) -> None:
        self._paths = paths
        self.failed = False

    def fail(self, place: str, sentence: object) -> None:
        """Tell what went wrong where."""
        self.failed = True
        print(f"{place}: {sentence}", file=sys.stderr)

    def models(self) -> Iterator[tuple[str, int, VoxModel, float]]:
        """Path, number of the model, the model and the seconds that reading its file took."""
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
            for number, model in enumerate(scene.models):
                yield path, number, model, seconds


def stats(paths: Sequence[str], options: MeshOptions, *, as_json: bool) -> int:
    """Print what every step of the pipeline leaves of each model.

    Parameters
    ----------
    paths : sequence of str
    options : MeshOptions
    as_json : bool
        One JSON list in place of a table for each model.

    Returns
    -------
    int
        Exit code: 1 if a file failed.
    """
    files = _Files(paths)
    records = []
    for path, number, model, seconds in files.models():
        try:
            mesh = build_model(model, options)
        except TrivoxError as error:
            files.fail(title(path, number), error)
            continue
        if as_json:
            records.append(record(path, number, mesh, seconds))
        else:
            print(table(path, number, mesh, seconds), end="\n\n", flush=True)
    if as_json:
        print("[" + ",\n ".join(json.dumps(entry) for entry in records) + "]")
    return int(files.failed)


def check(paths: Sequence[str], options: MeshOptions) -> int:
    """Prove the mesh of each model.

    Parameters
    ----------
    paths : sequence of str
    options : MeshOptions

    Returns
    -------
    int
        Exit code: 1 if a file or a proof failed.
    """
    files = _Files(paths)
    for path, number, model, _ in files.models():
        place = title(path, number)
        try:
            mesh = build_model(model, options)
            sentences = check_mesh(model.colors, mesh)
        except TrivoxError as error:
            files.fail(place, error)
            continue
        for sentence in sentences:
            files.fail(place, sentence)
        if not sentences:
            print(f"{place}: all proofs hold ({options.mode}, {mesh.counts.triangles:,} triangles)", flush=True)
    return int(files.failed)
