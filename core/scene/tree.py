"""One node of a tree of meshes that stand for each other: where it is, which mesh it shows, and how coarse that is."""

from __future__ import annotations

from typing import NamedTuple

Point = tuple[int, ...]


class TreeEntry(NamedTuple):
    """A node; its children follow those of all nodes before it."""

    mesh: int | None
    """Number of the mesh that stands for all of them; None if there is none, so that they are shown."""
    children: int
    """0 to 8."""
    shift: int
    """Its cells are 2**shift voxels wide."""
    error: float
    """How far its surface lies from the full one's, in voxels."""
    low: Point
    high: Point
    """(x, y, z) lattice points of the world: the box of its mesh and of all of its children."""
    place: Point
    """Where the pivot of its mesh is: a lattice point p goes to 2**shift * (p - pivot) + place."""
