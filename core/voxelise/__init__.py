"""Triangles with paints and options in, a model of voxels with its look out."""

from .options import VoxeliseOptions
from .paint import Paint, simple_material
from .triangles import Triangles
from .voxelise import Voxelised, voxelise

__all__ = ["Paint", "Triangles", "Voxelised", "VoxeliseOptions", "simple_material", "voxelise"]
