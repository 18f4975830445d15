"""What a .tvx file holds, as typed records of arrays: the scene, its meshes, their parts and texture pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

from ...voxels.look import Material
from ...voxels.scene import Layer, SceneNode

POLYGON = np.dtype(
    [("offset", "<i2", 2), ("face", "u1"), ("material", "u1"), ("flags", "u1"), ("value", "u1")],
)
"""The 8 bytes of a polygon record."""

FLAT, QUADS = 1, 2
"""Bits of a polygon record's flags."""

TRANSPARENT = 1 << 6
"""Bit of a polygon record's face byte; the direction is in bits 0 to 2, the symmetry in bits 3 to 5."""

MIXED = 255
"""Material class of a polygon that shows materials of several classes."""

LARGEST_COORDINATE = 255
"""Vertices are bytes."""

RANGES = 12
"""Ranges of triangles: the opaque ones of each direction, then the transparent ones."""

UP_AXES = ("x", "y", "z")


@dataclass(frozen=True, eq=False)
class TvxPart:
    """A piece of a mesh whose vertices fit in bytes: records as they are in the file."""

    origin: tuple[int, int, int]
    """Lattice point of the mesh to which the vertices are relative."""
    vertices: npt.NDArray[np.uint8]
    """(V, 3) uint8."""
    polygons: npt.NDArray[np.void]
    """(P,) of dtype `POLYGON`."""
    triangles: npt.NDArray[np.unsignedinteger[Any]]
    """(T, 4) uint16 or uint32: three vertices, counter-clockwise seen from outside, and the polygon record."""
    ranges: npt.NDArray[np.uint32]
    """(13,) uint32: triangles ranges[6 * transparent + direction] up to the next entry look in that direction."""

    @property
    def direction(self) -> npt.NDArray[np.uint8]:
        """(P,) uint8 into the table of `directions`."""
        direction: npt.NDArray[np.uint8] = self.polygons["face"] & np.uint8(7)
        return direction

    @property
    def symmetry(self) -> npt.NDArray[np.uint8]:
        """(P,) uint8, 0 to 7: how lattice points become texels, see `texture.texel_axes`."""
        symmetry: npt.NDArray[np.uint8] = self.polygons["face"] >> np.uint8(3) & np.uint8(7)
        return symmetry

    @property
    def is_transparent(self) -> npt.NDArray[np.bool_]:
        """(P,) bool."""
        transparent: npt.NDArray[np.bool_] = (self.polygons["face"] & TRANSPARENT) != 0
        return transparent

    @property
    def is_flat(self) -> npt.NDArray[np.bool_]:
        """(P,) bool: one colour, the palette index of which is in `value`; else `value` is the texture page."""
        flat: npt.NDArray[np.bool_] = (self.polygons["flags"] & FLAT) != 0
        return flat


@dataclass(frozen=True, eq=False)
class TvxMesh:
    """One mesh that nodes can show."""

    size: tuple[int, int, int]
    """Cells of the model along x, y, z."""
    pivot: tuple[int, int, int]
    """Lattice point that a node turns and moves: p goes to rotation @ (p - pivot) + translation."""
    mode: str
    """Name of the mode, or empty if the file does not say it."""
    parts: tuple[TvxPart, ...]
    """None for a mesh without triangles."""
    pages: tuple[npt.NDArray[np.uint8], ...]
    """(H, W) uint8 palette indices each; row 0 is where v = 0."""

    @property
    def triangle_count(self) -> int:
        """Triangles of all parts."""
        return sum(len(part.triangles) for part in self.parts)


@dataclass(frozen=True, eq=False)
class TvxFile:
    """Everything one .tvx file says."""

    name: str
    voxel_size: float
    """Metres."""
    up_axis: str
    """One of `UP_AXES`."""
    palette: npt.NDArray[np.uint8]
    """(256, 4) uint8 sRGB and alpha."""
    materials: tuple[Material, ...]
    """256, by palette index; without `properties`."""
    meshes: tuple[TvxMesh, ...]
    nodes: tuple[SceneNode, ...]
    """Parents before children; the models of their frames are indices into `meshes`."""
    layers: Mapping[int, Layer] = field(default_factory=lambda: MappingProxyType({}))
    """By id."""
    animation_range: tuple[int, int] | None = None
    """First and last frame, both included."""

    @property
    def triangle_count(self) -> int:
        """Triangles of all meshes, each counted once."""
        return sum(mesh.triangle_count for mesh in self.meshes)
