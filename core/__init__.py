"""The core of Trivox: files of voxels and voxel grids in, exact meshes with small textures out; needs no Blender."""

from .errors import FormatError, GeometryError, LimitError, OptionError, TrivoxError
from .formats import read, write
from .formats.vox import VoxScene, read_vox
from .mesh.mesh import Counts, Mesh
from .mesh.options import MeshOptions
from .pipeline import build_mesh, build_model
from .scene import Assembly, SceneOptions, assemble
from .texture import AtlasLayout, CompactLayout
from .voxelise import Paint, Triangles, Voxelised, VoxeliseOptions, voxelise
from .voxels import Look, Model, Scene

__all__ = [
    "Assembly",
    "AtlasLayout",
    "CompactLayout",
    "Counts",
    "FormatError",
    "GeometryError",
    "LimitError",
    "Look",
    "Mesh",
    "MeshOptions",
    "Model",
    "OptionError",
    "Paint",
    "Scene",
    "SceneOptions",
    "Triangles",
    "TrivoxError",
    "VoxScene",
    "VoxeliseOptions",
    "Voxelised",
    "assemble",
    "build_mesh",
    "build_model",
    "read",
    "read_vox",
    "voxelise",
    "write",
]
