"""The atlases of an assembly in, one image (H, W) uint8 of all of them, coloured by a table, as the bytes of a PNG out.

The image has a palette, so it is as small as the atlases are, and any table of 256 entries can colour it.
"""

from __future__ import annotations

import io
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PIL import Image

from ..scene.assembly import Assembly
from ..texture.sheet import Sheet, lay_sheet
from ..voxels.finish import Finish, finish
from ..voxels.look import COLORS

Texels = npt.NDArray[np.uint8]

OPAQUE, GLASS = 0, 1
"""The materials of a file."""


@dataclass(frozen=True)
class Pictures:
    """Everything that a file's images are made of."""

    sheet: Sheet
    """Where the atlas of each mesh lies."""
    indices: Texels
    """(H, W) uint8 palette indices; row 0 is the bottom row, and 0 is what no atlas covers."""
    shares: Texels
    """(H, W) uint8: how much of the sky each texel sees, 255 for all of it."""
    occluded: bool
    """Whether any mesh tells of that."""
    finishes: dict[int, Finish]
    """By material, of those that some mesh shows: `OPAQUE`, `GLASS`."""

    def png(self, table: Texels) -> bytes:
        """Color the image.

        Parameters
        ----------
        table : (256, 4) or (256, 256, 4) uint8
            RGBA by palette index, and maybe by the share of sky.

        Returns
        -------
        bytes
            Of a .png file.
        """
        # What stands for a texel: its palette index, with the share of sky if that matters.
        texel, entries = self.indices[::-1], table
        if table.ndim == 3:
            texel = texel.astype(np.uint16) * len(table) + self.shares[::-1]
            entries = table.reshape(-1, 4)
        used = np.flatnonzero(np.bincount(texel.ravel(), minlength=len(entries)))
        # Nothing shows what no atlas covers.
        covered = used[:, None] >= len(entries) // len(table)
        colors, number = np.unique(np.where(covered, entries[used], [0, 0, 0, 255]), axis=0, return_inverse=True)
        entry = np.zeros(len(entries), np.int64)
        entry[used] = number.reshape(-1)
        return _png(entry[texel], colors.astype(np.uint8))


def _png(entry: npt.NDArray[np.int64], colors: Texels) -> bytes:
    """An image of colors, (n, 4), in a palette if they are few enough."""
    clear, told = bool((colors[:, 3] < 255).any()), {}
    if len(colors) <= COLORS:
        image = Image.fromarray(entry.astype(np.uint8))
        image.putpalette(colors[:, :3].tobytes())
        told = {"transparency": bytes(colors[:, 3])} if clear else {}
    else:
        image = Image.fromarray(colors[:, : 4 if clear else 3][entry])
    stored = io.BytesIO()
    image.save(stored, "PNG", compress_level=9, **told)
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
    power_of_two, align = (any(getattr(mesh.options, name) for mesh in meshes) for name in ("power_of_two", "align"))
    sheet = lay_sheet(np.array([mesh.atlas.shape[::-1] for mesh in meshes]), power_of_two=power_of_two, align=align)
    indices = np.zeros((sheet.height, sheet.width), np.uint8)
    shares = np.full_like(indices, 255)
    for mesh, (column, row) in zip(meshes, sheet.positions.tolist(), strict=True):
        height, width = mesh.atlas.shape
        indices[row : row + height, column : column + width] = mesh.atlas
        if mesh.occlusion is not None:
            shares[row : row + height, column : column + width] = mesh.occlusion
    texels = np.bincount(indices.ravel(), minlength=256)
    texels[0] = 0
    shown = np.unique(np.concatenate([mesh.polygon_is_transparent for mesh in meshes])).astype(np.int64)
    finishes = {}
    for material in shown.tolist():
        own = np.where(look.transparent == material, texels, 0)
        # A file of triangles may call faces transparent that have no such color.
        finishes[material] = finish(look, glass, own if own.any() else np.append(0, np.ones(255, np.int64)))
    return Pictures(sheet, indices, shares, any(mesh.occlusion is not None for mesh in meshes), finishes)
