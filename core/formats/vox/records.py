"""What a .vox file says beyond a scene of any format: versions, cameras, render settings and the editor's palette."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from ...voxels.scene import Scene

LARGEST_SIDE = 256
"""Cells along a side that voxel positions of one byte can reach."""

_NO_ATTRIBUTES: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Camera:
    """One stored camera; lengths in voxels, angles in degrees."""

    id: int
    mode: str
    """``pers``, ``free``, ``pano``, ``orth`` or ``iso``."""
    focus: tuple[float, ...]
    """x, y, z of the point it looks at."""
    angle: tuple[float, ...]
    """Pitch, yaw, roll."""
    radius: float
    """Distance from the focus."""
    frustum: float
    fov: float
    attributes: Mapping[str, str] = field(default_factory=lambda: _NO_ATTRIBUTES)


@dataclass(frozen=True, slots=True)
class RenderObject:
    """One record of render settings: sun, sky, fog, ground, film and so on."""

    kind: str
    """As in the file, without the leading underscore: ``inf``, ``uni``, ``ibl``, ``fog_uni``, ``ground``, ..."""
    attributes: Mapping[str, str]


@dataclass(frozen=True, eq=False, kw_only=True)
class VoxScene(Scene):
    """Everything one .vox file says; the palette's entry 0 is (0, 0, 0, 0), the others are opaque."""

    version: int
    pack: int | None
    """Number of models by the PACK chunk of old animations, or None."""
    cameras: tuple[Camera, ...]
    render_objects: tuple[RenderObject, ...]
    color_names: tuple[str, ...]
    """Names of the palette's rows of eight colours (NOTE), or none."""
    palette_order: npt.NDArray[np.uint8]
    """(256,) uint8: the palette index that MagicaVoxel shows at each place of its palette; no voxel depends on it."""
    meta: Mapping[str, str]


def names_of_indices(names: Sequence[str], order: npt.NDArray[np.uint8]) -> dict[int, str]:
    """Names of palette indices: a file names rows of eight places of the palette.

    Parameters
    ----------
    names : sequence of str
        Of rows.
    order : (256,) uint8
        The palette index at each place.

    Returns
    -------
    dict of int to str
        Those that have one, ascending.
    """
    rows = {index: place // 8 for place, index in enumerate(order.tolist()) if index}
    return {index: names[row] for index, row in sorted(rows.items()) if row < len(names) and names[row]}
