"""Meshes in, the images that hold their atlases and where each polygon finds its texels out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from ..mesh.mesh import Mesh
from ..mesh.paging import Paged, Place, paged
from ..texture.sheet import Sheet, lay_pages
from ..voxels.shade import painted

Ints = npt.NDArray[np.int64]
Indices = npt.NDArray[np.uint8]
Scalar = TypeVar("Scalar", bound=np.generic)


@dataclass(frozen=True)
class Page:
    """One image."""

    atlases: tuple[Indices, ...]
    """(h, w) uint8 palette indices of each that is on it."""
    used: tuple[int, ...]
    """Texels in use of each."""
    sheet: Sheet
    """Where they lie."""
    shares: tuple[Indices | None, ...]
    """(h, w) uint8: how much of the sky each texel of each atlas sees, 255 for all of it; None where nobody asked."""
    clear: tuple[bool, ...]
    """Whether each is of a mesh with clear texels."""

    def painted(self, table: npt.NDArray[Scalar], *, clear: bool) -> list[npt.NDArray[Scalar]]:
        """Color each atlas as `shade.painted` does; clear texels stay clear if they shall be."""
        each = zip(self.atlases, self.shares, self.clear, strict=True)
        return [painted(table, atlas, shares, clear=clear and cut) for atlas, shares, cut in each]

    def drawn(self) -> tuple[Indices, Indices]:
        """The palette indices, 0 where there is none, and shares of sky of all texels: (H, W) uint8 both."""
        indices = np.zeros((self.sheet.height, self.sheet.width), np.uint8)
        shares = np.full_like(indices, 255)
        for atlas, share, (column, row) in zip(self.atlases, self.shares, self.sheet.positions.tolist(), strict=True):
            where = np.s_[row : row + atlas.shape[0], column : column + atlas.shape[1]]
            indices[where] = atlas
            if share is not None:
                shares[where] = share
        return indices, shares


@dataclass(frozen=True)
class Pages:
    """The images of several meshes."""

    pages: tuple[Page, ...]
    places: tuple[Place, ...]
    """One for each mesh."""

    @property
    def sizes(self) -> Ints:
        """(pages, 2) int64 width and height."""
        return np.array([(page.sheet.width, page.sheet.height) for page in self.pages], np.int64).reshape(-1, 2)


def lay_out(meshes: Sequence[Mesh]) -> Pages:
    """Lay the atlases of meshes out in images no larger than their options say; one is enough for most.

    Parameters
    ----------
    meshes : sequence of Mesh
        At least one.

    Returns
    -------
    Pages
        A mesh that needs several images has them for itself.
    """
    parts = [paged(mesh) for mesh in meshes]
    power_of_two, align = (any(getattr(mesh.options, name) for mesh in meshes) for name in ("power_of_two", "align"))
    alone = [number for number, part in enumerate(parts) if len(part.atlases) > 1]
    shared = [number for number, part in enumerate(parts) if len(part.atlases) == 1]
    sizes = np.array([meshes[number].atlas.shape[::-1] for number in shared], np.int64).reshape(-1, 2)
    largest = min(mesh.options.page_side for mesh in meshes)
    layout = lay_pages(sizes, largest, power_of_two=power_of_two, align=align)
    pages, places = [], {}
    for page, (width, height) in enumerate(layout.size.tolist() if shared else []):
        own = np.flatnonzero(layout.page == page)
        on_it = [meshes[shared[one]] for one in own.tolist()]
        sheet = Sheet(layout.position[own], width, height)
        used, shares = (mesh.counts.texels_used for mesh in on_it), (mesh.occlusion for mesh in on_it)
        clear = tuple(mesh.has_clear_texels for mesh in on_it)
        pages.append(Page(tuple(mesh.atlas for mesh in on_it), tuple(used), sheet, tuple(shares), clear))
    for number, page, position in zip(shared, layout.page, layout.position, strict=True):
        count = meshes[number].polygon_count
        places[number] = Place(np.full(count, page), np.broadcast_to(position, (count, 2)))
    for number in alone:
        places[number] = _alone(parts[number], len(pages))
        cut = meshes[number].has_clear_texels
        pages += [_page_of(*both, cut) for both in zip(parts[number].atlases, parts[number].shares, strict=True)]
    return Pages(tuple(pages), tuple(places[number] for number in range(len(meshes))))


def _alone(part: Paged, first: int) -> Place:
    """Where the texels of a mesh with images of its own are."""
    return Place(first + part.page, -part.moved(np.arange(len(part.page))))


def _page_of(atlas: Indices, shares: Indices | None, cut: bool) -> Page:
    sheet = Sheet(np.zeros((1, 2), np.int64), atlas.shape[1], atlas.shape[0])
    return Page((atlas,), (int(np.count_nonzero(atlas)),), sheet, (shares,), (cut,))
