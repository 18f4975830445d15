"""Triangles of a mesh with what colors them in, the same checked out: corners (t, 3, 3) float64 and what is at each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..borders import require_array
from ..errors import GeometryError


@dataclass(frozen=True, eq=False)
class Triangles:
    """Triangles in one space, right-handed: counter-clockwise seen from outside, where the mesh knows an outside.

    Raises
    ------
    OptionError
        If an array has another shape or type than said here, or a material is negative.
    GeometryError
        If a coordinate is no finite number.
    """

    corners: npt.NDArray[np.float64]
    """(t, 3, 3) float64: triangle, corner, (x, y, z)."""
    material: npt.NDArray[np.int32]
    """(t,) int32: which of the paints each triangle has."""
    uv: npt.NDArray[np.float32] | None = None
    """(t, 3, 2) float32: where each corner is in the paint's image, (0, 0) its lowest left corner, (1, 1) its highest
    right; None if there are no images."""
    color: npt.NDArray[np.float32] | None = None
    """(t, 3, 4) float32: linear RGBA of each corner, 0 to 1, multiplied with the paint; None for white."""

    def __post_init__(self) -> None:
        require_array(self.corners, "corners", (None, 3, 3), "f", np.float64)
        count = len(self.corners)
        require_array(self.material, "material", (count,), "i", np.int32, least=0)
        for name, width in (("uv", 2), ("color", 4)):
            value = getattr(self, name)
            if value is not None:
                require_array(value, name, (count, 3, width), "f", np.float32)
                _require_finite(value, name)
        _require_finite(self.corners, "corners")

    def __len__(self) -> int:
        return len(self.corners)


def _require_finite(values: npt.NDArray[Any], name: str) -> None:
    # The sum is finite only if all are, and is taken at the speed of memory; it can also overflow.
    if not np.isfinite(values.sum(dtype=np.float64)):
        wrong = np.flatnonzero(~np.isfinite(values).all(axis=(1, 2)))
        if len(wrong):
            raise GeometryError(
                f"triangle {wrong[0]:,} has values in {name} that are not finite numbers, and so have {len(wrong) - 1:,} others; "
                "apply or remove what made them, and voxelise again"
            )
