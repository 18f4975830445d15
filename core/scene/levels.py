"""One level of detail of a model that is placed: its mesh, how coarse it is, and from where on it will do."""

from __future__ import annotations

from dataclasses import dataclass

from ..mesh.mesh import Mesh


@dataclass(frozen=True, eq=False)
class LevelMesh:
    """A mesh that is shown in place of the full one where it looks small."""

    mesh: Mesh
    """On a lattice of its own, whose pivot is half its size, rounded down."""
    factor: int
    """Voxels of the full model along a side of one of its own."""
    error: float
    """How far its surface lies from the full one's, in voxels of the full model."""
    distance: float = 0.0
    """Metres from which on it is shown; 0 if nobody knows."""
    offset: tuple[int, int, int] = (0, 0, 0)
    """Where its pivot is as seen from the one of the full model, in voxels of that."""
