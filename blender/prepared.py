"""All that is made from one file before Blender is touched: its meshes, one texture sheet and the placements."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ...core.vox.shading import Shading
from ...core.voxmesh import VoxMesh

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

PALETTE_SHEET = np.roll(np.arange(256, dtype=np.uint8), -1)[None, :]
"""(1, 256) uint8: the palette as MagicaVoxel writes it to an image, index 1 first; the last texel is never used."""


@dataclass(frozen=True)
class Keys:
    """Where an object is, and whether it is seen, from certain frames on."""

    frame: Ints
    """(k,) int64, ascending, as the file numbers them."""
    rotation: Ints
    """(k, 3, 3) int64, as in `Placements`."""
    translation: Floats
    """(k, 3) float64"""
    shown: npt.NDArray[np.bool_]
    """(k,) bool"""


@dataclass(frozen=True)
class Placements:
    """The objects to make, parents before children.

    No rotation mirrors. Where the file mirrors a model, the row says so, and its mesh must be the model's mirror image
    along x.
    """

    name: tuple[str, ...]
    """As in the file; empty where the file has none."""
    parent: Ints
    """(n,) int64 row of the parent, -1 for none."""
    rotation: Ints
    """(n, 3, 3) int64 signed permutations of determinant 1, relative to the parent."""
    translation: Floats
    """(n, 3) float64 voxels, multiples of one half, relative to the parent."""
    mesh: Ints
    """(n,) int64 mesh to show, -1 for a group."""
    mirrored: npt.NDArray[np.bool_]
    """(n,) bool"""
    hidden: npt.NDArray[np.bool_]
    """(n,) bool: the node, its layer or one of its parents is hidden."""
    layer: Ints
    """(n,) int64 number of the layer, -1 for none."""
    keys: Mapping[int, Keys]
    """By row, of those objects that change."""


@dataclass(frozen=True)
class View:
    """A camera; it looks along its own -z, and up is y."""

    name: str
    position: Floats
    """(3,) float64 voxels."""
    rotation: Floats
    """(3, 3) float64"""
    angle: float
    """Vertical angle of view in radians; 0 for a camera without perspective."""
    height: float
    """Voxels that a camera without perspective sees from bottom to top."""
    panorama: bool


@dataclass(frozen=True)
class Light:
    """The light from far away."""

    sun_color: Floats
    """(3,) float64 sRGB, 0 to 1."""
    sun_strength: float
    """As the file gives it; 0 for no sun."""
    sun_rotation: Floats
    """(3, 3) float64; it shines along its own -z."""
    sun_angle: float
    """Radians, how wide it is."""
    sky_color: Floats
    """(3,) float64 sRGB, 0 to 1."""
    sky_strength: float


@dataclass(frozen=True)
class Layout:
    """Where atlases lie in one image."""

    positions: Ints
    """(atlases, 2) int64 (column, row) of the lowest texel."""
    width: int
    height: int


@dataclass(frozen=True)
class PreparedFile:
    """One file, ready to become data-blocks."""

    name: str
    """The file's name without its folder and ending."""
    meshes: tuple[VoxMesh, ...]
    """The different meshes; models that are equal share one."""
    voxels: tuple[bytes, ...]
    """What each mesh was made from, packed."""
    layout: Layout
    """Where the atlas of each mesh lies in the texture."""
    shifts: Floats
    """(meshes, 3) float64 voxels: MagicaVoxel's pivot as seen from the mesh's origin."""
    palette: npt.NDArray[np.uint8]
    """(256, 4) uint8 RGBA, sRGB."""
    shading: Shading
    transparent: npt.NDArray[np.bool_]
    """(256,) bool: the palette indices that one can look through."""
    color_names: Mapping[int, str]
    """Names of palette indices, of those that have one."""
    placements: Placements
    layer_names: Mapping[int, str]
    """By number, of the layers that objects are on."""
    views: tuple[View, ...]
    light: Light | None
    frame_range: tuple[int, int] | None
    """First and last frame, if the scene shall begin and end with them."""
    warnings: tuple[str, ...]
    """What was odd in the file, one sentence each."""

    @property
    def placed(self) -> Ints:
        """(objects,) int64: the mesh of each object that shows one."""
        return self.placements.mesh[self.placements.mesh >= 0]
