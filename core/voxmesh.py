"""The result of the pipeline: arrays of one model's vertices, triangles and atlas, with the counts of every step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt

from .options import MeshOptions


@dataclass(frozen=True)
class Counts(Mapping[str, int]):
    """What each step of the pipeline left, readable as attributes and as a mapping.

    ``corners``, ``holes`` and ``polygons`` describe the merged polygons of the model in every mode.
    """

    voxels: int
    """Filled cells."""
    shell_voxels: int
    """Filled cells with at least one visible face."""
    faces: int
    """Visible faces (exposed; without sealed cavities unless they are kept)."""
    polygons: int
    """4-connected groups of faces of one plane that may be merged."""
    corners: int
    """Contour corners of all polygons, N summed."""
    holes: int
    """Hole contours of all polygons, h summed."""
    vertices: int
    """Vertices of this mesh, welded over the whole model."""
    triangles: int
    """Triangles of this mesh."""
    gpu_vertices: int
    """Vertices after splitting by normal and texture coordinate, as a graphics card stores them."""
    lower_bound: int
    """No mesh of this mode has fewer triangles; equal to ``triangles`` if that is proven."""
    planes: int
    """Planes with visible faces, one for each merging key on them."""
    proven_planes: int
    """Planes on which no mesh of this mode has fewer triangles."""
    texels: int
    """Texels of the atlas, width times height."""
    texels_used: int
    """Texels of the atlas that some tile covers, borders included."""
    tiles: int
    """Different texture tiles, single texels of one colour included."""

    def __getitem__(self, key: str) -> int:
        if key not in self.__dataclass_fields__:
            raise KeyError(key)
        value: int = getattr(self, key)
        return value

    def __iter__(self) -> Iterator[str]:
        return iter(field.name for field in fields(self))

    def __len__(self) -> int:
        return len(fields(self))

    @property
    def stages(self) -> dict[str, int]:
        """Triangles after each step: whole cubes, shell, visible faces, merged polygons, this mesh."""
        return {
            "cubes": 12 * self.voxels,
            "shell": 12 * self.shell_voxels,
            "faces": 2 * self.faces,
            "polygons": self.corners + 2 * self.holes - 2 * self.polygons,
            "mesh": self.triangles,
        }


@dataclass(frozen=True)
class VoxMesh:
    """One model's mesh and texture.

    Lattice points run 0..size in the grid's own axes. A *polygon* here is what one texture projection serves: in
    ``faces`` mode each face, in the other modes each merged polygon. Triangles of a polygon are consecutive.
    """

    options: MeshOptions
    size: tuple[int, int, int]
    """Cells of the grid along x, y, z."""
    vertices: npt.NDArray[np.int32]
    """(V, 3) int32 lattice points, distinct, in lexicographic order."""
    triangles: npt.NDArray[np.int32]
    """(T, 3) int32 into vertices, counter-clockwise seen from outside."""
    triangle_polygon: npt.NDArray[np.int32]
    """(T,) int32, ascending."""
    polygon_direction: npt.NDArray[np.uint8]
    """(P,) uint8 into the table of `directions`."""
    polygon_is_quad: npt.NDArray[np.bool_]
    """(P,) bool: the polygon is a rectangle of two triangles (a, b, c), (a, c, d), so that (a, b, c, d) is a quad."""
    polygon_is_transparent: npt.NDArray[np.bool_]
    """(P,) bool: the polygon shows transparent voxels; no polygon shows both kinds."""
    atlas: npt.NDArray[np.uint8]
    """(H, W) uint8 palette indices; row 0 is the bottom row, where v = 0."""
    corner_texels: npt.NDArray[np.float32]
    """(T, 3, 2) float32 (column, row) in texels of the atlas; floor() of a point inside the triangle is its texel."""
    counts: Counts
    seconds: Mapping[str, float]
    """Seconds each stage took."""
