"""What a user can choose of how files are read and written: two frozen dataclasses for all formats."""

from __future__ import annotations

from dataclasses import dataclass

from ..borders import require_choices, require_range
from ..errors import OptionError
from ..mesh.overlap import MAX_OVERLAP, overlap_of
from ..relief.heights import HEIGHTS
from ..relief.options import MAX_DEPTH, SHELLS, ReliefOptions
from ..smooth import SmoothOptions
from ..texture.lightmap import LightMapOptions
from ..voxelise.options import MAX_SIDE, MAX_VOXEL_SIZE, MIN_VOXEL_SIZE, SURFACES
from ..voxels.finish import GLASSES
from ..voxels.shade import OCCLUSIONS

LODS = ("msft", "names")
COLLISION_NAMES = ("unreal", "godot")
VOXELS = 128
"""Along the longest side, where nobody says how many, or how large."""


@dataclass(frozen=True)
class ReadOptions:
    """How a file becomes voxels that holds none; a format takes from it what it knows.

    Raises
    ------
    OptionError
        If a value is none of those that it can have, or both `voxels` and `voxel_size` are given.
    """

    voxels: int | None = None
    """Along the longest side, 1 to `MAX_SIDE`."""
    voxel_size: float | None = None
    """The edge of a voxel in the file's unit, in place of their number; without both there are `VOXELS`."""
    fill: bool = True
    """Fill what is inside, and not the surface alone."""
    surface: str = "thin"
    """Which cells a surface fills, one of `SURFACES`."""
    dither: bool = False
    """Mix colors that the palette lacks, voxel by voxel."""
    height: str | None = None
    """Path of a picture that tells how high the voxels of a picture are: white is highest."""
    depth: int = ReliefOptions.depth
    """Voxels where a picture is highest."""
    steps: int = ReliefOptions.steps
    """Different heights of a picture; 0 for as many as its depth has."""
    heights: str = ReliefOptions.heights
    """What of a picture itself tells heights where no other one does, one of `HEIGHTS`."""
    back: str | None = None
    """Path of a picture of the other side, turned over like a page."""
    back_height: str | None = None
    """Path of a picture that tells how high that is."""
    shell: str = ReliefOptions.shell
    """What of a picture's voxels is stored, one of `SHELLS`."""
    upright: bool = ReliefOptions.upright
    """Let a picture stand; else it lies."""

    def __post_init__(self) -> None:
        if self.voxels is not None and self.voxel_size is not None:
            raise OptionError("the number of voxels and their size are both given; give one of them")
        require_choices(self, {"surface": SURFACES, "heights": HEIGHTS, "shell": SHELLS})
        require_range(self, "depth", 1, MAX_DEPTH)
        require_range(self, "steps", 0, MAX_DEPTH)
        if self.voxels is not None:
            require_range(self, "voxels", 1, MAX_SIDE)
        if self.voxel_size is not None:
            require_range(self, "voxel_size", MIN_VOXEL_SIZE, MAX_VOXEL_SIZE)

    @property
    def count(self) -> int | None:
        """Voxels along the longest side; None where their size is given."""
        return VOXELS if self.voxels is None and self.voxel_size is None else self.voxels


@dataclass(frozen=True)
class WriteOptions:
    """How a file is written; a format takes from it what it knows.

    Raises
    ------
    OptionError
        If a value is none of those that it can have.
    """

    compress: bool = False
    """Make the file smaller, at the price of unpacking it before use."""
    voxels: bool = False
    """Store the voxels beside the triangles, so that who reads the file can make other meshes."""
    relief: bool = False
    """Store beside the triangles what is seen of each model from six sides, as pictures with heights, which may stand
    for it from far away."""
    integers: bool = False
    """Store whole numbers where they are exact, which needs readers that know them."""
    glass: str = "both"
    """How one looks through glass: by ``transmission``, which tints what is behind it and not all readers know, by
    ``alpha``, which all know, or by ``both``."""
    part_edges: bool = False
    """Part solids that touch along an edge or in a point only, so that no edge has four faces; in modes without
    T-junctions."""
    overlap: float | None = None
    """Voxels, 0 to `MAX_OVERLAP`, by which polygons with T-junctions reach over their sides, so that no background
    shows there; None for what the mode needs, see `overlap_of`, and for 0 with `integers`."""
    occlusion_in: str = "map"
    """Where ambient occlusion goes, of meshes that have it: into a ``map``, which renderers use for the light of the
    sky only and .obj files do not have, or into the ``colors``."""
    occlusion_strength: float = 1.0
    """From 0 to 1: how much of it."""
    smooth: SmoothOptions | None = None
    """Write smooth surfaces of the voxels in place of meshes of their sides; in .glb files."""

    lod: str = "msft"
    """How .glb files tell levels of detail, one of `LODS`: by the extension ``MSFT_lod``, whose readers choose among
    them and whose other readers see the full mesh alone, or as nodes side by side whose ``names`` end in ``_LOD0``,
    ``_LOD1`` .., which engines make groups of."""
    collision_names: str = "unreal"
    """For which engine .glb files name collision shapes, one of `COLLISION_NAMES`."""

    light_map: LightMapOptions | None = None
    """Give each mesh of .glb files a second layer of texture coordinates, in which nothing overlaps; None for none."""

    def __post_init__(self) -> None:
        choices = {"glass": GLASSES, "occlusion_in": OCCLUSIONS, "lod": LODS, "collision_names": COLLISION_NAMES}
        require_choices(self, choices)
        require_range(self, "occlusion_strength", 0, 1)
        if self.overlap is not None:
            require_range(self, "overlap", 0, MAX_OVERLAP)

    def reach(self, mode: str) -> float:
        """By how many voxels polygons of a mode reach over their sides."""
        if self.overlap is None and self.integers:
            return 0.0
        return overlap_of(mode, self.overlap)
