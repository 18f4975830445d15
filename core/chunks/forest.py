"""Bricks of a lattice in, coarser ones above them, and the nodes of a tree in breadth-first order out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .bricks import Around, Bricks, Key, around
from .halving import Brick, coarse
from .options import ChunkOptions

Flags = npt.NDArray[np.bool_]


class Place(NamedTuple):
    """A brick of some level."""

    level: int
    key: Key

    @property
    def parent(self) -> Place:
        """The brick of the next level that it is in."""
        x, y, z = (number >> 1 for number in self.key)
        return Place(self.level + 1, (x, y, z))


class TreeNode(NamedTuple):
    """A node of the tree, whose children follow those of all nodes before it."""

    place: Place
    children: int


@dataclass(frozen=True, eq=False)
class Forest:
    """All levels of bricks."""

    size: int
    """Cells along a side of every brick."""
    transparent: Flags
    levels: tuple[Bricks, ...]
    """From fine to coarse."""

    def around(self) -> Iterator[tuple[Place, Around]]:
        """What the meshes of all bricks are made of, level by level; those that show nothing are left out.

        Yields
        ------
        place : Place
        around : Around
        """
        for level, bricks in enumerate(self.levels):
            for key in sorted(bricks):
                found = around(bricks, key, self.size, self.transparent, coarse=level > 0)
                if found is not None:
                    yield Place(level, key), found


def forest_of(bricks: Bricks, transparent: Flags, options: ChunkOptions) -> Forest:
    """Make coarser bricks until there is one, or as many as there may be.

    Parameters
    ----------
    bricks : mapping
        Of the full model.
    transparent : (256,) bool
    options : ChunkOptions

    Returns
    -------
    Forest
    """
    levels = [bricks]
    while len(levels) <= options.levels and not _is_top(levels[-1]):
        levels.append(_above(levels[-1], transparent, options.size))
    return Forest(options.size, transparent, tuple(levels))


def tree_of(shown: set[Place]) -> tuple[TreeNode, ...]:
    """Arrange what has a mesh as one tree.

    Parameters
    ----------
    shown : set of Place
        Bricks whose meshes have triangles.

    Returns
    -------
    tuple of TreeNode
        Breadth-first: the root, then its children, and so on; with nodes that have no mesh where the root or a
        node between two has none. Empty if nothing is shown.
    """
    if not shown:
        return ()
    every, row = set(shown), {place for place in shown if place.level == 0}
    while len(row) > 1 and not _is_top({place.key for place in row}):
        row = {place.parent for place in row} | {place for place in shown if place.level == next(iter(row)).level + 1}
        every |= row
    level = max(place.level for place in every)
    top = sorted(place for place in every if place.level == level)
    if len(top) > 1:
        # Bricks on two sides of the origin have no parent.
        top = [Place(level + 1, (0, 0, 0))]
    return tuple(_breadth_first(top[0], every, level))


def _breadth_first(root: Place, every: set[Place], level: int) -> Iterator[TreeNode]:
    below: dict[Place, list[Place]] = {}
    for place in sorted(every):
        above = place.parent if place.level < level else root
        if place != root:
            below.setdefault(above, []).append(place)
    waiting = [root]
    for place in waiting:
        children = below.get(place, [])
        waiting += children
        yield TreeNode(place, len(children))


def _is_top(keys: Bricks | set[Key]) -> bool:
    """Whether no two of them have a parent in common, and never will."""
    return len(keys) <= 1 or all(number in (-1, 0) for key in keys for number in key)


def _above(bricks: Bricks, transparent: Flags, size: int) -> Mapping[Key, Brick]:
    parents: dict[Key, list[Key]] = {}
    for key in sorted(bricks):
        parents.setdefault(Place(0, key).parent.key, []).append(key)
    made = {}
    for parent, keys in parents.items():
        eight = np.full((2, 2, 2), None, object)
        for key in keys:
            eight[tuple(number & 1 for number in key)] = bricks[key]
        made[parent] = coarse(eight, transparent, size)
    return made
