"""``trivox check``: files in, a line for each mesh that says whether all its proofs hold out."""

from __future__ import annotations

import argparse
import math
from dataclasses import replace
from typing import Any

import numpy as np

from ..core import LimitError, Look, Mesh, Model, TrivoxError
from .arguments import add_mesh_arguments, add_read_arguments, add_scene_arguments
from .files import Files, Opened
from .terminal import counted, say

MAX_CELLS = 2**27
"""Cells of a grid in which a mesh is proved."""


def add_check(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the command and its arguments.

    Parameters
    ----------
    commands : subparsers action
    """
    about = "prove that the mesh of each model is exact"
    command = commands.add_parser("check", help=about, description=f"{about[0].upper()}{about[1:]}.")
    command.add_argument("files", nargs="+", metavar="FILE", help="a .vox file, or a .tvx file that holds voxels")
    add_read_arguments(command)
    add_mesh_arguments(command, every_mode=True)
    add_scene_arguments(command, frames="the first")
    command.set_defaults(run=_run, usage=command.error)


def _run(arguments: argparse.Namespace) -> int:
    files = Files(arguments, "there is nothing to prove its meshes by")

    def prove(opened: Opened) -> None:
        look = opened.assemblies[0].scene.look
        for title, model, meshes in opened.models:
            for mesh in meshes:
                mode = mesh.options.mode
                try:
                    sentences = proof(model, mesh, look)
                except TrivoxError as error:
                    sentences = [f"nothing could be proved: {error}"]
                for sentence in sentences:
                    files.fail(title, f"mode {mode}: {sentence}")
                if not sentences:
                    say(f"{title}: all proofs hold ({mode}, {counted(mesh.counts.triangles, 'triangle')})")

    return files.each(prove)


def proof(model: Model, mesh: Mesh, look: Look) -> list[str]:
    """Prove the mesh of a model.

    Parameters
    ----------
    model : Model
    mesh : Mesh
    look : Look

    Returns
    -------
    list of str
        A sentence for each proof that failed.

    Raises
    ------
    LimitError
        If the voxels reach over too many cells.
    """
    from ..core.checks import check_mesh

    if not model.far and math.prod(model.size) <= MAX_CELLS:
        return check_mesh(model.colors, mesh, look.merging_class, look.transparent, model.blocked)
    low, high = model.box
    x, y, z = (high - low).tolist()
    if x * y * z > MAX_CELLS:
        raise LimitError(f"the voxels reach over {x:,} x {y:,} x {z:,} cells, more than {MAX_CELLS:,}")
    grid = np.zeros((x, y, z), np.uint8)
    grid[tuple((model.positions - low).T)] = model.indices
    mesh = replace(mesh.relocated(mesh.vertices - low), size=(x, y, z))
    blocked = None if model.blocked is None else model.blocked - low
    return check_mesh(grid, mesh, look.merging_class, look.transparent, blocked)
