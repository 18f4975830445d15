"""The type of smooth surfaces: vertices (V, 3), triangles (T, 3), normals, colours and classes, as they are built."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from .options import SmoothOptions


@dataclass(frozen=True, eq=False)
class SmoothMesh:
    """Closed surfaces around the filled cells of a model: one of its opaque cells, one of its transparent cells."""

    vertices: npt.NDArray[np.floating[Any]]
    """(V, 3) float32 in lattice units of the model, where a cell reaches from its coordinates to these plus 1; float64
    where the model reaches so far that float32 would be coarse."""
    triangles: npt.NDArray[np.int32]
    """(T, 3) int32, counter-clockwise seen from outside."""
    normals: npt.NDArray[np.float32]
    """(V, 3) float32 of length 1."""
    corners: npt.NDArray[np.int64]
    """(V, 3) int64: the lowest of the eight cells between whose centers each vertex lies."""
    colors: npt.NDArray[np.uint8]
    """(T,) uint8 palette index of the filled cell that is nearest to each triangle."""
    classes: npt.NDArray[np.uint8]
    """(T,) uint8 class of its material: `OPAQUE`, `TRANSPARENT`, `EMISSIVE` or `METAL` of `core.voxels.look`."""
    blend_indices: npt.NDArray[np.uint8] | None
    """(V, 4) uint8 palette indices around each vertex, the most frequent first; 0 for none. None without blending."""
    blend_weights: npt.NDArray[np.float32] | None
    """(V, 4) float32 of sum 1."""
    clear_vertices: int
    """How many vertices, the last ones, are of the surface of transparent cells."""
    clear_triangles: int
    """How many triangles, the last ones, are."""
    size: tuple[int, int, int]
    """Of the model."""
    options: SmoothOptions

    @property
    def counts(self) -> dict[str, int]:
        """Numbers of ``vertices`` and ``triangles``."""
        return {"vertices": len(self.vertices), "triangles": len(self.triangles)}
