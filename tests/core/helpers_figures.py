"""Figures of meshes that no formula tells: models made by code, and shared ones, in; counts, texels and areas out.

``python tests/core/helpers_figures.py`` writes them anew to ``figures.json`` beside this file; look at the difference
before it is kept.
"""

from __future__ import annotations

import json
from pathlib import Path

import helpers_mesh as oracle
import numpy as np
from trivox.core import MeshOptions, build_mesh
from trivox.core.mesh.mesh import Mesh

FILE = Path(__file__).with_name("figures.json")
CHOICES = {mode: MeshOptions(mode) for mode in ("polygons", "watertight", "rectangles", "fewest", "cutout")}
CHOICES["fewest without effort"] = MeshOptions("fewest", effort=0)
SHARED = ("chr_knight.vox", "chr_sword.vox", "monu2.vox", "monu10.vox", "dragon.vox")


def scattered(*size: int, seed: int) -> np.ndarray:
    """Numbers from 0 to 65,535 for the cells of a box, the same on every machine."""
    x, y, z = np.ix_(*(np.arange(side, dtype=np.int64) for side in size))
    number = (x * 73_856_093 ^ y * 19_349_663 ^ z * 83_492_791 ^ seed * 2_654_435_761) & 0xFFFFFFFF
    for _ in range(3):
        number = ((number ^ number >> 15) * 0x2C1B3C6D) & 0xFFFFFFFF
    return number >> 12 & 0xFFFF


def caves() -> np.ndarray:
    """Rounded holes in a block, in bands of colour."""
    field = scattered(36, 30, 24, seed=1)
    for axis in range(3):
        for _ in range(2):
            field = sum(np.roll(field, step, axis) for step in (-1, 0, 1))
    x, y, z = np.indices(field.shape)
    return np.where(field > np.median(field), 1 + (x + 2 * y + 3 * z) // 11 % 7, 0).astype(np.uint8)


def bars() -> np.ndarray:
    """Bars of many lengths that cross on a floor, each in its own colour: rectangles overlap a good deal."""
    grid = np.zeros((40, 40, 6), np.uint8)
    drawn = scattered(24, 4, 1, seed=2)[:, :, 0]
    for number, (place, low, length, width) in enumerate(drawn.tolist()):
        along = slice(low % 30, low % 30 + 5 + length % 25)
        across = slice(place % 38, place % 38 + 1 + width % 3)
        target = grid if number % 2 else grid.transpose(1, 0, 2)
        target[along, across, : 1 + number % 5] = number + 1
    grid[:, :, 0] = np.where(grid[:, :, 0] == 0, 100, grid[:, :, 0])
    return grid


def towers() -> np.ndarray:
    """Towers of random heights with windows and a sealed room each, three colours a floor."""
    height = 3 + scattered(9, 9, 1, seed=3)[:, :, 0] % 20
    height = np.kron(height, np.ones((4, 4), np.int64))
    x, y, z = np.indices((36, 36, 24))
    grid = np.where(z < height[:, :, None], 1 + z % 3 + 3 * (scattered(36, 36, 24, seed=4) % 50 == 0), 0)
    grid[(x % 4 == 1) & (y % 4 != 2) & (z % 5 == 2)] = 0
    return grid.astype(np.uint8)


def sponge() -> np.ndarray:
    """Noise of eight cells in ten filled, in two colours."""
    drawn = scattered(24, 24, 24, seed=5)
    return np.where(drawn % 10 < 8, 1 + drawn // 16 % 2, 0).astype(np.uint8)


def slab() -> np.ndarray:
    """A plate of blocks of two by two cells, seven in ten filled."""
    plate = scattered(40, 40, 1, seed=6) % 10 < 7
    grid = np.where(np.kron(plate, np.ones((2, 2, 2), bool)), 1 + scattered(80, 80, 2, seed=7) % 3, 0)
    return grid.astype(np.uint8)


MADE = {made.__name__: made for made in (caves, bars, towers, sponge, slab)}


def models() -> dict[str, np.ndarray]:
    """All models there are: those made by code, and the shared ones if they are present."""
    found = {name: made() for name, made in MADE.items()}
    folder = oracle.shared("models")
    return found | {name: oracle.plain_read(folder / name)[0] for name in SHARED if folder}


def figures(mesh: Mesh) -> dict[str, int]:
    """What a mesh costs and what is known of it; the area in cells, and the squared lengths of all triangles' sides."""
    corners = mesh.vertices[mesh.triangles].astype(np.int64)
    sides = np.roll(corners, -1, axis=1) - corners
    doubled = np.abs(np.cross(sides[:, 0], sides[:, 1])).sum()
    return {
        "triangles": mesh.counts.triangles,
        "lower_bound": mesh.counts.lower_bound,
        "proven_planes": mesh.counts.proven_planes,
        "gpu_vertices": mesh.counts.gpu_vertices,
        "texels": mesh.counts.texels,
        "texels_used": mesh.counts.texels_used,
        "tiles": mesh.counts.tiles,
        "area": int(doubled) // 2,
        "squared_sides": int((sides**2).sum()),
        "four_face_edges": mesh.counts.four_face_edges,
    }


def measured(grid: np.ndarray) -> dict[str, dict[str, int]]:
    """The figures of a grid for all choices."""
    return {name: figures(build_mesh(grid, options)) for name, options in CHOICES.items()}


def _lines(of_choices: dict[str, dict[str, int]]) -> str:
    return ",".join(f'\n  "{name}": {json.dumps(values)}' for name, values in of_choices.items())


if __name__ == "__main__":
    lines = [f' "{name}": {{{_lines(measured(grid))}\n }}' for name, grid in models().items()]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
