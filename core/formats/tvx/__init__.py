"""The compact format .tvx: scenes and meshes -> bytes, and back; docs/tvx.md is its specification."""

from .convert import Converted, ConvertOptions, convert_file, convert_files
from .reader import read_tvx
from .records import TvxFile, TvxMesh, TvxPart
from .scene import scene_of_tvx, tvx_from_scene, tvx_mesh
from .unpack import voxmesh_of
from .writer import write_tvx

__all__ = [
    "ConvertOptions",
    "Converted",
    "TvxFile",
    "TvxMesh",
    "TvxPart",
    "convert_file",
    "convert_files",
    "read_tvx",
    "scene_of_tvx",
    "tvx_from_scene",
    "tvx_mesh",
    "voxmesh_of",
    "write_tvx",
]
