"""Paint for voxel models: a seed in; a (100, 100, 100) uint8 canvas of palette indices with noise and materials out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.generic]
Mask = npt.NDArray[np.bool_]

SIDE = 100
"""Voxels along each axis."""
GROUND = 8
"""Height at which walls start, below the ground."""
FLOOR = 12
"""Height of the ground floor."""

RAMPS: dict[str, tuple[int, tuple[str, ...]]] = {
    "plaster": (10, ("cdbb99", "e2d4b6", "eee4ce")),
    "timber": (10, ("35251b", "4d3626", "694c35")),
    "tile": (20, ("54302a", "7a3f30", "975039", "b0694a", "bd8462", "c7a283")),
    "moss": (5, ("4f5a2c", "77803f")),
    "brick": (12, ("6b4238", "8a5646", "a87560", "bd9680")),
    "mortar": (4, ("a79a88", "c4b8a4")),
    "stone": (10, ("6c675f", "8e887c", "b3ab9b")),
    "rock": (10, ("4b4744", "6b645d", "857a6d")),
    "soil": (12, ("3d2a1e", "5c4029", "7a5837")),
    "grass": (14, ("4d6b34", "668646", "85a056", "a3b46c")),
    "leaf": (14, ("34532f", "4d7340", "6f944f", "96b066")),
    "bark": (6, ("3f2f24", "6a5140")),
    "path": (10, ("9c8d77", "c2b496", "d8ccb0")),
    "paint": (8, ("1f4f55", "2f6d70", "4a8d8b")),
    "fence": (6, ("a39c8c", "d8d1c1")),
    "glass": (10, ("223543", "3f6276", "86aebd", "cfe3e6")),
    "iron": (3, ("1d1d20", "3a3a3f")),
    "plank": (8, ("6b4a2c", "946a41", "b48a5a")),
    "red": (3, ("a8202a", "dc4a44")),
    "pink": (3, ("d66a92", "f3aec2")),
    "blossom": (10, ("b56a83", "d996aa", "efc3cc", "f8e3e4")),
    "gold": (3, ("dd9a22", "f7d35e")),
    "white": (3, ("d9dcd6", "f8f6ee")),
    "violet": (3, ("5a3f9a", "8e74c9")),
}
"""Material -> how many shades, and the colours between which they run from dark to light."""


def make_palette() -> tuple[npt.NDArray[np.uint8], dict[str, tuple[int, int]]]:
    """Return the (256, 4) uint8 palette and, for each material, its first palette index and number of shades."""
    palette = np.zeros((256, 4), np.uint8)
    palette[1:, 3] = 255
    place: dict[str, tuple[int, int]] = {}
    first = 1
    for name, (count, stops) in RAMPS.items():
        colors = np.array([list(bytes.fromhex(stop)) for stop in stops], float)
        at = np.linspace(0, len(stops) - 1, count)
        ramp = [np.interp(at, range(len(stops)), colors[:, channel]) for channel in range(3)]
        palette[first : first + count, :3] = np.rint(np.stack(ramp, 1))
        place[name] = first, count
        first += count
    return palette, place


PALETTE, PLACE = make_palette()
X, Y, Z = np.meshgrid(*[np.arange(SIDE)] * 3, indexing="ij", sparse=True)


def smooth_noise(rng: np.random.Generator, cells: tuple[int, int, int]) -> npt.NDArray[np.float32]:
    """Return (100, 100, 100) noise from 0 to 1 whose bumps are as many voxels long as `cells` says for each axis."""
    field = rng.random([SIDE // cell + 3 for cell in cells]).astype(np.float32)
    for axis, cell in enumerate(cells):
        at = np.arange(SIDE) / cell
        low = at.astype(int)
        part = (at - low).astype(np.float32).reshape([-1 if k == axis else 1 for k in range(3)])
        field = np.take(field, low, axis) * (1 - part) + np.take(field, low + 1, axis) * part
    return field


def scatter(*keys: Array | int) -> npt.NDArray[np.float64]:
    """Return a number from 0 to 1 for each combination of whole numbers: the same for the same brick or tile."""
    mixed = np.uint64(0)
    for prime, key in zip((73_856_093, 19_349_663, 83_492_791, 49_979_687), keys, strict=False):
        mixed = mixed ^ (np.asarray(key, np.int64).astype(np.uint64) * np.uint64(prime))
    mixed = (mixed ^ (mixed >> np.uint64(13))) * np.uint64(0x9E3779B97F4A7C15)
    return ((mixed >> np.uint64(40)) & np.uint64(0xFFFF)).astype(np.float64) / 65_536


@dataclass(frozen=True)
class Canvas:
    """A view of the model that can be painted: the grid with its noise fields, all with the same three axes."""

    grid: npt.NDArray[np.uint8]
    fine: npt.NDArray[np.float32]
    soft: npt.NDArray[np.float32]
    grain: tuple[npt.NDArray[np.float32], ...]
    """Noise drawn out along each of the three axes, for wood."""

    @classmethod
    def blank(cls, seed: int) -> Canvas:
        """Return an empty canvas with noise from a seed."""
        rng = np.random.default_rng(seed)
        fine = rng.random((SIDE, SIDE, SIDE)).astype(np.float32)
        soft = 0.65 * smooth_noise(rng, (9, 9, 9)) + 0.35 * smooth_noise(rng, (4, 4, 4))
        soft = np.clip((soft - 0.5) * 1.5 + 0.5, 0, 1).astype(np.float32)
        grain = (smooth_noise(rng, (8, 1, 1)), smooth_noise(rng, (1, 8, 1)), smooth_noise(rng, (1, 1, 8)))
        return cls(np.zeros((SIDE, SIDE, SIDE), np.uint8), fine, soft, grain)

    def paint(self, where: Mask | tuple[slice, ...], material: str, shade: Array | float | None = None) -> None:
        """Fill cells with a material; `shade` runs from 0 (dark) to 1, by default blotches with some noise."""
        first, count = PLACE[material]
        if shade is None:
            shade = 0.075 + 0.5 * self.soft + 0.35 * self.fine
        shade = np.broadcast_to(shade, self.grid.shape)[where]
        self.grid[where] = first + np.clip(shade * count, 0, count - 1).astype(np.uint8)

    def clear(self, where: Mask | tuple[slice, ...]) -> None:
        """Empty cells."""
        self.grid[where] = 0

    def wood(self, where: Mask | tuple[slice, ...], axis: int, material: str = "timber") -> None:
        """Fill cells with wood whose grain runs along an axis."""
        self.paint(where, material, 0.75 * self.grain[axis] + 0.25 * self.fine)

    def view(self, change: Callable[[Array], Array], axes: tuple[int, int, int]) -> Canvas:
        """Return a canvas of views; `axes` says which axis of this canvas each axis of the new one is."""
        grain = tuple(change(self.grain[axis]) for axis in axes)
        return replace(self, grid=change(self.grid), fine=change(self.fine), soft=change(self.soft), grain=grain)

    def wall(self, facing: str, plane: int) -> Canvas:
        """Return a canvas with the axes (along, out, z) of a wall; out = 3 is the wall's own surface layer.

        Parameters
        ----------
        facing : {"front", "back", "left", "right"}
            Where the wall looks. Seen from outside, `along` is x or y itself, whatever the wall.
        plane : int
            Coordinate of the surface layer.
        """
        if facing == "front":
            return self.view(lambda a: a[:, plane + 3 :: -1], (0, 1, 2))
        if facing == "back":
            return self.view(lambda a: a[:, plane - 3 :], (0, 1, 2))
        if facing == "left":
            return self.view(lambda a: a[plane + 3 :: -1].transpose(1, 0, 2), (1, 0, 2))
        return self.view(lambda a: a[plane - 3 :].transpose(1, 0, 2), (1, 0, 2))


def inside(x0: int, x1: int, y0: int, y1: int, z0: int = 0, z1: int = SIDE) -> Mask:
    """Return the mask of a box, ends excluded."""
    return (x0 <= X) & (x1 > X) & (y0 <= Y) & (y1 > Y) & (z0 <= Z) & (z1 > Z)


def box(x0: int, x1: int, y0: int, y1: int, z0: int, z1: int) -> tuple[slice, slice, slice]:
    """Return the slices of a box, ends excluded."""
    return slice(x0, x1), slice(y0, y1), slice(z0, z1)
