"""What a reader found in a file, told alike for all formats: metres, z up, images and UVs from the lower left."""

from __future__ import annotations

import io
from collections.abc import Hashable
from dataclasses import dataclass, field

import numpy as np
from PIL import Image, UnidentifiedImageError


@dataclass(frozen=True)
class Picture:
    """An image of a file."""

    name: str
    """As the file says; empty if it gives none."""
    pixels: np.ndarray
    """(H, W, 4) float64, 0 to 1 as stored; row 0 at the bottom."""
    nearest: bool | None = None
    """Whether texels have sharp edges; None if the file does not tell."""

    def at(self, uv: np.ndarray) -> np.ndarray:
        """(n, 4): the values at (n, 2) places; what lies outside is repeated."""
        size = np.array(self.pixels.shape[1::-1])
        if self.nearest is not False:
            column, row = (np.floor(uv * size).astype(int) % size).T
            return self.pixels[row, column]
        low = np.floor(uv * size - 0.5).astype(int)
        part = uv * size - 0.5 - low
        total = np.zeros((len(uv), 4))
        for step in np.ndindex(2, 2):
            column, row = ((low + step) % size).T
            weight = np.where(step, part, 1 - part).prod(axis=1, keepdims=True)
            total += weight * self.pixels[row, column]
        return total


@dataclass(frozen=True)
class Source:
    """Where a material has a value from: a factor, times channels of a picture if there is one."""

    factor: np.ndarray
    """(k,)"""
    picture: Picture | None = None
    channels: tuple[int, ...] = (0, 1, 2)
    srgb: bool = False
    """Whether the picture holds sRGB, which is made linear before it is multiplied."""
    inverse: bool = False
    """Whether the value is what all that lacks to 1."""

    def at(self, uv: np.ndarray) -> np.ndarray:
        """The values at (n, 2) places: (n, k)."""
        values = np.ones((len(uv), len(self.factor)))
        if self.picture is not None:
            values = self.picture.at(uv)[:, list(self.channels)]
        product = self.factor * (linear(values) if self.srgb else values)
        return 1 - product if self.inverse else product


@dataclass(frozen=True)
class Finish:
    """A material; what the format has no word for is None."""

    name: str = ""
    color: Source | None = None
    """Linear."""
    attribute: bool = False
    """Whether the color is multiplied with that of the corners, where these have one."""
    metallic: Source | None = None
    roughness: Source | None = None
    emission: Source | None = None
    """Linear."""
    through: Source | None = None
    """How much light passes, 0 to 1: transmission, or what alpha lacks to 1."""
    clips: bool = False
    """Whether the material says that nothing is where the picture of colors is clear."""

    @property
    def cover(self) -> Source | None:
        """The alpha of the picture of colors."""
        picture = self.color.picture if self.color else None
        return None if picture is None else Source(np.ones(1), picture, (3,))


@dataclass
class Thing:
    """An object of a file."""

    name: str
    parent: str | None
    """The name of the object above it."""
    worlds: np.ndarray
    """(m, 4, 4): its place at each moment."""
    shown: np.ndarray
    """(m,) bool: whether it is seen at each moment."""
    mesh: Hashable = None
    """What is equal for objects that share their triangles; None for one without."""
    positions: np.ndarray = field(default_factory=lambda: np.zeros((0, 3, 3)))
    """(T, 3, 3) in its own space."""
    uvs: np.ndarray | None = None
    """(T, 3, 2)"""
    colors: np.ndarray | None = None
    """(T, 3, 3) linear."""
    finish: np.ndarray | None = None
    """(T,) numbers of materials; None if it has none."""

    def world_triangles(self, moment: int = 0) -> np.ndarray:
        """(T, 3, 3) in the world."""
        matrix = self.worlds[moment]
        return self.positions @ matrix[:3, :3].T + matrix[:3, 3]


@dataclass
class Found:
    """A file."""

    things: list[Thing]
    finishes: list[Finish]
    pictures: list[Picture]

    def bodies(self) -> list[Thing]:
        """Objects with triangles."""
        return [thing for thing in self.things if thing.mesh is not None]


UP = np.array([(1, 0, 0, 0), (0, 0, -1, 0), (0, 1, 0, 0), (0, 0, 0, 1)], float)
"""Takes a world with y up to one with z up."""


def linear(value: np.ndarray) -> np.ndarray:
    """Turn sRGB into linear, both 0 to 1."""
    return np.where(value <= 0.04045, value / 12.92, ((np.maximum(value, 0) + 0.055) / 1.055) ** 2.4)


def srgb(value: np.ndarray) -> np.ndarray:
    """Turn linear into sRGB, both 0 to 1."""
    return np.where(value <= 0.0031308, value * 12.92, 1.055 * np.maximum(value, 1e-9) ** (1 / 2.4) - 0.055)


def picture(name: str, data: bytes, nearest: bool | None = None) -> Picture:
    """Read the bytes of an image file; what is no .png, .jpg and the like shows nothing."""
    try:
        with Image.open(io.BytesIO(data)) as image:
            pixels = np.asarray(image.convert("RGBA"), float)[::-1] / 255
    except UnidentifiedImageError:
        return no_picture(name)
    return Picture(name, pixels, nearest)


def no_picture(name: str) -> Picture:
    """A picture that is not there, or that nobody can read."""
    return Picture(name, np.full((1, 1, 4), np.nan))
