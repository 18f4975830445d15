"""What a .vox file holds, as typed records: the scene, its models, nodes, layers, materials and the rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

import numpy as np
import numpy.typing as npt

from ..errors import LimitError

LARGEST_SIDE = 256
"""Cells along a side that voxel positions of one byte can reach."""

MAX_CELLS = 2**30
"""Cells a dense grid may have: beyond this a SIZE is a lie or a mistake."""

_NO_ATTRIBUTES: Mapping[str, str] = MappingProxyType({})


def _nothing() -> Mapping[str, str]:
    """No attributes, shared by all records that have none."""
    return _NO_ATTRIBUTES


@dataclass(frozen=True, eq=False)
class VoxModel:
    """One model's filled cells.

    Cells are distinct, inside `size` and in lexicographic order of (x, y, z).
    """

    size: tuple[int, int, int]
    """Cells along x, y, z, as the file says; the pivot is size // 2."""
    positions: npt.NDArray[np.uint8]
    """(n, 3) uint8 (x, y, z) of the filled cells."""
    indices: npt.NDArray[np.uint8]
    """(n,) uint8 palette index of each, 1 to 255."""

    @property
    def voxels(self) -> int:
        """Number of filled cells."""
        return len(self.indices)

    @property
    def pivot(self) -> tuple[int, int, int]:
        """The lattice point (voxels from the model's corner) that a placement turns and moves."""
        x, y, z = self.size
        return x // 2, y // 2, z // 2

    @property
    def colors(self) -> npt.NDArray[np.uint8]:
        """The dense grid, made anew at each call.

        Returns
        -------
        (x, y, z) uint8
            Palette index of each cell, 0 where it is empty.

        Raises
        ------
        LimitError
            If the size has more than `MAX_CELLS` cells.
        """
        x, y, z = self.size
        if x * y * z > MAX_CELLS:
            raise LimitError(
                f"the model's size of {x:,} x {y:,} x {z:,} has more than {MAX_CELLS:,} cells, "
                "too many for a dense grid; correct its SIZE"
            )
        grid = np.zeros(self.size, np.uint8)
        grid[tuple(self.positions.T)] = self.indices
        return grid


@dataclass(frozen=True, slots=True, eq=False)
class TransformFrame:
    """Where a node is from one animation frame on."""

    frame: int
    rotation: npt.NDArray[np.int8]
    """(3, 3) int8 signed permutation matrix; determinant -1 mirrors."""
    translation: npt.NDArray[np.int64]
    """(3,) int64, voxels."""


@dataclass(frozen=True, slots=True)
class ModelFrame:
    """Which model a shape shows from one animation frame on."""

    frame: int
    model: int
    """Index into the scene's models, always valid."""


@dataclass(frozen=True, slots=True, eq=False)
class SceneNode:
    """One group or placed shape; the transform above it in the file is folded into it."""

    name: str
    """As in the file; may be empty, and need not be unique."""
    parent: int
    """Index of the parent node, which always comes before it; -1 for a node without one."""
    kind: Literal["group", "shape"]
    transforms: tuple[TransformFrame, ...]
    """At least one, in order of frames."""
    models: tuple[ModelFrame, ...]
    """In order of frames; at least one for a shape, none for a group."""
    layer: int | None
    """Id of its layer, or None; there may be no record of that layer."""
    hidden: bool
    """The node's own flag; see `hidden_in_scene` for what is seen."""
    attributes: Mapping[str, str] = field(default_factory=_nothing)
    """Everything else the file says about it, such as ``_loop``."""

    @property
    def rotation(self) -> npt.NDArray[np.int8]:
        """(3, 3) int8 signed permutation matrix of the first frame."""
        return self.transforms[0].rotation

    @property
    def translation(self) -> npt.NDArray[np.int64]:
        """(3,) int64 voxels of the first frame, from the parent's origin."""
        return self.transforms[0].translation

    @property
    def model(self) -> int | None:
        """Index of the model of the first frame; None for a group."""
        return self.models[0].model if self.models else None


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer of the file."""

    id: int
    name: str
    hidden: bool
    color: tuple[int, int, int] | None
    """sRGB, 0 to 255, of the layer's label."""


MaterialKind = Literal["diffuse", "metal", "glass", "emit", "blend", "media"]
MediaKind = Literal["absorb", "scatter", "emit", "sss"]


@dataclass(frozen=True, slots=True)
class Material:
    """The material of one palette entry; the default values are what MagicaVoxel gives a new palette."""

    kind: MaterialKind = "diffuse"
    metallic: float = 0.0
    roughness: float = 0.1
    specular: float = 1.0
    ior: float = 1.3
    """Index of refraction."""
    attenuation: float = 0.0
    transparency: float = 0.0
    """0 opaque, 1 clear; meant for glass, blend and media."""
    density: float = 0.05
    """Of media, per voxel."""
    phase: float = 0.0
    """-1 scatters back, 1 forward."""
    emission: float = 0.0
    """0 to 1; `flux` scales it exponentially."""
    flux: float = 0.0
    ldr: float = 0.0
    media: MediaKind = "absorb"
    properties: Mapping[str, str] = field(default_factory=_nothing)
    """The file's own pairs, keys with their leading underscore."""

    @property
    def transparent(self) -> bool:
        """Whether light passes, so that what is behind it can be seen."""
        return self.kind in ("glass", "media") or (self.kind == "blend" and self.transparency > 0)


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
    attributes: Mapping[str, str] = field(default_factory=_nothing)


@dataclass(frozen=True, slots=True)
class RenderObject:
    """One record of render settings: sun, sky, fog, ground, film and so on."""

    kind: str
    """As in the file, without the leading underscore: ``inf``, ``uni``, ``ibl``, ``fog_uni``, ``ground``, ..."""
    attributes: Mapping[str, str]


@dataclass(frozen=True, eq=False)
class VoxScene:
    """Everything one .vox file says."""

    name: str
    """Stem of the file's name; empty for bytes."""
    version: int
    models: tuple[VoxModel, ...]
    palette: npt.NDArray[np.uint8]
    """(256, 4) uint8 sRGB and alpha; entry 0 is (0, 0, 0, 0), the others are opaque as MagicaVoxel shows them."""
    nodes: tuple[SceneNode, ...]
    """Parents before children; a node that the file uses twice is here twice."""
    has_graph: bool
    """False if the nodes were made up because the file places nothing: models side by side along x."""
    pack: int | None
    """Number of models by the PACK chunk of old animations, or None."""
    layers: Mapping[int, Layer]
    """By id."""
    materials: tuple[Material, ...]
    """256, one for each palette index; entry 0 is never used."""
    cameras: tuple[Camera, ...]
    render_objects: tuple[RenderObject, ...]
    color_names: tuple[str, ...]
    """Names of the palette's rows of eight colours (NOTE), or none."""
    palette_order: npt.NDArray[np.uint8]
    """(256,) uint8: the palette index that MagicaVoxel shows at each place of its palette; no voxel depends on it."""
    animation_range: tuple[int, int] | None
    """First and last frame, both included."""
    meta: Mapping[str, str]
    warnings: tuple[str, ...]
    """What was wrong and survived, one sentence each."""
