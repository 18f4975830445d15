"""The atlases of an assembly in, one image (H, W) uint8 of all of them, coloured by a table, as the bytes of a PNG out.

The image has a palette, so it is as small as the atlases are, and any table of 256 entries can colour it.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PIL import Image

from ..mesh.mesh import Mesh
from ..scene.assembly import Assembly
from ..texture.sheet import Sheet, lay_sheet
from ..voxels.finish import Finish, finish

Texels = npt.NDArray[np.uint8]

OPAQUE, GLASS, CUT_OUT, CUT_OUT_GLASS = range(4)
"""The materials of a file: those of meshes that show something everywhere, and of meshes with texels of index 0."""


def kinds_of(mesh: Mesh) -> dict[bool, int]:
    """Which materials show a mesh: its opaque polygons, and its transparent ones."""
    return {False: CUT_OUT, True: CUT_OUT_GLASS} if mesh.has_clear_texels else {False: OPAQUE, True: GLASS}


@dataclass(frozen=True)
class Pictures:
    """Everything that a file's images are made of."""

    sheet: Sheet
    """Where the atlas of each mesh lies."""
    indices: Texels
    """(H, W) uint8 palette indices; row 0 is the bottom row, and 0 is what no atlas covers."""
    finishes: dict[int, Finish]
    """By material, of those that some mesh shows: `OPAQUE`, `GLASS`, `CUT_OUT` and `CUT_OUT_GLASS`."""

    def name(self, material: int, file: str) -> str:
        """Name a material after its file; what is cut out says so only beside another of its kind."""
        glass = " transparent" if material in (GLASS, CUT_OUT_GLASS) else ""
        return f"{file}{glass}{' cutout' if material - CUT_OUT in self.finishes else ''}"

    @property
    def cut_out(self) -> bool:
        """Whether some mesh has texels that show nothing."""
        return not {CUT_OUT, CUT_OUT_GLASS}.isdisjoint(self.finishes)

    def png(self, table: Texels, nothing: Sequence[int] = (0, 0, 0, 255)) -> bytes:
        """Color the image.

        Parameters
        ----------
        table : (256, 4) uint8
            RGBA by palette index.
        nothing : sequence of int
            RGBA of what shows nothing.

        Returns
        -------
        bytes
            Of a .png file.
        """
        used = np.flatnonzero(np.bincount(self.indices.ravel(), minlength=256))
        table = np.where(np.arange(256)[:, None] > 0, table, nothing).astype(np.uint8)
        colors, number = np.unique(table[used], axis=0, return_inverse=True)
        entry = np.zeros(256, np.uint8)
        entry[used] = number.reshape(-1)
        image = Image.fromarray(entry[self.indices[::-1]])
        image.putpalette(colors[:, :3].tobytes())
        alpha = bytes(colors[:, 3]) if (colors[:, 3] < 255).any() else None
        stored = io.BytesIO()
        image.save(stored, "PNG", compress_level=9, **({} if alpha is None else {"transparency": alpha}))
        return stored.getvalue()


def pictures_of(assembly: Assembly, glass: str) -> Pictures:
    """Lay the atlases of an assembly out in one image, and find what its materials need.

    Parameters
    ----------
    assembly : Assembly
    glass : str
        One of `voxels.finish.GLASSES`.

    Returns
    -------
    Pictures
    """
    meshes, look = assembly.meshes, assembly.scene.look
    power_of_two = any(mesh.options.power_of_two for mesh in meshes)
    sheet = lay_sheet(np.array([mesh.atlas.shape[::-1] for mesh in meshes]), power_of_two=power_of_two)
    indices = np.zeros((sheet.height, sheet.width), np.uint8)
    for mesh, (column, row) in zip(meshes, sheet.positions.tolist(), strict=True):
        height, width = mesh.atlas.shape
        indices[row : row + height, column : column + width] = mesh.atlas
    texels = np.bincount(indices.ravel(), minlength=256)
    texels[0] = 0
    shown = {kinds_of(mesh)[glass] for mesh in meshes for glass in np.unique(mesh.polygon_is_transparent).tolist()}
    finishes = {}
    for material in sorted(shown):
        own = np.where(look.transparent == (material in (GLASS, CUT_OUT_GLASS)), texels, 0)
        # A file of triangles may call faces transparent that have no such color.
        finishes[material] = finish(look, glass, own if own.any() else np.append(0, np.ones(255, np.int64)))
    return Pictures(sheet, indices, finishes)
