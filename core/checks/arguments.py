"""Arguments of the proofs in, the same as arrays of the types that the proofs work with out; else one sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..borders import require_array
from ..errors import LimitError, OptionError
from ..mesh.mesh import Mesh
from ..mesh.modes import MODES
from ..mesh.options import MeshOptions
from .arrays import Bools, Ints
from .samples import MAX_SIDE

COLORS = 256
"""Palette indices."""


@dataclass(frozen=True)
class Arguments:
    """What a mesh was made of."""

    grid: npt.NDArray[np.uint8]
    """(x, y, z) uint8."""
    key_of_color: Ints | None
    """(256,) int64: merging key of each palette index; None if all are the same."""
    transparent: Bools | None
    """(256,) bool."""
    blocked: npt.NDArray[np.integer[Any]] | None
    """(m, 3) integer."""


def arguments_of(
    grid: object, mesh: object, material_class: object, transparent: object, blocked: object
) -> tuple[Mesh, Arguments]:
    """Check the arguments of `check_mesh`.

    Parameters
    ----------
    grid, mesh, material_class, transparent, blocked : object
        As for `check_mesh`.

    Returns
    -------
    mesh : Mesh
        With options of a known mode.
    arguments : Arguments

    Raises
    ------
    LimitError
        If the grid is longer than `MAX_SIDE` cells along an axis.
    OptionError
        If one of them is not what it must be.
    """
    if not isinstance(mesh, Mesh):
        raise OptionError(f"the mesh is a {type(mesh).__name__}; it must be a Mesh")
    if not isinstance(mesh.options, MeshOptions):
        raise OptionError(f"the mesh's options are a {type(mesh.options).__name__}; they must be MeshOptions")
    if mesh.options.mode not in MODES:
        raise OptionError(f"the mesh's mode is {mesh.options.mode!r}; it must be one of {', '.join(MODES)}")
    cells = require_array(grid, "the grid", ("x", "y", "z"), "bui", least=0, most=COLORS - 1)
    if max(cells.shape) > MAX_SIDE:
        raise LimitError(f"the grid is {max(cells.shape):,} cells long; meshes are proved up to {MAX_SIDE:,}")
    key_of_color = _key_of_color(mesh.options, material_class)
    if transparent is not None:
        transparent = require_array(transparent, "transparent", (COLORS,), "b")
    if blocked is not None:
        blocked = require_array(blocked, "blocked", ("m", 3))
    return mesh, Arguments(cells.astype(np.uint8, copy=False), key_of_color, transparent, blocked)


def _key_of_color(options: MeshOptions, material_class: object) -> Ints | None:
    if material_class is not None:
        classes: Ints = require_array(material_class, "material_class", (COLORS,)).astype(np.int64)
        if options.merge == "material":
            return classes
    return np.arange(COLORS) if options.merge == "color" else None
