"""The compact format as one entry of the table of readers and one of the table of writers."""

from __future__ import annotations

from ...mesh.options import MeshOptions
from ...scene.assembly import Assembly
from ...scene.options import SceneOptions
from ...texture import CompactLayout
from ..options import WriteOptions
from ..source import Written
from .chunks import MAGIC
from .document import assembly_of, tvx_of
from .reader import read_tvx
from .records import LARGEST_COORDINATE
from .writer import write_tvx


class TvxReader:
    """Reads assemblies: the file tells triangles, and voxels besides if it was written with them."""

    name = "Trivox"
    title = "Trivox (.tvx)"
    endings = (".tvx",)
    finished = True

    def sniff(self, head: bytes) -> bool:
        """Whether a file that begins with these bytes is one."""
        return head.startswith(MAGIC)

    def read(self, data: bytes, name: str) -> Assembly:
        """Read a file's bytes."""
        return assembly_of(read_tvx(data, extras=True), name)


class TvxWriter:
    """Writes assemblies whose polygons reach no further than a byte."""

    name = "Trivox"
    ending = ".tvx"
    meshes = True
    largest = LARGEST_COORDINATE
    scene = SceneOptions(animation="animate")
    extras = ("levels", "collisions", "tree")

    def layout(self, _options: MeshOptions) -> CompactLayout:
        """Texel fetches need no borders."""
        return CompactLayout()

    def write(self, assembly: Assembly, options: WriteOptions, _stem: str) -> Written:
        """Write an assembly, as `write_tvx` does."""
        file = tvx_of(assembly, voxels=options.voxels, relief=options.relief)
        # Chunks of a world are loaded one by one.
        return Written(write_tvx(None, file, compress=options.compress, by_chunks=bool(assembly.tree)))
