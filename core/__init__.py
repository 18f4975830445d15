"""The core of Trivox: .vox files and voxel grids in, exact meshes with small textures out; needs no Blender."""

from .errors import FormatError, GeometryError, LimitError, OptionError, TrivoxError
from .options import MeshOptions
from .pipeline import build_mesh, build_model
from .vox import VoxScene, read_vox
from .voxmesh import Counts, VoxMesh

__all__ = [
    "Counts",
    "FormatError",
    "GeometryError",
    "LimitError",
    "MeshOptions",
    "OptionError",
    "TrivoxError",
    "VoxMesh",
    "VoxScene",
    "build_mesh",
    "build_model",
    "read_vox",
]
