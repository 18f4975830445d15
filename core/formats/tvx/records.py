"""What a .tvx file holds, as typed records of arrays: the scene, its meshes, their parts and texture pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from ... import directions
from ...collision import Collision
from ...relief import Relief
from ...scene.tree import TreeEntry
from ...voxels.look import Material
from ...voxels.model import Model
from ...voxels.scene import Layer, SceneNode

Number = TypeVar("Number", bound=np.generic)

POLYGON = np.dtype([("offset", "<i2", 2), ("face", "u1"), ("material", "u1"), ("value", "u1"), ("plane", "u1")])
"""The 8 bytes of a polygon record."""

RECTANGLE = np.dtype([("corner", "u1", 3), ("size", "u1", 2), ("reserved", "u1"), ("polygon", "<u2")])
"""The 8 bytes of a rectangle."""

TRIANGLE = np.dtype([("corners", "u1", (3, 2)), ("polygon", "<u2")])
"""The 8 bytes of a triangle: its corners (u, v) in the plane of its polygon record."""

TRANSPARENT, FLAT = 1 << 6, 1 << 7
"""Bits of a polygon record's face byte; the direction is in bits 0 to 2, the symmetry in bits 3 to 5."""

MIXED = 255
"""Material class of a polygon that shows materials of several classes."""

LARGEST_COORDINATE = 255
"""Lattice points of a part are bytes."""

MOST_POLYGONS = 1 << 16
"""Polygon records of a part, which 16 bits number."""

RANGES = 12
"""Ranges of rectangles and of triangles: the opaque ones of each direction, then the transparent ones."""

UP_AXES = ("x", "y", "z")


@dataclass(frozen=True, eq=False)
class TvxPart:
    """A piece of a mesh whose lattice points fit in bytes: records as they are in the file."""

    origin: tuple[int, int, int]
    """Lattice point of the mesh to which all points are relative: the low corner of the part's box."""
    extent: tuple[int, int, int]
    """Cells of the box along x, y, z, 0 to 255."""
    polygons: npt.NDArray[np.void]
    """(P,) of dtype `POLYGON`."""
    rectangles: npt.NDArray[np.void]
    """(R,) of dtype `RECTANGLE`, in order of ranges."""
    triangles: npt.NDArray[np.void]
    """(T,) of dtype `TRIANGLE`, counter-clockwise seen from outside, in order of ranges and of their records."""

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
        flat: npt.NDArray[np.bool_] = (self.polygons["face"] & FLAT) != 0
        return flat

    @property
    def range(self) -> npt.NDArray[np.uint8]:
        """(P,) uint8: 6 * transparent + direction."""
        return np.uint8(6) * self.is_transparent.view(np.uint8) + self.direction

    @property
    def rectangle_bounds(self) -> npt.NDArray[np.int16]:
        """(R, 2, 2) int16: low and high corner (u, v) of each rectangle in its plane."""
        direction = self.direction[self.rectangles["polygon"]]
        low = in_plane(self.rectangles["corner"], direction).astype(np.int16)
        return np.stack((low, low + self.rectangles["size"]), axis=1)

    @property
    def triangle_count(self) -> int:
        """Triangles of rectangles and others."""
        return 2 * len(self.rectangles) + len(self.triangles)


def in_plane(points: npt.NDArray[Number], direction: npt.NDArray[Any]) -> npt.NDArray[Number]:
    """The coordinates of points along the axes of planes.

    Parameters
    ----------
    points : (n, 3)
    direction : (n,)
        Of the plane of each.

    Returns
    -------
    (n, 2)
        u, v; of the same dtype.
    """
    each = np.arange(len(points))
    return np.stack((points[each, directions.U_AXIS[direction]], points[each, directions.V_AXIS[direction]]), axis=1)


@dataclass(frozen=True, eq=False)
class TvxVoxels:
    """What a mesh was made of, so that others can be made."""

    model: Model
    """Of the size of the mesh, in its lattice."""
    interior: str = "remove"
    merge: str = "any"
    """As in `MeshOptions`."""


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
    """None for a mesh that shows nothing."""
    pages: tuple[npt.NDArray[np.uint8], ...]
    """(H, W) uint8 palette indices each; row 0 is where v = 0."""
    name: str = ""
    voxels: TvxVoxels | None = None
    """None where the file tells triangles only."""
    levels: tuple[TvxLevel, ...] = ()
    """Coarser meshes, from fine to coarse."""
    collision: Collision | None = None
    """Boxes, or a hull, on its lattice; None where the file tells none."""
    reliefs: tuple[Relief, ...] = ()
    """Of different sides, in order of these: what may stand for the mesh from far away."""

    @property
    def triangle_count(self) -> int:
        """Triangles of all parts."""
        return sum(part.triangle_count for part in self.parts)


@dataclass(frozen=True, eq=False)
class TvxLevel:
    """A coarser mesh that stands for another."""

    mesh: TvxMesh
    """Its pivot is in voxels of the full mesh: p goes to rotation @ (2**shift * p - pivot) + translation."""
    shift: int
    """Its cells are 2**shift voxels wide."""
    error: float
    """Voxels of the full mesh."""
    distance: float = 0.0
    """Metres from which on it is shown; 0 where the file does not tell."""


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
    frame_rate: float = 0.0
    """Frames a second; 0 if nobody knows."""
    palettes: tuple[npt.NDArray[np.uint8], ...] = ()
    """More palettes, (256, 4) uint8 each, for who wants to swap them."""
    see_through: bool = True
    """As in `Look`; a file tells it with voxels only."""
    tree: tuple[TreeEntry, ...] = ()
    """Breadth-first: chunks, and meshes that stand for several; its places are voxels of the world."""

    @property
    def triangle_count(self) -> int:
        """Triangles of all meshes, each counted once."""
        return sum(mesh.triangle_count for mesh in self.meshes)
