"""Pictures (H, W, 4) uint8 and what is right in, wrong pixels out; and what such pictures are drawn from.

A pixel is *wrong* if its color is further than `SHIFT` from all that the sides of voxels under it and under its eight
neighbors show: outside of the range of their reds, greens or blues. What is right is drawn from squares of one color
each, without a texture, `FINER` times as fine.

A pixel has *bled* if more than `SHIFT` of 255 parts of it come from texels of another tile. For that each tile with
its border is painted in one of eight colors, no two that touch in the same, and the mesh is drawn once with this
texture and once with triangles in the colors of their tiles. What filters blur within a tile is not counted.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
from block_compression import SHIFT
from trivox.core import Mesh
from trivox.core.texture.margins import Margins

Bytes = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

FINER = 4
"""Samples of what is right, along the side of a pixel."""
PASSED_OVER = 128
"""Alpha of what is drawn, but not counted."""
GRAZING = 10
"""Degrees between a face and the line of sight, at most."""
CORNERS = np.array([(0, 0), (1, 0), (1, 1), (0, 1)])
TO_GLTF = np.array([(1, 0, 0), (0, 0, -1), (0, 1, 0)])
"""Rows of points times this are points with y up."""


@dataclass(frozen=True)
class View:
    """From where a model is looked at, without perspective."""

    name: str
    side: tuple[float, float, float]
    """From the middle of the model to the camera, y up."""
    pixels: float
    """Along the side of a voxel."""
    size: tuple[int, int]

    @property
    def shot(self) -> dict[str, Any]:
        """As the page wants it."""
        return {"side": self.side, "pixels": self.pixels, "size": self.size}

    def passed_over(self, normals: npt.NDArray[np.int8]) -> npt.NDArray[np.bool_]:
        """Which faces are not looked at here: of grazing views, those that are seen at larger angles."""
        sine = np.abs(normals @ np.array(self.side)) / np.linalg.norm(self.side)
        return (sine > np.sin(np.radians(GRAZING))) & (self.name == "grazing")

    def around(self) -> list[View]:
        """The same from four sides."""
        x, y, z = self.side
        return [replace(self, side=side) for side in ((x, y, z), (z, y, -x), (-x, y, -z), (-z, y, x))]


@dataclass(frozen=True)
class Right:
    """What pixels may show."""

    least: Bytes
    """(H, W, 3)"""
    most: Bytes
    """(H, W, 3)"""
    counted: Bools
    """(H, W): which pixels show nothing but what is to be counted."""


@dataclass(frozen=True)
class Found:
    """Of some pixels, how many are not as they should be."""

    pixels: int = 0
    off: int = 0
    most: int = 0
    """By which any of them is off, 0 to 255."""

    def __add__(self, other: Found) -> Found:
        return Found(self.pixels + other.pixels, self.off + other.off, max(self.most, other.most))

    @property
    def share(self) -> float:
        """0 to 1."""
        return self.off / max(self.pixels, 1)


def right(fine: Bytes) -> Right:
    """Find what pixels may show.

    Parameters
    ----------
    fine : (FINER * H, FINER * W, 4) uint8
        The picture of what is right; alpha is 0 where nothing is, and `PASSED_OVER` where nothing is counted.
    """
    rows, columns = (side // FINER for side in fine.shape[:2])
    samples = fine.reshape(rows, FINER, columns, FINER, 4).swapaxes(1, 2).reshape(rows, columns, FINER**2, 4)
    alpha = samples[..., 3]
    nothing = alpha[..., None] == 0
    least = np.where(nothing, 255, samples[..., :3]).min(axis=2)
    most = np.where(nothing, 0, samples[..., :3]).max(axis=2)
    return Right(
        _around(least, 255).min(axis=(-2, -1)).astype(np.uint8),
        _around(most, 0).max(axis=(-2, -1)).astype(np.uint8),
        (alpha == 255).any(axis=2) & (alpha != PASSED_OVER).all(axis=2),
    )


def _around(values: Bytes, beyond: int) -> Bytes:
    """(H, W, 3, 3, 3): every pixel with its neighbors."""
    padded = np.pad(values, ((1, 1), (1, 1), (0, 0)), constant_values=beyond)
    return np.lib.stride_tricks.sliding_window_view(padded, (3, 3), axis=(0, 1))


def away(picture: Bytes, expected: Right) -> npt.NDArray[np.int64]:
    """(H, W) int64: by how much each pixel is outside of what it may show; -1 where it is not counted."""
    shown = picture[..., :3].astype(np.int64)
    apart = np.maximum(expected.least - shown, shown - expected.most).max(axis=2).clip(0)
    result: Ints = np.where(expected.counted & (picture[..., 3] == 255), apart, -1)
    return result


def count(apart: Ints) -> Found:
    """Count the pixels that are off by more than `SHIFT`."""
    seen = apart[apart >= 0]
    return Found(seen.size, int((seen > SHIFT).sum()), int(seen.max(initial=0)))


def exactly(picture: Bytes, counted: Bools) -> Right:
    """Each pixel may show one color only."""
    return Right(picture[..., :3], picture[..., :3], counted & (picture[..., 3] == 255))


def squares(grid: Bytes, palette: Bytes) -> tuple[npt.NDArray[np.float32], Bytes, npt.NDArray[np.int8]]:
    """Make a square for each side of a voxel with nothing in front of it.

    Parameters
    ----------
    grid : (x, y, z) uint8
        Palette indices, 0 where it is empty.
    palette : (256, 4) uint8

    Returns
    -------
    points : (n, 4, 3) float32
        With y up, a voxel being 1 wide.
    colors : (n, 3) uint8
    normals : (n, 3) int8
        With y up.
    """
    points, colors, normals = [], [], []
    padded = np.pad(grid, 1)
    for axis in range(3):
        for step in (-1, 1):
            bare = (grid > 0) & (np.roll(padded, -step, axis)[1:-1, 1:-1, 1:-1] == 0)
            cell = np.argwhere(bare)
            corner = np.repeat(cell[:, None], 4, axis=1)
            corner[:, :, axis] += (step + 1) // 2
            corner[:, :, [other for other in range(3) if other != axis]] += CORNERS
            normal = np.zeros(3, np.int64)
            normal[axis] = step
            points.append(corner @ TO_GLTF)
            colors.append(palette[grid[bare], :3])
            normals.append(np.repeat([normal @ TO_GLTF], len(cell), axis=0))
    return (
        np.concatenate(points).astype(np.float32),
        np.concatenate(colors),
        np.concatenate(normals).astype(np.int8),
    )


def levels(pixels: Bytes, *, linear: bool) -> list[Bytes]:
    """Make mip-maps: each texel is the mean of the area that it covers of the level before.

    Parameters
    ----------
    pixels : (H, W, 3) uint8
    linear : bool
        Take the mean of light instead of sRGB, as engines do.

    Returns
    -------
    list of (h, w, 3) uint8
        Down to one texel; sides are halved and rounded down.
    """
    made, values = [pixels], _light(pixels) if linear else pixels / 255
    while max(values.shape[:2]) > 1:
        rows, columns = (_halving(side) for side in values.shape[:2])
        values = np.einsum("ij,jkc,lk->ilc", rows, values, columns, optimize=True)
        made.append(np.rint(255 * (_srgb(values) if linear else values)).astype(np.uint8))
    return made


def _halving(side: int) -> npt.NDArray[np.float64]:
    """(half, side): how much of each texel each texel of the next level is made of."""
    half = max(side // 2, 1)
    start = np.arange(half)[:, None] * side / half
    texel = np.arange(side)[None, :]
    covered = (np.minimum(start + side / half, texel + 1) - np.maximum(start, texel)).clip(0)
    shares: npt.NDArray[np.float64] = covered * half / side
    return shares


def _light(pixels: Bytes) -> npt.NDArray[np.float64]:
    """SRGB, as IEC 61966-2-1 has it, to light."""
    value = pixels / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def _srgb(light: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return np.where(light <= 0.0031308, 12.92 * light, 1.055 * light.clip(0) ** (1 / 2.4) - 0.055)


def labels(mesh: Mesh) -> Bytes:
    """Paint each tile with its border in one color.

    Parameters
    ----------
    mesh : Mesh

    Returns
    -------
    (H, W, 3) uint8
        0 or 255 each, of the size of the atlas, the top row first as in files. Tiles that touch differ; texels that
        belong to none are tiles of their own.
    """
    tile = _tiles(mesh)
    color = np.random.default_rng(1).integers(8, size=tile.max() + 1)
    beside = [(tile[1:], tile[:-1]), (tile[:, 1:], tile[:, :-1])]
    beside += [(tile[1:, 1:], tile[:-1, :-1]), (tile[1:, :-1], tile[:-1, 1:])]
    one, other = (np.concatenate([pair[side].ravel() for pair in beside]) for side in range(2))
    size = np.bincount(tile.ravel())
    rng = np.random.default_rng(2)
    for _try in range(1000):
        same = (color[one] == color[other]) & (one != other)
        if not same.any():
            break
        # Large tiles have many neighbors, so the smaller one changes.
        change = np.unique(np.where(size[one] < size[other], one, other)[same])
        color[change] = rng.integers(8, size=len(change))
    assert not same.any(), "no colors were found"
    bits: Bytes = (255 * (color[tile][..., None] >> np.arange(3) & 1)).astype(np.uint8)
    return bits[::-1]


def _tiles(mesh: Mesh) -> Ints:
    """(H, W): which tile, with its border, each texel of an atlas belongs to, or a number of its own."""
    corners = mesh.corner_texels().astype(np.float64)
    first = np.searchsorted(mesh.triangle_polygon, np.arange(mesh.polygon_count))
    low = np.floor(np.minimum.reduceat(corners.min(axis=1), first)).astype(np.int64)
    high = np.ceil(np.maximum.reduceat(corners.max(axis=1), first)).astype(np.int64)
    scale = np.where(mesh.projection.is_single, 1, mesh.options.texel_scale).astype(np.int64)
    margins = Margins(mesh.options.border, mesh.options.align)
    before = margins.before(scale)
    start = low - before[:, None]
    sides = [margins.padded(high[:, axis] - low[:, axis], before) for axis in range(2)]
    tile = len(start) + np.arange(mesh.atlas.size).reshape(mesh.atlas.shape)
    tiles = np.unique(np.column_stack([start, *sides]), axis=0)
    for number, (column, row, width, height) in enumerate(tiles.tolist()):
        tile[row : row + height, column : column + width] = number
    assert len(np.unique(tile[tile < len(start)])) == len(tiles), "tiles lie on others"
    return np.unique(tile, return_inverse=True)[1].reshape(tile.shape)
