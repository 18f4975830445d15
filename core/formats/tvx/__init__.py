"""The compact format .tvx: assemblies -> bytes, and back; docs/tvx.md is its specification."""

from .document import assembly_of, tvx_of
from .entries import TvxReader, TvxWriter
from .reader import read_tvx
from .records import TvxFile, TvxMesh, TvxPart, TvxVoxels
from .size import file_bytes
from .unpack import mesh_of
from .writer import write_tvx

__all__ = [
    "TvxFile",
    "TvxMesh",
    "TvxPart",
    "TvxReader",
    "TvxVoxels",
    "TvxWriter",
    "assembly_of",
    "file_bytes",
    "mesh_of",
    "read_tvx",
    "tvx_of",
    "write_tvx",
]
