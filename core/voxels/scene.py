"""A scene as any format may tell it: models, their look, and the nodes, layers, views and light that show them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

import numpy as np
import numpy.typing as npt

from .look import Look, Material
from .model import Model

Floats = npt.NDArray[np.float64]

_NO_ATTRIBUTES: Mapping[str, str] = MappingProxyType({})
_NO_LAYERS: Mapping[int, Layer] = MappingProxyType({})


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
    layer: int | None = None
    """Id of its layer, or None; there may be no record of that layer."""
    hidden: bool = False
    """The node's own flag; see `scene.world.hidden_in_scene` for what is seen."""
    loops: bool = False
    """The animation begins again after its last frame."""
    attributes: Mapping[str, str] = field(default_factory=lambda: _NO_ATTRIBUTES)
    """Everything that the file says about it, in its own words."""

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

    @property
    def changes(self) -> bool:
        """Whether it has more than one transform or model."""
        return len(self.transforms) > 1 or len(self.models) > 1


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer of the file."""

    id: int
    name: str
    hidden: bool
    color: tuple[int, int, int] | None
    """sRGB, 0 to 255, of the layer's label."""


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


@dataclass(frozen=True, eq=False, kw_only=True)
class Scene:
    """Everything that a reader of voxels brings, whatever the format; up is z."""

    name: str
    """Stem of the file's name; empty for bytes."""
    models: tuple[Model, ...]
    look: Look
    nodes: tuple[SceneNode, ...]
    """Parents before children; a node that the file uses twice is here twice."""
    placed: bool = True
    """False if the nodes were made up because the file places nothing: models side by side along x."""
    layers: Mapping[int, Layer] = field(default_factory=lambda: _NO_LAYERS)
    """By id."""
    animation_range: tuple[int, int] | None = None
    """First and last frame, both included."""
    views: tuple[View, ...] = ()
    light: Light | None = None
    voxel_size: float | None = None
    """Metres; None if the file does not tell."""
    warnings: tuple[str, ...] = ()
    """What was wrong and survived, one sentence each."""

    @property
    def palette(self) -> npt.NDArray[np.uint8]:
        """(256, 4) uint8 sRGB and alpha, by palette index."""
        return self.look.palette

    @property
    def materials(self) -> tuple[Material, ...]:
        """256, by palette index."""
        return self.look.materials
