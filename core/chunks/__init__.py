"""Large models: cells in, bricks of a lattice, a mesh for each, and coarser meshes of eight out; docs/worlds.md."""

from .bricks import Around, Bricks, bricks_of
from .forest import Forest, Place, TreeNode, forest_of, tree_of
from .halving import Brick, brick_of
from .options import ChunkOptions

__all__ = [
    "Around",
    "Brick",
    "Bricks",
    "ChunkOptions",
    "Forest",
    "Place",
    "TreeNode",
    "brick_of",
    "bricks_of",
    "forest_of",
    "tree_of",
]
