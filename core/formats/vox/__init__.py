"""MagicaVoxel files: .vox bytes -> VoxScene and back."""

from .reader import VoxReader, read_vox
from .records import Camera, RenderObject, VoxScene
from .writer import VoxWriter, write_vox

__all__ = ["Camera", "RenderObject", "VoxReader", "VoxScene", "VoxWriter", "read_vox", "write_vox"]
