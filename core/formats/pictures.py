"""The atlases of an assembly in, images (H, W) uint8 of all of them, coloured by a table, as the bytes of a PNG out.

There is one image, or as many pages as their largest size asks for. Each has a palette, so it is as small as the
atlases are, and any table of 256 entries can colour it.
"""

from __future__ import annotations

import io
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PIL import Image

from ..mesh.paging import Place
from ..scene.assembly import Assembly
from ..scene.pages import Page, lay_out
from ..voxels.finish import Finish, finish

Texels = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]

OPAQUE, GLASS = 0, 1
"""The kinds of materials of a file."""


@dataclass(frozen=True)
class Pictures:
    """Everything that a file's images are made of."""

    pages: tuple[Texels, ...]
    """(H, W) uint8 palette indices; row 0 is the bottom row, and 0 is what no atlas covers."""
    places: tuple[Place, ...]
    """One for each mesh."""
    finishes: dict[int, Finish]
    """By kind of material, of those that some mesh shows: `OPAQUE`, `GLASS`."""
    materials: tuple[tuple[int, int], ...]
    """Page and kind of each material that some mesh shows."""

    @property
    def sizes(self) -> Ints:
        """(pages, 2) int64 width and height of each page."""
        return np.array([page.shape[::-1] for page in self.pages], np.int64)

    def png(self, page: int, table: Texels) -> bytes:
        """Color an image.

        Parameters
        ----------
        page : int
        table : (256, 4) uint8
            RGBA by palette index.

        Returns
        -------
        bytes
            Of a .png file.
        """
        indices = self.pages[page]
        used = np.flatnonzero(np.bincount(indices.ravel(), minlength=256))
        # Nothing shows what no atlas covers.
        table = np.where(np.arange(256)[:, None] > 0, table, [0, 0, 0, 255]).astype(np.uint8)
        colors, number = np.unique(table[used], axis=0, return_inverse=True)
        entry = np.zeros(256, np.uint8)
        entry[used] = number.reshape(-1)
        image = Image.fromarray(entry[indices[::-1]])
        image.putpalette(colors[:, :3].tobytes())
        alpha = bytes(colors[:, 3]) if (colors[:, 3] < 255).any() else None
        stored = io.BytesIO()
        image.save(stored, "PNG", compress_level=9, **({} if alpha is None else {"transparency": alpha}))
        return stored.getvalue()


def pictures_of(assembly: Assembly, glass: str) -> Pictures:
    """Lay the atlases of an assembly out in images, and find what its materials need.

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
    laid = lay_out(meshes)
    pages, places = tuple(map(_drawn, laid.pages)), laid.places
    texels = sum((np.bincount(page.ravel(), minlength=256) for page in pages), np.zeros(256, np.int64))
    texels[0] = 0
    pairs = [
        np.column_stack([place.page, mesh.polygon_is_transparent]) for mesh, place in zip(meshes, places, strict=True)
    ]
    shown: list[tuple[int, int]] = [(int(page), int(kind)) for page, kind in np.unique(np.concatenate(pairs), axis=0)]
    finishes = {}
    for kind in sorted({kind for _page, kind in shown}):
        own = np.where(look.transparent == kind, texels, 0)
        # A file of triangles may call faces transparent that have no such color.
        finishes[kind] = finish(look, glass, own if own.any() else np.append(0, np.ones(255, np.int64)))
    return Pictures(pages, places, finishes, tuple(shown))


def _drawn(page: Page) -> Texels:
    """(H, W) uint8: the atlases of a page where they lie."""
    indices = np.zeros((page.sheet.height, page.sheet.width), np.uint8)
    for atlas, (column, row) in zip(page.atlases, page.sheet.positions.tolist(), strict=True):
        indices[row : row + atlas.shape[0], column : column + atlas.shape[1]] = atlas
    return indices
