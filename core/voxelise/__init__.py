"""Triangles with paints and options in, a model of voxels with its look out."""

from .build import Voxelised, voxelise
from .options import VoxeliseOptions
from .paint import Paint, simple_material
from .triangles import Triangles

__all__ = ["Paint", "Triangles", "VoxeliseOptions", "Voxelised", "simple_material", "voxelise"]
