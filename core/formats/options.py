"""What a user can choose of how files are written: one frozen dataclass for all formats."""

from __future__ import annotations

from dataclasses import dataclass

from ..borders import require_choices, require_range
from ..mesh.overlap import MAX_OVERLAP, overlap_of
from ..voxels.finish import GLASSES
from ..voxels.shade import OCCLUSIONS


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

    def __post_init__(self) -> None:
        require_choices(self, {"glass": GLASSES, "occlusion_in": OCCLUSIONS})
        require_range(self, "occlusion_strength", 0, 1)
        if self.overlap is not None:
            require_range(self, "overlap", 0, MAX_OVERLAP)

    def reach(self, mode: str) -> float:
        """By how many voxels polygons of a mode reach over their sides."""
        if self.overlap is None and self.integers:
            return 0.0
        return overlap_of(mode, self.overlap)
