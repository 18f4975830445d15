"""The atlases of an assembly in, images (H, W) uint8 of all of them, coloured by a table, as the bytes of a PNG out.

There is one image, or as many pages as their largest size asks for. Each has a palette, so it is as small as the
atlases are, and any table of 256 entries can colour it.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PIL import Image

from ..mesh.mesh import Mesh
from ..mesh.paging import Place
from ..scene.assembly import Assembly
from ..scene.pages import lay_out
from ..voxels.finish import Finish, finish
from ..voxels.look import COLORS

Texels = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]

OPAQUE, GLASS, CUT_OUT, CUT_OUT_GLASS = range(4)
"""The kinds of materials of a file: of meshes that show something everywhere, and of those with texels of index 0."""


def kinds_of(mesh: Mesh) -> Ints:
    """(P,) int64: which kind of material shows each polygon of a mesh."""
    return np.where(mesh.polygon_is_transparent, GLASS, OPAQUE) + CUT_OUT * mesh.has_clear_texels


def is_glass(kind: int) -> bool:
    """Whether a kind of material shows what is transparent."""
    return kind in (GLASS, CUT_OUT_GLASS)


@dataclass(frozen=True)
class Pictures:
    """Everything that a file's images are made of."""

    pages: tuple[Texels, ...]
    """(H, W) uint8 palette indices; row 0 is the bottom row, and 0 is what no atlas covers."""
    shares: tuple[Texels, ...]
    """(H, W) uint8 for each page: how much of the sky each texel sees, 255 for all of it."""
    occluded: bool
    """Whether any mesh tells of that."""
    places: tuple[Place, ...]
    """One for each mesh."""
    finishes: dict[int, Finish]
    """By kind of material, of those that some mesh shows: `OPAQUE`, `GLASS`, `CUT_OUT`, `CUT_OUT_GLASS`."""
    materials: tuple[tuple[int, int], ...]
    """Page and kind of each material that some mesh shows."""

    @property
    def sizes(self) -> Ints:
        """(pages, 2) int64 width and height of each page."""
        return np.array([page.shape[::-1] for page in self.pages], np.int64)

    @property
    def cut_out(self) -> bool:
        """Whether some mesh has texels that show nothing."""
        return not {CUT_OUT, CUT_OUT_GLASS}.isdisjoint(self.finishes)

    def name(self, kind: int, file: str) -> str:
        """Name a material after its file and page; what is cut out says so only beside another of its kind."""
        glass = " transparent" if is_glass(kind) else ""
        return f"{file}{glass}{' cutout' if kind - CUT_OUT in self.finishes else ''}"

    def png(self, page: int, table: Texels, nothing: Sequence[int] = (0, 0, 0, 255)) -> bytes:
        """Color an image.

        Parameters
        ----------
        page : int
        table : (256, 4) or (256, 256, 4) uint8
            RGBA by palette index, and maybe by the share of sky.
        nothing : sequence of int
            RGBA of what shows nothing, be it covered by an atlas or not.

        Returns
        -------
        bytes
            Of a .png file.
        """
        # What stands for a texel: its palette index, with the share of sky if that matters.
        texel, entries = self.pages[page][::-1], table
        if table.ndim == 3:
            texel = texel.astype(np.uint16) * len(table) + self.shares[page][::-1]
            entries = table.reshape(-1, 4)
        used = np.flatnonzero(np.bincount(texel.ravel(), minlength=len(entries)))
        shows = used[:, None] >= len(entries) // len(table)
        colors, number = np.unique(np.where(shows, entries[used], nothing), axis=0, return_inverse=True)
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
    pages, shares = zip(*(page.drawn() for page in laid.pages), strict=True)
    places = laid.places
    texels = sum((np.bincount(page.ravel(), minlength=256) for page in pages), np.zeros(256, np.int64))
    texels[0] = 0
    pairs = [np.column_stack([place.page, kinds_of(mesh)]) for mesh, place in zip(meshes, places, strict=True)]
    shown: list[tuple[int, int]] = [(int(page), int(kind)) for page, kind in np.unique(np.concatenate(pairs), axis=0)]
    finishes = {}
    for kind in sorted({kind for _page, kind in shown}):
        own = np.where(look.transparent == is_glass(kind), texels, 0)
        # A file of triangles may call faces transparent that have no such color.
        finishes[kind] = finish(look, glass, own if own.any() else np.append(0, np.ones(255, np.int64)))
    occluded = any(mesh.occlusion is not None for mesh in meshes)
    return Pictures(pages, shares, occluded, places, finishes, tuple(shown))
